"""What blocks the game's thread, what would end the game, and what needs a capability."""

from __future__ import annotations

import pytest

from .scripts import accepted, header, line_texts

BLOCKING = {
    "import time\ntime.sleep(1)": "wait with `yield n` in run(host), or host.after(n, action)",
    "import time as t\nt.sleep(1)": "wait with `yield n`",
    "from time import sleep as nap\nnap(1)": "wait with `yield n`",
    "\nx = input('?')": "take a value from host.params",
    "\nbreakpoint()": "look with host.log(…)",
    "import sys\nsys.stdin.read()": "nobody can answer it",
    "import threading\nthreading.Thread(target=print).start()": "threads are refused on tick lanes",
    "from threading import Timer\nTimer(1, print)": "threads are refused on tick lanes",
    "import threading\nclass Mine(threading.Thread): pass": "threads are refused on tick lanes",
    "import threading\nthreading.Event.wait(x)": "nothing else runs in it",
    "\nfrom concurrent.futures import ThreadPoolExecutor": "threads are refused on tick lanes",
    "\nfrom concurrent import futures": "threads are refused on tick lanes",
    "\nimport multiprocessing.pool": "processes of its own are refused",
    "import sys\nfor line in sys.stdin: pass": "nobody can answer it",
    "import os\nos.pipe()": "has nobody at its other end",
    "\nimport asyncio": "nothing is awaited",
    "\n__import__('asyncio')": "nothing is awaited",
    "import importlib\nimportlib.import_module('asyncio')": "nothing is awaited",
}
FORBIDDEN = {
    "import os\nos._exit(1)": "ends the whole game; end the script with host.stop()",
    "from os import abort\nabort()": "ends the whole game",
    "import sys\nsys.setrecursionlimit(10**6)": "a deeper stack crashes the game",
    "import sys\nsys.settrace(None)": "tracing is how a script is stopped",
    "import sys\nsys.monitoring.free_tool_id(1)": "tracing is how a script is stopped",
    "import sys\nx = sys.monitoring": "tracing is how a script is stopped",
    "\nimport signal": "signals belong to the game",
    "\nimport faulthandler": "belongs to the game",
    "import os\nos.execv('ls', [])": "ends the whole game",
    "import os\nos.spawnv(0, 'ls', [])": "use subprocess.Popen(…)",
    "import os\nos.fork()": "a copy of the game's process can't live",
    "import os\nos.closerange(3, 99)": "would close the game's own files",
    "import os\nos.setuid(0)": "belongs to the whole game's process",
    "import resource\nresource.setrlimit(1, (2, 3))": "belongs to the whole game's process",
}
CAPS = {
    "\nopen('x')": "files",
    "import os\nos.remove('x')": "files",
    "from os import remove as gone\ngone('x')": "files",
    "import numpy as np\nnp.save('x', 1)": "files",
    "from pathlib import Path\nPath('x').write_text('y')": "files",
    "import pathlib\n(pathlib.Path('x') / 'y').unlink()": "files",
    "import shutil\nshutil.rmtree('x')": "files",
    "import tempfile\ntempfile.mkdtemp()": "files",
    "from pathlib import Path\nwith (Path.home() / 'x').open() as f: pass": "files",
    "from pathlib import Path\ndef f(p: Path): p.touch()": "files",
    "import zipfile\nzipfile.ZipFile('x.zip')": "files",
    "import sqlite3\nsqlite3.connect('x.db')": "files",
    "\nimport socket": "network",
    "\nimport urllib.request": "network",
    "\nfrom urllib import request": "network",
    "\nimport http.client": "network",
    "\nfrom urllib.request import urlopen": "network",
    "\nimport subprocess": "subprocess",
    "import os\nos.posix_spawn('ls', [], {})": "subprocess",
    "\nimport jep": "internals",
    "\nfrom jep import jarray": "internals",
    "\nimport ctypes.util": "internals",
    "\nx = host.internals": "internals",
    "\nfrom ticklane_runtime import anything": "internals",
}


@pytest.mark.parametrize("source", BLOCKING)
def test_blocking_call_is_refused_on_a_tick_lane_naming_what_to_do(source: str) -> None:
    (text,) = line_texts(source)
    assert text.startswith("line 2: ")
    assert BLOCKING[source] in text
    assert accepted(source, vantage="parallel")


@pytest.mark.parametrize("source", FORBIDDEN)
def test_call_that_would_end_the_game_is_refused_on_every_lane(source: str) -> None:
    for lane in ("server", "parallel"):
        (text,) = line_texts(source, vantage=lane)
        assert FORBIDDEN[source] in text


@pytest.mark.parametrize("source", CAPS)
def test_capability_is_asked_for_in_the_header_and_allowed_by_the_user(source: str) -> None:
    cap = CAPS[source]
    (text,) = line_texts(source)
    assert text.startswith("line 2: ")
    assert (
        f'needs the capability {cap}: ask for it in the header with caps = ["{cap}"]; the user allows it with' in text
    )
    (text,) = line_texts(source, caps=[cap])
    assert text.startswith(
        f'argument: caps = ["{cap}"]: {cap} not allowed; the user allows it with --allow {cap}, or in '
    )
    (text,) = line_texts(source, allowed=[cap])
    assert "the user" not in text
    assert accepted(source, caps=[cap], allowed=[cap, "files"]).caps == [cap]


@pytest.mark.parametrize(
    "source",
    [
        "import os, time, sys, pathlib, json, urllib.parse, io\nos.path.join('a', 'b'); time.time(); sys.exit",
        "from pathlib import PurePath\nPurePath('a').with_suffix('.b'); 'a'.replace('a', 'b')",
        "from os import environ, getcwd\nenviron.get('x')",
        "def open(x): return x\nopen(3)",
        "class T:\n    def sleep(self): pass\ntime = T()\ntime.sleep()",
        "import numpy as np\nnp.asarray([1]).sum(); np.random.default_rng(1)",
        "import threading, queue\nwith threading.Lock(): pass\nqueue.Queue().put(1); threading.local()",
        "import io, zipfile, mmap\nb = io.BytesIO()\nzipfile.ZipFile(b); mmap.mmap(-1, 9)",
        "import sqlite3\nsqlite3.connect(':memory:')",
        "import io\nimport numpy as np\nnp.save(io.BytesIO(), 1); np.loadtxt(['1 2', '3 4'])",
        "import shutil, tempfile, logging.handlers\nshutil.which('x'); tempfile.SpooledTemporaryFile()",
        "import pathlib\nclass Door:\n    def open(self): pass\nDoor().open(); 'a'.replace('a', 'b')",
        "import os\nos.waitpid(-1, os.WNOHANG)",
        "import resource, os\nresource.getrusage(0); os.getpid(); os.cpu_count()",
        "import queue, collections, itertools, functools, math, random, statistics, dataclasses, typing, re",
    ],
)
def test_what_needs_nothing_is_taken(source: str) -> None:
    assert accepted(source)


def test_capabilities_of_header_and_arguments_add_up() -> None:
    source = header('caps = ["files"]', "import socket\nopen('x')\n")
    assert accepted(source, caps=["network", "files"], allowed=["files", "network"]).caps == ["files", "network"]


def test_many_uses_of_a_capability_are_one_finding() -> None:
    (text,) = line_texts("open('a')\nopen('b')\nopen('c')\n")
    assert text.startswith("line 1: open(…) needs the capability files (also line 2, 3)")


def test_many_uses_of_what_blocks_are_one_finding() -> None:
    (text,) = line_texts("import time\ntime.sleep(1)\nimport os\ntime.sleep(2)\n")
    assert text.startswith("line 2: time.sleep(…) (also line 4): blocks the game's thread")


def test_caps_that_are_not_allowed_are_told_at_the_header_line() -> None:
    (text,) = line_texts(header('caps = ["files"]', "host.log(1)"))
    assert text.startswith('header: caps = ["files"]: files not allowed; the user allows it with --allow files')
    assert text.endswith("(line 3)")


def test_names_of_the_checks_are_reserved() -> None:
    texts = line_texts(
        "x = '__ticklane_flag__'\n__ticklane_flag__ = [0]\ndef f(__ticklane_x): pass\nx.__ticklane_check__\n"
    )
    assert [text.partition(" names")[0] for text in texts] == [
        "line 2: __ticklane_flag__:",
        "line 3: __ticklane_x:",
        "line 4: __ticklane_check__:",
    ]
