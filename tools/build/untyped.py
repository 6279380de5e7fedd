# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Takes out of a source what only mypy reads: a device needs neither types nor what they import."""

import ast
import re

_BLOCK = re.compile(r"^([ \t]*)if _TYPES:.*\n(?:\1[ \t]+.*\n|\n)*", re.MULTILINE)


def untyped(text: str) -> str:
    """Returns a source without its blocks `if _TYPES:`, which a device lacks. Lines keep their numbers."""
    return _BLOCK.sub(lambda found: "\n" * found[0].count("\n"), text)


def bare(text: str) -> str:
    """Returns a source without those blocks and without annotations, whose names would seem to be in use."""
    return ast.unparse(_Bare().visit(ast.parse(untyped(text))))


class _Bare(ast.NodeTransformer):
    def visit_FunctionDef(self, node):
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node):
        node.annotation = None
        return node

    def visit_AnnAssign(self, node):
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign([node.target], node.value), node)
