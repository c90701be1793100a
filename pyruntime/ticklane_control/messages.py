"""What the game and those who control it say to each other: the bodies of the control protocol."""

from __future__ import annotations

from typing import Any

import msgspec

__all__ = ["Module", "StartRequest"]


class Module(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One module of a script bundle.

    `name` is "__main__" for the script itself, else the dotted name it is imported by. `filename` is relative to the
    bundle ("falling_blocks.py", "pkg/__init__.py") and is what tracebacks show. `code` is a marshalled code object made
    by the Python whose magic number the request carries.
    """

    name: str
    filename: str
    source: str
    code: bytes
    is_package: bool = False


class StartRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Body of the verb `start`: a checked, instrumented and compiled script and how to run it.

    `mode` is "run", "once", "tick" or "on_event" and only informs: the runtime follows the functions that exist.
    `modules` holds the script first. `magic` is `importlib.util.MAGIC_NUMBER` in hex. `seed` is any 64-bit integer,
    signed or not. `ticks` None means no end of its own. `budget_ms` and `hard_ms` are milliseconds of one step.
    """

    id: str
    lane: str
    mode: str
    modules: list[Module]
    magic: str
    params: dict[str, Any]
    seed: int
    ticks: int | None
    budget_ms: float
    hard_ms: float
    caps: list[str]
    events: list[str]
    dimension: str
    source_hash: str
    operation_id: str
    run_dir: str
    header: dict[str, Any]
    docstring: str
