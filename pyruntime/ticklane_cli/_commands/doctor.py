"""`ticklane doctor`: what was found on this machine, on one screen."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ticklane_cli._exit import ENVIRONMENT, FINISHED, print_json
from ticklane_cli._games import running_games
from ticklane_cli._pieces import find_pieces
from ticklane_cli._setup import python_build
from ticklane_cli._setup.advice import ADVICE, MissingPieceError
from ticklane_cli._setup.jars import library_jars
from ticklane_cli._setup.jdk import find_java, find_javac, find_maven
from ticklane_cli._setup.jep_build import find_compiler, jep_is_built
from ticklane_cli._setup.places import JEP_VERSION, Places
from ticklane_cli._setup.release import version

__all__ = ["Check", "check_machine", "doctor"]

State = Literal["ok", "missing", "optional", "info"]
_MARKS: Final[dict[State, tuple[str, str]]] = {
    "ok": ("ok", "green"),
    "missing": ("MISSING", "red"),
    "optional": ("none", "yellow"),
    "info": ("", "dim"),
}


@dataclass(frozen=True)
class Check:
    """One row. `state` "missing" is what a game can't do without, "optional" what it can; `install` brings it."""

    name: str
    state: State
    found: str
    install: str = ""


def check_machine(places: Places) -> list[Check]:
    """Every row, in the order set-up needs the things."""
    built = jep_is_built(places)
    return [
        Check(
            "Ticklane", "info", f"{version()}, {'checkout ' + str(places.checkout) if places.checkout else 'installed'}"
        ),
        _python(),
        _found("Java 25", lambda: str(find_java())),
        _found("JDK with javac", lambda: str(find_javac().home), needed=not built),
        _found("C compiler", lambda: str(find_compiler()), needed=not built),
        _found("Python headers", _headers, needed=not built),
        _found("Maven", lambda: str(find_maven()), needed=not library_jars(places)),
        Check("jep", "ok", str(places.jep))
        if built
        else Check("jep", "missing", f"jep {JEP_VERSION} isn't built in {places.data}", ADVICE["setup"].here()),
        *_jars(places),
        _aot(places),
        *_configuration(places),
        *_ports(),
        *_games(places),
    ]


def doctor(*, as_json: bool) -> int:
    """Print the rows; returns 3 when something needed is missing."""
    places = Places.find()
    checks = check_machine(places)
    missing = [check for check in checks if check.state == "missing"]
    code = ENVIRONMENT if missing else FINISHED
    if as_json:
        print_json({"ok": not missing, "data": str(places.data), "checks": [asdict(check) for check in checks]})
        return code
    console = Console(highlight=False)
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for check in checks:
        mark, style = _MARKS[check.state]
        table.add_row(Text(check.name), Text(mark, style=style), Text(check.found))
        if check.install and check.state in {"missing", "optional"}:
            table.add_row("", "", Text(f"install: {check.install}", style="bold"))
    console.print(table)
    if missing:
        console.print(f"\n{len(missing)} missing. Install what is named, then: ticklane setup", markup=False)
    return code


def _found(name: str, find: Callable[[], str], *, needed: bool = True) -> Check:
    try:
        return Check(name, "ok", find())
    except MissingPieceError as error:
        # What built a piece isn't needed any more once the piece is there.
        found = error.missing.why if needed else f"{error.missing.why}; not needed now"
        return Check(name, "missing" if needed else "optional", found, error.missing.advice if needed else "")


def _python() -> Check:
    found = f"{platform.python_version()} at {sys.executable}"
    problem = python_build.embedding_problem()
    if problem:
        return Check("Python", "missing", f"{found}: {problem}", ADVICE["python"].here())
    return Check("Python", "ok", f"{found}, {python_build.shared_library()}")


def _headers() -> str:
    problem = python_build.headers_problem()
    if problem:
        raise MissingPieceError("Python headers", problem, advice="python")
    import sysconfig

    return sysconfig.get_path("include")


def _jars(places: Places) -> list[Check]:
    ours = places.our_jars()
    gone = [jar.name for jar in ours if not jar.is_file()]
    libraries = library_jars(places)
    setup = ADVICE["setup"].here()
    return [
        Check("Ticklane's jars", "missing", f"no {', '.join(gone)}", setup)
        if gone
        else Check("Ticklane's jars", "ok", ", ".join(jar.name for jar in ours)),
        Check("Minestom", "ok", f"{_minestom(libraries)}, {len(libraries)} jars in {places.libraries}")
        if libraries
        else Check("Minestom", "missing", f"not in {places.libraries}", setup),
    ]


def _minestom(libraries: list[Path]) -> str:
    names = [jar.stem.removeprefix("minestom-") for jar in libraries if jar.name.startswith("minestom-")]
    return names[0] if names else "?"


def _aot(places: Places) -> Check:
    try:
        cache = find_pieces(places).aot_cache
    except MissingPieceError:
        return Check("AOT cache", "optional", "made by set-up when the rest is there")
    if cache.is_file():
        return Check("AOT cache", "ok", f"{cache} ({cache.stat().st_size >> 20} MiB)")
    failed = cache.with_suffix(".failed")
    if failed.is_file():
        return Check("AOT cache", "optional", f"games start slower: {failed.read_text(encoding='utf-8').strip()}")
    return Check("AOT cache", "optional", "games start slower", ADVICE["setup"].here())


def _configuration(places: Places) -> list[Check]:
    from ticklane_control.configuration import FILE_NAME, user_config_dir
    from ticklane_gateway.settings import SettingsError, load_settings

    checks = []
    try:
        settings = load_settings(places.default_game)
    except SettingsError as error:
        return [Check("Settings", "missing", str(error), "mend the file, or delete it")]
    files = [folder / FILE_NAME for folder in (user_config_dir(), places.default_game)]
    there = [str(file) for file in files if file.is_file()]
    checks.append(Check("Settings", "info", ", ".join(there) or f"none (usual values); would be {files[0]}"))
    token = settings.mcp_token_file
    checks.append(Check("MCP token", "info", f"{token}{'' if token.is_file() else ' (made at first use)'}"))
    return checks


def _ports() -> list[Check]:
    from ticklane_gateway.listen import FIRST_PORT, LAST_PORT, ListenError, listen

    try:
        port, sockets = listen()
    except ListenError as error:
        return [Check("MCP port", "optional", str(error))]
    for sock in sockets:
        sock.close()
    return [Check("MCP port", "info", f"{port} is free, the first of {FIRST_PORT} to {LAST_PORT}")]


def _games(places: Places) -> list[Check]:
    games = running_games(places)
    if not games:
        return [Check("Games", "info", "none running")]
    return [
        Check("Game", "info", f"{game.game_dir} (process {game.endpoint.pid}) {game.endpoint.mcp_url}".rstrip())
        for game in games
    ]
