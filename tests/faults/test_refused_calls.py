"""Scripts that would hold the game's thread, end the process, or do what they have no capability for.

Each reaches its calls in a way the check before the start doesn't see.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .played_game import PlayedGame

pytestmark = [pytest.mark.jvm, pytest.mark.usefixtures("witness")]

TRY = """
def attempts(host, calls):
    out = {}
    for name, call in calls.items():
        try:
            call()
            out[name] = "went through"
        except Exception as e:
            out[name] = type(e).__name__
    return out
"""

WAITS = (
    TRY
    + """
def run(host):
    import importlib, os, queue, sys, threading, time
    loaded = sys.modules
    lock = threading.Lock()
    lock.acquire()
    yield
    return attempts(host, {
        "sleep": lambda: vars(time)["sl" + "eep"](600),
        "input": lambda: eval("in" + "put")(),
        "stdin": lambda: vars(sys)["std" + "in"].read(),
        "lock": lock.acquire,
        "event": threading.Event().wait,
        "queue": queue.Queue().get,
        "simple queue": queue.SimpleQueue().get,
        "thread": lambda: vars(threading)["Thr" + "ead"](target=print).start(),
        "main thread": lambda: threading.main_thread().join(),
        "select": lambda: loaded["select"].select([], [], [], 600),
        "child": lambda: loaded["subprocess"].run(["sleep", "600"]),
        "system": lambda: vars(os)["sys" + "tem"]("sleep 600"),
        "wait": lambda: vars(os)["wait" + "pid"](-1, 0),
        "address": lambda: loaded["socket"].getaddrinfo("ticklane.invalid", 80),
        "pause": lambda: loaded["signal"].pause(),
        "asyncio": lambda: importlib.import_module("asyn" + "cio"),
        "futures": lambda: importlib.import_module("concurrent" + ".futures"),
        "processes": lambda: importlib.import_module("multi" + "processing"),
        "pipe": lambda: vars(os)["pi" + "pe"](),
    })
"""
)


def test_every_wait_is_refused(game: PlayedGame) -> None:
    status = game.run(WAITS)
    assert status["reason"] == "finished", status
    result = status["result"]
    assert len(result) == 19
    main_thread = result.pop("main thread")  # there is none of Python's here
    assert main_thread in ("NotHereError", "RuntimeError")
    assert set(result.values()) == {"NotHereError"}, result


def test_a_wait_that_is_not_caught_fails_the_script_with_line_and_advice(game: PlayedGame) -> None:
    status = game.run("import time\ndef on_tick(host):\n    vars(time)['sl' + 'eep'](600)\n")
    assert status["reason"] == "failed"
    assert (status["error"]["type"], status["error"]["line"]) == ("NotHereError", 3)
    assert status["error"]["message"] == (
        "time.sleep(…) at line 3 of script 'fault': blocks the game's thread; "
        "wait with `yield n` in run(host), or host.after(n, action)"
    )


HARM = (
    TRY
    + """
def run(host):
    import _thread, os, posix, sys
    loaded = sys.modules
    yield
    return attempts(host, {
        "exit": lambda: vars(os)["_ex" + "it"](1),
        "posix": lambda: vars(posix)["_ex" + "it"](1),
        "abort": lambda: vars(os)["ab" + "ort"](),
        "kill": lambda: vars(os)["ki" + "ll"](os.getpid(), 9),
        "killpg": lambda: vars(os)["kill" + "pg"](os.getpgid(0), 9),
        "fork": lambda: vars(os)["fo" + "rk"](),
        "exec": lambda: vars(os)["exe" + "cv"]("/bin/true", ["true"]),
        "closerange": lambda: vars(os)["close" + "range"](0, 1000),
        "close": lambda: [os.close(n) for n in range(3, 400)],
        "write": lambda: os.write(1, b"x"),
        "open number": lambda: os.fdopen(5, "w").close(),
        "nice": lambda: vars(os)["ni" + "ce"](19),
        "setuid": lambda: vars(os)["set" + "uid"](65534),
        "chdir": lambda: vars(os)["ch" + "dir"]("/"),
        "environ": lambda: vars(os)["put" + "env"]("PATH", ""),
        "limit": lambda: __import__("resource").setrlimit(7, (1, 1)),
        "raise": lambda: loaded["signal"].raise_signal(15),
        "crash": lambda: loaded["faulthandler"]._sigsegv(),
        "interrupt": lambda: vars(_thread)["interrupt" + "_main"](),
        "recursion": lambda: vars(sys)["setrecursion" + "limit"](10**9),
        "hook": lambda: vars(sys)["addaudit" + "hook"](print),
    })
"""
)


def test_nothing_ends_or_changes_the_process(game: PlayedGame) -> None:
    pid, handles = game.game.pid, game.size().handles
    priority = os.getpriority(os.PRIO_PROCESS, pid)
    status = game.run(HARM)
    assert status["reason"] == "finished", status
    assert set(status["result"].values()) == {"NotHereError"}, status["result"]
    assert len(status["result"]) == 21
    assert game.game.pid == pid
    assert os.getpriority(os.PRIO_PROCESS, pid) == priority
    assert game.size().handles <= handles + 4


def test_sys_exit_ends_the_script_alone(game: PlayedGame) -> None:
    status = game.run("import sys\ndef on_tick(host):\n    sys.exit(3)\n")
    assert (status["reason"], status["error"]["type"]) == ("failed", "SystemExit")
    game.let_pass(2)


NEEDY = (
    TRY
    + """
def run(host):
    import importlib, io, sys
    import numpy as np
    loaded = sys.modules
    yield
    return attempts(host, {
        "file": lambda: vars(io)["op" + "en"]("ticklane-was-here", "w"),
        "numpy": lambda: vars(np)["sa" + "ve"]("ticklane-was-here", [1]),
        "child": lambda: loaded["subprocess"].Popen(["true"]),
        "socket": lambda: loaded["socket"].socket(),
        "ctypes": lambda: loaded["ctypes"].CDLL(None),
        "jep": lambda: importlib.import_module("je" + "p"),
        "java": lambda: importlib.import_module("java" + ".lang"),
        "runtime": lambda: importlib.import_module("ticklane_" + "runtime._inside"),
        "internals": lambda: getattr(host, "inter" + "nals"),
    })
"""
)


def test_nothing_is_done_without_its_capability(game: PlayedGame) -> None:
    status = game.run(NEEDY)
    assert status["reason"] == "finished", status
    assert set(status["result"].values()) == {"NotAllowedError"}, status["result"]
    assert not list(game.folder.rglob("ticklane-was-here*"))


def test_files_are_written_and_read_with_files(game: PlayedGame, tmp_path: Path) -> None:
    code = f"""
def run(host):
    import numpy as np
    path = {str(tmp_path / "it.npy")!r}
    np.save(path, np.arange(5))
    yield
    with open(path, "rb") as file:
        return [file.read(6)[1:].decode(), int(np.load(path).sum())]
"""
    status = game.run(code, caps=["files"], allowed=["files"], budget_ms=35, hard_ms=2000)
    assert status.get("result") == ["NUMPY", 10], status
    assert (tmp_path / "it.npy").exists()


def test_a_process_is_started_with_subprocess(game: PlayedGame) -> None:
    code = """
def run(host):
    import subprocess
    child = subprocess.Popen(["echo", "hello"], stdout=subprocess.PIPE)
    while child.poll() is None:
        yield
    return child.stdout.read().decode()
"""
    status = game.run(code, caps=["subprocess"], allowed=["subprocess"], budget_ms=35, hard_ms=2000)
    assert status.get("result") == "hello\n", status


JAVA = (
    TRY
    + """
def run(host):
    import jep
    from java.lang import Object, Runtime, System, Thread
    from java.util.concurrent.locks import LockSupport
    yield
    again = jep.findClass("java.lang.System")
    it = Object()
    def monitor():
        with it.synchronized():
            it.wait()
    return attempts(host, {
        "exit": lambda: getattr(System, "ex" + "it")(1),
        "found": lambda: again.exit(1),
        "runtime exit": lambda: Runtime.getRuntime().exit(1),
        "halt": lambda: Runtime.getRuntime().halt(1),
        "exec": lambda: Runtime.getRuntime().exec("true"),
        "sleep": lambda: getattr(Thread, "sl" + "eep")(600_000),
        "park": lambda: getattr(LockSupport, "pa" + "rk")(),
        "wait": monitor,
        "start": lambda: Thread().start(),
        "join": lambda: Thread.currentThread().join(),
    }), Thread.currentThread().getName(), host.internals is not None, System.nanoTime() > 0
"""
)


def test_java_is_reached_with_internals_but_not_to_end_or_hold_the_game(game: PlayedGame) -> None:
    status = game.run(JAVA, caps=["internals"], allowed=["internals"], budget_ms=35, hard_ms=2000)
    assert status["reason"] == "finished", status
    refused, thread, has_internals, time_passes = status["result"]
    assert set(refused.values()) == {"NotHereError"}, refused
    assert len(refused) == 10
    assert (thread, has_internals, time_passes) == ("Server thread", True, True)


def test_what_a_script_leaves_behind_can_not_wait_either(game: PlayedGame) -> None:
    code = """
import time

class Late:
    def __del__(self):
        vars(time)["sl" + "eep"](600)

def run(host):
    for _ in range(20_000):
        late = Late()
        late.self = late
    yield
"""
    assert game.run(code, budget_ms=35, hard_ms=2000)["reason"] in ("finished", "budget")
    game.let_pass(100)
