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

UNAVAILABLE: Final[Mapping[str, Mapping[str, str]]] = {"server": _SERVER, "client": _CLIENT, "render": _CLIENT}
"""Per lane: a host call ("send"), a name of the contract ("Impulse") or a member ("Player.jump"), why it is refused."""


def unavailable_on(lane: str) -> Mapping[str, str]:
    """The names that a script of this lane is refused for; none for a lane that offers the whole contract."""
    return UNAVAILABLE.get(lane, {})
