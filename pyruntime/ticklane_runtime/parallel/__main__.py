"""`python -m ticklane_runtime.parallel BOX TABLE`, with the game at both ends of standard input and output."""

from __future__ import annotations

import sys

from ticklane_runtime.parallel._keeper import keep

if __name__ == "__main__":
    keep(sys.argv[1], sys.argv[2])
