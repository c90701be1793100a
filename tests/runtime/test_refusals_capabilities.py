"""Capabilities while a script runs: judged by what it has led to, not by what libraries need for themselves."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import Game
from .refusing import attempt, body, ended

pytestmark = [
    pytest.mark.timeout(60),
    # A script that was refused leaves what it had open to be closed later.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]

NEEDS = {
    "import io\nvars(io)['op' + 'en']('x.txt', 'w')": ("files", "open('x.txt')"),
    "import os\nvars(os)['op' + 'en']('x.txt', 0)": ("files", "open('x.txt')"),
    "import io\nvars(io)['File' + 'IO']('x.txt')": ("files", "open('x.txt')"),
    "import os\nvars(os)['list' + 'dir']('/')": ("files", "os.listdir('/')"),
    "import os\nvars(os)['re' + 'move']('x')": ("files", "os.remove('x')"),
    "import os\nvars(os)['mk' + 'dir']('x')": ("files", "os.mkdir('x')"),
    "import os\nlist(vars(os)['wa' + 'lk']('x'))": ("files", "os.walk('x')"),
    "import pathlib\ngetattr(pathlib.Path('x'), 'write_' + 'text')('y')": ("files", "open('x') by pathlib."),
    "import pathlib\ngetattr(pathlib.Path('x'), 're' + 'name')('y')": ("files", "os.rename('x') by pathlib."),
    "import shutil\ngetattr(shutil, 'rm' + 'tree')('x', ignore_errors=True)": ("files", "shutil.rmtree('x')"),
    "import tempfile\ngetattr(tempfile, 'mkd' + 'temp')(dir='/tmp')": ("files", "tempfile.mkdtemp("),
    "import numpy as np\ngetattr(np, 'sa' + 've')('x.npy', [1])": ("files", "open('x.npy') by numpy."),
    "import numpy as np\nnp.zeros(3).tofile('x')": ("files", "open('x')"),
    "import logging\ngetattr(logging, 'File' + 'Handler')('x.log')": ("files", "open("),
    "import sqlite3\ngetattr(sqlite3, 'conn' + 'ect')('x.db')": ("files", "sqlite3.connect('x.db')"),
    "import sys\nsys.modules['socket'].socket()": ("network", "socket.socket(…)"),
    "import sys\nsys.modules['socket'].socketpair()": ("network", "socket.socket(…)"),
    "import sys\nsys.modules['socket'].getaddrinfo('127.0.0.1', 80)": ("network", "socket.getaddrinfo(…)"),
    "__import__('url' + 'lib.request')": ("network", "import urllib.request"),
    "from importlib import import_module as i\ni('s' + 'sl')": ("network", "import ssl"),
    "import sys\nsys.modules['subprocess'].Popen(['true'])": ("subprocess", "subprocess.Popen('true')"),
    "import os\nvars(os)['posix_' + 'spawn']('/bin/true', ['true'], {})": ("subprocess", "os.posix_spawn('/bin/true')"),
    "__import__('sub' + 'process')": ("subprocess", "import subprocess"),
    "__import__('ct' + 'ypes')": ("internals", "import ctypes"),
    "import sys\nsys.modules['ctypes'].CDLL(None)": ("internals", "ctypes.dlopen"),
    "import sys\nsys.modules['ctypes'].string_at(0)": ("internals", "ctypes.string_at"),
    "__import__('je' + 'p')": ("internals", "import jep"),
    "__import__('java' + '.lang')": ("internals", "import java.lang"),
    "__import__('ticklane_' + 'runtime._inside')": ("internals", "import ticklane_runtime._inside"),
    "from importlib import import_module as i\ni('ticklane_' + 'control')": ("internals", "import ticklane_control"),
    "getattr(host, 'inter' + 'nals')": ("internals", "host.internals"),
}


@pytest.mark.parametrize("code", NEEDS)
def test_a_call_without_its_capability_is_refused_saying_how_to_get_it(
    sprinting: Game, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cap, shown = NEEDS[code]
    kind, message, _ = attempt(sprinting, code)
    assert kind == "NotAllowedError"
    assert message.startswith(shown)
    assert f'needs the capability {cap}: ask for it in the header with caps = ["{cap}"]; the user allows it' in message
    assert f"--allow {cap}" in message
    assert list(tmp_path.iterdir()) == []


def test_the_refusal_names_script_line_and_the_capabilities_it_has(sprinting: Game) -> None:
    code = "import io\nvars(io)['op' + 'en']('x.txt')"
    _, message, line = attempt(sprinting, code, caps=("network",))
    assert line == 4
    assert message.startswith("open('x.txt') at line 4 of script 'it' needs the capability files: ")
    assert 'caps = ["files", "network"]' in message


WITH_FILES = """
    import glob, os, pathlib, shutil, sqlite3
    import numpy as np
    path = pathlib.Path(host.params["folder"])
    (path / "a").write_text("hello")
    with open(path / "b", "w") as file:
        file.write("world")
    np.save(path / "c.npy", np.arange(4))
    data = sqlite3.connect(path / "d.db")
    data.execute("create table t (n)")
    data.close()
    shutil.copy(path / "a", path / "e")
    os.rename(path / "e", path / "f")
    names = sorted(one.name for one in path.iterdir())
    texts = [open(path / "a").read(), (path / "b").read_text(), int(np.load(path / "c.npy").sum())]
    return [names, texts, len(glob.glob(str(path / "*"))), os.path.exists(path / "f")]
"""


def test_files_are_written_and_read_with_files(sprinting: Game, tmp_path: Path) -> None:
    settings: Any = {"params": {"folder": str(tmp_path)}}
    source = '# /// script\n# [tool.ticklane.params]\n# folder = ""\n# ///\n'
    answer = sprinting.start(source + body(WITH_FILES), caps=["files"], allowed=["files"], **settings)
    assert answer["ok"], answer
    sprinting.tick(2)
    assert sprinting.status().get("result") == [
        ["a", "b", "c.npy", "d.db", "f"],
        ["hello", "world", 6],
        5,
        True,
    ], sprinting.status()
    assert (tmp_path / "f").read_text() == "hello"


def test_a_process_is_started_and_looked_at_with_subprocess(sprinting: Game) -> None:
    code = """
        import subprocess, sys
        with_pipe = subprocess.Popen([sys.executable, "-c", "print(6 * 7)"], stdout=subprocess.PIPE)
        lost = subprocess.Popen(["sleep", "60"])
        assert lost.poll() is None
        lost.kill()
        while with_pipe.poll() is None or lost.poll() is None:
            yield
        with_pipe.wait()
        return [with_pipe.stdout.read().decode().strip(), with_pipe.returncode, lost.returncode]
    """
    sprinting.start(body(code), caps=["subprocess"], allowed=["subprocess"])
    for _ in range(100_000):
        sprinting.tick()
        if sprinting.status()["state"] == "ended":
            break
    assert sprinting.status().get("result") == ["42", 0, -9], sprinting.status()


def test_an_empty_pipe_is_no_wait(sprinting: Game) -> None:
    code = """
        import subprocess
        child = subprocess.Popen(["sleep", "60"], stdout=subprocess.PIPE)
        try:
            return [child.stdout.read()]
        finally:
            child.kill()
    """
    assert ended(sprinting, code, caps=("subprocess",))["result"] == [None]


SUBPROCESS_WAITS = {
    "child.wait()": "subprocess.Popen.wait(…)",
    "child.wait(60)": "subprocess.Popen.wait(…)",
    "child.communicate()": "subprocess.Popen.communicate(…)",
    "vars(subprocess)['r' + 'un'](['sleep', '60'])": "subprocess.run(…)",
}


@pytest.mark.parametrize("wait", SUBPROCESS_WAITS)
def test_waiting_for_a_process_is_refused_with_subprocess_too(sprinting: Game, wait: str) -> None:
    code = f"""
        import subprocess
        child = subprocess.Popen(["sleep", "60"])
        try:
            {wait}
        finally:
            child.kill()
    """
    kind, message, _ = attempt(sprinting, code, caps=("subprocess",))
    assert kind == "NotHereError"
    assert message.startswith(SUBPROCESS_WAITS[wait])
    assert "look with .poll() in later steps" in message


def test_the_network_is_used_without_waiting_with_network(sprinting: Game) -> None:
    code = """
        import select, socket
        server = socket.socket()
        server.setblocking(False)
        server.bind(("127.0.0.1", 0))
        server.listen()
        client = socket.socket()
        client.setblocking(False)
        try:
            client.connect(server.getsockname())
        except BlockingIOError:
            pass
        while not select.select([server], [], [], 0)[0]:
            yield
        peer, _ = server.accept()
        peer.setblocking(False)
        client.send(b"hello")
        while not select.select([peer], [], [], 0)[0]:
            yield
        got = [peer.recv(9).decode()]
        inbox = socket.socket(type=socket.SOCK_DGRAM)
        inbox.bind(("localhost", 0))
        inbox.setblocking(False)
        socket.socket(type=socket.SOCK_DGRAM).sendto(b"datagram", inbox.getsockname())
        while not select.select([inbox], [], [], 0)[0]:
            yield
        got.append(inbox.recv(9).decode())
        for one in (server, client, peer, inbox):
            one.close()
        return got
    """
    sprinting.start(body(code), caps=["network"], allowed=["network"])
    for _ in range(10_000):
        sprinting.tick()
        if sprinting.status()["state"] == "ended":
            break
    assert sprinting.status().get("result") == ["hello", "datagram"], sprinting.status()


NETWORK_WAITS = {
    "socket.socket().connect(('127.0.0.1', 9))": ("socket.connect(…)", ".setblocking(False)"),
    "vars(socket)['create_' + 'connection'](('127.0.0.1', 9))": ("socket.create_connection(…)", "parallel"),
    "s = socket.socket()\ns.bind(('127.0.0.1', 0))\ns.listen()\ns.accept()": (
        "socket.accept(…)",
        ".setblocking(False)",
    ),
    "s = socket.socket(type=socket.SOCK_DGRAM)\ns.bind(('127.0.0.1', 0))\ns.recv(1)": (
        "socket.recv(…)",
        ".setblocking(False)",
    ),
    "a, b = socket.socketpair()\na.recv(1)": ("socket.recv(…)", ".setblocking(False)"),
    "a, b = socket.socketpair()\na.setblocking(False)\na.settimeout(60)": (
        "socket.settimeout(…)",
        ".setblocking(False)",
    ),
    "a, b = socket.socketpair()\na.makefile().read()": ("socket.recv_into(…)", ".setblocking(False)"),
    "import selectors\nselectors.DefaultSelector().select(60)": ("select.epoll.poll(…)", "a time-out of 0"),
    "import urllib.request as r\nvars(r)['url' + 'open']('http://127.0.0.1:9/')": (
        "urllib.request.urlopen(…)",
        "parallel",
    ),
    "import http.client as c\nvars(c)['HTTP' + 'Connection']('127.0.0.1', 9).connect()": (
        "http.client.HTTPConnection.connect(…)",
        "waits",
    ),
    "vars(socket)['get' + 'hostbyname']('ticklane.invalid')": ("socket.gethostbyname(…)", "parallel"),
}


@pytest.mark.parametrize("wait", NETWORK_WAITS)
def test_waiting_for_the_network_is_refused_with_network_too(sprinting: Game, wait: str) -> None:
    what, instead = NETWORK_WAITS[wait]
    kind, message, _ = attempt(sprinting, f"import socket\n{wait}", caps=("network",))
    assert kind == "NotHereError"
    assert message.startswith(what)
    assert instead in message


FILE_WAITS = {
    "import fcntl\na, b = open(p, 'w'), open(p, 'w')\nfcntl.flock(a, 2)\nfcntl.flock(b, 2)": "fcntl.flock(…)",
    "import fcntl\na = open(p, 'w')\nfcntl.lockf(a, fcntl.LOCK_EX)": "fcntl.lockf(…)",
    "import os\na = os.open(p, os.O_CREAT | os.O_RDWR)\nos.lockf(a, os.F_LOCK, 1)": "os.lockf(…)",
    "open(p + '.fifo').read()": "open(",
    "open(p + '.fifo', 'w')": "open(",
}


@pytest.mark.parametrize("wait", FILE_WAITS)
def test_waiting_for_a_file_is_refused_with_files_too(sprinting: Game, wait: str, tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "x.fifo")
    kind, message, _ = attempt(sprinting, f"p = {str(tmp_path / 'x')!r}\n{wait}", caps=("files",))
    assert kind == "NotHereError"
    assert message.startswith(FILE_WAITS[wait])


def test_locks_of_files_that_do_not_wait_are_taken(sprinting: Game, tmp_path: Path) -> None:
    code = f"""
        import fcntl
        with open({str(tmp_path / "x")!r}, "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            fcntl.flock(file, fcntl.LOCK_UN)
            return fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    """
    assert ended(sprinting, code, caps=("files",))["reason"] == "finished"


def test_native_code_is_called_with_internals(sprinting: Game) -> None:
    code = "import ctypes, os\nreturn ctypes.CDLL(None).getpid() == os.getpid()"
    assert ended(sprinting, code, caps=("internals",))["result"] is True


HARMLESS = {
    "import zoneinfo\nreturn zoneinfo.ZoneInfo('Europe/Berlin').key",
    "import numpy as np\nreturn int(np.zeros(3).ctypes.shape[0])",
    "import importlib.metadata\nreturn importlib.metadata.version('numpy')[:1]",
    "import importlib.resources as r\nreturn r.files('numpy').joinpath('__init__.py').read_text()[:3]",
    "import inspect, json\nreturn inspect.getsource(json.dumps)[:3]",
    "import traceback\ntry:\n    1 / 0\nexcept ZeroDivisionError:\n    return traceback.format_exc()[:9]",
    "import warnings\nwith warnings.catch_warnings(record=True):\n    warnings.warn('x')\nreturn 1",
    "import sqlite3\nreturn sqlite3.connect(':memory:').execute('select 1').fetchall()",
    "import io, zipfile\nb = io.BytesIO()\nwith zipfile.ZipFile(b, 'w') as z:\n    z.writestr('a', 'b')\nreturn 1",
    "import gzip, io\nimport numpy as np\nb = io.BytesIO()\nnp.save(b, [1])\nreturn len(gzip.compress(b.getvalue()))",
    "import mmap\nreturn len(mmap.mmap(-1, 10))",
    "import mimetypes\nreturn mimetypes.guess_type('x.html')",
    "import os, pathlib\nreturn [os.path.exists('/'), pathlib.Path('/').is_dir(), os.getpid() > 0, 'x' in os.environ]",
    "import uuid, secrets, datetime, random\nuuid.uuid4(), secrets.token_hex(), datetime.datetime.now().astimezone()",
    "import logging\nlogging.getLogger('x').error('y')",
    "import unittest.mock, email.message, xml.dom.minidom, decimal, csv, tomllib, html.parser, graphlib, difflib",
    "import numpy.linalg, numpy.fft, numpy.polynomial, numpy.ma, numpy.testing, numpy.random",
    "import msgspec, structlog, rich.console",
    "import sys\nreturn sorted(sys.modules)[:0]",
}


@pytest.mark.parametrize("code", sorted(HARMLESS))
def test_what_libraries_do_for_themselves_needs_nothing(sprinting: Game, code: str) -> None:
    status = ended(sprinting, code)
    assert status["reason"] == "finished", status


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An installed module that has data, and native code, and opens what it is told to."""
    (tmp_path / "ticklane_opens.py").write_text(
        "import ctypes, socket, subprocess, os\n"
        "SIZE = os.stat(__file__).st_size\n"
        "with open('/dev/null', 'w') as nothing:\n    nothing.write('made at import')\n"
        "libc = ctypes.CDLL(None)\n"
        "def pid(): return ctypes.CDLL(None).getpid()\n"
        "def own():\n    with open(__file__) as file: return len(file.read()) == SIZE\n"
        "def read(path):\n    with open(path) as file: return file.read()\n"
        "def send(): socket.socket()\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield "ticklane_opens"
    sys.modules.pop("ticklane_opens", None)


def test_a_librarys_import_and_native_code_are_its_own_business(sprinting: Game, library: str) -> None:
    status = ended(sprinting, f"import {library} as lib, os\nreturn lib.pid() == os.getpid()")
    assert status.get("result") is True, status


def test_what_a_library_opens_for_the_script_is_the_scripts(sprinting: Game, library: str, tmp_path: Path) -> None:
    other = tmp_path.parent / "other.txt"
    other.write_text("x")
    kind, message, line = attempt(sprinting, f"import {library} as lib\nlib.read({str(other)!r})")
    assert (kind, line) == ("NotAllowedError", 4)
    assert message.startswith(f"open('{other}"[:60])
    assert f"by {library}.read(…) at line 4 of script 'it' needs the capability files" in message


def test_scripts_have_their_own_capabilities(sprinting: Game, tmp_path: Path) -> None:
    opener = f"import io\ndef on_tick(host):\n    vars(io)['op' + 'en']({str(tmp_path / 'x')!r}, 'w').close()\n"
    sprinting.start(opener, "with", caps=["files"], allowed=["files"])
    sprinting.start(opener, "without")
    sprinting.tick(3)
    assert sprinting.status("with")["state"] == "running"
    assert sprinting.status("without")["error"]["type"] == "NotAllowedError"


def test_a_function_run_by_a_test_is_judged_like_a_script(tmp_path: Path) -> None:
    from ticklane.testing import FakeHost

    def run(host: Any) -> str:
        return open(__file__).read()

    outcome = FakeHost().run(run)
    assert outcome.error is not None
    assert outcome.error["type"] == "NotAllowedError"


def test_a_test_that_calls_the_host_itself_may_do_anything(tmp_path: Path) -> None:
    from ticklane.testing import FakeHost

    host = FakeHost()
    host.after(1, lambda: (tmp_path / "x").write_text("from a timer of the test"))
    host.advance(2)
    assert (tmp_path / "x").exists()


def test_a_test_allows_a_script_its_capabilities(tmp_path: Path) -> None:
    from ticklane.testing import FakeHost

    def run(host: Any) -> str:
        return (tmp_path / "x").read_text()

    (tmp_path / "x").write_text("read")
    assert FakeHost().run(run, allow=["files"]).result == "read"
    script = tmp_path / "reads.py"
    script.write_text(
        f"# /// script\n# [tool.ticklane]\n# caps = ['files']\n# ///\n"
        f"def run(host):\n    return open({str(tmp_path / 'x')!r}).read()\n"
    )
    assert FakeHost().run(script, allow=["files"]).result == "read"
