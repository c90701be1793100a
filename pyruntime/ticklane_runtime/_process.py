"""What is set once for the whole process, before the first script."""

from __future__ import annotations

import gc
import os
import sys

from ticklane_runtime import _refusals, _unraisable
from ticklane_runtime._blocking import NoInput
from ticklane_runtime._output import Stream
from ticklane_runtime.own import _process as own_process

__all__ = ["prepare"]

_prepared = False


def prepare() -> None:
    """Set the process up for lanes; the second lane of a process finds it done.

    A short switch interval lets the watchdog's escalation reach a running script. The heap is frozen once, before the
    first script: freezing again at each start was measured to leak.
    """
    global _prepared
    if _prepared:
        return
    _prepared = True
    os.environ.pop("PYTHONPATH", None)  # set for this process alone; a script's subprocess has nothing to do with it
    sys.setswitchinterval(0.0005)
    Stream.install()
    NoInput.install()
    _refusals.install()
    _unraisable.install()
    gc.collect()
    gc.freeze()
    gc.disable()
    own_process.install()
