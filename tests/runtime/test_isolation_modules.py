"""What a script assigns in a module, to builtins or to a class: nobody else sees it."""

from __future__ import annotations

import sys
import types
from typing import Any

import pytest

from tests.runtime.conftest import Game


def results(game: Game, bad: str, probe: str) -> list[Any]:
    """`probe`'s answers: of a script that runs beside `bad`, of one that is started after it, and of Python itself."""
    game.start(f"def look(): {probe}\ndef run(host):\n    yield 2\n    return look()\n", "beside")
    game.start(bad, "bad")
    game.start(f"def look(): {probe}\ndef run(host):\n    return look()\n", "after")
    game.tick(4)
    space: dict[str, Any] = {}
    exec(f"def look(): {probe}", space)
    return [game.status("beside").get("result"), game.status("after").get("result"), space["look"]()]


ASSIGNED = {
    "through an import": "import math\nmath.sqrt = lambda x: 'patched'\n",
    "through an alias": "import math as m\nother = m\nother.sqrt = lambda x: 'patched'\n",
    "by setattr": "import math\nsetattr(math, 'sqrt', lambda x: 'patched')\n",
    "by del": "import math\ndel math.sqrt\n",
    "in its dict": "import math\nvars(math)['sqrt'] = lambda x: 'patched'\nmath.__dict__.clear()\n",
    "through sys.modules": "import sys\nsys.modules['math'].sqrt = lambda x: 'patched'\n",
    "through importlib": "import importlib\nimportlib.import_module('math').sqrt = lambda x: 'patched'\n",
    "through __import__": "__import__('math').sqrt = lambda x: 'patched'\n",
    "by mock.patch": (
        "import math\nfrom unittest import mock\npatch = mock.patch('math.sqrt', lambda x: 'patched')\n"
        "patch.start()\nassert math.sqrt(4) == 'patched'\n"
    ),
    "by mock.patch.object": (
        "import math, unittest.mock\nunittest.mock.patch.object(math, 'sqrt', lambda x: 'patched').start()\n"
        "assert math.sqrt(4) == 'patched'\n"
    ),
}


@pytest.mark.parametrize("bad", ASSIGNED.values(), ids=list(ASSIGNED))
def test_what_a_script_assigns_in_a_module_no_other_sees(sprinting: Game, bad: str) -> None:
    assert results(sprinting, bad, "import math; return math.sqrt(4)") == [2.0, 2.0, 2.0]
    assert sprinting.status("bad")["reason"] == "finished"


def test_a_script_sees_what_it_has_assigned_itself(sprinting: Game) -> None:
    sprinting.start(
        "import math, parts\nmath.tau = 3\nfrom math import tau\nimport math as again\n"
        "host.result([math.tau, tau, again.tau, parts.tau(), again is math])\n",
        files={"parts.py": "import math\ndef tau(): return math.tau\n"},
    )
    assert sprinting.status()["result"] == [3, 3, 3, 3, True]


def test_submodules_are_views_too_however_they_are_reached(sprinting: Game) -> None:
    sprinting.start(
        "import numpy as np, json, os, xml.dom, xml.etree.ElementTree as et, importlib, sys\n"
        "from numpy import linalg\nfrom os import path\nimport numpy.linalg as again\nimport os.path\n"
        "same = [np.linalg is linalg, linalg is again, os.path is path, xml.etree.ElementTree is et,\n"
        "        sys.modules['numpy.linalg'] is linalg, importlib.import_module('numpy.linalg') is linalg]\n"
        "linalg.norm = path.join = json.decoder.x = 'mine'\n"
        "host.result([same, np.linalg.norm, os.path.join])\n"
    )
    import json
    import os

    import numpy as np

    assert sprinting.status()["result"] == [[True] * 6, "mine", "mine"]
    assert callable(np.linalg.norm)
    assert callable(os.path.join)
    assert not hasattr(json.decoder, "x")


def test_a_view_is_a_plain_module_so_reading_it_is_as_fast() -> None:
    """Python reads attributes fast on exactly this class, and only without a `__getattr__` in it."""
    from ticklane_runtime.own import OVERRIDES, Views

    view = Views(OVERRIDES).imported("math")
    assert type(view) is types.ModuleType
    assert "__getattr__" not in view.__dict__
    assert view is not sys.modules["math"]


def test_what_a_script_does_to_its_builtins_stays_its_own(sprinting: Game) -> None:
    bad = "import builtins\nbuiltins.len = lambda x: 99\nbuiltins.extra = 1\nassert len([]) == 99\ndel builtins.sum\n"
    probe = "import builtins; return [len([1]), sum([2]), hasattr(builtins, 'extra')]"
    assert results(sprinting, bad, probe) == [[1, 2, False]] * 3
    assert sprinting.status("bad")["reason"] == "finished"


def test_modules_beside_scripts_are_each_runs_own(sprinting: Game) -> None:
    files = {"state.py": "seen = []\n"}
    for id in ("a", "b"):
        sprinting.start(
            "import state\ndef run(host):\n    state.seen.append(1)\n    yield 2\n    return state.seen\n",
            id,
            files=files,
        )
    sprinting.tick(4)
    assert [sprinting.status(id)["result"] for id in "ab"] == [[1], [1]]


def test_main_is_the_scripts_own_module(sprinting: Game) -> None:
    sprinting.start(
        "import __main__, sys\nx = 5\n"
        "host.result([__main__.x, sys.modules['__main__'] is __main__, sys.modules[__name__] is __main__])\n"
    )
    assert sprinting.status()["result"] == [5, True, True]


CLASSES = {
    "json's encoder": "import json\njson.JSONEncoder.default = lambda self, o: 'patched'\n",
    "by setattr": "import json\nsetattr(json.JSONEncoder, 'default', None)\n",
    "by del": "from json import JSONDecoder\ndel JSONDecoder.decode\n",
    "by mock.patch": "from unittest import mock\nmock.patch('json.JSONEncoder.default', None).start()\n",
    "a fraction": "from fractions import Fraction\nFraction.__add__ = lambda a, b: 0\n",
    "the host's": "type(host).tick = lambda self: -1\n",
    "an entity's": "import ticklane\nticklane.Entity.pos = 0\n",
    "a new name": "import collections\ncollections.Counter.mine = 1\n",
}


@pytest.mark.parametrize("bad", CLASSES.values(), ids=list(CLASSES))
def test_a_class_that_scripts_share_is_not_a_scripts_to_change(sprinting: Game, bad: str) -> None:
    sprinting.start(bad, "bad")
    assert sprinting.status("bad")["reason"] == "failed"
    assert "immutable type" in sprinting.status("bad")["error"]["message"]


def test_sealed_classes_can_be_used_and_subclassed_as_ever(sprinting: Game) -> None:
    sprinting.start(
        "import json, collections, dataclasses, enum, pathlib, fractions, logging, random, unittest\n"
        "class E(json.JSONEncoder):\n    def default(self, o): return 'x'\n"
        "E.more = 1\n"
        "class C(collections.Counter): pass\nC.more = 1\n"
        "class T(unittest.TestCase):\n    def test(self): self.assertEqual(1, 1)\n"
        "ran = unittest.defaultTestLoader.loadTestsFromTestCase(T).run(unittest.TestResult())\n"
        "@dataclasses.dataclass\nclass D:\n    a: int\n"
        "class Colour(enum.Enum):\n    RED = 1\n"
        "N = collections.namedtuple('N', 'a b')\n"
        "e = json.JSONEncoder()\ne.default = lambda o: 'own'\n"
        "host.result([json.dumps(object(), cls=E), C('aab')['a'], ran.wasSuccessful(), D(1) == D(1), Colour.RED.name,\n"
        "             N(1, 2).b, e.encode(object()), str(pathlib.PurePath('a') / 'b')])\n"
    )
    assert sprinting.status()["result"] == ['"x"', 2, True, True, "RED", 2, '"own"', "a/b"]


def test_outside_of_steps_a_tests_own_process_may_patch_as_ever(
    sprinting: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    import json

    sprinting.start("import json\nhost.result(json.dumps(1))")
    monkeypatch.setattr(json.JSONEncoder, "default", lambda self, o: "test's")
    assert json.dumps(object()) == '"test\'s"'


def test_dataclasses_pickle_and_types_work_across_views(sprinting: Game) -> None:
    sprinting.start(
        "import pickle, copy, typing, dataclasses, inspect, random, numpy as np\n"
        "@dataclasses.dataclass\nclass P:\n    x: int\n    y: 'P | None' = None\n"
        "again = pickle.loads(pickle.dumps([P(1, P(2)), np.arange(3), random.Random(1), np.random.default_rng()]))\n"
        "host.result([again[0] == P(1, P(2)), list(typing.get_type_hints(P)), inspect.ismodule(np),\n"
        "             again[2].random() == random.Random(1).random(), repr(copy)[:14],\n"
        "             inspect.getmodule(P).__name__ == __name__])\n"
    )
    assert sprinting.status()["result"] == [True, ["x", "y"], True, True, "<module 'copy'", True]


def test_patches_are_each_scripts_own_to_stop(sprinting: Game) -> None:
    sprinting.start(
        "from unittest import mock\nimport math, parts\n"
        "def run(host):\n"
        "    mock.patch('math.sqrt', lambda x: 'patched').start()\n"
        "    mock.patch.dict('parts.table', {'b': 2}).start()\n"
        "    mock.patch.multiple('parts', value=7).start()\n"
        "    yield 2\n"
        "    during = [math.sqrt(4), dict(parts.table), parts.value]\n"
        "    mock.patch.stopall()\n"
        "    return [during, math.sqrt(4), parts.table, parts.value]\n",
        "a",
        files={"parts.py": "table = {'a': 1}\nvalue = 1\n"},
    )
    sprinting.start("from unittest import mock\ndef on_tick(host): mock.patch.stopall()\n", "b")
    sprinting.tick(3)
    assert sprinting.status("a")["result"] == [["patched", {"a": 1, "b": 2}, 7], 2.0, {"a": 1}, 1]


def test_mock_works_as_ever(sprinting: Game) -> None:
    sprinting.start(
        "from unittest import mock\nfrom unittest.mock import MagicMock, call, patch\nimport math\n"
        "@patch('math.floor')\ndef f(floor):\n    floor.return_value = 5\n    return math.floor(1.5)\n"
        "class A:\n    x = 1\n"
        "m = MagicMock()\nm.go(1)\n"
        "with patch.object(A, 'x', 2): inside = A.x\n"
        "host.result([f(), math.floor(1.5), inside, A.x, m.mock_calls == [call.go(1)], isinstance(m, mock.Mock)])\n"
    )
    assert sprinting.status()["result"] == [5, 1, 2, 1, True, True]
