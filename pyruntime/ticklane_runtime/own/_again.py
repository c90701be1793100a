"""Pure-Python modules that keep state in their own names: a script's view is the module run once more, for it alone."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Sequence
from types import CodeType, ModuleType
from typing import Any, Final

from ticklane_runtime.own._context import OwnContext

__all__ = ["run_again"]

_codes: Final[dict[str, CodeType]] = {}


def run_again(context: OwnContext, view: ModuleType, without: frozenset[str] = frozenset()) -> None:
    """Run the module's code in the view; its imports are the script's own modules, those in `without` are missing."""
    name = view.__name__
    code = _codes.get(name)
    if code is None:
        loader: Any = sys.modules[name].__spec__.loader  # type: ignore[union-attr]
        code = _codes[name] = loader.get_code(name)
    space = view.__dict__
    for key in [key for key in space if not key.startswith("__") or key == "__warningregistry__"]:
        del space[key]
    space["__builtins__"] = vars(builtins) | {"__import__": _importer(context, without)}
    exec(code, space)  # noqa: S102 - a module of Python's own


def _importer(context: OwnContext, without: frozenset[str]) -> Callable[..., ModuleType]:
    def import_(
        name: str, globals: Any = None, locals: Any = None, fromlist: Sequence[str] | None = (), level: int = 0
    ) -> ModuleType:
        if name in without:
            raise ImportError(name)
        module = context.module(name)
        return module if fromlist else context.module(name.partition(".")[0])

    return import_
