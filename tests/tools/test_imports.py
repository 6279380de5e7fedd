# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Imports run in one direction: nothing needs, by way of others, itself."""

import ast
import graphlib

import pytest

from tools import PROJECT

PACKAGES = {"boards": "boards", "engine": "engine", "handful": "lib/handful", "tools": "tools"}


def modules() -> dict:
    """All of our modules by their dotted names, each with its file."""
    found = {}
    for package, folder in PACKAGES.items():
        for file in sorted((PROJECT / folder).rglob("*.py")):
            parts = file.relative_to(PROJECT / folder).with_suffix("").parts
            found[".".join((package, *parts)).removesuffix(".__init__")] = file
    return found


def at_once(body):
    """The statements that run when a module is imported."""
    for node in body:
        yield node
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("_TYPES", "TYPE_CHECKING"):
            continue
        for part in ("body", "orelse", "finalbody", "handlers"):
            if not isinstance(node, ast.FunctionDef):
                yield from at_once(getattr(node, part, []))


def imported(file, known, late: bool) -> set:
    """Which of the known modules a file imports. late: those that it imports in functions, too."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree) if late else at_once(tree.body):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            wanted = [f"{node.module}.{alias.name}" for alias in node.names]
            found.update(name if name in known else node.module for name in wanted)
    return found & known.keys()


@pytest.mark.parametrize("package", PACKAGES)
def test_no_imports_run_in_a_circle(package):
    """In tools/ not even those in functions. On a device they load what is shown, for as long as it is."""
    known = {name: file for name, file in modules().items() if name.split(".")[0] == package}
    assert known
    graph = {name: imported(file, known, package == "tools") - {name} for name, file in known.items()}
    graphlib.TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def test_the_product_and_the_tools_import_nothing_from_the_tests():
    for name, file in modules().items():
        tree = ast.parse(file.read_text(encoding="utf-8"))
        roots = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
        roots |= {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
        }
        assert "tests" not in {root.split(".")[0] for root in roots}, name
