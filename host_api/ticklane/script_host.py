"""All a script can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

from ticklane.arrays import Pos
from ticklane.block import Block
from ticklane.blocks import Blocks
from ticklane.entities import Entities
from ticklane.entity import Entity, Player
from ticklane.game import Game, Vantage
from ticklane.handles import Capture, CommandReply, Handle, Pending, Snapshot
from ticklane.pictures import CameraKind, Draw, PictureFile
from ticklane.script import Filter, Lane
from ticklane.series import Track
from ticklane.triggers import Trigger

if TYPE_CHECKING:
    import numpy as np

__all__ = ["ScriptHost"]


class ScriptHost(Protocol):
    """The game, as one script on one lane sees it; every function of a script gets it as its first argument.

    What changes is a call (`tick()`), what is fixed for the run an attribute (`seed`). A place is one argument of
    three numbers (tuple, list or array), in blocks, at the feet; an area is two corners, both inside, as in /fill.
    Velocities are blocks per tick, angles degrees, times game ticks. "tnt" equals "minecraft:tnt"; a name that the
    game does not know raises UnknownNameError with the nearest that exist.

    A step runs at the end of a game tick, after every entity has ticked. Step 0 holds the module body, on_start and
    the first part of run; on_tick begins in step 1. So what step 0 spawned has moved exactly elapsed() times.
    """

    # -- fixed for the run
    @property
    def params(self) -> Mapping[str, Any]:
        """The parameters: the header's [tool.ticklane.params], overridden by the arguments of the start. Read-only."""
        ...

    @property
    def seed(self) -> int:
        """The run's seed, which `random` starts from."""
        ...

    @property
    def vantage(self) -> Vantage:
        """The lane this script sees the game from; `vantage.authoritative` is False on client lanes."""
        ...

    @property
    def game(self) -> Game:
        """Host, version and abilities of the game: `"mob_ai" in host.game.has`."""
        ...

    @property
    def random(self) -> np.random.Generator:
        """A numpy generator seeded by `seed`: use it instead of your own, so that a run can be repeated."""
        ...

    @property
    def internals(self) -> Any:
        """The game's raw object behind this lane (embedded host: Minestom's `Instance`), its public methods callable.

        Needs the capability `internals`, else NotAllowedError; NotHereError where the host gives out none. What you do
        with it is outside every promise of this page: an object may change under you, and a call can break the game.
        """
        ...

    # -- time and life
    def tick(self) -> int:
        """The game's tick counter: the tick that has just ended. One number for all lanes; an old world starts high."""
        ...

    def elapsed(self) -> int:
        """Ticks since this script's step 0, where it is 0."""
        ...

    def schedule(self, tick: int, action: Callable[[], object]) -> Handle:
        """Call action() in the step of that game tick. A tick that is not ahead raises ValueError; see after()."""
        ...

    def after(self, n: int, action: Callable[[], object]) -> Handle:
        """Call action() once, n >= 1 ticks from now. Raises ValueError for a smaller n."""
        ...

    def every(self, n: int, action: Callable[[], object]) -> Handle:
        """Call action() each n >= 1 ticks, first n ticks from now, until the handle is cancelled."""
        ...

    def on(self, trigger: Trigger, handler: Callable[[Any], object], *, quiet: int = 0) -> Handle:
        """Call handler(event) each time the trigger fires, and then not again for `quiet` ticks.

        A trigger is an event kind ("explosion"), an Impulse, Landed or Enters, or a function without arguments
        that is called each step and fires when its answer turns truthy: the handler then gets that answer. Events of
        a tick arrive in its step, in the order they happened; those of the script's own acts in the next step. For
        Impulse, Landed and Enters `quiet` counts for each entity by itself.
        Raises UnknownNameError for a kind or a type that does not exist.

            host.on("entity_remove", gone.append)
            host.on(Enters((0, 64, 0), (4, 70, 4), type="item"), lambda event: host.log(event.id, event.pos))
            host.on(lambda: len(host.entities(type="item")) > 500, report, quiet=1200)
        """
        ...

    def stop(self) -> None:
        """End this script when the step is over, reason "finished"; the rest of the step still runs."""
        ...

    def reason(self) -> str:
        """Why the script ends, in on_stop: "finished", "stopped", "failed", "budget", ...; "" while it runs."""
        ...

    # -- seeing
    def entities(
        self,
        radius: float | None = None,
        filter: Filter | None = None,
        *,
        type: str | Sequence[str] | None = None,
        tag: str | None = None,
        center: Pos | None = None,
    ) -> Entities:
        """All loaded entities, players too, as they are now; the arguments each leave out some.

        Args:
            radius: blocks from `center` to the feet; without a center from self(), which is NotHereError where
                there is no own player.
            filter: gets the table, gives a mask: `lambda es: (es.y < 64) & ~es.on_ground`.
            type: one type or several. Raises UnknownNameError.
            tag: a scoreboard tag.
            center: three numbers.

        The first call in a step costs a copy of the table, further ones next to nothing until the world is changed.
        """
        ...

    def self(self) -> Player:
        """The lane's own player, on client lanes and in single player; NotHereError elsewhere."""
        ...

    def players(self) -> list[Player]:
        """Everyone online, in join order."""
        ...

    def block(self, pos: Pos) -> Block:
        """The block there. Raises UnloadedError."""
        ...

    def blocks(self, a: Pos, b: Pos) -> Blocks:
        """Copy the area between two corners, both inside. Raises UnloadedError, LimitError."""
        ...

    # -- acting
    def spawn(
        self,
        type: str,
        pos: Pos,
        *,
        vel: Pos = (0, 0, 0),
        yaw: float = 0,
        pitch: float = 0,
        tag: str | None = None,
        fuse: int | None = None,
        block: str | None = None,
        item: str | None = None,
        count: int = 1,
        nbt: str | None = None,
    ) -> Entity:
        """Put an entity into the world, as /summon: exactly this state, nothing random added.

        It first moves in the next tick. Raises UnknownNameError, UnloadedError.

        Args:
            type: "tnt", "falling_block", "item", ...
            pos: blocks, the feet.
            vel: blocks/tick.
            yaw, pitch: degrees.
            tag: a scoreboard tag to find it by.
            fuse: TNT only, ticks; the game's 80 without it.
            block: falling_block only, the state it is made of; sand without it.
            item, count: item only, what and how many.
            nbt: more, in the form /summon takes.
        """
        ...

    def modify(
        self,
        who: Entity | Entities,
        *,
        pos: Pos | None = None,
        vel: Pos | None = None,
        yaw: float | None = None,
        pitch: float | None = None,
    ) -> None:
        """Set state of one entity or of a table's; what is not given stays.

        For a table, pos and vel are three numbers for all or (n, 3) for each. Raises GoneError for the first that is
        gone; all others have been set then.
        """
        ...

    def remove(self, who: Entity | Entities) -> int:
        """Take away without drops, cause "script"; gives how many were still there."""
        ...

    def set_block(self, pos: Pos, block: str, *, update: bool = True) -> Block:
        """Set one block, give the old one. update=False tells no neighbour. Raises UnknownNameError, UnloadedError."""
        ...

    def set_blocks(self, blocks: Blocks, at: Pos | None = None) -> int:
        """Write a copied area back (undo), or with its low corner at another place; gives the cells changed."""
        ...

    def fill(self, a: Pos, b: Pos, block: str) -> int:
        """Fill the area between two corners, both inside, as /fill without its limit; gives the cells changed."""
        ...

    def ignite(self, pos: Pos, fuse: int = 80) -> Entity:
        """Turn a TNT block into primed TNT, as by flint and steel; ValueError where there is none."""
        ...

    def command(self, text: str) -> CommandReply:
        """Run a command, slash optional: with level 4 on the server lane, as the player on client lanes.

        Raises CommandError when it is not a command; one that failed gives a reply with ok False.
        """
        ...

    def snapshot(self, a: Pos, b: Pos) -> Snapshot:
        """Remember the blocks and the entities of an area, for restore().

        Of the entities whose feet are in it everything is remembered but the id; players aren't. All snapshots of a
        lane share 256 MiB: 4 bytes a block, 4 KiB an entity; one that the script lets go of is given back. Raises
        UnloadedError, LimitError.
        """
        ...

    def restore(self, snapshot: Snapshot, *, seed: int | None = None) -> None:
        """Put an area back, as often as you like. A seed restarts the world's randomness and host.random's.

        What is in the area now goes (cause "script"), and so do remembered entities that have left it. Then those that
        were in it come again, in their order and behind all others, with their UUIDs and tags but new ids: find them by
        these. What was born in the area and has left it stays. With the same seed what follows is the same to the bit,
        new UUIDs too, as far as nothing outside the area has a part in it; tick() goes on.

            clean = host.snapshot((-8, 56, -8), (8, 72, 8))
            for seed in range(100):
                host.restore(clean, seed=seed)
                yield 100
        """
        ...

    # -- measuring
    def track(self, who: Entities | Filter, ticks: int) -> Track:
        """The last `ticks` ticks of some entities, as a Series that grows with each step; its first row is now.

        Each further row is the state at the beginning of a step, before any script has changed anything. Tracks and
        captures of a script share 64 MiB: a row holds 66 bytes an entity, and there is room for up to twice `ticks`.

        Args:
            who: a table (those entities, for good), or a filter (all that pass it, as they come: each is followed from
                the step it first passes until it leaves the world).
            ticks: rows kept, at least 1.

        Raises LimitError when that needs more than the memory that is left, now or as entities come.

            path = host.track(host.entities(type="tnt"), ticks=40)
            yield 40
            path.vel[:, 0], path.impulse[:, 0]
        """
        ...

    def capture(
        self,
        trigger: Trigger,
        *,
        before: int = 20,
        after: int = 20,
        entities: Entities | Filter | None = None,
        limit: int = 10_000,
        overlap: Literal["merge", "separate", "skip"] = "separate",
    ) -> Capture:
        """Keep a Window of rows around each firing of a trigger.

        A window closes at the beginning of the step `after` ticks later. Its rows are the states at the beginning of
        steps, before any script has changed anything. Memory is bounded: what doesn't fit is given up as a whole window
        and counted in `dropped`, never shortened.

        Args:
            trigger: as for on().
            before, after: rows before and after the tick it fires in.
            entities: whose rows: a table, or a filter (followed as by track()); None is the one that fired, of its
                own. A function and "block_change" name no entity, so they need it.
            limit: windows kept; further ones are counted as dropped.
            overlap: what a firing inside an open window (of the same entity; with `entities` of the capture) does:
                "separate" its own window, "merge" the same one longer, "skip" nothing.

        Raises LimitError when one window, or the rows before and after of all that is there now, need more memory than
        is left; UnknownNameError for a type that doesn't exist.

            hits = host.capture(Impulse(0.1, type="tnt"), before=5, after=5)
            yield 600
            hits.cancel()
            [(w.tick, w.event.cause, w.impulse[w.row, 0]) for w in hits.windows]
        """
        ...

    def expect(self, name: str, measured: Any, expected: Any, tol: float = 1e-5) -> bool:
        """Put PASS or FAIL into the result: |measured - expected| <= tol; == for what isn't numbers. Never raises."""
        ...

    # -- telling
    def record(self, key: str, value: Any) -> None:
        """Append a row {tick, key, value} to the script's output file.

        Arrays, sets, bytes, dataclasses and numpy's numbers have a JSON form; NaN becomes null. EncodeError names the
        path to what has none.
        """
        ...

    def result(self, value: Any) -> None:
        """Give the answer: at most 64 KB of JSON (LimitError), the last one wins. What run() returns does the same."""
        ...

    def log(self, *values: Any) -> None:
        """A line for whoever watches; print() comes here too. A few lines a second are shown, the rest counted."""
        ...

    # -- pictures: what a client of this game sees, drawn in software
    @property
    def draw(self) -> Draw:
        """Draw into the pictures of the world: `host.draw.line(a, b, "red")`, `box`, `point`, `text`, `clear`."""
        ...

    def screenshot(
        self,
        name: str = "",
        *,
        camera: CameraKind = "orbit",
        at: Pos | None = None,
        yaw: float | None = None,
        pitch: float | None = None,
        distance: float | None = None,
        span: float | None = None,
        fov: float | None = None,
        width: int = 768,
        height: int = 432,
        labels: bool = True,
    ) -> PictureFile:
        """Save a picture in the run's folder and give its path at once; the file is there a frame or two later.

        `path = yield host.screenshot("blast")` waits for it. On the client lanes it shows this step; from the server
        lane what the client has been told of this step a tick later, or of a later one while the server sprints.

        Args:
            name: of the file, without ".png"; the same name again overwrites it. "": picture-0001, picture-0002, ...
            camera: "orbit" looks at a place, "eye" from it, "top" straight down (north is up), "iso" at equal angles.
            at: the place; the client's player when not given (its eyes for "eye", with a crosshair).
            yaw: degrees, 0 looks south, 90 west; 135 when not given, for "eye" the player's own, for "top" 180.
            pitch: degrees, 90 straight down; 30 for "orbit", 35.26 for "iso".
            distance: blocks from the place, for "orbit"; 16 when not given.
            span: blocks that the picture is high, for "top" and "iso"; 32 when not given.
            fov: degrees that the picture is high, for "orbit" and "eye"; 70 when not given.
            width: pixels, 16 to 1,920.
            height: pixels, 16 to 1,080.
            labels: names over entities, and the crosshair.

        Raises LimitError for more than 500 pictures or 256 MiB a run, or 8 that nobody has waited for.
        """
        ...

    def frame(
        self,
        camera: CameraKind = "eye",
        *,
        at: Pos | None = None,
        yaw: float | None = None,
        pitch: float | None = None,
        distance: float | None = None,
        span: float | None = None,
        fov: float | None = None,
        width: int = 640,
        height: int = 360,
        labels: bool = False,
    ) -> Pending:
        """Take a picture to measure in: `frame = yield host.frame("top", at=(0, 64, 0))` gives a Frame.

        It has colours, depths and entity ids as arrays and shows this step, wherever the entities stand in
        host.entities() now. Client lanes only; arguments as in screenshot().
        """
        ...

    # -- other lanes and scripts
    def send(self, script_id: str, value: Any) -> None:
        """Send a copy of a value to another script, where it is a "message" event in its next step, in the order sent.

        Numbers, text, lists, dicts, dataclasses; arrays become lists. UnknownNameError: nobody lives by that id.
        EncodeError: no plain value. LimitError: over 1 MiB, or 1,000 messages wait for it already.
        """
        ...

    def on_lane(self, lane: Lane, function: Callable[..., Any], *args: Any) -> Pending:
        """Call function(that lane's host, *args) in that lane's next step: `got = yield host.on_lane("server", f)`.

        A function at the top level of the script or of a module beside it; over there they are loaded a second time, as
        a companion script with the same budget. Arguments and result are copied, as in send(). What it raises is raised
        at the yield. NotHereError: that lane isn't open. LimitError: 256 calls wait for it already.
        """
        ...
