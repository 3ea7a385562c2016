# The only list of developer commands; CI calls the same targets.
SHELL := /bin/sh
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
UV_VERSION := 0.13.9
STAMP := $(VENV)/.installed
export UV_LINK_MODE ?= copy

.PHONY: help demo test check claims services dev format lock clean

help: ## show the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

# The environment: exactly requirements.lock, checked by hash, with the project itself as an editable install.
$(STAMP): requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "Python 3.11 or newer is needed: install it, or name it: make PYTHON=python3.12 ..." >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@VIRTUAL_ENV=$(VENV) $(BIN)/uv pip sync --quiet --compile-bytecode --require-hashes requirements.lock
	@VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $(STAMP)

demo: $(STAMP) ## a real conversation, captured, compiled, recalled, changed and erased
	@$(BIN)/memc demo

dev: $(STAMP) ## the embedded stack in the foreground
	@$(BIN)/memc dev

services: $(STAMP) ## build the native Weaviate and Neo4j once (Go, Java and Maven are needed)
	@for server in weaviate neo4j; do \
	  $(BIN)/python docker/native/build.py $$server && continue; \
	  if [ "$$CI" = true ]; then exit 1; fi; \
	  echo "The real $$server is not here: tests and options that need it are left out."; \
	done

test: services ## the whole test suite, on real servers
	@$(BIN)/python -m pytest

check: $(STAMP) ## format, lint, types, import rules, lock file; changes nothing
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/basedpyright
	@$(BIN)/python .ci/check_lock.py

format: $(STAMP) ## format and sort imports
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

claims: $(STAMP) ## long measurements: make claims NAME=capture
	@$(BIN)/python -m benchmarks.claims $(NAME)

lock: $(STAMP) ## resolve the lock file anew
	@VIRTUAL_ENV=$(VENV) $(BIN)/uv pip compile --quiet --all-extras --generate-hashes --no-header --no-annotate pyproject.toml -o requirements.lock

clean: ## remove the environment and caches of tools
	@rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis
