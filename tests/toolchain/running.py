"""Running a module with and without the checks."""

from __future__ import annotations

import ast
import contextlib
import ctypes
import io
from collections.abc import Callable
from typing import Any

from ticklane_toolchain.instrument import CHECK, FLAG, instrument


class Stop(BaseException):
    """What the check raises in these tests."""


def compiled(source: str, filename: str = "script.py", *, instrumented: bool = True) -> Any:
    tree = ast.parse(source, filename)
    if instrumented:
        instrument(tree)
    return compile(tree, filename, "exec", dont_inherit=True)


def no_check() -> None:
    raise AssertionError("the check was called while the flag was 0")


def outcome(source: str, *, instrumented: bool) -> tuple[str, str]:
    """What a module prints, and the exception that ends it ("" when none does)."""
    space: dict[str, Any] = {"__name__": "script"}
    if instrumented:
        space |= {FLAG: ctypes.c_byte(0), CHECK: no_check}
    printed = io.StringIO()
    ended = ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(compiled(source, instrumented=instrumented), space)
        except Exception as error:  # noqa: BLE001 - it is what is compared
            ended = f"{type(error).__name__}: {error}"
    return printed.getvalue(), ended


def stopping(source: str, started: Callable[[], None], flag: ctypes.c_byte) -> BaseException | None:
    """Runs an instrumented module whose check raises Stop; gives what ended it."""

    def check() -> None:
        raise Stop

    space: dict[str, Any] = {"__name__": "script", FLAG: flag, CHECK: check, "started": started}
    code = compiled(source)
    try:
        exec(code, space)
    except BaseException as error:  # noqa: BLE001 - it is what is looked at
        return error
    return None
