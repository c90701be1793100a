"""The half of Ticklane inside the game's process: it steps scripts and implements the contract for them."""

from __future__ import annotations

import os
import sys

# A script's large matrix product is worked on by its own thread alone: the pool that numpy's linear algebra would start
# spins for milliseconds after each product and takes the game's other threads their processors. A value that was set
# for the game holds.
if "numpy" not in sys.modules:
    for _name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(_name, "1")
