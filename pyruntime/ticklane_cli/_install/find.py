"""Which game lies in a folder."""

from __future__ import annotations

from pathlib import Path

from ticklane_cli._install.curseforge import find_curseforge
from ticklane_cli._install.errors import InstallError
from ticklane_cli._install.instance import Instance
from ticklane_cli._install.prism import find_prism
from ticklane_cli._install.server import find_server
from ticklane_cli._install.vanilla import find_vanilla

__all__ = ["find_instance"]


def find_instance(folder: Path, *, profile: str = "") -> Instance:
    """The game in that folder; raises `InstallError` when there is none that is known.

    Launchers' instances come first: a server may have been started in one, or a launcher's folder lie around it.
    """
    if not folder.is_dir():
        raise InstallError(f"{folder} is no folder")
    found = find_prism(folder) or find_curseforge(folder)
    if found is None and not (folder / "launcher_profiles.json").is_file():
        found = find_server(folder)
    found = found or find_vanilla(folder, profile)
    if found is None:
        raise InstallError(
            f"{folder} is no game folder that is known: name a .minecraft, an instance of Prism, MultiMC or "
            "CurseForge, or a server's folder that has been started once"
        )
    return found
