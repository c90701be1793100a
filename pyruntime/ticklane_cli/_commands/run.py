"""`ticklane run`: one script in a game of its own, from start to end, kept in a run folder."""

from __future__ import annotations

import os
import shutil
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import structlog

from ticklane_cli import _logging
from ticklane_cli._exit import (
    ENDED_OTHERWISE,
    FINISHED,
    describe,
    exit_code,
    not_run,
    print_error,
    print_json,
)
from ticklane_cli._games import sweep_dead_games
from ticklane_cli._pieces import Pieces, find_pieces
from ticklane_cli._preparation import prepare_script, script_memory_mib
from ticklane_cli._run_folder import RunFolder
from ticklane_cli._run_view import RunView, print_summary
from ticklane_cli.launch import Game, LaunchConfig, start_game
from ticklane_control.client import ControlClient
from ticklane_control.errors import ControlError
from ticklane_control.messages import StartRequest, encode_start

__all__ = ["RunOptions", "run"]

_POLL_S: Final = 0.2
_STOP_S: Final = 0.4
_DISK_S: Final = 10.0
_NEXT: Final = {
    "game_stopped": "The game ended under the script; what it had recorded is kept, log.jsonl has the last words.",
    "refused": "Nothing was started: change what the message names, then run it again.",
    "failed": "The game couldn't be asked any more: log.jsonl has what it said; `ticklane doctor` checks the set-up.",
}
_log = structlog.get_logger("ticklane.run")


@dataclass(frozen=True)
class RunOptions:
    """The command's options, as they were typed."""

    script: Path
    ticks: int | None = None
    seed: int | None = None
    params: Sequence[str] = ()
    allow: Sequence[str] = ()
    pace: Literal["sprint", "realtime"] | None = None
    """None: as fast as it goes, and in real time where a client looks on."""
    world: Literal["flat", "void"] | None = None
    out: Path | None = None
    id: str = ""
    install: bool = False
    script_memory_mib: int | None = None
    as_json: bool = False


@dataclass
class _Run:
    """A run under way: what is known of it when it ends, however it ends."""

    options: RunOptions
    request: StartRequest
    folder: RunFolder
    view: RunView
    status: dict[str, Any] = field(default_factory=dict)
    rows: dict[str, int] | None = None
    next_event: int = 0
    sprinted_s: float = 0.0

    def take(self, status: dict[str, Any]) -> None:
        self.status = status
        self.view.update(status)

    @property
    def has_ended(self) -> bool:
        return self.status.get("state") == "ended"


def run(options: RunOptions) -> int:
    """Run the script; returns 0 when it finished, 1 when it ended otherwise."""
    made: list[Path] = []
    try:
        return _run(options, made)
    except Exception as error:
        known = describe(error)
        if known is None or not options.as_json:
            raise
        code, kind, text = known
        print_error(text)
        print_json(not_run(options.id or options.script.stem, kind, text, out=made[0] if made else None))
        return code


def _run(options: RunOptions, made: list[Path]) -> int:
    """As `run`; the folder is put into `made` once it is there."""
    pieces = find_pieces()
    memory = script_memory_mib(options.script_memory_mib)
    request = prepare_script(
        options.script,
        id=options.id,
        params=options.params,
        seed=options.seed,
        ticks=options.ticks,
        allow=options.allow,
        install=options.install,
    )
    sweep_dead_games(pieces.places)
    folder = RunFolder.make(request.id, options.out)
    made.append(folder.path)
    # The game writes records where the request says.
    request = msgspec.structs.replace(request, run_dir=str(folder.path))
    world = options.world or request.header.get("world") or "flat"
    folder.begin(request, options={"world": world, "pace": _pace(options, request), "lane_mode": request.mode})
    view = RunView(request.id, _expected_ticks(request), quiet=options.as_json)
    this = _Run(options, request, folder, view)
    with _logging.tee(folder.log):
        _play(this, pieces, world, memory)
        whole = this.status.get("reason") == "finished" and not this.status.get("lost")
        code = FINISHED if whole else ENDED_OTHERWISE
        if not _keep(this, this.status, code):
            code = ENDED_OTHERWISE
    _show(this)
    return code


def _pace(options: RunOptions, request: StartRequest) -> Literal["sprint", "realtime"]:
    # A client has a clock of its own, which a sprinting server runs away from.
    return options.pace or ("sprint" if request.lane == "server" else "realtime")


def _keep(this: _Run, status: dict[str, Any], code: int) -> bool:
    """Write the run folder's last state; a disk that doesn't take it is told and costs nothing else."""
    try:
        this.folder.finish(status, exit_code=code, rows=this.rows)
    except OSError as error:
        print_error(f"{this.folder.path}: the run's last state could not be written: {error.strerror or error}")
        return False
    return True


def _count_what_is_there(this: _Run) -> None:
    """The game was killed or has died: what it last said of the records is old, and some may not be on the disk."""
    told: Counter[str] = Counter(this.status.get("records", {}))
    there = this.folder.count_records()
    recorded = told | there
    this.status["records"] = dict(recorded)
    rotates = this.request.records.rotate_mib or this.request.records.rotate_files
    lost = 0 if rotates else recorded.total() - there.total()  # which of them were rotated away nobody can say
    if lost > 0:
        this.status["lost"] = lost
        this.status.setdefault("lost_why", "the game ended before they were written")


def _expected_ticks(request: StartRequest) -> int | None:
    """How long the run will be, for the progress bar: its limit, else a parameter named `ticks`, as scripts call it."""
    if request.ticks is not None:
        return request.ticks
    ticks = request.params.get("ticks")
    return ticks if isinstance(ticks, int) and not isinstance(ticks, bool) and ticks > 0 else None


def _play(this: _Run, pieces: Pieces, world: str, memory_mib: int) -> None:
    """Start the game, run the script to its end, end the game; `this.status` is the last Status, whatever happens."""
    game_dir = pieces.places.games / f"run-{this.request.id}-{os.getpid()}"
    seed = this.request.seed
    config = LaunchConfig(
        game_dir=game_dir,
        world="void" if world == "void" else "flat",
        seed=seed,
        frozen=True,
        script_memory_mib=memory_mib,
    )
    game: Game | None = None
    interrupted = False
    with this.view.shown():
        try:
            game = start_game(config, pieces=pieces)
            game.wait_ready()
            with game.client() as client:
                _note_game(this, client, game)
                _follow(this, client)
        except KeyboardInterrupt:
            interrupted = True
            _interrupt(this, game)
        except ControlError as error:
            if not _lost(this, game, error):
                raise
        except BaseException as error:
            # The manifest must not say "running" for ever when the game didn't come up.
            _keep(this, _ended(this, "failed", str(error)), exit_code(error))
            raise
        finally:
            # After Ctrl-C there is no time for a slow goodbye; records were flushed when the script stopped.
            if game and game.stop(timeout_s=0.3 if interrupted else 5) != 0 and this.status:
                _count_what_is_there(this)
            shutil.rmtree(game_dir, ignore_errors=True)


def _note_game(this: _Run, client: ControlClient, game: Game) -> None:
    said = client.hello
    this.folder.game_is_up(
        host=said.game.host, minecraft=said.game.minecraft, versions=said.game.versions, pid=game.process.pid
    )


def _follow(this: _Run, client: ControlClient) -> None:
    """Start the script in the frozen world, let time run and follow it to its end."""
    this.take(
        client.request(
            "start", body=encode_start(this.request), lane=this.request.lane, script=this.request.id, wait_s=0
        )
    )
    if not this.has_ended:
        if _pace(this.options, this.request) == "sprint":
            client.request("time", action="sprint", ticks=-1)
        else:
            client.request("time", action="unfreeze")
    began = time.monotonic()
    while not this.has_ended:
        this.take(client.request("status", script=this.request.id, wait_s=_POLL_S, until="ended"))
        this.sprinted_s = time.monotonic() - began
        _take_events(this, client)
    this.take(client.request("status", script=this.request.id, detail="full"))
    _take_events(this, client)
    this.rows = _count_rows(this.status, client, patience_s=_DISK_S)


def _count_rows(status: dict[str, Any], client: ControlClient, *, patience_s: float) -> dict[str, int]:
    """What became of the rows, once all are written: who reads the run can then tell whether it has them all.

    Which of the last ones were lost is known only then, so `status` is told of that too. A disk that brings nothing
    more for `patience_s` isn't waited for.
    """
    handed_over = sum(dict(status.get("records", {})).values())
    settled, deadline = -1, time.monotonic() + patience_s
    while True:
        # The game itself waits a while for what is under way, so this is no busy loop.
        page = client.request("output", script=status["id"], since=0, limit=1, max_bytes=100)
        now = page["total"] + page.get("lost", 0)
        if now > settled:
            settled, deadline = now, time.monotonic() + patience_s
        if now >= handed_over or time.monotonic() >= deadline:
            if page.get("lost"):
                status |= {"lost": page["lost"], "lost_why": page["lost_why"]}
            return {"written": page["total"], "rotated_away": page["dropped"]}


def _take_events(this: _Run, client: ControlClient) -> None:
    """Put what the script logged into the run's log and above the bar."""
    for _page in range(20):
        page = client.request("events", since=this.next_event, limit=500)
        this.next_event = page["next"]
        if page.get("skipped"):
            _log.warning("log lines were skipped", count=page["skipped"])
        for event in page["events"]:
            text = event.get("text")
            fields = {key: event[key] for key in ("tick", "script", "data") if event.get(key) not in (None, "")}
            _log.info(text or event.get("kind", "event"), kind=event.get("kind"), **fields)
            if text is not None and event.get("kind") in {"log", "line", "print"}:
                this.view.line(f"[{event.get('tick')}] {text}")
        if len(page["events"]) < 500:
            return


def _interrupt(this: _Run, game: Game | None) -> None:
    """Ctrl-C: ask the script to stop, keep what there is; all of it in well under a second."""
    status = _ended(this, "stopped")
    if game and game.ready and game.is_alive():
        try:
            # A connection of its own: the other may have been cut off in the middle of an answer.
            with game.client() as client:
                status |= _stopped(client, this.request.id)
                this.rows = _count_rows(status, client, patience_s=0)
        except ControlError as error:
            _log.warning("the script didn't stop in time", error=error.message)
    this.status = status if status["state"] == "ended" else status | {"state": "ended", "reason": "stopped"}


def _stopped(client: ControlClient, script: str) -> dict[str, Any]:
    try:
        return dict(client.request("stop", script=script, wait_s=_STOP_S, timeout_s=_STOP_S))
    except ControlError as error:
        _log.warning("the script didn't stop in time", error=error.message)
        # Its lane is busy, or its on_stop failed: what it has so far the game tells without the lane.
        return dict(client.request("status", script=script, timeout_s=_STOP_S))


def _lost(this: _Run, game: Game | None, error: ControlError) -> bool:
    """A request failed. True when the run is known to have ended by it, False when nothing was started."""
    if game and error.type in {"disconnected", "no_game", "game_stopped"}:
        deadline = time.monotonic() + 2
        while game.is_alive() and time.monotonic() < deadline:
            time.sleep(0.02)
        code = game.process.poll()
        how = f"the game's process ended with code {code}" if code is not None else error.message
        if game.last_lines:
            how += f"; its last words: {game.last_lines[-1]}"
        this.status = _ended(this, "game_stopped", how)
        return True
    if not this.status:
        _keep(this, _ended(this, "refused", error.message), exit_code(error))
        return False
    this.status = _ended(this, "failed", error.message)
    return True


def _ended(this: _Run, reason: str, message: str | None = None) -> dict[str, Any]:
    """The last Status with an end the game itself couldn't report."""
    status = {"id": this.request.id, "elapsed": 0, **this.status, "state": "ended", "reason": reason}
    if message:
        status["error"] = {"type": reason, "message": message}
    if reason in _NEXT:
        status["next"] = _NEXT[reason]
    return status


def _show(this: _Run) -> None:
    status, out = this.status, this.folder.path
    if this.options.as_json:
        document = {
            "id": this.request.id,
            "state": status.get("state"),
            "reason": status.get("reason"),
            "ticks": status.get("elapsed", 0),
            "result": status.get("result"),
            "error": status.get("error"),
            "budget": status.get("budget"),
            "out": str(out),
            "seed": this.request.seed,
            "records": status.get("records", {}),
            "lost": status.get("lost", 0),
            "lost_why": status.get("lost_why"),
            "left_out": status.get("left_out", {}),
            "rows": this.rows,
            "verdicts": status.get("verdicts"),
            "step_ms": status.get("step_ms"),
            "overruns": status.get("overruns"),
            "next": status.get("next"),
            "reproducible": status.get("reproducible", False),
        }
        print_json(document)
        return
    speed = status.get("elapsed", 0) / this.sprinted_s if this.sprinted_s > 0 else None
    try:
        shown = out.relative_to(Path.cwd())
    except ValueError:
        shown = out
    print_summary(status, ticks_per_s=speed, out=shown)
