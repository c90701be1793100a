"""Preparing scripts in tests: what is refused, by line."""

from __future__ import annotations

from typing import Any

import pytest

from ticklane_control.messages import StartRequest
from ticklane_toolchain import Refusal, prepare

__all__ = ["accepted", "header", "line_texts", "refused"]


def header(keys: str = "", body: str = "") -> str:
    """A script with `keys` under [tool.ticklane]."""
    lines = ["# /// script", "# [tool.ticklane]", *(f"# {line}" for line in keys.splitlines()), "# ///"]
    return "\n".join(lines) + f"\n{body}"


def accepted(source: str, **arguments: Any) -> StartRequest:
    return prepare(source=source, **arguments)


def refused(source: str = "", **arguments: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        prepare(source=source, **arguments)
    return caught.value


def line_texts(source: str, **arguments: Any) -> list[str]:
    """The findings of a refused script as "where: text: fix"."""
    return [f"{finding.where}: {finding}" for finding in refused(source, **arguments).findings]
