# Roost's two commands: `make run` starts it, `make test` checks everything. Both set up .venv automatically.

PYTHON ?= python3
unexport PYTHONDONTWRITEBYTECODE  # without cached bytecode every start would compile all modules again
VENV := .venv
BIN := $(VENV)/bin
PLAY := $(VENV)/.ready-to-play
DEVELOP := $(VENV)/.ready-to-develop

.PHONY: help run static docs report warm rules test test-quick soak steady pythons check format bench pictures upgrade release archive clean
.DEFAULT_GOAL := help

help: ## show this help
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | column -t -s '|'

# Playing needs fewer packages than developing, which adds its packages to the same environment. Each step can be
# repeated: an interrupted set-up is finished by the next call. uv installs the packages of the lock files and checks
# their hashes; if uv is missing, pip installs it first, with hashes too. Any missing or wrong hash stops the set-up.
PIP = $(BIN)/python -m pip install --disable-pip-version-check --no-compile
STOP = { echo "Roost is not set up: the packages of $(1) could not be installed with their hashes. Without lock files: pip install '$(2)'"; exit 1; }
define install
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Roost needs Python 3.11 or newer; try: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up $(VENV) for $(1) (once) …"
	@PATH="$$PATH:$(CURDIR)/$(BIN)"; command -v uv >/dev/null \
		|| { $(PYTHON) -m venv $(VENV) && $(PIP) --quiet --require-hashes --requirement deploy/build.txt; } \
		|| $(call STOP,deploy/build.txt (uv is missing),$(3)); \
	uv venv --quiet --allow-existing --python $(PYTHON) $(VENV) \
		&& uv pip install --quiet --python $(BIN)/python --require-hashes --requirement deploy/build.txt \
		&& uv pip install --python $(BIN)/python --no-build-isolation --constraint $(2) --editable '$(3)' \
		|| $(call STOP,deploy/build.txt or $(2),$(3))
	@touch $@
endef

$(PLAY): pyproject.toml deploy/requirements.txt deploy/build.txt
	$(call install,playing,deploy/requirements.txt,.[fast])

$(DEVELOP): pyproject.toml deploy/requirements-dev.txt deploy/build.txt
	$(call install,developing,deploy/requirements-dev.txt,.[dev])
	@touch $(PLAY)

run: $(PLAY) ## play in the browser, on this machine and on phones in the same network
	@$(BIN)/roost host $(ARGS)

static: $(PLAY) ## write a folder of static files that plays without a server: build/static
	@$(BIN)/roost static $(or $(FOLDER),build/static)

check: $(DEVELOP) ## lint, format, types, layers, workflows
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/oxfmt --check
	$(BIN)/mypy
	@if command -v node >/dev/null; then $(BIN)/pyright --pythonpath $(BIN)/python; \
		else echo "pyright needs Node.js, which is not installed: skipped"; fi
	$(BIN)/lint-imports
	@if command -v tsc >/dev/null; then echo tsc && tsc --project src/roost/play/web; \
		else echo "tsc is not installed (on Debian: apt-get install node-typescript): skipped"; fi
	$(BIN)/zizmor --offline --quiet .github/workflows
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec compose.yaml
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/hadolint deploy/Containerfile deploy/homeassistant/Dockerfile
	@$(BIN)/python tools/english.py

warm: $(DEVELOP) ## compile the code of odds, hints and bots, once
	$(BIN)/python -c 'from roost.study.review.warm_up import warm_up; warm_up()'

# In one process, because coverage with several processes measures branches twice and ignores requests not to measure.
rules: $(DEVELOP)
	$(BIN)/pytest --part rules --cov --cov-report=term -m 'not conformance' tests

# A process for each part loads, compiles and starts less than processes that share all tests. Longest parts come first.
PARTS := web rest lab play study
.PHONY: $(PARTS:%=test-%)
$(PARTS:%=test-%): test-%: $(DEVELOP) warm
	$(BIN)/pytest --part $* $(if $(filter-out rest,$*),tests)

test: $(DEVELOP) ## everything that CI checks: make check, then all tests
	$(MAKE) --jobs=3 $(addprefix --,$(filter output-sync,$(.FEATURES))) check rules $(PARTS:%=test-%)

test-quick: $(DEVELOP) ## the quick tests, for use while you work; PART=play for those of one package
	$(BIN)/ruff check
	$(BIN)/pytest -n auto --dist worksteal --quick $(PART:%=tests/%) $(ARGS)

soak: $(DEVELOP) ## the long versions of the random tests: before a release, after changing rules or storage
	@$(HAS_SHIV) || echo "shiv cannot be installed: the single file is not tested"
	ROOST_SOAK=1 $(BIN)/pytest -n auto --dist worksteal -m soak $(ARGS)

steady: $(DEVELOP) ## check that the tests always pass: in clean clones without caches, idle and under load; takes hours
	$(BIN)/python tools/repeat.py --clones -n 5 --hogs 0 --limit 36000 $(ARGS)
	$(BIN)/python tools/repeat.py --clones -n 5 --hogs 2 --limit 36000 $(ARGS)

pythons: ## test every supported Python version that uv finds or installs
	$(PYTHON) tools/pythons.py $(ARGS)

format: $(DEVELOP) ## format the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/oxfmt

bench: $(DEVELOP) ## measure speed beside other engines; ARGS=--write writes the tables into the docs
	$(BIN)/python bench/run.py $(ARGS)

pictures: $(DEVELOP) ## draw the pictures of README and docs again: the page in Chromium, and the terminal
	$(BIN)/python tools/pictures.py
	ROOST_UPDATE_GOLDEN=1 $(BIN)/pytest --quiet tests/play/terminal/test_screens.py

docs: $(DEVELOP) ## build the documentation as a site with a reference of all public names, into build/docs
	@$(BIN)/python -c 'import mkdocs, mkdocstrings, material' 2>/dev/null || $(BIN)/python -m pip install --quiet --editable '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --config-file site/mkdocs.yml

report: $(DEVELOP) ## typeset the technical report from the logs in the project: build/report/roost.pdf
	@PYTHONPATH=bench $(BIN)/python report/typeset.py $(ARGS)

release: $(DEVELOP) ## build the wheel and the source archive reproducibly into dist/
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist
	$(SUM)

# NumPy and Numba contain machine code, so the file fits one system and one version of Python. It unpacks itself on its
# first start. Processes that Roost starts find it on their PYTHONPATH.
DIST ?= dist
SUM = cd $(DIST) && sha256sum -- *.* | tee SHA256SUMS
HAS_SHIV = $(BIN)/python -c 'import shiv' 2>/dev/null || $(PIP) --quiet 'shiv>=1.0.8,<2'
archive: $(DEVELOP) ## build a single file that runs Roost on this system and Python version: dist/roost.pyz
	@$(HAS_SHIV)
	rm -rf $(DIST)/unpacked
	$(BIN)/python -m build --wheel --no-isolation --outdir $(DIST)/unpacked
	$(PIP) --quiet --target $(DIST)/unpacked/all --require-hashes --requirement deploy/requirements.txt
	$(PIP) --quiet --target $(DIST)/unpacked/all --no-deps $(DIST)/unpacked/*.whl
	$(BIN)/shiv --reproducible --extend-pythonpath --console-script roost --site-packages $(DIST)/unpacked/all \
		--output-file $(DIST)/roost.pyz --python '/usr/bin/env python3'
	rm -rf $(DIST)/unpacked
	$(SUM)

LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --upgrade \
	--custom-compile-command 'make upgrade'
upgrade: ## update the libraries in the lock files, and run all tests with them (needs uv)
	$(LOCK) --extra fast --extra postgres --output-file deploy/requirements.txt pyproject.toml
	$(LOCK) --extra dev --output-file deploy/requirements-dev.txt pyproject.toml
	for group in doors openenv; do $(LOCK) --constraint deploy/requirements.txt --excludes deploy/doors/unused.in --extra fast \
		--group $$group --output-file deploy/doors/$$group.txt pyproject.toml || exit 1; done
	printf 'editables\nhatchling\npip\nuv\n' | $(LOCK) --constraint deploy/requirements-dev.txt --output-file deploy/build.txt -
	$(MAKE) test

clean: ## remove all generated files
	rm -rf $(VENV) .bench-venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage dist
