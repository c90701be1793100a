"""Words for host calls from other systems, and the call that does it here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["HERE"]

HERE: Final[Mapping[str, str]] = {
    "add_entity": "host.spawn(type, pos)",
    "chat": 'host.command("say …") or host.log(…)',
    "current_tick": "host.tick()",
    "execute": 'host.command("…")',
    "execute_command": 'host.command("…")',
    "game_time": "host.tick()",
    "get_block": "host.block(pos)",
    "get_blocks": "host.blocks(a, b)",
    "get_entities": "host.entities()",
    "get_player": "host.self()",
    "get_players": "host.players()",
    "get_tick": "host.tick()",
    "kill": "host.remove(entity)",
    "message": "host.log(…)",
    "nearby_entities": "host.entities(radius, center=pos)",
    "output": "host.record(key, value)",
    "place_block": "host.set_block(pos, block)",
    "player": "host.self()",
    "print": "host.log(…)",
    "rng": "host.random",
    "run_command": 'host.command("…")',
    "say": 'host.command("say …") or host.log(…)',
    "setblock": "host.set_block(pos, block)",
    "set_velocity": "host.modify(entity, vel=(0, 0, 0))",
    "sleep": "yield n, in run(host)",
    "summon": "host.spawn(type, pos)",
    "teleport": "host.modify(entity, pos=(0, 64, 0))",
    "time": "host.tick()",
    "ticks": "host.tick() or host.elapsed()",
    "wait": "yield n, in run(host)",
    "world": "the calls of host itself: host.block(pos), host.entities()",
}
