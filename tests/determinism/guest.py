"""A Minecraft client on the wire, as a process of its own: our Java tests' protocol client as a program."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ticklane_cli._pieces import find_pieces

__all__ = ["guest"]

_SOURCE: Final = (
    Path(__file__).parents[2] / "jvm-mod/host-minestom/src/test/java/ticklane/host/minestom/LoopbackClient.java"
)


@contextmanager
def guest(port: int) -> Iterator[subprocess.Popen[str]]:
    """One that has joined and sees the world around it; it leaves when the block is left."""
    pieces = find_pieces()
    command = [str(pieces.java.java), "-XX:TieredStopAtLevel=1", "-cp", ":".join(map(str, pieces.class_path))]
    with subprocess.Popen(
        [*command, str(_SOURCE), str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout
            said = process.stdout.readline()
            assert said == "joined\n", said
            yield process
            assert process.poll() is None, "the client was put out of the game"
        finally:
            process.kill()
