"""One real game with its client lane for the tests here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ticklane_cli.launch import LaunchConfig, launch
from ticklane_control.client import ControlClient
from ticklane_control.messages import encode_start
from ticklane_toolchain import prepare


class Played:
    """A game in real time, and the way scripts are started in it."""

    def __init__(self, client: ControlClient) -> None:
        self.client = client

    def start(self, source: str = "", id: str = "one", *, wait_s: float = 0, **settings: Any) -> dict[str, Any]:
        """Start a script on the lane its header names; budgets that a busy machine keeps."""
        usual = {"budget_ms": 8, "hard_ms": 5000, "lanes": self.client.hello.lanes}
        request = prepare(source=source, id=id, **{**usual, **settings})
        body = encode_start(request)
        return dict(self.client.request("start", body=body, lane=request.lane, script=id, wait_s=wait_s, detail="full"))

    def run(self, source: str = "", id: str = "one", **settings: Any) -> Any:
        """The result of a script that must finish."""
        status = self.start(source, id, **settings)
        if status["state"] != "ended":
            status = self.ended(id)
        assert status["reason"] == "finished", status
        return status.get("result")

    def ended(self, id: str) -> dict[str, Any]:
        status = dict(self.client.request("status", script=id, wait_s=50, detail="full"))
        assert status["state"] == "ended", status
        return status

    def lanes(self) -> dict[str, Any]:
        return dict(self.client.request("list")["lanes"])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    folder = tmp_path_factory.mktemp("lanes") / "game"
    config = LaunchConfig(game_dir=folder, world="flat")
    with launch(config) as game, game.client() as client:
        yield Played(client)
