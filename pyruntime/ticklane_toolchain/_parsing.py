"""Source text to a syntax tree, with errors as findings."""

from __future__ import annotations

import ast
import io
import threading
import tokenize
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from ticklane_toolchain.refusal import Finding, shortened

__all__ = ["decode", "parse", "quiet", "syntax_finding"]

# catch_warnings swaps process-wide state, and a gateway prepares scripts on several threads.
_warnings_lock = threading.Lock()


@contextmanager
def quiet() -> Iterator[None]:
    """No SyntaxWarning is printed or turned into an error while a script is parsed or compiled."""
    with _warnings_lock, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def decode(data: bytes, filename: str, *, beside: bool) -> str | Finding:
    """The text of a source file: UTF-8, or what its coding line names; line ends become newlines."""
    file = filename if beside else ""
    if b"\0" in data:
        line = data[: data.index(b"\0")].count(b"\n") + 1
        return Finding.at(line, f"{filename} holds a NUL byte: it is not a Python source file", file=file)
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        where = f"byte {error.start} (0x{data[error.start]:02x})"
        return Finding.at(line, f"{filename} is not {error.encoding}: {where}; save the file as UTF-8", file=file)
    except SyntaxError as error:
        return Finding.at(1, f"{filename}: {error.msg}; save the file as UTF-8", file=file)
    return io.IncrementalNewlineDecoder(None, translate=True).decode(text, final=True)


def parse(source: str, filename: str, *, beside: bool) -> ast.Module | Finding:
    """The tree of a module, or the finding that says why there is none."""
    file = filename if beside else ""
    try:
        with quiet():
            return ast.parse(source, filename)
    except SyntaxError as error:
        return syntax_finding(error, source, file=file)
    except (RecursionError, MemoryError):
        return Finding.at(1, "an expression is nested too deeply to be parsed: build it in steps", file=file)
    except ValueError as error:  # "source code string cannot contain null bytes" of older versions
        return Finding.at(1, f"not a Python source: {error}", file=file)


def syntax_finding(error: SyntaxError, source: str, *, file: str) -> Finding:
    """A SyntaxError with its line and a caret under the place, as Python shows it."""
    line = error.lineno or 1
    lines = source.splitlines()
    text = f"{type(error).__name__}: {error.msg}"
    if 1 <= line <= len(lines):
        code = lines[line - 1]
        stripped = code.lstrip()
        column = max(0, (error.offset or 1) - 1 - (len(code) - len(stripped)))
        text += f"\n  {shortened(stripped.rstrip(), 200)}"
        if column < 200:
            text += f"\n  {' ' * column}^"
    return Finding.at(line, text, file=file)
