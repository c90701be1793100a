"""Pictures: drawing into them, having them saved, measuring in them. Drawn in Java, outside the gate."""

from __future__ import annotations

import math
import re
from typing import Any, Final

import msgspec
import numpy as np

from ticklane import Frame, GoneError, LimitError, NotHereError, PictureFile, Pos
from ticklane._nearest import or_known
from ticklane_runtime import _args
from ticklane_runtime._drawing import Drawer
from ticklane_runtime._host_base import HostBase

__all__ = ["HostPictures", "PendingFrame"]

_CAMERAS: Final = ("orbit", "eye", "top", "iso")
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,79}")
_FAR: Final = 3e7
_NOT_SAID: Final = math.nan
_ANGLE: Final = 1e6


class PendingFrame:
    """A frame that is being drawn; a `Pending`."""

    __slots__ = ("_frame", "_host", "_number")

    def __init__(self, host: HostPictures, number: int) -> None:
        self._host = host
        self._number = number
        self._frame: Frame | None = None

    @property
    def done(self) -> bool:
        return self._frame is not None or bool(self._host._picture_state(self._number))

    @property
    def value(self) -> Frame:
        if self._frame is None:
            state = self._host._picture_state(self._number)
            if not state:
                raise NotHereError("the frame has not been drawn yet: frame = yield host.frame(…)")
            if state != "+":
                self._host._forget_picture(self._number)
                raise NotHereError(f"host.frame(): {state[1:]}")
            self._frame = self._host._take_frame(self._number)
        return self._frame

    def __repr__(self) -> str:
        return "<a frame that is drawn>" if self._frame is not None else "<a frame that is being drawn>"


class HostPictures(HostBase):
    __slots__ = ()

    @property
    def draw(self) -> Drawer:
        return Drawer(self)

    def screenshot(
        self,
        name: str = "",
        *,
        camera: str = "orbit",
        at: Pos | None = None,
        yaw: float | None = None,
        pitch: float | None = None,
        distance: float | None = None,
        span: float | None = None,
        fov: float | None = None,
        width: int = 768,
        height: int = 432,
        labels: bool = True,
    ) -> PictureFile:
        call = "host.screenshot"
        stem = _args.plain(name, f"{call}(name)").removesuffix(".png")
        if stem and not _NAME.fullmatch(stem):
            raise ValueError(
                f"{call}({name[:80]!r}): a name is letters, digits, spaces and . _ -, at most 80; no folder"
            )
        wanted = _wanted(call, camera, at, yaw, pitch, distance, span, fov, width, height, labels)
        pictures = self._pictures()
        path = str(self._call(pictures.file, self._script.slot, stem))
        number = int(self._call(pictures.take, self._script.slot, path, *wanted))

        def look(must: bool) -> bool:
            state = self._picture_state(number)
            if must and not state:
                raise NotHereError(f"{path} has not been written yet: path = yield host.screenshot(…)")
            if must and state != "+":
                raise NotHereError(f"host.screenshot(): {state[1:]}")
            return bool(state)

        return PictureFile(path, look)

    def frame(
        self,
        camera: str = "eye",
        *,
        at: Pos | None = None,
        yaw: float | None = None,
        pitch: float | None = None,
        distance: float | None = None,
        span: float | None = None,
        fov: float | None = None,
        width: int = 640,
        height: int = 360,
        labels: bool = False,
    ) -> PendingFrame:
        if self._lane.vantage.authoritative:
            raise NotHereError(
                f"host.frame(): the {self._lane.name} lane has no eyes of its own; a frame is measured on the render "
                'or the client lane: vantage = "render". host.screenshot() works here'
            )
        wanted = _wanted("host.frame", camera, at, yaw, pitch, distance, span, fov, width, height, labels)
        return PendingFrame(self, int(self._call(self._pictures().take, self._script.slot, "", *wanted)))

    # -- what pending pictures and drawings ask
    def _pictures(self) -> Any:
        return self._call(self._bridge.pictures)

    def _picture_state(self, number: int) -> str:
        """Empty while it is under way, "+" when it is there, "-" and why it isn't."""
        return str(self._call(self._pictures().state, self._script.slot, number))

    def _forget_picture(self, number: int) -> None:
        self._call(self._pictures().drop, self._script.slot, number)

    def _take_frame(self, number: int) -> Frame:
        pictures, slot = self._pictures(), self._script.slot
        packed = self._call(_copied, pictures, slot, number)
        if packed is None:
            raise GoneError("that frame is no more: its script was stopped")
        facts: dict[str, Any] = msgspec.json.decode(str(self._call(pictures.facts, slot, number)))
        self._forget_picture(number)
        width, height = int(facts["width"]), int(facts["height"])
        n = width * height
        place = np.array(facts["at"], np.float64)
        place.flags.writeable = False
        return Frame(
            rgb=np.frombuffer(packed, np.uint8, 3 * n, 8 * n).reshape(height, width, 3),
            depth=np.frombuffer(packed, np.float32, n, 0).reshape(height, width),
            ids=np.frombuffer(packed, np.int32, n, 4 * n).reshape(height, width),
            tick=int(facts["tick"]),
            partial=float(facts["partial"]),
            camera=str(facts["camera"]),
            at=place,
            yaw=float(facts["yaw"]),
            pitch=float(facts["pitch"]),
            fov=float(facts["fov"]),
            span=float(facts["span"]),
        )


def _copied(pictures: Any, slot: int, number: int) -> bytes | None:
    """Bytes: one copy, and every view of them is read-only without being told."""
    buffer = pictures.pixels(slot, number)
    return None if buffer is None else memoryview(buffer).cast("B").tobytes()


def _wanted(
    call: str,
    camera: str,
    at: Pos | None,
    yaw: float | None,
    pitch: float | None,
    distance: float | None,
    span: float | None,
    fov: float | None,
    width: int,
    height: int,
    labels: bool,
) -> tuple[Any, ...]:
    """The camera as Java takes it; what isn't said is NaN."""
    kind = _args.plain(camera, f"{call}(camera=…)")
    if kind not in _CAMERAS:
        raise ValueError(f"{call}(camera={kind[:40]!r}): one of {' '.join(_CAMERAS)}{or_known(kind, _CAMERAS)}")
    place = (_NOT_SAID,) * 3 if at is None else _args.place(at, f"{call}(at=…)")
    if at is not None and max(map(abs, place)) > _FAR:
        raise ValueError(f"{call}(at={place}): outside the world (±{_FAR:,.0f})")
    return (
        kind,
        *place,
        _number(yaw, f"{call}(yaw=…)", -_ANGLE, _ANGLE),
        _number(pitch, f"{call}(pitch=…)", -90, 90),
        _number(distance, f"{call}(distance=…)", 0.1, 500),
        _number(span, f"{call}(span=…)", 0.5, 1000),
        _number(fov, f"{call}(fov=…)", 5, 150),
        _pixels(width, f"{call}(width=…)", 1920),
        _pixels(height, f"{call}(height=…)", 1080),
        bool(labels),
    )


def _number(value: float | None, call: str, least: float, most: float) -> float:
    if value is None:
        return _NOT_SAID
    number = _args.number(value, call)
    if not least <= number <= most:
        raise ValueError(f"{call}: {number:g} is not within {least:g} to {most:g}")
    return number


def _pixels(value: int, call: str, most: int) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        pixels = value.__index__()
    except (AttributeError, TypeError):
        raise TypeError(f"{call}: a whole number of pixels, not {value!r}"[:300]) from None
    if not 16 <= pixels <= most:
        raise LimitError(f"{call}: {pixels} pixels; 16 to {most:,}")
    return pixels
