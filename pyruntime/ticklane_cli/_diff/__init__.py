"""Two runs, row by row: where they first differ, and in what."""
