"""Runs Maven on jvm-mod with the Java and the jep that set-up found: `python -m ticklane_cli._setup.maven verify`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

from ticklane_cli._setup.advice import MissingPieceError
from ticklane_cli._setup.jdk import JAVA_WANTED, find_javac, find_maven
from ticklane_cli._setup.places import Places

__all__ = ["main"]


def main(goals: Sequence[str]) -> int:
    """Run the goals in the checkout's jvm-mod, output as Maven gives it; returns Maven's exit code, 3 without one."""
    places = Places.find()
    try:
        if places.checkout is None:
            raise MissingPieceError("source checkout", "this is an installed wheel", advice="a clone of the repository")
        command = [str(find_maven()), "-B", "-q", f"-Djep.dir={places.jep}", *goals]
        env = {**os.environ, "JAVA_HOME": str(find_javac(least=JAVA_WANTED).home), "TICKLANE_PYTHON": sys.executable}
    except MissingPieceError as missing:
        print(missing, file=sys.stderr)
        return 3
    return subprocess.run(command, cwd=places.checkout / "jvm-mod", env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
