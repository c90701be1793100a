"""The JDK 25 AOT cache: made in a short training run, it halves the time from start to first tick."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from ticklane_cli._pieces import Pieces
from ticklane_cli._setup.places import python_tag
from ticklane_cli._setup.report import Report
from ticklane_cli.launch import LaunchConfig, LaunchError, start_game
from ticklane_control.errors import ControlError
from ticklane_control.messages import encode_start
from ticklane_toolchain.prepare import prepare

__all__ = ["prepare_aot_cache"]

# Classes only: with the training run's method profiles the JIT settles on worse code for what runs every tick (filling
# the entity columns took 34 µs instead of 13), and a game that runs for hours pays for it.
_NO_PROFILES: Final = ("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining")

_TRAINING_SCRIPT: Final = '''\
"""Touches what most experiments touch, so that the classes they need are in the cache."""


def run(host):
    for i in range(40):
        host.spawn("falling_block", (i % 8 + 0.5, 60 + i % 5, i // 8 + 0.5), block="sand")
    for _ in range(60):
        table = host.entities()
        host.record("n", {"n": len(table)})
        yield
    return {"n": len(host.entities())}
'''


def prepare_aot_cache(pieces: Pieces, report: Report) -> Path | None:
    """The cache for exactly these jars and flags, made when needed; None when this JVM can't make one.

    A game starts without a cache as well, only slower, so a failure is told once and remembered.
    """
    cache = pieces.aot_cache
    failed = cache.with_suffix(".failed")
    with report.step("AOT cache") as step:
        if cache.is_file():
            step.found(str(cache))
            return cache
        if failed.is_file():
            step.found(f"none: {failed.read_text(encoding='utf-8').strip()}")
            return None
        cache.parent.mkdir(parents=True, exist_ok=True)
        for old in cache.parent.glob(f"{python_tag()}-*"):
            old.unlink()  # of jars that have changed since
        fresh = cache.with_suffix(".new")
        problem = _train(pieces, fresh)
        if problem is None and fresh.is_file():
            fresh.replace(cache)
            step.made(f"{cache} ({cache.stat().st_size >> 20} MiB)")
            return cache
        failed.write_text((problem or "the JVM made none") + "\n", encoding="utf-8")
        step.made(f"none, games start a second slower: {problem or 'the JVM made none'}")
        return None


def _train(pieces: Pieces, output: Path) -> str | None:
    """Run the training script in a game that records what it loads; returns what went wrong."""
    with tempfile.TemporaryDirectory(prefix="ticklane-aot-") as folder:
        base = Path(folder)
        script = base / "training.py"
        script.write_text(_TRAINING_SCRIPT, encoding="utf-8")
        config = LaunchConfig(
            game_dir=base / "game",
            frozen=True,
            jvm_flags=[f"-XX:AOTCacheOutput={output}", "-Xlog:aot*=off", *_NO_PROFILES],
            aot=False,
            logs=False,
        )
        game = start_game(config, pieces=pieces)
        try:
            game.wait_ready()
            with game.client() as client:
                run_dir = base / "run"
                run_dir.mkdir()
                request = prepare(path=script, run_dir=str(run_dir))
                client.request("start", body=encode_start(request))
                client.request("time", action="sprint", ticks=-1)
                client.request("status", script=request.id, until="ended", wait_s=50)
        except (LaunchError, ControlError) as error:
            game.kill()
            return str(error).splitlines()[0]
        # The JVM writes the cache as it ends, in a process of its own.
        game.stop(timeout_s=120)
    return None
