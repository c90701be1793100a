"""`host.draw`: what a script draws into the world's pictures."""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ticklane import LimitError
from ticklane._nearest import or_known
from ticklane_runtime import _args

if TYPE_CHECKING:
    from ticklane import Draw
    from ticklane.arrays import Places
    from ticklane_runtime._host_pictures import HostPictures

__all__ = ["Drawer", "Drawn"]

_COLORS: Final = {
    "white": 0xFFFFFF,
    "black": 0x000000,
    "gray": 0x808080,
    "red": 0xFF3030,
    "orange": 0xFF9020,
    "yellow": 0xFFE030,
    "green": 0x30C030,
    "cyan": 0x30D0E0,
    "blue": 0x3060FF,
    "purple": 0xA040E0,
    "pink": 0xFF70B0,
}
_HEX: Final = re.compile(r"#[0-9a-fA-F]{6}")
_FAR: Final = 3e7
_MOST: Final = 20_000
_WIDEST: Final = 64
_LONGEST: Final = 100


class Drawn:
    """What one call drew; a `Handle`."""

    __slots__ = ("_host", "_number")

    def __init__(self, host: HostPictures, number: int) -> None:
        self._host = host
        self._number = number

    @property
    def active(self) -> bool:
        host = self._host
        return bool(host._call(host._pictures().isDrawn, host._script.slot, self._number))

    def cancel(self) -> None:
        host = self._host
        host._call(host._pictures().erase, host._script.slot, self._number)

    def __repr__(self) -> str:
        return f"<drawing {self._number}>"


class Drawer:
    """Implements the contract's `Draw` for one script."""

    __slots__ = ("_host",)

    def __init__(self, host: HostPictures) -> None:
        self._host = host

    def line(
        self,
        a: Places,
        b: Places,
        color: str = "yellow",
        *,
        width: int = 1,
        ticks: int | None = None,
        on_top: bool = False,
    ) -> Drawn:
        return self._drawn("line", (a, b), color, width, ticks, on_top)

    def box(
        self,
        a: Places,
        b: Places,
        color: str = "yellow",
        *,
        width: int = 1,
        ticks: int | None = None,
        on_top: bool = False,
    ) -> Drawn:
        return self._drawn("box", (a, b), color, width, ticks, on_top)

    def point(
        self, pos: Places, color: str = "yellow", *, width: int = 5, ticks: int | None = None, on_top: bool = False
    ) -> Drawn:
        return self._drawn("point", (pos,), color, width, ticks, on_top)

    def text(
        self, pos: Places, text: str, color: str = "white", *, ticks: int | None = None, on_top: bool = True
    ) -> Drawn:
        said = _args.plain(text, "host.draw.text(pos, text)")
        if len(said) > _LONGEST:
            raise LimitError(f"host.draw.text(): {len(said):,} characters; at most {_LONGEST}")
        return self._drawn("text", (pos,), color, 1, ticks, on_top, said)

    def clear(self) -> None:
        host = self._host
        host._call(host._pictures().clear, host._script.slot)

    def _drawn(
        self,
        kind: str,
        places: tuple[Any, ...],
        color: str,
        width: int,
        ticks: int | None,
        on_top: bool,
        text: str = "",
    ) -> Drawn:
        call = f"host.draw.{kind}"
        rows = _rows(places, call)
        pixels = _whole(width, f"{call}(width=…)", 1, _WIDEST, "pixels")
        seen = 0 if ticks is None else _whole(ticks, f"{call}(ticks=…)", 1, 1 << 40, "ticks")
        host = self._host
        number = host._call(
            _hand_over,
            host._bridge,
            host._script.slot,
            kind,
            rows,
            _color(color, call),
            pixels,
            bool(on_top),
            seen,
            text,
        )
        return Drawn(host, int(number))


def _hand_over(
    bridge: Any, slot: int, kind: str, rows: Any, color: int, width: int, on_top: bool, ticks: int, text: str
) -> int:
    memoryview(bridge.scratch(rows.nbytes)).cast("B")[: rows.nbytes] = rows.reshape(-1).view(np.uint8).data
    return int(bridge.pictures().draw(slot, kind, len(rows), color, width, on_top, ticks, text))


def _rows(places: tuple[Any, ...], call: str) -> Any:
    """(n, 3) or (n, 6) float64: each place of the call beside the other, one for all where only one is given."""
    columns = []
    for value in places:
        if isinstance(value, str | bytes) or np.ndim(value) == 1 or np.ndim(value) == 0:
            columns.append(np.array([_args.place(value, call)]))
            continue
        try:
            given = np.asarray(value, np.float64)
        except (TypeError, ValueError):
            raise TypeError(f"{call}: a place is three numbers, or an array (n, 3)") from None
        if given.ndim != 2 or given.shape[1] != 3:
            raise ValueError(f"{call}: a place is three numbers, or an array (n, 3), not {given.shape}")
        columns.append(given)
    n = max(map(len, columns)) if all(map(len, columns)) else 0
    if n > _MOST:
        raise LimitError(f"{call}: {n:,} at once; at most {_MOST:,} a script")
    for given in columns:
        if n and len(given) not in (1, n):
            raise ValueError(f"{call}: {len(columns[0])} places and {len(columns[-1])}; as many, or one for all")
    rows = np.ascontiguousarray(
        np.hstack([np.broadcast_to(given[:n] if n else given[:0], (n, 3)) for given in columns])
    )
    if not np.isfinite(rows).all():
        row = int(np.flatnonzero(~np.isfinite(rows).all(axis=1))[0])
        raise ValueError(f"{call}: row {row} is {rows[row].tolist()}, not finite. Leave such rows out")
    if n and float(np.abs(rows).max()) > _FAR:
        raise ValueError(f"{call}: {float(np.abs(rows).max()):g} is outside the world (±{_FAR:,.0f})")
    return rows


def _color(color: Any, call: str) -> int:
    name = _args.plain(color, f"{call}(color=…)")
    known = _COLORS.get(name)
    if known is not None:
        return known
    if _HEX.fullmatch(name):
        return int(name[1:], 16)
    raise ValueError(f'{call}(color={name[:40]!r}): "#rrggbb" or one of {" ".join(_COLORS)}{or_known(name, _COLORS)}')


def _whole(value: Any, call: str, least: int, most: int, what: str) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{call}: a whole number of {what}, not {value!r}"[:300]) from None
    if not least <= number <= most:
        raise ValueError(f"{call}: {number} {what}; {least} to {most:,}")
    return number


if TYPE_CHECKING:

    def _implements(drawer: Drawer) -> Draw:
        return drawer
