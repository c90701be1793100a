"""A script's parameters: defaults from its header, values from arguments, brought to the defaults' types."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ticklane._nearest import or_known
from ticklane_toolchain.refusal import Finding, shortened
from ticklane_toolchain.settings import shown

__all__ = ["assignments", "merged", "value_problem"]

MAX_PARAMS_BYTES = 1 << 20
_DEEPEST = 32


def assignments(texts: Sequence[str]) -> dict[str, str]:
    """`["n=20", "type=tnt"]` of a command line as a mapping. ValueError when one has no "="."""
    given: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise ValueError(f"--param {text}: is written --param name=value")
        given[name.strip()] = value.strip()
    return given


def merged(defaults: Mapping[str, Any], given: Mapping[str, Any]) -> tuple[dict[str, Any], list[Finding]]:
    """The parameters of a run: defaults overridden by `given`, each in its default's type; and what is wrong.

    A text is read as a TOML or JSON value where the default is no text, so that "20" and "[1, 2]" work. An unknown
    name, a value that has no such type, one that can't be sent: a finding each.
    """
    values, findings = dict(defaults), []
    for name, value in given.items():
        if name not in defaults:
            findings.append(Finding.in_argument(_unknown(str(name), value, defaults)))
            continue
        coerced, problem = _coerce(value, defaults[name])
        problem = problem or value_problem(coerced)
        if problem:
            findings.append(Finding.in_argument(f"{name} = {shown(value)}: {problem}"))
        else:
            values[name] = coerced
    if not findings and not any(value_problem(value) for value in values.values()):
        size = len(msgspec.msgpack.encode(values))
        if size > MAX_PARAMS_BYTES:
            text = f"params: {size:,} bytes together, at most {MAX_PARAMS_BYTES:,}; the largest is {_largest(values)}"
            findings.append(Finding.in_argument(text))
    return values, findings


def value_problem(value: Any, depth: int = 0) -> str:
    """Why a value can't be a parameter; "" when it can: text, number, true/false, list or table of these."""
    if depth > _DEEPEST:
        return "is nested too deeply"
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return "holds a lone surrogate, it is not text"
        return ""
    if isinstance(value, bool | float) or (value is None and depth):
        return ""
    if isinstance(value, int):
        return "" if -(1 << 63) <= value < 1 << 64 else "is no 64-bit integer"
    if isinstance(value, list | tuple):
        return next(filter(None, (value_problem(one, depth + 1) for one in value)), "")
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            return "has a key that is no text"
        return next(filter(None, (value_problem(one, depth + 1) for one in value.values())), "")
    return f"a {type(value).__name__} can't be a parameter: text, number, true, false, list or table"


def _unknown(name: str, value: Any, defaults: Mapping[str, Any]) -> str:
    if defaults:
        return f"{shortened(name, 80)} = {shown(value)}: no such parameter{or_known(name, defaults)}"
    return (
        f"{shortened(name, 80)} = {shown(value)}: this script has no parameters; "
        "it declares them in its header, with defaults, under [tool.ticklane.params]"
    )


def _coerce(value: Any, default: Any) -> tuple[Any, str]:
    """`value` in the type of `default`, or what is wrong with it."""
    if isinstance(default, str):
        return (value, "") if isinstance(value, str) else (None, f"is text{_as_in(default)}")
    if isinstance(value, str):
        try:
            value = _parsed(value)
        except ValueError:
            return None, _wanted(default)
    if isinstance(default, bool):
        return (value, "") if isinstance(value, bool) else (None, _wanted(default))
    if isinstance(default, int):
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return (value, "") if isinstance(value, int) and not isinstance(value, bool) else (None, _wanted(default))
    if isinstance(default, float):
        number = isinstance(value, int | float) and not isinstance(value, bool)
        try:
            return (float(value), "") if number else (None, _wanted(default))
        except OverflowError:
            return None, "is too large for a float"
    if isinstance(default, list):
        return (list(value), "") if isinstance(value, list | tuple) else (None, _wanted(default))
    if isinstance(default, dict):
        return (dict(value), "") if isinstance(value, Mapping) else (None, _wanted(default))
    return value, ""


def _parsed(text: str) -> Any:
    """A text of a command line as the TOML value it spells, else as JSON; ValueError when it is neither."""
    try:
        found = tomllib.loads(f"value = {text}")
        if set(found) == {"value"}:
            return found["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        pass  # JSON is tried next: {"a": 1} is no TOML
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(text) from None


def _wanted(default: Any) -> str:
    if isinstance(default, bool):
        return "is true or false"
    if isinstance(default, int):
        return f"is a whole number{_as_in(default)}"
    if isinstance(default, float):
        return f"is a number{_as_in(default)}"
    if isinstance(default, list):
        return f"is a list{_as_in(default)}"
    return f"is a table{_as_in(default)}"


def _as_in(default: Any) -> str:
    return f" (default {shown(default)})"


def _largest(values: Mapping[str, Any]) -> str:
    return max(values, key=lambda name: len(msgspec.msgpack.encode(values[name])))
