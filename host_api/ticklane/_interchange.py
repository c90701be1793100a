"""A table of entities for others: flat numpy columns, Arrow, pandas; libraries are imported only when asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from ticklane.names import Names

if TYPE_CHECKING:
    from ticklane.entities import Entities

__all__ = ["arrow_table", "flat_columns", "pandas_frame"]

_AXES = ("x", "y", "z")
_NAMES = ("type", "item", "block")


def flat_columns(entities: Entities) -> dict[str, Any]:
    """One column a number: pos is x y z, vel is vx vy vz, the box is min_x … max_z. Names are numpy strings."""
    columns: dict[str, Any] = {"tick": np.full(len(entities), entities.tick, np.int64), "id": entities.id}
    columns["uuid"] = _strings(entities.uuid)
    columns["type"] = _strings(entities.type)
    for name, vectors in (
        ("", entities.pos),
        ("v", entities.vel),
        ("min_", entities.aabb_min),
        ("max_", entities.aabb_max),
    ):
        columns |= {name + axis: vectors[:, i] for i, axis in enumerate(_AXES)}
    for name in ("yaw", "pitch", "width", "height", "on_ground", "age", "health", "fuse", "count"):
        columns[name] = getattr(entities, name)
    columns["item"] = _strings(entities.item)
    columns["block"] = _strings(entities.block)
    columns["tags"] = np.fromiter((" ".join(sorted(tags)) for tags in entities.tags), object, len(entities))
    return columns


def arrow_table(entities: Entities) -> Any:
    """A pyarrow.Table: names are dictionary columns, tags lists of strings. ImportError says what to install."""
    arrow = _library("pyarrow")
    columns = flat_columns(entities)
    for name in _NAMES:
        names: Names = getattr(entities, name)
        distinct, index = np.unique(names.codes, return_inverse=True)
        words = [str.__str__(word) for word in names.of_codes(distinct)]
        columns[name] = arrow.DictionaryArray.from_arrays(index.astype(np.int32), words)
    columns["tags"] = arrow.array([sorted(tags) for tags in entities.tags], arrow.list_(arrow.string()))
    columns["uuid"] = arrow.array(list(map(str, entities.uuid)), arrow.string())
    return arrow.table(
        {name: np.ascontiguousarray(c) if isinstance(c, np.ndarray) else c for name, c in columns.items()}
    )


def pandas_frame(entities: Entities) -> Any:
    """A pandas.DataFrame of the flat columns, names as categories. ImportError says what to install."""
    pandas = _library("pandas")
    frame = pandas.DataFrame(flat_columns(entities))
    return frame.astype(dict.fromkeys(_NAMES, "category"))


def _strings(names: Names) -> Any:
    """Decoded once for each different name."""
    distinct, index = np.unique(names.codes, return_inverse=True)
    words = np.array([str.__str__(word) for word in names.of_codes(distinct)] or [""], object)
    return words[index] if len(names) else np.empty(0, object)


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as e:
        raise ImportError(f"{name} is not installed where the game's Python runs: pip install {name}") from e
