#!/usr/bin/env bash
# Everything that must hold: lint, Java tests, Python tests, a part of them on a second Python.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$1
python="$venv/bin/python"
started=$SECONDS
done_steps=()

step() {
  local name=$1
  shift
  local from=$SECONDS
  printf '\n======== %s\n' "$name"
  if "$@"; then
    done_steps+=("ok    $name ($((SECONDS - from)) s)")
  else
    local code=$?
    printf '\n'
    [ ${#done_steps[@]} -gt 0 ] && printf '%s\n' "${done_steps[@]}"
    printf 'FAIL  %s (%d s)\n' "$name" "$((SECONDS - from))"
    exit "$code"
  fi
}

version=$("$python" -c 'import platform; print(platform.python_version())')
step "lint and types" scripts/lint.sh "$venv"
step "Java tests" "$python" -m ticklane_cli._setup.maven verify
# Two at a time: half of a test's time is a game that starts or a wait.
parallel=(-n 2 --dist loadfile)
step "Python tests on $version" "$python" -m pytest -q "${parallel[@]}"

second=$(scripts/bootstrap.sh --second)
if [ -n "$second" ]; then
  version=$("$second/bin/python" -c 'import platform; print(platform.python_version())')
  step "set-up on $version" "$second/bin/python" -m ticklane_cli setup --quiet
  parts=()
  for part in tests/contract tests/runtime tests/runs/test_r*.py tests/toolchain tests/cli/test_smoke.py; do
    if [ -e "$part" ]; then parts+=("$part"); fi
  done
  step "Python tests on $version" "$second/bin/python" -m pytest -q "${parallel[@]}" -m "not slow" "${parts[@]}"
else
  done_steps+=("--    no second Python of 3.11 to 3.13 here: tested on $version only")
fi

printf '\n'
printf '%s\n' "${done_steps[@]}"
printf 'PASSED everything in %d s\n' "$((SECONDS - started))"
