"""The table of entities: columns of one buffer, numpy's rules for rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ticklane import B1, I8, Entities, Player, UnknownNameError
from ticklane.entities import ROW_BYTES

from .worlds import TAGS, Row, World, pack

ROWS = [
    Row(7, "tnt", (0.5, 64, 0.5), (0, 0.2, 0), (0, 64, 0), (1, 65, 1), fuse=80, tags="volley", age=3, uuid=(1, 2)),
    Row(9, "falling_block", (4, 70, 4), (0, -1, 0), block="sand", yaw=90, pitch=-45),
    Row(8, "item", (1, 64, 1), item="diamond", count=5, on_ground=True, tags="volley red", uuid=(-2, 5)),
    Row(3, "player", (9, 64, 9), health=20.0, width=0.6, height=1.8, uuid=(3, 4)),
]


@pytest.fixture
def table() -> Entities:
    return World().show(12, ROWS)


def test_columns_hold_what_the_core_packed(table: Entities) -> None:
    assert len(pack(ROWS, World().tables)) == ROW_BYTES * len(ROWS)
    assert table.tick == 12 and len(table) == 4
    assert table.id.tolist() == [7, 9, 8, 3] and table.age.tolist() == [3, 0, 0, 0]
    assert table.pos.tolist() == [list(map(float, row.pos)) for row in ROWS] and table.position is table.pos
    assert table.vel[:, 1].tolist() == table.vy.tolist() == [0.2, -1, 0, 0] and table.velocity is table.vel
    assert table.aabb_min[0].tolist() == [0, 64, 0] and table.aabb_max[0].tolist() == [1, 65, 1]
    assert np.isnan(table.aabb_min[1:]).all()
    assert table.yaw.tolist() == [0, 90, 0, 0] and table.pitch.tolist() == [0, -45, 0, 0]
    assert table.width.tolist() == [0.98, 0.98, 0.98, 0.6] and table.height[3] == 1.8
    assert table.on_ground.tolist() == [False, False, True, False] and table.on_ground.dtype == np.bool_
    assert table.fuse.tolist() == [80, -1, -1, -1] and table.count.tolist() == [-1, -1, 5, -1]
    assert np.isnan(table.health[:3]).all() and table.health[3] == 20
    assert list(table.type) == ["tnt", "falling_block", "item", "player"]
    assert list(table.item) == ["", "", "diamond", ""] and list(table.block) == ["", "sand", "", ""]
    assert list(table.tags) == [{"volley"}, set(), {"volley", "red"}, set()]
    assert table.uuid[0] == "00000000-0000-0001-0000-000000000002" and table.uuid[1] == ""
    assert table.uuid[2] == "ffffffff-ffff-fffe-0000-000000000005"


def test_uuids_compare_in_any_spelling(table: Entities) -> None:
    assert (table.uuid == table.uuid[2]).tolist() == [False, False, True, False]
    assert (table.uuid == "FFFFFFFFFFFFFFFE0000000000000005").tolist() == [False, False, True, False]
    assert (table.uuid == "").tolist() == [False, True, False, False]
    assert not (table.uuid == "00000000-0000-0000-0000-000000000000").any()
    with pytest.raises(UnknownNameError, match="not a UUID"):
        table.uuid == "Notch"  # noqa: B015


@pytest.mark.parametrize(
    "rows",
    [
        slice(1, 3),
        slice(None, None, -1),
        np.array([True, False, False, True]),
        np.array([2, -1, 2]),
        np.array([], np.int64),
    ],
)
def test_every_column_of_a_selection_is_the_column_at_its_rows(table: Entities, rows: B1 | I8 | slice) -> None:
    picked = table[rows]
    for name in (
        "id",
        "pos",
        "vel",
        "x",
        "vz",
        "aabb_min",
        "yaw",
        "width",
        "on_ground",
        "age",
        "health",
        "fuse",
        "count",
    ):
        np.testing.assert_array_equal(getattr(picked, name), getattr(table, name)[rows])
        assert not getattr(picked, name).flags.writeable
    for name in ("type", "uuid", "item", "block"):
        assert list(getattr(picked, name)) == np.array(list(getattr(table, name)), object)[rows].tolist()
    assert list(picked.tags) == np.array(list(table.tags), object)[rows].tolist()
    assert len(picked) == len(table.id[rows]) and picked.tick == 12
    assert [entity.id for entity in picked] == table.id[rows].tolist()


@given(st.lists(st.booleans(), min_size=4, max_size=4), st.data())
def test_selections_of_selections_are_rows_of_the_table(mask: list[bool], data: st.DataObject) -> None:
    table = World().show(1, ROWS)
    once = table[np.array(mask)]
    again = data.draw(st.lists(st.booleans(), min_size=len(once), max_size=len(once)))
    assert once[np.array(again, bool)].id.tolist() == table.id[mask][np.array(again, bool)].tolist()


def test_an_int_is_a_row_and_gives_a_live_entity(table: Entities) -> None:
    assert table[0].id == 7 and table[-1].id == 3 and table[np.int64(1)].id == 9
    assert isinstance(table[3], Player) and not isinstance(table[0], Player)
    with pytest.raises(IndexError, match="row 7 of a table of 4"):
        table[7]


def test_wrong_ways_to_pick_rows_say_the_right_one(table: Entities) -> None:
    with pytest.raises(TypeError, match=r"entities\.vel"):
        table["vel"]  # type: ignore[call-overload]
    with pytest.raises(IndexError, match="mask"):
        table[np.array([True])]
    with pytest.raises(TypeError, match="row numbers"):
        table[1.5]  # type: ignore[call-overload]


def test_rows_finds_ids_in_any_order(table: Entities) -> None:
    assert table.rows([3, 4, 7, 99]).tolist() == [3, -1, 0, -1]
    assert table.rows(table.id).tolist() == [0, 1, 2, 3]
    assert table[1:3].rows(np.array([8, 7])).tolist() == [1, -1]
    assert table[:0].rows([7]).tolist() == [-1] and table.rows([]).tolist() == []
    assert [table.row_of(id) for id in (3, 4, 8, 99)] == [3, -1, 2, -1]


def test_a_photograph_does_not_change(table: Entities) -> None:
    for name in ("id", "pos", "x", "on_ground", "width"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(table, name)[0] = 1
    with pytest.raises(AttributeError, match=r"host\.modify\(entities, vel="):
        table.vel = np.zeros((4, 3))  # type: ignore[assignment]


def test_columns_of_a_writable_buffer_are_read_only_too() -> None:
    world = World()
    table = Entities(1, 4, pack(ROWS, world.tables).copy(), world.tables, world)
    assert not table.vel.flags.writeable and not table.x.flags.writeable


def test_an_empty_table_has_empty_columns() -> None:
    empty = World().show(0, [])
    assert len(empty) == 0 and not empty
    assert empty.pos.shape == (0, 3) and empty.x.shape == (0,) and list(empty) == []
    assert empty.type.counts() == {} and repr(empty) == "0 entities at tick 0"
    assert len(empty[empty.type == "tnt"]) == 0


def test_tags_give_a_mask(table: Entities) -> None:
    assert table.tags.mask("red").tolist() == [False, False, True, False]  # type: ignore[attr-defined]
    assert not table.tags.mask("blue").any()  # type: ignore[attr-defined]
    assert TAGS[0] == ""


def test_repr_is_a_short_table(table: Entities) -> None:
    lines = repr(table).splitlines()
    assert lines[0] == "4 entities at tick 12" and lines[1].split() == ["row", "id", "type", "pos", "vel"]
    assert lines[2].split()[:3] == ["0", "7", "minecraft:tnt"] and len(lines) == 6
    assert repr(World().show(1, [Row(id) for id in range(500)])).endswith("… 490 more")
