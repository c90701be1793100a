"""Puts Ticklane into a game's folder, and takes it out again."""
