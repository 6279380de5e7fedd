# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

# `make` lists the targets. Each installs what it needs into .venv, from the pinned versions.

PYTHON ?= python3
# What Handful runs on, the oldest first.
VERSIONS := 3.11 3.12 3.13 3.14
BOARD ?=
SIZE ?=
KEYS ?=
DRIVE ?=
SITE ?=
FIRMWARE ?=
FORCE ?=
GAMES ?=
LANGUAGE ?=
# Any other value is a mistake: FORCE=0 does not mean 1.
FORCED = $(if $(filter-out 1,$(FORCE)),$(error FORCE=$(FORCE) means nothing: say FORCE=1, or leave it out),$(if $(FORCE),--force))
VENV := .venv
BIN := $(VENV)/bin
# Copies of the lists of what is installed: tools/environment.py writes them last of all.
PLAYABLE := $(VENV)/run.txt
READY := $(VENV)/dev.txt
# A shell does not read CRLF, which a checkout may have.
ENVIRONMENT := tr -d '\r' <tools/environment.sh | VERSIONS="$(VERSIONS)" PYTHON="$(PYTHON)" \
	GOALS="$(MAKECMDGOALS)" \
	GIVEN="$(if $(filter file,$(origin PYTHON)),,$(PYTHON))" sh -s "$(VENV)"

.PHONY: always help run check test test-rules lint ram bench assets fonts wear soak mutants language gallery arena par train bundle flash uf2 web release lock clean

help: ## List the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{ printf "make %-10s %s\n", $$1, $$2 }'

# An environment may have become unusable since, so each is looked at by every make that needs it.
$(PLAYABLE): always
	@$(ENVIRONMENT) run

$(READY): $(PLAYABLE) always
	@$(ENVIRONMENT) dev

$(VENV)/%.txt: $(READY) always
	@$(ENVIRONMENT) $*

# The page's MicroPython: a package of Node, pinned by its hash.
$(VENV)/web/ready: $(READY) always
	@$(ENVIRONMENT) web

run: $(if $(filter browser,$(BOARD)),$(VENV)/web/ready,$(PLAYABLE)) ## Play: BOARD=desktop, terminal or browser; SIZE=240x135 shows that layout; KEYS=3, 2 or knob is all there is to press
	@$(BIN)/python tools/run.py $(if $(BOARD),"$(BOARD)") $(if $(SIZE),"SIZE=$(SIZE)") $(if $(KEYS),"KEYS=$(KEYS)")

check: $(READY) ## Run the program that checks a board: BOARD=desktop or terminal
	@$(BIN)/python tools/run.py check $(if $(BOARD),"$(BOARD)") $(if $(SIZE),"SIZE=$(SIZE)")

test: lint $(VENV)/web/ready ## Run all tests on CPython, on the MicroPython VM and in Node
	$(BIN)/python -m pytest -q -rs -n auto --dist loadfile

test-rules: $(READY) ## Run the tests of the rules and the robots alone, in seconds
	$(BIN)/python -m pytest -q -n auto --dist worksteal tests/engine

lint: $(READY) ## Check the style, the types, what CircuitPython lacks, licences and workflows
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/python tools/lint.py
	$(BIN)/python tools/sizes.py
	$(BIN)/mypy
	$(BIN)/python tools/build/assets.py --check
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/zizmor --quiet --offline .github
	@# Its package is built for Python 3.11 on 64-bit Linux alone.
	@if [ -x $(BIN)/reuse ]; then $(BIN)/reuse lint --quiet || $(BIN)/reuse lint --lines; else echo "No reuse here: licences are not checked."; fi

ram: $(VENV)/web/ready ## Print what the code takes of the heap and of the drive, and what is over its budget
	$(BIN)/python tools/measure/ram.py

bench: $(READY) ## Print how long answers to keys take, how long hard robots think, and the keys a card takes (ARGS=KEY for one game)
	$(BIN)/python tools/measure/bench.py $(ARGS)
	$(BIN)/python tools/measure/presses.py $(ARGS)

wear: $(READY) ## Print how long the flash lasts under our saving
	$(BIN)/python tools/measure/wear.py

soak: $(VENV)/web/ready ## Try to break every promise for half an hour (ARGS="--minutes 60 --seed 1 --only peek")
	@$(BIN)/python tools/soak $(ARGS)

assets: $(READY) ## Make the sheets in assets/ from their sources
	$(BIN)/python tools/build/assets.py

fonts: $(READY) ## Make .bdf files of the fonts, for other programs, in dist/fonts/
	$(BIN)/python tools/build/bdf.py

language: $(PLAYABLE) ## Begin a translation, or list what of it is still English: LANGUAGE=de
	@$(BIN)/python tools/language.py "$(LANGUAGE)"

gallery: $(READY) ## Play matches and make the pictures and films in docs/ (ARGS=NAME for one)
	$(BIN)/python tools/gallery.py $(ARGS)

bundle: $(READY) ## Pack the drive of BOARD=..., or of every board, into dist/; SITE=address is where QR codes lead; GAMES=KEY,KEY packs these only
	$(BIN)/python tools/build/bundle.py $(if $(SITE),"--site=$(SITE)") $(if $(GAMES),"--games=$(GAMES)") $(BOARD)

flash: $(READY) ## Put the games onto a mounted CIRCUITPY drive (or DRIVE=path)
	@$(BIN)/python tools/build/flash.py "--drive=$(DRIVE)" "--board=$(BOARD)" $(if $(GAMES),"--games=$(GAMES)") $(FORCED)

uf2: $(READY) ## Make one file of firmware and games for an RP2 board: BOARD=... FIRMWARE=file.uf2
	@$(BIN)/python tools/build/uf2.py "$(BOARD)" "$(FIRMWARE)" $(FORCED)

web: $(VENV)/web/ready ## Make the page that plays in a browser, in dist/web/ and as a zip
	$(BIN)/python tools/build/web.py

release: $(VENV)/web/ready ## Make all files of a release from its tagged commit, in dist/release/: FIRMWARE=folder adds .uf2
	@$(BIN)/python tools/build/release.py "--firmware=$(FIRMWARE)"

arena: $(READY) ## Measure the robots for an hour (ARGS="--seconds 600 --only KEY"), for docs/strength.md
	$(BIN)/python tools/strength/arena.py $(ARGS)
	$(if $(filter --report,$(ARGS)),,$(BIN)/python tools/strength/arena.py --report $(ARGS) >/dev/null)

par: $(READY) ## Make the par of the shared deals in assets/, in about a minute (ARGS="--only KEY" for one game)
	$(BIN)/python tools/strength/par.py $(ARGS)

mutants: $(READY) ## Make a fault in one place at a time, to see whether a test notices (ARGS="--share 0.1 --only FILE")
	@$(BIN)/python tools/measure/mutants.py $(ARGS)

TRAINED := $(notdir $(basename $(wildcard $(patsubst engine/%,tools/train/%,$(wildcard engine/*.py)))))
KNOWN := $(and $(GAME),$(filter $(TRAINED),$(GAME)))
train: $(if $(KNOWN),$(READY)) ## Learn a game's weights again: GAME=the_game and so on
	$(if $(KNOWN),$(BIN)/python tools/train/$(GAME).py $(ARGS),@echo "Say which game: make train GAME=..., one of: $(TRAINED)." >&2; exit 2)

lock: $(VENV)/lock.txt ## Pin what make installs by requirements/*.in, with all that it needs in turn (ARGS=--upgrade)
	for name in run dev lock; do $(BIN)/uv pip compile --quiet --no-config --universal \
		--python-version 3.11 --no-build --generate-hashes --custom-compile-command "make lock" $(ARGS) \
		requirements/$$name.in --output-file requirements/$$name.txt || exit 1; done

clean: ## Remove everything that make made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
