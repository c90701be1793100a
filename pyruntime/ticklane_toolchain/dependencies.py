"""What a script needs of the Python it runs in: its version and installed packages."""

from __future__ import annotations

import importlib.metadata
import platform
import shlex
import sys

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet

from ticklane_toolchain._installed import is_installed
from ticklane_toolchain.bundle import Bundle
from ticklane_toolchain.header import Header
from ticklane_toolchain.refusal import Finding, shortened

__all__ = ["check_dependencies", "check_imports", "missing_requirements"]


def check_dependencies(header: Header, bundle: Bundle) -> list[Finding]:
    """Findings for `requires-python` and `dependencies`, against the running environment."""
    findings = []
    running = platform.python_version()
    try:
        if not SpecifierSet(header.requires_python).contains(running, prereleases=True):
            text = f'requires-python = "{header.requires_python}": this game runs Python {running}'
            findings.append(header.finding("requires-python", text))
    except InvalidSpecifier:
        text = f'requires-python = "{shortened(header.requires_python, 80)}": not a version specifier'
        findings.append(header.finding("requires-python", text, 'requires-python = ">=3.11"'))
    wanted = []
    for text in header.dependencies:
        try:
            wanted.append(Requirement(text))
        except InvalidRequirement as error:
            reason = str(error).splitlines()[0]
            findings.append(header.finding("dependencies", f'dependencies: "{shortened(text, 80)}": {reason}'))
    missing = missing_requirements(wanted)
    if missing:
        names = " ".join(f"{name} ({why})" for name, why in missing)
        text = f"dependencies: missing here: {names}; install with"
        findings.append(header.finding("dependencies", text, install_command([name for name, _ in missing], bundle)))
    return findings


def missing_requirements(wanted: list[Requirement]) -> list[tuple[str, str]]:
    """Those that the running environment doesn't meet: the requirement without its marker, and what is there."""
    missing = []
    for requirement in wanted:
        if requirement.marker is not None and not requirement.marker.evaluate():
            continue
        name = str(requirement).partition(";")[0].strip()
        try:
            there = importlib.metadata.version(requirement.name)
        except importlib.metadata.PackageNotFoundError:
            missing.append((name, "not installed"))
            continue
        if not requirement.specifier.contains(there, prereleases=True):
            missing.append((name, f"{there} is installed"))
    return missing


def install_command(names: list[str], bundle: Bundle) -> str:
    """The command that installs what is missing; for a script on disk also the one of the command line."""
    pip = f"{shlex.quote(sys.executable)} -m pip install {' '.join(shlex.quote(name) for name in names)}"
    if bundle.path is None:
        return pip
    return f"ticklane run --install {shlex.quote(str(bundle.path))}, or {pip}"


def check_imports(bundle: Bundle, header: Header) -> list[Finding]:
    """Imports of modules that are neither in the bundle nor installed; those inside `try`, `if`, functions may fail."""
    known = {file.name.partition(".")[0] for file in bundle.files} | {"jep", "java"}  # the game's process has these
    declared = set()
    for text in header.dependencies:
        try:
            declared.add(Requirement(text).name.lower().replace("-", "_"))
        except InvalidRequirement:
            continue
    findings = []
    for file in bundle.files:
        for one in file.imports:
            top = one.module.partition(".")[0]
            if one.relative and not one.module:
                text = "a relative import, but this module is in no package"
                names = ", ".join(one.names)
                findings.append(Finding.at(one.line, text, f"import {names}" if names else "", file=file.beside))
            elif top and top not in known and not one.guarded and top.lower() not in declared and not is_installed(top):
                text = f"import {top}: neither installed nor beside the script; "
                text += f'a package goes into the header as dependencies = ["{top}"], installed with'
                findings.append(Finding.at(one.line, text, install_command([top], bundle), file=file.beside))
    return findings
