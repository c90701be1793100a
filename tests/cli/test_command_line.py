from __future__ import annotations

import json
import re
import signal
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ticklane_cli import _app, main
from ticklane_cli._setup.release import version


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("TICKLANE_GAME_DIR", raising=False)
    monkeypatch.chdir(tmp_path)


def given_options(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Collects what `run` would be called with."""
    seen: list[Any] = []

    def run(options: Any) -> int:
        seen.append(options)
        return 0

    monkeypatch.setattr("ticklane_cli._commands.run.run", run)
    return seen


@pytest.mark.parametrize(
    ("words", "seed"), [(["--seed=-1"], -1), (["--seed", "-1"], -1), ([f"--seed={2**64 - 1}"], 2**64 - 1)]
)
def test_seeds_may_be_negative_and_large(monkeypatch: pytest.MonkeyPatch, words: list[str], seed: int) -> None:
    seen = given_options(monkeypatch)
    assert _app.run_command_line(["run", "a.py", *words]) == 0
    assert seen[0].seed == seed


def test_every_option_of_run_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = given_options(monkeypatch)
    words = (
        "run a.py --ticks 5 --param n=-3 --param=type=tnt --allow files --allow network --pace realtime --world void"
    )
    assert _app.run_command_line([*words.split(), "--out", "there", "--json", "--install"]) == 0
    options = seen[0]
    assert (options.script, options.ticks, options.params) == (Path("a.py"), 5, ["n=-3", "type=tnt"])
    assert (options.allow, options.pace, options.world) == (["files", "network"], "realtime", "void")
    assert (options.out, options.as_json, options.install) == (Path("there"), True, True)


@pytest.mark.parametrize(
    "words",
    [
        ["run"],
        ["run", "a.py", "--nope"],
        ["run", "a.py", "--ticks", "many"],
        ["run", "a.py", "--seed", "1.5"],
        ["run", "a.py", "--pace", "fast"],
        ["nope"],
        ["status"],
    ],
)
def test_arguments_that_cannot_be_read_are_usage_errors(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert _app.run_command_line(words) == 2
    assert capsys.readouterr().out == ""
    assert _app.run_command_line([*words, "--json"]) == 2
    document = json.loads(capsys.readouterr().out)
    assert document["error"]["type"] == "usage"
    assert words[0] != "run" or document.keys() >= {"id", "state", "reason", "ticks", "result", "error", "out"}


def test_a_bad_port_is_told_by_a_name_the_option_has(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for option in ("--port", "--mcp-port"):
        assert _app.run_command_line(["serve", "--game-dir", str(tmp_path), option, "99999"]) == 2
        assert "argument --mcp-port" in capsys.readouterr().err


def test_global_options_stand_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = given_options(monkeypatch)
    assert _app.run_command_line(["--log-json", "run", "a.py", "-v"]) == 0
    assert _app.run_command_line(["run", "-vv", "a.py", "--log-json"]) == 0
    assert len(seen) == 2


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert _app.run_command_line(["--version"]) == 0
    assert capsys.readouterr().out.strip() == f"ticklane {version()}"


@pytest.mark.parametrize("command", [["list"], ["status", "x"], ["stop", "x"], ["output", "x"], ["events"]])
def test_no_running_game_is_one_line_and_code_3(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _app.run_command_line([*command, "--game-dir", str(tmp_path / "nothing")]) == 3
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "ticklane serve" in said.err
    assert said.out == ""
    assert _app.run_command_line([*command, "--json", "--game-dir", str(tmp_path / "nothing")]) == 3
    assert json.loads(capsys.readouterr().out)["error"]["type"] == "no_game"


def test_a_machine_without_set_up_gets_one_line_and_code_3(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TICKLANE_DATA_HOME", str(tmp_path / "data"))
    script = tmp_path / "a.py"
    script.write_text("def run(host): pass\n")
    assert _app.run_command_line(["run", str(script)]) == 3
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "Install: ticklane setup" in said.err
    assert _app.run_command_line(["run", str(script), "--json"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert document.keys() >= {"id", "state", "reason", "ticks", "result", "error", "out"}
    assert document["reason"] == "environment"
    assert _app.run_command_line(["serve", "--game-dir", str(tmp_path / "game")]) == 3


def test_doctor_names_what_is_missing_and_what_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TICKLANE_DATA_HOME", str(tmp_path / "data"))
    assert _app.run_command_line(["doctor", "--json"]) == 3
    report = json.loads(capsys.readouterr().out)
    rows = {check["name"]: check for check in report["checks"]}
    assert report["ok"] is False
    assert rows["jep"]["state"] == "missing"
    assert rows["jep"]["install"] == "ticklane setup"
    assert rows["Python"]["state"] == "ok"
    assert _app.run_command_line(["doctor"]) == 3
    assert "MISSING" in capsys.readouterr().out


def test_client_entries_hold_no_token(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _app.run_command_line(["config", "--token-file"]) == 0
    token_file = Path(capsys.readouterr().out.strip())
    token = token_file.read_text().strip()
    assert token_file.stat().st_mode & 0o077 == 0
    assert _app.run_command_line(["config"]) == 0
    text = capsys.readouterr().out
    assert token not in text
    assert re.search(r"Bearer \$\{TICKLANE_MCP_TOKEN\}", text)
    assert _app.run_command_line(["config", "codex", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document["clients"]) == ["codex"]
    assert "bearer_token_env_var" in document["clients"]["codex"]["entry"]


def test_client_entries_follow_a_pinned_port(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TICKLANE_MCP_PORT", "31234")
    assert _app.run_command_line(["config", "cursor"]) == 0
    assert "http://localhost:31234/mcp" in capsys.readouterr().out


CLIENT_NAMES = ["claude-code", "claude-desktop", "cursor", "vscode", "codex", "gemini"]


def test_a_client_that_starts_its_servers_needs_no_token(capsys: pytest.CaptureFixture[str]) -> None:
    for client in [*CLIENT_NAMES, "json"]:
        assert _app.run_command_line(["config", client, "--stdio", "--game-dir", "/games/one"]) == 0
        text = capsys.readouterr().out
        assert '"mcp"' in text and '"/games/one"' in text
        assert "TOKEN" not in text and "localhost" not in text
    for client in ("claude-desktop", "json"):
        assert _app.run_command_line(["config", client]) == 0
        assert "localhost" not in capsys.readouterr().out


@pytest.mark.parametrize("client", CLIENT_NAMES)
@pytest.mark.parametrize("options", [[], ["--stdio"]], ids=["url", "stdio"])
def test_an_entry_is_written_beside_what_is_there(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    client: str,
    options: list[str],
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.chdir(tmp_path)

    def write() -> Path:
        assert _app.run_command_line(["config", client, "--write", "--json", *options]) == 0
        return Path(json.loads(capsys.readouterr().out)["written"][client])

    path = write()
    fresh = path.read_text()
    read = tomllib.loads if path.suffix == ".toml" else json.loads
    path.write_text(
        'a = 1\n\n[mcp_servers.other]\nurl = "x"\n' if path.suffix == ".toml" else '{"a": 1, "servers": {"other": {}}}'
    )
    path.chmod(0o640)
    write()
    both, alone = read(path.read_text()), read(fresh)
    key = next(iter(alone.keys() - {"inputs"}))
    assert both["a"] == 1
    assert both[key]["ticklane"] == alone[key]["ticklane"]
    assert "other" in both["mcp_servers" if path.suffix == ".toml" else "servers"]
    assert path.stat().st_mode & 0o777 == 0o640
    again = path.read_text()
    write()
    assert path.read_text() == again
    path.write_text("// a comment\n{" if path.suffix == ".json" else "= 1")
    before = path.read_text()
    assert _app.run_command_line(["config", client, "--write", *options]) == 2
    assert "nothing was written" in capsys.readouterr().err
    assert path.read_text() == before


def test_an_older_entry_in_toml_is_replaced_and_its_neighbours_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    file = tmp_path / ".codex" / "config.toml"
    file.parent.mkdir()
    file.write_text('# mine\n[mcp_servers.ticklane]\nurl = "old"\nx = 1\n\n[mcp_servers.z]\nurl = "z"\n')
    assert _app.run_command_line(["config", "codex", "--write"]) == 0
    text = file.read_text()
    assert text.startswith("# mine\n")
    servers = tomllib.loads(text)["mcp_servers"]
    assert servers["ticklane"].keys() == {"url", "bearer_token_env_var"}
    assert servers["z"] == {"url": "z"}
    capsys.readouterr()


def test_there_is_no_file_to_write_for_all_clients_or_an_unknown_one(capsys: pytest.CaptureFixture[str]) -> None:
    for client in ("all", "json"):
        assert _app.run_command_line(["config", client, "--write"]) == 2
    assert "one client" in capsys.readouterr().err


def test_ctrl_c_while_python_still_imports_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "ticklane_cli._app", SimpleNamespace(run_command_line=interrupted))
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # the handler is the command's, not pytest's
    monkeypatch.setattr(sys, "argv", ["ticklane", "run", "a.py", "--json"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["error"]["type"] == "interrupted"
    assert err == "interrupted before anything was started\n"
