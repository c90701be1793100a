"""Where a script's header stands: the `# /// script` block of PEP 723."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ticklane_toolchain.refusal import Finding, shortened

__all__ = ["HeaderBlock", "find_block"]

_OPENING = re.compile(r"#[ \t]*///[ \t]*script[ \t]*")
_CLOSING = re.compile(r"#[ \t]*///[ \t]*")
_TABLE = re.compile(r"\s*\[\s*([A-Za-z0-9_.\-\s\"']+?)\s*\]\s*(?:#.*)?")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*(?:\.[^=]*)?=")


@dataclass(frozen=True)
class HeaderBlock:
    """The TOML text of a header and the file's line on which `# /// script` stands."""

    text: str
    line: int

    def key_lines(self) -> dict[str, int]:
        """The file's line of each key: "ticks" (of [tool.ticklane]), "params.n", "dependencies", "tool.ticklane"."""
        lines: dict[str, int] = {}
        prefix = ""
        for number, text in enumerate(self.text.splitlines(), self.line + 1):
            table = _TABLE.fullmatch(text)
            key = _KEY.match(text)
            if table:
                name = re.sub(r"[\s\"']", "", table[1])
                lines.setdefault(name, number)
                lines.setdefault(name.removeprefix("tool.ticklane."), number)
                prefix = f"{name}."
                if name == "tool.ticklane" or name.startswith(("tool.ticklane.params", "tool.ticklane.records")):
                    prefix = prefix.removeprefix("tool.ticklane.")
            elif key:
                lines.setdefault(prefix + key[1].strip("\"'"), number)
        return lines


def find_block(source: str) -> HeaderBlock | Finding | None:
    """The header block of a source text, None when it has none, a finding when it is not well formed."""
    lines = source.split("\n")
    openings = [number for number, line in enumerate(lines, 1) if _OPENING.fullmatch(line.rstrip())]
    if not openings:
        stray = next((n for n, line in enumerate(lines, 1) if re.match(r"#\s*\[tool\.ticklane", line)), 0)
        if stray:
            return Finding.in_header(stray, "[tool.ticklane] stands outside a header; begin it with", "# /// script")
        return None
    opening = openings[0]
    if lines[opening - 1].rstrip() != "# /// script":
        return Finding.in_header(opening, f"{lines[opening - 1].strip()}: the header begins with", "# /// script")
    end = opening
    while end < len(lines) and lines[end].startswith("#"):
        end += 1
    body = lines[opening:end]
    closings = [index for index, line in enumerate(body) if _CLOSING.fullmatch(line.rstrip())]
    if not closings:
        return Finding.in_header(opening, "# /// script: the header is not closed; end it with", "# ///")
    last = closings[-1]
    if body[last].rstrip() != "# ///":
        return Finding.in_header(opening + 1 + last, f"{body[last].strip()}: the header ends with", "# ///")
    if len(openings) > 1:
        return Finding.in_header(openings[1], "# /// script: a second header; a script has one")
    for number, line in enumerate(body[:last], opening + 1):
        if line.rstrip() != "#" and not line.startswith("# "):
            code = shortened(line.rstrip(), 80)
            return Finding.in_header(number, f"{code}: a header line begins with '# '", f"# {code[1:].lstrip()}")
    return HeaderBlock("\n".join(line[2:] for line in body[:last]), opening)
