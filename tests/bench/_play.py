"""Starting scripts in a benchmark's game and waiting for them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any

from ticklane_control.client import ControlClient
from ticklane_control.messages import encode_start
from ticklane_toolchain import prepare

__all__ = ["median", "p50_ms", "play", "sprint_rate", "start", "stop"]


def start(
    client: ControlClient, source: str, *, id: str, caps: tuple[str, ...] = (), **arguments: Any
) -> Mapping[str, Any]:
    """Check, compile and start `source`; returns its first status."""
    request = prepare(source=source, id=id, caps=list(caps), allowed=list(caps), lanes=client.hello.lanes, **arguments)
    body = encode_start(request)
    status: Mapping[str, Any] = client.request("start", body=body, lane=request.lane, wait_s=0, timeout_s=60)
    return status


def play(client: ControlClient, source: str, *, id: str, wait_s: float = 50, **arguments: Any) -> Any:
    """Run `source` to its end and return its result; raises when it ended otherwise than by finishing."""
    start(client, source, id=id, **arguments)
    status = client.request("status", script=id, wait_s=wait_s, until="ended")
    if status.get("reason") != "finished":
        raise RuntimeError(f"benchmark script {id!r} did not finish: {status}")
    return status.get("result")


def stop(client: ControlClient, id: str) -> None:
    """Stop it; raises when it had ended by itself, as then nothing was measured."""
    status = client.request("stop", script=id, wait_s=5)
    if status.get("reason") != "stopped":
        raise RuntimeError(f"benchmark script {id!r} ended before it was stopped: {status}")


def sprint_rate(client: ControlClient, seconds: float = 2.0) -> float:
    """Ticks per second of the sprinting game over about `seconds`, the best of three to shed a neighbour's noise."""

    def once() -> float:
        first, began = client.request("ping")["tick"], time.perf_counter()
        time.sleep(seconds)
        last = client.request("ping")["tick"]
        return float(last - first) / (time.perf_counter() - began)

    return max(once() for _ in range(3))


def p50_ms(call: Callable[[], object]) -> float:
    """Median wall time of a call: the best of three batches, to shed a neighbour's noise, after as many uncounted."""

    def batch() -> float:
        times = []
        for _ in range(250):
            began = time.perf_counter()
            call()
            times.append((time.perf_counter() - began) * 1e3)
        return median(times)

    batch()
    return min(batch() for _ in range(3))


def median(values: list[float]) -> float:
    return statistics.median(values)
