"""The `ticklane` command: parsing, what is common to all commands, and how errors are told."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import CycloptsError, Parameter

from ticklane_cli._command_line import connecting, driving, playing, reading, setting_up, watching
from ticklane_cli._command_line.root import app
from ticklane_cli._exit import ENDED_OTHERWISE, FINISHED, USAGE, describe, not_run, print_error, print_json

__all__ = ["app", "run_command_line"]

# They are commands by being imported.
_ROOMS = (setting_up, playing, watching, driving, reading, connecting)


@app.meta.default
def _global(
    *tokens: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)],
    log_json: Annotated[bool, Parameter(negative=(), show_default=False, help="Log lines as JSON on stderr.")] = False,
    verbose: Annotated[
        int,
        Parameter(
            name=["--verbose", "-v"], count=True, show_default=False, help="Show more of the log; -vv shows all."
        ),
    ] = 0,
) -> Any:
    from ticklane_cli import _logging

    usual = _logging.INFO if tokens[:1] == ("serve",) else _logging.WARNING
    _logging.configure(as_json=log_json, verbose=verbose, usual=usual)
    return app(tokens, exit_on_error=False)


def run_command_line(arguments: Sequence[str] | None = None) -> int:
    """Parse and run; every error a user can act on is one line on stderr (and JSON on stdout with --json)."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    try:
        code = app.meta(arguments, exit_on_error=False)
    except CycloptsError as error:
        # Arguments that can't be read; cyclopts has shown it on stderr.
        if "--json" in arguments:
            text = str(error)
            print_json(
                not_run("", "usage", text) if "run" in arguments else {"error": {"type": "usage", "message": text}}
            )
        return USAGE
    except KeyboardInterrupt:
        print_error("interrupted")
        return ENDED_OTHERWISE
    except BrokenPipeError:
        # `ticklane output … | head`: who read has seen enough.
        sys.stderr.close()
        return FINISHED
    except Exception as error:
        known = describe(error)
        if known is None:
            raise
        code, kind, text = known
        print_error(text)
        if "--json" in arguments:
            print_json({"error": {"type": kind, "message": text}})
        return code
    return code if isinstance(code, int) else FINISHED
