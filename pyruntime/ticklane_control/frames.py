"""Frames of the control protocol: u32 length, u16 header length, header JSON, body. Big-endian, the same both ways.

The length counts everything after itself: the two bytes of the header length, the header and the body.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from ticklane_control.messages import MAX_FRAME_BYTES

__all__ = ["FrameError", "decode_length", "encode_frame", "read_frame", "split_frame"]

LENGTH_BYTES = 4
_LENGTH = struct.Struct(">I")
_HEADER_LENGTH = struct.Struct(">H")
MAX_HEADER_BYTES = 0xFFFF


class FrameError(ValueError):
    """Bytes that are no frame, or a frame over a bound; the connection that carried it is of no more use."""


def encode_frame(header: bytes, body: bytes = b"") -> bytes:
    """One frame as bytes; raises `FrameError` when header (64 KiB) or frame (16 MiB) is too large."""
    if len(header) > MAX_HEADER_BYTES:
        raise FrameError(f"the header has {len(header)} bytes, at most {MAX_HEADER_BYTES} fit")
    length = _HEADER_LENGTH.size + len(header) + len(body)
    if length > MAX_FRAME_BYTES:
        raise FrameError(f"the message has {length} bytes, at most {MAX_FRAME_BYTES} fit")
    return b"".join((_LENGTH.pack(length), _HEADER_LENGTH.pack(len(header)), header, body))


def decode_length(data: bytes) -> int:
    """The length in a frame's first four bytes; raises `FrameError` when no frame can have it."""
    length: int = _LENGTH.unpack(data)[0]
    if not _HEADER_LENGTH.size <= length <= MAX_FRAME_BYTES:
        raise FrameError(f"a frame of {length} bytes: must be {_HEADER_LENGTH.size} to {MAX_FRAME_BYTES}")
    return length


def split_frame(payload: bytes) -> tuple[bytes, bytes]:
    """Header and body of what follows a frame's length; raises `FrameError` when they don't add up."""
    if len(payload) < _HEADER_LENGTH.size:
        raise FrameError(f"a frame of {len(payload)} bytes has no header length")
    end: int = _HEADER_LENGTH.size + _HEADER_LENGTH.unpack_from(payload)[0]
    if end > len(payload):
        raise FrameError(f"the header says {end - _HEADER_LENGTH.size} bytes, the frame has {len(payload)}")
    return payload[_HEADER_LENGTH.size : end], payload[end:]


def read_frame(read_exactly: Callable[[int], bytes]) -> tuple[bytes, bytes]:
    """Header and body of the next frame from a source that returns exactly as many bytes as asked, or raises."""
    return split_frame(read_exactly(decode_length(read_exactly(LENGTH_BYTES))))
