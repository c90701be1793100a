"""What `import ticklane` gives and needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ticklane
from ticklane import ScriptHost, _current


def test_every_public_name_is_there_and_documented() -> None:
    for name in ticklane.__all__:
        value = getattr(ticklane, name)
        if isinstance(value, type) or (callable(value) and not hasattr(value, "__origin__")):
            assert value.__doc__, name
    assert len(set(ticklane.__all__)) == len(ticklane.__all__)


def test_every_host_call_is_documented() -> None:
    calls = {name: call for name, call in vars(ScriptHost).items() if not name.startswith("_")}
    assert len(calls) == 40
    assert [name for name, call in calls.items() if not call.__doc__] == []


def test_import_needs_numpy_and_the_standard_library_only() -> None:
    code = """if True:
        import sys
        sys.path[:0] = sys.argv[1:]
        import ticklane
        print(*{name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names)
    """
    done = subprocess.run(
        [sys.executable, "-S", "-c", code, *sys.path[1:]],
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(done.stdout.split()) - {"__main__", "numpy", "ticklane"} == set()


def test_host_is_that_of_the_script_being_stepped(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ticklane.NotHereError, match="ticklane run"):
        from ticklane import host
    stepped = object()
    monkeypatch.setattr(_current, "host", stepped)
    from ticklane import host

    assert host is stepped


def test_a_wrong_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(AttributeError, match="did you mean Names"):
        ticklane.Name  # noqa: B018


def test_errors_are_caught_as_what_they_are_elsewhere_too() -> None:
    for error in (ticklane.UnknownNameError, ticklane.LimitError):
        assert issubclass(error, ValueError) and issubclass(error, ticklane.TicklaneError)
    assert issubclass(ticklane.EncodeError, TypeError)
