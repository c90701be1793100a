"""`python -m tests.soak [TICKS]`: scripts of every mode and fate in one game, and one experiment in every way.

Exits 1 when the game grew, a script ended otherwise than planned, or the experiment gave other records.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

import msgspec

from tests.soak.figures import grown
from tests.soak.playing import Outcome, Soak, game_config
from tests.soak.repeating import unlike
from ticklane_cli import _logging
from ticklane_cli.launch import launch

USUAL_TICKS: Final = 1_000_000


def main(ticks: int) -> int:
    """Soak for so many ticks; a line for each look at the process, build/soak.json with all of it."""
    _logging.configure()
    with (
        tempfile.TemporaryDirectory(prefix="ticklane-soak-") as folder,
        launch(game_config(Path(folder) / "game")) as game,
        game.client() as client,
    ):
        outcome = Soak(client, ticks=ticks, say=lambda text: print(text, flush=True)).play()
    target = Path("build/soak.json")
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(msgspec.json.format(msgspec.json.encode(outcome)))
    return max(_verdict(outcome), _repeats())


def _repeats() -> int:
    """Whether the standing experiment repeats; what it recorded stays in build/ when it doesn't."""
    folder = Path("build/soak-repeated")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    other = unlike(folder.absolute())
    print(
        f"not as sprinted: {', '.join(other)}; see ticklane diff {folder}/*.jsonl" if other else "repeats in every way"
    )
    if not other:
        shutil.rmtree(folder)
    return 1 if other else 0


def _verdict(outcome: Outcome) -> int:
    good = not outcome.wrong
    print(f"{outcome.ticks:,} ticks, {outcome.runs.total():,} runs in {outcome.seconds / 60:.1f} minutes")
    print(f"{len(outcome.wrong):,} went wrong" if outcome.wrong else "all ended as planned")
    if outcome.stalled:
        print(f"{outcome.stalled:,} steps were ended as the machine gave them no processor for so long")
    for name, (was, now, too_much) in grown(outcome.samples).items():
        good &= not too_much
        print(f"{name:<13} {was:13,.0f} after the warm-up, {now:13,.0f} at the end: × {now / was:.3f}", end="")
        print("  GREW" if too_much else "")
    print("ok" if good else "FAILED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1].replace("_", "")) if len(sys.argv) > 1 else USUAL_TICKS))
