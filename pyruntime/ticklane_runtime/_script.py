"""One run of one script: its functions, its handles, what it has told, and where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import Context
from types import CodeType, GeneratorType
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from ticklane_control.messages import StartRequest
from ticklane_runtime import _args
from ticklane_runtime._budget import HARD_ONCE_MS, SoftBudget
from ticklane_runtime._events import KINDS, ConditionWatch, EventWatch
from ticklane_runtime._fault import Fault
from ticklane_runtime._guard import masked
from ticklane_runtime._host_telling import Verdicts
from ticklane_runtime._measured_memory import Memory
from ticklane_runtime._one_off import OneOff, OneOffLines
from ticklane_runtime._output import Lines, Records
from ticklane_runtime._schedule import Timer
from ticklane_runtime._triggers import Parts, TriggerWatch

if TYPE_CHECKING:
    from ticklane_runtime._lane import Lane
    from ticklane_runtime._snapshots import Snapshots

__all__ = ["ENDED", "ENDING", "PAUSED", "RUNNING", "STARTING", "STATES", "Measure", "Program", "Script"]

T = TypeVar("T")

STARTING: Final = 0
RUNNING: Final = 1
PAUSED: Final = 2
ENDED: Final = 3
ENDING: Final = 4  # inside _end: on_stop may still call
_SOURCE_KEPT: Final = 1 << 16  # characters: the board keeps those of 256 ended scripts, too
STATES: Final = ("starting", "running", "paused", "ended", "ended")


class Program(Protocol):
    """Code to run as a script: a compiled bundle, or a test's own function.

    `sources` maps the file names of its code objects to their lines, the script's own first; `main` is that name.
    `codes` are its modules' code objects.
    """

    sources: dict[str, list[str]]
    main: str

    @property
    def codes(self) -> Iterable[CodeType]:
        """The code objects of its modules' bodies."""
        ...

    def prepare(self, host: object, flag: Any, check: Callable[[], None]) -> Any:
        """Make ready to run."""
        ...

    def run_body(self) -> None:
        """Run the module body."""
        ...

    def function(self, name: str) -> Callable[..., Any] | None:
        """A function the module defines, once its body has run."""
        ...

    def value(self, name: str, default: Any) -> Any:
        """A global of the module, once its body has run."""
        ...

    def close(self) -> None:
        """Take away what `prepare` has put anywhere."""
        ...


class Measure(Protocol):
    """A track, a capture or a handler of what entities do: fed with each step's table and events while it is active.

    `bits` are the event kinds it hears, `since` is the number of the first event that is new to it.
    """

    bits: int
    since: int
    active: bool

    @property
    def calls(self) -> bool:
        """Whether it is to be called in each step."""
        ...

    @property
    def function(self) -> Any:
        """The script's own that it calls, None for none."""
        ...

    def feed(self, snapshots: Snapshots, tick: int, *, fire: bool) -> None:
        """A step has begun; without `fire` the script is paused."""
        ...

    def close(self) -> None:
        """The script ends."""
        ...


class Script:
    """State of one run; the lane is what acts on it.

    `wall_ns` is that of the step that is under way, over all calls in it.
    """

    __slots__ = (
        "budget",
        "call_bits",
        "carry",
        "conditions",
        "end_tick",
        "enter",
        "event_bits",
        "fault",
        "first_serial",
        "generation",
        "generator",
        "grown",
        "hard_ns",
        "has_run",
        "header_bits",
        "host",
        "id",
        "lane",
        "lines",
        "measure_memory",
        "measured",
        "measures",
        "next_publish",
        "on_event",
        "on_stop",
        "on_tick",
        "one_off",
        "parked",
        "pending",
        "program",
        "raised",
        "ran",
        "reason",
        "records",
        "request",
        "resident",
        "result",
        "serves",
        "slot",
        "slow_line",
        "slow_ns",
        "start_tick",
        "state",
        "stays_paused",
        "steps",
        "stopping",
        "timers",
        "told",
        "told_wait",
        "unloaded_at",
        "unloaded_ticks",
        "unloads",
        "verdicts",
        "wake",
        "wall_decided",
        "wall_ns",
        "watches",
    )

    def __init__(self, lane: Lane, request: StartRequest, program: Program, slot: int, generation: int) -> None:
        self.lane = lane
        self.request = request
        self.program = program
        self.id = request.id
        self.slot = slot
        self.generation = generation
        self.state = STARTING
        self.reason = ""
        self.host: Any = None
        self.enter: Callable[..., Any] = Context().run  # calls in its own context: decimal's, numpy's errstate, …
        self.start_tick = lane.now
        self.end_tick = None if request.ticks is None else lane.now + request.ticks
        self.hard_ns = int((HARD_ONCE_MS if request.mode == "once" else request.hard_ms) * 1e6)
        self.budget = SoftBudget(request.budget_ms)
        self.slow_ns = self.budget.limit_ns
        self.has_run = False
        self.serves = False  # lives for the calls that others make of it
        self.resident = False  # a test's own host: lives without anything that calls it
        # what can call it
        self.generator: GeneratorType[Any, Any, Any] | None = None
        self.wake = 0
        self.pending: Any = None
        self.on_tick: Callable[..., Any] | None = None
        self.on_event: Callable[..., Any] | None = None
        self.on_stop: Callable[..., Any] | None = None
        self.timers: set[Timer] = set()
        self.parked: list[Timer] = []
        self.watches: tuple[EventWatch, ...] = ()
        self.conditions: tuple[ConditionWatch, ...] = ()
        self.measures: tuple[Any, ...] = ()
        self.measured: list[Measure] = []  # those that its end has closed
        self.measure_memory = Memory()
        self.header_bits = 0
        self.call_bits = 0  # of events that its own functions get
        self.event_bits = 0  # these and what its measures hear
        self.first_serial = lane.events.serial
        self.carry: list[Any] = []
        self.stopping = False
        self.unloaded_at = -1  # the tick in which its world was gone; -1 while that is there
        self.stays_paused = False  # somebody has paused it besides
        self.unloads = self.unloaded_ticks = 0  # how often it has waited for its world, and for how many ticks
        # what it says
        self.one_off = OneOff(request.one_off) if request.one_off else None
        self.lines: Lines = (OneOffLines if request.one_off else Lines)(lane.bridge, slot, lane.guard.watch)
        self.records = Records(lane.bridge, slot, request.records.rows_per_tick)
        self.verdicts = Verdicts()
        self.result: bytes | None = None
        self.fault: Fault | None = None
        self.raised: BaseException | None = None
        self.told: tuple[Any, int] = (None, 0)
        self.told_wait = 0  # the tick of a long yield, -1 a pending value
        self.next_publish = 0
        # time
        self.ran = False
        self.wall_ns = 0
        self.slow_line = 0  # of the last call that alone was over budget
        self.steps = 0
        self.wall_decided = False
        self.grown = 0  # bytes it is charged with, while the process has grown a lot

    def bind(self) -> None:
        """Find the module's functions, once its body has run."""
        find = self.program.function
        for name in ("on_start", "on_tick", "on_event", "on_stop"):
            if _args.waits(find(name)):
                raise TypeError(f"{name}() has a yield or is async, so a call would do nothing: only run() waits")
        self.on_tick = find("on_tick")
        self.on_stop = find("on_stop")
        if self.request.events and (on_event := find("on_event")) is not None:
            self.on_event = on_event
            for kind in self.request.events:
                self.header_bits |= 1 << KINDS.index(kind)
            self._subscribe()

    def alive(self) -> bool:
        """Whether anything can still call it.

        A run() that has returned was the experiment: what it still listens to doesn't hold it, what it has scheduled
        does.
        """
        return (
            self.on_tick is not None
            or self.generator is not None
            or bool(self.timers)
            or self.on_event is not None
            or (not self.has_run and bool(self.watches or self.conditions or self.measures))
            or self.resident
            or self.serves
        )

    def keep(self, method: Callable[..., T], *args: Any) -> T:
        """Change, masked, what the runtime keeps of it: `_guard.masked`."""
        return masked(self.lane.guard.watch, method, *args)

    # -- handles
    def timer(self, due: int, every: int, action: Callable[[], object]) -> Timer:
        timer = self.lane.queue.add(self, due, every, action)
        if self.state >= ENDED:
            timer.active = False
            self.lane.queue.ended()
        else:
            self.timers.add(timer)
        return timer

    def forget(self, timer: Timer) -> None:
        """A timer was cancelled."""
        self.timers.discard(timer)
        self.lane.queue.ended()

    def watch_event(self, kind: int, handler: Callable[[Any], object], quiet: int) -> EventWatch:
        watch = EventWatch(self, kind, handler, quiet, self.lane.events_so_far())
        if self.state >= ENDED:
            watch.active = False
        else:
            self.watches = (*self.watches, watch)
            self._subscribe()
        return watch

    def watch_condition(
        self, condition: Callable[[], object], handler: Callable[[Any], object], quiet: int
    ) -> ConditionWatch:
        watch = ConditionWatch(self, condition, handler, quiet, self.lane.now)
        if self.state >= ENDED:
            watch.active = False
        else:
            self.conditions = (*self.conditions, watch)
            self.lane.rebuild()
        return watch

    def forget_watch(self, watch: EventWatch | ConditionWatch) -> None:
        if isinstance(watch, EventWatch):
            self.watches = tuple(w for w in self.watches if w is not watch)
            self._subscribe()
        else:
            self.conditions = tuple(w for w in self.conditions if w is not watch)
            self.lane.rebuild()

    def watch_entities(self, parts: Parts, handler: Callable[[Any], object], quiet: int) -> TriggerWatch:
        watch = TriggerWatch(self, parts, handler, quiet, self.lane.events_so_far() if parts.bits else 0)
        self.add_measure(watch)
        return watch

    def add_measure(self, measure: Measure) -> None:
        """Feed it from the next step on."""
        if self.state >= ENDED:
            measure.close()
        else:
            self.measures = (*self.measures, measure)
            self._subscribe()
            self.lane.rebuild()

    def forget_measure(self, measure: Measure) -> None:
        self.measures = tuple(one for one in self.measures if one is not measure)
        self._subscribe()
        self.lane.rebuild()

    def _subscribe(self) -> None:
        bits = self.header_bits
        for watch in self.watches:
            bits |= watch.bit
        self.call_bits = bits
        for measure in self.measures:
            bits |= measure.bits
        if bits != self.event_bits:
            self.event_bits = bits
            self.lane.rebuild()

    def drop_handles(self) -> list[Any]:
        """Nothing of this script may be called any more; gives what was held for that."""
        held = [self.on_tick, self.on_event, self.on_stop, self.generator, self.pending]
        held += [timer.action for timer in self.timers] + [watch.handler for watch in self.watches]
        held += [part for watch in self.conditions for part in (watch.condition, watch.handler)]
        for timer in list(self.timers):
            timer.cancel()
        self.parked.clear()
        for watch in self.watches:
            watch.active = False
        for condition in self.conditions:
            condition.active = False
        self.watches = ()
        self.conditions = ()
        self.close_measures()
        held += self.measured
        self.measured = []
        self.header_bits = self.call_bits = self.event_bits = 0
        self.carry = []
        self.on_tick = self.on_event = self.on_stop = None
        self.generator = None
        self.pending = None
        return held

    def close_measures(self) -> None:
        """Tracks stop, captures close their open windows; both stay readable."""
        for measure in self.measures:
            measure.close()
        self.measured += self.measures
        self.measures = ()

    # -- what is published
    def identity(self) -> dict[str, Any]:
        """What stays the same for the run."""
        request = self.request
        return {
            "id": self.id,
            "generation": self.generation,
            "state": STATES[self.state],
            "lane": self.lane.name,
            "tick": self.lane.now,
            "elapsed": 0,
            "budget_ms": request.budget_ms,
            "hard_ms": request.hard_ms,
            "ticks": request.ticks,
            "mode": request.mode,
            "run": request.run_dir,
            "operation_id": request.operation_id,
            "source_hash": request.source_hash,
            **({"one_off": request.one_off} if request.one_off else {}),
            "source": _kept("\n".join(self.program.sources.get(self.program.main, ()))),
        }


def _kept(source: str) -> str:
    """What of a source is shown later: all of it, or its beginning."""
    if len(source) <= _SOURCE_KEPT:
        return source
    begun = source[:_SOURCE_KEPT].rpartition("\n")[0]
    return f"{begun}\n# … {len(source) - len(begun):,} characters more, which the game does not keep\n"
