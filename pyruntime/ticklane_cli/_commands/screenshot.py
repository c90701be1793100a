"""`ticklane screenshot`: a picture of a running game into a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ticklane_cli._exit import FINISHED, UsageError, print_json
from ticklane_cli._games import connect_to_game
from ticklane_control.pictures import decode_picture
from ticklane_gateway.picture_files import Format, encode_picture

__all__ = ["screenshot"]

_FORMATS: dict[str, Format] = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg"}


def screenshot(game_dir: Path | None, out: Path, wanted: dict[str, Any], *, labels: bool, as_json: bool) -> int:
    """Take a picture and write it; 0. Raises `UsageError` for a file of another kind than PNG or JPEG."""
    kind = _FORMATS.get(out.suffix.lower())
    if kind is None:
        raise UsageError(f"{out}: a picture is a .png or a .jpg file")
    with connect_to_game(game_dir) as client:
        picture = decode_picture(client.request_bytes("picture", timeout_s=40, plain=not labels, **wanted))
    out.write_bytes(encode_picture(picture, kind))
    if as_json:
        print_json({"file": str(out.absolute()), "width": picture.width, "height": picture.height, **picture.facts})
    else:
        print(out)
    return FINISHED
