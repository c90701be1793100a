"""What scripts say: streams, warnings and logging are each script's own."""

from __future__ import annotations

import io
import logging
import sys
import warnings

import pytest

from tests.runtime.conftest import Game

TALKER = "def on_tick(host): print('good', host.elapsed())\n"


def started(game: Game, bad: str, ticks: int = 3) -> list[str]:
    """The lines of the script that misbehaves, beside one that prints in each tick and unharmed by it."""
    game.start(TALKER, "good")
    game.start(bad, "bad")
    game.tick(ticks)
    assert game.lines("good") == [f"good {n}" for n in range(1, ticks + 1)]
    game.start("print('later')\nimport sys\nsys.stderr.write('error\\n')\n", "later")
    assert game.lines("later") == ["later", "error"]
    return game.lines("bad")


def test_a_redirection_lasts_over_yields_and_is_nobody_elses(sprinting: Game) -> None:
    lines = started(
        sprinting,
        "import contextlib, io\n"
        "def run(host):\n"
        "    text = io.StringIO()\n"
        "    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):\n"
        "        print('inside')\n        yield\n        print('inside still')\n"
        "    print('outside', text.getvalue().split('\\n'))\n",
    )
    assert lines == ["outside ['inside', 'inside still', '']"]


@pytest.mark.parametrize(
    ("assigned", "lines"),
    [
        ("io.StringIO()", []),
        ("None", []),
        ("Loud(sys.stdout)", ["A", "B"]),
        ("sys.__stderr__", ["a", "b"]),
    ],
)
def test_a_stream_that_a_script_assigns_is_its_own(sprinting: Game, assigned: str, lines: list[str]) -> None:
    before = sys.stdout
    bad = (
        "import sys, io\n"
        "class Loud(io.TextIOBase):\n"
        "    def __init__(self, below): self.below = below\n"
        "    def write(self, text): return self.below.write(text.upper())\n"
        f"sys.stdout = {assigned}\n"
        "print('a')\n"
        "def on_tick(host):\n    if host.elapsed() == 1: print('b', flush=True)\n"
    )
    assert started(sprinting, bad) == lines
    assert sprinting.status("bad")["state"] == "running"
    assert sys.stdout is before


def test_closing_a_stream_silences_nobody(sprinting: Game) -> None:
    lines = started(sprinting, "import sys\nsys.stdout.close()\nsys.stderr.close()\nprint('still here')\n")
    assert lines == ["still here"]


def test_a_stream_without_write_fails_its_own_script(sprinting: Game) -> None:
    started(sprinting, "import sys\nsys.stdout = 5\nprint('x')\n")
    assert sprinting.status("bad")["error"]["type"] == "AttributeError"


# -- warnings
WARNS = "import numpy as np, warnings\ndef run(host):\n    yield\n    np.ones(1) / 0\n    warnings.warn('mine')\n"


def test_filters_are_each_scripts_own(sprinting: Game) -> None:
    outside = list(warnings.filters)
    sprinting.start("import warnings\nwarnings.simplefilter('error')\n" + WARNS, "strict")
    sprinting.start("import warnings\nwarnings.simplefilter('ignore')\n" + WARNS, "quiet")
    sprinting.start(WARNS, "plain")
    sprinting.tick(2)
    assert sprinting.status("strict")["error"]["type"] == "RuntimeWarning"
    assert sprinting.lines("quiet") == []
    assert [line for line in sprinting.lines("plain") if not line.startswith(" ")] == [
        "plain.py:4: RuntimeWarning: divide by zero encountered in divide",
        "plain.py:5: UserWarning: mine",
    ]
    assert warnings.filters == outside


def test_a_warning_is_told_once_a_place_and_to_each_script(sprinting: Game) -> None:
    source = "import numpy as np\ndef on_tick(host):\n    np.ones(1) / 0\n"
    for id in ("a", "b"):
        sprinting.start(source, id)
    sprinting.tick(5)
    for id in ("a", "b"):
        assert [line.partition(":")[0] for line in sprinting.lines(id)] == [f"{id}.py"]


def test_caught_warnings_stay_caught_over_yields(sprinting: Game) -> None:
    sprinting.start(
        "import numpy as np, warnings\n"
        "def run(host):\n"
        "    with warnings.catch_warnings(record=True) as seen:\n"
        "        warnings.simplefilter('always')\n"
        "        np.ones(1) / 0\n        yield\n        warnings.warn('mine')\n"
        "    warnings.warn('told')\n"
        "    return [str(one.message) for one in seen]\n",
        "a",
    )
    sprinting.start("import warnings\ndef on_tick(host): warnings.warn('other')\n", "b")
    sprinting.tick(3)
    assert sprinting.status("a")["result"] == ["divide by zero encountered in divide", "mine"]
    assert sprinting.lines("a")[0].endswith("UserWarning: told")
    assert sprinting.lines("b")[0].endswith("UserWarning: other")


def test_a_library_that_catches_warnings_for_a_call_gets_them(sprinting: Game) -> None:
    sprinting.start(
        "import numpy as np, unittest\n"
        "case = unittest.TestCase()\n"
        "with case.assertWarns(RuntimeWarning):\n    np.ones(1) / 0\n"
        "host.result('caught')\n"
    )
    assert (sprinting.status().get("result"), sprinting.lines()) == ("caught", [])


def test_a_warning_about_an_object_is_told_as_any_other(sprinting: Game) -> None:
    sprinting.start("async def nobody(): pass\ndef run(host):\n    nobody()\n    yield\n", "bad")
    sprinting.tick(2)
    assert any("coroutine 'nobody' was never awaited" in line for line in sprinting.lines("bad"))
    assert sprinting.status("bad")["reason"] == "finished"


def test_showwarning_is_a_scripts_own(sprinting: Game) -> None:
    sprinting.start(
        "import warnings, numpy as np\n"
        "seen = []\nwarnings.showwarning = lambda message, *more, **rest: seen.append(str(message))\n"
        "def run(host):\n    yield\n    np.ones(1) / 0\n    warnings.warn('mine')\n    return seen\n",
        "a",
    )
    sprinting.start(WARNS, "b")
    sprinting.tick(3)
    assert sprinting.status("a")["result"] == ["divide by zero encountered in divide", "mine"]
    assert sum("Warning" in line for line in sprinting.lines("b")) == 2


def test_deprecations_in_a_scripts_own_code_are_told(sprinting: Game) -> None:
    sprinting.start("import warnings\nwarnings.warn('old', DeprecationWarning)\n")
    assert sprinting.lines()[0].endswith("DeprecationWarning: old")


# -- logging
LOGS = (
    "import logging\ndef run(host):\n    yield\n    logging.info('i')\n    logging.getLogger('lib.part').warning('w')\n"
)


def test_levels_and_handlers_are_each_scripts_own(sprinting: Game) -> None:
    root = logging.getLogger()
    before = root.level, list(root.handlers), logging.getLogger("lib").level
    sprinting.start(
        "import logging\nlogging.basicConfig(level='DEBUG', format='%(levelname)s %(name)s %(message)s')\n"
        "logging.getLogger('lib').setLevel(50)\nlogging.getLogger().addHandler(logging.StreamHandler())\n" + LOGS,
        "bad",
    )
    sprinting.start("import logging\nlogging.disable(50)\nlogging.addLevelName(30, 'UH')\n" + LOGS, "silent")
    sprinting.start(LOGS, "good")
    sprinting.tick(3)
    assert sprinting.lines("bad") == ["INFO root i", "i"]
    assert sprinting.lines("silent") == []
    assert sprinting.lines("good") == ["WARNING:lib.part:w"]
    assert (root.level, list(root.handlers), logging.getLogger("lib").level) == before
    assert root.manager.disable == 0
    assert logging.getLevelName(30) == "WARNING"


def test_handlers_levels_and_classes_work_as_ever(sprinting: Game) -> None:
    sprinting.start(
        "import logging, io\n"
        "text = io.StringIO()\n"
        "log = logging.getLogger('a.b')\n"
        "logging.addLevelName(5, 'TRACE')\n"
        "handler = logging.StreamHandler(text)\n"
        "handler.setFormatter(logging.Formatter('%(levelname)s %(funcName)s %(message)s'))\n"
        "logging.getLogger('a').addHandler(handler)\n"
        "log.setLevel('TRACE')\nlog.propagate = True\n"
        "def f():\n    log.log(5, 'deep %d', 1)\n    logging.getLogger().getChild('a').error('e')\n"
        "f()\n"
        "logging.shutdown()\n"
        "host.result([text.getvalue().split('\\n'), isinstance(logging.getLogger(), logging.Logger),\n"
        "    log.parent is logging.getLogger('a'), log.root is logging.getLogger(), logging.getLevelName(5)])\n"
    )
    assert sprinting.status()["result"] == [["TRACE f deep 1", "ERROR f e", ""], True, True, True, "TRACE"]


def test_warnings_can_be_logged(sprinting: Game) -> None:
    sprinting.start(
        "import logging, warnings, numpy as np\nlogging.basicConfig(format='%(name)s')\nlogging.captureWarnings(True)\n"
        "np.ones(1) / 0\n"
    )
    assert sprinting.lines() == ["py.warnings"]


def test_outside_of_steps_streams_are_as_before(sprinting: Game, capsys: pytest.CaptureFixture[str]) -> None:
    sprinting.start("import sys, io\nsys.stdout = io.StringIO()\ndef on_tick(host): pass\n")
    sprinting.tick()
    print("outside")
    assert capsys.readouterr().out == "outside\n"
    assert not isinstance(sys.stdout, io.StringIO)
