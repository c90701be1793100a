"""Java's own calls that end the game or hold its thread, for scripts that may look inside the game.

A guardrail for the usual names: jep makes a new Python object of a class wherever Java hands one over, and a call that
goes by reflection, or by a class that waits inside, isn't met.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from ticklane_control.script_rules import HARMFUL, WAITING
from ticklane_runtime._inside import asked
from ticklane_runtime._patching import Judged
from ticklane_runtime._refusing import harms, waits

__all__ = ["guard"]

_STATIC: Final = {
    "java.lang.System": "exit load loadLibrary setIn setOut setErr setProperties setProperty clearProperty",
    "java.lang.Thread": "sleep onSpinWait startVirtualThread ofVirtual ofPlatform setDefaultUncaughtExceptionHandler",
    "java.util.concurrent.locks.LockSupport": "park parkNanos parkUntil",
}
_OF_OBJECTS: Final = {
    "java.lang.Runtime": "exit halt exec load loadLibrary addShutdownHook",
    "java.lang.Thread": "start join",
    "java.lang.Object": "wait",
}
_guarded = False


def guard() -> None:
    """Have those calls judged from now on; does nothing where there is no Java, or a second time."""
    global _guarded
    jep: Any = sys.modules.get("jep")
    if _guarded or jep is None:
        return
    classes: dict[str, Any] = {}
    for dotted, names in _STATIC.items():
        found = classes[dotted] = _class(dotted)
        for name in names.split():
            if name in found.__dict__:
                found.__dict__[name] = Judged(getattr(found, name), _judge(f"{dotted}.{name}"))
    for dotted, names in _OF_OBJECTS.items():
        found = classes[dotted] = _class(dotted)
        kind: Any = found.__pytype__
        for name in names.split():
            setattr(kind, name, _method(getattr(kind, name), _judge(f"{dotted}.{name}")))
    for name in ("findClass", "forName"):
        real = getattr(jep, name)
        setattr(jep, name, _known_first(real, classes))
    _guarded = True


def _class(dotted: str) -> Any:
    package, _, name = dotted.rpartition(".")
    return getattr(import_module(package), name)  # the package keeps it, so everybody who imports it gets this one


def _judge(what: str) -> Callable[..., None]:
    def judge(*_: Any) -> None:
        found = asked(leave_runtime=False)
        if found is None:
            return
        if said := HARMFUL.of_call(what):
            harms(found, what, said)
        if found.on_tick_lane:
            waits(found, what, WAITING.of_call(what))

    return judge


def _method(real: Any, judge: Callable[..., None]) -> Callable[..., Any]:
    def call(self: Any, *args: Any) -> Any:
        judge()
        return real(self, *args)

    call.__name__ = getattr(real, "__name__", "call")
    return call


def _known_first(real: Callable[[str], Any], classes: dict[str, Any]) -> Callable[[str], Any]:
    def find(name: str) -> Any:
        known = classes.get(name)
        return real(name) if known is None else known

    return find
