#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

# Finds a Python that Handful runs on, for tools/environment.py: the one that is given, else that of the
# environment, else the default. Says what to do if there is none.
#
#     GIVEN=python3.12 PYTHON=python3 VERSIONS="3.11 3.12" GOALS=test sh tools/environment.sh VENV LIST
#
# It runs in the project's folder, and make hands it to the shell's input.

set -eu

version() {
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null </dev/null || true
}

suits() {
    found=$(version "$1")
    case " $VERSIONS " in
        *" ${found:-none} "*) true ;;
        *) false ;;
    esac
}

if [ -n "${GIVEN:-}" ]; then
    suits "$GIVEN" && exec "$GIVEN" tools/environment.py "$@"
else
    for python in "$1/bin/python" "$PYTHON"; do
        suits "$python" && exec "$python" tools/environment.py "$@"
    done
fi

here=
for number in $VERSIONS; do
    suits "python$number" && here="python$number"
done
found=$(version "${GIVEN:-$PYTHON}")
if [ -n "$found" ]; then
    echo "${GIVEN:-$PYTHON} is Python $found. Handful needs one of: $VERSIONS." >&2
else
    echo "${GIVEN:-$PYTHON} is no Python that runs. Handful needs one of: $VERSIONS." >&2
fi
if [ -n "$here" ]; then
    echo "Choose one: make ${GOALS:-run} PYTHON=$here" >&2
else
    echo "Install one, then choose it: make ${GOALS:-run} PYTHON=path/of/python" >&2
fi
exit 1
