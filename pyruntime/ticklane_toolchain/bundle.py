"""A script and the modules beside it that it imports, as one thing with one hash."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Final

from ticklane_toolchain._imports import Import, imports_of
from ticklane_toolchain._installed import is_installed
from ticklane_toolchain._parsing import decode, parse
from ticklane_toolchain.ids import ID_RULE, id_from_docstring, id_from_file_name, is_id
from ticklane_toolchain.refusal import Finding, Refusal, shortened

__all__ = ["MAX_BYTES", "Bundle", "SourceFile", "bundle_path", "bundle_source"]

MAX_BYTES: Final = 1 << 20

_RESERVED: Final = re.compile(r"ticklane(_\w+)?|jep|java|javax")


@dataclass(frozen=True)
class SourceFile:
    """One module: the dotted `name` it is imported by ("__main__": the script), its file name inside the bundle."""

    name: str
    filename: str
    source: str
    is_package: bool = False

    @cached_property
    def tree(self) -> ast.Module | Finding:
        """The syntax tree, or why there is none. Instrumenting changes it in place."""
        return parse(self.source, self.filename, beside=bool(self.beside))

    @property
    def beside(self) -> str:
        """The file name when this is a module beside the script, "" for the script: what findings name."""
        return "" if self.name == "__main__" else self.filename

    @property
    def package(self) -> str:
        """The package that a leading dot in an import means."""
        if self.name == "__main__":
            return ""
        return self.name if self.is_package else self.name.rpartition(".")[0]

    @cached_property
    def imports(self) -> list[Import]:
        """What it imports, in line order; nothing when it could not be parsed."""
        return [] if isinstance(self.tree, Finding) else imports_of(self.tree, self.source, self.package)


@dataclass(frozen=True)
class Bundle:
    """A script with its modules: `files[0]` is the script, the others follow by name. `path` None: came as text."""

    id: str
    files: tuple[SourceFile, ...]
    path: Path | None = None
    docstring: str = field(default="", compare=False)

    @property
    def main(self) -> SourceFile:
        """The script itself."""
        return self.files[0]

    @cached_property
    def source_hash(self) -> str:
        """sha256 over module names and sources: the same wherever the files lay and whatever the id is."""
        digest = hashlib.sha256()
        for file in sorted(self.files, key=lambda one: one.name):
            for part in (file.name, "package" if file.is_package else "module", file.source):
                data = part.encode()
                digest.update(len(data).to_bytes(8, "big") + data)
        return digest.hexdigest()


def bundle_path(path: str | Path, id: str = "") -> Bundle:
    """The script at `path` with the modules in its folder that it really imports, however deep.

    Raises Refusal: no such file, no Python file by its name, not text, over 1 MiB together, an id that is none.
    """
    file = Path(path).expanduser()
    asked = id or file.name
    if not file.is_file():
        what = "is a folder, name the script in it" if file.is_dir() else "no such file"
        raise Refusal(asked, [Finding("path", f"{file}: {what}")])
    if file.suffix != ".py":
        # Also so that no refusal quotes a line of a file that was never meant to be shown to whoever asks.
        raise Refusal(asked, [Finding("path", f"{file}: a script's name ends in .py")])
    folder = file.resolve().parent
    collected = _Collected(asked)
    main = collected.read(file, "__main__", file.name)
    collected.follow(main, lambda name: _beside(folder, name, collected))
    return _bundle(id or id_from_file_name(file.stem), main, collected, file.resolve())


def bundle_source(source: str, files: Mapping[str, str] | None = None, id: str = "") -> Bundle:
    """A script given as text, with modules beside it: `files` maps "helper.py" or "pkg/mod.py" to their sources.

    Raises Refusal: text that is none, a file name that can't be a module, over 1 MiB together, an id that is none.
    """
    collected = _Collected(id or "script")
    name = f"{id}.py" if is_id(id) else "script.py"
    main = collected.add("__main__", name, source, is_package=False)
    for given, text in sorted((files or {}).items()):
        collected.add_given(given, text)
    collected.add_missing_packages()
    return _bundle(id, main, collected, None)


def _bundle(id: str, main: SourceFile, collected: _Collected, path: Path | None) -> Bundle:
    findings = collected.findings
    too_large = collected.too_large()
    if too_large:  # parsing it would take seconds
        raise Refusal(id if is_id(id) else collected.asked, [*findings, *too_large])
    docstring = "" if isinstance(main.tree, Finding) else ast.get_docstring(main.tree) or ""
    made = id or id_from_docstring(docstring)
    if not made:
        made = f"script-{hashlib.sha256(main.source.encode(errors='replace')).hexdigest()[:8]}"
    if not is_id(made):
        shown = shortened(repr(id), 80)
        findings.append(Finding.in_argument(f"id = {shown}: not an id; allowed: {ID_RULE}"))
    if findings:
        raise Refusal(made if is_id(made) else "script", findings)
    if path is None:
        renamed = SourceFile("__main__", f"{made}.py", main.source)
        vars(renamed)["tree"] = main.tree  # nothing in it depends on the file's name, and parsing is half the cost
        main = renamed
    others = sorted((file for file in collected.files.values() if file.name != "__main__"), key=lambda one: one.name)
    return Bundle(made, (main, *others), path, docstring)


class _Collected:
    """The files found so far, their size, and what is wrong with them."""

    def __init__(self, asked: str) -> None:
        self.asked = asked
        self.files: dict[str, SourceFile] = {}
        self.findings: list[Finding] = []
        self.sizes: dict[str, int] = {}

    def add(self, name: str, filename: str, source: str, *, is_package: bool) -> SourceFile:
        beside = name != "__main__"
        text = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        file = filename if beside else ""
        try:
            self.sizes[filename] = len(text.encode())
        except UnicodeEncodeError as error:
            line = text[: error.start].count("\n") + 1
            what = f"{filename} holds the lone surrogate {text[error.start]!a}: it is not text"
            self.findings.append(Finding.at(line, what, file=file))
            text = text.encode(errors="replace").decode()
        if "\0" in text:
            line = text[: text.index("\0")].count("\n") + 1
            self.findings.append(Finding.at(line, f"{filename} holds a NUL byte: not a Python source file", file=file))
            text = text.replace("\0", " ")
        made = SourceFile(name, filename, text, is_package)
        self.files[name] = made
        return made

    def read(self, path: Path, name: str, filename: str, *, is_package: bool = False) -> SourceFile:
        try:
            with path.open("rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        except OSError as error:
            self.findings.append(Finding(filename, f"can't be read: {error.strerror}"))
            data = b""
        self._stop_when_too_large(filename, len(data))
        text = decode(data, filename, beside=name != "__main__")
        if isinstance(text, Finding):
            self.findings.append(text)
            text = ""
        return self.add(name, filename, text, is_package=is_package)

    def add_given(self, given: str, text: str) -> None:
        path = PurePosixPath(given.replace("\\", "/"))
        parts = list(path.with_suffix("").parts) if path.suffix == ".py" else []
        is_package = len(parts) > 1 and parts[-1] == "__init__"
        names = parts[:-1] if is_package else parts
        if not names or not all(part.isidentifier() for part in names) or names == ["__main__"]:
            what = "not a module's file name; write helper.py or pkg/helper.py"
            self.findings.append(Finding("files", f"{shortened(given, 80)!r}: {what}"))
            return
        if ".".join(names) in self.files:
            self.findings.append(Finding("files", f"{given!r}: the module {'.'.join(names)} is given twice"))
            return
        self.refuse_reserved(names[0], str(path))
        self.add(".".join(names), str(path), text, is_package=is_package)

    def add_missing_packages(self) -> None:
        """A folder without __init__.py is a package too."""
        for name in list(self.files):
            parts = name.split(".")[:-1]
            for depth in range(1, len(parts) + 1):
                package = ".".join(parts[:depth])
                if package not in self.files:
                    self.add(package, "/".join([*parts[:depth], "__init__.py"]), "", is_package=True)

    def refuse_reserved(self, top: str, filename: str) -> None:
        if _RESERVED.fullmatch(top):
            what = f"{filename} would hide the module {top} of Ticklane; give the file another name"
            self.findings.append(Finding("files", what))

    def follow(self, main: SourceFile, find: Callable[[str], SourceFile | None]) -> None:
        """Adds what `main` imports, and what that imports; `find` reads one module, None when it isn't beside."""
        waiting = [main]
        while waiting:
            importer = waiting.pop()
            for name in _wanted(importer.imports):
                if name not in self.files and name != "__main__":
                    found = find(name)
                    if found is not None:
                        waiting.append(found)

    def too_large(self) -> list[Finding]:
        total = sum(self.sizes.values())
        if total <= MAX_BYTES:
            return []
        largest = max(self.sizes, key=self.sizes.__getitem__)
        size = self.sizes[largest]
        shown = f"over {MAX_BYTES:,}" if size > MAX_BYTES else f"{size:,}"
        return [
            Finding(
                "files",
                f"the sources are larger than {MAX_BYTES:,} bytes together; the largest is {largest} with {shown} "
                'bytes: keep data in a file and read it with caps = ["files"], or compute it in the script',
            )
        ]

    def _stop_when_too_large(self, filename: str, size: int) -> None:
        self.sizes[filename] = size
        found = self.too_large()
        if found:
            raise Refusal(self.asked, found)


def _wanted(imports: list[Import]) -> list[str]:
    """Module names to look for, packages before what is in them."""
    wanted: dict[str, None] = {}
    for one in imports:
        parts = one.module.split(".") if one.module else []
        for depth in range(1, len(parts) + 1):
            wanted[".".join(parts[:depth])] = None
        for name in one.names if parts else ():
            wanted[f"{one.module}.{name}"] = None
    return list(wanted)


def _beside(folder: Path, name: str, collected: _Collected) -> SourceFile | None:
    """Reads the module `name` when it lies in `folder`; a package's own modules only when the package does."""
    parts = name.split(".")
    parent = ".".join(parts[:-1])
    if parent and parent not in collected.files:
        return None
    place = folder.joinpath(*parts)
    for path, is_package in ((place / "__init__.py", True), (place.with_name(f"{parts[-1]}.py"), False)):
        if path.is_file():
            filename = path.relative_to(folder).as_posix()
            collected.refuse_reserved(parts[0], filename)
            return collected.read(path, name, filename, is_package=is_package)
    # A folder without __init__.py counts as a package only when no installed module has that name.
    if place.is_dir() and (parent or not is_installed(parts[0])) and any(place.rglob("*.py")):
        filename = f"{place.relative_to(folder).as_posix()}/__init__.py"
        return collected.add(name, filename, "", is_package=True)
    return None
