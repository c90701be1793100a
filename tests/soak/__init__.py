"""Hours of starting, replacing, failing and ending scripts in one game: `python -m tests.soak [MINUTES]`."""
