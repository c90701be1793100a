"""Values that go from one script to another: copied, so that no two share anything."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import numpy as np

from ticklane import EncodeError, LimitError

__all__ = ["MOST_BYTES", "from_plain", "to_plain"]

MOST_BYTES: Final = 1 << 20


def _hook(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, str):
        return str.__str__(value)
    raise EncodeError(
        f"a {type(value).__name__} can't go to another script: send numbers, text, lists, dicts, dataclasses, arrays"
    )


_encoder: Final = msgspec.msgpack.Encoder(enc_hook=_hook)


def to_plain(value: Any, call: str) -> bytes:
    """The value's copy as bytes, at most 1 MiB of them; arrays become lists. Raises EncodeError, LimitError."""
    try:
        raw = _encoder.encode(value)
    except EncodeError as e:
        raise EncodeError(f"{call}: {e}") from None
    except (TypeError, ValueError, OverflowError, RecursionError, UnicodeEncodeError) as e:
        raise EncodeError(f"{call}: {e}") from None
    if len(raw) > MOST_BYTES:
        raise LimitError(f"{call}: {len(raw):,} bytes, the limit is {MOST_BYTES:,}. Send a summary, or record it")
    return raw


def from_plain(raw: bytes) -> Any:
    return msgspec.msgpack.decode(raw)
