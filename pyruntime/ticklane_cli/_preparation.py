"""Makes a script ready: read with what lies beside it, checked and compiled, before a game is started."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from packaging.requirements import InvalidRequirement, Requirement

from ticklane_cli._exit import UsageError
from ticklane_cli._setup.process import run_tool
from ticklane_control.configuration import user_config_dir
from ticklane_control.messages import StartRequest
from ticklane_gateway.settings import SettingsError, load_settings
from ticklane_toolchain.bundle import bundle_path
from ticklane_toolchain.dependencies import missing_requirements
from ticklane_toolchain.header import read_header
from ticklane_toolchain.params import assignments
from ticklane_toolchain.prepare import prepare

__all__ = ["install_dependencies", "prepare_script", "script_memory_mib"]

_LANES: Final = ("server", "client", "render")  # of the embedded game


def script_memory_mib(given: int | None) -> int:
    """By how many MiB the script of a run may make its game grow: the argument, else what is set.

    Raises `UsageError` when either can't be meant.
    """
    try:
        # The folder of a run's game is made for it, so it holds no settings.
        return load_settings(user_config_dir(), arguments={"script_memory_mib": given}).script_memory_mib
    except SettingsError as error:
        raise UsageError(str(error)) from error


def prepare_script(
    script: Path,
    *,
    id: str = "",
    params: Sequence[str] = (),
    seed: int | None = None,
    ticks: int | None = None,
    allow: Sequence[str] = (),
    install: bool = False,
) -> StartRequest:
    """The start request of a script for the embedded host, which has the server lane.

    Raises `UsageError` for arguments that can't be meant, `Refusal` with every finding in the script.
    """
    if not script.is_file():
        raise UsageError(f"{script}: no such script file")
    try:
        given = assignments(params)
        # The folder of a run's game is made for it, so it holds no settings.
        allowed = load_settings(user_config_dir(), arguments={"allow": list(allow) or None}).allow
    except (ValueError, SettingsError) as error:
        raise UsageError(str(error)) from error
    if install:
        install_dependencies(script)
    return prepare(path=script, id=id, params=given, seed=seed, ticks=ticks, allowed=allowed, lanes=_LANES)


def install_dependencies(script: Path) -> list[str]:
    """Install what the script's header names and isn't here; returns what was installed. Raises `ToolError`."""
    wanted = []
    for text in read_header(bundle_path(script).main.source).dependencies:
        try:
            wanted.append(Requirement(text))
        except InvalidRequirement:
            continue  # told with all other findings, by the check that follows
    missing = [name for name, _why in missing_requirements(wanted)]
    if missing:
        print(f"installing {' '.join(missing)}", file=sys.stderr, flush=True)
        run_tool("pip", [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *missing])
        importlib.invalidate_caches()
    return missing
