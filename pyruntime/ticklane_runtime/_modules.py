"""A script's own modules: each run has its own, seen only through its own `__import__`.

They are registered in `sys.modules` under names nobody else uses ("ticklane_script_fall_3",
"ticklane_script_fall_3.stats"), because dataclasses, pickle and typing look classes up by module name; `close` takes
them away again. `__name__` is that name and never "__main__", so a block under `if __name__ == "__main__":` runs when
the file is run by Python itself and not here.
"""

from __future__ import annotations

import builtins
import importlib.util
import marshal
import re
import sys
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ticklane import NotHereError
from ticklane_control.messages import Module, StartRequest
from ticklane_runtime._imports import judge_import
from ticklane_runtime.own import BUILTINS, OVERRIDES, OwnContext, Views

__all__ = ["Bundle", "BundleError"]

_import = builtins.__import__
_serial = [0]


class BundleError(Exception):
    """A bundle that can't be run here; its text is for the person who started it."""


class Bundle:
    """The modules of one run. `sources` maps file names to lines, `main` is the script's own file name."""

    def __init__(self, request: StartRequest) -> None:
        magic = importlib.util.MAGIC_NUMBER.hex()
        if request.magic != magic:
            version = ".".join(map(str, sys.version_info[:3]))
            raise BundleError(
                f"the script was compiled for another Python (magic {request.magic}); "
                f"the game runs {version} (magic {magic}). "
                "Use the ticklane command of the environment the game was started from"
            )
        if not request.modules:
            raise BundleError("the request holds no module")
        _serial[0] += 1
        self.root = f"ticklane_script_{re.sub(r'[^0-9A-Za-z]', '_', request.id)}_{_serial[0]}"
        self.main = request.modules[0].filename
        self.sources = {m.filename: m.source.split("\n") for m in request.modules}
        self._codes: dict[str, types.CodeType] = {}
        self._modules: dict[str, Module] = {}
        for module in request.modules:
            try:
                code = marshal.loads(module.code)  # noqa: S302 - made by our own toolchain, over an authenticated socket
            except (ValueError, EOFError, TypeError) as e:
                raise BundleError(f"{module.filename}: its code can't be read: {e}") from None
            if not isinstance(code, types.CodeType):
                raise BundleError(f"{module.filename}: its code is a {type(code).__name__}")
            self._codes[module.name] = code
            self._modules[module.name] = module
        if "__main__" not in self._codes:
            raise BundleError("the request holds no __main__ module")
        self._loaded: dict[str, types.ModuleType] = {}
        self._globals: dict[str, Any] = {}
        self._seed = request.seed
        self._views = Views(OVERRIDES)
        self._known: dict[str, types.ModuleType] = {}  # what `import name` has given before

    @property
    def codes(self) -> Iterable[types.CodeType]:
        """The code objects of its modules' bodies."""
        return self._codes.values()

    def prepare(self, host: object, flag: Any, check: Callable[[], None]) -> types.ModuleType:
        """Make the main module, not yet run: its body is `run_body`'s to call."""
        module = types.ModuleType("builtins")
        own = module.__dict__
        own.update(vars(builtins))
        views = self._views
        views.context = OwnContext(self.root, self._seed, host, module, self._import_leaf, views)
        views.put(builtins, module)
        own.update(BUILTINS)
        own["__import__"] = self._import
        own["input"] = _no_input
        own["breakpoint"] = _no_breakpoint
        self._globals = {
            "__builtins__": own,
            "__ticklane_flag__": flag,
            "__ticklane_check__": check,
            "host": host,
        }
        return self._create("__main__")

    def run_body(self) -> None:
        exec(self._codes["__main__"], self._loaded["__main__"].__dict__)  # noqa: S102 - running scripts is the point

    def function(self, name: str) -> Callable[..., Any] | None:
        """A function of the main module; None when the body has not defined one."""
        module = self._loaded.get("__main__")
        found = module.__dict__.get(name) if module is not None else None
        return found if callable(found) else None

    def value(self, name: str, default: Any) -> Any:
        """A global of the main module."""
        module = self._loaded.get("__main__")
        return default if module is None else module.__dict__.get(name, default)

    def own_module(self, name: str) -> types.ModuleType:
        """What this run has of a module of Python's; made now if it hasn't asked for it before."""
        return self._views.imported(name)

    def close(self) -> None:
        for module in self._loaded.values():
            sys.modules.pop(module.__name__, None)

    def _private(self, name: str) -> str:
        return self.root if name == "__main__" else f"{self.root}.{name}"

    def _create(self, name: str) -> types.ModuleType:
        described = self._modules[name]
        private = self._private(name)
        module = types.ModuleType(private)
        space = module.__dict__
        space.update(self._globals)
        space["__file__"] = described.filename
        space["__loader__"] = _SourceLoader(described.source)
        if described.is_package:
            space["__path__"] = []
            space["__package__"] = private
        elif name == "__main__":
            space["__package__"] = ""
        else:
            space["__package__"] = private.rpartition(".")[0]
        self._loaded[name] = module
        sys.modules[private] = module
        return module

    def _load(self, name: str) -> types.ModuleType:
        """A module of the bundle, its parents first; run at the first import."""
        found = self._loaded.get(name)
        if found is not None:
            return found
        parent, _, last = name.rpartition(".")
        above = self._load(parent) if parent else None
        if name not in self._codes:
            raise ModuleNotFoundError(f"No module named {name!r} beside the script", name=name)
        module = self._create(name)
        try:
            exec(self._codes[name], module.__dict__)  # noqa: S102 - a module of the script
        except BaseException:
            del self._loaded[name]
            sys.modules.pop(module.__name__, None)
            raise
        if above is not None:
            setattr(above, last, module)
        return module

    def _import(
        self,
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> types.ModuleType:
        if level > 0:
            package = str((globals or {}).get("__package__") or "")
            if package == self.root or package.startswith(self.root + "."):
                absolute = importlib.util.resolve_name("." * level + name, package)
                if absolute == self.root:
                    # `from . import x` of a module that lies beside the script
                    return self._beside(fromlist or ())
                if absolute.startswith(self.root + "."):
                    return self._with_submodules(absolute[len(self.root) + 1 :], fromlist)
            return _import(name, globals, locals, fromlist or (), level)
        if not fromlist:
            known = self._known.get(name)
            if known is not None:
                return known
        top = name.partition(".")[0]
        if top in self._codes:
            if fromlist:
                return self._with_submodules(name, fromlist)
            self._load(name)
            return self._loaded[top]
        judge_import(name, fromlist)
        real = _import(name, globals, locals, fromlist or (), level)
        views = self._views
        if not fromlist:
            views.submodule(name)
            module = self._known[name] = views.of(real)
            return module
        for item in fromlist:
            views.submodule(f"{name}.{item}")
        return views.of(real)

    def _import_leaf(self, name: str) -> types.ModuleType:
        """What `importlib.import_module` gives: the module of that very name, as the script sees it."""
        if name.partition(".")[0] in self._codes:
            return self._load(name)
        judge_import(name)
        return self._views.imported(name)

    def _with_submodules(self, name: str, fromlist: Sequence[str] | None) -> types.ModuleType:
        module = self._load(name)
        for item in fromlist or ():
            if not hasattr(module, item) and f"{name}.{item}" in self._codes:
                self._load(f"{name}.{item}")
        return module

    def _beside(self, fromlist: Sequence[str]) -> types.ModuleType:
        view = types.ModuleType(self.root)
        for item in fromlist:
            if item in self._codes:
                setattr(view, item, self._load(item))
        return view


class _SourceLoader:
    """Lets linecache, inspect and traceback show a script's lines."""

    def __init__(self, source: str) -> None:
        self._source = source

    def get_source(self, name: str) -> str:
        return self._source


def _no_input(*_: object) -> str:
    raise NotHereError("input() would hold the game's tick: nobody can answer inside a step. Use host.params")


def _no_breakpoint(*_: object, **__: object) -> None:
    raise NotHereError("breakpoint() would hold the game's tick. Use host.log(), or ticklane.testing.FakeHost to debug")
