"""What is the whole process's: contexts are each script's own, the rest can be read and not changed."""

from __future__ import annotations

import builtins
import decimal
import gc
import locale
import os
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

from tests.runtime.conftest import Game

REFUSED = [
    "import sys; sys.setrecursionlimit(10**6)",
    "import sys; sys.setswitchinterval(1)",
    "import sys; sys.settrace(print)",
    "import sys; sys.setprofile(print)",
    "import sys; sys.addaudithook(print)",
    "import sys; sys.set_int_max_str_digits(0)",
    "import sys; sys.set_asyncgen_hooks(None)",
    "import sys; sys.path.append('x')",
    "import sys; sys.path[:0] = ['x']",
    "import sys; sys.path += ['x']",
    "import sys; sys.meta_path.clear()",
    "import sys; sys.path_hooks.append(print)",
    "import sys; sys.path_importer_cache.clear()",
    "import sys; sys.modules['math'] = 1",
    "import sys; del sys.modules['math']",
    "import sys; sys.modules.pop('math')",
    "import sys; sys.modules.update(math=1)",
    "import gc; gc.disable()",
    "import gc; gc.enable()",
    "import gc; gc.freeze()",
    "import gc; gc.set_threshold(0)",
    "import os; os.environ['A'] = 'b'",
    "import os; os.environ.update(A='b')",
    "import os; del os.environ['PATH']",
    "import os; os.environ |= {'A': 'b'}",
    "import os; os.putenv('A', 'b')",
    "import os; os.unsetenv('PATH')",
    "import os; os.chdir('/')",
    "import os; os.umask(0)",
    "import os; os.nice(1)",
    "import contextlib; contextlib.chdir('/').__enter__()",
    "import posix; posix.putenv(b'A', b'b')",
    "import locale; locale.setlocale(locale.LC_ALL, 'C')",
    "import time; time.tzset()",
    "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (10, 10))",
    "import threading; threading.settrace(print)",
    "import threading; threading.setprofile(print)",
    "import threading; threading.stack_size(1 << 20)",
    "import atexit; atexit.register(print)",
    "import codecs; codecs.register(print)",
    "import codecs; codecs.register_error('x', print)",
    "import copyreg; copyreg.pickle(complex, print)",
    "import tracemalloc; tracemalloc.start()",
    "import importlib, json; importlib.reload(json)",
    "import logging.config; logging.config.dictConfig({})",
    "import logging; logging.setLogRecordFactory(print)",
    "import linecache; linecache.clearcache()",
]
if sys.version_info >= (3, 12):
    REFUSED += [
        "import sys; sys.monitoring.use_tool_id(1, 'x')",
        "import sys; sys.monitoring.set_events(0, 1)",
        "import threading; threading.settrace_all_threads(print)",
    ]


def state() -> list[Any]:
    """What a script could have changed of this process."""
    return [
        sys.getrecursionlimit(),
        sys.getswitchinterval(),
        sys.gettrace(),
        sys.getprofile(),
        sys.get_int_max_str_digits(),
        list(sys.path),
        len(sys.meta_path),
        sys.modules["math"],
        gc.isenabled(),
        gc.get_threshold(),
        gc.get_freeze_count() > 10_000,
        dict(os.environ),
        os.getcwd(),
        os.getpriority(os.PRIO_PROCESS, 0),
        locale.setlocale(locale.LC_ALL),
        time.tzname,
        threading.stack_size(),
        np.geterr(),
        np.get_printoptions()["precision"],
        decimal.getcontext().prec,
        decimal.DefaultContext.prec,
        builtins.len([]),
    ]


@pytest.mark.parametrize("bad", REFUSED)
def test_what_is_the_whole_processs_is_refused(sprinting: Game, bad: str) -> None:
    before = state()
    sprinting.start("def on_tick(host): pass\n", "good")
    statements = bad.replace("; ", "\n")
    sprinting.start(f"exec({statements!r})\n", "bad")  # past the check before the start
    sprinting.tick()
    error = sprinting.status("bad").get("error", {})
    assert error.get("type") == "NotHereError", sprinting.status("bad")
    assert len(error["message"]) > 40  # says what to do
    assert sprinting.status("good")["state"] == "running"
    assert state() == before


def test_what_is_the_whole_processs_can_be_read(sprinting: Game) -> None:
    sprinting.start(
        "import os, sys, gc, locale, time\n"
        "host.result([os.environ['PATH'] == os.getenv('PATH'), 'PATH' in os.environ.copy(),\n"
        "    type(os.environ | {}).__name__, isinstance(sys.path, list), 'math' in sys.modules,\n"
        "    sys.modules.get('no such') is None, len(sys.modules) > 9,\n"
        "    gc.collect() >= 0, gc.isenabled(), sys.getrecursionlimit() > 0, type(locale.setlocale(0)).__name__,\n"
        "    locale.localeconv()['decimal_point'], time.tzname[0] != ''])\n"
    )
    result = sprinting.status()["result"]
    assert result[:8] == [True, True, "dict", True, True, True, True, True]
    assert result[9:] == [True, "str", ".", True]


def test_number_contexts_are_each_scripts_own_over_its_steps(sprinting: Game) -> None:
    probe = (
        "def look():\n"
        "    return [decimal.getcontext().prec, np.geterr()['divide'], np.get_printoptions()['precision'],\n"
        "            var.get(), str(decimal.Decimal(1) / 3)]\n"
    )
    begin = "import decimal, numpy as np, contextvars\nvar = contextvars.ContextVar('v', default=0)\n" + probe
    outside = [decimal.getcontext().prec, np.geterr(), np.get_printoptions()["precision"]]
    sprinting.start(begin + "def run(host):\n    yield 3\n    return look()\n", "good")
    sprinting.start(
        begin + "decimal.getcontext().prec = 3\ndecimal.DefaultContext.prec = 4\nnp.seterr(all='ignore')\n"
        "np.seterrcall(print)\nnp.set_printoptions(precision=2)\nvar.set(7)\nnp.setbufsize(16 * 100)\n"
        "def on_tick(host):\n    host.record('seen', look())\n"
        "def on_stop(host): host.result(look())\n",
        "bad",
    )
    sprinting.tick(2)
    sprinting.start(begin + "def run(host):\n    return look()\n", "later")
    sprinting.tick(3)
    sprinting.ask("stop", "bad")
    usual = [28, "warn", 8, 0, "0." + "3" * 28]
    own = [3, "ignore", 2, 7, "0.333"]
    assert sprinting.status("good")["result"] == usual
    assert sprinting.status("later")["result"] == usual
    assert [row["value"] for row in sprinting.outputs("bad")[0].records()] == [own] * 5
    assert sprinting.status("bad")["result"] == own
    assert [decimal.getcontext().prec, np.geterr(), np.get_printoptions()["precision"]] == outside


def test_an_open_context_of_one_script_does_not_reach_into_anothers_step(sprinting: Game) -> None:
    header = '# /// script\n# [tool.ticklane.params]\n# how = "warn"\n# prec = 28\n# ///\n'
    source = header + (
        "import numpy as np, decimal\n"
        "def run(host):\n"
        "    out = []\n"
        "    with np.errstate(divide=host.params['how']), decimal.localcontext() as c:\n"
        "        c.prec = host.params['prec']\n"
        "        for _ in range(4):\n"
        "            out.append([np.geterr()['divide'], decimal.getcontext().prec])\n            yield\n"
        "    return [*out, [np.geterr()['divide'], decimal.getcontext().prec]]\n"
    )
    sprinting.start(source, "a", params={"how": "ignore", "prec": 5})
    sprinting.start(source, "b", params={"how": "raise", "prec": 6})
    sprinting.tick(5)
    assert sprinting.status("a")["result"] == [["ignore", 5]] * 4 + [["warn", 28]]
    assert sprinting.status("b")["result"] == [["raise", 6]] * 4 + [["warn", 28]]


def test_exit_ends_the_script_and_nothing_else(sprinting: Game) -> None:
    sprinting.start("def on_tick(host): pass\n", "good")
    for number, leave in enumerate(("import sys\nsys.exit('done')", "exit()", "quit(1)", "raise SystemExit(0)")):
        sprinting.start(leave, f"bad{number}")
        assert sprinting.status(f"bad{number}")["error"]["type"] == "SystemExit"
    sprinting.tick()
    assert sprinting.status("good")["state"] == "running"


@pytest.mark.skipif(sys.platform != "linux", reason="counts threads in /proc")
@pytest.mark.parametrize("given", ["", "2"])
def test_numpy_starts_no_threads_in_the_game_unless_told_to(given: str) -> None:
    code = (
        "import os, sys\nsys.path[:0] = sys.argv[1:]\nimport ticklane_runtime._entry\nimport numpy as np\n"
        "a = np.ones((300, 300))\na @ a\n"
        "print(os.environ['OPENBLAS_NUM_THREADS'], len(os.listdir('/proc/self/task')))\n"
    )
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    if given:
        environment["OPENBLAS_NUM_THREADS"] = given
    command = [sys.executable, "-c", code, *sys.path[1:]]
    out = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    threads, count = out.split()
    assert threads == (given or "1")
    assert int(count) <= int(threads)
