"""Writes the table of what each version can do into docs/real-game.md, from the names table and the stand-ins.

python docs/generate_real_game.py
"""

from __future__ import annotations

import sys

from ticklane_cli._setup import maven

if __name__ == "__main__":
    goals = ["-pl", "host-minecraft", "-am", "-Dtest=VersionsTableTest", "-Dticklane.docs.write=true"]
    sys.exit(maven.main([*goals, "-Dsurefire.failIfNoSpecifiedTests=false", "test"]))
