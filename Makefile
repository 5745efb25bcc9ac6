# Everything this project can do, from a fresh machine with Python 3.11 or newer and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PEERS := .venv-peers
# Whoever sits before a terminal sees what comes in; a log stays short.
QUIET := $(shell test -t 2 || echo --quiet)
# A registry that does not answer for a moment is asked again.
PIP = $(BIN)/python -m pip install $(QUIET) --disable-pip-version-check --retries 10 --timeout 60
# Node comes with the Python packages.
NPM = PATH="$(CURDIR)/$(VENV)/node:$$PATH" npm
MODULES := web/node_modules/.package-lock.json
PAGE := src/ludotheque/server/web/page/index.html
WEB := web/package-lock.json web/index.html web/vite.config.ts $(shell find web/src web/public -type f)

.PHONY: help setup play page browser test test-long bench bench-server bench-peers records schema docs dist clean lock

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(READY) ## create .venv with all that is needed

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ludothèque needs Python 3.11 or newer; say which one: make PYTHON=python3.11")'
	@echo "Setting up: Python packages, then the page's, then the rules are compiled. It takes a few minutes, once."
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --no-deps --no-build-isolation -e .
	@$(BIN)/python scripts/link_node.py $(VENV)/node
	@touch $@

# What computer players think with is compiled by the house itself, while people look around.
play: setup page ## open the house in the browser
	@$(BIN)/ludotheque compile rules
	@$(BIN)/ludotheque serve --open

page: setup $(PAGE) ## build the browser's page into the package

$(PAGE): $(READY) $(MODULES) $(WEB)
	cd web && $(NPM) run --silent build

# Not `npm ci`: it fails where a registry lacks the builds for other systems. Versions and hashes are the lock's.
$(MODULES): web/package-lock.json
	cd web && $(NPM) install --no-save --no-audit --no-fund --no-update-notifier --fetch-retries 10 --fetch-timeout 120000
	@touch $@

browser: ## the browser of the tests, from the system's packages
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
		|| (apt-get -q -o Acquire::Retries=5 update && apt-get -q -o Acquire::Retries=5 install -y chromium)

# Two browsers: they wait for the house as often as they draw. Whoever is done takes tests from the other.
test: setup page browser ## lint, types and all tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	cd web && $(NPM) run --silent check && $(NPM) test --silent
	$(BIN)/ludotheque compile
	$(BIN)/pytest -n auto --ignore tests/web
	$(BIN)/pytest -n 2 --dist worksteal tests/web

test-long: setup ## the tests of faults, for longer: 200 kills, a million frames, new examples
	LUDOTHEQUE_LONG=1 $(BIN)/pytest -n auto tests/server/faults tests/server/web tests/test_bad_input.py

bench: setup ## speed, as a table
	$(BIN)/ludotheque compile
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/batches.py
	$(BIN)/python benchmarks/search.py

bench-server: setup ## what the server bears, as a table
	$(BIN)/ludotheque compile rules players
	$(BIN)/python -m benchmarks.server

bench-peers: $(PEERS)/.ready ## beside OpenSpiel, PettingZoo and Pgx, as a table
	JAX_PLATFORMS=cpu $(PEERS)/bin/python -m benchmarks.peers.run $(PEERS_ARGS)

# An environment of its own: the peers and what they need are large.
$(PEERS)/.ready: pyproject.toml
	$(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/python -m pip install $(QUIET) --disable-pip-version-check -e ".[peers]"
	@touch $@

records: setup ## make the stored records of tests/records again
	$(BIN)/python -m tests.records.make

schema: setup ## write the live protocol's JSON Schema
	$(BIN)/python -m ludotheque.server.tables.messages > docs/protocol.schema.json

docs: setup ## the documentation as a site, in build/docs/site
	@$(BIN)/python scripts/build_docs.py

dist: page ## a wheel and an sdist, in dist
	$(BIN)/hatchling build -d dist

lock: setup ## pin the newest versions, with hashes
	$(BIN)/pip-compile --quiet --extra dev --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --upgrade -o requirements.lock pyproject.toml

clean: ## remove what was built
	rm -rf $(VENV) $(PEERS) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis benchmarks/build web/node_modules src/ludotheque/server/web/page
