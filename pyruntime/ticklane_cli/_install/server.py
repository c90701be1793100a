"""Folders of dedicated servers: what the loaders' installers and the server's own jar leave there."""

from __future__ import annotations

import json
import os
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ticklane_cli._install import versions
from ticklane_cli._install.instance import JAVA_EXE, Instance, Loader, read_text
from ticklane_cli._install.keepers import Keeper, started_jar

__all__ = ["find_server"]

_ARGUMENT_FILE: Final = "user_jvm_args.txt"
_SIGNS: Final = ("server.properties", "eula.txt", _ARGUMENT_FILE, "fabric-server-launch.jar", "bukkit.yml")
_SCRIPTS: Final = ("*.sh", "*.bat", "*.cmd", "*.command")
_PAPER_SIGNS: Final = ("bukkit.yml", "spigot.yml", "paper.yml", "config/paper-global.yml", "version_history.json")


def find_server(folder: Path) -> Instance | None:
    """The server in that folder; None when nothing there looks like one."""
    jars = sorted(folder.glob("*.jar"))
    facts = [fact for jar in jars if (fact := _jar(jar))]
    if not facts and not any((folder / sign).exists() for sign in _SIGNS):
        return None
    loader, loader_version, minecraft = _loader(folder, facts)
    scripts = {script: read_text(script) for pattern in _SCRIPTS for script in sorted(folder.glob(pattern))}
    takes_file = {name: text for name, text in scripts.items() if f"@{_ARGUMENT_FILE}" in text}
    plain = [name for name, text in scripts.items() if name not in takes_file and _starts_here(folder, text)]
    if takes_file or (folder / _ARGUMENT_FILE).is_file():
        keepers = [Keeper("argument_file", folder / _ARGUMENT_FILE)]
    else:
        keepers = [Keeper("start_script", script) for script in plain]
    java, source = _java(folder, [*takes_file.values(), *(scripts[name] for name in plain)])
    return Instance(
        kind="server",
        title="dedicated server" if loader == "none" else f"dedicated {loader} server",
        game_dir=folder,
        loader=loader,
        loader_version=loader_version,
        minecraft=minecraft,
        java=java,
        java_from=source,
        keepers=keepers,
        paste="in the line that starts the server, before -jar; it must start in this folder",
    )


def _starts_here(folder: Path, script: str) -> bool:
    """Whether the script can only run in this folder, which the agent's path starts at: it names a jar in it so."""
    jar = started_jar(script)
    return bool(jar) and not Path(jar).is_absolute() and (folder / jar).is_file()


def _loader(folder: Path, facts: list[tuple[Loader, str, str]]) -> tuple[Loader, str, str]:
    libraries = folder / "libraries"
    for version in _newest(libraries / "net/neoforged/neoforge"):
        return "neoforge", version, versions.of_neoforge(version)
    for version in _newest(libraries / "net/minecraftforge/forge"):
        game, _, forge = version.partition("-")
        return "forge", forge, game
    for loader, loader_version, minecraft in sorted(facts, key=lambda fact: fact[0] == "none"):
        if loader == "none" and any((folder / sign).exists() for sign in _PAPER_SIGNS):
            loader = "paper"
        return loader, loader_version, minecraft or _fabric_game(folder) or _paper_game(folder)
    if any((folder / sign).exists() for sign in _PAPER_SIGNS):
        return "paper", "", _paper_game(folder)
    return "none", "", ""


def _newest(folder: Path) -> list[str]:
    found = [
        entry for entry in folder.glob("*") if (entry / "unix_args.txt").is_file() or (entry / "win_args.txt").is_file()
    ]
    return [entry.name for entry in sorted(found, key=lambda entry: _numbers(entry.name), reverse=True)]


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


def _jar(path: Path) -> tuple[Loader, str, str] | None:
    """Loader, its version and the game's of a server jar; None for any other jar."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            if "install.properties" in names:  # Fabric's and Quilt's launchers say what they start
                lines = archive.read("install.properties").decode("utf-8", "replace").splitlines()
                given = dict(line.split("=", 1) for line in lines if "=" in line)
                loader: Loader = "quilt" if "quilt-loader-version" in given else "fabric"
                return loader, given.get(f"{loader}-loader-version", ""), given.get("game-version", "")
            if "fabric-server-launch.properties" in names or path.name.startswith("fabric-server"):
                return "fabric", "", ""
            if path.name.startswith("quilt-server"):
                return "quilt", "", ""
            if "version.json" not in names:
                return None
            content = json.loads(archive.read("version.json"))
            is_paper = "META-INF/patches.list" in names or any(name.startswith("io/papermc/") for name in names)
            return "paper" if is_paper else "none", "", str(content.get("id") or content.get("name") or "")
    except (OSError, ValueError, zipfile.BadZipFile, AttributeError):
        return None


def _fabric_game(folder: Path) -> str:
    for jar in sorted((folder / ".fabric" / "server").glob("*-server.jar")):
        return jar.name.removesuffix("-server.jar")
    return ""


def _paper_game(folder: Path) -> str:
    path = folder / "version_history.json"
    match = re.search(r"MC: ([\w.]+)", read_text(path)) if path.is_file() else None
    return match[1] if match else ""


def _java(folder: Path, scripts: list[str]) -> tuple[Path | None, str]:
    for text in scripts:
        for named in _named_javas(text):
            path = folder / named
            if path.is_file():
                return path, "the start script"
    home = os.environ.get("JAVA_HOME", "").strip()
    if home and any("JAVA_HOME" in text for text in scripts) and (Path(home) / "bin" / JAVA_EXE).is_file():
        return Path(home) / "bin" / JAVA_EXE, "JAVA_HOME"
    found = shutil.which("java")
    return (Path(found), "PATH") if found else (None, "")


def _named_javas(text: str) -> Iterator[str]:
    for match in re.finditer(r"""["']?((?:[A-Za-z]:)?[^\s"'=$%]*[/\\]java(?:\.exe)?)["']?(?=\s)""", text):
        yield match[1]
    for match in re.finditer(r'"((?:[A-Za-z]:)?[^"\n$%]*[/\\]java(?:\.exe)?)"', text):
        yield match[1]
