# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Shared by the rules for numba: cards as bit sets, and the yardstick's search and rewards compiled."""

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from tools.strength import ismcts, tree

ONE = np.uint64(1)
NONE = np.uint64(0)


@intrinsic
def lowest(typingctx, bits):
    """Returns the index of the lowest bit set."""

    def code(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), code


@intrinsic
def count(typingctx, bits):
    """Returns the number of bits set."""

    def code(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.uint64), code


@njit
def pick(cards):
    """Returns a random card of a bit set."""
    for _ in range(np.random.randint(count(cards))):
        cards &= cards - ONE
    return lowest(cards)


@njit
def listed(cards):
    """Returns the cards of a bit set, rising."""
    found = np.empty(count(cards), np.int64)
    for place in range(len(found)):
        found[place] = lowest(cards)
        cards &= cards - ONE
    return found


@njit
def draw(number):
    """Returns a random number below another."""
    return np.random.randint(number)


search = njit(tree.search)
mix = njit(ismcts.mix)
