# Every target does its own set-up; what is there already is not made again.
#   make run [SCRIPT=… ARGS='--ticks 100']   make test   make bench   make soak   make lint   make wheel   make setup   make clean
#   PYTHON=3.12 (or a path) chooses the Python; TICKLANE_JAVA_HOME the Java.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup run test bench soak lint wheel clean
MAKEFLAGS += --no-print-directory

PYTHON ?=
SCRIPT ?= examples/falling_blocks.py
ARGS ?=
TICKS ?= 1000000
export PYTHON

ready = venv=$$(scripts/bootstrap.sh) && "$$venv/bin/python" -m ticklane_cli setup --quiet

help: ## what can be made
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 10

setup: ## the virtual environment, jep, our jars, Minestom, the AOT cache
	@venv=$$(scripts/bootstrap.sh) && exec "$$venv/bin/python" -m ticklane_cli setup

run: ## run SCRIPT (the falling blocks) on the embedded server
	@$(ready) && exec "$$venv/bin/python" -m ticklane_cli run $(SCRIPT) $(ARGS)

test: ## lint, types and every test, on two Pythons
	@$(ready) && exec scripts/test.sh "$$venv"

lint: ## formatting, lint, types, Java formatting, docs
	@$(ready) && exec scripts/lint.sh "$$venv"

bench: ## measure, as a table and build/bench.json
	@$(ready) && exec "$$venv/bin/python" -m tests.bench $(ARGS)

soak: ## TICKS (1000000) with scripts of every mode and fate in one game; fails when it grows
	@$(ready) && exec "$$venv/bin/python" -m tests.soak $(TICKS)

wheel: ## dist/ticklane-*.whl with our jars inside
	@$(ready) && "$$venv/bin/python" -m build --no-isolation --wheel --outdir dist . && ls -l dist/*.whl

clean: ## remove what was built (virtual environments stay)
	@rm -rf dist build/ticklane build/bench.json jvm-mod/target jvm-mod/*/target
