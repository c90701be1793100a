"""Whether a module can be imported here, without importing it."""

from __future__ import annotations

import sys
from importlib.util import find_spec

__all__ = ["is_installed"]


def is_installed(top: str) -> bool:
    """Whether the top-level module is Python's own or installed; one beside a script doesn't count."""
    if top in sys.stdlib_module_names or top in sys.modules:
        return True
    try:
        return find_spec(top) is not None
    except (ImportError, ValueError):
        return False
