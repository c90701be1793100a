"""What a script may not do, may not do where the game steps it, or may do only with a capability: the tables.

The toolchain reads them before a script starts, the runtime enforces the same names while it runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["HARMFUL", "NEEDS", "PATHS", "SURELY_PATHS", "WAITING", "Rules"]


@dataclass(frozen=True)
class Rules:
    """Dotted names and what is said of them: `modules` with all that is in them, `calls` one function or class each."""

    modules: Mapping[str, str]
    calls: Mapping[str, str]

    def of_module(self, dotted: str) -> str:
        """What is said of an import of `dotted`; "" when nothing is."""
        return next((self.modules[name] for name in _upwards(dotted) if name in self.modules), "")

    def of_call(self, dotted: str) -> str:
        """What is said of a use of `dotted`, by its own name or its module's."""
        for name in _upwards(dotted):
            found = self.calls.get(name) or self.modules.get(name)
            if found:
                return found
        return ""


def _upwards(dotted: str) -> Iterator[str]:
    while dotted:
        yield dotted
        dotted = dotted.rpartition(".")[0]


def _said(*groups: tuple[str, str]) -> dict[str, str]:
    return {name: said for names, said in groups for name in names.split()}


_STEP = "a script is stepped by the game's own thread"
_PARALLEL = 'vantage = "parallel" is the lane where a script may wait'
_THREADS = f"{_STEP}: threads are refused on tick lanes; use host.every(n, action) or a second script"
_AWAITED = f"{_STEP}, so nothing is awaited; wait with `yield n` or `got = yield pending`"
_SLEEPS = "blocks the game's thread; wait with `yield n` in run(host), or host.after(n, action)"
_ANSWER = "nobody can answer it; take a value from host.params"
_LOOK = "nobody can answer it; look with host.log(…)"
_ENDS = "ends the whole game; end the script with host.stop()"
_NETWORK_WAITS = f"waits for the network, and {_STEP}; {_PARALLEL}"
_SOCKET_WAITS = (
    f"would wait for the network, and {_STEP}; call .setblocking(False) on it first and try again in later steps"
)
_SELECT_WAITS = f"would wait, and {_STEP}; ask with a time-out of 0 and again in later steps"
_CHILD_WAITS = (
    f"waits for another process, and {_STEP}; start it with subprocess.Popen(…) and look with .poll() in later steps"
)
_NOBODY_ELSE = f"{_STEP} and nothing else runs in it: what it waits for can't happen; wait with `yield n` in run(host)"
_SIGNALS = "signals belong to the game; what must happen at the end goes into on_stop(host)"
_TRACING = "tracing is how a script is stopped"
_RIGHTS = "belongs to the whole game's process, not to a script"

WAITING: Final = Rules(
    modules=_said(
        ("pdb bdb code", _LOOK),
        ("curses readline", "there is no terminal here"),
        ("tkinter turtle", "there is no window here"),
        ("sched", "it sleeps; use host.after(n, action) or host.schedule(tick, action)"),
        ("asyncio trio anyio", _AWAITED),
        ("concurrent.futures", _THREADS),
        ("multiprocessing", f"{_STEP}: processes of its own are refused on tick lanes; start a second script"),
    ),
    calls=_said(
        ("time.sleep", _SLEEPS),
        ("input sys.stdin getpass.getpass", _ANSWER),
        ("breakpoint", _LOOK),
        (
            "threading.Thread threading.Thread.start threading.Timer _thread.start_new_thread _thread.start_new",
            _THREADS,
        ),
        ("_thread.start_joinable_thread", _THREADS),
        ("threading.Event.wait threading.Condition.wait threading.Barrier.wait", _NOBODY_ELSE),
        ("threading.Thread.join threading.Semaphore.acquire lock.acquire", _NOBODY_ELSE),
        ("queue.Queue.get queue.Queue.put queue.Queue.join SimpleQueue.get", _NOBODY_ELSE),
        ("subprocess.run subprocess.call subprocess.check_call subprocess.check_output", _CHILD_WAITS),
        ("subprocess.getoutput subprocess.getstatusoutput os.system os.popen pty.spawn", _CHILD_WAITS),
        ("subprocess.Popen.wait subprocess.Popen.communicate", _CHILD_WAITS),
        ("os.wait os.wait3 os.wait4 os.waitpid os.waitid", _CHILD_WAITS),
        ("urllib.request.urlopen urllib.request.urlretrieve", _NETWORK_WAITS),
        ("http.client.HTTPConnection http.client.HTTPSConnection socket.create_connection", _NETWORK_WAITS),
        ("socket.getaddrinfo socket.gethostbyname socket.gethostbyname_ex socket.gethostbyaddr", _NETWORK_WAITS),
        ("ftplib.FTP smtplib.SMTP poplib.POP3 imaplib.IMAP4 xmlrpc.client.ServerProxy", _NETWORK_WAITS),
        ("requests.get requests.post requests.put requests.request httpx.get httpx.post", _NETWORK_WAITS),
        (
            "socket.accept socket.connect socket.recv socket.recv_into socket.recvfrom socket.recvfrom_into",
            _SOCKET_WAITS,
        ),
        ("socket.recvmsg socket.recvmsg_into socket.send socket.sendall socket.sendfile", _SOCKET_WAITS),
        ("socket.settimeout socket.setblocking", _SOCKET_WAITS),
        (
            "select.select select.poll.poll select.epoll.poll select.kqueue.control selectors.DefaultSelector.select",
            _SELECT_WAITS,
        ),
        ("java.lang.Thread.sleep", _SLEEPS),
        ("java.lang.Thread.start java.lang.Thread.startVirtualThread java.lang.Thread.ofVirtual", _THREADS),
        ("java.lang.Thread.ofPlatform", _THREADS),
        ("java.lang.Thread.join java.lang.Object.wait java.lang.Thread.onSpinWait", _NOBODY_ELSE),
        ("java.util.concurrent.locks.LockSupport", _NOBODY_ELSE),
        ("os.pipe os.pipe2 os.mkfifo", f"has nobody at its other end inside a step, and {_STEP}; keep a list instead"),
    ),
)
"""What holds the thread it is called on: refused on the lanes that the game's own threads step."""

HARMFUL: Final = Rules(
    modules=_said(
        ("signal _signal", _SIGNALS),
        ("faulthandler", "belongs to the game"),
        ("_posixsubprocess", "a copy of the game's process can't live; use subprocess.Popen(…)"),
        ("_interpreters _xxsubinterpreters interpreters", "numpy and the game live in one interpreter"),
        ("_testcapi _testinternalcapi", "it is made to crash the process"),
    ),
    calls=_said(
        ("os._exit os.abort os.kill os.killpg", _ENDS),
        ("os.fork os.forkpty pty.fork", "a copy of the game's process can't live; use subprocess.Popen(…)"),
        ("os.execl os.execle os.execlp os.execlpe os.execv os.execve os.execvp os.execvpe", _ENDS),
        (
            "os.spawnl os.spawnle os.spawnlp os.spawnlpe os.spawnv os.spawnve os.spawnvp os.spawnvpe",
            "a copy of the game's process can't live; use subprocess.Popen(…)",
        ),
        ("os.closerange os.dup2", "would close the game's own files and sockets; close the file you opened"),
        ("os.chdir os.fchdir os.chroot", "the folder is the game's; use whole paths"),
        ("os.nice os.setpriority os.sched_setaffinity os.sched_setscheduler os.sched_setparam", _RIGHTS),
        ("os.setuid os.seteuid os.setreuid os.setresuid os.setgid os.setegid os.setregid os.setresgid", _RIGHTS),
        ("os.setgroups os.initgroups os.setpgid os.setpgrp os.setsid os.setns os.unshare os.umask", _RIGHTS),
        ("resource.setrlimit resource.prlimit socket.sethostname socket.setdefaulttimeout", _RIGHTS),
        ("sys.setrecursionlimit", "a deeper stack crashes the game; use a loop with a list of its own"),
        ("sys.setswitchinterval sys.addaudithook", "belongs to the game"),
        ("sys.settrace sys.setprofile sys.monitoring", _TRACING),
        ("threading.settrace threading.setprofile", _TRACING),
        ("threading.settrace_all_threads threading.setprofile_all_threads", _TRACING),
        ("_thread.interrupt_main", _SIGNALS),
        ("java.lang.System.exit java.lang.Runtime.exit java.lang.Runtime.halt", _ENDS),
        ("java.lang.Runtime.addShutdownHook java.lang.Thread.setDefaultUncaughtExceptionHandler", _RIGHTS),
        ("java.lang.System.load java.lang.System.loadLibrary java.lang.Runtime.load", _RIGHTS),
        (
            "java.lang.Runtime.loadLibrary java.lang.System.setIn java.lang.System.setOut java.lang.System.setErr",
            _RIGHTS,
        ),
        ("java.lang.System.setProperties java.lang.System.setProperty java.lang.System.clearProperty", _RIGHTS),
        ("java.lang.Runtime.exec", "use subprocess.Popen(…), with the capability subprocess"),
    ),
)
"""What would end, slow or change the whole game's process: refused on every lane."""


def _needing(**names: str) -> dict[str, str]:
    return {name: cap for cap, of_cap in names.items() for name in of_cap.split()}


NEEDS: Final = Rules(
    modules=_needing(
        files="fileinput dbm shelve",
        network=(
            "socket ssl http.client http.server urllib.request ftplib smtplib poplib imaplib nntplib telnetlib "
            "socketserver xmlrpc wsgiref webbrowser select selectors asyncore requests httpx aiohttp urllib3 "
            "websockets websocket paramiko fastmcp mcp uvicorn starlette"
        ),
        subprocess="subprocess pty",
        internals=(
            "jep java javax net.minecraft net.minestom ctypes _ctypes cffi numpy.ctypeslib ticklane_runtime "
            "ticklane_control ticklane_gateway ticklane_toolchain ticklane_cli ticklane._current"
        ),
    ),
    calls=_needing(
        files=(
            "open io.open io.open_code io.FileIO codecs.open gzip.open gzip.GzipFile bz2.open bz2.BZ2File lzma.open "
            "lzma.LZMAFile zipfile.ZipFile tarfile.open sqlite3.connect mmap.mmap glob.glob glob.iglob shutil.copy "
            "shutil.copy2 shutil.copyfile shutil.copymode shutil.copystat shutil.copytree shutil.move shutil.rmtree "
            "shutil.chown shutil.make_archive shutil.unpack_archive tempfile.gettempdir tempfile.gettempdirb "
            "tempfile.TemporaryFile tempfile.NamedTemporaryFile tempfile.TemporaryDirectory tempfile.mkstemp "
            "tempfile.mkdtemp os.open os.remove os.unlink os.rename os.replace os.renames os.mkdir os.makedirs "
            "os.rmdir os.removedirs os.truncate os.link os.symlink os.chmod os.chown os.lchown os.utime os.listdir "
            "os.scandir os.walk os.fwalk os.setxattr os.removexattr numpy.save numpy.savez numpy.savez_compressed "
            "numpy.savetxt numpy.load numpy.loadtxt numpy.genfromtxt numpy.fromfile numpy.memmap "
            "numpy.lib.format.open_memmap ticklane.read_run ticklane.runs.read_run logging.FileHandler "
            "logging.handlers.RotatingFileHandler logging.handlers.TimedRotatingFileHandler "
            "logging.handlers.WatchedFileHandler"
        ),
        network=(
            "logging.handlers.SocketHandler logging.handlers.DatagramHandler logging.handlers.SysLogHandler "
            "logging.handlers.SMTPHandler logging.handlers.HTTPHandler"
        ),
        subprocess="os.system os.popen os.startfile os.posix_spawn os.posix_spawnp",
    ),
)
"""What needs a capability, and which."""

_SURELY = "read_text read_bytes write_text write_bytes unlink mkdir rmdir symlink_to hardlink_to iterdir rglob"
_MAYBE = "open touch glob rename replace chmod lchmod walk"

SURELY_PATHS: Final = frozenset(_SURELY.split())
"""Calls on a pathlib path that need `files`: names that nothing else has."""

PATHS: Final = frozenset(_MAYBE.split()) | SURELY_PATHS
"""Those, and the names that other objects have too."""
