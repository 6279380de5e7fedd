# `make` lists the targets. Each installs what it needs into .venv, from the pinned versions.

PYTHON ?= python3
BOARD ?=
SIZE ?=
DRIVE ?=
FIRMWARE ?=
FORCE ?=
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: help run test lint ram bench assets wear soak mutants gallery arena train bundle flash uf2 clean

help: ## List the targets
	@grep -hE '^[a-z0-9]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /: /' | awk -F': ' '{ printf "make %-8s %s\n", $$1, $$2 }'

$(READY): requirements.txt requirements-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

run: $(READY) ## Play in a window or the terminal (BOARD=desktop, BOARD=terminal); SIZE=240x135 shows that layout
	@$(BIN)/python tools/run.py $(BOARD) $(SIZE)

test: lint ## Run all tests on CPython and on the MicroPython VM
	$(BIN)/python -m pytest -q -n auto --dist loadfile

lint: $(READY) ## Check the style, the types, and what CircuitPython lacks
	$(BIN)/ruff check .
	$(BIN)/python tools/lint.py
	$(BIN)/mypy
	$(BIN)/python tools/assets.py --check

ram: $(READY) ## Print what the code takes of the heap and of the drive, and what is over its budget
	$(BIN)/python tools/ram.py

bench: $(READY) ## Print how long answers to keys take and how deep calls go (ARGS=KEY for one game)
	$(BIN)/python tools/bench.py $(ARGS)

wear: $(READY) ## Print how long the flash lasts under our saving
	$(BIN)/python tools/wear.py

soak: $(READY) ## Try to break every promise for half an hour, or by numbers (ARGS="--seed 1 --only peek", ARGS=--long)
	@$(BIN)/python tools/soak $(ARGS)

assets: $(READY) ## Make the sheets in assets/ from their sources
	$(BIN)/python tools/assets.py

gallery: $(READY) ## Play matches and make the pictures and films in docs/ (ARGS=NAME for one)
	$(BIN)/python tools/gallery.py $(ARGS)

bundle: $(READY) ## Pack the drive of BOARD=..., or of every board, into dist/
	$(BIN)/python tools/bundle.py $(BOARD)

flash: $(READY) ## Put the games onto a mounted CIRCUITPY drive (or DRIVE=path)
	@$(BIN)/python tools/flash.py --drive "$(DRIVE)" --board "$(BOARD)" $(if $(FORCE),--force)

uf2: $(READY) ## Make one file of firmware and games for an RP2 board: BOARD=... FIRMWARE=file.uf2
	@$(BIN)/python tools/uf2.py "$(BOARD)" "$(FIRMWARE)" $(if $(FORCE),--force)

arena: $(READY) ## Measure the robots for an hour (ARGS="--seconds 600 --only KEY"), and write docs/strength.md
	$(BIN)/python tools/arena.py $(ARGS)
	$(BIN)/python tools/arena.py --report

MUTATED := $(VENV)/mutated
$(MUTATED): $(READY) requirements-mutants.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-mutants.txt
	@touch $@

mutants: $(MUTATED) ## Change the rules and the save code in one place each, to see whether a test notices
	@$(BIN)/python tools/mutants.py $(ARGS)

TRAINED := $(VENV)/trained
$(TRAINED): $(READY) requirements-train.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-train.txt
	@touch $@

train: $(TRAINED) ## Make a game's weights anew: GAME=the_game and so on
	$(BIN)/python tools/train/$(GAME).py

clean: ## Remove everything that make made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
