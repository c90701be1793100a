"""The script contract as tables, read from the package `ticklane` itself."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import ticklane

__all__ = ["EVENT_CLASSES", "Method", "Parameter", "host_attributes", "host_methods", "member_type", "members"]

EVENT_CLASSES: Final[Mapping[str, tuple[str, ...]]] = {
    "explosion": ("ExplosionEvent",),
    "block_change": ("BlockChangeEvent",),
    "entity_spawn": ("EntitySpawnEvent",),
    "entity_remove": ("EntityRemoveEvent",),
    "impulse": ("ImpulseEvent",),
    "damage": ("DamageEvent",),
    "chat": ("PlayerEvent",),
    "player_join": ("PlayerEvent",),
    "player_leave": ("PlayerEvent",),
    "message": ("MessageEvent",),
}


@dataclass(frozen=True)
class Parameter:
    """One parameter of a host method; `annotation` is its text in the contract."""

    name: str
    annotation: str
    positional: bool
    required: bool
    default: Any = None

    @property
    def is_place(self) -> bool:
        return self.annotation in {"Pos", "Pos | None"}


@dataclass(frozen=True)
class Method:
    """A method of ScriptHost: its parameters without `self`, and the text of what it returns."""

    name: str
    parameters: tuple[Parameter, ...]
    returns: str
    takes_any_number: bool

    @property
    def positional(self) -> tuple[Parameter, ...]:
        return tuple(one for one in self.parameters if one.positional)

    @property
    def keyword_only(self) -> tuple[Parameter, ...]:
        return tuple(one for one in self.parameters if not one.positional)

    def signature(self) -> str:
        """As it is called: host.set_block(pos, block, *, update=True)."""
        parts = [_written(one) for one in self.positional]
        if self.takes_any_number:
            parts.append("*more")
        elif self.keyword_only:
            parts.append("*")
        parts += [_written(one) for one in self.keyword_only]
        return f"host.{self.name}({', '.join(parts)})"


def _written(parameter: Parameter) -> str:
    return parameter.name if parameter.required else f"{parameter.name}={parameter.default!r}"


@cache
def host_methods() -> Mapping[str, Method]:
    """The methods of ScriptHost by name."""
    methods = {}
    for name, function in vars(ticklane.ScriptHost).items():
        if name.startswith("_") or not inspect.isfunction(function):
            continue
        signature = inspect.signature(function)
        own = list(signature.parameters.values())[1:]
        parameters = tuple(
            Parameter(
                one.name,
                str(one.annotation),
                positional=one.kind is not one.KEYWORD_ONLY,
                required=one.default is one.empty,
                default=None if one.default is one.empty else one.default,
            )
            for one in own
            if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
        )
        any_number = any(one.kind is one.VAR_POSITIONAL for one in own)
        methods[name] = Method(name, parameters, str(signature.return_annotation), any_number)
    return methods


@cache
def host_attributes() -> tuple[str, ...]:
    """The attributes of ScriptHost: what is fixed for a run."""
    host = ticklane.ScriptHost
    properties = [name for name, value in vars(host).items() if isinstance(value, property)]
    return tuple(name for name in [*host.__annotations__, *properties] if not name.startswith("_"))


@cache
def members(name: str) -> frozenset[str] | None:
    """The public names that an object of a contract class has; None when `name` is no class of the contract.

    "Event" stands for any event; an Entity may be a Player.
    """
    if name == "Event":
        classes = {one for group in EVENT_CLASSES.values() for one in group}
        return frozenset().union(*(members(one) or frozenset() for one in sorted(classes)))
    found = getattr(ticklane, name, None)
    if not inspect.isclass(found) or not found.__module__.startswith("ticklane"):
        return None
    names = set(dir(found))
    for base in found.__mro__:
        names |= set(vars(base).get("__annotations__", ()))
    if name == "Entity":
        names |= members("Player") or frozenset()
    return frozenset(one for one in names if not one.startswith("_"))


@cache
def member_type(name: str, member: str) -> tuple[str, bool]:
    """The text of a member's type (of a method: what it returns; "" when unknown) and whether it is a method."""
    found = getattr(ticklane, name, None)
    if not inspect.isclass(found):
        return "", False
    raw = inspect.getattr_static(found, member, None)
    if inspect.isfunction(raw):
        return str(raw.__annotations__.get("return", "")), True
    # A property holds its function as fget, the contract's lazily made columns as _make.
    made_by = getattr(raw, "fget", None) or getattr(raw, "_make", None)
    if inspect.isfunction(made_by):
        return str(made_by.__annotations__.get("return", "")), False
    for base in found.__mro__:
        annotations = vars(base).get("__annotations__", {})
        if member in annotations:
            return str(annotations[member]), False
    return "", callable(raw)


def element_type(name: str) -> str:
    """What iterating over, or taking one row of, an object gives; "" when unknown."""
    if name == "Entities":
        return "Entity"
    listed = re.fullmatch(r"(?:list|Sequence|tuple)\[(\w+)(?:, \.\.\.)?\]", name)
    return listed[1] if listed else ""
