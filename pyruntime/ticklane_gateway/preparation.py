"""From what was asked to a start request, by the toolchain and off the event loop: large sources take seconds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import anyio
import anyio.to_thread
import msgspec
from fastmcp.exceptions import ToolError

from ticklane_control.messages import StartRequest

__all__ = ["Asked", "Prepared", "in_worker", "prepare_script"]

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The arguments of `script_start` that say what to start; None and empty mean "as the header says"."""

    source: str = ""
    path: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    id: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    ticks: int | None = None
    vantage: str | None = None
    budget_ms: float | None = None
    caps: Sequence[str] = ()
    operation_id: str = ""

    def beside(self, game_dir: Path) -> Asked:
        """The same with a relative `path` meant from the game folder; raises `ToolError` unless there is one script."""
        if bool(self.source) == bool(self.path):
            raise ToolError("script_start: give exactly one of source (the script's text) and path (its file)")
        if self.path and self.files:
            raise ToolError("script_start: files go with source; the modules beside a path are importable as they are")
        return replace(self, path=str(game_dir / Path(self.path).expanduser())) if self.path else self


@dataclass(frozen=True)
class Prepared:
    """A script that may start."""

    request: StartRequest

    def summary(self) -> bytes:
        """What `check_only` answers."""
        request = self.request
        return msgspec.json.encode(
            {
                "id": request.id,
                "state": "checked",
                "lane": request.lane,
                "mode": request.mode,
                "params": request.params,
                "budget_ms": request.budget_ms,
                "modules": [module.name for module in request.modules],
                "source_hash": request.source_hash,
            }
        )


async def prepare_script(asked: Asked, *, lanes: Sequence[str], allowed: Sequence[str]) -> Prepared:
    """Check, instrument and compile for a game with those lanes; `allowed` are the capabilities the user allows.

    Raises `ToolError` with all findings when the script is refused. Cancelling leaves the work to end by itself.
    """
    return await in_worker(_prepare, asked, list(lanes), list(allowed))


async def in_worker(work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Do work of the toolchain off the event loop. Cancelling leaves it to end by itself."""
    return await anyio.to_thread.run_sync(partial(work, *args, **named), abandon_on_cancel=True, limiter=_at_once())


@cache
def _at_once() -> anyio.CapacityLimiter:
    """How many are prepared at the same time: one GIL does the work, and answers calls beside it."""
    return anyio.CapacityLimiter(2)


def _prepare(asked: Asked, lanes: list[str], allowed: list[str]) -> Prepared:
    # Imported when first needed: the endpoint listens before the checker is loaded.
    from ticklane_toolchain.prepare import prepare
    from ticklane_toolchain.refusal import Refusal

    try:
        request = prepare(
            asked.path or None,
            source=asked.source,
            files=asked.files,
            id=asked.id,
            params=asked.params,
            seed=asked.seed,
            ticks=asked.ticks,
            vantage=asked.vantage,
            budget_ms=asked.budget_ms,
            caps=asked.caps,
            operation_id=asked.operation_id,
            lanes=lanes,
            allowed=allowed,
        )
    except Refusal as refusal:
        raise ToolError(str(refusal)) from refusal
    return Prepared(request)
