from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture
def no_collections() -> Iterator[None]:
    """No garbage collection inside, as in a step of the game.

    For scripts that recurse to the limit: a collection down there calls others' gc callbacks, whose RecursionError
    nobody can catch.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
