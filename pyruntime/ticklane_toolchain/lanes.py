"""What the host of a lane can't do, by name: refused before a tick is spent instead of failing when it is called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["UNAVAILABLE", "unavailable_on"]

_SERVER: Final[Mapping[str, str]] = {
    "frame": 'a frame is measured through a client\'s eyes: vantage = "render" or "client". '
    "host.screenshot() and host.draw work here",
    "Player.move": "a player is controlled on the client lane only",
    "Player.look": "a player is controlled on the client lane only",
    "Player.jump": "a player is controlled on the client lane only",
    "Player.attack": "a player is controlled on the client lane only",
    "Player.use": "a player is controlled on the client lane only",
    "Player.select": "a player is controlled on the client lane only",
}

_ASK: Final = "a client changes nothing by itself: ask the server, host.command(…) as a player may"
_CLIENT: Final[Mapping[str, str]] = {
    "spawn": _ASK,
    "modify": _ASK,
    "remove": _ASK,
    "set_block": _ASK,
    "set_blocks": _ASK,
    "fill": _ASK,
    "ignite": _ASK,
    "snapshot": "only the server has the whole world",
    "restore": "only the server has the whole world",
}

_BESIDE: Final = (
    "a script beside the game acts and looks through one of its lanes: "
    'got = yield host.on_lane("server", function, …) calls function(host, …) there'
)
_EVERY_TICK: Final = (
    "a script beside the game doesn't see every tick: measure on the server lane, in a script of its own that sends "
    'what it has, or by got = yield host.on_lane("server", function, …)'
)
_PARALLEL: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("spawn", "modify", "remove", "set_block", "set_blocks", "fill", "ignite", "command", "snapshot", "restore"),
        _BESIDE,
    ),
    **dict.fromkeys(("block", "blocks", "screenshot", "draw", "frame", "self"), _BESIDE),
    **dict.fromkeys(("track", "capture", "Impulse", "Landed", "Enters"), _EVERY_TICK),
    "internals": "the game's objects are in another process",
    **dict.fromkeys([name for name in _SERVER if name.startswith("Player.")], _SERVER["Player.move"]),
}

UNAVAILABLE: Final[Mapping[str, Mapping[str, str]]] = {
    "server": _SERVER,
    "client": _CLIENT,
    "render": _CLIENT,
    "parallel": _PARALLEL,
}
"""Per lane: a host call ("send"), a name of the contract ("Impulse") or a member ("Player.jump"), why it is refused."""


def unavailable_on(lane: str) -> Mapping[str, str]:
    """The names that a script of this lane is refused for; none for a lane that offers the whole contract."""
    return UNAVAILABLE.get(lane, {})
