"""Functions decide the mode; what contradicts is refused."""

from __future__ import annotations

import pytest

from .scripts import accepted, header, line_texts

RUN = "def run(host):\n    yield\n"
TICK = "def on_tick(host):\n    pass\n"
EVENT = "def on_event(host, event):\n    pass\n"
EVENTS = 'events = ["explosion"]'


@pytest.mark.parametrize(
    ("keys", "body", "mode"),
    [
        ("", RUN, "run"),
        ("", "def run(host):\n    return 1\n", "run"),
        ("", TICK, "tick"),
        (EVENTS, EVENT, "on_event"),
        (EVENTS, EVENT + TICK, "tick"),
        ("", "def on_start(host):\n    pass\n", "once"),
        ("", "host.log(1)\n", "once"),
        ("", f"if True:\n    {TICK.replace(chr(10), chr(10) + '    ')}\n", "tick"),
        ("", "run = lambda host: 1\n", "run"),
        ('mode = "tick"', TICK, "tick"),
        ('mode = "run"', RUN + TICK, "run"),
        ('mode = "once"', "def run(host):\n    return 1\n", "run"),
        (f'mode = "on_event"\n{EVENTS}', EVENT, "on_event"),
        (f'mode = "tick"\n{EVENTS}', TICK + EVENT, "tick"),
    ],
)
def test_mode_follows_from_the_functions(keys: str, body: str, mode: str) -> None:
    assert accepted(header(keys, body)).mode == mode


@pytest.mark.parametrize(
    ("keys", "body", "text"),
    [
        ('mode = "once"', TICK, 'but the script defines on_tick(host), which is called again and again: mode = "tick"'),
        ('mode = "once"', RUN, "but run(host) yields"),
        ('mode = "tick"', RUN, "but the script defines no on_tick(host)"),
        ('mode = "run"', TICK, "but the script defines no run(host)"),
        ('mode = "on_event"', TICK, "but the script defines no on_event(host, event)"),
        (
            "",
            EVENT,
            "on_event(host, event) without events: name the kinds in the header under [tool.ticklane]: events = [",
        ),
        (EVENTS, RUN, "events without on_event: define on_event(host, event)"),
        ("", "async def run(host):\n    pass\n", "async def run: nothing awaits it"),
        ("", "async def on_tick(host):\n    pass\n", "write: def on_tick(host):"),
        ("", "def on_tick(host):\n    yield\n", "on_tick yields, so its body would never run"),
        (EVENTS, "def on_event(host, event):\n    yield 1\n", "on_event yields"),
        ("", "def on_stop(host):\n    x = yield\n", "on_stop yields"),
        ("", "def run():\n    pass\n", "def run(): it is called with one argument: def run(host):"),
        ("", "def on_stop(host, reason):\n    pass\n", "called with one argument: def on_stop(host):"),
        (EVENTS, "def on_event(event):\n    pass\n", "called with two arguments: def on_event(host, event):"),
        ("", "def run(host, *, n):\n    pass\n", "called with one argument"),
        ("", "def run(host):\n    yield 1.5\n", "yield 1.5: run yields nothing"),
        ("", "def run(host):\n    yield -1\n", "yield -1: run yields nothing"),
        ("", "def run(host):\n    yield 'x'\n", "a whole number of ticks or a reply"),
    ],
)
def test_contradiction_is_refused(keys: str, body: str, text: str) -> None:
    (found,) = line_texts(header(keys, body))
    assert text in found


@pytest.mark.parametrize(
    "body",
    [
        "def run(h, n=3):\n    yield from helper(h)\ndef helper(h):\n    yield 2\n",
        "def run(*args):\n    got = yield host.command('list')\n    yield None\n    yield 0\n",
        "def on_tick(host):\n    def inner():\n        yield\n    list(inner())\n",
        "import functools\n@functools.cache\ndef run():\n    pass\n",
        "class A:\n    async def run(self): pass\n    def on_tick(self): yield\n",
    ],
)
def test_what_only_looks_like_a_contradiction_is_taken(body: str) -> None:
    assert accepted(body)


def test_event_kind_that_is_wrong_is_not_also_said_to_be_missing() -> None:
    assert len(line_texts(header('events = ["boom"]', EVENT))) == 1
