"""Instances of Prism Launcher, MultiMC and PolyMC: instance.cfg, mmc-pack.json, the launcher's own settings."""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ticklane_cli._install import ini
from ticklane_cli._install.errors import InstallError
from ticklane_cli._install.instance import Instance, Loader, read_json, read_text
from ticklane_cli._install.keepers import Keeper

__all__ = ["find_prism"]

_SETTINGS: Final = ("prismlauncher.cfg", "multimc.cfg", "polymc.cfg")
_PROGRAMS: Final = ("prismlauncher", "multimc", "polymc")
_LOADERS: Final[dict[str, Loader]] = {
    "net.fabricmc.fabric-loader": "fabric",
    "org.quiltmc.quilt-loader": "quilt",
    "net.neoforged": "neoforge",
    "net.minecraftforge": "forge",
}


def find_prism(folder: Path) -> Instance | None:
    """The instance that is, or holds, that folder; None when it is none of theirs."""
    roots = [root for root in (folder, folder.parent) if (root / "instance.cfg").is_file()]
    if not roots:
        return None
    root = roots[0]
    text = read_text(root / "instance.cfg")
    settings = next((read_text(file) for file in _settings_files(root)), "")
    loader, loader_version, minecraft = _components(root)
    own_java = ini.get(text, "OverrideJavaLocation").lower() == "true"
    named = ini.get(text if own_java else settings, "JavaPath")
    plain, dotted = root / "minecraft", root / ".minecraft"
    instance = Instance(
        kind="prism",
        title=f"Prism or MultiMC instance {ini.get(text, 'name') or root.name}",
        game_dir=plain if plain.is_dir() and not dotted.is_dir() else dotted,
        loader=loader,
        loader_version=loader_version,
        minecraft=minecraft,
        java=_java(named, root),
        java_from="the instance's settings" if own_java else "the launcher's settings",
        keepers=[Keeper("instance_cfg", root / "instance.cfg", ini.get(settings, "JvmArgs"))],
        paste="in the launcher: Edit instance, Settings, Java, Java arguments",
        launcher=_PROGRAMS,
    )
    if ".var/app" in root.as_posix() or "/snap/" in root.as_posix():
        instance.notes.append(
            "this launcher runs in a sandbox (Flatpak or Snap) and may not see this Python: give it access to "
            f"{Path(os.__file__).parent.parent.parent}"
        )
    return instance


def _components(root: Path) -> tuple[Loader, str, str]:
    path = root / "mmc-pack.json"
    if not path.is_file():
        return "none", "", ini.get(read_text(root / "instance.cfg"), "IntendedVersion")
    loader: Loader = "none"
    loader_version = minecraft = ""
    components = read_json(path).get("components")
    if not isinstance(components, list):
        raise InstallError(f"{path} has another form than expected")
    for component in components:
        if not isinstance(component, dict) or component.get("disabled"):
            continue
        uid = str(component.get("uid"))
        version = str(component.get("version") or component.get("cachedVersion") or "")
        if uid == "net.minecraft":
            minecraft = version
        elif uid in _LOADERS:
            loader, loader_version = _LOADERS[uid], version
    return loader, loader_version, minecraft


def _settings_files(root: Path) -> Iterator[Path]:
    home = Path.home()
    folders = [root.parent.parent]
    if platform.system() == "Windows":
        folders.append(Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming") / "PrismLauncher")
    elif platform.system() == "Darwin":
        folders.append(home / "Library" / "Application Support" / "PrismLauncher")
    else:
        data = Path(os.environ.get("XDG_DATA_HOME", "").strip() or home / ".local" / "share")
        flat = home / ".var" / "app" / "org.prismlauncher.PrismLauncher" / "data"
        folders += [data / "PrismLauncher", flat / "PrismLauncher"]
    for folder in folders:
        for name in _SETTINGS:
            if (folder / name).is_file():
                yield folder / name


def _java(named: str, root: Path) -> Path | None:
    if not named:
        return None
    if "/" not in named and "\\" not in named:
        found = shutil.which(named)
        return Path(found) if found else None
    path = Path(named)
    path = path if path.is_absolute() else root.parent.parent / path  # portable launchers name it from their own folder
    console = path.with_name(path.name.replace("javaw", "java"))
    return console if console.is_file() else path if path.is_file() else None
