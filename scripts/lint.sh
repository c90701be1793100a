#!/usr/bin/env bash
# Formatting, lint, types and generated docs: nothing is changed, the first finding's kind ends it.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$1
python="$venv/bin/python"

step() { printf '\n== %s\n' "$*"; }

step "ruff: lint"
"$python" -m ruff check .
step "ruff: formatting"
"$python" -m ruff format --check .
step "mypy --strict"
"$python" -m mypy
step "docs: the reference and llms.txt are current"
"$python" docs/generate_reference.py --check
"$python" docs/generate_llms.py --check
step "Java formatting"
"$python" -m ticklane_cli._setup.maven spotless:check
