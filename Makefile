# `make help` lists the targets. The first one to run sets up .venv, which takes about half a minute.

PYTHON ?= python3

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SETUP_LOG := build/setup.log
GAMES := $(basename $(notdir $(wildcard combin/audit/claims/*.toml)))
ALL_GAMES := $(basename $(notdir $(wildcard combin/rules/library/*.toml)))
UV := build/uv

.DEFAULT_GOAL := help
.PHONY: help setup audit reports documents certify test quick site-test theorem lint format bench mutants lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(READY) ## make .venv; every other target does so when it has to

audit: $(READY) ## check every published figure, print the verdicts, write reports/
	@$(BIN)/combin audit all --output reports
	@$(BIN)/combin published --output reports/published.md
	@mkdir -p build reports/theorems
	@set -e; for asked in $(TOURNAMENT); do \
		test -z "$$asked" || echo; \
		eval $(BIN)/combin tournament docs/tournament.toml --format md $$asked; \
	done > build/tournament.md
	@mv build/tournament.md reports/tournament.md
	@set -e; for game in $(GAMES); do \
		$(BIN)/combin certify $$game --theorem reports/theorems/$$(echo $$game | tr - _).v > /dev/null; \
	done

# What is asked of the example of docs/tournament.md.
TOURNAMENT := "" "--chances 2" "--chances 2 --seats 2" "--last-hand '1200 900'" "--last-hand '1200 900' --secret"

reports: audit ## write reports/ anew (the same as audit)

# A game in which nothing is decided has no strategy to print.
DECIDED := from combin.game import games, load; print(*(game for game in games() if load(game).rules.play))

documents: $(READY) ## write to build/: PAR sheets, posters, strategy cards and sheets, audits, all pages of each
	@mkdir -p build
	@set -e; for game in $(ALL_GAMES); do \
		$(BIN)/combin par $$game --output build/$$game.xlsx; \
		$(BIN)/combin par $$game --output build/$$game-par.pdf; \
		$(BIN)/combin print poster $$game --output build/$$game-poster.pdf; \
	done
	@set -e; for game in `$(BIN)/python -c '$(DECIDED)'`; do \
		$(BIN)/combin print strategy $$game --output build/$$game-card.pdf; \
		$(BIN)/combin print strategy $$game --output build/$$game-cards.pdf --sheet a4; \
		$(BIN)/combin print strategy $$game --output build/$$game-strategy.pdf --size a4; \
	done
	@set -e; for game in $(GAMES); do \
		$(BIN)/combin audit $$game --output build/$$game-audit.pdf > /dev/null; \
		echo build/$$game-audit.pdf; \
	done
	@$(BIN)/python -m bench.contact_sheets build

# Of other kinds: a card seen, six cases, raises for some hands; nothing decided; Play paid by a table; another deck.
OTHERS := ultimate-three-card-poker teen-patti-pro three-card-prime three-card-poker-joker

certify: $(READY) ## write build/*.certificate.json, check them by combin verify and by verifier/ alone
	@mkdir -p build
	@set -e; for game in $(GAMES) $(OTHERS); do \
		file=build/$$game.certificate.json; \
		$(BIN)/combin certify $$game --output $$file; echo; \
		$(BIN)/combin verify $$file; echo; \
		echo "And by the program alone, which shares no code with combin:"; \
		$(BIN)/python -I -S verifier $$file; echo; \
	done

# pytest keeps the tests as it rewrites them, which takes each worker half of its start; nor is compiling timed.
test quick bench: export PYTHONDONTWRITEBYTECODE :=

test: $(READY) ## run the tests and the doctests
	@$(BIN)/python -m pytest

quick: $(READY) ## run the tests that are not slow, of all packages or of one: PART=rules
	@$(BIN)/python -m pytest -m "not slow and not browser and not kernel" $(if $(PART),$(wildcard tests/$(PART) combin/$(PART)))

site-test: $(READY) ## drive the page in Chromium, where that can be had
	@sh tests/site_browser/run.sh $(BIN)

theorem: $(READY) ## have the proof kernel Coq check the theorems, where that can be had
	@sh tests/certificate/theorem.sh $(BIN)

lint: $(READY) ## check style, format and types
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy

format: $(READY) ## format the code and mend what ruff can mend
	@$(BIN)/ruff format
	@$(BIN)/ruff check --fix

bench: $(READY) ## time the headline questions
	@$(BIN)/python -m bench.run

mutants: $(READY) ## do the tests notice small faults? for all or MODULES="combin/cards/ranking.py ..."
	@$(BIN)/python -m bench.mutants $(MODULES)

# One version of each package for every Python and platform, so that all users test the same code.
UV_COMPILE := $(UV)/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --no-emit-index-url --no-header --upgrade

lock: ## choose the newest allowed packages anew: requirements.lock, requirements-dev.lock
	@echo "Resolving requirements-dev.lock and requirements.lock ..."
	@mkdir -p build
	@{ test -x $(UV)/bin/uv || { $(PYTHON) -m venv $(UV) && $(UV)/bin/python -m pip install --quiet 'uv>=0.13,<0.14'; }; } \
		> build/lock.log 2>&1 || { cat build/lock.log; rm -rf $(UV); exit 1; }
	@$(UV_COMPILE) --extra dev --output-file requirements-dev.lock > build/lock.log
	@$(UV_COMPILE) --no-annotate --constraint requirements-dev.lock --output-file requirements.lock > build/lock.log

clean: ## remove .venv and everything else that was made, but not reports/
	@rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find combin tests bench -type d -name __pycache__ -prune -exec rm -rf {} +

# The project goes in without its own dependencies (the lock file brought them) and built by the locked hatchling.
# Bytecode is made on all cores, and not of tests that packages bring: pip would take twice as long.
$(READY): requirements-dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' || \
		{ echo "combin needs Python 3.11 to 3.14; choose one with: make PYTHON=python3.12 ..." >&2; exit 1; }
	@echo "Setting up $(VENV) from requirements-dev.lock ..."
	@rm -rf $(VENV)
	@mkdir -p build
	@{ $(PYTHON) -m venv $(VENV) && \
		$(BIN)/python -m pip install --quiet --no-compile --require-hashes --requirement requirements-dev.lock && \
		$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable . && \
		{ $(BIN)/python -m compileall -q -j 0 -x /tests/ $(VENV)/lib combin || true; }; \
	} > $(SETUP_LOG) 2>&1 || { cat $(SETUP_LOG); rm -rf $(VENV); exit 1; }
	@touch $@
