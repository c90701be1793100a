"""Lines of commands as in a `.mcfunction` file, and the script that runs them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import msgspec

from ticklane_control.messages import StartRequest
from ticklane_toolchain.one_off import prepare_one_off
from ticklane_toolchain.refusal import Finding, Refusal

__all__ = ["MAX_BYTES", "MAX_LINES", "CommandLine", "command_lines", "prepare_commands"]

MAX_LINES: Final = 500
MAX_BYTES: Final = 64 << 10

_SOURCE: Final = '''\
"""Commands in one tick, each answered for itself."""
import re

from ticklane import TicklaneError

answers = []
sent = params["lines"]
most = min(600, 30_000 // len(sent))
# "<Eve> …", "[Eve] …", "* Eve …", "Eve whispers to you: …": what another player says, in the middle of answers.
said = re.compile(r"\\s*(?:<([^>]{1,64})>|\\[([^\\]]{1,64})\\]|\\*\\s+(\\S{1,64})|(\\S{1,64}) whispers to you)")
is_client = host.vantage != "server"
own = ""
if is_client:
    try:
        own = host.self().name
    except TicklaneError:
        pass


class Answered:
    """Waits for a reply, and keeps its text out of what is recorded."""

    value = None

    def __init__(self, reply):
        self.reply = reply

    @property
    def done(self):
        return self.reply.done


def is_shaped(line):
    found = said.match(line)
    return found is not None and own not in found.groups()


def cut(text, most):
    data = text.encode("utf-8", "replace")
    return text if len(data) <= most else data[:most].decode("utf-8", "ignore") + "…"


def keep(number, reply):
    lines = str(reply.text).split("\\n")
    shaped = [line for line in lines if is_shaped(line)] if is_client else []
    shaped += [str(one) for one in getattr(reply, "from_players", ())]
    withheld = 0
    if not params["allow_untrusted_chat"]:
        withheld = len(shaped)
        lines = [line for line in lines if line not in shaped]
    else:
        lines += [line for line in shaped if line not in lines]
    text = "\\n".join(line for line in lines if line)
    answers.append([number, bool(reply.ok), int(reply.count), cut(text, most), withheld])


def commands():
    waiting = []
    try:
        for number, text in sent:
            try:
                reply = host.command(text)
            except TicklaneError as error:
                answers.append([number, False, 0, cut(str(error), most), 0])
            else:
                if reply.done:
                    keep(number, reply)
                else:
                    waiting.append((number, reply))
        for number, reply in waiting:
            try:
                yield Answered(reply)
                keep(number, reply)
            except TicklaneError as error:
                answers.append([number, False, 0, cut(str(error), most), 0])
    finally:
        host.result(sorted(answers))


commands()
'''


@dataclass(frozen=True)
class CommandLine:
    """One command and the number of the line it begins in."""

    number: int
    text: str


def command_lines(text: str) -> list[CommandLine]:
    """The commands of a text: blank lines and lines that begin with `#` are none, a backslash at a line's end goes on
    in the next, one slash before a command is dropped.

    Raises:
        ValueError: too many, too long, or a line that can't be a command; it names the line.
    """
    size = len(text.encode("utf-8", "replace"))
    if size > MAX_BYTES:
        raise ValueError(f"{size:,} bytes of commands, at most {MAX_BYTES:,} in one call: send them in parts")
    found: list[CommandLine] = []
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    at = 0
    while at < len(rows):
        number, line = at + 1, rows[at].strip()
        while line.endswith("\\"):
            at += 1
            if at == len(rows):
                raise ValueError(f"line {number}: ends with a backslash, but no line follows")
            line = line[:-1] + rows[at].strip()
        at += 1
        if not line or line.startswith("#"):
            continue
        if line.startswith("//"):
            raise ValueError(f"line {number}: {line[:60]}: a comment begins with #")
        if line.startswith("$"):
            raise ValueError(f"line {number}: {line[:60]}: a macro line works in a function only; write the values out")
        found.append(CommandLine(number, line.removeprefix("/").strip()))
    if len(found) > MAX_LINES:
        raise ValueError(f"{len(found):,} commands, at most {MAX_LINES} in one call: send them in parts")
    if not found:
        raise ValueError("no command: all lines are blank or comments")
    return found


def prepare_commands(
    lines: Sequence[CommandLine],
    *,
    id: str,
    lane: str,
    lanes: Collection[str],
    allow_untrusted_chat: bool = False,
    operation_id: str = "",
) -> StartRequest:
    """The one-off that runs them, in order and in one tick; its result is `[line, ok, count, feedback, withheld]` each.

    A command that fails doesn't stop the rest. Raises Refusal when the game has no such lane.
    """
    if lane not in lanes:
        there = " ".join(lanes) or "none"
        text = f'target = "{lane}": this game has no {lane} lane to run commands on; it has {there}'
        raise Refusal(id, [Finding.in_argument(text)])
    given = {"lines": [[line.number, line.text] for line in lines], "allow_untrusted_chat": allow_untrusted_chat}
    return msgspec.structs.replace(_prepared(lane), id=id, params=given, operation_id=operation_id)


@cache
def _prepared(lane: str) -> StartRequest:
    """The script is the same for all commands: compiled once."""
    given = {"lines": [[1, "help"]], "allow_untrusted_chat": False}
    return prepare_one_off(_SOURCE, id="commands", params=given, vantage=lane, lanes=[lane], form="json")
