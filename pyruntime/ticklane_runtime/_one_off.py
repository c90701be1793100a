"""One-offs: a snippet run as a script, whose last expression is its value.

The toolchain has the value of the last expression kept under `VALUE`. An iterator is stepped, one value a tick; every
other value ends the script with step 0. What was printed or logged is gathered beside the script's lines.
"""

from __future__ import annotations

from types import GeneratorType
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from ticklane import EncodeError, LimitError
from ticklane_runtime._encode import encode
from ticklane_runtime._output import Lines
from ticklane_runtime._short_values import class_name
from ticklane_runtime._surrogates import utf8
from ticklane_runtime._value_text import one_line, value_text

if TYPE_CHECKING:
    from ticklane_runtime._script import Script

__all__ = ["ROWS_KEY", "VALUE", "OneOff", "OneOffLines"]

VALUE: Final = "__ticklane_value__"
ROWS_KEY: Final = "value"  # of the rows that keep each value of an iterator
MAX_PRINTED: Final = 12_000  # characters kept of what was printed: its beginning and its end
MAX_JSON: Final = 24_000  # bytes of a value asked for as JSON
MAX_STEP_TEXT: Final = 240  # characters of one of an iterator's values
_STEPS_KEPT: Final = 30  # first values, and as many last ones

_NOTHING: Final = object()


class OneOffLines(Lines):
    """Lines that also keep the text itself, the middle left out when it is long."""

    __slots__ = ("_head", "_left_out", "_tail")

    def __init__(self, bridge: Any, slot: int, watch: memoryview[int]) -> None:
        super().__init__(bridge, slot, watch)
        self._head = ""
        self._tail = ""
        self._left_out = 0

    def printed(self) -> str:
        """What was printed and logged so far."""
        if not self._left_out:
            return self._head + self._tail
        return f"{self._head}\n… {self._left_out:,} characters left out …\n{self._tail}"

    def _text(self, text: str) -> None:
        self._keep(text + "\n")
        super()._text(text)

    def _write(self, text: str) -> None:
        self._keep(text)
        super()._write(text)

    def _keep(self, text: str) -> None:
        room = MAX_PRINTED // 2
        if len(self._head) < room and not self._tail:
            taken = room - len(self._head)
            self._head += utf8(text[:taken])
            text = text[taken:]
        tail = self._tail + utf8(text[-room:])
        self._left_out += max(len(text) - room, 0) + max(len(tail) - room, 0)
        self._tail = tail[-room:]


class OneOff:
    """The value of one snippet, and how it comes."""

    def __init__(self, form: Literal["text", "json"]) -> None:
        self._form = form
        self._value: dict[str, Any] = {}
        self._first: list[Any] = []
        self._last: list[Any] = []
        self._returned: dict[str, Any] = {}
        self._handles = 0
        self.steps = 0
        self.iterator: Any = None  # while it is stepped

    def take(self, script: Script) -> None:
        """The body has run: take the value, or make the generator that steps it."""
        value = script.program.value(VALUE, _NOTHING)
        if value is _NOTHING:
            self._finish(script)
        elif hasattr(type(value), "__next__"):
            self.iterator = value
            script.generator = self._stepped(script, value)
        else:
            told = self._told(value)
            script.keep(self._value.update, told)
            self._finish(script)

    def result(self, script: Script) -> bytes:
        """JSON of all that is known so far."""
        out: dict[str, Any] = dict(self._value)
        if self.steps:
            out["steps"] = self.steps
            out["values"] = [*self._first, *self._last]
            if left := self.steps - len(out["values"]):
                out["values_left_out"] = {"after": len(self._first), "n": left}
        if self._returned:
            out["returned"] = self._returned
        if script.result is not None:
            out["result"] = msgspec.Raw(script.result)
        if self._handles:
            out["handles_ended"] = self._handles
        lines = script.lines
        if isinstance(lines, OneOffLines) and (printed := lines.printed()):
            out["printed"] = printed
        return msgspec.json.encode(out)

    def _stepped(self, script: Script, iterator: Any) -> Any:
        """One value a tick. A generator's pending values are waited for: what they give counts, and is sent to it."""
        own = iterator if type(iterator) is GeneratorType else None
        answer: Any = None
        error: Exception | None = None
        try:
            while True:
                try:
                    if own is None or (answer is None and error is None):
                        value = next(iterator)
                    else:
                        value = own.send(answer) if error is None else own.throw(error)
                except StopIteration as e:
                    if e.value is not None:
                        script.keep(self._returned.update, self._told(e.value))
                    break
                answer = error = None
                if own is not None and hasattr(value, "done") and hasattr(type(value), "value"):
                    waits = not value.done
                    try:
                        answer = (yield value) if waits else value.value
                    except Exception as e:  # noqa: BLE001 - the other side's error belongs to the snippet
                        error = e
                        continue
                    self._step(script, answer)
                    if waits:
                        continue
                else:
                    self._step(script, value)
                del value
                yield
        finally:
            self.iterator = None
            if own is not None:
                own.close()
        self._finish(script)

    def _step(self, script: Script, value: Any) -> None:
        told = one_line(value, MAX_STEP_TEXT)
        row = None
        try:
            row = script.records.row(script.lane.now, ROWS_KEY, value)
            kept = msgspec.Raw(encode(value, ROWS_KEY)) if self._form == "json" else told
        except (EncodeError, LimitError):
            kept = told
        if row is None:
            row = script.records.row(script.lane.now, ROWS_KEY, told)
        if isinstance(kept, msgspec.Raw) and len(bytes(kept)) > 4 * MAX_STEP_TEXT:
            kept = told
        script.keep(self._keep, script, kept, row)

    def _keep(self, script: Script, kept: Any, row: bytes | None) -> None:
        self.steps += 1
        if len(self._first) < _STEPS_KEPT:
            self._first.append(kept)
        else:
            self._last.append(kept)
            del self._last[:-_STEPS_KEPT]
        if row is not None:
            script.records.add(row)

    def _told(self, value: Any) -> dict[str, Any]:
        told: dict[str, Any] = {"type": class_name(value)}
        if self._form == "json":
            try:
                data = encode(value, ROWS_KEY)
            except (EncodeError, LimitError) as e:
                told["not_json"] = str(e)[:400]
            else:
                if len(data) <= MAX_JSON:
                    return told | {"value": msgspec.Raw(data)}
                told["not_json"] = f"{len(data):,} bytes of JSON, at most {MAX_JSON:,}: take a part of it"
        return told | {"value": value_text(value)}

    def _finish(self, script: Script) -> None:
        """It ends with this step, and what it has scheduled or listens to with it."""
        self._handles = len(script.timers) + len(script.watches) + len(script.conditions) + len(script.measures)
        script.stopping = True
