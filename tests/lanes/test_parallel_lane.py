"""Scripts with a process of their own: the same contract beside the game, and what becomes of those that misbehave."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.lanes.conftest import Played
from ticklane_cli.launch import LaunchConfig, launch
from ticklane_control.errors import ControlError
from ticklane_control.messages import encode_start
from ticklane_toolchain import prepare
from ticklane_toolchain.one_off import prepare_one_off
from ticklane_toolchain.refusal import Refusal

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the parallel lane needs Linux")

HEADER = '# /// script\n# [tool.ticklane]\n# vantage = "parallel"\n# ///\n'
ALLOWED = ("internals", "subprocess", "files", "network")


def header(**more: Any) -> str:
    lines = "".join(f"# {key} = {value}\n" for key, value in more.items())
    return f'# /// script\n# [tool.ticklane]\n# vantage = "parallel"\n{lines}# ///\n'


LIBC = header(caps='["internals"]') + "import ctypes\nlibc = ctypes.CDLL(None)\n"
"""For what a script can't do by Python's own functions, which are judged."""


def until(what: Callable[[], Any], seconds: float = 20) -> Any:
    """What it gives as soon as that is true."""
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)
    return found


def alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in ("Z", "X")


def lines(status: dict[str, Any]) -> list[str]:
    told = status["lines"]
    return [line.partition("] ")[2] for line in told.get("new") or told.get("last", [])]


def said(played: Played, id: str, text: str) -> str:
    """The rest of the line that begins so, as soon as the script has logged it."""

    def look() -> str:
        status = played.client.request("status", script=id, since_line=0)
        for line in lines(status):
            if line.startswith(text):
                return line.removeprefix(text).strip() or "it"
        assert status["state"] != "ended", status
        return ""

    return str(until(look))


def stop(played: Played, id: str) -> dict[str, Any]:
    status = dict(played.client.request("stop", script=id, wait_s=20))
    assert status["state"] == "ended", status
    return status


# -- the contract
def test_it_is_a_process_of_its_own_that_waits_for_the_games_ticks(played: Played) -> None:
    result = played.run(
        HEADER + "import os\n"
        "def run(host):\n"
        "    first = host.tick()\n"
        "    yield 3\n"
        "    return [os.getpid(), host.tick() - first, host.elapsed(), str(host.vantage), host.vantage.authoritative]\n"
    )
    assert result[0] != os.getpid()
    assert result[1] >= 3
    assert result[2] >= result[1]
    assert result[3:] == ["parallel", True]
    assert played.ended("one")["pid"] == result[0]


def test_the_same_functions_are_called_as_on_any_lane(played: Played) -> None:
    result = played.run(
        "# /// script\n# [tool.ticklane]\n# vantage = 'parallel'\n# [tool.ticklane.params]\n# n = 0\n# ///\n"
        "seen = [host.params['n'], host.seed, float(host.random.random())]\n"
        "def on_start(host):\n    seen.append('start')\n    host.after(1, lambda: seen.append('after'))\n"
        "def on_tick(host):\n"
        "    if 'after' in seen:\n        host.stop()\n"
        "def on_stop(host):\n    host.record('seen', seen)\n    host.result([*seen, host.reason()])\n",
        params={"n": 4},
        seed=7,
    )
    assert result[:2] == [4, 7]
    assert result[3:] == ["start", "after", "finished"]
    rows = played.client.request("output", script="one")["rows"]
    assert [row["value"][:2] for row in rows] == [[4, 7]]


def test_blocking_calls_and_threads_are_no_harm_here(played: Played) -> None:
    result = played.run(
        HEADER + "import threading, time\n"
        "def work(n):\n    host.record('n', n)\n    print('thread', n)\n"
        "def run(host):\n"
        "    first = host.tick()\n"
        "    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]\n"
        "    [one.start() for one in threads]\n    [one.join() for one in threads]\n"
        "    while host.tick() < first + 2:\n        time.sleep(0.01)\n"
        "    return host.elapsed()\n"
    )
    assert result >= 2
    status = played.ended("one")
    assert sorted(lines(status)) == [f"thread {n}" for n in range(4)]
    assert len(played.client.request("output", script="one")["rows"]) == 4


def test_lines_and_rows_come_while_a_step_goes_on(played: Played) -> None:
    played.start(HEADER + "import time\nhost.log('here')\nhost.record('a', 1)\ntime.sleep(1000)\n", "long")
    said(played, "long", "here")
    until(lambda: played.client.request("output", script="long")["rows"])
    assert played.client.request("status", script="long")["state"] == "running"
    assert stop(played, "long")["reason"] == "stopped"


def test_the_server_lanes_entities_come_with_the_tick_they_are_of(played: Played) -> None:
    result = played.run(
        HEADER + "import time\n"
        "def begin(host):\n    return host.spawn('tnt', (0, 90, 0), fuse=400, tag='seen').uuid, host.tick()\n"
        "def end(host):\n    return host.remove(host.entities(tag='seen'))\n"
        "def run(host):\n"
        "    uuid, tick = yield host.on_lane('server', begin)\n"
        "    tables = []\n"
        "    while len(tables) < 5:\n"
        "        table = host.entities(tag='seen')\n"
        "        if not tables or table.tick > tables[-1].tick:\n            tables.append(table)\n"
        "        time.sleep(0.002)\n"
        "    gone = yield host.on_lane('server', end)\n"
        "    fell = [[t.tick - tick, float(t.y[0] - 90), t.uuid[0] == uuid, t[0].type] for t in tables]\n"
        "    return fell, gone, len(host.entities(tag='seen'))\n"
    )
    fell, gone, left = result
    assert (gone, left) == (1, 0)
    for age, y, same, kind in fell:
        speed = height = 0.0
        for _ in range(age):
            speed = (speed - 0.04) if age else 0.0
            height += speed
            speed *= 0.98
        assert y == pytest.approx(height, abs=1e-6)
        assert same
        assert kind == "minecraft:tnt"


def test_what_a_call_on_a_lane_raises_is_raised_here(played: Played) -> None:
    result = played.run(
        HEADER + "def bad(host, x):\n    raise ValueError(f'no {x}')\n"
        "def run(host):\n"
        "    said = []\n"
        "    for lane, args in (('server', (1,)), ('render', (1,)), ('server', (1, 2))):\n"
        "        try:\n            yield host.on_lane(lane, bad, *args)\n"
        "        except Exception as e:\n            said.append([type(e).__name__, str(e)])\n"
        "    return said\n"
    )
    assert result[0] == ["ValueError", "no 1"]
    assert result[1][0] == "NotHereError"
    assert "server" in result[1][1]
    assert result[2][0] == "TypeError"


def test_messages_go_both_ways_in_order(played: Played) -> None:
    played.start(
        "# /// script\n# [tool.ticklane]\n# events = ['message']\n# ///\n"
        "def on_event(host, event):\n    host.send(event.sender, [event.value, str(host.vantage)])\n",
        "echo",
    )
    result = played.run(
        HEADER + "got = []\n"
        "def run(host):\n"
        "    host.on('message', lambda event: got.append(event.value))\n"
        "    for n in range(50):\n        host.send('echo', n)\n"
        "    while len(got) < 50:\n        yield\n"
        "    try:\n        host.send('nobody', 1)\n"
        "    except Exception as e:\n        return got, type(e).__name__, str(e)\n"
    )
    assert result[0] == [[n, "server"] for n in range(50)]
    assert result[1] == "UnknownNameError"
    assert "echo" in result[2]
    stop(played, "echo")


def test_two_processes_send_to_each_other(played: Played) -> None:
    played.start(
        HEADER + "def run(host):\n"
        "    host.on('message', lambda event: host.send(event.sender, event.value + 1))\n"
        "    while True:\n        yield\n",
        "adder",
    )
    result = played.run(
        HEADER + "got = []\n"
        "def run(host):\n"
        "    host.on('message', lambda event: got.append(event.value))\n"
        "    host.send('adder', 41)\n"
        "    while not got:\n        yield\n"
        "    return got\n"
    )
    assert result == [42]
    stop(played, "adder")


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ("host.spawn('tnt', (0, 0, 0))", "on_lane"),
        ("host.command('say hi')", "on_lane"),
        ("host.track(host.entities(), 5)", "server lane"),
        ("host.on(Landed(), print)", "server lane"),
    ],
)
def test_what_goes_only_on_a_lane_is_refused_with_the_way(played: Played, body: str, word: str) -> None:
    source = HEADER + f"from ticklane import Landed\ndef run(host):\n    {body}\n"
    with pytest.raises(Refusal, match=word):
        played.start(source, "no")
    played.start(source, "no", unavailable={})
    status = played.ended("no")
    assert status["error"]["type"] == "NotHereError"


def test_limits_of_a_process_are_for_this_lane_only(played: Played) -> None:
    with pytest.raises(Refusal, match="memory_mib"):
        played.start("# /// script\n# [tool.ticklane]\n# memory_mib = 100\n# ///\nhost.log(1)\n", "no")
    with pytest.raises(Refusal, match="only messages"):
        played.start(header(events='["explosion"]') + "def on_event(host, event):\n    pass\n", "no")


def test_a_snippet_runs_there_too(played: Played) -> None:
    request = prepare_one_off(
        "import os\nprint(str(host.vantage))\nos.getpid()",
        id="snippet",
        vantage="parallel",
        lanes=["parallel"],
        form="json",
    )
    status = played.client.request(
        "start", body=encode_start(request), lane="parallel", script="snippet", wait_s=20, until="ended"
    )
    assert status["state"] == "ended"
    assert status["result"]["value"] == played.ended("snippet")["pid"]


def test_the_example_fits_beside_the_game(played: Played) -> None:
    script = Path(__file__).resolve().parents[2] / "examples" / "fit_beside.py"
    request = prepare(script, id="fit", params={"samples": 12, "starts": 20}, lanes=played.client.hello.lanes)
    played.client.request("start", body=encode_start(request), lane=request.lane, script="fit")
    status = played.ended("fit")
    assert status["reason"] == "finished", status
    assert status["verdicts"] == {"pass": 2, "fail": 0}


# -- living and ending
def test_paused_it_stands_still_and_goes_on_when_resumed(played: Played) -> None:
    played.start(HEADER + "n = 0\nwhile True:\n    n += 1\n", "spin")
    pid = int(played.client.request("status", script="spin")["pid"])
    assert played.client.request("pause", script="spin")["state"] == "paused"

    def state() -> str:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]

    until(lambda: state() == "T")
    assert played.client.request("resume", script="spin")["state"] == "running"
    until(lambda: state() == "R")
    assert stop(played, "spin")["reason"] == "stopped"
    until(lambda: not alive(pid))


def test_a_new_one_of_the_same_id_takes_its_place(played: Played) -> None:
    source = HEADER + "import time\ndef on_stop(host):\n    host.record('why', host.reason())\nhost.log('in')\n"
    first = played.start(source + "time.sleep(1000)\n", "twice")
    second = played.start(source + "host.result(2)\n", "twice")
    assert (first["generation"], second["generation"]) == (1, 2)
    assert played.ended("twice")["result"] == 2
    until(lambda: not alive(first["pid"]))


def test_stopped_in_the_middle_of_a_sleep_its_last_calls_are_made(played: Played) -> None:
    played.start(
        HEADER + "import time\n"
        "def run(host):\n    host.log('in')\n    try:\n        time.sleep(1000)\n"
        "    finally:\n        host.record('finally', 1)\n"
        "def on_stop(host):\n    host.record('stop', host.reason())\n",
        "sleeper",
    )
    said(played, "sleeper", "in")
    status = stop(played, "sleeper")
    assert status["reason"] == "stopped"
    rows = played.client.request("output", script="sleeper")["rows"]
    assert [(row["key"], row["value"]) for row in rows] == [("finally", 1), ("stop", "stopped")]


def test_one_that_will_not_end_is_killed_and_its_last_line_told(played: Played) -> None:
    status = played.start(
        LIBC + "import time\nlibc.signal(15, 1)\nhost.log('in')\n"
        "while True:\n    try:\n        time.sleep(1000)\n    except BaseException:\n        pass\n",
        "stubborn",
        allowed=ALLOWED,
    )
    said(played, "stubborn", "in")
    ended = stop(played, "stubborn")
    assert ended["reason"] == "stopped"
    until(lambda: not alive(status["pid"]))


def test_held_in_c_it_is_killed(played: Played) -> None:
    played.start(
        LIBC + "host.log('in')\nctypes.PyDLL(None).sleep(1000)\n",  # keeps the GIL
        "held",
        allowed=ALLOWED,
    )
    said(played, "held", "in")
    ended = stop(played, "held")
    assert ended["reason"] == "stopped"
    assert any("killed" in line for line in lines(ended))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("libc._exit(3)", "exit code 3"),
        ("ctypes.string_at(0)", "SIGSEGV"),
        ("libc.kill(libc.getpid(), 9)", "SIGKILL"),
        ("libc.abort()", "SIGABRT"),
    ],
)
def test_a_process_that_dies_is_told_with_how_and_where(played: Played, code: str, words: str) -> None:
    played.start(LIBC + f"import time\nhost.log('in')\ntime.sleep(0.3)\n{code}\n", "dies", allowed=ALLOWED)
    ended = played.ended("dies")
    assert ended["reason"] == "failed"
    assert words in ended["error"]["message"]
    assert ended["error"]["line"] in (10, 11)  # the second where nobody was told before it died


def test_too_much_memory_ends_it_alone(played: Played) -> None:
    played.start(header(memory_mib=100) + "held = []\nwhile True:\n    held.append(bytearray(1 << 20))\n", "big")
    ended = played.ended("big")
    assert ended["reason"] == "memory"
    assert ended["error"]["type"] == "MemoryError"


def test_memory_of_its_children_counts(played: Played) -> None:
    played.start(
        header(memory_mib=150, caps='["subprocess"]') + "import subprocess, sys, time\n"
        "hold = 'import time; x = bytearray(80 << 20); time.sleep(1000)'\n"
        "for n in range(3):\n    subprocess.Popen([sys.executable, '-c', hold])\n"
        "time.sleep(1000)\n",
        "fat",
        allowed=ALLOWED,
    )
    ended = played.ended("fat")
    assert ended["reason"] == "memory"
    assert "processes" in ended["error"]["message"]


def test_cpu_time_has_an_end_where_one_is_set(played: Played) -> None:
    played.start(header(cpu_s=0.3) + "while True:\n    pass\n", "burns")
    ended = played.ended("burns")
    assert ended["reason"] == "budget"
    assert "0.3 s" in ended["error"]["message"]
    assert ended["error"]["code"]


def test_a_flood_is_kept_within_bounds(played: Played) -> None:
    played.start(HEADER + "while True:\n    print('x' * 500)\n    host.record('x', 'y' * 5000)\n", "flood")
    until(lambda: played.client.request("output", script="flood")["total"] > 2000)
    before = played.client.request("ping")["tick"]
    until(lambda: played.client.request("ping")["tick"] > before + 5)
    ended = stop(played, "flood")
    assert ended["reason"] == "stopped"


def test_nonsense_in_its_pipe_ends_it(played: Played) -> None:
    played.start(
        LIBC + "import time\nfor fd in range(3, 20):\n    libc.write(fd, b'\\xff' * 4000, 4000)\ntime.sleep(1000)\n",
        "vandal",
        allowed=ALLOWED,
    )
    ended = played.ended("vandal")
    assert ended["reason"] == "failed"
    assert "pipe" in ended["error"]["message"]


def test_a_result_that_cannot_be_is_an_error_at_its_line(played: Played) -> None:
    played.start(HEADER + "def run(host):\n    x = 1\n    return {1: object()}\n", "wrong")
    ended = played.ended("wrong")
    assert ended["reason"] == "failed"
    assert ended["error"]["type"] == "EncodeError"


# -- nothing is left behind
DAEMON = (
    "def daemon(sleep):\n"
    "    pid = libc.fork()\n"
    "    if pid == 0:\n"
    "        libc.setsid()\n"
    "        if libc.fork() == 0:\n"
    "            libc.signal(15, 1)\n"
    "            libc.sleep(sleep)\n"
    "        libc._exit(0)\n"
    "    libc.waitpid(pid, None, 0)\n"
)
FIND = (
    "import os\n"
    "def mine():\n"
    "    out = []\n"
    "    marker = ('TICKLANE_PARALLEL=' + os.environ['TICKLANE_PARALLEL']).encode()\n"
    "    for name in os.listdir('/proc'):\n"
    "        try:\n"
    "            if name.isdigit() and marker in open(f'/proc/{name}/environ', 'rb').read().split(b'\\0'):\n"
    "                out.append(int(name))\n"
    "        except OSError:\n            pass\n"
    "    return sorted(out)\n"
)
ALL = header(caps='["internals", "files"]') + "import ctypes, time\nlibc = ctypes.CDLL(None)\n" + FIND + DAEMON


def test_what_it_has_forked_ends_with_it_even_in_a_session_of_its_own(played: Played) -> None:
    played.start(
        ALL + "daemon(1000)\ndaemon(1000)\nhost.log('pids', *mine())\ntime.sleep(1000)\n", "forks", allowed=ALLOWED
    )
    pids = [int(pid) for pid in said(played, "forks", "pids").split()]
    assert len(pids) == 4  # the keeper, the script, two that have got away from it
    assert all(map(alive, pids))
    assert stop(played, "forks")["reason"] == "stopped"
    until(lambda: not any(map(alive, pids)))


def test_what_it_leaves_when_it_finishes_ends_too(played: Played) -> None:
    played.start(ALL + "daemon(1000)\nhost.log('pids', *mine())\n", "leaves", allowed=ALLOWED)
    ended = played.ended("leaves")
    assert ended["reason"] == "finished"
    pids = [int(pid) for pid in lines(ended)[0].split()[1:]]
    assert len(pids) == 3
    until(lambda: not any(map(alive, pids)))


def test_too_many_processes_end_it(played: Played) -> None:
    played.start(ALL + "while True:\n    libc.fork()\n    time.sleep(0.01)\n", "bomb", allowed=ALLOWED)
    ended = played.ended("bomb")
    assert ended["reason"] == "failed"
    assert "the limit is 64" in ended["error"]["message"]
    until(lambda: not played.lanes()["parallel"]["processes"])


def test_its_keeper_killed_nothing_is_left(played: Played) -> None:
    played.start(ALL + "daemon(1000)\nhost.log('pids', *mine())\ntime.sleep(1000)\n", "orphan", allowed=ALLOWED)
    pids = [int(pid) for pid in said(played, "orphan", "pids").split()]
    script = int(played.client.request("status", script="orphan")["pid"])
    keeper = int(Path(f"/proc/{script}/stat").read_text().rpartition(")")[2].split()[1])
    os.kill(keeper, 9)
    ended = played.ended("orphan")
    assert ended["reason"] == "failed"
    assert "keeper" in ended["error"]["message"]
    until(lambda: not any(map(alive, pids)))


def test_one_more_than_may_be_is_refused_with_who_is_there(played: Played) -> None:
    for n in range(8):
        played.start(HEADER + "import time\ntime.sleep(1000)\n", f"idle{n}")
    shown = played.lanes()["parallel"]["processes"]
    assert sorted(one["script"] for one in shown) == [f"idle{n}" for n in range(8)]
    with pytest.raises(ControlError, match=r"8 processes.*idle3 \(pid.*ninth") as caught:
        played.start(HEADER + "host.log(1)\n", "ninth")
    assert caught.value.type == "limit"
    for n in range(8):
        stop(played, f"idle{n}")
    played.run(HEADER + "host.result(1)\n", "ninth")
    until(lambda: not played.lanes()["parallel"]["processes"])


def test_a_game_that_is_killed_takes_them_all_with_it(tmp_path: Path) -> None:
    with launch(LaunchConfig(game_dir=tmp_path / "game", world="void")) as game, game.client() as client:
        killed = Played(client)
        killed.start(ALL + "daemon(1000)\nhost.log('pids', *mine())\ntime.sleep(1000)\n", "held", allowed=ALLOWED)
        killed.start(HEADER + "while True:\n    pass\n", "spins")
        pids = [int(pid) for pid in said(killed, "held", "pids").split()]
        pids.append(int(client.request("status", script="spins")["pid"]))
        game.process.kill()
        until(lambda: not any(map(alive, pids)))
        until(lambda: not list(Path("/dev/shm").glob(f"ticklane-{game.process.pid}-*")))


def test_a_game_that_ends_lets_them_say_their_last_words(tmp_path: Path) -> None:
    with launch(LaunchConfig(game_dir=tmp_path / "game", world="void")) as game, game.client() as client:
        ending = Played(client)
        source = "import time\ndef run(host):\n    host.log('in')\n    time.sleep(1000)\n"
        ending.start(HEADER + source + "def on_stop(host):\n    host.record('why', host.reason())\n", "last")
        ending.start(HEADER + "while True:\n    pass\n", "spins")
        said(ending, "last", "in")
        pid = int(client.request("status", script="spins")["pid"])
    until(lambda: not alive(pid))
    assert '"game_stopped"' in (tmp_path / "game" / "mc-agent" / "script-last.jsonl").read_text()
