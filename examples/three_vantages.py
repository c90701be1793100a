# /// script
# dependencies = ["numpy"]
# [tool.ticklane]
# vantage = "client"
# budget_ms = 8
# [tool.ticklane.params]
# vantages = ["client"]
# ticks = 110
# ///
"""The same blasts, falls, shots and jumps watched from several lanes at once, paired by UUID and tick.

Each lane runs the same functions of this file: `watch` before, `collect` after. The server also says what impulses it
gave. For each kind of entity: how many ticks a vantage is behind (the shift that fits best), how far off it is then and
in the same tick (blocks, RMS and largest), and which impulses it has not seen. What to expect: the client moves what
flies and falls by itself, a tick ahead of the server, and is wrong until it is told of a push; what lives it draws to
where it was, 2 ticks late and smoothed; of two blasts in one tick it sees one; and its own player it has a tick before
the server. Add "render" to `vantages` where that lane is open.
"""

from typing import Any

import numpy as np

from ticklane import Entities, ImpulseEvent, Run, ScriptHost

KINDS = ("falling_block", "tnt", "zombie", "arrow", "player")
SHIFTS = range(-3, 8)
LEAST_DV = 0.02  # blocks per tick: a smaller change is no impulse
REACH = 4  # ticks around an impulse in which a vantage may show it

kept: dict[str, Any] = {}


def watch(host: ScriptHost, ticks: int) -> None:
    """Follow all that moves on this lane from now on."""
    uuids: dict[int, str] = {}
    impulses: list[tuple[int, int, float]] = []

    def chosen(entities: Entities) -> Any:
        mask = entities.type.isin(KINDS)
        uuids.update(zip(entities.id[mask].tolist(), map(str, entities[mask].uuid), strict=True))
        return mask

    def given(event: ImpulseEvent) -> None:
        if event.cause == "explosion":
            impulses.append((event.tick, event.id, float(np.linalg.norm(event.vel_after - event.vel_before))))

    kept.update(track=host.track(chosen, ticks), uuids=uuids, impulses=impulses)
    if "impulse_events" in host.game.has:
        host.on("impulse", given)


def collect(host: ScriptHost) -> dict[str, Any]:
    """What this lane has seen: a path for each UUID, and the impulses it was told of."""
    track, uuids = kept["track"], kept["uuids"]
    track.cancel()
    change = np.linalg.norm(track.impulse, axis=2)
    paths = {
        uuids[id]: {
            "type": str(track.type[column]).removeprefix("minecraft:"),
            "ticks": track.ticks[rows].tolist(),
            "pos": track.pos[rows, column].tolist(),
            "vy": track.vel[rows, column, 1].tolist(),
            "change": np.nan_to_num(change[rows, column]).tolist(),
        }
        for column, id in enumerate(track.id.tolist())
        for rows in [track.present[:, column]]
    }
    return {"paths": paths, "impulses": [[tick, uuids[id], dv] for tick, id, dv in kept["impulses"] if id in uuids]}


def floor(server: ScriptHost) -> None:
    """Ground that no blast breaks; and one of each kind, so that the first real ones cost no tick."""
    server.fill((-30, 63, 4), (30, 63, 40), "obsidian")
    for kind in KINDS[:4]:
        server.spawn(kind, (0.5, 80, 35.5), tag="rehearsal", block="sand" if kind == "falling_block" else None)


def clear(server: ScriptHost) -> None:
    """The rehearsal is over."""
    server.remove(server.entities(tag="rehearsal"))


def scene(server: ScriptHost) -> None:
    """Two charges that burst in one tick, a third after them; what they push; what falls; an arrow."""
    for fuse in (30, 30, 42):
        server.spawn("tnt", (0.5, 64, 20.5), fuse=fuse)
    for d in (1, 2, 3, 4):
        server.spawn("tnt", (0.5 + d, 64, 20.5), fuse=200)
    for d in (5, 6, 7):
        server.spawn("zombie", (0.5 - d, 64, 20.5), yaw=-90)
    for i in range(10):
        server.spawn("falling_block", (2 * i - 9.5, 70 + 3 * i, 26.5), block="sand")
    server.spawn("arrow", (-12.5, 66, 24.5), vel=(0.8, 0.9, 0))


def walk(host: ScriptHost, ticks: int) -> Run:
    """The client's player goes south, and jumps now and then."""
    me = host.self()
    me.look(0, 0)
    for t in range(ticks):
        if t == 10:
            me.move(forward=1, sprint=True)
        elif t == 60:
            me.move()
        if t % 25 == 20:
            me.jump()
        yield
    me.move()


def shifted(server: dict[str, Any], seen: dict[str, Any], shift: int) -> list[float]:
    """How far off a path is from where the server had it `shift` ticks before, while it moved there."""
    there = dict(zip(server["ticks"], np.asarray(server["pos"]), strict=True))
    away = []
    for tick, pos in zip(seen["ticks"], np.asarray(seen["pos"]), strict=True):
        was, before = there.get(tick - shift), there.get(tick - shift - 1)
        if was is not None and before is not None and np.abs(was - before).max() > 1e-3:
            away.append(float(np.linalg.norm(pos - was)))
    return away


def fit(server: dict[str, Any], seen: dict[str, Any], kind: str) -> dict[str, float]:
    """The shift that fits the paths of a kind best, and how well."""
    both = [uuid for uuid, path in server.items() if path["type"] == kind and uuid in seen]
    away = {shift: [off for uuid in both for off in shifted(server[uuid], seen[uuid], shift)] for shift in SHIFTS}
    rms = {shift: float(np.sqrt(np.mean(np.square(off)))) for shift, off in away.items() if off}
    if not rms:
        return {"entities": len(both), "pairs": 0}
    best = min(rms, key=lambda shift: (round(rms[shift], 9), abs(shift)))
    return {
        "entities": len(both),
        "pairs": len(away[best]),
        "delay_ticks": best,
        "rms": round(rms[best], 6),
        "max": round(max(away[best]), 6),
        "same_tick_rms": round(rms[0], 6) if 0 in rms else float("nan"),
        "same_tick_max": round(max(away[0]), 6) if away[0] else float("nan"),
    }


def missed(impulses: list[Any], seen: dict[str, Any]) -> dict[str, Any]:
    """The server's impulses that have no change of velocity of their own in a vantage's track."""
    taken: set[tuple[str, int]] = set()
    lost: list[float] = []
    given = [(tick, uuid, dv) for tick, uuid, dv in impulses if dv >= LEAST_DV]
    for tick, uuid, dv in given:
        path = seen.get(uuid, {"ticks": [], "change": []})
        shows = [
            at
            for at, change in zip(path["ticks"], path["change"], strict=True)
            if abs(at - tick) <= REACH and change >= LEAST_DV and (uuid, at) not in taken
        ]
        if shows:
            taken.add((uuid, min(shows, key=lambda at: abs(at - tick))))
        else:
            lost.append(dv)
    return {"given": len(given), "missed": len(lost), "largest_missed_dv": round(max(lost, default=0), 4)}


def first_jump(server: dict[str, Any], seen: dict[str, Any]) -> dict[str, Any]:
    """What both say of the player's vertical speed in the tick in which this vantage sees the first jump."""
    for uuid, path in seen.items():
        if path["type"] == "player":
            for tick, vy in zip(path["ticks"], path["vy"], strict=True):
                if vy > 0.3:
                    there = server.get(uuid, {"ticks": [], "vy": []})
                    was = dict(zip(there["ticks"], there["vy"], strict=True)).get(tick, float("nan"))
                    return {"tick": tick, "here": round(vy, 4), "server": round(was, 4)}
    return {}


def ticks_of(paths: dict[str, Any]) -> set[int]:
    """The ticks in which a lane has taken a step: its players are there all the time."""
    return {tick for path in paths.values() if path["type"] == "player" for tick in path["ticks"]}


def run(host: ScriptHost) -> Run:
    ticks, vantages = host.params["ticks"], host.params["vantages"]
    yield host.on_lane("server", floor)
    yield 10
    yield host.on_lane("server", clear)
    for lane in ("server", *vantages):
        yield host.on_lane(lane, watch, ticks + 40)
    yield 20
    yield host.on_lane("server", scene)
    yield from walk(host, ticks)
    seen = {}
    for lane in ("server", *vantages):
        seen[lane] = yield host.on_lane(lane, collect)
        for uuid, path in seen[lane]["paths"].items():
            host.record("path", {"lane": lane, "uuid": uuid, **path})
    server = seen["server"]["paths"]
    for tick, uuid, dv in seen["server"]["impulses"]:
        host.record("impulse", {"at": tick, "uuid": uuid, "dv": dv})
    return {
        lane: {"ticks_missed": len(ticks_of(server) - ticks_of(seen[lane]["paths"]))}
        | {kind: fit(server, seen[lane]["paths"], kind) for kind in KINDS}
        | {"impulses": missed(seen["server"]["impulses"], seen[lane]["paths"])}
        | {"jump": first_jump(server, seen[lane]["paths"])}
        for lane in vantages
    }
