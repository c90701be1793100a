"""The start request: compiled modules that a game of the same Python runs, with the script's own lines."""

from __future__ import annotations

import contextlib
import importlib.util
import marshal
import threading
import traceback
import types
from pathlib import Path
from typing import Any

import pytest

from ticklane_control.messages import decode_start, encode_start
from ticklane_toolchain import Refusal, prepare
from ticklane_toolchain.instrument import CHECK, FLAG

from .scripts import accepted, line_texts

SOURCE = '''"""Fall of 500 blocks.

With a second paragraph.
"""
from __future__ import annotations


def run(host):
    """Divides."""
    for i in range(3):
        x = [1 / (
            2 - j) for j in range(i + 1)]
    return x
'''


def load(code: bytes, **space: Any) -> dict[str, Any]:
    made = marshal.loads(code)
    assert isinstance(made, types.CodeType)
    namespace: dict[str, Any] = {"__name__": "script", FLAG: False, CHECK: lambda: None, **space}
    exec(made, namespace)
    return namespace


def test_request_holds_what_the_game_needs_and_survives_the_wire() -> None:
    request = accepted(SOURCE, operation_id="op-1", run_dir=Path("/runs/x"))
    assert (request.id, request.mode, request.lane) == ("fall-of-500-blocks", "run", "server")
    assert request.magic == importlib.util.MAGIC_NUMBER.hex()
    assert request.docstring == "Fall of 500 blocks.\n\nWith a second paragraph."
    assert (request.operation_id, request.run_dir) == ("op-1", "/runs/x")
    (main,) = request.modules
    assert (main.name, main.filename, main.source) == ("__main__", "fall-of-500-blocks.py", SOURCE)
    assert decode_start(encode_start(request)) == request


def test_traceback_points_to_the_scripts_own_line() -> None:
    run = load(accepted(SOURCE).modules[0].code)["run"]
    assert run.__doc__ == "Divides."
    with pytest.raises(ZeroDivisionError) as caught:
        run(None)
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.lineno) == ("fall-of-500-blocks.py", 11)
    assert last.colno is not None
    assert SOURCE.splitlines()[10][last.colno :].startswith("1 / (")


def test_same_source_gives_the_same_code() -> None:
    assert accepted(SOURCE).modules == accepted(SOURCE).modules


def test_errors_of_parser_and_compiler_are_told_together_with_the_others() -> None:
    files = {"helper.py": "def f(:\n    pass\n", "other.py": "x = 1\nreturn x\n"}
    texts = line_texts("host.tik()\n\nawait host\n", files=files, seed=2**64)
    assert [text.partition(": ")[0] for text in texts] == [
        "line 1",
        "line 3",
        "helper.py line 1",
        "other.py line 2",
        "argument",
    ]
    assert "'await' outside function" in texts[1]
    assert "'return' outside function" in texts[3]


@pytest.mark.filterwarnings("error")
def test_warnings_of_the_compiler_neither_refuse_nor_print(capsys: pytest.CaptureFixture[str]) -> None:
    assert accepted("x = '\\d'\nassert (x, 'always')\nx is 'a'\n").id
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    "source",
    [
        "x = " + "(" * 500 + "1" + ")" * 500,
        "x = " + "[" * 150 + "0" + "]" * 150,
        "x = " + "-" * 20_000 + "1",
        "x = " + "+".join(["1"] * 20_000),
        "x = " + "a." * 20_000 + "b",
        "x = " + "f(" * 150 + ")" * 150,
        "x = " + "not " * 20_000 + "1",
        "".join(f"{' ' * i}if x:\n" for i in range(99)) + " " * 99 + "pass",
        "host.block(" + "-" * 5_000 + "1)",
    ],
)
def test_deep_nesting_is_refused_or_taken_but_never_breaks(source: str) -> None:
    with contextlib.suppress(Refusal):
        assert prepare(source=source).modules


def test_scripts_are_prepared_on_several_threads_at_once() -> None:
    hashes: list[str] = []

    def work() -> None:
        hashes.extend(accepted(SOURCE).source_hash for _ in range(5))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(hashes) == 20
    assert len(set(hashes)) == 1


def test_modules_beside_the_script_are_instrumented_and_compiled(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("from pkg import spin\n")
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__init__.py").write_text("def spin():\n    while True: pass\n")
    request = prepare(tmp_path / "main.py")
    assert [(module.name, module.is_package) for module in request.modules] == [("__main__", False), ("pkg", True)]

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load(request.modules[1].code, **{FLAG: True, CHECK: stop})["spin"]()
