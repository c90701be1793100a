"""What the host's calls give back to hold on to."""

from __future__ import annotations

from typing import Any, Protocol

from ticklane.series import Window

__all__ = ["Capture", "CommandReply", "Handle", "Pending", "Snapshot"]


class Handle(Protocol):
    """What schedule, after, every, on, track and capture return."""

    @property
    def active(self) -> bool:
        """Whether it can still call the script."""
        ...

    def cancel(self) -> None:
        """End it, also from inside its own call; a capture closes its open windows. A second time does nothing."""
        ...


class Capture(Handle, Protocol):
    """Windows as they close. They stay readable after the capture has ended."""

    @property
    def windows(self) -> list[Window]:
        """The closed windows, in the order they closed, those of one tick in the order they fired.

        The same list each time: what you take out of it (`windows.clear()`) makes room for more.
        """
        ...

    @property
    def dropped(self) -> int:
        """Windows given up to stay within `limit` and within the script's memory for measuring."""
        ...


class Pending(Protocol):
    """A value that comes later: `got = yield pending`."""

    @property
    def done(self) -> bool:
        """Whether the value is there."""
        ...

    @property
    def value(self) -> Any:
        """The value; raises what the other side raised, NotHereError while not done."""
        ...


class CommandReply(Pending, Protocol):
    """What a command said. Done at once on the server lane; on client lanes when the server has answered."""

    @property
    def ok(self) -> bool:
        """Whether it succeeded."""
        ...

    @property
    def count(self) -> int:
        """The number that `/execute store result` sees."""
        ...

    @property
    def text(self) -> str:
        """The feedback, whether the game rule shows it or not."""
        ...


class Snapshot(Protocol):
    """An area's blocks and entities, for restore(); of the script that took it."""
