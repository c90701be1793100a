"""The host of the script that is being stepped. The runtime sets it around each step; lanes take turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ticklane.script_host import ScriptHost

__all__ = ["host"]

host: ScriptHost | None = None
