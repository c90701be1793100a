"""Games' folders as the launchers and servers leave them, in small: real files of the public formats."""

from __future__ import annotations

import hashlib
import json
import zipfile
from pathlib import Path
from typing import Any

MODULES = ("java.base", "java.instrument", "java.logging", "jdk.attach")


def make_java(folder: Path, *, version: str = "21.0.4", modules: tuple[str, ...] = MODULES, machine: str = "") -> Path:
    """A program that says what a Java of that version says; nothing else of it works."""
    listed = "\\n".join(f"{module}@{version}" for module in modules)
    (folder / "bin").mkdir(parents=True)
    program = folder / "bin" / "java"
    program.write_text(
        "#!/bin/sh\n"
        'case "$*" in\n'
        f"*--list-modules*) printf '{listed}\\n' ;;\n"
        f"*) printf 'Property settings:\\n    java.version = {version}\\n    os.arch = {machine}\\n' >&2 ;;\n"
        "esac\n"
    )
    program.chmod(0o755)
    return program


def vanilla(root: Path, profiles: dict[str, dict[str, Any]], *, component: str = "java-runtime-delta") -> Path:
    """A .minecraft with a runtime, two installed versions and those profiles, written as the launcher writes it."""
    make_java(root / "runtime" / component / "linux" / component)
    for id, content in {
        "1.21.1": {"id": "1.21.1", "javaVersion": {"component": component, "majorVersion": 21}},
        "fabric-loader-0.16.5-1.21.1": {"id": "fabric-loader-0.16.5-1.21.1", "inheritsFrom": "1.21.1"},
    }.items():
        (root / "versions" / id).mkdir(parents=True)
        (root / "versions" / id / f"{id}.json").write_text(json.dumps(content))
    content = {"profiles": profiles, "settings": {"keepLauncherOpen": False}, "version": 3}
    (root / "launcher_profiles.json").write_text(json.dumps(content, indent=2).replace('": ', '" : '))
    return root


def prism(root: Path, cfg: str, *, settings: str | None = None, loader: str = "net.fabricmc.fabric-loader") -> Path:
    """An instance in a launcher's folder, with its Java named in the launcher's settings."""
    java = make_java(root / "java")
    folder = root / "instances" / "mine"
    (folder / ".minecraft").mkdir(parents=True)
    (folder / "instance.cfg").write_bytes(cfg.encode())
    components = [{"uid": "net.minecraft", "version": "1.21.1"}]
    if loader:
        components.append({"uid": loader, "version": "0.16.5"})
    (folder / "mmc-pack.json").write_text(json.dumps({"components": components, "formatVersion": 1}))
    given = settings if settings is not None else "[General]\nConfigVersion=1.2\n"
    (root / "prismlauncher.cfg").write_text(f"{given}JavaPath={java}\n")
    return folder


def curseforge(root: Path, **more: Any) -> Path:
    """An instance of the app, with the launcher it keeps beside its instances."""
    vanilla(root / "Install", {})
    folder = root / "Instances" / "mine"
    folder.mkdir(parents=True)
    content = {
        "baseModLoader": {"name": "neoforge-21.1.77", "minecraftVersion": "1.21.1"},
        "isMemoryOverride": False,
        "allocatedMemory": 8192,
        "gameVersion": "1.21.1",
        "javaArgsOverride": None,
        "javaDirOverride": None,
        "name": "Pack é",
        **more,
    }
    (folder / "minecraftinstance.json").write_text(json.dumps(content, indent=2, ensure_ascii=False))
    return folder


def neoforge_server(folder: Path, arguments: str | None = "# Xmx and Xms set the memory\n-Xmx4G\n") -> Path:
    """What NeoForge's installer leaves."""
    library = folder / "libraries" / "net" / "neoforged" / "neoforge" / "21.1.77"
    library.mkdir(parents=True)
    (library / "unix_args.txt").write_text("-p libraries/x.jar\n")
    (folder / "run.sh").write_text(
        '#!/usr/bin/env sh\njava @user_jvm_args.txt @libraries/net/neoforged/neoforge/21.1.77/unix_args.txt "$@"\n'
    )
    if arguments is not None:
        (folder / "user_jvm_args.txt").write_bytes(arguments.encode())
    (folder / "server.properties").write_text("online-mode=true\n")
    return folder


def jar_server(folder: Path, kind: str, script: str | None, *, game: str = "1.21.4") -> Path:
    """A server of one jar, started by a script of the user's."""
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / "server.jar", "w") as archive:
        if kind == "fabric":
            archive.writestr("install.properties", f"fabric-loader-version=0.16.5\ngame-version={game}\n")
        else:
            archive.writestr("version.json", json.dumps({"id": game, "name": game}))
        if kind == "paper":
            archive.writestr("META-INF/patches.list", "")
    (folder / "server.properties").write_text("online-mode=true\n")
    if script is not None:
        (folder / "start.sh").write_bytes(script.encode())
        (folder / "start.sh").chmod(0o755)
    return folder


def state(folder: Path) -> dict[str, str]:
    """Every file and folder below, with a digest and the mode of each file: two equal states are the same folder."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder"
        found[name] = f"{content} {path.stat().st_mode & 0o777:o}" if path.is_file() else content
    return found
