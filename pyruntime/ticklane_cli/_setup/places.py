"""Where things lie: the checkout (when run from one), the data folder, and what set-up puts there."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["GAME_JARS", "JEP_VERSION", "OUR_JARS", "Places", "checkout_of", "python_tag"]

JEP_VERSION: Final = "4.3.2"
OUR_JARS: Final = ("ticklane-core", "ticklane-host-minestom")
GAME_JARS: Final = ("ticklane-agent", "ticklane-host-minecraft", "ticklane-loader-all")
"""What goes into a real game."""
_PACKAGE: Final = Path(__file__).resolve().parent.parent


def checkout_of(package: Path = _PACKAGE) -> Path | None:
    """The source checkout this package lies in, None when it is an installed wheel."""
    root = package.parent.parent
    return root if (root / "jvm-mod" / "pom.xml").is_file() and (root / "pyproject.toml").is_file() else None


def python_tag() -> str:
    """The running Python in file names, "cp313"."""
    return "cp{}{}".format(*sys.version_info[:2])


def _user_data() -> Path:
    # platformdirs isn't there yet when a build hook runs this: that never asks for the user's folder.
    from platformdirs import user_data_path

    return user_data_path("ticklane", appauthor=False)


@dataclass(frozen=True)
class Places:
    """The folders of one installation; `data` holds what set-up makes and may be deleted at any time."""

    checkout: Path | None
    data: Path

    @classmethod
    def find(cls, checkout: Path | None = None) -> Places:
        """TICKLANE_DATA_HOME, else `build/ticklane` of the checkout, else the user's data folder."""
        root = checkout or checkout_of()
        named = os.environ.get("TICKLANE_DATA_HOME", "").strip()
        if named:
            return cls(root, Path(named).expanduser().absolute())
        return cls(root, root / "build" / "ticklane" if root else _user_data())

    @property
    def jep(self) -> Path:
        """Folder that holds `jep/`, one per jep and Python version."""
        return self.data / f"jep-{JEP_VERSION}-{python_tag()}"

    @property
    def jep_jar(self) -> Path:
        return self.jep / "jep" / f"jep-{JEP_VERSION}.jar"

    @property
    def libraries(self) -> Path:
        """Folder of the jars fetched by Maven: Minestom and its dependencies."""
        return self.data / "libraries"

    @property
    def games(self) -> Path:
        return self.data / "games"

    @property
    def default_game(self) -> Path:
        return self.games / "embedded"

    @property
    def python_path(self) -> list[Path]:
        """What the JVM's Python needs beside its site-packages."""
        return [self.checkout / "host_api", self.checkout / "pyruntime"] if self.checkout else []

    def our_jars(self) -> list[Path]:
        """Our own jars, in class path order, whether they are there yet or not."""
        return [self._jar(name) for name in OUR_JARS]

    def game_jars(self) -> dict[str, Path]:
        """By name, the jars that go into a real game: of a checkout those its modules make, of a wheel those in it."""
        jars = {name: self._jar(name) for name in GAME_JARS}
        if self.checkout is None:
            return {name: jar for name, jar in jars.items() if jar.is_file()}
        return {name: jar for name, jar in jars.items() if (jar.parent.parent / "pom.xml").is_file()}

    def _jar(self, name: str) -> Path:
        from ticklane_cli._setup.release import version

        if self.checkout:
            folder = self.checkout / "jvm-mod" / name.removeprefix("ticklane-") / "target"
        else:
            folder = _PACKAGE / "_jars"
        return folder / f"{name}-{version()}.jar"
