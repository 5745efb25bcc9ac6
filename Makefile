# Everything this project can do, from a fresh machine with Python 3.11 or newer and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help setup play test bench records schema clean lock

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(READY) ## create .venv with all that is needed

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ludothèque needs Python 3.11 or newer; say which one: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

play: setup ## open the house
	@$(BIN)/ludotheque compile
	@$(BIN)/ludotheque play

test: setup ## lint, types and all tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/ludotheque compile
	$(BIN)/pytest -n auto

bench: setup ## speed, as a table
	$(BIN)/ludotheque compile
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/search.py

records: setup ## make the stored records of tests/records again
	$(BIN)/python -m tests.records.make

schema: setup ## write the live protocol's JSON Schema
	$(BIN)/python -m ludotheque.server.wire > docs/protocol.schema.json

lock: setup ## pin the newest versions, with hashes
	$(BIN)/pip-compile --quiet --extra dev --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --upgrade -o requirements.lock pyproject.toml

clean: ## remove what was built
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis benchmarks/build
