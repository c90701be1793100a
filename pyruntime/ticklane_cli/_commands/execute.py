"""`ticklane exec` and `ticklane command`: a few lines of Python, or commands, in a running game."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from ticklane_cli._exit import ENDED_OTHERWISE, FINISHED, UsageError, print_error, print_json
from ticklane_cli._games import connect_to_game, find_game_dir
from ticklane_control.client import ControlClient
from ticklane_control.errors import ControlError
from ticklane_control.messages import StartRequest, encode_start
from ticklane_gateway.settings import SettingsError, load_settings
from ticklane_toolchain.command_lines import command_lines, prepare_commands
from ticklane_toolchain.one_off import prepare_one_off
from ticklane_toolchain.params import assignments

__all__ = ["ExecOptions", "execute", "run_commands"]

_SLICE_S: Final = 50.0
_MAX_TEXT: Final = 1 << 20
_TRIES: Final = 16


@dataclass(frozen=True, kw_only=True)
class ExecOptions:
    """What `ticklane exec` was asked."""

    code: str
    file: Path | None
    lane: str | None
    params: Sequence[str]
    seed: int | None
    ticks: int | None
    format: Literal["text", "json"]
    caps: Sequence[str]
    game_dir: Path | None
    as_json: bool


def execute(options: ExecOptions) -> int:
    """Run a snippet and print what it printed, then its value; Ctrl-C ends it and prints what there is."""
    code = _text(options.code, options.file, "code")
    folder = find_game_dir(options.game_dir)
    params = _values(options.params)
    try:
        allowed = load_settings(folder).allow
    except SettingsError as error:
        raise UsageError(str(error)) from error
    with connect_to_game(folder) as client:
        lanes = list(client.hello.lanes)

        def make(id: str) -> StartRequest:
            return prepare_one_off(
                code,
                id=id,
                form=options.format,
                params=params,
                seed=options.seed,
                ticks=options.ticks,
                vantage=options.lane or lanes[0],
                caps=options.caps,
                allowed=allowed,
                lanes=lanes,
            )

        status = _run(client, make, "code")
    outcome: dict[str, Any] = status.pop("result", None) or {}
    if options.as_json:
        print_json(status | outcome)
    else:
        _print_outcome(outcome)
        _print_failure(status)
    return FINISHED if status.get("reason") == "finished" else ENDED_OTHERWISE


def run_commands(
    command: str, *, file: Path | None, target: Literal["server", "client"], game_dir: Path | None, as_json: bool
) -> int:
    """Run lines of commands and print each one's feedback; code 1 when one of them failed."""
    try:
        lines = command_lines(_text(command, file, "commands"))
    except ValueError as error:
        raise UsageError(str(error)) from error
    with connect_to_game(game_dir) as client:
        lanes = list(client.hello.lanes)

        def make(id: str) -> StartRequest:
            return prepare_commands(lines, id=id, lane=target, lanes=lanes)

        status = _run(client, make, "command")
    outcome: dict[str, Any] = status.get("result") or {}
    rows = outcome.get("result") or []
    texts = {line.number: line.text for line in lines}
    answers = [
        {"line": number, "command": texts[number], "ok": ok, "count": count, "text": text}
        for number, ok, count, text, _ in rows
    ]
    failed = sum(not answer["ok"] for answer in answers)
    withheld = sum(row[4] for row in rows)
    if as_json:
        counts = {"commands": len(lines), "ok": len(answers) - failed, "failed": failed, "withheld": withheld}
        print_json({"state": status["state"], "reason": status.get("reason"), **counts, "lines": answers})
    else:
        for answer in answers:
            if answer["ok"]:
                print(answer["text"])
            else:
                print_error(f"line {answer['line']}  {answer['text'] or answer['command']}")
        if withheld:
            print_error(f"{withheld:,} chat lines that a player may have shaped are not shown")
        _print_failure(status)
    return FINISHED if not failed and len(answers) == len(lines) else ENDED_OTHERWISE


def _text(given: str, file: Path | None, what: str) -> str:
    """What stands on the command line, in a file, or ("-", or nothing at all) on stdin."""
    if given and given != "-" and file is not None:
        raise UsageError(f"give {what} either on the command line or with --file, not both")
    if given and given != "-":
        return given
    if file is not None:
        try:
            with file.open("rb") as stream:
                return _decoded(stream.read(_MAX_TEXT + 1), str(file))
        except OSError as error:
            raise UsageError(f"{file}: {error.strerror}") from error
    if not given and sys.stdin.isatty():
        raise UsageError(f"no {what}: write it on the command line, name a file with -f, or pipe it in")
    return _decoded(sys.stdin.buffer.read(_MAX_TEXT + 1), "stdin")


def _decoded(data: bytes, where: str) -> str:
    if len(data) > _MAX_TEXT:
        raise UsageError(f"{where}: more than {_MAX_TEXT:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{where}: not UTF-8 at byte {error.start:,}") from error


def _values(texts: Sequence[str]) -> dict[str, Any]:
    """Parameters without a header: JSON where it is some, else text."""
    try:
        given = assignments(texts)
    except ValueError as error:
        raise UsageError(str(error)) from error
    values: dict[str, Any] = {}
    for name, text in given.items():
        try:
            values[name] = json.loads(text)
        except ValueError:
            values[name] = text
    return values


def _run(
    client: ControlClient, make: Callable[[str], StartRequest], kind: Literal["code", "command"]
) -> dict[str, Any]:
    """Start a one-off and wait for its end; Ctrl-C stops it."""
    status: dict[str, Any] = {}
    id = ""
    try:
        for number in range(_TRIES):
            request = make(f"cli-{(os.getpid() + number) % 64 + 1}")
            id = request.id
            try:
                status = client.request(
                    "start",
                    body=encode_start(request),
                    script=id,
                    lane=request.lane,
                    one_off=kind,
                    wait_s=_SLICE_S,
                )
                break
            except ControlError as error:
                if "still running" not in error.message or number == _TRIES - 1:
                    raise
        while status["state"] != "ended":
            status = client.request("status", script=id, wait_s=_SLICE_S)
    except KeyboardInterrupt:
        status = client.request("stop", script=id, wait_s=2)
    return status


def _print_outcome(outcome: dict[str, Any]) -> None:
    if printed := outcome.get("printed"):
        sys.stdout.write(printed if printed.endswith("\n") else f"{printed}\n")
    left = outcome.get("values_left_out", {})
    for number, value in enumerate(outcome.get("values", [])):
        if left and number == left["after"]:
            print(f"… {left['n']:,} more values …")
        print(_shown(value))
    for one in (outcome, outcome.get("returned", {})):
        if "not_json" in one:
            print_error(one["not_json"])
        if one.get("type") not in (None, "NoneType"):
            print(_shown(one["value"]))
    sys.stdout.flush()


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _print_failure(status: dict[str, Any]) -> None:
    if error := status.get("error"):
        place = f"{error['file']} line" if "file" in error else "line"
        print_error(f"{place} {error.get('line', '?')}: {error.get('type')}: {error.get('message')}")
        if error.get("code"):
            print_error(f"    {error['code']}")
        if error.get("caret"):
            print_error(f"    {error['caret']}")
    elif "budget" in status:
        budget = status["budget"]
        print_error(
            f"ended: a step may take {budget['limit_ms']:,.0f} ms (line {budget.get('line')}: {budget.get('code')})"
        )
    elif status.get("reason") not in (None, "finished"):
        print_error(f"ended: {status['reason']}")
