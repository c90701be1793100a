"""Threads that scripts try to start, and what is left of them."""

from __future__ import annotations

import pytest

from .conftest import Play
from .played_game import NO_HANG_S, PlayedGame

pytestmark = [pytest.mark.jvm]

WAYS = {
    "threading": "import threading\nthreading.Thread(target=work).start()",
    "threading daemon": "import threading\nthreading.Thread(target=work, daemon=True).start()",
    "timer": "import threading\nthreading.Timer(0.01, work).start()",
    "_thread": "import _thread\n_thread.start_new_thread(work, ())",
    "pool": "from concurrent.futures import ThreadPoolExecutor\nThreadPoolExecutor(2).submit(work).result()",
    "process pool": "from concurrent.futures import ProcessPoolExecutor\nProcessPoolExecutor(2).submit(work).result()",
    "multiprocessing": "import multiprocessing\nmultiprocessing.Process(target=work).start()",
    "asyncio": "import asyncio\nasyncio.run(asyncio.to_thread(work))",
    "signal": "import signal\nsignal.alarm(1)",
}


def hidden(way: str) -> str:
    """The same, past the check of the source: imported by a name that is only made at run time."""
    lines = []
    for line in WAYS[way].splitlines():
        words = line.split()
        if words[0] == "import":
            lines.append(f"{words[1]} = importlib.import_module(''.join(['{words[1][:3]}', '{words[1][3:]}']))")
        elif words[0] == "from":
            lines.append(f"{words[3]} = getattr(importlib.import_module('{words[1]}'[:]), '{words[3]}')")
        else:
            lines.append(line)
    return "\n".join(lines)


@pytest.mark.usefixtures("witness")
@pytest.mark.parametrize("way", WAYS)
def test_threads_are_refused_before_a_tick_and_again_when_one_tries_by_another_way(game: PlayedGame, way: str) -> None:
    body = "def work():\n    while True:\n        pass\n\n\ndef run(host):\n    yield\n"
    message = game.refused(body + "\n".join("    " + line for line in WAYS[way].splitlines()) + "\n")
    assert "line" in message
    source = "import importlib\n\n\n" + body + "\n".join("    " + line for line in hidden(way).splitlines()) + "\n"
    status = game.run(source)
    assert status["reason"] in ("failed", "budget"), status
    if status["reason"] == "failed":
        assert status["error"]["type"] in ("NotHereError", "NotAllowedError"), status["error"]
        assert len(status["error"]["message"]) > 20


def test_a_game_whose_script_has_tried_all_of_them_ends_at_once(play: Play) -> None:
    game = play()
    for number, way in enumerate(WAYS):
        source = "import importlib\n\n\ndef work():\n    while True:\n        pass\n\n\ndef on_tick(host):\n    try:\n"
        source += "\n".join("        " + line for line in hidden(way).splitlines())
        source += "\n    except BaseException:\n        pass\n"
        game.start(source, f"tries-{number}", budget_ms=2)
    game.let_pass(10)
    assert game.game.stop(NO_HANG_S) == 0
