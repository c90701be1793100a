"""Prints the HTTP headers an MCP client has to send, as JSON: `python -m ticklane_cli._mcp_headers TOKEN_FILE`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ticklane_gateway.token import TokenError, load_token

__all__ = ["main"]


def main(token_file: str) -> int:
    """Print them and return 0, or the reason on stderr and 3."""
    try:
        token = load_token(Path(token_file))
    except TokenError as error:
        print(error, file=sys.stderr)
        return 3
    print(json.dumps({"Authorization": f"Bearer {token}"}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
