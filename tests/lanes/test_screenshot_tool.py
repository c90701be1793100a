"""`take_screenshot` over MCP and `ticklane screenshot`, on a real game."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from mcp_types import ImageContent, TextContent
from PIL import Image

from tests.faults.played_game import eventually
from ticklane_cli.launch import Game, LaunchConfig, launch
from ticklane_control.endpoint import read_endpoint

pytestmark = pytest.mark.jvm


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    folder = tmp_path_factory.mktemp("pictures") / "game"
    environment = {"TICKLANE_MCP_TOKEN_FILE": str(folder.parent / "mcp-token"), "XDG_CONFIG_HOME": str(folder.parent)}
    config = LaunchConfig(game_dir=folder, world="flat", gateway=True, environment=environment)
    with launch(config) as game:
        eventually("the gateway's announcement", lambda: read_endpoint(folder).mcp_url)
        yield game


def called(game: Game, **arguments: Any) -> Any:
    endpoint = read_endpoint(game.game_dir)

    async def ask() -> Any:
        transport = StreamableHttpTransport(endpoint.mcp_url, headers={"Authorization": f"Bearer {endpoint.mcp_token}"})
        async with Client(transport) as client:
            return await client.call_tool("take_screenshot", arguments, raise_on_error=False)

    return asyncio.run(ask())


def test_the_tool_answers_with_a_picture_and_says_where_it_was_taken(served: Game) -> None:
    result = called(served, camera="top", x=4, y=64, z=4, span=16, width=160, height=160, format="png")
    assert not result.is_error, result.content
    picture, told = result.content
    assert isinstance(picture, ImageContent)
    assert isinstance(told, TextContent)
    assert picture.mime_type == "image/png"
    image = Image.open(io.BytesIO(base64.b64decode(picture.data)))
    assert (image.format, image.size) == ("PNG", (160, 160))
    facts = json.loads(told.text)
    assert facts["camera"] == "top"
    assert facts["at"][::2] == [4, 4]
    # The client's player stands at 0 0, 40 pixels to the left of the middle and as many above it.
    (name,) = facts["labels"]
    assert name["text"] == "Ticklane"
    assert (name["x"], name["y"]) == pytest.approx((40, 40), abs=1)


def test_a_usual_picture_is_small_enough_for_any_client(served: Game) -> None:
    result = called(served)
    (picture, _) = result.content
    assert picture.mime_type == "image/jpeg"
    assert len(picture.data) < 200_000


def test_what_can_not_be_is_an_error_that_names_it(served: Game) -> None:
    result = called(served, width=4)
    assert result.is_error
    assert "width" in result.content[0].text


def test_the_command_writes_a_file_and_takes_pictures_only(served: Game, tmp_path: Path) -> None:
    def screenshot(name: str, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "ticklane_cli", "screenshot", str(tmp_path / name), "--game-dir"]
        return subprocess.run(
            [*command, str(served.game_dir), *words], capture_output=True, text=True, check=False, timeout=120
        )

    done = screenshot("here.png", "--camera", "iso", "--width", "200", "--height", "100", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["file"] == str(tmp_path / "here.png")
    with Image.open(tmp_path / "here.png") as image:
        assert image.size == (200, 100)
    wrong = screenshot("here.txt")
    assert wrong.returncode == 2
    assert "a picture is a .png or a .jpg file" in wrong.stderr
