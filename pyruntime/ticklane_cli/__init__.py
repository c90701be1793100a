"""The `ticklane` command."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit with its code: 0 done, 1 ended otherwise, 2 usage, 3 environment."""
    if sys.argv[1:] == ["setup", "--quiet"]:
        # What every `make` target asks first: the answer is nearly always yes, and the command line costs 0.2 s.
        from ticklane_cli._pieces import is_set_up

        if is_set_up():
            return
    if sys.argv[1:2] == ["mcp"]:
        from ticklane_cli._commands.mcp import mcp, plain_arguments

        # The command line's parser takes longer to import than a client should wait for its first answer.
        if (plain := plain_arguments(sys.argv[2:])) is not None:
            raise SystemExit(mcp(plain[0], starts_game=plain[1]))
    from ticklane_cli._signals import end_on_signals

    end_on_signals()  # scripts stop, records and the run folder are complete
    try:
        from ticklane_cli._app import run_command_line

        code = run_command_line()
    except KeyboardInterrupt:
        # While Python still imports: nothing has been started that would have to be ended.
        print("interrupted before anything was started", file=sys.stderr)
        if "--json" in sys.argv:
            print('{"error":{"type":"interrupted","message":"interrupted before anything was started"}}')
        code = 1
    raise SystemExit(code)
