"""The pieces a game is started from, as set-up left them, and the JVM's command line."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ticklane_cli._setup.advice import MissingPieceError
from ticklane_cli._setup.jars import libraries_are_current, library_jars, our_jars_are_current
from ticklane_cli._setup.jdk import Java, find_java
from ticklane_cli._setup.jep_build import jep_is_built
from ticklane_cli._setup.places import Places, python_tag
from ticklane_cli._setup.stamp import digest, file_facts

__all__ = ["MAIN_CLASS", "Pieces", "find_pieces", "is_set_up"]

MAIN_CLASS: Final = "ticklane.host.minestom.Main"

JVM_FLAGS: Final = (
    "--enable-native-access=ALL-UNNAMED",
    # Minestom's queues (jctools) still use Unsafe; without this every start prints four lines about it.
    "--sun-misc-unsafe-memory-access=allow",
    # Python called on a Java thread recurses in C: a megabyte of stack ends in a segfault.
    "-Xss8m",
    "-XX:+UseSerialGC",
    "-XX:-UsePerfData",
    "-Dfile.encoding=UTF-8",
)


@dataclass(frozen=True)
class Pieces:
    """Java, the class path in order, the folder of jep and where the AOT cache for exactly these would lie."""

    places: Places
    java: Java
    class_path: tuple[Path, ...]

    @property
    def aot_cache(self) -> Path:
        """The JVM takes a cache only for the class path, jar by jar, it was made with: so the name says which.

        It begins with the Python's tag, as each Python has a jep of its own on the class path.
        """
        made_from = digest(self.java.home.resolve(), self.java.version, file_facts(self.class_path), *JVM_FLAGS)
        return self.places.data / "aot" / f"{python_tag()}-{made_from}.aot"

    def command(self, arguments: Sequence[str | Path], *, flags: Sequence[str] = (), aot: bool = True) -> list[str]:
        """The command that starts the embedded host; `aot` takes the cache when there is one."""
        cached: list[str] = []
        if aot and self.aot_cache.is_file():
            cached = [f"-XX:AOTCache={self.aot_cache}"]
        return [
            str(self.java.java),
            *JVM_FLAGS,
            *cached,
            *flags,
            "-cp",
            os.pathsep.join(map(str, self.class_path)),
            MAIN_CLASS,
            *map(str, arguments),
        ]


def find_pieces(places: Places | None = None) -> Pieces:
    """What set-up made, quickly; raises `MissingPieceError` for the first piece that isn't there."""
    places = places or Places.find()
    if not jep_is_built(places):
        raise MissingPieceError("jep for this Python", f"not in {places.data}", advice="setup")
    ours, libraries = places.our_jars(), library_jars(places)
    for jar in ours:
        if not jar.is_file():
            raise MissingPieceError(jar.name, f"not in {jar.parent}", advice="setup")
    if not libraries:
        raise MissingPieceError("Minestom and its libraries", f"not in {places.libraries}", advice="setup")
    return Pieces(places, find_java(), (*ours, places.jep_jar, *libraries))


def is_set_up(places: Places | None = None) -> bool:
    """Whether a set-up would find everything made; standard library only, so that asking costs little."""
    places = places or Places.find()
    try:
        pieces = find_pieces(places)
    except MissingPieceError:
        return False
    cache = pieces.aot_cache
    has_cache = cache.is_file() or cache.with_suffix(".failed").is_file()
    return has_cache and our_jars_are_current(places) and libraries_are_current(places)
