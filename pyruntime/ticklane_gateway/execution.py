"""What `execute_code` does: a snippet prepared, run as a one-off, and its Status as the snippet's answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec
from fastmcp import Context
from fastmcp.exceptions import ToolError

from ticklane_control.messages import StartRequest
from ticklane_gateway.game import Game, check_python
from ticklane_gateway.one_offs import OneOffs
from ticklane_gateway.preparation import in_worker
from ticklane_gateway.replies import MAX_REPLY_BYTES, bounded_text, summarised
from ticklane_gateway.settings import Settings

__all__ = ["AskedCode", "Execution", "told_code"]

_LEFT_OUT: Final = ("generation", "records", "lines", "run", "overruns", "step_ms", "reproducible", "partial")
_FEW: Final = 16


@dataclass(frozen=True, kw_only=True)
class AskedCode:
    """The arguments of `execute_code`."""

    code: str
    lane: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    ticks: int | None = None
    format: Literal["text", "json"] = "text"
    files: Mapping[str, str] = field(default_factory=dict)
    caps: Sequence[str] = ()
    operation_id: str = ""


class Execution:
    """Snippets of one game."""

    def __init__(self, game: Game, settings: Settings, one_offs: OneOffs) -> None:
        self._game = game
        self._settings = settings
        self._one_offs = one_offs

    async def run(self, ctx: Context, asked: AskedCode, *, wait_s: float) -> bytes:
        """The value of a snippet, or where it stands when the wait is over. Raises `ToolError` when it is refused."""
        hello = await self._game.hello()
        check_python(hello)
        lanes, allowed = list(hello.lanes), list(self._settings.allow)
        if asked.lane is not None and asked.lane not in lanes:
            raise ToolError(f"not run: this game has no {asked.lane} lane; it has {' '.join(lanes) or 'none'}")

        async def make(id: str) -> StartRequest:
            return await in_worker(_prepare, asked, id, lanes, allowed)

        return await self._one_offs.run(
            ctx, make, told_code, kind="exec", wait_s=wait_s, operation_id=asked.operation_id
        )


def _prepare(asked: AskedCode, id: str, lanes: list[str], allowed: list[str]) -> StartRequest:
    # Imported when first needed: the endpoint listens before the checker is loaded.
    from ticklane_toolchain.one_off import prepare_one_off
    from ticklane_toolchain.refusal import Refusal

    try:
        return prepare_one_off(
            asked.code,
            id=id,
            form=asked.format,
            files=asked.files,
            params=asked.params,
            seed=asked.seed,
            ticks=asked.ticks,
            vantage=asked.lane or lanes[0],
            caps=asked.caps,
            allowed=allowed,
            lanes=lanes,
            operation_id=asked.operation_id,
        )
    except Refusal as refusal:
        raise ToolError(str(refusal)) from refusal


def told_code(status: dict[str, Any]) -> bytes:
    """A one-off's Status as the answer to its code: what it is worth and has printed in place of `result`."""
    outcome = status.pop("result", None)
    times = status.get("step_ms")
    fields = {key: value for key, value in status.items() if key not in _LEFT_OUT}
    if isinstance(times, dict) and "max" in times:
        fields["ms"] = times.get("total", times["max"])
    if isinstance(outcome, dict):
        fields |= outcome
    fields.pop("next", None)  # it speaks of a script that can be started again
    if "budget" in fields:
        fields["next"] = (
            "a step may take 1,000 ms: do less in one, or end with a generator that yields between the parts; "
            "the world keeps what was done"
        )
    elif fields.get("stopping"):
        fields["next"] = f'it ends as soon as it can: script_status(id="{fields.get("id")}", wait_s=55) tells'
    elif fields.get("state") != "ended":
        fields["next"] = (
            f'it goes on: script_status(id="{fields.get("id")}", wait_s=55) waits for its end, script_stop ends it'
        )
    elif "values_left_out" in fields:
        fields["next"] = f'all values: script_output(id="{fields.get("id")}")'
    data = msgspec.json.encode(fields)
    return data if len(data) <= MAX_REPLY_BYTES else _shortened(fields)


def _shortened(fields: dict[str, Any]) -> bytes:
    cut: list[str] = []

    def size() -> int:
        return len(msgspec.json.encode(fields))

    if not isinstance(fields.get("value"), str | None):
        fields["value"] = summarised(fields["value"])
        cut.append("value")
    for most in (6_000, 3_000, 1_000):
        for key in ("printed", "value", "values", "result", "returned", "error"):
            if size() <= MAX_REPLY_BYTES - 200:
                break
            if key == "values" and key in fields:
                _drop_values(fields)
            elif key in fields:
                fields[key] = _cut(fields[key], most)
            else:
                continue
            cut.append(key)
    return msgspec.json.encode({**fields, "shortened": list(dict.fromkeys(cut))})


def _drop_values(fields: dict[str, Any]) -> None:
    """Leave half of an iterator's values out, from the middle."""
    values = fields["values"]
    kept = len(values) // 4
    fields["values"] = values[:kept] + values[len(values) - kept :]
    fields["values_left_out"] = {"after": kept, "n": fields.get("steps", 0) - 2 * kept}


def _cut(value: Any, most: int) -> Any:
    if isinstance(value, str):
        return bounded_text(value, most)
    if isinstance(value, dict) and len(value) <= _FEW:
        return {key: _cut(item, most) for key, item in value.items()}
    return value if _fits(value, most) else _text(value, most)


def _fits(value: Any, most: int) -> bool:
    return len(msgspec.json.encode(value)) <= most


def _text(value: Any, most: int) -> str:
    return bounded_text(msgspec.json.encode(value).decode(), most)
