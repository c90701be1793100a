"""The commands of the fake world, in the game's own words and forms."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ticklane_runtime._errors import BridgeError
from ticklane_runtime._fake_names import full
from ticklane_runtime._fake_world import FakeEntity, FakeWorld

__all__ = ["CommandResult", "run_command"]

MAX_FILL: Final = 32_768


@dataclass(frozen=True)
class CommandResult:
    """Twin of Java's `CommandResult`: the same public fields."""

    understood: bool
    ok: bool
    count: int
    text: str
    number: int = 0


class _Wrong(Exception):  # noqa: N818 - not an error of the caller's
    """The text is not this command's form."""


def run_command(world: FakeWorld, text: str) -> CommandResult:
    """Run one command line; understood is False when it is none."""
    line = text.strip().removeprefix("/")
    name, _, rest = line.partition(" ")
    command = _COMMANDS.get(name)
    if command is None:
        return CommandResult(False, False, 0, f"Unknown or incomplete command: {line[:200]}")
    try:
        ok, count, feedback = command(world, rest.strip())
    except (_Wrong, ValueError, IndexError) as e:
        return CommandResult(False, False, 0, f"Incorrect argument for command {name}: {e}")
    except BridgeError as e:
        return CommandResult(True, False, 0, e.args[0].getMessage())
    return CommandResult(True, ok, count, feedback)


def _number(word: str, base: float = 0.0) -> float:
    if word.startswith("~"):
        return base + (float(word[1:]) if len(word) > 1 else 0.0)
    return float(word)


def _cell(words: list[str]) -> tuple[int, int, int]:
    x, y, z = (math.floor(_number(word)) for word in words[:3])
    return x, y, z


def _code(world: FakeWorld, name: str) -> int:
    code = world.blocks.code(name)
    if code < 0:
        raise _Wrong(f"Unknown block type '{full(name)}'")
    return code


def _select(world: FakeWorld, selector: str) -> list[FakeEntity]:
    match = re.fullmatch(r"@([aesp])(?:\[(.*)\])?", selector)
    if match is None:
        return [world.entities[p.id] for p in world.players.values() if p.name == selector]
    found = list(world.entities.values())
    if match[1] in "asp":
        found = [e for e in found if e.id in world.players]
    limit = len(found)
    for pair in filter(None, (match[2] or "").split(",")):
        key, _, value = pair.partition("=")
        if key == "type":
            wanted = value.removeprefix("!")
            found = [e for e in found if (e.type == full(wanted)) != value.startswith("!")]
        elif key == "tag":
            found = [e for e in found if value in e.tags.split()]
        elif key == "limit":
            limit = int(value)
        elif key not in ("sort", "distance"):
            raise _Wrong(f"Unknown option '{key}'")
    return found[:limit]


def _summon(world: FakeWorld, rest: str) -> tuple[bool, int, str]:
    words = rest.split(" ", 4)
    x, y, z = (_number(word) for word in words[1:4]) if len(words) >= 4 else (0.0, 64.0, 0.0)
    if world.types.code(words[0]) < 0:
        raise _Wrong(f"Unknown entity type '{words[0]}'")
    entity = world.spawn(words[0], (x, y, z), (0.0, 0.0, 0.0))
    if len(words) > 4:
        apply_nbt(world, entity, words[4])
    world.spawned(entity)
    return True, 1, f"Summoned new {entity.type}"


def apply_nbt(world: FakeWorld, entity: FakeEntity, nbt: str) -> None:
    """The few tags that scripts use with /summon."""
    if not (nbt.startswith("{") and nbt.endswith("}")):
        raise BridgeError("bad_value", f"not an NBT compound: {nbt[:80]}")
    if found := re.search(r"\bMotion:\[([^\]]*)\]", nbt):
        vel = [float(word.strip().rstrip("dDfF")) for word in found[1].split(",")]
        entity.vel[:] = [v if abs(v) <= 10 else 0.0 for v in vel]
    if found := re.search(r"\b[fF]use:(-?\d+)", nbt):
        entity.fuse = int(found[1])
    if found := re.search(r"\bTags:\[([^\]]*)\]", nbt):
        entity.tags = " ".join(sorted(shlex.split(found[1].replace(",", " "))))
    if found := re.search(r'\bBlockState:\{Name:"([^"]*)"', nbt):
        entity.block = _code(world, found[1])


def _setblock(world: FakeWorld, rest: str) -> tuple[bool, int, str]:
    words = rest.split()
    x, y, z = _cell(words)
    code = _code(world, words[3])
    if world.block(x, y, z) == code:
        return False, 0, "Could not set the block"
    world.set_block(x, y, z, code)
    return True, 1, f"Changed the block at {x}, {y}, {z}"


def _fill(world: FakeWorld, rest: str) -> tuple[bool, int, str]:
    words = rest.split()
    a, b = _cell(words), _cell(words[3:])
    code = _code(world, words[6])
    low = [min(p, q) for p, q in zip(a, b, strict=True)]
    high = [max(p, q) for p, q in zip(a, b, strict=True)]
    volume = math.prod(h - w + 1 for w, h in zip(low, high, strict=True))
    if volume > MAX_FILL:
        return False, 0, f"Too many blocks in the specified area (maximum {MAX_FILL}, specified {volume})"
    changed = 0
    for x in range(low[0], high[0] + 1):
        for y in range(low[1], high[1] + 1):
            for z in range(low[2], high[2] + 1):
                changed += world.set_block(x, y, z, code) != code
    if not changed:
        return False, 0, "No blocks were filled"
    return True, changed, f"Successfully filled {changed} block(s)"


def _kill(world: FakeWorld, rest: str) -> tuple[bool, int, str]:
    found = [e for e in _select(world, rest or "@s") if e.id not in world.players]
    for entity in found:
        world.remove(entity.id, "command")
    if not found:
        return False, 0, "No entity was found"
    return True, len(found), f"Killed {found[0].type}" if len(found) == 1 else f"Killed {len(found)} entities"


def _tp(world: FakeWorld, rest: str) -> tuple[bool, int, str]:
    words = rest.split()
    found = _select(world, words[0])
    for entity in found:
        entity.pos[:] = [_number(word, base) for word, base in zip(words[1:4], entity.pos, strict=True)]
    if not found:
        return False, 0, "No entity was found"
    return True, len(found), f"Teleported {found[0].type}" if len(found) == 1 else f"Teleported {len(found)} entities"


def _tag(world: FakeWorld, rest: str) -> tuple[bool, int, str]:
    selector, action, tag = rest.split()
    found = _select(world, selector)
    for entity in found:
        tags = set(entity.tags.split())
        (tags.add if action == "add" else tags.discard)(tag)
        entity.tags = " ".join(sorted(tags))
    return bool(found), len(found), f"{action} tag '{tag}': {len(found)} entities"


def _time(_world: FakeWorld, rest: str) -> tuple[bool, int, str]:
    action, value = rest.split()
    if action not in ("set", "add", "query"):
        raise _Wrong(f"unknown action '{action}'")
    times = {"day": 1000, "noon": 6000, "night": 13000, "midnight": 18000}
    number = times[value] if value in times else int(value) if action != "query" else 0
    return True, number, f"Set the time to {number}"


def _say(world: FakeWorld, rest: str) -> tuple[bool, int, str]:
    world.say("chat", "Server", rest)
    return True, 1, f"[Server] {rest}"


def _tick(world: FakeWorld, rest: str) -> tuple[bool, int, str]:
    if rest == "freeze":
        world.frozen = True
        return True, 1, "The game is frozen"
    if rest == "unfreeze":
        world.frozen = False
        return True, 0, "The game runs normally"
    if rest == "query":
        return True, 20, "The game is frozen" if world.frozen else "The game runs normally"
    raise _Wrong(f"unknown action '{rest}'")


_COMMANDS: Final[dict[str, Callable[[FakeWorld, str], tuple[bool, int, str]]]] = {
    "summon": _summon,
    "setblock": _setblock,
    "fill": _fill,
    "kill": _kill,
    "tp": _tp,
    "teleport": _tp,
    "tag": _tag,
    "time": _time,
    "say": _say,
    "tick": _tick,
}
