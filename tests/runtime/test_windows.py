"""Which windows a capture gives, against a reference that knows every firing beforehand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ticklane.testing import FakeHost

TICKS = 20
Window = tuple[int, int, int, str]  # the tick it fired in, its row, how many rows, what cut it


def expected(firings: list[int], before: int, after: int, overlap: str) -> list[Window]:
    """Windows of one subject: the capture is made in tick 0 and cancelled in the last."""
    spans: list[list[int]] = []  # fired in, lasts until
    for tick in firings:
        inside = spans and tick <= spans[-1][1]
        if inside and overlap == "skip":
            continue
        if inside and overlap == "merge":
            spans[-1][1] = tick + after
        else:
            spans.append([tick, tick + after])
    out = []
    for tick, end in spans:
        first, last = max(0, tick - before), min(end, TICKS)
        cut = "start" if tick - before < 0 else "end" if end > TICKS else ""
        out.append((tick, tick - first, last - first + 1, cut))
    return out


def told(capture: Any) -> list[Window]:
    for window in capture.windows:
        assert window.ticks[window.row] == window.tick
        assert window.ticks.tolist() == list(range(window.ticks[0], window.ticks[0] + len(window)))
    return [(w.tick, w.row, len(w), w.cut) for w in capture.windows]


SPANS = {"before": st.integers(0, 8), "after": st.integers(0, 8)}


@pytest.mark.parametrize("overlap", ["separate", "merge", "skip"])
@settings(max_examples=25, deadline=None)
@given(firings=st.sets(st.integers(1, TICKS)), **SPANS)
def test_windows_of_a_function(overlap: Any, firings: set[int], before: int, after: int) -> None:
    host = FakeHost(world="void")
    host.spawn("tnt", (0.5, 200, 0.5), fuse=500)
    edges = [tick for tick in sorted(firings) if tick - 1 not in firings]
    hits = host.capture(
        lambda: host.tick() in firings, before=before, after=after, overlap=overlap, entities=host.entities()
    )
    host.advance(TICKS)
    hits.cancel()
    assert told(hits) == expected(edges, before, after, overlap)
    assert hits.dropped == 0 and host._own.measure_memory.promised == 0


@pytest.mark.parametrize("overlap", ["separate", "merge", "skip"])
@settings(max_examples=25, deadline=None)
@given(
    firings=st.lists(st.frozensets(st.integers(0, 3)), min_size=TICKS, max_size=TICKS),
    gone=st.integers(1, TICKS),
    **SPANS,
)
def test_windows_of_each_entity(
    overlap: Any, firings: list[frozenset[int]], gone: int, before: int, after: int
) -> None:
    """Four entities, hurt in some ticks; the last one leaves the world in tick `gone`, and may still be told of."""
    host = FakeHost(world="void")
    world = host._fake.world
    ids = [host.spawn("zombie", (i, 200, 0.5)).id for i in range(4)]
    code = world.types.code("zombie")
    hits = host.capture("damage", before=before, after=after, overlap=overlap)
    for tick, hurt in enumerate(firings, 1):
        if tick == gone:
            world.remove(ids[3], "unloaded")
        for i in sorted(hurt):
            world.events.emit("damage", id=ids[i], type=code, pos=(0.0, 0.0, 0.0), value=float(tick))
        host.advance()
    hits.cancel()
    assert hits.dropped == 0 and host._own.measure_memory.promised == 0
    for i, id in enumerate(ids):
        mine = [w for w in hits.windows if w.id.tolist() == [id]]
        when = [tick for tick, hurt in enumerate(firings, 1) if i in hurt]
        windows = expected(when, before, after, overlap)
        if i == 3:
            windows = [(t, row, n, "unload" if t - row <= gone < t - row + n else cut) for t, row, n, cut in windows]
        assert [(w.tick, w.row, len(w), w.cut) for w in mine] == windows
        for window in mine:
            assert window.event.amount == window.tick and window.type[0] == "zombie"
            there = [i < 3 or tick < gone for tick in window.ticks.tolist()]
            assert window.present[:, 0].tolist() == there
