"""The `ticklane` command."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit with its code: 0 done, 1 ended otherwise, 2 usage, 3 environment."""
    from ticklane_cli._app import run_command_line

    raise SystemExit(run_command_line())
