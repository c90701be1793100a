"""Every name of the tables is refused while a script runs, too: what the check before the start says is kept."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from ticklane_control.script_rules import HARMFUL, NEEDS, WAITING

from .conftest import Game
from .refusing import ended

pytestmark = [
    pytest.mark.timeout(60),
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

# Arguments that make the call do what it is refused for; without any where it isn't here.
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "time.sleep": (60,),
    "os.kill": (1, 0),
    "os.killpg": (1, 0),
    "os.system": ("sleep 60",),
    "os.waitpid": (-1, 0),
    "os.wait4": (-1, 0),
    "os.waitid": (0, 0, 4),
    "os.posix_spawn": ("/bin/true", ["true"], {}),
    "os.posix_spawnp": ("true", ["true"], {}),
    "pty.spawn": ("true",),
    "resource.setrlimit": (7, (9, 9)),
    "resource.prlimit": (0, 7, (9, 9)),
    "socket.sethostname": ("x",),
    "socket.getaddrinfo": ("ticklane.invalid", 80),
    "socket.gethostbyname": ("ticklane.invalid",),
    "socket.gethostbyname_ex": ("ticklane.invalid",),
    "socket.gethostbyaddr": ("ticklane.invalid",),
    "socket.create_connection": (("127.0.0.1", 9),),
    "sys.settrace": (None,),
    "sys.setprofile": (None,),
    "sys.addaudithook": (print,),
    "_thread.start_new_thread": (print, ()),
    "_thread.start_new": (print, ()),
    "_thread.start_joinable_thread": (print,),
    "select.select": ([], [], [], 60),
    "getpass.getpass": (),
    "urllib.request.urlopen": ("http://127.0.0.1:9/",),
    "urllib.request.urlretrieve": ("http://127.0.0.1:9/",),
    "ftplib.FTP": ("127.0.0.1",),
    "smtplib.SMTP": ("127.0.0.1",),
    "poplib.POP3": ("127.0.0.1",),
    "imaplib.IMAP4": ("127.0.0.1",),
    "mmap.mmap": (0, 10),
    "os.open": ("x", 0),
    "os.rename": ("x", "y"),
    "os.renames": ("x", "y"),
    "os.replace": ("x", "y"),
    "os.link": ("x", "y"),
    "os.symlink": ("x", "y"),
    "os.truncate": ("x", 0),
    "os.chmod": ("x", 0o600),
    "os.chown": ("x", 0, 0),
    "os.lchown": ("x", 0, 0),
    "os.setxattr": ("x", "user.x", b""),
    "os.removexattr": ("x", "user.x"),
    "shutil.copy": ("have", "y"),
    "shutil.copy2": ("have", "y"),
    "shutil.copyfile": ("have", "y"),
    "shutil.copymode": ("have", "y"),
    "shutil.copystat": ("have", "y"),
    "shutil.copytree": ("x", "y"),
    "shutil.move": ("have", "y"),
    "shutil.chown": ("have", 0),
    "shutil.make_archive": ("x", "zip"),
    "shutil.unpack_archive": ("have", "y"),
    "glob.glob": ("*/x",),
    "zipfile.ZipFile": ("x", "w"),
    "lzma.LZMAFile": ("x", "w"),
    "numpy.save": ("x", [1]),
    "numpy.savez": ("x", [1]),
    "numpy.savez_compressed": ("x", [1]),
    "numpy.savetxt": ("x", [1]),
    "numpy.memmap": ("x", "u1", "w+", 0, (3,)),
    "numpy.loadtxt": ("have",),
    "numpy.genfromtxt": ("have",),
    "ticklane.read_run": ("have",),
    "ticklane.runs.read_run": ("have",),
    "sqlite3.connect": ("x",),
    "numpy.lib.format.open_memmap": ("x", "w+", "u1", (3,)),
    "logging.handlers.TimedRotatingFileHandler": ("x",),
}
TAKES_A_NAME = ("open", "File", "Handler", "remove", "unlink", "dir", "walk", "load", "from", "utime", "rmtree")
# Classes and methods whose own tests say when they are refused, or that need more than a call.
ELSEWHERE = {
    "sys.stdin",
    "sys.monitoring",
    "input",
    "breakpoint",
    "open",
    "threading.Thread",
    "threading.Timer",
    "xmlrpc.client.ServerProxy",
    "http.client.HTTPConnection",
    "http.client.HTTPSConnection",
    "os.startfile",
    "tempfile.gettempdir",
    "tempfile.gettempdirb",
    "shutil.unpack_archive",
    "glob.iglob",
    "lock.acquire",
    "selectors.DefaultSelector.select",
    "SimpleQueue.get",
    "logging.handlers.DatagramHandler",
    "logging.handlers.SMTPHandler",
    "logging.handlers.HTTPHandler",
    "logging.handlers.SocketHandler",
}


def _there(names: list[str]) -> list[str]:
    """The functions and classes of modules that this Python has."""
    found = []
    for dotted in sorted(names):
        module, _, name = dotted.rpartition(".")
        if dotted in ELSEWHERE or not module or module.startswith(("java.", "requests", "httpx")):
            continue
        if module.rpartition(".")[2][:1].isupper():
            continue
        try:
            owner = importlib.import_module(module)
        except ImportError:
            continue
        if callable(getattr(owner, name, None)):
            found.append(dotted)
    return found


NEVER = _there([*HARMFUL.calls, *WAITING.calls])
CAPABLE = _there(list(NEEDS.calls))


def _arguments(dotted: str) -> tuple[Any, ...]:
    if dotted in ARGUMENTS:
        return ARGUMENTS[dotted]
    return ("x",) if any(part in dotted for part in TAKES_A_NAME) else ()


def _try(game: Game, dotted: str, caps: tuple[str, ...]) -> dict[str, Any]:
    module, _, name = dotted.rpartition(".")
    arguments = repr(_arguments(dotted)).replace("<built-in function print>", "print")
    code = f"""
        from importlib import import_module as i
        called = getattr(i({module!r}), {name!r})(*{arguments})
        if hasattr(called, "__next__"):
            next(called)
        return "went through"
    """
    return ended(game, code, caps=caps)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "have").write_text("x")
    return tmp_path


@pytest.mark.parametrize("dotted", NEVER)
def test_what_is_never_allowed_is_refused_at_run_time_whatever_the_capabilities(
    sprinting: Game, dotted: str, folder: Path
) -> None:
    status = _try(sprinting, dotted, ("files", "internals", "network", "subprocess"))
    assert status["reason"] == "failed", (dotted, status)
    assert status["error"]["type"] == "NotHereError", (dotted, status["error"])


@pytest.mark.parametrize("dotted", CAPABLE)
def test_what_needs_a_capability_is_refused_at_run_time_without_it(sprinting: Game, dotted: str, folder: Path) -> None:
    status = _try(sprinting, dotted, ())
    assert status["reason"] == "failed", (dotted, status)
    error = status["error"]
    assert error["type"] in ("NotAllowedError", "NotHereError"), (dotted, error)
    if error["type"] == "NotAllowedError":
        assert f"needs the capability {NEEDS.of_call(dotted)}: " in error["message"]
    assert [one.name for one in folder.iterdir()] == ["have"]


def test_the_tables_are_looked_through() -> None:
    assert len(NEVER) > 60
    assert len(CAPABLE) > 50
