"""The names the fake world knows: a small part of the game's own, with the same form."""

from __future__ import annotations

from itertools import product
from typing import Final, NamedTuple, get_args

from ticklane.events import Cause
from ticklane_runtime._errors import BridgeError

__all__ = ["BLOCKS", "CAUSES", "ENTITIES", "ITEMS", "Form", "Table", "block_table"]


class Form(NamedTuple):
    """How an entity type moves. `order` names the steps of one tick: A gravity, P move, D drag."""

    width: float
    height: float
    gravity: float
    drag: float
    drag_xz: float
    order: str
    health: float = float("nan")


_MOB: Final = (0.08, 0.9800000190734863, 0.9100000262260437, "PAD", 20.0)
_FAST: Final = 0.9900000095367432

ENTITIES: Final[dict[str, Form]] = {
    "tnt": Form(0.98, 0.98, 0.04, 0.98, 0.98, "APD"),
    "falling_block": Form(0.98, 0.98, 0.04, 0.98, 0.98, "APD"),
    "item": Form(0.25, 0.25, 0.04, 0.98, 0.98, "APD"),
    "experience_orb": Form(0.5, 0.5, 0.03, 0.98, 0.98, "APD"),
    "arrow": Form(0.5, 0.5, 0.05, _FAST, _FAST, "PDA"),
    "snowball": Form(0.25, 0.25, 0.03, _FAST, _FAST, "ADP"),
    "ender_pearl": Form(0.25, 0.25, 0.03, _FAST, _FAST, "ADP"),
    "armor_stand": Form(0.5, 1.975, *_MOB),
    "zombie": Form(0.6, 1.95, *_MOB),
    "husk": Form(0.6, 1.95, *_MOB),
    "pig": Form(0.9, 0.9, *_MOB),
    "cow": Form(0.9, 1.4, *_MOB),
    "player": Form(0.6, 1.8, *_MOB),
}

# id -> its properties and their values, the default first
BLOCKS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "air": {},
    "stone": {},
    "dirt": {},
    "grass_block": {"snowy": ("false", "true")},
    "bedrock": {},
    "obsidian": {},
    "cobblestone": {},
    "stone_bricks": {},
    "cracked_stone_bricks": {},
    "sand": {},
    "gravel": {},
    "glass": {},
    "white_wool": {},
    "iron_block": {},
    "redstone_block": {},
    "oak_planks": {},
    "oak_log": {"axis": ("y", "x", "z")},
    "tnt": {"unstable": ("false", "true")},
    "water": {"level": tuple(map(str, range(16)))},
    "oak_stairs": {
        "facing": ("north", "south", "west", "east"),
        "half": ("bottom", "top"),
        "shape": ("straight", "inner_left", "inner_right", "outer_left", "outer_right"),
        "waterlogged": ("false", "true"),
    },
}

ITEMS: Final = ("diamond", "stick", "stone", "cobblestone", "sand", "tnt", "arrow", "bow", "iron_ingot", "apple")
CAUSES: Final[tuple[str, ...]] = (*get_args(Cause), "explosion", "collision", "damage", "knockback")


def full(name: str) -> str:
    return name if ":" in name else f"minecraft:{name}"


class Table:
    """Names by code. `names[code]` is the full name; `codes` finds plain and full spellings."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.codes = {name: code for code, name in enumerate(names)}

    def name(self, code: int) -> str:
        if not 0 <= code < len(self.names):
            raise BridgeError("bad_value", f"no name has code {code}")
        return self.names[code]

    def code(self, name: str) -> int:
        return self.codes.get(full(name), -1)

    def nearest(self, name: str) -> list[str]:
        from difflib import get_close_matches

        plain = [known.removeprefix("minecraft:") for known in self.names]
        return get_close_matches(name.removeprefix("minecraft:").partition("[")[0], plain, 3, 0.5)


class _Blocks(Table):
    """Block states; `code` accepts a state without all its properties."""

    def code(self, name: str) -> int:
        id, bracket, rest = name.partition("[")
        id = full(id.strip()).removeprefix("minecraft:")
        props = BLOCKS.get(id)
        if props is None or (bracket and not rest.endswith("]")):
            return -1
        chosen = {key: values[0] for key, values in props.items()}
        for pair in filter(None, rest[:-1].split(",")):
            key, _, value = pair.partition("=")
            if value.strip() not in props.get(key.strip(), ()):
                return -1
            chosen[key.strip()] = value.strip()
        return self.codes[_state(id, chosen)]

    def nearest(self, name: str) -> list[str]:
        from difflib import get_close_matches

        return get_close_matches(name.removeprefix("minecraft:").partition("[")[0], list(BLOCKS), 3, 0.5)


def _state(id: str, props: dict[str, str]) -> str:
    listed = ",".join(f"{key}={props[key]}" for key in sorted(props))
    return f"minecraft:{id}[{listed}]" if listed else f"minecraft:{id}"


def block_table() -> Table:
    """All states in a fixed order; air is 0."""
    names = []
    for id, props in BLOCKS.items():
        names += [_state(id, dict(zip(props, values, strict=True))) for values in product(*props.values())]
    return _Blocks(names)
