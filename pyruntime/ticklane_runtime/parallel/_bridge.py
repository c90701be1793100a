"""The bridge of a script's own process: what the runtime asks of Java goes through the pipe, output with it."""

from __future__ import annotations

import json
import os
from threading import Event, get_ident
from time import perf_counter_ns
from typing import Any, Final

from ticklane_runtime._errors import BridgeError, BudgetExceeded
from ticklane_runtime._ledger import SLOTS
from ticklane_runtime.parallel._shared import Table
from ticklane_runtime.parallel._wire import Wire

__all__ = ["Answer", "PipeBridge"]

_OWN_LEDGER: Final = 128  # its header and the one slot
_LOOK_S: Final = 0.05
_NO_BUDGET_MS: Final = 1e15
# What a lane refuses for, as an error of the contract.
_KINDS: Final = {
    "unknown_script": "unknown_name",
    "refused": "not_here",
    "busy": "not_here",
    "game_stopped": "not_here",
}


class Answer:
    """What the game says to one question, when it has."""

    __slots__ = ("body", "come", "good")

    def __init__(self) -> None:
        self.come = Event()
        self.good = False
        self.body = b""


class PipeBridge:
    """The methods of Java's `LaneBridge` that a script beside the game needs. `stop_asked` ends every wait in it."""

    def __init__(self, wire: Wire, facts: dict[str, Any], table: Table) -> None:
        self.wire = wire
        self.facts = facts
        self.table = table
        self.stop_asked = False
        self._main = get_ident()
        self._watch = bytearray(128)
        self._ledger = bytearray(8 * (8 + 8 * SLOTS))
        self._nothing = bytearray(112)
        self._answers: dict[int, Answer] = {}
        self._next = 0
        self._told = ""
        self._identified = False

    # -- questions
    def ask(self, what: str, body: bytes = b"", /, **fields: Any) -> bytes:
        """Ask and wait for the answer. Raises BridgeError when it is refused."""
        number, answer = self.question(what, body, **fields)
        while not answer.come.wait(_LOOK_S):
            if self.stop_asked and get_ident() == self._main:
                raise BudgetExceeded("this script is to end")
        del self._answers[number]
        if not answer.good:
            error = json.loads(answer.body)
            kind = str(error["type"])
            raise BridgeError(_KINDS.get(kind, kind), str(error["message"]))
        return answer.body

    def question(self, what: str, body: bytes = b"", /, **fields: Any) -> tuple[int, Answer]:
        """Ask; the answer is filled in when it has come. Whoever asks takes it out by `forget`."""
        answer = Answer()
        number = self._next = self._next + 1
        self._answers[number] = answer
        self.wire.send("ask", body, n=number, what=what, **fields)
        return number, answer

    def forget(self, number: int) -> None:
        self._answers.pop(number, None)

    def answered(self, header: dict[str, Any], body: bytes) -> None:
        """The game has answered; on the thread that reads."""
        answer = self._answers.get(int(header["n"]))
        if answer is not None:
            answer.body, answer.good = body, bool(header["ok"])
            answer.come.set()

    # -- buffers and time
    def watch(self) -> bytearray:
        return self._watch

    def ledger(self) -> bytearray:
        return self._ledger

    def events(self) -> bytearray:
        return self._nothing

    def entities(self) -> bytearray:
        return self._nothing

    def fillEntities(self) -> int:  # noqa: N802
        raise BridgeError("not_here", "the table of a script beside the game is read from shared memory")

    def nanoTime(self) -> int:  # noqa: N802
        return perf_counter_ns()

    def heapReserved(self) -> int:  # noqa: N802
        return 0

    def heapUsed(self) -> int:  # noqa: N802
        return 0

    def tick(self) -> int:
        return self.table.newest()

    def sprinting(self) -> bool:
        return False

    def info(self) -> str:
        facts = self.facts
        return json.dumps(
            facts | {"lane_budget_ms": _NO_BUDGET_MS, "script_memory_mib": facts["memory_mib"], "memory_watched": False}
        )

    # -- names, and who was removed: the game's own thread answers between two ticks
    def name(self, table: int, code: int) -> str:
        return self.ask("name", table=table, code=code).decode()

    def code(self, table: int, name: str) -> int:
        return int(self.ask("code", table=table, name=name))

    def suggest(self, table: int, name: str) -> str:
        return self.ask("suggest", table=table, name=name).decode()

    def removal(self, id: int) -> str:
        return self.ask("removal", id=id).decode()

    def players(self) -> str:
        return self.ask("players").decode()

    def self(self) -> int:
        return -1

    # -- events: messages alone come here, and not by this way
    def subscribe(self, mask: int) -> None:
        pass

    def drainEvents(self) -> int:  # noqa: N802
        return 0

    def eventsDropped(self) -> int:  # noqa: N802
        return 0

    def post(self, id: str, sender: str, raw: bytes) -> bool:
        self.ask("send", raw, to=id)
        return True

    # -- output
    def openOutput(  # noqa: N802
        self, slot: int, id: str, generation: int, run_dir: str, rotate_mib: int, rotate_files: int
    ) -> None:
        self.wire.send("open", run_dir=run_dir, rotate_mib=rotate_mib, rotate_files=rotate_files)
        self._told = json.dumps({"id": id, "generation": generation, "state": "running", "reason": ""})

    def scriptCode(self, slot: int, packed: bytes) -> None:  # noqa: N802
        """The last call before step 0, which may take as long as it likes: the start is answered now."""
        memoryview(self._ledger).cast("q")[14] = 1  # running
        self.tell_steps()
        self.wire.send("started", self._told.encode())

    def tell_steps(self) -> None:
        self.wire.send("ledger", bytes(self._ledger[:_OWN_LEDGER]))

    def records(self, slot: int, ndjson: bytes, rows: int) -> None:
        self.wire.send("records", ndjson, rows=rows)

    def line(self, slot: int, text: str) -> None:
        self.wire.send("line", text.encode())

    def event(self, slot: int, kind: str, text: str) -> None:
        self.wire.send("event", text.encode(), kind=kind)

    def overrun(self, slot: int, wall_ns: int, cpu_ns: int, line: int, counted: bool) -> None:
        pass

    def publish(self, slot: int, text: str) -> None:
        if not self._identified:
            self._identified = True
            changes = json.loads(text)
            changes.pop("budget_ms", None)  # of steps, which have none here
            changes.pop("hard_ms", None)
            text = json.dumps(changes | {"pid": os.getpid()})
        self.tell_steps()
        self.wire.send("publish", text.encode())
