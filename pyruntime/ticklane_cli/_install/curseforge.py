"""Instances of the CurseForge app: minecraftinstance.json, and beside them the launcher it keeps."""

from __future__ import annotations

import re
from pathlib import Path

from ticklane_cli._install import versions
from ticklane_cli._install.instance import JAVA_EXE, Instance, Loader, read_json
from ticklane_cli._install.keepers import Keeper
from ticklane_cli._install.runtimes import installed_version, runtime

__all__ = ["find_curseforge"]


def find_curseforge(folder: Path) -> Instance | None:
    """The instance in that folder; None when it is none of theirs."""
    path = folder / "minecraftinstance.json"
    if not path.is_file():
        return None
    content = read_json(path)
    base = content.get("baseModLoader")
    base = base if isinstance(base, dict) else {}
    loader, loader_version = _loader(str(base.get("name") or ""))
    minecraft = str(content.get("gameVersion") or base.get("minecraftVersion") or "")
    if not minecraft and loader == "neoforge":
        minecraft = versions.of_neoforge(loader_version)
    install = folder.parent.parent / "Install"
    own = str(content.get("javaDirOverride") or "")
    java = _own(Path(own)) if own else runtime([install / "runtime"], installed_version(install, minecraft)[1])
    instance = Instance(
        kind="curseforge",
        title=f"CurseForge instance {content.get('name') or folder.name}",
        game_dir=folder,
        loader=loader,
        loader_version=loader_version,
        minecraft=minecraft,
        java=java,
        java_from="the instance's settings" if own else "the app's runtime",
        keepers=[Keeper("curseforge", path)],
        paste="in the app: the profile's ⋮, Profile options, Additional Java arguments",
        launcher=("curseforge",),
    )
    if not content.get("javaArgsOverride"):
        instance.notes.append(
            "this instance now has Java arguments of its own: any in the app's settings for all games must be "
            "entered there too"
        )
    return instance


def _loader(name: str) -> tuple[Loader, str]:
    match = re.fullmatch(r"(neoforge|forge|fabric|quilt)-(?:loader-)?([\w.+-]+)", name)
    if not match:
        return "none", ""
    loader, version = match.groups()
    if loader in ("fabric", "quilt"):
        version = version.rpartition("-")[0] or version  # the game's version stands behind the loader's
    return loader, version  # type: ignore[return-value]


def _own(path: Path) -> Path | None:
    if path.is_dir():
        path = path / JAVA_EXE if (path / JAVA_EXE).is_file() else path / "bin" / JAVA_EXE
    console = path.with_name(path.name.replace("javaw", "java"))
    return console if console.is_file() else None
