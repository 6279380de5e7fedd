# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The tree search of the yardstick (ismcts.py) and of the trainers, which compile it (tools/train/policy.py).

Single observer ISMCTS (Cowling, Powley and Whitehouse, 2012) with UCT. Each simulation deals the hidden cards
anew, walks down the tree by the actions that are legal in that deal, adds one node, and plays to the end. A
node is a sequence of actions and seats. What chance reveals on the way, such as a master card, does not split
it (an "open loop" tree).

It knows nothing about games: the caller hands it functions. Python runs it as it is; numba can compile it.
"""

from math import log, sqrt

_SEATS = 8  # more than any game has
_ACTIONS = 512  # likewise


def search(position, seat, actions, deal, acting, legal, apply, finish, draw, simulations, constant, newest):
    """Returns the action that was simulated most often.

    position: what `deal` takes. seat: which acts in it. actions: its legal ones, rising. deal(position):
    returns a world, with the hidden cards dealt anew. acting(world): the seat to act, or -1 at the end of
    what is searched. legal(world): the legal actions, rising. apply(world, action). finish(world): plays at
    random to the end, and returns each seat's reward, 0 to 1. draw(n): returns a number x, 0 <= x < n.
    constant: of exploration. newest: which of equally good actions is taken, the one whose node is the newest
    or the lowest one.
    """
    # Nodes are numbers, 0 is the root. Totals are those of the seat that acts before the node.
    child = {0: 0}  # (node * _SEATS + seat) * _ACTIONS + action -> node, 0 if there is none
    action_of = [0]
    visits = [0]
    total = [0.0]
    available = [0]
    for _ in range(simulations):
        world = deal(position)
        node = 0
        mover = seat
        nodes = []
        movers = []
        growing = True
        while growing and mover >= 0:
            base = (node * _SEATS + mover) * _ACTIONS
            fresh = []
            known = []
            for action in legal(world):
                node = child.get(base + action, 0)
                if node == 0:
                    fresh.append(action)
                else:
                    available[node] += 1
                    known.append(node)
            if len(fresh) > 0:
                growing = False
                action = fresh[draw(len(fresh))]
                node = len(visits)
                child[base + action] = node
                action_of.append(action)
                visits.append(0)
                total.append(0.0)
                available.append(1)
            else:
                best = -1.0
                for other in known:
                    times = visits[other]
                    worth = total[other] / times + constant * sqrt(log(available[other]) / times)
                    if worth > best or newest and worth == best and other > node:
                        best = worth
                        node = other
            nodes.append(node)
            movers.append(mover)
            apply(world, action_of[node])
            mover = acting(world)
        gains = finish(world)
        for place in range(len(nodes)):
            visits[nodes[place]] += 1
            total[nodes[place]] += gains[movers[place]]
    chosen = 0
    for action in actions:
        node = child.get(seat * _ACTIONS + action, 0)
        if visits[node] > visits[chosen] or newest and visits[node] == visits[chosen] and node > chosen:
            chosen = node
    return action_of[chosen]
