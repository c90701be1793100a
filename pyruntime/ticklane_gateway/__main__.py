from __future__ import annotations

from ticklane_gateway.main import run_and_exit

run_and_exit()
