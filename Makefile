# Roost's two commands: `make run` starts it, `make test` checks everything. Both set up .venv by themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help run test check format bench clean
.DEFAULT_GOAL := help

help: ## show this help
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1|\2/' | column -t -s '|'

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Roost needs Python 3.11 or newer; try: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up $(VENV) (once) …"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

run: $(READY) ## play in the browser, here and on phones in the same network
	@$(BIN)/roost host $(ARGS)

check: $(READY) ## lint, types, layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check ## everything that CI checks: make check, then all tests
	$(BIN)/pytest -n auto --cov --cov-report=term -m 'not conformance' tests/core tests/games tests/test_conformance.py
	$(BIN)/pytest -n auto --dist worksteal --ignore=tests/core --ignore=tests/games

format: $(READY) ## format the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(READY) ## measure speed beside other engines; ARGS=--write writes docs/performance.md
	$(BIN)/python bench/run.py $(ARGS)

clean: ## remove what the other targets made
	rm -rf $(VENV) .bench-venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage dist
