"""What the overrides of one script's modules are made from."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, NoReturn

from ticklane import NotHereError

__all__ = ["Overrides", "OwnContext", "refusal"]


class OwnContext:
    """One run of one script, as far as its own modules need it.

    `root` is the name its main module has in `sys.modules`; its other modules are `root.name`. `import_` is its own
    `__import__`, `import_module` gives the module of that very name as its code sees it (also of its own bundle),
    `module` the same of Python's alone. `builtins` is a module whose dict is its builtins, `host` its host.
    """

    __slots__ = ("_derived", "builtins", "host", "id", "import_", "import_module", "module", "root", "seed")

    def __init__(
        self,
        id: str,
        root: str,
        seed: int,
        host: Any,
        builtins: ModuleType,
        import_: Callable[..., ModuleType],
        import_module: Callable[[str], ModuleType],
        module: Callable[[str], ModuleType],
    ) -> None:
        self.id = id
        self.root = root
        self.seed = seed
        self.host = host
        self.builtins = builtins
        self.import_ = import_
        self.import_module = import_module
        self.module = module
        self._derived = 0

    def next_seed(self) -> list[int]:
        """Entropy for the next thing of this script that is made without a seed; the same in each run of its seed."""
        self._derived += 1
        return [self.seed % (1 << 64), self._derived]


Overrides = Callable[[OwnContext, ModuleType], dict[str, Any]]
"""Makes the names of one script's view of a module (the real one is given) that differ from the real module's."""


def refusal(what: str, instead: str) -> Callable[..., NoReturn]:
    """A function that stands for `what` and raises: it would change the whole game's process; `instead` says what to
    do.
    """

    def refused(*_: object, **__: object) -> NoReturn:
        raise NotHereError(f"{what} would change the whole game's process, other scripts included: {instead}")

    refused.__name__ = refused.__qualname__ = what.rpartition(".")[2].rstrip("()")
    return refused
