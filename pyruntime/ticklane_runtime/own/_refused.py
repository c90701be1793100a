"""Functions that would change the whole process and that a script's view of their module refuses, whoever the script.

What can be refused for libraries, too, is in `ticklane_control.script_rules.HARMFUL`; libraries may need these.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, Final

from ticklane_runtime.own._context import Overrides, OwnContext, refusal

__all__ = ["REFUSED", "refusing"]

_COLLECTS: Final = "the game collects between ticks; gc.collect() may be called"
_TRACES: Final = "tracing is how a script is stopped; use host.log(…)"
_CODECS: Final = "encode and decode with functions of your own"
_PICKLE: Final = "give your class a __reduce__ method"
_ZONE: Final = "use datetime with a zoneinfo.ZoneInfo"
_LOCALE: Final = "format with f-strings, which no locale changes"
_ENVIRONMENT: Final = "pass values with host.params, or env= of subprocess.Popen"
_END: Final = "what must happen at the end goes into on_stop(host)"
_INTERPRETER: Final = (
    "addaudithook _settraceallthreads _setprofileallthreads set_asyncgen_hooks set_coroutine_origin_tracking_depth "
    "activate_stack_trampoline deactivate_stack_trampoline setdlopenflags set_int_max_str_digits"
)

_TABLE: Final[dict[str, tuple[str, str]]] = {
    "gc": ("enable disable freeze unfreeze set_threshold set_debug", _COLLECTS),
    "sys": (_INTERPRETER, "it belongs to the game"),
    "sys.monitoring": (
        "use_tool_id free_tool_id clear_tool_id register_callback set_events set_local_events restart_events",
        _TRACES,
    ),
    "tracemalloc": ("start stop clear_traces reset_peak", "look at the size of what you keep"),
    "time": ("tzset", _ZONE),
    "locale": ("resetlocale bindtextdomain bind_textdomain_codeset textdomain", _LOCALE),
    "_locale": ("bindtextdomain bind_textdomain_codeset textdomain", _LOCALE),
    "os": ("putenv unsetenv", _ENVIRONMENT),
    "posix": ("putenv unsetenv", _ENVIRONMENT),
    "codecs": ("register unregister register_error", _CODECS),
    "_codecs": ("register unregister register_error _unregister_error", _CODECS),
    "copyreg": ("pickle constructor add_extension remove_extension clear_extension_cache", _PICKLE),
    "atexit": ("register unregister _run_exitfuncs _clear", _END),
    "threading": ("stack_size", "it belongs to the game"),
    "_thread": ("stack_size", "it belongs to the game"),
    "logging.config": ("dictConfig fileConfig listen", "use logging.basicConfig(…), or handlers of your own loggers"),
    "mimetypes": ("init add_type", "make a mimetypes.MimeTypes() of your own"),
    "importlib": ("reload", "start the script again: it gets its own modules anew"),
    "linecache": ("clearcache", "nothing is to be done: the game's own lines are in it, too"),
}

REFUSED: Final[dict[str, dict[str, Callable[..., Any]]]] = {
    module: {name: refusal(f"{module}.{name}()", instead) for name in names.split()}
    for module, (names, instead) in _TABLE.items()
}


def refusing(module: str, more: Overrides | None = None) -> Overrides:
    """The overrides of a module in the table: those of its refused functions that this Python has, and `more`."""

    def overrides(context: OwnContext, view: ModuleType) -> dict[str, Any]:
        names = {name: refused for name, refused in REFUSED[module].items() if name in view.__dict__}
        return names if more is None else names | more(context, view)

    return overrides
