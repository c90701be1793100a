"""What `ticklane step` shows of each tick."""
