"""Can this Python be embedded in a JVM? Run as a file by a candidate interpreter, it prints the verdict of that one.

No imports from the package: the bootstrap runs it before anything is installed.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import sysconfig

__all__ = ["OLDEST", "TOO_NEW", "embedding_problem", "headers_problem", "shared_library", "venv_problem"]

OLDEST = (3, 11)
TOO_NEW = (3, 14)


def shared_library() -> str | None:
    """Path of this interpreter's shared libpython, None when there is none to be found."""
    if os.name == "nt":
        name = f"python{sys.version_info[0]}{sys.version_info[1]}.dll"
        folders = [sys.base_prefix, sys.base_exec_prefix]
    else:
        name = str(sysconfig.get_config_var("LDLIBRARY") or "")
        if sysconfig.get_config_var("PYTHONFRAMEWORK"):
            folders = [str(sysconfig.get_config_var("PYTHONFRAMEWORKPREFIX") or "")]
        elif not sysconfig.get_config_var("Py_ENABLE_SHARED") or name.endswith(".a"):
            return None
        else:
            folders = [str(sysconfig.get_config_var("LIBDIR") or ""), os.path.join(sys.base_prefix, "lib")]
    for folder in folders:
        path = os.path.join(folder, name)
        if name and os.path.exists(path):
            return path
    return None


def embedding_problem() -> str | None:
    """Why a JVM can't load this interpreter, None when it can."""
    version = sys.version_info[:2]
    if version < OLDEST or version >= TOO_NEW:
        return "Python {}.{} is outside 3.11 to 3.13".format(*version)
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "a free-threaded build, which jep does not support"
    if shared_library() is None:
        return "no shared libpython (it must be built with --enable-shared; on Debian install libpython3-dev)"
    return None


def headers_problem() -> str | None:
    """Why jep can't be compiled for this interpreter, None when it can."""
    include = sysconfig.get_path("include")
    if not os.path.exists(os.path.join(include, "Python.h")):
        return f"no Python.h in {include} (on Debian install python3-dev)"
    return None


def venv_problem() -> str | None:
    """Why this interpreter can't make a virtual environment, None when it can."""
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            return f"no module {module} (on Debian install python3-venv)"
    return None


if __name__ == "__main__":
    problem = embedding_problem() or headers_problem() or venv_problem()
    print(f"no {problem}" if problem else "ok {}.{} {}".format(*sys.version_info[:2], sys.executable))
