"""Writes docs/script-host.md from the docstrings of host_api/ticklane; `--check` only says whether it is current."""

from __future__ import annotations

import argparse
import ast
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent / "host_api" / "ticklane"
PAGE = HERE / "script-host.md"

INTRODUCTION = """\
# Script reference

<!-- Made by docs/generate_reference.py from the docstrings of host_api/ticklane: change those, then run it. -->

Everything a script can import from `ticklane`. How a script is built is told in
[writing a script](writing-a-script.md).
"""

# Page section -> the classes and functions in it, each found in the module that owns it.
SECTIONS: dict[str, list[str]] = {
    "The host": ["ScriptHost"],
    "Tables and values": ["Entities", "Entity", "Player", "Names", "Block", "Blocks", "Series", "Window", "Track"],
    "Events": [
        "ExplosionEvent",
        "BlockChangeEvent",
        "EntitySpawnEvent",
        "EntityRemoveEvent",
        "ImpulseEvent",
        "DamageEvent",
        "TriggerEvent",
        "PlayerEvent",
        "MessageEvent",
    ],
    "Triggers": ["Impulse", "Landed", "Enters"],
    "What calls give back": ["Handle", "Capture", "Pending", "CommandReply", "Snapshot", "Game", "Vantage"],
    "Pictures": ["Draw", "PictureFile", "Frame"],
    "Statistics": ["Running", "Histogram", "summary", "summary_by", "direction", "aabb_groups"],
    "Reading a run": ["read_run", "RecordedRun", "RecordTable"],
    "Errors": [
        "TicklaneError",
        "UnknownNameError",
        "GoneError",
        "UnloadedError",
        "CommandError",
        "NotHereError",
        "NotAllowedError",
        "LimitError",
        "EncodeError",
    ],
    "Types": ["F8", "I8", "B1", "Pos", "Places", "CameraKind", "Lane", "Kind", "Event", "Trigger", "Filter", "Run"],
}

# How these methods are written in a script: of what, with what.
OPERATORS = {"__getitem__": "{}[{}]", "__eq__": "{} == {}"}

Definition = ast.ClassDef | ast.FunctionDef


class Source:
    """One module: its text, its definitions by name, its aliases with the comment above them."""

    def __init__(self, path: Path) -> None:
        self.lines = path.read_text(encoding="utf-8").splitlines()
        tree = ast.parse("\n".join(self.lines))
        self.definitions = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
        self.aliases = {
            node.target.id: node
            for node in tree.body
            if isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and isinstance(node.annotation, ast.Name)
            and node.annotation.id == "TypeAlias"
        }

    def comment_above(self, line: int) -> str:
        """The comment lines that end right above a line (counted from 1)."""
        found: list[str] = []
        while line >= 2 and self.lines[line - 2].startswith("# "):
            line -= 1
            found.insert(0, self.lines[line - 1].removeprefix("# "))
        return " ".join(found)

    def group_at(self, line: int) -> str:
        """The last `# -- group` comment at or above a line (counted from 1), inside its class."""
        for text in reversed(self.lines[:line]):
            if match := re.match(r"    # -- (.+)", text):
                return match[1]
            if text.startswith("class "):
                break
        return ""


def _code(node: ast.AST) -> str:
    """The code of a node, with the quotes that the formatter wants."""
    return ast.unparse(node).replace("'", '"')


def page() -> str:
    """The whole page."""
    sources = [Source(path) for path in sorted(PACKAGE.glob("[!_]*.py"))]
    public = _exported()
    listed = {name for names in SECTIONS.values() for name in names}
    if missing := sorted(public ^ listed):
        raise SystemExit(f"docs/generate_reference.py: SECTIONS and ticklane.__all__ differ in {', '.join(missing)}")
    parts = [INTRODUCTION, _contents()]
    for section, names in SECTIONS.items():
        parts.append(f"## {section}\n")
        parts += _aliases(names, sources) if section == "Types" else (_entry(name, sources) for name in names)
    return "\n".join(parts).rstrip() + "\n"


def _exported() -> set[str]:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and _code(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    raise SystemExit("docs/generate_reference.py: ticklane has no __all__")


def _contents() -> str:
    def link(name: str) -> str:
        return f"[`{name}`](#{_anchor(name)})"

    rows = [
        f"| {section} | {' '.join(f'`{name}`' if section == 'Types' else link(name) for name in names)} |"
        for section, names in SECTIONS.items()
    ]
    return "\n".join(["| | |", "|---|---|", *rows, ""])


def _anchor(name: str) -> str:
    return name.lower()


def _entry(name: str, sources: list[Source]) -> str:
    source = next(source for source in sources if name in source.definitions)
    node = source.definitions[name]
    if isinstance(node, ast.FunctionDef):
        return f"### {name}\n\n```python\n{_signature(node)}\n```\n\n{_text(node)}\n"
    bases = [_code(base) for base in node.bases if _code(base) not in {"Protocol", "_Event"}]
    heading = f"### {name}\n"
    under = f"Extends {' and '.join(f'`{base}`' for base in bases)}.\n" if bases else ""
    fields = _fields(source.definitions.get("_Event") if _is_event(node) else None) + _fields(node)
    code = "```python\n" + "\n".join(fields) + "\n```\n" if fields else ""
    return "\n".join(filter(None, [heading, under, f"{_text(node)}\n", code, *_members(node, source)]))


def _is_event(node: ast.ClassDef) -> bool:
    return any(_code(base) == "_Event" for base in node.bases)


def _fields(node: Definition | None) -> list[str]:
    """A dataclass's public fields, as they are written."""
    if node is None or not any("dataclass" in _code(decorator) for decorator in node.decorator_list):
        return []
    fields = [
        _code(field)
        for field in node.body
        if isinstance(field, ast.AnnAssign) and not _code(field.target).startswith("_")
    ]
    return [re.sub(r" = field\(default=(.+?), init=False\)", r" = \1", field) for field in fields]


def _members(node: ast.ClassDef, source: Source) -> Iterator[str]:
    """Attributes as a table, then methods one by one; in groups where the class has them."""
    group = ""
    rows: list[str] = []

    def table() -> Iterator[str]:
        if rows:
            yield "| attribute | type | |\n|---|---|---|\n" + "\n".join(rows) + "\n"
            rows.clear()

    for member in node.body:
        if not isinstance(member, ast.FunctionDef) or not _shown(member):
            continue
        new_group = source.group_at(member.lineno)
        if new_group != group:
            yield from table()
            if new_group != "inside":
                yield f"#### {node.name}: {new_group}\n"
            group = new_group
        if _is_attribute(member):
            text = " ".join(_text(member).split()).replace("|", "\\|")
            kind = _code(member.returns).replace("|", "\\|") if member.returns else ""
            rows.append(f"| `{member.name}` | `{kind}` | {text} |")
        else:
            yield from table()
            yield f"```python\n{_signature(member, node.name)}\n```\n\n{_text(member)}\n"
    yield from table()


def _shown(member: ast.FunctionDef) -> bool:
    if _decorators(member) & {"overload"}:
        return False
    return member.name in OPERATORS or not member.name.startswith("_")


def _is_attribute(member: ast.FunctionDef) -> bool:
    return bool(_decorators(member) & {"property", "Column"})


def _decorators(member: ast.FunctionDef) -> set[str]:
    return {_code(decorator) for decorator in member.decorator_list}


def _signature(node: ast.FunctionDef, owner: str = "") -> str:
    """As a call is written: without self and def, one argument a line where it is long."""
    arguments = node.args
    if arguments.args and arguments.args[0].arg == "self":
        arguments = ast.arguments(
            posonlyargs=arguments.posonlyargs,
            args=arguments.args[1:],
            vararg=arguments.vararg,
            kwonlyargs=arguments.kwonlyargs,
            kw_defaults=arguments.kw_defaults,
            kwarg=arguments.kwarg,
            defaults=arguments.defaults,
        )
    returns = f" -> {_code(node.returns)}" if node.returns else ""
    if node.name in OPERATORS:
        return OPERATORS[node.name].format(owner.lower(), arguments.args[0].arg)
    line = f"{node.name}({_code(arguments)}){returns}"
    if len(line) <= 110:
        return line
    return f"{node.name}(\n" + "".join(f"    {argument},\n" for argument in _arguments(arguments)) + f"){returns}"


def _arguments(arguments: ast.arguments) -> Iterator[str]:
    """Each argument with its annotation and default, as text."""
    defaults = [None] * (len(arguments.args) - len(arguments.defaults)) + list(arguments.defaults)
    for argument, default in zip(arguments.args, defaults, strict=True):
        yield _code(argument) + (f" = {_code(default)}" if default else "")
    if arguments.kwonlyargs:
        yield "*"
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _code(argument) + (f" = {_code(default)}" if default else "")


def _text(node: Definition) -> str:
    """The docstring as Markdown: Args and Attributes become lists, indented examples become code."""
    text = ast.get_docstring(node) or ""
    blocks: list[str] = []
    for block in text.split("\n\n"):
        title, _, rest = block.partition("\n")
        if title in {"Args:", "Attributes:"}:
            blocks.append("\n".join(_list(textwrap.dedent(rest))))
        elif block.startswith("    "):
            blocks.append(f"```python\n{textwrap.dedent(block)}\n```")
        else:
            blocks.append(block)
    return "\n\n".join(blocks)


def _list(text: str) -> Iterator[str]:
    item = ""
    for line in text.splitlines():
        if not line.startswith(" ") and item:
            yield item
            item = ""
        if not item:
            names, _, rest = line.partition(":")
            item = f"- {', '.join(f'`{name.strip()}`' for name in names.split(','))}:{rest}"
        else:
            item += " " + line.strip()
    if item:
        yield item


def _aliases(names: list[str], sources: list[Source]) -> Iterator[str]:
    for name in names:
        source = next(source for source in sources if name in source.aliases)
        node = source.aliases[name]
        assert node.value is not None
        comment = source.comment_above(node.lineno)
        value = "\n".join(source.lines[node.lineno - 1 : node.end_lineno]).replace(": TypeAlias", "")
        yield f"```python\n{value}\n```\n" + (f"\n{comment}\n" if comment else "")


def main() -> int:
    """Write the page, or with --check compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail when the page is not current")
    check = parser.parse_args().check
    text = page()
    if check:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
            sys.stderr.write("docs/script-host.md is not current: run `python docs/generate_reference.py`\n")
            return 1
        return 0
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
