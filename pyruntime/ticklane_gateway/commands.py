"""What `run_command` does: lines as in a function file, run in one tick, each answered for itself."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Any, Final, Literal

import msgspec
from fastmcp import Context
from fastmcp.exceptions import ToolError

from ticklane_control.messages import StartRequest
from ticklane_gateway.game import Game, check_python
from ticklane_gateway.one_offs import OneOffs
from ticklane_gateway.preparation import in_worker
from ticklane_gateway.replies import MAX_REPLY_BYTES

__all__ = ["Commands", "told_commands"]

_WAIT_S: Final = 30.0
_ECHO: Final = 100  # characters of a command in its answer
_KEPT: Final = ("id", "state", "reason", "lane", "tick", "error", "budget", "stuck", "cancelled", "repeated")
_ROOM: Final = MAX_REPLY_BYTES - 400


class Commands:
    """Commands of one game."""

    def __init__(self, game: Game, one_offs: OneOffs) -> None:
        self._game = game
        self._one_offs = one_offs

    async def run(
        self,
        ctx: Context,
        text: str,
        *,
        target: Literal["server", "client"],
        allow_untrusted_chat: bool,
        operation_id: str,
    ) -> bytes:
        """Each line's success and feedback. Raises `ToolError` when the lines can't be run at all."""
        from ticklane_toolchain.command_lines import command_lines

        try:
            lines = command_lines(text)
        except ValueError as error:
            raise ToolError(f"nothing was run: {error}") from error
        hello = await self._game.hello()
        check_python(hello)
        lanes = list(hello.lanes)

        async def make(id: str) -> StartRequest:
            request = await in_worker(_prepare, lines, id, target, lanes, allow_untrusted_chat, operation_id)
            # The script is the same for all: what tells two operations apart are the lines.
            return msgspec.structs.replace(request, source_hash=_hash(target, text))

        told = partial(told_commands, commands={line.number: line.text for line in lines})
        return await self._one_offs.run(ctx, make, told, kind="command", wait_s=_WAIT_S, operation_id=operation_id)


def _hash(target: str, text: str) -> str:
    return hashlib.sha256(f"{target}\n{text}".encode("utf-8", "replace")).hexdigest()


def _prepare(
    lines: list[Any], id: str, target: str, lanes: list[str], allow_untrusted_chat: bool, operation_id: str
) -> StartRequest:
    from ticklane_toolchain.command_lines import prepare_commands
    from ticklane_toolchain.refusal import Refusal

    try:
        return prepare_commands(
            lines,
            id=id,
            lane=target,
            lanes=lanes,
            allow_untrusted_chat=allow_untrusted_chat,
            operation_id=operation_id,
        )
    except Refusal as refusal:
        raise ToolError(f"nothing was run: {refusal.findings[0]}") from refusal


def told_commands(status: dict[str, Any], *, commands: dict[int, str]) -> bytes:
    """A Status as the answer to commands: counts, and for each line its success and feedback.

    Where all don't fit, failed ones are kept and the others' feedback goes first.
    """
    outcome = status.get("result")
    rows = outcome.get("result", []) if isinstance(outcome, dict) else []
    lines = [_line(row, commands) for row in rows]
    failed = sum(not line["ok"] for line in lines)
    fields: dict[str, Any] = {key: status[key] for key in _KEPT if key in status}
    if fields.get("reason") == "finished":
        del fields["reason"]
    fields |= {"commands": len(commands), "ok": len(lines) - failed, "failed": failed}
    if len(lines) < len(commands):
        fields["not_run"] = [number for number in commands if number not in {line["line"] for line in lines}][:20]
    if withheld := sum(row[4] for row in rows):
        fields["withheld"] = withheld
    fields["lines"] = lines
    if _size(fields) <= MAX_REPLY_BYTES:
        return msgspec.json.encode(fields)
    for line in lines:
        if line["ok"]:
            line.pop("text", None)
            line["command"] = line["command"][:40]
    left_out = 0
    while _size(fields) > _ROOM and lines:
        kept = [line for line in lines if not line["ok"]]
        if len(kept) == len(lines):
            kept = lines[: len(lines) * 3 // 4]
        left_out += len(lines) - len(kept)
        lines = fields["lines"] = kept
    fields["shortened"] = ["feedback of commands that succeeded"]
    if left_out:
        fields["lines_left_out"] = left_out
    return msgspec.json.encode(fields)


def _line(row: list[Any], commands: dict[int, str]) -> dict[str, Any]:
    number, ok, count, text, withheld = row
    command = commands.get(number, "")
    line: dict[str, Any] = {
        "line": number,
        "command": command if len(command) <= _ECHO else command[: _ECHO - 1] + "…",
        "ok": ok,
    }
    if count >= 0:
        line["count"] = count  # a client isn't told
    if text:
        line["text"] = text
    if withheld:
        line["withheld"] = withheld
    return line


def _size(value: Any) -> int:
    return len(msgspec.json.encode(value))
