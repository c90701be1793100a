"""The vanilla launcher's folder: launcher_profiles.json, versions, runtime."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any, Final

from ticklane_cli._install import versions
from ticklane_cli._install.errors import InstallError
from ticklane_cli._install.instance import Instance, read_json
from ticklane_cli._install.keepers import Keeper
from ticklane_cli._install.runtimes import installed_version, runtime

__all__ = ["find_vanilla", "launcher_folder"]

_FILES: Final = ("launcher_profiles.json", "launcher_profiles_microsoft_store.json")
_PROGRAMS: Final = ("minecraft-launcher", "minecraftlauncher", "minecraft launcher", "minecraft.exe")


def launcher_folder() -> Path:
    """Where the vanilla launcher keeps its files on this system."""
    if platform.system() == "Darwin":
        return Path.home() / "Library" / "Application Support" / "minecraft"
    if platform.system() == "Windows":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / ".minecraft"
    return Path.home() / ".minecraft"


def find_vanilla(folder: Path, profile: str) -> Instance | None:
    """The profile meant in that folder, or the one whose game folder it is; None when it is no launcher's."""
    root = folder if any((folder / name).is_file() for name in _FILES) else launcher_folder()
    files = [root / name for name in _FILES if (root / name).is_file()]
    every = [(file, id, table) for file in files for id, table in _profiles(file).items()]
    if root != folder:
        every = [entry for entry in every if _game_dir(root, entry[2]).resolve() == folder.resolve()]
    if not every:
        if root == folder:
            raise InstallError(f"{folder} has no profile: make one in the launcher (Installations) and start it once")
        return None
    id = _chosen({id: table for _, id, table in every}, profile)
    kept = [(file, table) for file, one, table in every if one == id]
    table = kept[0][1]
    wanted = _resolved(root, str(table.get("lastVersionId") or "latest-release"))
    loader, loader_version, named = versions.of_version_id(wanted)
    game, java = installed_version(root, wanted)
    own = str(table.get("javaDir") or "")
    found = Path(own) if own else runtime(_runtimes(root), java)
    return Instance(
        kind="vanilla",
        title=f"vanilla launcher, profile {table.get('name') or id}",
        game_dir=_game_dir(root, table),
        loader=loader,  # type: ignore[arg-type]
        loader_version=loader_version,
        minecraft=game or named,
        java=found,
        java_from="the profile's javaDir" if own else "the launcher's runtime",
        keepers=[Keeper("profile", file, id) for file, _ in kept],
        paste="in the launcher: Installations, the profile's …, Edit, More options, JVM arguments",
        launcher=_PROGRAMS,
    )


def _profiles(file: Path) -> dict[str, dict[str, Any]]:
    profiles = read_json(file).get("profiles")
    if not isinstance(profiles, dict):
        return {}
    return {id: table for id, table in profiles.items() if isinstance(table, dict)}


def _game_dir(root: Path, profile: dict[str, Any]) -> Path:
    given = profile.get("gameDir")
    return Path(given).expanduser() if isinstance(given, str) and given.strip() else root


def _chosen(profiles: dict[str, dict[str, Any]], named: str) -> str:
    def name(id: str) -> str:
        return str(profiles[id].get("name") or profiles[id].get("lastVersionId") or id)

    if named:
        found = [id for id in profiles if named in (id, name(id))]
        if len(found) == 1:
            return found[0]
    elif len(profiles) == 1:
        return next(iter(profiles))
    else:
        loaders = [id for id, table in profiles.items() if _loader(table) != "none"]
        if len(loaders) == 1:
            return loaders[0]
    names = ", ".join(sorted(name(id) for id in profiles))
    what = f"no one profile is called {named!r}" if named else "there are several profiles"
    raise InstallError(f"{what}: name one with --profile, of {names}")


def _loader(profile: dict[str, Any]) -> str:
    return versions.of_version_id(str(profile.get("lastVersionId") or ""))[0]


def _resolved(root: Path, id: str) -> str:
    if id not in ("latest-release", "latest-snapshot"):
        return id
    manifest = root / "versions" / "version_manifest_v2.json"
    try:
        latest = read_json(manifest).get("latest") if manifest.is_file() else None
    except InstallError:
        latest = None
    return str(latest.get(id.removeprefix("latest-")) or id) if isinstance(latest, dict) else id


def _runtimes(root: Path) -> list[Path]:
    folders = [root / "runtime"]
    local = os.environ.get("LOCALAPPDATA", "")
    if local:
        store = "Packages/Microsoft.4297127D64EC6_8wekyb3d8bbwe/LocalCache/Local/runtime"
        folders.append(Path(local) / store)
    if platform.system() == "Windows":
        folders.append(Path("C:/Program Files (x86)/Minecraft Launcher/runtime"))
    return folders
