"""Pictures as files: PNG or JPEG."""

from __future__ import annotations

import io
from typing import Final, Literal

from PIL import Image

from ticklane_control.pictures import Picture

__all__ = ["Format", "encode_picture"]

Format = Literal["png", "jpeg"]
_QUALITY: Final = 85


def encode_picture(picture: Picture, format: Format = "png") -> bytes:
    """The picture as a file's bytes."""
    image = Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
    out = io.BytesIO()
    if format == "png":
        image.save(out, "PNG", optimize=True)
    else:
        image.save(out, "JPEG", quality=_QUALITY)
    return out.getvalue()
