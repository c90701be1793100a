"""What the cases of the host contract share.

Each case is a script that must come to the same on the fake host and in a real game. It makes its own floor and marks
its own entities, as a real game keeps its world between cases.
"""

from __future__ import annotations

from collections.abc import Callable

from ticklane.testing import Outcome

__all__ = ["FLOOR", "RunCase", "finished"]

RunCase = Callable[..., Outcome]

FLOOR = """
import numpy as np
from ticklane import *
def floor(host, y=63):
    host.command("kill @e[type=!player]")
    host.fill((-8, y - 4, -8), (8, y + 24, 8), "air")
    host.fill((-8, y, -8), (8, y, 8), "obsidian")
"""


def finished(outcome: Outcome) -> object:
    """The result of a case that must have finished."""
    assert outcome.reason == "finished", (outcome.reason, outcome.error, outcome.lines)
    return outcome.result
