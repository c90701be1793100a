"""Measuring and telling: verdicts, records, the result, log lines; and what reaches other lanes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ticklane import Lane, Pending
from ticklane_runtime import _args
from ticklane_runtime._fault import short
from ticklane_runtime._guard import masked_leaf
from ticklane_runtime._host_base import HostBase
from ticklane_runtime._output import encode_result
from ticklane_runtime._plain_values import to_plain
from ticklane_runtime._post import post

__all__ = ["HostTelling", "Verdicts"]

_MAX_FAILED = 100


class Verdicts:
    """Counts of expect(); only failures are spelt out, the first 100 of them."""

    __slots__ = ("failed", "failures", "passed")

    def __init__(self) -> None:
        self.passed = 0
        self.failures = 0
        self.failed: list[str] = []

    def add(self, passed: bool, text: str) -> None:
        if passed:
            self.passed += 1
            return
        self.failures += 1
        if len(self.failed) < _MAX_FAILED:
            self.failed.append(text)

    def report(self) -> dict[str, Any]:
        out: dict[str, Any] = {"pass": self.passed, "fail": self.failures}
        if self.failed:
            out["failed"] = self.failed
        return out


class HostTelling(HostBase):
    __slots__ = ()

    def expect(self, name: str, measured: Any, expected: Any, tol: float = 1e-5) -> bool:
        verdicts = self._script.verdicts
        label = name[:200] if type(name) is str else short(name)
        try:
            passed, text = _compare(measured, expected, tol)
        except Exception as e:  # noqa: BLE001 - a comparison of a script's own objects may raise anything
            passed, text = False, f"can't be compared: {type(e).__name__}: {e}"[:300]
        masked_leaf(self._watch, verdicts.add, passed, "" if passed else f"{label}: {text}")
        return passed

    def record(self, key: str, value: Any) -> None:
        records = self._script.records
        row = records.row(self._lane.now, key, value)
        if row is not None:
            masked_leaf(self._watch, records.add, row)

    def result(self, value: Any) -> None:
        self._script.result = encode_result(value)

    def log(self, *values: Any) -> None:
        self._script.lines.text(" ".join([v if type(v) is str else str(v) for v in values]))

    # -- what needs more than this lane
    def send(self, script_id: str, value: Any) -> None:
        id = _args.plain(script_id, "host.send(script_id, value)")
        self._keep(post.send, self._script.id, id, to_plain(value, f"host.send({id!r}, value)"))

    def on_lane(self, lane: Lane, function: Callable[..., Any], *args: Any) -> Pending:
        _args.action(function, "host.on_lane(lane, function)")
        return self._lane.calls.ask(self._script, str(lane), function, args)


def _compare(measured: Any, expected: Any, tol: float) -> tuple[bool, str]:
    if _is_number(measured) and _is_number(expected):
        passed = bool(abs(measured - expected) <= tol)
        return passed, f"{_text(measured)}, expected {_text(expected)} ± {tol:g}"
    if _is_numeric(measured) and _is_numeric(expected):
        a, b = np.asarray(measured, np.float64), np.asarray(expected, np.float64)
        if a.shape != b.shape and b.ndim != 0:
            return False, f"shape {a.shape}, expected {b.shape}"
        away = np.abs(a - b)
        passed = bool((away <= tol).all())
        worst = float(np.max(away, initial=0.0))
        return passed, f"off by up to {worst:.6g} in {int((~(away <= tol)).sum())} of {a.size}, tolerance {tol:g}"
    equal = measured == expected
    passed = bool(equal.all()) if isinstance(equal, np.ndarray) else bool(equal)
    return passed, f"{short(measured)}, expected {short(expected)}"


def _is_number(value: Any) -> bool:
    if isinstance(value, np.generic):
        return value.dtype.kind in "fiu"
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_numeric(value: Any) -> bool:
    if _is_number(value):
        return True
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "fiu"
    return isinstance(value, list | tuple) and len(value) > 0 and all(map(_is_number, value))


def _text(value: Any) -> str:
    number = value.item() if isinstance(value, np.generic) else value
    if isinstance(number, int):
        return str(number) if number.bit_length() < 256 else "a huge integer"
    if number == 0 or 1e-3 <= abs(number) < 1e7:
        return f"{number:.6f}"
    return f"{number:.6g}"
