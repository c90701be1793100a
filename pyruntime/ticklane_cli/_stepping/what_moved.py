# /// script
# [tool.ticklane]
# budget_ms = 0.1  # sprinting nobody holds it to that, and so it is admitted beside all others
# events = [
#     "impulse", "explosion", "block_change", "entity_spawn", "entity_remove", "damage", "chat", "player_join",
#     "player_leave",
# ]
# [tool.ticklane.params]
# rows = 10
# type = ""
# ids = []
# ///
"""What moved and what happened in each tick, for `ticklane step`: bounded rows, the most telling first."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ticklane import Entities, Event, ImpulseEvent, ScriptHost

before: Entities
happened: list[dict[str, Any]] = []
counts: Counter[str] = Counter()
impulses: dict[int, list[str]] = {}


def on_start(host: ScriptHost) -> None:
    global before
    before = host.entities()
    if host.params["type"]:
        host.entities(type=host.params["type"])  # an unknown one is an error that names the nearest


def on_event(host: ScriptHost, event: Event) -> None:
    kind = event.kind
    counts[kind] += 1
    if isinstance(event, ImpulseEvent):
        causes = impulses.setdefault(event.id, [])
        if event.cause not in causes:
            causes.append(event.cause)
    elif sum(counts.values()) - counts["impulse"] <= host.params["rows"]:
        happened.append(_told(kind, event))


def _told(kind: str, event: Any) -> dict[str, Any]:
    row: dict[str, Any] = {"kind": kind, "pos": event.pos}
    if kind == "block_change":
        return row | {"old": str(event.old), "new": str(event.new)}
    if kind == "explosion":
        return row | {"id": event.source, "power": event.power, "broken": event.broken}
    if kind == "entity_spawn":
        return row | {"id": event.id, "type": event.type}
    if kind == "entity_remove":
        return row | {"id": event.id, "type": event.type, "cause": event.cause, "age": event.age}
    if kind == "damage":
        return row | {"id": event.id, "type": event.type, "amount": event.amount, "cause": event.cause}
    return row | {"name": event.name, "text": event.text}


def on_tick(host: ScriptHost) -> None:
    global before
    now = host.entities()
    was = before.rows(now.id)
    known = was >= 0
    n = len(now)
    moved = np.zeros((n, 3))
    dv = np.zeros((n, 3))
    moved[known] = now.pos[known] - before.pos[was[known]]
    dv[known] = now.vel[known] - before.vel[was[known]]
    moves = (moved != 0).any(axis=1) | (dv != 0).any(axis=1)
    pushed = np.isin(now.id, np.fromiter(impulses, np.int64, len(impulses)))
    shown = moves | pushed | ~known
    if host.params["type"]:
        shown = now.type == host.params["type"]
    if host.params["ids"]:
        shown = np.isin(now.id, host.params["ids"])
    rows = np.flatnonzero(shown)
    # Pushed ones first, then what is new, then what was accelerated most; in spawn order where equal.
    rank = np.lexsort((rows, -np.linalg.norm(dv[rows], axis=1), known[rows], ~pushed[rows]))
    rows = np.sort(rows[rank[: host.params["rows"]]])
    host.record(
        "tick",
        {
            "entities": n,
            "moved": int(moves.sum()),
            "shown_of": int(shown.sum()),
            "rows": [
                {
                    "id": int(now.id[row]),
                    "type": now.type[row],
                    "pos": now.pos[row].tolist(),
                    "vel": now.vel[row].tolist(),
                    "moved": moved[row].tolist(),
                    "dv": dv[row].tolist(),
                    "new": not known[row],
                    "causes": impulses.get(int(now.id[row]), []),
                }
                for row in rows
            ],
            "happened": list(happened),
            "counts": dict(counts),
        },
    )
    before = now
    happened.clear()
    counts.clear()
    impulses.clear()
