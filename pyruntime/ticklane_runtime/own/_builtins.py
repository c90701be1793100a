"""What differs in a script's builtins. The dict is its own: what it assigns to `builtins` no other script sees."""

from __future__ import annotations

import sys
from typing import Any, Final

__all__ = ["BUILTINS"]

# The site module's own close the process's standard input first.
BUILTINS: Final[dict[str, Any]] = {"exit": sys.exit, "quit": sys.exit}
