"""A script's own `contextlib`: redirecting a stream is of its own streams, so it may last over a `yield`."""

from __future__ import annotations

import contextlib
from types import ModuleType, TracebackType
from typing import Any

from ticklane_runtime.own._context import OwnContext

__all__ = ["overrides"]


def overrides(context: OwnContext, view: ModuleType) -> dict[str, Any]:
    def own_sys() -> dict[str, Any]:
        return context.module("sys").__dict__

    class Redirect(contextlib.AbstractContextManager[Any]):
        _stream: str

        def __init__(self, new_target: Any) -> None:
            self._new_target = new_target
            self._old_targets: list[Any] = []

        def __enter__(self) -> Any:
            space = own_sys()
            self._old_targets.append(space[self._stream])
            space[self._stream] = self._new_target
            return self._new_target

        def __exit__(
            self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
        ) -> None:
            own_sys()[self._stream] = self._old_targets.pop()

    return {
        name: type(name, (Redirect,), {"_stream": name.removeprefix("redirect_"), "__module__": "contextlib"})
        for name in ("redirect_stdout", "redirect_stderr")
    }
