"""Scripts that try what is refused, with an innocent one beside them."""

from __future__ import annotations

import textwrap
from typing import Any

from .conftest import Game

__all__ = ["attempt", "body", "ended"]

WITNESS = "def on_tick(host):\n    host.record('tick', host.tick())\n"


def body(code: str) -> str:
    """`code` in run(host), from line 3 on, in step 1."""
    return "def run(host):\n    yield\n" + textwrap.indent(textwrap.dedent(code).strip("\n"), "    ")


def ended(game: Game, code: str, *, ticks: int = 4, caps: tuple[str, ...] = (), **files: str) -> dict[str, Any]:
    """Run it beside the witness for so many ticks and give its status; the witness has lost none."""
    game.start(WITNESS, "witness")
    began = game.world.ticks
    answer = game.start(body(code), caps=caps, allowed=caps, files=files or None)
    assert answer["ok"], answer
    game.tick(ticks)
    rows = [row["value"] for row in game.outputs("witness")[-1].records()]
    assert rows == list(range(began + 1, began + ticks + 1))
    return game.status()


def attempt(game: Game, code: str, **settings: Any) -> tuple[str, str, int]:
    """Type, message and line of what the code fails with."""
    status = ended(game, code, **settings)
    assert (status["state"], status["reason"]) == ("ended", "failed"), status
    error = status["error"]
    return error["type"], error["message"], error.get("line", 0)
