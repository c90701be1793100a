"""Builds jep for the running Python, from its source on PyPI, into the data folder."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Final

from ticklane_cli._setup import python_build
from ticklane_cli._setup.advice import MissingPieceError
from ticklane_cli._setup.jdk import find_javac
from ticklane_cli._setup.places import JEP_VERSION, Places, python_tag
from ticklane_cli._setup.process import ToolError, run_tool
from ticklane_cli._setup.report import Report
from ticklane_cli._setup.stamp import digest, is_current, write_stamp

__all__ = ["CLASS_VERSION", "class_version", "find_compiler", "jep_is_built", "prepare_jep"]

CLASS_VERSION: Final = 61
"""Java 17's: the newest that every game version we know can load."""


def find_compiler() -> Path:
    """The C compiler pip will use; raises `MissingPieceError`."""
    named = os.environ.get("CC", "").split() or str(sysconfig.get_config_var("CC") or "").split()
    for name in [*named[:1], "cc", "gcc", "clang", "cl"]:
        found = shutil.which(name)
        if found:
            return Path(found)
    raise MissingPieceError("C compiler", "none on PATH", advice="compiler")


def class_version(jar: Path) -> int:
    """Class file version of jep's main class in the jar, 0 when it can't be read."""
    try:
        with zipfile.ZipFile(jar) as archive, archive.open("jep/Jep.class") as entry:
            head = entry.read(8)
    except (OSError, KeyError, zipfile.BadZipFile):
        return 0
    return int.from_bytes(head[6:8], "big")


def _made_from() -> str:
    return digest(JEP_VERSION, python_build.shared_library(), sysconfig.get_config_var("SOABI"))


def jep_is_built(places: Places) -> bool:
    """Whether the jep for this very Python is there and loadable from Java 17 on."""
    if class_version(places.jep_jar) != CLASS_VERSION:
        return False
    stamp = places.jep / "ticklane.stamp"
    # A folder without a stamp was built by hand with pip: it is taken as it is.
    return not stamp.exists() or is_current(stamp, _made_from())


def prepare_jep(places: Places, report: Report) -> Path:
    """The folder holding jep for this Python, built when needed; raises `MissingPieceError` or `ToolError`."""
    with report.step(f"jep {JEP_VERSION}") as step:
        problem = python_build.embedding_problem()
        if problem:
            raise MissingPieceError(f"Python at {sys.executable}", problem, advice="python")
        if jep_is_built(places):
            step.found(str(places.jep))
            return places.jep
        headers = python_build.headers_problem()
        if headers:
            raise MissingPieceError("Python headers", headers, advice="python")
        find_compiler()
        _build(places, report)
        step.made(str(places.jep))
    return places.jep


def _build(places: Places, report: Report) -> None:
    java = find_javac()
    fresh = places.data / f"{places.jep.name}.new"
    shutil.rmtree(fresh, ignore_errors=True)
    report.note(f"building jep with {java.home} (half a minute)")
    command = [
        *_pip(places),
        "install",
        "--quiet",
        "--disable-pip-version-check",
        # pip's wheel cache knows neither JAVA_HOME nor --release: what it holds may be for another Java.
        "--no-cache-dir",
        "--no-deps",
        "--no-binary=jep",
        f"--target={fresh}",
        f"jep=={JEP_VERSION}",
    ]
    env = {"JAVA_HOME": str(java.home), "JDK_JAVAC_OPTIONS": "--release 17"}
    run_tool("pip (building jep)", command, env=env, log=places.data / "logs" / "jep.log")
    built = fresh / "jep" / places.jep_jar.name
    if class_version(built) != CLASS_VERSION:
        raise ToolError(
            "building jep", 0, f"error: {built} has class version {class_version(built)}, not {CLASS_VERSION}", None
        )
    write_stamp(fresh / "ticklane.stamp", _made_from())
    if places.jep.exists():
        old = places.data / f"{places.jep.name}.old"
        shutil.rmtree(old, ignore_errors=True)
        places.jep.rename(old)
        shutil.rmtree(old, ignore_errors=True)
    fresh.rename(places.jep)


def _pip(places: Places) -> list[str | Path]:
    """A pip for this Python: its own, else that of a small virtual environment made for it."""
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    folder = places.data / f"pip-{python_tag()}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        run_tool("venv", [sys.executable, "-m", "venv", folder])
    return [python, "-m", "pip"]
