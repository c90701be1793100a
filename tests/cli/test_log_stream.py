from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from ticklane_cli import _game_logs, _logging


@pytest.fixture(autouse=True)
def usual_logging() -> Iterator[None]:
    yield
    structlog.reset_defaults()


def test_lines_of_the_game_become_lines_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    _logging.configure(as_json=True)
    _game_logs.emit('{"time":"2026-01-01T00:00:00Z","level":"WARN","logger":"ticklane.core","event":"late","ms":7}')
    said = capsys.readouterr()
    line = json.loads(said.err)
    assert (line["level"], line["event"], line["logger"], line["ms"]) == ("warning", "late", "ticklane.core", 7)
    assert said.out == ""


@pytest.mark.parametrize("text", ["not json", "[1,2]", '{"no":"event"}', '{"event":7}', '{"event":"x"'])
def test_anything_else_is_shown_as_it_is(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    _logging.configure(as_json=True)
    _game_logs.emit(text)
    assert json.loads(capsys.readouterr().err)["event"] == text


def test_a_terminal_sees_warnings_and_the_log_file_sees_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _logging.configure()
    log = structlog.get_logger("x")
    path = tmp_path / "log.jsonl"
    with _logging.tee(path):
        log.info("quiet", n=1)
        log.warning("loud [brackets]", n=2)
    log.warning("after")
    assert [json.loads(line)["event"] for line in path.read_text().splitlines()] == ["quiet", "loud [brackets]"]
    shown = capsys.readouterr().err
    assert "quiet" not in shown
    assert "loud [brackets]" in shown


@pytest.mark.parametrize(("verbose", "seen"), [(0, ["c"]), (1, ["b", "c"]), (2, ["a", "b", "c"])])
def test_each_v_shows_more(verbose: int, seen: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    _logging.configure(verbose=verbose)
    log = structlog.get_logger("x")
    log.debug("a")
    log.info("b")
    log.warning("c")
    assert [line.split()[-1] for line in capsys.readouterr().err.splitlines()] == seen
