"""Ticklane's contract: what a script imports. Pure Python and numpy; needs no game and no JVM."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ticklane import _current
from ticklane.arrays import B1, F8, I8, Places, Pos
from ticklane.block import Block
from ticklane.blocks import Blocks
from ticklane.entities import Entities
from ticklane.entity import Entity, Player
from ticklane.errors import (
    CommandError,
    EncodeError,
    GoneError,
    LimitError,
    NotAllowedError,
    NotHereError,
    TicklaneError,
    UnknownNameError,
    UnloadedError,
)
from ticklane.events import (
    BlockChangeEvent,
    DamageEvent,
    EntityRemoveEvent,
    EntitySpawnEvent,
    Event,
    ExplosionEvent,
    ImpulseEvent,
    Kind,
    MessageEvent,
    PlayerEvent,
    TriggerEvent,
)
from ticklane.game import Game, Vantage
from ticklane.grouping import direction, summary_by
from ticklane.handles import Capture, CommandReply, Handle, Pending, Snapshot
from ticklane.histogram import Histogram
from ticklane.names import Names
from ticklane.pictures import CameraKind, Draw, Frame, PictureFile
from ticklane.record_table import RecordTable
from ticklane.runs import RecordedRun, read_run
from ticklane.script import Filter, Lane, Run
from ticklane.script_host import ScriptHost
from ticklane.series import Series, Track, Window
from ticklane.statistics import Running, aabb_groups, summary
from ticklane.triggers import Enters, Impulse, Landed, Trigger

__all__ = [
    "B1",
    "F8",
    "I8",
    "Block",
    "BlockChangeEvent",
    "Blocks",
    "CameraKind",
    "Capture",
    "CommandError",
    "CommandReply",
    "DamageEvent",
    "Draw",
    "EncodeError",
    "Enters",
    "Entities",
    "Entity",
    "EntityRemoveEvent",
    "EntitySpawnEvent",
    "Event",
    "ExplosionEvent",
    "Filter",
    "Frame",
    "Game",
    "GoneError",
    "Handle",
    "Histogram",
    "Impulse",
    "ImpulseEvent",
    "Kind",
    "Landed",
    "Lane",
    "LimitError",
    "MessageEvent",
    "Names",
    "NotAllowedError",
    "NotHereError",
    "Pending",
    "PictureFile",
    "Places",
    "Player",
    "PlayerEvent",
    "Pos",
    "RecordTable",
    "RecordedRun",
    "Run",
    "Running",
    "ScriptHost",
    "Series",
    "Snapshot",
    "TicklaneError",
    "Track",
    "Trigger",
    "TriggerEvent",
    "UnknownNameError",
    "UnloadedError",
    "Vantage",
    "Window",
    "aabb_groups",
    "direction",
    "read_run",
    "summary",
    "summary_by",
]

if TYPE_CHECKING:
    # The stepping script's own host; also a global of every script.
    host: ScriptHost


def __getattr__(name: str) -> Any:
    if name == "host":
        if _current.host is None:
            # Not an AttributeError: `from ticklane import host` would hide its message.
            raise NotHereError(
                "ticklane.host exists only while a script is stepped: start the file with `ticklane run`"
            )
        return _current.host
    from ticklane._nearest import did_you_mean

    raise AttributeError(f"module 'ticklane' has no attribute {name!r}{did_you_mean(name, __all__)}")
