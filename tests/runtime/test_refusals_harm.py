"""What would end, slow or change the whole process is refused; the process and what it has open stay as they were."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import pytest

from ticklane_runtime._fake_run import script_streams

from .conftest import Game
from .refusing import attempt, ended

pytestmark = pytest.mark.timeout(60)

ENDS = "ends the whole game; end the script with host.stop()"
COPY = "a copy of the game's process can't live"
RIGHTS = "belongs to the whole game's process, not to a script"
SIGNALS = "signals belong to the game"
FOREIGN = "it isn't a file this script has opened"

HARM = {
    "import os\nvars(os)['_ex' + 'it'](3)": ("os._exit(…)", ENDS),
    "import posix\nvars(posix)['_ex' + 'it'](3)": ("os._exit(…)", ENDS),
    "import os\nvars(os)['ab' + 'ort']()": ("os.abort(…)", ENDS),
    "import os\nvars(os)['ki' + 'll'](os.getpid(), 15)": ("os.kill(…)", ENDS),
    "import os\nvars(os)['kill' + 'pg'](os.getpid(), 15)": ("os.killpg(…)", ENDS),
    "import os\nvars(os)['fo' + 'rk']()": ("os.fork(…)", COPY),
    "import os\nvars(os)['fork' + 'pty']()": ("os.forkpty(…)", COPY),
    "import os\nvars(os)['exe' + 'cv']('/bin/true', ['true'])": ("os.execv(…)", ENDS),
    "import os\nvars(os)['exe' + 'clp']('true', 'true')": ("os.execlp(…)", ENDS),
    "import os\nvars(os)['spaw' + 'nv'](os.P_NOWAIT, '/bin/true', ['true'])": ("os.spawnv(…)", COPY),
    "import os\nvars(os)['close' + 'range'](3, 99)": ("os.closerange(…)", "close the file you opened"),
    "import os\nvars(os)['du' + 'p2'](0, 1)": ("os.dup2(…)", "close the file you opened"),
    "import os\nos.close(1)": ("os.close(1)", FOREIGN),
    "import os\nos.write(1, b'x')": ("os.write(1)", FOREIGN),
    "import os\nos.set_blocking(0, True)": ("os.set_blocking(0)", FOREIGN),
    "import io\nvars(io)['op' + 'en'](1, 'w').close()": ("open(1)", FOREIGN),
    "import io\nvars(io)['File' + 'IO'](2)": ("open(2)", FOREIGN),
    "import os\nos.fdopen(0).read()": ("open(0)", FOREIGN),
    "import os\nvars(os)['ni' + 'ce'](5)": ("os.nice(…)", RIGHTS),
    "import os\nvars(os)['set' + 'uid'](0)": ("os.setuid(…)", RIGHTS),
    "import os\nvars(os)['u' + 'mask'](0)": ("os.umask(…)", RIGHTS),
    "import os\nvars(os)['sched_set' + 'affinity'](0, {0})": ("os.sched_setaffinity(…)", RIGHTS),
    "import os\nvars(os)['ch' + 'dir']('/')": ("os.chdir(…)", "use whole paths"),
    "import resource\nvars(resource)['set' + 'rlimit'](7, (9, 9))": ("resource.setrlimit(…)", RIGHTS),
    "import sys\nsys.modules['signal'].raise_signal(15)": ("signal.raise_signal(…)", SIGNALS),
    "import sys\nsys.modules['signal'].signal(15, print)": ("signal.signal(…)", SIGNALS),
    "import sys\nsys.modules['signal'].alarm(1)": ("signal.alarm(…)", SIGNALS),
    "import sys\nsys.modules['_signal'].pause()": ("signal.pause(…)", "would wait"),
    "import _thread\nvars(_thread)['interrupt' + '_main']()": ("_thread.interrupt_main(…)", SIGNALS),
    "import sys\nsys.modules['faulthandler']._sigsegv()": ("faulthandler._sigsegv(…)", "belongs to the game"),
    "import sys\nsys.modules['faulthandler'].dump_traceback_later(0.1, exit=True)": (
        "faulthandler.dump_traceback_later(…)",
        "belongs to the game",
    ),
    "import sys\nvars(sys)['addaudit' + 'hook'](print)": ("sys.addaudithook(", "belongs to the game"),
    "import sys\nvars(sys)['setrecursion' + 'limit'](10**6)": ("sys.setrecursionlimit(…)", "a loop with a list"),
    "import sys\nvars(sys)['setswitch' + 'interval'](1)": ("sys.setswitchinterval(…)", "belongs to the game"),
    "import sys\nvars(sys)['set' + 'trace'](None)": ("sys.settrace(…)", "tracing is how a script is stopped"),
    "import threading\nvars(threading)['set' + 'trace'](None)": ("threading.settrace(…)", "tracing is how"),
    "__import__('sig' + 'nal')": ("import signal", SIGNALS),
    "__import__('fault' + 'handler')": ("import faulthandler", "belongs to the game"),
    "__import__('_posixsub' + 'process')": ("import _posixsubprocess", COPY),
}


@pytest.mark.parametrize("code", HARM)
def test_a_call_that_would_harm_the_game_is_refused(sprinting: Game, code: str) -> None:
    what, why = HARM[code]
    before = os.listdir("/proc/self/fd"), os.getcwd(), sys.getrecursionlimit(), sys.getswitchinterval()
    kind, message, _ = attempt(sprinting, code)
    assert kind == "NotHereError"
    assert message.startswith(what)
    assert why in message
    assert (os.listdir("/proc/self/fd"), os.getcwd(), sys.getrecursionlimit(), sys.getswitchinterval()) == before


def test_sys_exit_ends_the_script_alone(sprinting: Game) -> None:
    kind, message, line = attempt(sprinting, "import sys\nsys.exit(3)")
    assert (kind, line) == ("SystemExit", 4)
    assert "host.stop() ends it" in message


def test_a_script_closes_what_it_has_opened(sprinting: Game, tmp_path: Path) -> None:
    code = f"""
        import os
        path = {str(tmp_path / "it")!r}
        first = os.open(path, os.O_CREAT | os.O_RDWR)
        os.write(first, b"abc")
        os.fsync(first)
        second = os.dup(first)
        os.close(first)
        with os.fdopen(second) as file:
            file.seek(0)
            text = file.read()
        return text
    """
    status = ended(sprinting, code, caps=("files",))
    assert status.get("result") == "abc", status


def test_a_library_closes_what_it_has_opened_itself(sprinting: Game, tmp_path: Path) -> None:
    code = f"""
        import tempfile
        with tempfile.TemporaryDirectory(dir={str(tmp_path)!r}) as folder:
            with tempfile.NamedTemporaryFile(dir=folder) as file:
                file.write(b"abc")
                file.flush()
                return file.tell()
    """
    status = ended(sprinting, code, caps=("files",))
    assert status.get("result") == 3, status
    assert list(tmp_path.iterdir()) == []


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_late_code_of_an_ended_script_closes_nothing(sprinting: Game) -> None:
    code = """
        import os
        class Late:
            def __del__(self):
                try:
                    os.close(1)
                except Exception as e:
                    os.ticklane_told.append(type(e).__name__)
        late = Late()
        late.self = late
    """
    told: list[str] = []
    os.ticklane_told = told  # type: ignore[attr-defined]
    try:
        ended(sprinting, code)
        with script_streams():  # inside a lane, no script's step open
            gc.collect()
    finally:
        del os.ticklane_told  # type: ignore[attr-defined]
    assert told == ["NotHereError"]
    os.fstat(1)


def test_swallowed_refusals_leave_the_process_as_it_was(sprinting: Game) -> None:
    code = """
        import os, sys
        tried = 0
        for module, name, args in [
            (os, "_ex" + "it", (1,)), (os, "ab" + "ort", ()), (os, "ki" + "ll", (os.getpid(), 9)),
            (os, "fo" + "rk", ()), (os, "exe" + "cv", ("/bin/true", ["true"])), (os, "clo" + "se", (1,)),
        ]:
            try:
                vars(module)[name](*args)
            except BaseException:
                tried += 1
        return tried
    """
    assert ended(sprinting, code)["result"] == 6
