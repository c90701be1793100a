"""Writes llms.txt from docs, skills and examples; `--check` only says whether it is current."""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "llms.txt"

INTRODUCTION = """\
# Ticklane

> Python scripts inside the Minecraft process, stepped once per game tick: entities as numpy columns, acts at exact
> ticks, one small result. Over MCP a short experiment is one call, script_start(source=..., wait_s=30).

Velocities are blocks per tick, 20 ticks are a second, a place is one argument (x, y, z), `yield` in run(host) waits a
tick. The tool `docs` and the resources `ticklane://docs/…`, `ticklane://reference/…`, `ticklane://examples/…` and
`skill://…` read what is listed here.
"""

# Page -> its section; pages not named here are for those who change Ticklane.
FOR_AUTHORS = (
    "writing-a-script",
    "recipes",
    "script-header",
    "script-host",
    "measuring",
    "messages",
    "physics",
    "embedded-host",
    "runs",
    "testing-scripts",
    "capabilities",
    "isolation",
    "stopping",
)
FOR_USERS = ("installing", "install", "command-line", "settings", "mcp", "resources", "security", "clients")


def text() -> str:
    """The whole file."""
    pages = {path.stem: path for path in sorted((ROOT / "docs").glob("*.md"))}
    authors = [pages.pop(name) for name in FOR_AUTHORS if name in pages]
    users = [pages.pop(name) for name in FOR_USERS if name in pages]
    parts = [
        INTRODUCTION,
        "## Skills\n",
        *_skills(),
        "\n## Writing and understanding scripts\n",
        *map(_page, authors),
        "\n## Examples\n",
        *_examples(),
        "\n## Setting up and running\n",
        *map(_page, users),
        "\n## Optional\n",
        *map(_page, pages.values()),
    ]
    return "\n".join(parts) + "\n"


def _page(path: Path) -> str:
    said = path.read_text(encoding="utf-8")
    title = re.search(r"^# (.+)", said, re.MULTILINE)
    assert title is not None, path
    plain = re.sub(r"^```.*?^```", "", said[title.end() :], flags=re.DOTALL | re.MULTILINE)
    blocks = [block.strip() for block in plain.split("\n\n") if block.strip()]
    first = next((block for block in blocks if not block.startswith(("<", "#", "|", "!", "-", "*"))), "")
    return f"- [{title[1]}](docs/{path.name}): {_sentence(first)}"


def _skills() -> Iterator[str]:
    for path in sorted((ROOT / "skills").glob("*/SKILL.md")):
        found = re.search(r"^description: (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert found is not None, path
        yield f"- [{path.parent.name}](skills/{path.parent.name}/SKILL.md): {_sentence(found[1])}"


def _examples() -> Iterator[str]:
    for path in sorted((ROOT / "examples").glob("*.py")):
        said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or path.stem
        yield f"- [{path.stem}](examples/{path.name}): {_sentence(said.split(chr(10) * 2)[0])}"


def _sentence(block: str) -> str:
    """The first sentence, without links."""
    plain = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", " ".join(block.split()))
    return re.split(r"(?<=[.?])\s", plain + " ", maxsplit=1)[0].strip().rstrip(":")


def main() -> int:
    """Write the file, or with --check compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail when the file is not current")
    check = parser.parse_args().check
    if check:
        if not FILE.exists() or FILE.read_text(encoding="utf-8") != text():
            sys.stderr.write("llms.txt is not current: run `python docs/generate_llms.py`\n")
            return 1
        return 0
    FILE.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
