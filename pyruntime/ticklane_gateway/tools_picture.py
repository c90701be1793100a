"""The tool `take_screenshot`: its arguments, its description, and the picture it answers with."""

from __future__ import annotations

import asyncio
import base64
from typing import Annotated, Any, Final, Literal

import msgspec
from fastmcp import FastMCP
from fastmcp.tools.base import ToolResult
from mcp_types import ImageContent, TextContent, ToolAnnotations
from pydantic import Field

from ticklane_control.pictures import decode_picture
from ticklane_gateway.game import Game

__all__ = ["add_picture_tool"]

_LOOK: Final = ToolAnnotations(read_only_hint=True, idempotent_hint=True, destructive_hint=False, open_world_hint=False)
_NAMES: Final = 30
_PATIENCE_S: Final = 40.0

DESCRIPTION: Final = """\
Take a picture of the game, as a client of its own sees it: blocks in map colours, entities as boxes with their names.

    take_screenshot(camera="orbit", x=0, y=66, z=8, distance=24)

camera: "orbit" looks at the place x y z from `distance` blocks (yaw, pitch: where it looks), "eye" looks from x y z, \
"top" straight down (north is up), "iso" at equal angles with parallel lines; `span` is how many blocks these two are \
high. Without a place it is the client's player, which stands where players spawn. yaw 0 looks south (+z), 90 west \
(-x); pitch 90 straight down.

Answer: the picture, and as text where the camera was and the names in it with their pixels. It shows only what the \
client has: chunks within some 9 of its player. The first picture takes a second or two, as the client joins then.

A picture is for looking. To measure, use a script: host.entities() and host.blocks() have exact numbers. \
What scripts draw with host.draw is in every picture.
"""


def add_picture_tool(mcp: FastMCP[Any], game: Game) -> None:
    """Register it."""

    @mcp.tool(description=DESCRIPTION, annotations=_LOOK, output_schema=None)
    async def take_screenshot(
        camera: Annotated[Literal["orbit", "eye", "top", "iso"], Field(description="How to look")] = "orbit",
        x: Annotated[
            float | None, Field(description="The place, in blocks; the client's player when not given")
        ] = None,
        y: Annotated[float | None, Field(description="As x")] = None,
        z: Annotated[float | None, Field(description="As x")] = None,
        yaw: Annotated[float | None, Field(description="Degrees; 0 looks south, 90 west")] = None,
        pitch: Annotated[float | None, Field(description="Degrees, -90 up to 90 down", ge=-90, le=90)] = None,
        distance: Annotated[
            float | None, Field(description="Blocks from the place, with orbit", ge=0.1, le=500)
        ] = None,
        span: Annotated[float | None, Field(description="Blocks high, with top and iso", ge=0.5, le=1000)] = None,
        fov: Annotated[float | None, Field(description="Degrees high, with orbit and eye", ge=5, le=150)] = None,
        width: Annotated[int, Field(description="Pixels", ge=16, le=1920)] = 768,
        height: Annotated[int, Field(description="Pixels", ge=16, le=1080)] = 432,
        labels: Annotated[bool, Field(description="Draw names over entities")] = True,
        format: Annotated[Literal["jpeg", "png"], Field(description="png has the exact colours")] = "jpeg",
    ) -> ToolResult:
        asked = {"x": x, "y": y, "z": z, "yaw": yaw, "pitch": pitch, "distance": distance, "span": span, "fov": fov}
        fields: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
        fields |= {"camera": camera, "width": width, "height": height, "plain": not labels, "timeout_s": _PATIENCE_S}
        answer = await game.ask("picture", **fields)
        return await asyncio.to_thread(_answer, answer, format)


def _answer(data: bytes, format: Literal["jpeg", "png"]) -> ToolResult:
    from ticklane_gateway.picture_files import encode_picture  # Pillow is slow to import

    picture = decode_picture(data)
    encoded = base64.b64encode(encode_picture(picture, format)).decode("ascii")
    facts = picture.facts | {"labels": picture.facts["labels"][:_NAMES]}
    return ToolResult(
        content=[
            ImageContent(type="image", data=encoded, mime_type=f"image/{format}"),
            TextContent(type="text", text=msgspec.json.encode(facts).decode()),
        ]
    )
