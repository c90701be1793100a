"""How each type of entity moves in clear air, and what of a change of velocity that leaves unexplained.

One row a type; a type without a row gives NaN, never a guess. Sources: OrHy3/MinecraftMotionTools (gravity, drag and
order of all rows), Meteor Client's ProjectileEntitySimulator (arrows and what is thrown), lntricate1/CannonLib (TNT,
falling blocks), mcpk.wiki and PrismarineJS/prismarine-physics (living things).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ticklane._name_table import NameTable
from ticklane.arrays import B1, F8, I8

__all__ = ["FREE_MOTION", "FreeMotion", "Motion", "motion_of", "moved", "unexplained"]


class FreeMotion(NamedTuple):
    """One type's motion: blocks and ticks.

    `gravity_last`: drag comes before gravity; else gravity before drag. Where the move itself comes in does not matter
    for the velocity at the end of a tick. `still`: a component of the velocity below it counts as none.
    """

    gravity: float
    drag_y: float
    drag_xz: float
    gravity_last: bool = False
    still: float = 0.0


# The game's floats where it calculates with floats.
_F98: Final = 0.9800000190734863
_F99: Final = 0.9900000095367432
_F91: Final = 0.9100000262260437

_LIVING: Final = FreeMotion(0.08, _F98, _F91, still=0.003)

# Everything with legs and the common gravity that the game moves itself. Not: players (their client moves them), what
# flies, glides or falls slowly (allay, bat, bee, blaze, breeze, chicken, ghasts, parrot, phantom, vex, wither, dragon,
# shulker), squids.
_WALKING: Final = """
    armadillo armor_stand axolotl bogged camel camel_husk cat cave_spider cod copper_golem cow creaking creeper dolphin
    donkey drowned elder_guardian enderman endermite evoker fox frog giant goat guardian hoglin horse husk illusioner
    iron_golem llama magma_cube mooshroom mule nautilus ocelot panda parched pig piglin piglin_brute pillager polar_bear
    pufferfish rabbit ravager salmon sheep silverfish skeleton skeleton_horse slime sniffer snow_golem spider stray
    strider tadpole trader_llama tropical_fish turtle villager vindicator wandering_trader warden witch wither_skeleton
    wolf zoglin zombie zombie_horse zombie_nautilus zombie_villager zombified_piglin
"""

FREE_MOTION: Final[dict[str, FreeMotion]] = {
    "tnt": FreeMotion(0.04, 0.98, 0.98),
    "falling_block": FreeMotion(0.04, 0.98, 0.98),
    "item": FreeMotion(0.04, 0.98, 0.98),
    "experience_orb": FreeMotion(0.03, 0.98, 0.98),
    "fishing_bobber": FreeMotion(0.03, 0.92, 0.92),
    "minecart": FreeMotion(0.04, 0.95, 0.95),
    "arrow": FreeMotion(0.05, _F99, _F99, gravity_last=True),
    "spectral_arrow": FreeMotion(0.05, _F99, _F99, gravity_last=True),
    "trident": FreeMotion(0.05, _F99, _F99, gravity_last=True),
    "llama_spit": FreeMotion(0.06, _F99, _F99, gravity_last=True),
    "snowball": FreeMotion(0.03, _F99, _F99),
    "egg": FreeMotion(0.03, _F99, _F99),
    "ender_pearl": FreeMotion(0.03, _F99, _F99),
    "splash_potion": FreeMotion(0.05, _F99, _F99),
    "lingering_potion": FreeMotion(0.05, _F99, _F99),
    "experience_bottle": FreeMotion(0.07, _F99, _F99),
    **dict.fromkeys(_WALKING.split(), _LIVING),
}
"""By the type's name without its namespace, in clear air and from Minecraft 1.21.2 on."""


@dataclass(frozen=True, slots=True)
class Motion:
    """The rows of n entities: velocity after a free tick = velocity * drag - fall. NaN where the type has no row."""

    drag: F8  # (n, 3)
    fall: F8  # (n, 3)
    hold: F8  # (n,) vertical velocity of one that rests on the ground
    still: F8  # (n,)
    any_still: bool


class _Rows:
    """The table by type code + 1: columns drag (3), fall (3), hold, still. Filled code by code."""

    def __init__(self) -> None:
        self._values = np.full((256, 8), np.nan)
        self._known = np.zeros(256, np.bool_)
        self._known[0] = True  # code -1: no type

    def of(self, codes: NDArray[np.integer[Any]], table: NameTable) -> Motion:
        places = codes + 1
        if len(places) and int(places.max()) >= len(self._known):
            more = int(places.max()) + 64 - len(self._known)
            self._values = np.concatenate([self._values, np.full((more, 8), np.nan)])
            self._known = np.concatenate([self._known, np.zeros(more, np.bool_)])
        if not self._known[places].all():
            self._learn(np.unique(codes).tolist(), table)
        values = self._values[places]
        still = values[:, 7]
        return Motion(values[:, 0:3], values[:, 3:6], values[:, 6], still, bool((still > 0).any()))

    def _learn(self, codes: list[int], table: NameTable) -> None:
        for code in codes:
            if self._known[code + 1]:
                continue
            motion = FREE_MOTION.get(str.__str__(table.name(code)).removeprefix("minecraft:"))
            if motion is not None:
                g, dy, dxz = motion.gravity, motion.drag_y, motion.drag_xz
                fall = g if motion.gravity_last else g * dy
                # Standing still, only what gravity adds after the move remains; before the move the ground takes it.
                hold = -fall if motion.still else 0.0
                self._values[code + 1] = (dxz, dy, dxz, 0.0, fall, 0.0, hold, motion.still)
            self._known[code + 1] = True


_tables: WeakKeyDictionary[NameTable, _Rows] = WeakKeyDictionary()


def motion_of(codes: NDArray[np.integer[Any]], table: NameTable) -> Motion:
    """The motion of entities by their type codes."""
    rows = _tables.get(table)
    if rows is None:
        rows = _tables[table] = _Rows()
    return rows.of(codes, table)


def unexplained(before: F8, after: F8, motion: Motion, held: B1) -> F8:
    """(…, n, 3) blocks/tick: `after` less what free motion makes of `before`; NaN where that is not known.

    `held` (…, n): on the ground before and after. The ground bears those: their vertical velocity is explained when it
    stays or is that of one at rest.
    """
    start = before
    if motion.any_still:
        still = motion.still[:, None]
        start = np.where(np.abs(before) < still, 0.0, before)
    out = start * motion.drag
    np.subtract(after, out, out=out)
    out += motion.fall
    if held.any():
        vertical, was, now = out[..., 1], before[..., 1], after[..., 1]
        borne = np.where(now == was, 0.0, now - motion.hold)
        out[..., 1] = np.where(held, borne + 0.0 * vertical, vertical)
    return out


def moved(ticks: I8, pos: F8) -> B1:
    """(t, n) whether a place differs from that of the tick before; False where either is not known, and in row 0."""
    out = np.zeros(pos.shape[:2], np.bool_)
    if len(pos) > 1:
        before, after = pos[:-1], pos[1:]
        known = np.isfinite(before).all(axis=-1) & np.isfinite(after).all(axis=-1)
        out[1:] = (before != after).any(axis=-1) & known & (np.diff(ticks) == 1)[:, None]
    return out
