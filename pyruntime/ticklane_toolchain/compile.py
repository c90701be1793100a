"""Instrumented trees to marshalled code, as a game of the same Python version loads it."""

from __future__ import annotations

import ast
import marshal
from importlib.util import MAGIC_NUMBER
from typing import Final

from ticklane_control.messages import Module
from ticklane_toolchain._parsing import quiet, syntax_finding
from ticklane_toolchain.bundle import Bundle, SourceFile
from ticklane_toolchain.instrument import instrument
from ticklane_toolchain.refusal import Finding

__all__ = ["MAGIC", "compile_bundle"]

MAGIC: Final = MAGIC_NUMBER.hex()
"""Names the byte code of the running Python: code is only loaded by a game with the same one."""


def compile_bundle(bundle: Bundle) -> tuple[list[Module], list[Finding]]:
    """The modules of a bundle, the script first, instrumented and compiled; and what only the compiler finds.

    A module that could not be parsed is left out: its finding is the bundle's. The trees are changed.
    """
    modules: list[Module] = []
    findings: list[Finding] = []
    for file in bundle.files:
        if isinstance(file.tree, Finding):
            continue
        made = _compiled(file, file.tree)
        if isinstance(made, Finding):
            findings.append(made)
        else:
            modules.append(
                Module(
                    name=file.name,
                    filename=file.filename,
                    source=file.source,
                    code=made,
                    is_package=file.is_package,
                )
            )
    return modules, findings


def _compiled(file: SourceFile, tree: ast.Module) -> bytes | Finding:
    instrument(tree)
    try:
        with quiet():
            # Asserts and docstrings are kept whatever this process was started with.
            code = compile(tree, file.filename, "exec", dont_inherit=True, optimize=0)
        return marshal.dumps(code)
    except SyntaxError as error:
        return syntax_finding(error, file.source, file=file.beside)
    except (RecursionError, MemoryError, ValueError):
        return Finding.at(1, "an expression is nested too deeply to be compiled: build it in steps", file=file.beside)
