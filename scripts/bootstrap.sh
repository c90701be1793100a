#!/usr/bin/env bash
# Prints the folder of a virtual environment with this checkout installed in it, made when it isn't there yet.
#
#   scripts/bootstrap.sh                 .venv, with the newest Python that can be embedded (or the one it has already)
#   PYTHON=python3.12 scripts/bootstrap.sh   build/venv-3.12 when .venv has another version
#   scripts/bootstrap.sh --pick          only "VERSION PATH" of the Python it would take
#   scripts/bootstrap.sh --second        build/venv-X.Y with the oldest other version, prints nothing when there is none
set -euo pipefail
cd "$(dirname "$0")/.."

probe=pyruntime/ticklane_cli/_setup/python_build.py

say() { printf '%s\n' "$*" >&2; }

# Interpreters by name on PATH, then in the usual folders, for one version "3.13".
candidates() {
  local version=$1 name
  for name in "python$version" python3 python; do type -aP "$name" 2>/dev/null || true; done
  {
    # The newest patch release of each first.
    printf '%s\n' "${PYENV_ROOT:-$HOME/.pyenv}/versions/$version".* | sort -V -r
    printf '%s\n' "$HOME/.local/share/uv/python/cpython-$version".* | sort -V -r
    printf '%s\n' "$HOME/.local/share/mise/installs/python/$version" "/opt/homebrew/opt/python@$version" /usr/local /usr
  } | while IFS= read -r folder; do
    if [ -x "$folder/bin/python$version" ]; then printf '%s\n' "$folder/bin/python$version"; fi
  done
}

# Prints "VERSION PATH" when this interpreter can be embedded; says why not otherwise.
embeddable() {
  local verdict
  verdict=$("$1" -I "$probe" 2>/dev/null) || return 1
  if [ "${verdict%% *}" = ok ]; then
    printf '%s\n' "${verdict#ok }"
  else
    case "$verdict" in
      *outside*) ;; # a `python3` of another version is nothing to tell about
      *) say "skipped $1: ${verdict#no }" ;;
    esac
    return 1
  fi
}

# Prints "VERSION PATH" of the first that can be embedded, of the versions given in order.
pick() {
  local version candidate found seen=" "
  for version in "$@"; do
    while IFS= read -r candidate; do
      case "$seen" in *" $candidate "*) continue ;; esac
      seen="$seen$candidate "
      if found=$(embeddable "$candidate") && [ "${found%% *}" = "$version" ]; then
        printf '%s\n' "$found"
        return 0
      fi
    done < <(candidates "$version")
  done
  return 1
}

missing() {
  say "No Python 3.11, 3.12 or 3.13 with a shared libpython, headers and venv was found.${1:+ $1}"
  say "Install: pyenv with PYTHON_CONFIGURE_OPTS=--enable-shared; Debian/Ubuntu: sudo apt install python3-dev python3-venv; macOS: brew install python@3.13"
  exit 3
}

# Makes the environment at $1 with the interpreter $2 and installs this checkout with its development tools.
install_into() {
  local venv=$1 python=$2 stamp="$1/ticklane.stamp" made_from
  made_from="$(cksum <pyproject.toml) $PWD"
  if [ -x "$venv/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$made_from" ]; then return 0; fi
  say "setting up $venv with $("$python" --version 2>&1)"
  if [ ! -x "$venv/bin/python" ]; then "$python" -m venv "$venv" >&2; fi
  local try
  for try in 1 2 3; do
    # Dependency groups need pip 25.1, newer than what these Pythons bring.
    if "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "pip>=25.1" >&2 &&
      "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable . --group dev >&2; then
      printf '%s' "$made_from" >"$stamp"
      return 0
    fi
    if [ "$try" -lt 3 ]; then
      say "pip failed, trying again"
      sleep $((try * 3))
    fi
  done
  return 1
}

version_of() { "$1" -c 'import sys; print("{}.{}".format(*sys.version_info[:2]))'; }

if [ "${1:-}" = --second ]; then
  main_version=$(version_of .venv/bin/python)
  others=()
  for version in 3.11 3.12 3.13; do
    if [ "$version" != "$main_version" ]; then others+=("$version"); fi
  done
  # Only a second version is wanted here, so what was skipped was told before.
  if found=$(pick "${others[@]}" 2>/dev/null); then
    mkdir -p build
    install_into "build/venv-${found%% *}" "${found#* }"
    printf '%s\n' "$PWD/build/venv-${found%% *}"
  fi
  exit 0
fi

if [ "${1:-}" = --pick ]; then
  pick 3.13 3.12 3.11 || missing
  exit 0
fi

if [ -n "${PYTHON:-}" ]; then
  case "$PYTHON" in [0-9]*) PYTHON="python$PYTHON" ;; esac
  found=$(embeddable "$PYTHON") || {
    # `make PYTHON=3.12` finds a 3.12 that isn't on PATH, too.
    version=${PYTHON##*python}
    found=$(pick "$version") || missing "PYTHON=$PYTHON can't be used."
  }
elif [ -x .venv/bin/python ]; then
  found=$(embeddable .venv/bin/python) || missing ".venv can't be used: remove it."
else
  found=$(pick 3.13 3.12 3.11) || missing
fi

venv=.venv
if [ -x .venv/bin/python ] && [ "$(version_of .venv/bin/python)" != "${found%% *}" ]; then
  mkdir -p build
  venv="build/venv-${found%% *}"
fi
install_into "$venv" "${found#* }"
printf '%s\n' "$PWD/$venv"
