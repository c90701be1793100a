"""One script in a process of its own, and the keeper of that process. Started by the game: docs/parallel-process.md."""
