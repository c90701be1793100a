"""From a script file to a start request: read, check, instrument and compile, outside the game.

`prepare` is the one entry; `Refusal` is what it raises, with every finding at once.
"""

from ticklane_toolchain.prepare import prepare
from ticklane_toolchain.refusal import Finding, Refusal

__all__ = ["Finding", "Refusal", "prepare"]
