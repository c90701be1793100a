"""Scripts without a game: a `ScriptHost` over a small world in pure Python, for unit tests.

    from ticklane.testing import FakeHost

    def test_falls():
        host = FakeHost()
        tnt = host.spawn("tnt", (0.5, 100, 0.5))
        host.advance(20)
        assert abs(tnt.y - (100 - 7.425581)) < 1e-5

    def test_the_whole_script():
        outcome = FakeHost().run("experiments/fall.py", ticks=600, params={"n": 50})
        assert outcome.reason == "finished" and outcome.result["landed"] == 50

Scripts are stepped by the same runtime as in the game, files are checked and compiled by the same toolchain. The world
is simple: free fall, a flat floor and single explosions are right, the rest is not (docs/testing-scripts.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, Literal

from ticklane_runtime._fake_run import FakeGame
from ticklane_runtime._host import Host

__all__ = ["FakeHost", "Outcome"]


@dataclass(frozen=True)
class Outcome:
    """What a run of a script came to.

    Attributes:
        state: "ended", or "running" when the ticks that were given did not suffice.
        reason: why it ended: finished stopped failed budget memory; "" while it runs.
        result: what result() or run() gave, as it comes back from JSON; None without one.
        records: the recorded rows, {"tick", "key", "value"} each.
        lines: what it logged and printed.
        error: type, line, code, in, message and locals of what it failed with; None else.
        verdicts: expect(): {"pass", "fail", "failed"}; empty without any.
        elapsed: ticks from its step 0 to its end.
        status: everything that was published about it, merged.
    """

    state: str
    reason: str
    result: Any
    records: list[dict[str, Any]]
    lines: list[str]
    error: dict[str, Any] | None
    verdicts: dict[str, Any]
    elapsed: int
    status: dict[str, Any]


class FakeHost(Host):
    """A `ScriptHost` for direct calls, which also runs whole scripts in its world.

    Args:
        seed: of `random` and of the world.
        params: what `params` gives.
        world: "flat" has a floor whose surface is y = 64, "void" has nothing.
        has: what `game.has` says.
        sprint: whether nobody waits for ticks; True spares slow test machines the soft budget.
    """

    __slots__ = ("_fake", "_own")
    _fake: FakeGame

    def __init__(
        self,
        *,
        seed: int = 0,
        params: Mapping[str, Any] | None = None,
        world: Literal["flat", "void"] = "flat",
        has: tuple[str, ...] = (),
        sprint: bool = True,
    ) -> None:
        self._fake = FakeGame(world, seed, has, sprint=sprint)
        self._own = self._fake.resident(self._take_over, dict(params or {}), seed)

    def _take_over(self, lane: Any, script: Any) -> FakeHost:
        super().__init__(lane, script)
        return self

    def advance(self, n: int = 1) -> None:
        """Let n ticks pass; what was scheduled or waited for on this host is called.

        Raises whatever such a call raised.
        """
        for _ in range(n):
            self._fake.tick()
            error = self._own.raised
            if error is not None:
                raise error

    @property
    def lines(self) -> list[str]:
        """What was logged on this host so far."""
        self._own.lines.flush()
        return list(self._fake.output_of(self._own).lines)

    @property
    def records(self) -> list[dict[str, Any]]:
        """The rows recorded on this host so far."""
        self._own.records.flush()
        return self._fake.output_of(self._own).records()

    @property
    def answer(self) -> Any:
        """What result() was last given on this host, as it comes back from JSON; None without one."""
        return self._fake.answer_of(self._own)

    @property
    def verdicts(self) -> dict[str, Any]:
        """expect() on this host so far: {"pass", "fail", "failed"}."""
        return self._own.verdicts.report()

    def join(self, name: str, pos: tuple[float, float, float] = (0.5, 64, 0.5), game_mode: str = "survival") -> int:
        """A player comes in; gives the entity's id."""
        return self._fake.world.join(name, pos, game_mode).id

    def leave(self, id: int) -> None:
        """A player goes."""
        self._fake.world.leave(id)

    def say(self, name: str, text: str) -> None:
        """A player says something."""
        self._fake.world.say("chat", name, text)

    def run(
        self,
        script: str | PathLike[str] | Callable[..., Any],
        *,
        ticks: int = 10_000,
        params: Mapping[str, Any] | None = None,
        seed: int | None = None,
        id: str = "",
        allow: Sequence[str] = (),
    ) -> Outcome:
        """Run a script in this world until it ends, or for at most `ticks` ticks.

        Args:
            script: a file, checked and compiled as for the game (its parameters may be texts), or a function that is
                taken as the script's run(host).
            ticks: how long at most; then the outcome's state is "running", and the script goes on in advance().
            params: its parameters.
            seed: its seed; the header's, else 0.
            id: its name; made from the file or function without one.
            allow: capabilities that it may have; a function has them, a file has to ask for them in its header.

        Raises:
            ticklane_toolchain.Refusal: the file was refused, with every finding.
            NotHereError: it asks for another lane than the server's.
        """
        run = self._fake.start(script, dict(params or {}), seed, id, allow)
        for _ in range(ticks):
            if run.ended:
                break
            self._fake.tick()
        return Outcome(**run.outcome())
