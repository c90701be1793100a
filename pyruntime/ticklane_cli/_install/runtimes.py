"""The Java that Mojang's launcher (and CurseForge's copy of it) keeps for a game's version."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from ticklane_cli._install.errors import InstallError
from ticklane_cli._install.instance import JAVA_EXE, read_json

__all__ = ["installed_version", "runtime"]

_COMPONENTS: Final = {17: "java-runtime-gamma", 21: "java-runtime-delta", 25: "java-runtime-epsilon"}
_DEPTH: Final = 8


def installed_version(root: Path, id: str) -> tuple[str, dict[str, Any]]:
    """The game's version behind an installed one, and its `javaVersion`: a loader's inherits from the game's."""
    java: dict[str, Any] = {}
    game = ""
    for _ in range(_DEPTH):
        path = root / "versions" / id / f"{id}.json"
        if "/" in id or "\\" in id or not path.is_file():
            break
        try:
            content = read_json(path)
        except InstallError:
            break
        java = java or dict(content.get("javaVersion") or {})
        parent = content.get("inheritsFrom")
        if not isinstance(parent, str) or parent == id:
            game = str(content.get("id") or id)
            break
        game = id = parent
    return game, java


def runtime(roots: list[Path], java: dict[str, Any]) -> Path | None:
    """The `java` of the component that a version names, in the launcher's folders; None before its first start."""
    component = str(java.get("component") or _COMPONENTS.get(int(java.get("majorVersion") or 0), ""))
    if not component or "/" in component or "\\" in component:
        return None
    for root in roots:
        for home in sorted(root.glob(f"{component}/*/{component}")):
            for place in (home / "bin", home / "jre.bundle" / "Contents" / "Home" / "bin"):
                if (place / JAVA_EXE).is_file():
                    return place / JAVA_EXE
    return None
