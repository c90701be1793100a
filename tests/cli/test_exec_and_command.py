"""`ticklane exec` and `ticklane command` with a running game."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ticklane_cli import _app
from ticklane_cli.launch import LaunchConfig, launch

pytestmark = pytest.mark.jvm


@pytest.fixture(scope="module")
def game_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    config = LaunchConfig(game_dir=tmp_path_factory.mktemp("exec") / "game", world="flat")
    with launch(config):
        yield config.game_dir


class Said:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def ticklane(game_dir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(game_dir, capsys, monkeypatch)


class Run:
    def __init__(self, game_dir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._game_dir, self._capsys, self._monkeypatch = game_dir, capsys, monkeypatch

    def __call__(self, *words: str, stdin: str = "") -> Said:
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        code = _app.run_command_line([*words, "--game-dir", str(self._game_dir)])
        said = self._capsys.readouterr()
        own = [line for line in said.err.splitlines(keepends=True) if "[ticklane." not in line]
        return Said(code, said.out, "".join(own))  # without the log of the game, which shares this stderr


def test_code_comes_from_the_command_line_a_file_or_stdin(ticklane: Run, tmp_path: Path) -> None:
    said = ticklane("exec", "print('hi')\n[params['n'] * 2, seed]", "--param", "n=21", "--seed", "7")
    assert (said.code, said.out, said.err) == (0, "hi\n[42, 7]\n", "")
    file = tmp_path / "code.py"
    file.write_text("host.game.host\n", encoding="utf-8")
    assert ticklane("exec", "-f", str(file)).out == "'minestom'\n"
    assert ticklane("exec", stdin="1 + 1").out == "2\n"
    assert ticklane("exec", "-", "--format", "json", stdin="{'a': [1]}").out == '{"a": [1]}\n'
    assert ticklane("exec", "1", "-f", str(file)).code == 2
    assert "no such file" in ticklane("exec", "-f", str(tmp_path / "none.py")).err.lower()


def test_an_iterators_values_are_printed_one_a_line(ticklane: Run) -> None:
    assert ticklane("exec", "(n * n for n in range(4))").out == "0\n1\n4\n9\n"
    document = json.loads(ticklane("exec", "iter('ab')", "--json").out)
    assert (document["reason"], document["values"], document["elapsed"]) == ("finished", ["'a'", "'b'"], 2)


@pytest.mark.skipif(sys.platform != "linux", reason="the parallel lane needs Linux")
def test_it_runs_beside_the_game_when_asked_to(ticklane: Run) -> None:
    assert ticklane("exec", "str(host.vantage)", "--lane", "parallel").out == "'parallel'\n"


def test_failures_have_a_place_and_a_code(ticklane: Run) -> None:
    said = ticklane("exec", "x = 0\ny = 1 / x")
    assert (said.code, said.out) == (1, "")
    assert said.err == "line 2: ZeroDivisionError: division by zero\n    y = 1 / x\n        ^^^^^\n"
    said = ticklane("exec", "x = (")
    assert (said.code, said.err.splitlines()[0][:12]) == (2, "not started:")
    assert ticklane("exec", "while True: pass").err.startswith("ended: a step may take 1,000 ms (line 1: while")


def test_commands_print_their_feedback(ticklane: Run, tmp_path: Path) -> None:
    said = ticklane("command", "setblock 0 70 0 stone")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Changed the block")
    file = tmp_path / "tower.mcfunction"
    file.write_text("# tower\nsetblock 0 71 0 \\\n  stone\nnonsense\n/setblock 0 72 0 stone\n", encoding="utf-8")
    said = ticklane("command", "-f", str(file))
    assert (said.code, len(said.out.splitlines())) == (1, 2)
    assert said.err.startswith("line 4  /nonsense: no command")
    document = json.loads(ticklane("command", "--json", stdin="setblock 1 70 0 stone\nnonsense").out)
    assert (document["commands"], document["ok"], document["failed"]) == (2, 1, 1)
    assert [line["ok"] for line in document["lines"]] == [True, False]
    assert ticklane("command", "# nothing").code == 2
