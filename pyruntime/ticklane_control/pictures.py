"""The answer to the verb `picture`: what it shows, and its pixels."""

from __future__ import annotations

from typing import Any

import msgspec

from ticklane_control.errors import ControlError

__all__ = ["Picture", "decode_picture"]


class Picture(msgspec.Struct, frozen=True):
    """A picture as the game draws it.

    `rgb` holds three bytes a pixel from the upper left, `width × height` of them. `facts`: camera, `at` (its place),
    yaw, pitch, chunks, `crosshair` (whether it is what a player looks through), and `labels`: names over entities,
    each {x, y, text, distance}, the nearest first.
    """

    width: int
    height: int
    rgb: bytes
    facts: dict[str, Any]


def decode_picture(data: bytes) -> Picture:
    """Raises `ControlError` for bytes that are no picture."""
    length = int.from_bytes(data[:4], "big")
    try:
        facts = msgspec.json.decode(data[4 : 4 + length], type=dict[str, Any])
        width, height = int(facts.pop("width")), int(facts.pop("height"))
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError) as error:
        raise ControlError("disconnected", f"the game sent no picture: {error}") from error
    rgb = data[4 + length :]
    if len(rgb) != 3 * width * height:
        raise ControlError("disconnected", f"the game sent {len(rgb):,} bytes for {width} × {height} pixels")
    return Picture(width, height, rgb, facts)
