"""Makes a script ready: read with what lies beside it, checked and compiled, before a game is started."""

from __future__ import annotations
