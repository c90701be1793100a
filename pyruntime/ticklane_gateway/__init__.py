"""The MCP endpoint of a game, as a process of its own: FastMCP behind a guard, speaking the control protocol."""

from __future__ import annotations

import os

# FastMCP reads its settings when first imported, by default also from `.env` in the current directory, which is a game
# folder; logging is ours, and nothing is traced.
os.environ["FASTMCP_ENV_FILE"] = os.devnull
os.environ["FASTMCP_LOG_ENABLED"] = "false"
os.environ["FASTMCP_TELEMETRY_MODE"] = "off"
