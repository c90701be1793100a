"""Modules and calls that a script may not use, or only with a capability: the tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["CAPABILITIES", "FORBIDDEN", "ON_TICK_LANES", "PATH_METHODS"]

_STEP = "a script is stepped by the game's own thread"

ON_TICK_LANES: Final[Mapping[str, str]] = {
    "time.sleep": "blocks the game's thread; wait with `yield n` in run(host), or host.after(n, action)",
    "input": "nobody can answer it; take a value from host.params",
    "breakpoint": "nobody can answer it; look with host.log(…)",
    "sys.stdin": "nobody can answer it; take a value from host.params",
    "getpass": "nobody can answer it; take a value from host.params",
    "pdb": "nobody can answer it; look with host.log(…)",
    "bdb": "nobody can answer it; look with host.log(…)",
    "code": "nobody can answer it; look with host.log(…)",
    "curses": "there is no terminal here",
    "readline": "there is no terminal here",
    "tkinter": "there is no window here",
    "turtle": "there is no window here",
    "sched": "it sleeps; use host.after(n, action) or host.schedule(tick, action)",
    "asyncio": f"{_STEP}, so nothing is awaited; wait with `yield n` or `got = yield pending`",
    "trio": f"{_STEP}, so nothing is awaited; wait with `yield n` or `got = yield pending`",
    "anyio": f"{_STEP}, so nothing is awaited; wait with `yield n` or `got = yield pending`",
    "threading": f"{_STEP}: threads are refused on tick lanes; use host.every(n, action) or a second script",
    "_thread": f"{_STEP}: threads are refused on tick lanes; use host.every(n, action) or a second script",
    "concurrent.futures": f"{_STEP}: threads are refused on tick lanes; use host.every(n, action) or a second script",
    "multiprocessing": f"{_STEP}: processes of its own are refused on tick lanes; start a second script",
    "signal": "signals belong to the game; what must happen at the end goes into on_stop(host)",
}

FORBIDDEN: Final[Mapping[str, str]] = {
    "os._exit": "ends the whole game; end the script with host.stop()",
    "os.abort": "ends the whole game; end the script with host.stop()",
    "os.kill": "would end the game; end the script with host.stop()",
    "os.killpg": "would end the game; end the script with host.stop()",
    "os.fork": "a copy of the game's process can't live",
    "os.forkpty": "a copy of the game's process can't live",
    "os.chdir": "the folder is the game's; use whole paths",
    "sys.setrecursionlimit": "a deeper stack crashes the game; use a loop with a list of its own",
    "sys.setswitchinterval": "belongs to the game",
    "sys.settrace": "tracing is how a script is stopped",
    "sys.setprofile": "tracing is how a script is stopped",
    "sys.monitoring": "tracing is how a script is stopped",
    "faulthandler": "belongs to the game",
}

_FILES: Final = (
    "open io.open io.FileIO codecs.open shutil tempfile fileinput zipfile tarfile gzip.open bz2.open lzma.open sqlite3 "
    "dbm shelve mmap os.open os.remove os.unlink os.rename os.replace os.renames os.mkdir os.makedirs os.rmdir "
    "os.removedirs os.truncate os.link os.symlink os.chmod os.chown os.listdir os.scandir os.walk "
    "glob.glob glob.iglob numpy.save numpy.savez numpy.savez_compressed numpy.savetxt numpy.load numpy.loadtxt "
    "numpy.genfromtxt numpy.fromfile numpy.memmap logging.FileHandler logging.handlers"
)
_NETWORK: Final = (
    "socket ssl http.client http.server urllib.request ftplib smtplib poplib imaplib nntplib telnetlib socketserver "
    "xmlrpc wsgiref webbrowser select selectors asyncore requests httpx aiohttp urllib3 websockets websocket paramiko "
    "fastmcp mcp uvicorn starlette"
)
_SUBPROCESS: Final = (
    "subprocess pty os.system os.popen os.startfile os.execl os.execle os.execlp os.execlpe os.execv os.execve "
    "os.execvp os.execvpe os.spawnl os.spawnle os.spawnlp os.spawnlpe os.spawnv os.spawnve os.spawnvp os.spawnvpe "
    "os.posix_spawn os.posix_spawnp"
)
_INTERNALS: Final = (
    "jep java javax net.minecraft net.minestom ctypes _ctypes cffi numpy.ctypeslib ticklane_runtime ticklane_control "
    "ticklane_gateway ticklane_toolchain ticklane_cli"
)

CAPABILITIES: Final[Mapping[str, str]] = {
    name: cap
    for cap, names in (
        ("files", _FILES),
        ("network", _NETWORK),
        ("subprocess", _SUBPROCESS),
        ("internals", _INTERNALS),
    )
    for name in names.split()
}
"""A module or a call by its dotted name, and the capability that it needs."""

PATH_METHODS: Final = frozenset(
    {
        "open",
        "read_text",
        "read_bytes",
        "write_text",
        "write_bytes",
        "unlink",
        "touch",
        "mkdir",
        "rmdir",
        "symlink_to",
        "hardlink_to",
        "iterdir",
        "rglob",
    }
)
"""Calls on a pathlib path that need `files`; judged by name where the module imports pathlib."""
