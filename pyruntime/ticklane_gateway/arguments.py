"""Bad arguments of a call, answered in one line each that says what to write instead."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

import mcp_types
import pydantic
from fastmcp.exceptions import ToolError, ValidationError
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools.base import ToolResult

__all__ = ["ArgumentMiddleware"]


class ArgumentMiddleware(Middleware):
    """Names the argument (or tool) at fault and the nearest that exists."""

    async def on_call_tool(
        self, context: MiddlewareContext[mcp_types.CallToolRequestParams], call_next: CallNext[Any, ToolResult]
    ) -> ToolResult:
        """Refuse what the tool doesn't know; put pydantic's findings in plain words."""
        name, given = context.message.name, context.message.arguments or {}
        if context.fastmcp_context is None:
            return await call_next(context)
        server = context.fastmcp_context.fastmcp
        tool = await server.get_tool(name)
        if tool is None:
            known = [tool.name for tool in await server.list_tools()]
            raise ToolError(f"there is no tool {name!r}{_nearest(name, known)}")
        known = list(tool.parameters.get("properties", {}))
        unknown = [argument for argument in given if argument not in known]
        if unknown:
            raise ToolError("\n".join(f"{name}: no argument {it!r}{_nearest(it, known)}" for it in unknown))
        try:
            return await call_next(context)
        except ValidationError as error:
            cause = error.__cause__
            if not isinstance(cause, pydantic.ValidationError):
                raise
            raise ToolError("\n".join(_plain(name, cause))) from error


def _plain(tool: str, error: pydantic.ValidationError) -> Iterable[str]:
    for finding in error.errors(include_url=False, include_context=False):
        place = ".".join(str(part) for part in finding["loc"])
        if finding["type"] == "missing_argument":
            yield f"{tool}: the argument {place!r} is missing"
            continue
        shown = repr(finding["input"])
        yield f"{tool}: {place}: {finding['msg']}, not {shown if len(shown) <= 80 else shown[:79] + '…'}"


def _nearest(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f", did you mean {near[0]!r}?" if near else f"; there are: {' '.join(known)}"
