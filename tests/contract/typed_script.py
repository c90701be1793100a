"""A script as a user writes it, with what a type checker must make of each value. Never run: checked by mypy."""

from __future__ import annotations

from typing import assert_type

import numpy as np

from ticklane import (
    B1,
    F8,
    I8,
    Block,
    Blocks,
    CommandReply,
    Entities,
    Entity,
    Event,
    Handle,
    Impulse,
    Landed,
    Names,
    Player,
    Run,
    Running,
    ScriptHost,
    aabb_groups,
    summary,
)


def values(host: ScriptHost) -> None:
    es = host.entities(16, lambda table: (table.y < 64) & ~table.on_ground, type=["tnt", "item"], center=np.zeros(3))
    assert_type(es, Entities)
    assert_type(es.vel, F8)
    assert_type(es.id, I8)
    assert_type(es.on_ground, B1)
    assert_type(es.type, Names)
    assert_type(es.type == "tnt", B1)
    assert_type(es.type[0], str)
    assert_type(es[0], Entity)
    assert_type(es[np.argmax(es.vy)], Entity)
    assert_type(es[es.type == "tnt"], Entities)
    assert_type(es[1:], Entities)
    assert_type(es[es.rows([1, 2])], Entities)
    assert_type(aabb_groups(es), I8)
    blocks = host.blocks((0, 0, 0), [1, 2, 3])
    assert_type(blocks, Blocks)
    assert_type((blocks == "stone") | (blocks == "air"), B1)
    assert_type(blocks.put(blocks == "stone", "air").at((0, 0, 0)), Block)
    assert_type(blocks.counts(), dict[str, int])
    assert_type(host.set_block((0, 0, 0), "tnt"), Block)
    assert_type(host.command("say hi"), CommandReply)
    assert_type(host.players(), list[Player])
    assert_type(summary([1.0]), dict[str, float])
    running = Running()
    running.push(es.y)
    running.push(len(es))
    assert_type(running.quantile(0.5), float)


def events(host: ScriptHost, event: Event) -> None:
    if event.kind == "entity_remove":
        assert_type(event.vel, F8)
        assert_type(event.age, int)
    elif event.kind == "block_change":
        assert_type(event.old, Block)
    elif event.kind == "chat":
        assert_type(event.text, str)
    handle = host.on("explosion", lambda explosion: host.log(explosion.power), quiet=20)
    assert_type(handle, Handle)
    host.on(Impulse(0.1, type="tnt"), print)
    host.on(Landed(), print)
    handle.cancel()


def mistakes(host: ScriptHost) -> None:
    """Each is refused: an ignore that is not needed is an error too."""
    es = host.entities()
    es.vel = np.zeros((1, 3))  # type: ignore[assignment]
    es[0].x = 3.0  # type: ignore[misc]
    host.seed = 3  # type: ignore[misc]
    host.spawn("tnt", 1, 2, 3)  # type: ignore[arg-type, call-arg]
    host.on("explosions", print)  # type: ignore[arg-type]
    host.fill((0, 0, 0), (1, 1, 1))  # type: ignore[call-arg]
    host.entity()  # type: ignore[attr-defined]


def run(host: ScriptHost) -> Run:
    yield
    yield 20
    got = yield host.command("list")
    return {"got": got}
