# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Computer players of Inversio: which card to lay so that the last one is worth most.

Easy lays the card that was worth least at the start, as if worths never changed, and takes an ace for the
highest card, as it is elsewhere. Normal lays the card that is worth least now, as if laying it changed
nothing, and takes a two to a seven for nothing, even one that has risen. Hard guesses the hidden cards many
times; its guesses of the other hand fit what that seat has laid. In every guess it tries each of its ranks,
and a rule that keeps the cards worth most plays on to the fight. Before the fight it tries all cards that the
other seat may hold. Worths of hands learnt by self-play were not stronger than that rule, nor was a rule
learnt by policy gradient in its place. A third more guesses won nothing: 0.0 of 100 rounds (2,200 deals from
both seats, standard error 0.4). In this module a card is its rank, 0 the ace.
"""

from engine import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from engine.inversio import Game
    from engine.rng import Rng

_START = b"\x01\x00\x00\x00\x00\x00\x00\x08\x09\x0a\x0b\x0c\x0e"
_EASY = b"\x0f\x00\x00\x00\x00\x00\x00\x08\x09\x0a\x0b\x0c\x0e"  # worths as a beginner sees them
_HARD = const(2)
_WORK = (0, 0, 9, 22, 71, 71)  # the work of a decision in ten thousands, by cards in hand
_CLEAR = const(96)  # guesses after which a smaller lead is enough
_STEP = const(9500)  # the work of a slice
_TABLES = const(10)  # table cards, more than a round can need
# How likely a seat is to lay a card worth 0, 1, 2 ..., relative to others: fitted to an ISMCTS player.
_LAID = b"\xfa\x29\x29\x29\x29\x29\x29\x29\x29\x1a\x10\x0a\x06\x04\x02"


class Mind:
    """The choice of one player at one moment: call `step` until it returns an action."""

    def __init__(self, game: "Game", level: int, rng: "Rng") -> None:
        """game: the match, left as it is; level: 0 easy, 1 normal, 2 hard; rng: the player's own chance."""
        self._game = game
        self._level = level
        self._rng = rng
        # For each rank: its points, card, worths and hand after it, and whether that hand has a pair.
        self._tries: list[Any] = []

    def step(self) -> int | None:
        """Returns the action, or None while there is more to think about."""
        game = self._game
        legal = game.legal_actions()
        if len(legal) == 1:
            return legal[0]
        if self._level < _HARD:
            worths = _EASY
            if self._level:
                worths = bytes(game.worths[:1] + bytes(6) + game.worths[7:])  # twos to sevens count nothing
            best = legal[0]
            for card in legal:
                if worths[card % 13] < worths[best % 13]:
                    best = card
            return best
        if len(game.hand(game.player)) + len(game.hand(1 - game.player)) == 3:
            return self._last(legal)
        if not self._tries:
            self._begin(legal)
            return None
        return self._deals()

    def _begin(self, legal: list[int]) -> None:
        """Lists the ranks to choose from, and what is known about the hidden cards."""
        game = self._game
        seat = game.player
        hand = [card % 13 for card in game.hand(seat)]
        other = game.hand(1 - seat)
        tries = self._tries
        seen = []
        for card in legal:
            rank = card % 13
            if rank not in seen:
                seen.append(rank)
                worths = game.worths[:]
                _swap(worths, rank, game.table % 13)
                kept = hand[:]
                kept.remove(rank)
                tries.append([0, card, worths, kept, len(set(kept)) < len(kept)])
        pool = [card % 13 for card in game.unseen(seat)]
        self._rng.shuffle(pool)
        rank = game.only(1 - seat) - 1
        if rank >= 0:
            for _ in other:
                pool.remove(rank)
            pool = [rank] * len(other) + pool
        self._pool = pool  # the hidden ranks: first those guessed for the other hand
        self._size = len(other)
        self._clues = _clues(game)
        self._guesses = (0, 1) if rank < 0 else ()
        self._chance = 0
        self._left = _WORK[len(hand)] * 10000
        self._count = 0
        self._good = _points(game)

    def _last(self, legal: list[int]) -> int:
        """Returns the card to lay before the fight, by every card that the other seat may have kept.

        What that seat has laid says nothing here: a player who heeded it won no more against hard and less
        against normal.
        """
        game = self._game
        seat = game.player
        only = game.only(1 - seat)
        good = _points(game)
        action = legal[0]
        most = -1
        for card in legal:
            worths = game.worths[:]
            _swap(worths, card % 13, game.table % 13)
            kept = game.hand(seat)[:]
            kept.remove(card)
            points = 0
            for other in game.unseen(seat):
                other %= 13
                if only in (0, other + 1):
                    difference = worths[other] - worths[kept[0] % 13]
                    points += good[1 + (difference > 0) - (difference < 0)]
            if points > most:
                most = points
                action = card
        return action

    def _deals(self) -> int | None:
        """Makes some more guesses. Returns the action when there were enough."""
        until = self._left - _STEP
        tries = self._tries
        good = self._good
        pool = self._pool
        size = self._size
        while self._left > until:
            count = self._count
            self._count = count + 1
            at = count % (len(pool) - size - _TABLES)
            if not at:
                rest = pool[size:]
                self._rng.shuffle(rest)
                pool[size:] = rest
                self._left -= 2400
            at += size
            for i in self._guesses:
                self._guess((count + i) % size, at + i)
                self._left -= 110 + 26 * len(self._clues)
            at += 2
            others = pool[:size]
            paired = len(set(others)) < size
            tables = pool[at : at + _TABLES]
            for each in tries:
                mine = each[3]
                each[0] += good[_play_out(each[2][:], mine[:], others[:], tables, paired or each[4])]
                self._left -= 95 * (len(mine) + size) - 60
            if count & 7 == 7 and count > 16:
                # Ranks that are far behind are dropped.
                limit = count * (12 if count < _CLEAR else 3)
                most = max(tries)[0]
                for each in tries[:]:
                    if (most - each[0]) ** 2 > limit:
                        tries.remove(each)
                if len(tries) == 1:
                    break
        else:
            if self._left > 0:
                return None
        action: int = max(tries)[1]
        return action

    def _guess(self, at: int, new: int) -> None:
        """Swaps a rank of the guessed hand for another if that fits what was laid (Metropolis)."""
        pool = self._pool
        pool[at], pool[new] = pool[new], pool[at]
        others = pool[: self._size]
        chance = 1 << 22
        for table, own, total, weight in self._clues:
            if table in others:
                chance //= 3
            else:
                chance = chance * own // (total + sum(map(weight, others)))
        if chance < self._chance and chance <= (self._chance >> 7) * self._rng.below(128):
            pool[at], pool[new] = pool[new], pool[at]
        else:
            self._chance = chance


def _points(game: "Game") -> tuple[int, int, int]:
    """Returns the points for winning, drawing and losing the round. In the last one only the match counts."""
    if game.round == game.rounds - 1:
        ahead = game.score(game.player) - game.score(1 - game.player)
        if ahead == 1:
            return (2, 2, 1)
        if ahead == -1:
            return (1, 0, 0)
    return (2, 1, 0)


def _play_out(worths: bytearray, mine: list[int], others: list[int], tables: list[int], paired: bool) -> int:
    """Plays both hands by the rule, `others` first. Returns 0 if `mine` wins, 1 if equal, 2 if it loses.

    paired: whether a hand has two of a rank. The loops are written out: on a device they take a quarter less
    time than `min` and `max` with a key.
    """
    hand = others
    next_hand = mine
    for table in tables:
        size = len(hand)
        if size == 1:
            break
        if table in hand:
            left = hand[:]
            while table in left:
                left.remove(table)
            if left:
                # The cards kept of the table card's rank get the worth laid: two or more the highest.
                lowest = len(left) == size - 1
                card = left[0]
                best = worths[card]
                for rank in left:
                    if worths[rank] < best if lowest else worths[rank] > best:
                        card = rank
                        best = worths[rank]
            elif table:
                continue
            else:
                card = 0
        else:
            best = 255
            for rank in hand:
                if worths[rank] < best:
                    card = rank
                    best = worths[rank]
            if paired:
                # Laying one of a pair may raise the other.
                for rank in hand:
                    if worths[rank] < worths[table] and hand.count(rank) > 1:
                        card = rank
        hand.remove(card)
        if card and table:
            kept = worths[card]
            worths[card] = worths[table]
            worths[table] = kept
        else:
            _swap(worths, card, table)
        hand, next_hand = next_hand, hand
    difference = worths[others[0]] - worths[mine[0]]
    return 1 + (difference > 0) - (difference < 0)


def _swap(worths: bytearray, a: int, b: int) -> None:
    """Changes the worths as laying one rank on the other does."""
    if a and b:
        worth = worths[a]
        worths[a] = worths[b]
        worths[b] = worth
    else:
        a = a or b
        if a < 10:
            worths[0] += a + 1
        if a:
            worths[a] = _START[a]


def _clues(game: "Game") -> "list[Any]":
    """Returns a clue for each card of the other seat that says something about the cards it kept.

    A clue has the table card's rank, the weight of the rank laid, the sum of the weights of that rank and of
    those laid later, and the weights of all ranks.
    """
    worths = bytearray(_START)
    clues: list[Any] = []
    for table, card, seat in game.laid():
        if card < 0:
            continue
        table %= 13
        card %= 13
        if seat != game.player:
            weights = {}
            for rank in range(13):
                weights[rank] = _LAID[min(worths[rank], 14)]
            clues.append([table, weights[card], 0, weights.get])
            for clue in clues[:]:
                clue[2] += clue[3](card)
                if clue[0] == card:
                    clues.remove(clue)  # the seat held the table card's rank, so weights say nothing
        _swap(worths, card, table)
    return clues


def explain(game: "Game", action: int) -> tuple[str | int, ...]:
    """Returns why the hard player would take an action: (key of the message catalogue, values...)."""
    if len(game.legal_actions()) == 1:
        return ("hint_only",)
    worths = game.worths[:]
    for rank, worth in game.effect(action):
        worths[rank - 1] = worth
    best = before = 0
    for other in game.hand(game.player):
        if other != action:
            best = max(best, worths[other % 13])
            before = max(before, game.worths[other % 13])
    last = len(game.hand(game.player)) == 2 and len(game.hand(1 - game.player)) == 1  # nobody lays after it
    return ("hint_last" if last else "hint_raises" if best > before else "hint_keeps", best)
