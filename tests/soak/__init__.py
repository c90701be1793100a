"""A million ticks with scripts of every mode and fate in one game, which may not grow: `python -m tests.soak`."""
