"""Pictures of runs: what is on them, that they are the same each time, and that they leave matplotlib as it was."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest

from ticklane import read_run
from ticklane_cli._app import run_command_line
from ticklane_cli._commands.plot import Kind, draw
from ticklane_cli._exit import UsageError
from ticklane_cli._plot.bins import bins_of
from ticklane_cli._plot.units import label

from .recorded import make_run, make_window

PNG = b"\x89PNG\r\n"


def pushes(count: int = 40) -> list[tuple[int, str, Any]]:
    random = np.random.default_rng(0)
    return [
        (
            tick,
            "push",
            {"id": tick % 4, "type": ["minecraft:tnt", "minecraft:sand"][tick % 2], "dv": abs(dv), "pos": pos},
        )
        for tick, (dv, pos) in enumerate(zip(random.normal(size=count), random.normal(size=(count, 3)), strict=True))
    ]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    windows: list[tuple[int, str, Any]] = [(500 + n, "w", make_window(100 * n, seed=n)) for n in range(5)]
    return make_run(tmp_path / "fall-1", *pushes(), *windows)


def drawn(*words: object, out: Path) -> bytes:
    assert run_command_line(["plot", *map(str, words), "--out", str(out)]) == 0
    return out.read_bytes()


def texts(svg: bytes) -> set[str]:
    return {text.strip() for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg.decode())}


@pytest.mark.parametrize(
    ("words", "labels"),
    [
        (["--kind", "windows"], {"speed", "(blocks/tick)", "collision box (blocks)", "ticks from the impulse"}),
        (["--kind", "windows", "--field", "impulse"], {"|impulse| in a tick", "ticks from the impulse"}),
        (["--kind", "trajectories"], {"x (blocks, east →)", "z (blocks, north →)", "y (blocks, up →)", "tnt"}),
        (["--kind", "delta-v", "--key", "push"], {"|Δv| (blocks/tick)", "game tick", "count", "sand"}),
        (["--kind", "delta-v"], {"|impulse| (blocks/tick)", "impulse", "w: impulse of 5 windows over time"}),
        (["--kind", "histogram"], {"Δv (blocks/tick)", "rows", "median", "push: Δv of 40 rows"}),
        (["--field", "dv", "--key", "push"], {"|Δv| (blocks/tick)"}),
        ([], {"w: 5 windows around their impulses"}),
    ],
)
def test_each_kind_is_labelled_with_its_units(run: Path, tmp_path: Path, words: list[str], labels: set[str]) -> None:
    found = texts(drawn(run, *words, out=tmp_path / "a.svg"))
    assert labels - {"impulse"} <= found
    assert any("seed 5" in text and "600 ticks" in text for text in found)


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_the_same_run_gives_the_same_bytes_and_matplotlib_is_left_alone(run: Path, tmp_path: Path, ending: str) -> None:
    before = dict(matplotlib.rcParams)
    first = drawn(run, "--kind", "delta-v", out=tmp_path / f"a.{ending}")
    assert first == drawn(run, "--kind", "delta-v", out=tmp_path / f"b.{ending}")
    assert dict(matplotlib.rcParams) == before
    assert ending != "png" or first.startswith(PNG)


def test_nothing_needs_a_display_or_pyplot(run: Path) -> None:
    code = f"""if True:
        import sys
        from ticklane_cli._app import run_command_line
        assert run_command_line(["plot", {str(run)!r}]) == 0
        assert "matplotlib.pyplot" not in sys.modules
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={"PATH": "", "HOME": "/"})
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{run / 'plots' / 'windows.png'}\n"
    assert (run / "plots" / "windows.png").read_bytes().startswith(PNG)


NAN = float("nan")


@pytest.mark.parametrize(
    "values",
    [
        [{"dv": 1.0}],
        [{"dv": NAN}, {"dv": 0.0}],
        [{"dv": float("inf")}, {"dv": 2.0}],
        [{"dv": 1e300}, {"dv": -1e300}, {"dv": 1e-300}],
        [{"delta_v": [0.0, 0.0, 0.0]}] * 3,
        [{"pos": [0.0, 64.0, 0.0]}],
        [{"pos": [NAN, 64.0, 0.0]}, {"pos": [1.0, 64.0, 0.0]}],
        [{"pos": [1e7, 64.0, 1e7]}, {"pos": [1e7 + 1, 64.0, 1e7]}],
        [{"x": 1, "y": 2, "z": 3}, {"x": 1, "y": 5, "z": 3}],
        [{"path": {"pos": np.zeros((4, 3))}}],
        [{"pos": np.zeros((4, 3))}, {"pos": np.zeros((2, 3))}],
        [{"n": 3}, {"n": 3}],
        [7, 8.5, None],
        [make_window(entities=1)],
        [make_window(before=0, after=0)],
        [make_window(before=1), make_window(before=5, after=9)],
    ],
)
def test_odd_rows_are_drawn_or_refused_with_a_reason(tmp_path: Path, values: list[Any]) -> None:
    run = read_run(make_run(tmp_path, *[(tick, "k", value) for tick, value in enumerate(values)]))
    kinds: tuple[Kind, ...] = ("trajectories", "delta-v", "windows", "histogram")
    figures = [draw(run, "auto", "", "")]
    for kind in kinds:
        reason = ""
        try:
            figures.append(draw(run, kind, "", ""))
        except UsageError as refusal:
            reason = str(refusal)
        assert not reason or "nothing to draw: it takes" in reason
    for name, figure in figures:
        figure.draw_without_rendering()
        assert name in kinds


def test_what_can_not_be_drawn_is_a_sentence(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(*words: object) -> tuple[int, str]:
        code = run_command_line(["plot", *map(str, words)])
        return code, capsys.readouterr().err.strip()

    empty = make_run(tmp_path / "empty")
    assert told(empty) == (2, f"{empty}: the run recorded no rows, so there is nothing to draw")
    words = make_run(tmp_path / "words", (1, "k", {"a": "x", "b": None}))
    assert told(words) == (2, f"{words}: nothing to draw: no row has a number. Recorded are k: a, b")
    assert told(run, "--key", "psh") == (2, "--key psh: no row has that key, did you mean push?")
    assert told(run, "--field", "dvv") == (2, "--field dvv: no row has that field, did you mean dv?")
    code, text = told(run, "--out", tmp_path / "a.jpeg")
    assert (code, ".png .svg .pdf" in text) == (2, True)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, text = told(run)
    assert code == 3
    assert "-m pip install 'ticklane[plot]'" in text


@pytest.mark.parametrize(
    ("field", "shown"),
    [
        ("dv", "Δv (blocks/tick)"),
        ("dv_blocks_per_tick", "Δv (blocks/tick)"),
        ("stats.drop_blocks", "stats drop (blocks)"),
        ("took_ms", "took (ms)"),
        ("age", "age (ticks)"),
        ("'a.b'", "a b"),
        ("luck", "luck"),
    ],
)
def test_a_fields_unit_is_in_its_name(field: str, shown: str) -> None:
    assert label(field) == shown


def test_every_number_is_in_a_bin() -> None:
    random = np.random.default_rng(0)
    samples = [
        np.array([3.0]),
        np.full(9, 0.1),
        random.normal(size=500),
        np.arange(1000.0),
        np.array([0, 1e-12]),
        -random.random(50),
    ]
    for values in samples:
        edges = bins_of(values)
        assert (np.diff(edges) > 0).all()
        assert np.histogram(values, edges)[0].sum() == len(values)
