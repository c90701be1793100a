"""A module beside a script: what speeds.py makes of its velocities."""

import numpy as np

from ticklane import F8, summary


def speed_summary(velocities: list[F8]) -> dict[str, float]:
    """Statistics of the speeds, blocks per tick, of all rows of all (n, 3) arrays."""
    return summary(np.concatenate([np.linalg.norm(vel, axis=1) for vel in velocities]))
