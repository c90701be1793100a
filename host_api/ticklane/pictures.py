"""What is drawn, and what is seen in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ticklane.arrays import F8, Places
from ticklane.handles import Handle

__all__ = ["CameraKind", "Draw", "Frame", "PictureFile"]

# How a picture looks: around a place, from it, straight down, or at equal angles; the last two with parallel lines.
CameraKind: TypeAlias = Literal["orbit", "eye", "top", "iso"]


class Draw(Protocol):
    """Lines, boxes, points and texts in the pictures of the world, whoever takes them and from wherever.

    They stand at places of the world, in blocks, and are this script's own: gone with it. A place is three numbers, or
    an array (n, 3) for n of them in one call. `color` is "#rrggbb" or a name: white black gray red orange yellow green
    cyan blue purple pink. `width` is in pixels. They are seen for `ticks` game ticks, None: until they are cancelled or
    cleared; a picture taken in the same step shows them. Blocks and entities before them hide them unless `on_top`.
    They change nothing of the world, and nothing of a frame's depth and ids.

    Each call gives a handle: `cancel()` takes all it drew away. LimitError: more than 20,000 lines, boxes, points and
    texts, or 500 texts.
    """

    def line(
        self,
        a: Places,
        b: Places,
        color: str = "yellow",
        *,
        width: int = 1,
        ticks: int | None = None,
        on_top: bool = False,
    ) -> Handle:
        """Straight lines from a to b. A path through points (n, 3) is `line(points[:-1], points[1:])`."""
        ...

    def box(
        self,
        a: Places,
        b: Places,
        color: str = "yellow",
        *,
        width: int = 1,
        ticks: int | None = None,
        on_top: bool = False,
    ) -> Handle:
        """The edges of boxes between two corners, such as aabb_min and aabb_max."""
        ...

    def point(
        self,
        pos: Places,
        color: str = "yellow",
        *,
        width: int = 5,
        ticks: int | None = None,
        on_top: bool = False,
    ) -> Handle:
        """Discs, `width` pixels across whatever their distance."""
        ...

    def text(
        self,
        pos: Places,
        text: str,
        color: str = "white",
        *,
        ticks: int | None = None,
        on_top: bool = True,
    ) -> Handle:
        """A line of text over a place: printable ASCII, at most 100 characters (others are shown as ?)."""
        ...

    def clear(self) -> None:
        """Take away everything this script has drawn."""
        ...


class PictureFile(str):
    """The path of a picture that is being written: a `str` at once, and a Pending.

    `path = yield host.screenshot()` waits until the file is there and raises when it can't be taken.
    """

    __slots__ = ("_look",)
    _look: Any

    def __new__(cls, path: str, look: Any = None) -> PictureFile:
        """Of a path; `look` tells whether the file is there, raising what went wrong."""
        self = super().__new__(cls, path)
        self._look = look
        return self

    @property
    def done(self) -> bool:
        """Whether the file is there, or never will be."""
        return self._look is None or bool(self._look(False))

    @property
    def value(self) -> str:
        """The path; NotHereError while not done, or why there is no picture."""
        if self._look is not None:
            self._look(True)
        return str.__str__(self)


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture with what was measured for each pixel; row 0 is the top, column 0 the left. All arrays read-only.

    Attributes:
        rgb: (h, w, 3) uint8, scripts' drawings and names in it.
        depth: (h, w) float32, blocks along the line of sight (not along the pixel's own ray); inf for the sky.
        ids: (h, w) int32, the id of the entity that is seen, 0 for sky and blocks.
        tick: game tick that the client had come to.
        partial: how far between the tick before and that one the entities are shown, 0 to 1.
        camera: "orbit", "eye", "top" or "iso".
        at: (3,) where the camera is, blocks.
        yaw: degrees, 0 looks south (+z), 90 west.
        pitch: degrees, 90 straight down.
        fov: degrees that the picture is high; 0 with parallel lines.
        span: blocks that the picture is high with parallel lines; 0 otherwise.
    """

    rgb: NDArray[np.uint8]
    depth: NDArray[np.float32]
    ids: NDArray[np.int32]
    tick: int
    partial: float
    camera: str
    at: F8
    yaw: float
    pitch: float
    fov: float
    span: float

    def project(self, places: Places) -> F8:
        """Pixel column, pixel row and depth of places: (3,) of one, (n, 3) of many; NaN behind the camera.

        A pixel's middle is at a half: column c shows what projects to c up to c + 1.
        """
        right, up, forward = _axes(self.yaw, self.pitch)
        away = np.asarray(places, np.float64) - self.at
        across, above, ahead = away @ right, away @ up, away @ forward
        height, width = self.depth.shape
        if self.fov:
            seen = np.where(ahead > 0, ahead, np.nan)
            by = height / 2 / np.tan(np.radians(self.fov) / 2) / seen
            ahead = seen
        else:
            by = np.asarray(height / self.span)
        return np.stack([width / 2 + across * by, height / 2 - above * by, ahead], axis=-1)

    def places(self) -> F8:
        """(h, w, 3): where in the world what each pixel shows is, in blocks; inf and NaN for the sky."""
        right, up, forward = _axes(self.yaw, self.pitch)
        height, width = self.depth.shape
        scale = height / 2 / np.tan(np.radians(self.fov) / 2) if self.fov else height / self.span
        across = ((np.arange(width) + 0.5 - width / 2) / scale)[None, :, None] * right
        above = ((height / 2 - np.arange(height) - 0.5) / scale)[:, None, None] * up
        depth = self.depth.astype(np.float64)[:, :, None]
        with np.errstate(invalid="ignore"):
            if self.fov:
                return np.asarray(self.at + (forward + across + above) * depth)
            return np.asarray(self.at + across + above + forward * depth)

    def pixels_of(self, id: int) -> NDArray[np.bool_]:
        """(h, w) mask of the pixels that show an entity."""
        return np.asarray(self.ids == id)


def _axes(yaw: float, pitch: float) -> tuple[F8, F8, F8]:
    """Right, up and forward of whoever looks that way, unit vectors."""
    turn, tilt = np.radians(yaw), np.radians(pitch)
    sin, cos = np.sin(turn), np.cos(turn)
    right = np.array([-cos, 0.0, -sin])
    up = np.array([-sin * np.sin(tilt), np.cos(tilt), cos * np.sin(tilt)])
    forward = np.array([-sin * np.cos(tilt), -np.sin(tilt), cos * np.cos(tilt)])
    return right, up, forward
