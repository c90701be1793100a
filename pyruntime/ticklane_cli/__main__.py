"""`python -m ticklane_cli`."""

from __future__ import annotations

from ticklane_cli import main

if __name__ == "__main__":
    main()
