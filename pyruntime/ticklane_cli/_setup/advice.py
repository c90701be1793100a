"""What to install for each thing that may be missing, by system."""

from __future__ import annotations

import platform
import shutil
from dataclasses import dataclass
from typing import Final

__all__ = ["ADVICE", "Advice", "Missing", "MissingPieceError"]


@dataclass(frozen=True)
class Advice:
    """The command or page that brings one thing: on Debian and Ubuntu, on macOS, elsewhere."""

    debian: str
    macos: str
    other: str

    def here(self) -> str:
        """The line for this machine."""
        if platform.system() == "Darwin":
            return self.macos
        if platform.system() == "Linux" and shutil.which("apt-get"):
            return self.debian
        return self.other


ADVICE: Final[dict[str, Advice]] = {
    "python": Advice(
        debian="pyenv: env PYTHON_CONFIGURE_OPTS=--enable-shared pyenv install 3.13, "
        "or sudo apt install python3 python3-dev python3-venv",
        macos="brew install python@3.13",
        other="a Python 3.11 to 3.13 built with --enable-shared, with its headers and venv",
    ),
    "java": Advice(
        debian="sudo apt install openjdk-25-jdk (or temurin-25-jdk from https://adoptium.net), "
        "or pip install 'ticklane[jdk]'",
        macos="brew install openjdk@25, or pip install 'ticklane[jdk]'",
        other="JDK 25 from https://adoptium.net and set TICKLANE_JAVA_HOME, or pip install 'ticklane[jdk]'",
    ),
    "javac": Advice(
        debian="sudo apt install openjdk-25-jdk (openjdk-17-jdk does for building jep)",
        macos="brew install openjdk@25",
        other="a JDK with javac, 17 or newer, from https://adoptium.net",
    ),
    "maven": Advice(
        debian="sudo apt install maven",
        macos="brew install maven",
        other="Maven 3.8 or newer from https://maven.apache.org, its bin folder on PATH",
    ),
    "compiler": Advice(
        debian="sudo apt install build-essential",
        macos="xcode-select --install",
        other="a C compiler (gcc, clang or the Visual C++ build tools) on PATH",
    ),
    "setup": Advice(debian="ticklane setup", macos="ticklane setup", other="ticklane setup"),
}


@dataclass(frozen=True)
class Missing:
    """A piece that isn't there: what, why it is thought missing, and the line that brings it."""

    what: str
    why: str
    advice: str

    def __str__(self) -> str:
        return f"{self.what}: {self.why}. Install: {self.advice}"


class MissingPieceError(Exception):
    """Something the work needs is missing on this machine; `missing` says what to install. Exit code 3."""

    def __init__(self, what: str, why: str, *, advice: str) -> None:
        """`advice` is a key of `ADVICE`, or the text itself."""
        known = ADVICE.get(advice)
        self.missing = Missing(what, why, known.here() if known else advice)
        super().__init__(str(self.missing))
