"""What the overrides of one script's modules are made from."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from ticklane import NotHereError

if TYPE_CHECKING:
    from ticklane_runtime.own._views import Views

__all__ = ["Overrides", "OwnContext", "refusal"]


class OwnContext:
    """One run of one script, as far as its own modules need it.

    `root` is the name its main module has in `sys.modules`; its other modules are `root.name`. `import_module` gives
    the module of that very name as its code sees it, also of its own bundle. `builtins` is a module whose dict is its
    builtins, `host` its host.
    """

    __slots__ = ("_derived", "_views", "builtins", "host", "import_module", "root", "seed")

    def __init__(
        self,
        root: str,
        seed: int,
        host: Any,
        builtins: ModuleType,
        import_module: Callable[[str], ModuleType],
        views: Views,
    ) -> None:
        self.root = root
        self.seed = seed % (1 << 64)
        self.host = host
        self.builtins = builtins
        self.import_module = import_module
        self._views = views
        self._derived = 0

    def of(self, module: ModuleType) -> ModuleType:
        """The script's own of a module."""
        return self._views.of(module)

    def module(self, name: str) -> ModuleType:
        """The script's own of a module of Python's, by its full name; imported if need be."""
        return self._views.imported(name)

    def entropy(self) -> list[int]:
        """For the next thing of this script that is made without a seed; the same in each run of its seed."""
        self._derived += 1
        return [self.seed, self._derived]


Overrides = Callable[[OwnContext, ModuleType], dict[str, Any]]
"""Makes the names that differ in one script's view of a module; the view is given as a copy of the real module."""


def refusal(what: str, instead: str) -> Callable[..., NoReturn]:
    """A function that stands for `what` and raises: it would change the whole game's process; `instead` says what to
    do.
    """

    def refused(*_: object, **__: object) -> NoReturn:
        raise NotHereError(f"{what} would change the whole game's process, other scripts included: {instead}")

    refused.__name__ = refused.__qualname__ = what.rpartition(".")[2].rstrip("()")
    return refused
