"""Why a script was not started: all findings at once, before a tick is spent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Finding", "Refusal", "shortened"]

MOST_SHOWN = 40
MOST_CHARACTERS = 400


@dataclass(frozen=True)
class Finding:
    """One thing to change.

    `where` is "line 10", "header", "argument" or, in a module beside the script, "helper.py line 3". `text` says what
    is wrong, `fix` (may be empty) is the text to write instead. `file` and `line` (0: no line) give the order.
    """

    where: str
    text: str
    fix: str = ""
    file: str = ""
    line: int = 0

    @classmethod
    def at(cls, line: int, text: str, fix: str = "", *, file: str = "") -> Finding:
        """A finding at a line of the script, or of a module beside it when `file` is given."""
        return cls(f"{file} line {line}" if file else f"line {line}", text, fix, file, line)

    @classmethod
    def in_header(cls, line: int, text: str, fix: str = "") -> Finding:
        """A finding about the header. The key comes first, its line (0: not known) stands at the end."""
        place = f" (line {line})" if line else ""
        return cls("header", text if fix else text + place, fix + place if fix else "", "~header", line)

    @classmethod
    def in_argument(cls, text: str, fix: str = "") -> Finding:
        """A finding about an argument of the call that starts the script."""
        return cls("argument", text, fix, "~argument")

    def __str__(self) -> str:
        return f"{self.text}: {self.fix}" if self.fix else self.text


class Refusal(Exception):  # noqa: N818 - it is an answer, with findings, rather than an error
    """A script that may not start; `findings` holds every reason, `str()` the text that an agent reads.

    Raises nothing itself; `name` is the script's id, or what it was asked for by while it has none.
    """

    def __init__(self, name: str, findings: Iterable[Finding]) -> None:
        seen = dict.fromkeys(findings)
        self.name = name
        self.findings = tuple(sorted(seen, key=lambda finding: (finding.file, finding.line)))
        super().__init__(name, self.findings)

    def __str__(self) -> str:
        count = len(self.findings)
        shown = self.findings[:MOST_SHOWN]
        width = max((len(finding.where) for finding in shown), default=0)
        lines = [f'not started: {count} problem{"" if count == 1 else "s"} in "{self.name}"']
        for finding in shown:
            first, *rest = str(finding).splitlines() or [""]
            lines.append(f"{finding.where:<{width}}  {shortened(first)}")
            lines += [f"{'':<{width}}  {shortened(line)}" for line in rest]
        if count > len(shown):
            lines.append(f"and {count - len(shown)} more, shown when these are gone")
        return "\n".join(lines)


def shortened(text: str, most: int = MOST_CHARACTERS) -> str:
    """`text` in at most `most` characters, an ellipsis at its end when some were left out."""
    return text if len(text) <= most else text[: most - 1] + "…"
