"""What would hold the game's thread is refused, whatever way the script came to it, and nothing hangs."""

from __future__ import annotations

import gc
import importlib
import os
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ticklane import NotHereError
from ticklane_runtime._fake_run import script_streams

from .conftest import Game, native_wait
from .refusing import attempt, ended

pytestmark = pytest.mark.timeout(60)

YIELD = "wait with `yield n` in run(host)"
THREADS = "threads are refused on tick lanes"
CHILD = "start it with subprocess.Popen(…) and look with .poll() in later steps"
ANSWER = "take a value from host.params"
PARALLEL = 'vantage = "parallel" is the lane where a script may wait'

# Each reaches its function in a way that the check before the start doesn't see.
WAITS = {
    "import time\ngetattr(time, 'sl' + 'eep')(60)": ("time.sleep(…)", YIELD),
    "import importlib\nvars(importlib.import_module('ti' + 'me'))['sleep'](60)": ("time.sleep(…)", YIELD),
    "import timeit\ntimeit.timeit('t.sleep(60)', 'import time as t', number=1)": ("time.sleep(…)", YIELD),
    "import functools, time\nhost.after(1, functools.partial(vars(time)['sleep'], 60))\nyield 3": (
        "time.sleep(…)",
        YIELD,
    ),
    "sorted([1, 2], key=__import__('ti' + 'me').sleep)": ("time.sleep(…)", YIELD),
    "eval('in' + 'put')()": ("input(", "host.params"),
    "eval('break' + 'point')()": ("breakpoint(", "host.log"),
    "import sys\ngetattr(sys, 'std' + 'in').readline()": ("sys.stdin(…)", ANSWER),
    "import sys\nlist(getattr(sys, 'std' + 'in'))": ("sys.stdin(…)", ANSWER),
    "import threading\ngetattr(threading, 'Thr' + 'ead')(target=print).start()": ("threading.Thread.start(…)", THREADS),
    "import threading\ngetattr(threading, 'Ti' + 'mer')(1, print).start()": ("threading.Thread.start(…)", THREADS),
    "import _thread\nvars(_thread)['start_new' + '_thread'](print, ())": ("threading.Thread.start(…)", THREADS),
    "import threading\nl = threading.Lock()\nl.acquire()\nl.acquire()": ("lock.acquire(…)", YIELD),
    "import threading\nl = threading.Lock()\nf = l.acquire\nf()\nf(timeout=60)": ("lock.acquire(…)", YIELD),
    "import threading\nl = threading.Lock()\nwith l:\n    with l:\n        pass": ("lock.acquire(…)", YIELD),
    "import threading\nl = threading.Lock()\nt = type(l)\nt.acquire(l)\nt.__enter__(l)": ("lock.acquire(…)", YIELD),
    "import threading\nthreading.Event().wait()": ("threading.Event.wait(…)", YIELD),
    "import threading\nthreading.Event().wait(60)": ("threading.Event.wait(…)", YIELD),
    "import threading\nc = threading.Condition()\nwith c:\n    c.wait()": ("threading.Condition.wait(…)", YIELD),
    "import threading\nthreading.Semaphore(0).acquire()": ("threading.Semaphore.acquire(…)", YIELD),
    "import threading\nthreading.Barrier(2).wait()": ("threading.Barrier.wait(…)", YIELD),
    "import queue\nqueue.Queue().get()": ("queue.Queue.get(…)", YIELD),
    "import queue\nqueue.Queue().get(timeout=60)": ("queue.Queue.get(…)", YIELD),
    "import queue\nq = queue.Queue(1)\nq.put(1)\nq.put(2)": ("queue.Queue.put(…)", YIELD),
    "import queue\nq = queue.Queue(1)\nq.put(1)\nq.join()": ("queue.Queue.join(…)", YIELD),
    "import queue\nqueue.SimpleQueue().get()": ("SimpleQueue.get(…)", YIELD),
    "import _strptime\nl = _strptime._cache_lock\ntry:\n    l.acquire()\n    l.acquire()\nfinally:\n    l.release()": (
        "lock.acquire(…)",
        YIELD,
    ),
    "import os\nvars(os)['pi' + 'pe']()": ("os.pipe(…)", "nobody at its other end"),
    "import os\nvars(os)['mkfi' + 'fo']('x')": ("os.mkfifo(…)", "nobody at its other end"),
    "import os\nvars(os)['sys' + 'tem']('sleep 60')": ("os.system(…)", CHILD),
    "import os\nvars(os)['po' + 'pen']('sleep 60')": ("os.popen(…)", CHILD),
    "import os\nvars(os)['wa' + 'it']()": ("os.wait(…)", CHILD),
    "import os\nvars(os)['wait' + 'pid'](-1, 0)": ("os.waitpid(…)", CHILD),
    "import sys\nsys.modules['select'].select([], [], [], 60)": ("select.select(…)", "a time-out of 0"),
    "import sys\nsys.modules['select'].poll().poll(60_000)": ("select.poll.poll(…)", "a time-out of 0"),
    "import sys\nsys.modules['subprocess'].run(['sleep', '60'])": ("subprocess.run(…)", CHILD),
    "import sys\nsys.modules['subprocess'].getoutput('sleep 60')": ("subprocess.getoutput(…)", CHILD),
    "import sys\nsys.modules['socket'].getaddrinfo('ticklane.invalid', 80)": ("socket.getaddrinfo(…)", PARALLEL),
    "import importlib\nimportlib.import_module('asyn' + 'cio')": ("import asyncio", "nothing is awaited"),
    "__import__('concurrent' + '.futures')": ("import concurrent.futures", THREADS),
    "from importlib import import_module as i\ni('multi' + 'processing')": ("import multiprocessing", "second script"),
}


@pytest.mark.parametrize("code", WAITS)
def test_a_call_that_would_wait_is_refused_naming_what_to_do(sprinting: Game, code: str) -> None:
    what, instead = WAITS[code]
    kind, message, _ = attempt(sprinting, code)
    assert kind == "NotHereError"
    assert message.startswith(what)
    assert instead in message


def test_the_refusal_names_script_and_line(sprinting: Game) -> None:
    _, message, line = attempt(sprinting, "import time\nnap = vars(time)['sleep']\nnap(60)")
    assert line == 5
    assert message.startswith("time.sleep(…) at line 5 of script 'it': blocks the game's thread; ")


def test_the_refusal_names_the_module_beside_the_script(sprinting: Game) -> None:
    helper = "import time\ndef rest():\n    vars(time)['sleep'](60)\n"
    _, message, _ = attempt(sprinting, "import helper\nhelper.rest()", **{"helper.py": helper})
    assert message.startswith("time.sleep(…) at helper.py line 3 of script 'it': ")


LIBRARY = """
import time

def nap():
    time.sleep(60)

def loop():
    import asyncio
    async def nothing():
        await asyncio.sleep(0)
    coroutine = nothing()
    try:
        asyncio.run(coroutine)
    finally:
        coroutine.close()

def pool():
    from concurrent.futures import ThreadPoolExecutor
    with ThreadPoolExecutor() as pool:
        pool.submit(int).result()

def future():
    from concurrent.futures import Future
    Future().result()

def fetch():
    import urllib.request
    urllib.request.urlopen("http://127.0.0.1:9/")

def process():
    import multiprocessing
    multiprocessing.get_context("fork").Process(target=int).start()

def child():
    import subprocess
    subprocess.run(["sleep", "60"])
"""
BY_LIBRARY = {
    "nap": ("time.sleep(…) by", YIELD),
    "loop": ("asyncio.runners.run(…) by", "nothing is awaited"),
    "pool": ("concurrent.futures.thread.ThreadPoolExecutor.submit(…) by", THREADS),
    "future": ("concurrent.futures._base.Future.result(…) by", THREADS),
    "fetch": ("urllib.request.urlopen(…) by", PARALLEL),
    "process": ("multiprocessing.process.BaseProcess.start(…) by", "start a second script"),
    "child": ("subprocess.run(…) by", CHILD),
}


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An installed module whose functions wait."""
    (tmp_path / "ticklane_waits.py").write_text(LIBRARY)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield "ticklane_waits"
    sys.modules.pop("ticklane_waits", None)


# What is left of a half-made event loop complains from its own __del__.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", BY_LIBRARY)
def test_a_library_that_waits_for_the_script_is_refused_too(sprinting: Game, library: str, name: str) -> None:
    what, instead = BY_LIBRARY[name]
    kind, message, line = attempt(sprinting, f"import {library}\n{library}.{name}()")
    assert (kind, line) == ("NotHereError", 4)
    assert message.startswith(f"{what} {library}.{name}(…) at line 4 of script 'it': ")
    assert instead in message


def test_what_does_not_wait_is_as_ever(sprinting: Game) -> None:
    code = """
        import queue, threading, time
        lock, again = threading.Lock(), threading.RLock()
        with lock:
            assert not lock.acquire(False) and not lock.acquire(timeout=0) and lock.locked()
        assert lock.acquire()
        lock.release()
        with again, again:
            assert again.acquire()
            again.release()
        q = queue.Queue()
        q.put(1)
        got = [q.get()]
        try:
            q.get(block=False)
        except queue.Empty:
            got.append("empty")
        s = queue.SimpleQueue()
        s.put(2)
        got += [s.get(), s.get() if not s.empty() else 0]
        event = threading.Event()
        got.append(event.wait(0))
        event.set()
        got.append(event.wait())
        with threading.Condition() as held:
            got.append(held)
        got.append(threading.Semaphore(1).acquire())
        return [*got, time.strptime("2020", "%Y").tm_year, time.monotonic() > 0]
    """
    status = ended(sprinting, code)
    assert status["reason"] == "finished", status
    assert status["result"] == [1, "empty", 2, 0, False, True, True, True, 2020, True]


def test_a_lock_that_another_lanes_script_has_left_taken_is_no_wait_either(sprinting: Game) -> None:
    lock = threading.RLock()
    elsewhere = threading.Thread(target=lock.acquire)
    elsewhere.start()
    elsewhere.join()
    from ticklane_runtime._inside import lane_threads

    lane_threads.add(-1)  # as if that thread were another lane's
    try:
        threading.ticklane_lock = lock  # type: ignore[attr-defined]
        kind, message, _ = attempt(sprinting, "import threading\nwith threading.ticklane_lock:\n    pass")
    finally:
        del threading.ticklane_lock  # type: ignore[attr-defined]
        lane_threads.discard(-1)
    assert (kind, message.partition("(")[0]) == ("NotHereError", "lock.acquire")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_late_code_of_an_ended_script_can_not_wait_either(sprinting: Game) -> None:
    code = """
        import time
        class Late:
            def __del__(self):
                vars(time)["sleep"](60)
        late = Late()
        late.self = late
        return 1
    """
    assert ended(sprinting, code)["reason"] == "finished"
    before = time.monotonic()
    with script_streams():  # inside a lane, no script's step open
        gc.collect()
    assert time.monotonic() - before < 50


def test_swallowing_the_refusal_gains_nothing(sprinting: Game) -> None:
    code = """
        import time
        for _ in range(3):
            try:
                vars(time)["sleep"](60)
            except Exception:
                pass
        return host.elapsed()
    """
    assert ended(sprinting, code)["result"] == 1


def test_other_threads_wait_as_ever_while_a_step_is_open(sprinting: Game) -> None:
    done: list[str] = []
    lock = threading.Lock()
    lock.acquire()

    def wait() -> None:
        time.sleep(0.001)
        done.append("slept")
        with lock:
            done.append("locked")
        subprocess.run([sys.executable, "-c", ""], check=True)
        with open(__file__) as file:
            done.append(file.readline()[:3])

    thread = threading.Thread(target=wait)

    def release() -> None:
        lock.release()
        for _ in range(2_000):
            if done[2:]:
                return
            native_wait(5_000)

    threading.ticklane_go = thread.start, release, done  # type: ignore[attr-defined]
    thread.start()
    try:
        status = ended(sprinting, "import threading\n_, go, done = threading.ticklane_go\ngo()\nreturn list(done)")
    finally:
        del threading.ticklane_go  # type: ignore[attr-defined]
    thread.join()
    assert status["result"] == ["slept", "locked", '"""']


def test_outside_of_a_step_everything_works(sprinting: Game) -> None:
    ended(sprinting, "return 1")
    time.sleep(0)
    reading, writing = os.pipe()
    os.write(writing, b"x")
    assert os.read(reading, 1) == b"x"
    os.close(reading)
    os.close(writing)
    assert subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True, check=True).stdout.strip() == b"1"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        peer, _ = server.accept()
        client.sendall(b"hello")
        assert peer.recv(5) == b"hello"
        peer.close()
    assert select.select([], [], [], 0.001) == ([], [], [])
    thread = threading.Thread(target=time.sleep, args=(0.001,))
    thread.start()
    thread.join()
    assert not threading.Event().wait(0.001)


def test_the_functions_are_no_methods_where_a_class_keeps_one() -> None:
    class Holder:
        nap: Any = time.sleep

    assert Holder().nap(0) is None
    assert time.sleep.__name__ == "sleep"
    assert "built-in function sleep" in repr(time.sleep)


def test_a_refusal_is_an_error_of_the_contract(sprinting: Game) -> None:
    code = """
        import ticklane, time
        try:
            vars(time)["sleep"](1)
        except ticklane.NotHereError as e:
            return isinstance(e, ticklane.TicklaneError)
    """
    assert ended(sprinting, code)["result"] is True
    assert issubclass(NotHereError, Exception)
