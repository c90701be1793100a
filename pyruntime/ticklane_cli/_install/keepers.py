"""The files that keep a game's Java arguments: each kind's way to put ours in and to take them out again.

All of it is text to text. `put` is given the file as the user has it, `take` the file as it is now and as it was
before ours came in, so that what only had to change for ours changes back, and what the user has edited since stays.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from ticklane_cli._install import ini
from ticklane_cli._install.arguments import HOME, added, taken_out
from ticklane_cli._install.errors import InstallError

__all__ = ["LAUNCHER_DEFAULTS", "MARK", "Keeper", "Kind", "java_line", "started_jar"]

Kind = Literal["profile", "instance_cfg", "curseforge", "argument_file", "start_script"]

MARK: Final = "# Ticklane's; `ticklane uninstall` takes these lines out"

LAUNCHER_DEFAULTS: Final = (
    "-Xmx2G -XX:+UnlockExperimentalVMOptions -XX:+UseG1GC -XX:G1NewSizePercent=20 -XX:G1ReservePercent=20 "
    "-XX:MaxGCPauseMillis=50 -XX:G1HeapRegionSize=32M"
)
"""What the vanilla launcher starts a game with when a profile says nothing: arguments of its own replace them."""

_JAVA: Final = r"""(?:"[^"]*java[^"]*"|'[^']*java[^']*'|[^\s"']*java[^\s"'=]*)"""
_LINE: Final = re.compile(
    rf"^(?P<head>[ \t]*(?:(?:exec|nohup|nice|start|screen|call)\b[^\n]*?[ \t]+)?)"
    rf"(?P<java>{_JAVA})(?P<words>[ \t][^\n]*?)??[ \t]+-jar[ \t]+(?P<jar>\"[^\"\n]*\"|'[^'\n]*'|\S+)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Keeper:
    """One file. `key` names the profile in it, or holds what the launcher's own settings would have given."""

    kind: Kind
    path: Path
    key: str = ""

    def put(self, text: str, ours: Sequence[str]) -> str:
        """The file with ours in it; raises `InstallError` when it has no place for them."""
        match self.kind:
            case "profile":
                return _in_json(self.path, text, lambda root: self._put_key(self._profile(root), "javaArgs", ours))
            case "curseforge":
                return _in_json(self.path, text, lambda root: self._put_key(root, "javaArgsOverride", ours))
            case "instance_cfg":
                own = ini.get(text, "JvmArgs") if ini.get(text, "OverrideJavaArgs").lower() == "true" else self.key
                return ini.put(ini.put(text, "JvmArgs", added(own, ours)), "OverrideJavaArgs", "true")
            case "argument_file":
                line = "\r\n" if "\r\n" in text else "\n"
                gap = line if text and not text.endswith("\n") else ""
                return text + gap + line.join([MARK, *ours, ""])
            case "start_script":
                return self._in_script(text, lambda words: added(words, ours) if words else f" {' '.join(ours)}")

    def take(self, text: str, ours: Sequence[str], before: str) -> str:
        """The file without ours; what was set only because of them is as in `before`."""
        match self.kind:
            case "profile":
                old = _in_json_or_none(before, self._profile)
                if _in_json_or_none(text, self._profile) is None:
                    return text  # the user has deleted the profile
                return _in_json(
                    self.path, text, lambda root: _take_key(self._profile(root), "javaArgs", ours, old, self.key)
                )
            case "curseforge":
                old = _in_json_or_none(before, lambda root: root)
                return _in_json(self.path, text, lambda root: _take_key(root, "javaArgsOverride", ours, old, ""))
            case "instance_cfg":
                return self._take_cfg(text, ours, before)
            case "argument_file":
                return _take_lines(text, ours)
            case "start_script":
                return self._in_script(text, lambda words: taken_out(words, ours))

    def sweep(self, text: str, ours: Sequence[str], game_dir: Path) -> str:
        """The file without ours in any profile of that game folder: the launcher has copied one with them in it.

        Raises `InstallError` when the agent is named in a form that isn't ours: without its jar no game would start.
        """
        if self.kind == "profile" and _names_agent(text):
            for id, profile in _load(self.path, text).get("profiles", {}).items():
                if _game_dir(profile, self.path.parent) == game_dir.resolve() and _names_agent(profile.get("javaArgs")):
                    text = Keeper("profile", self.path, id).take(text, ours, "")
                    if _names_agent(_load(self.path, text)["profiles"][id].get("javaArgs")):
                        raise self._named_otherwise()
        elif _names_agent(text):
            raise self._named_otherwise()
        return text

    def _named_otherwise(self) -> InstallError:
        return InstallError(
            f"{self.path} names Ticklane's agent in another form than it was written: take it out by hand, then repeat"
        )

    def _profile(self, root: dict[str, Any]) -> dict[str, Any]:
        profile = root.get("profiles", {}).get(self.key)
        if not isinstance(profile, dict):
            raise InstallError(f"{self.path} has no profile {self.key!r} any more")
        return profile

    def _put_key(self, table: dict[str, Any], key: str, ours: Sequence[str]) -> None:
        given = table.get(key)
        usual = LAUNCHER_DEFAULTS if self.kind == "profile" else ""
        table[key] = added(given if isinstance(given, str) and given.strip() else usual, ours)

    def _take_cfg(self, text: str, ours: Sequence[str], before: str) -> str:
        rest = taken_out(ini.get(text, "JvmArgs"), ours)
        if ini.get(before, "OverrideJavaArgs").lower() != "true" and rest == self.key:
            for name in ("JvmArgs", "OverrideJavaArgs"):
                text = ini.put_raw(text, name, ini.get_raw(before, name))
            return text
        return ini.put(text, "JvmArgs", rest)

    def _in_script(self, text: str, change: Any) -> str:
        lines = text.splitlines(keepends=True)
        at = java_line(text)
        if at is None:
            raise InstallError(f"{self.path} has no one line that starts the game with java -jar")
        match = _LINE.match(lines[at])
        assert match is not None
        begin, end = match.span("words") if match["words"] is not None else (match.end("java"), match.end("java"))
        words = change(lines[at][begin:end])
        lines[at] = lines[at][:begin] + words + lines[at][end:]
        return "".join(lines)


def _names_agent(text: object) -> bool:
    return isinstance(text, str) and f"-javaagent:{HOME}/" in text


def _game_dir(profile: Any, usual: Path) -> Path:
    given = profile.get("gameDir") if isinstance(profile, dict) else None
    return Path(given).expanduser().resolve() if isinstance(given, str) and given.strip() else usual.resolve()


def started_jar(text: str) -> str:
    """The jar that a start script's one line runs, "" where there is no such line."""
    at = java_line(text)
    match = None if at is None else _LINE.match(text.splitlines(keepends=True)[at])
    return match["jar"].strip("\"'") if match else ""


def java_line(text: str) -> int | None:
    """Which line of a start script runs `java … -jar …`; None unless it is exactly one."""
    found = [
        at
        for at, line in enumerate(text.splitlines(keepends=True))
        if _LINE.match(line) and not re.match(r"\s*(#|::|rem\b|echo\b|@echo\b)", line, re.IGNORECASE)
    ]
    return found[0] if len(found) == 1 else None


def _load(path: Path, text: str) -> dict[str, Any]:
    try:
        root = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise InstallError(f"{path} is no JSON ({error}): start its launcher once, which mends it") from error
    if not isinstance(root, dict):
        raise InstallError(f"{path} has another form than expected")
    return root


def _in_json(path: Path, text: str, change: Any) -> str:
    root = _load(path, text)
    change(root)
    indent = re.search(r"\{\r?\n([ \t]+)", text)
    dumped = json.dumps(
        root,
        ensure_ascii=False,
        indent=indent.group(1) if indent else None,
        separators=None if indent or '": ' in text else (",", ":"),
    )
    if indent and '" : ' in text and '": ' not in text:  # the vanilla launcher writes a blank before its colons
        dumped = re.sub(r'^(\s*"(?:[^"\\]|\\.)*"): ', r"\1 : ", dumped, flags=re.MULTILINE)
    if "\r\n" in text:
        dumped = dumped.replace("\n", "\r\n")
    bom = "\ufeff" if text.startswith("\ufeff") else ""
    return bom + dumped + ("\n" if text.endswith("\n") else "")


def _in_json_or_none(text: str, look: Any) -> dict[str, Any] | None:
    try:
        found = look(json.loads(text.removeprefix("\ufeff")))
    except (ValueError, InstallError):
        return None
    return found if isinstance(found, dict) else None


def _take_key(
    table: dict[str, Any], key: str, ours: Sequence[str], before: dict[str, Any] | None, profile: str
) -> None:
    given = table.get(key)
    if not isinstance(given, str):
        return
    rest = taken_out(given, ours)
    usual = LAUNCHER_DEFAULTS if profile else ""
    old = before.get(key) if before else None
    if rest == usual and not (isinstance(old, str) and old.strip()):
        if before and key in before:
            table[key] = old
        else:
            del table[key]
    else:
        table[key] = rest


def _take_lines(text: str, ours: Sequence[str]) -> str:
    kept, left = [], []
    for line in text.splitlines(keepends=True):
        bare = line.strip()
        if bare == MARK:
            left = list(ours)
        elif bare in left:
            left.remove(bare)
        elif bare.startswith("-javaagent:") and bare in ours:
            continue  # moved away from its mark: without our jar the game wouldn't start
        else:
            kept.append(line)
    return "".join(kept)
