"""Pictures as files that people and models can read: names and crosshair drawn in, PNG or JPEG."""

from __future__ import annotations

import io
from typing import Final, Literal

from PIL import Image, ImageDraw, ImageFont

from ticklane_control.pictures import Picture

__all__ = ["Format", "encode_picture"]

Format = Literal["png", "jpeg"]
_QUALITY: Final = 85
_CROSS: Final = 6
_SAME_PLACE: Final = 12
"""Pixels between two names below which the farther one is left out."""


def encode_picture(picture: Picture, format: Format = "png", *, labels: bool = True) -> bytes:
    """The picture as a file's bytes; `labels` draws the names over entities."""
    image = Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
    draw = ImageDraw.Draw(image)
    if labels:
        _names(draw, picture)
    if picture.facts.get("crosshair"):
        x, y = picture.width // 2, picture.height // 2
        for width, colour in ((3, "black"), (1, "white")):
            draw.line([(x - _CROSS, y), (x + _CROSS, y)], fill=colour, width=width)
            draw.line([(x, y - _CROSS), (x, y + _CROSS)], fill=colour, width=width)
    out = io.BytesIO()
    if format == "png":
        image.save(out, "PNG", optimize=True)
    else:
        image.save(out, "JPEG", quality=_QUALITY)
    return out.getvalue()


def _names(draw: ImageDraw.ImageDraw, picture: Picture) -> None:
    font = ImageFont.load_default(size=max(10, picture.height // 36))
    drawn: list[tuple[int, int]] = []
    for label in picture.facts.get("labels", ()):  # the nearest first
        x, y, text = int(label["x"]), int(label["y"]) - 3, str(label["text"])[:40]
        apart = len(text) * 3 + _SAME_PLACE
        if any(abs(x - ox) < apart and abs(y - oy) < _SAME_PLACE for ox, oy in drawn):
            continue
        drawn.append((x, y))
        draw.text((x, y), text, anchor="ms", fill="white", stroke_width=1, stroke_fill="black", font=font)
