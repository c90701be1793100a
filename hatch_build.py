"""Puts into the wheel our jars, built by Maven from the sources this wheel is built from, and what agents read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class JarsBuildHook(BuildHookInterface[Any]):
    """Runs for wheels only. Needs a JDK 25 and Maven, and a C compiler for jep, whose jar ours are compiled against."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the jars, as set-up does, and include them as package data."""
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        for path in _readable(root):
            build_data["force_include"][str(path)] = f"ticklane_gateway/_library/{path.relative_to(root).as_posix()}"
        sys.path.insert(0, str(root / "pyruntime"))
        try:
            from ticklane_cli._setup.advice import MissingPieceError
            from ticklane_cli._setup.jars import prepare_our_jars
            from ticklane_cli._setup.jep_build import prepare_jep
            from ticklane_cli._setup.places import Places
            from ticklane_cli._setup.process import ToolError
            from ticklane_cli._setup.report import PlainReport
        finally:
            sys.path.pop(0)
        places, report = Places(root, root / "build" / "ticklane"), PlainReport()
        try:
            prepare_jep(places, report)
            jars = [*prepare_our_jars(places, report), *places.game_jars().values()]
        except (MissingPieceError, ToolError) as error:
            raise SystemExit(f"ticklane: {error}") from None
        for jar in jars:
            build_data["force_include"][str(jar)] = f"ticklane_cli/_jars/{jar.name}"


def _readable(root: Path) -> list[Path]:
    """Docs, examples, skills with their evals, and llms.txt: what MCP clients are given to read."""
    found = [root / "llms.txt", *(root / "docs").glob("*.md"), *(root / "examples").glob("*.py")]
    return [*found, *(path for path in (root / "skills").rglob("*") if path.suffix in {".md", ".py", ".json"})]
