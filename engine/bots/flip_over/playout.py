# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Playing a round of Flip Over on to its end by the learnt policy, in a deal in which all hands are known."""

from engine import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from engine.flip_over import Game

    Policy = list[Any]

CHANCES = const(64)  # how many numbers vary the policy: a power of two
TRUMP = const(4096)  # what to beat if a trump wins: more than the bit of any number
STEP = const(5)  # how many numbers that vary the policy a choice uses at most
_LEAST = const(-16777216)
# How many bits a number below 64 has.
_ONES = (
    b"\0\1\1\2\1\2\2\3\1\2\2\3\2\3\3\4\1\2\2\3\2\3\3\4\2\3\3\4\3\4\4\5"
    b"\1\2\2\3\2\3\3\4\2\3\3\4\3\4\4\5\2\3\3\4\3\4\4\5\3\4\4\5\4\5\5\6"
)


class Playout:
    """The part of a Mind that plays on.

    _hands[players * seat + suit] has a bit for each number held. _begun: where the hand of the trick's winner
    begins, the suit led, and what to beat. _chance: numbers that vary the policy, if all hands are known.
    _at: where those begin that were used last. `Mind` sets all of them.
    """

    if _TYPES:
        _game: Game
        _hands: list[int]
        _rest: list[int]  # for each suit, the bits of the numbers in any hand
        _homes: list[list[int]]  # for each number, the places in _hands that have its bit
        _rivals: list[list[int]]
        _own: Policy
        _others: Policy  # the policy expected of the others
        _begun: tuple[int, int, int]
        _chance: list[int]
        _at: int

    def play_out(self, forced: list[int], points: list[int]) -> list[int]:
        """Plays a round on to its end, or rates the cards of a choice on the way.

        forced: the cards for the first choices, from last to first, which it removes; the policy, varied by
        `_chance`, makes the others. points: the points so far, to which it adds. If empty, it returns the
        rates of the cards of the first choice that is not forced, or [] if no seat has a choice any more.

        One function, because a choice takes 400 bytecodes with all around it: handing 17 values to a function
        for each of them and taking three back would add 43, or a tenth to a hard decision.
        """
        game = self._game
        players = game.players
        teams = game.teams
        suits = range(players)
        ones = _ONES
        hands = self._hands[:]
        rest = self._rest[:]
        homes = self._homes
        rivals = self._rivals
        own = self._own
        others = self._others
        discs = game.discs
        last = len(discs) - 1
        disc = game.disc - 1
        end = players * players
        me = game.player * players
        base = game.lead * players if game.exchanging else me  # where the hand of the seat to play begins
        begun = len(game.trick)
        chance = self._chance
        at = self._at
        winner, led, best = self._begun  # best: the bit of the number to beat, TRUMP if a trump wins
        while disc < last:
            trump = 1 << disc if game.trumps else TRUMP
            order, takes, helped = own[disc]
            mine = theirs = order, takes
            if others is not own:
                order, takes, _ = others[disc]
                theirs = order, takes
            ruffs = []  # where hands with a trump begin
            for index in homes[disc]:
                if hands[index] & trump:
                    ruffs.append(index // players * players)
            for laid in range(begun, players):
                suit = led
                bit = hands[base + led] if laid else 0
                if bit and not bit & bit - 1:
                    pass  # the only card of the suit led
                elif forced:
                    card = forced.pop()
                    suit = card // 12
                    bit = 1 << card % 12
                    if not laid:
                        led = suit
                else:
                    cards = bit
                    order, takes = mine if base == me else theirs
                    if teams and laid and base ^ winner == 8:
                        takes = helped
                    leaves, risks, wins, extras = takes[laid]
                    if not points:
                        return self._rates(hands, base, laid, led, best, trump, ruffs, order, takes[laid])
                    if chance:
                        at = at + STEP & CHANCES - 1
                        if cards:
                            leaves += chance[at]
                            risks += chance[at + 1]
                            wins += chance[at + 2]
                    most = _LEAST
                    if cards:
                        low = cards & best - 1  # the cards that do not win
                        if low:
                            if low & trump:
                                low ^= trump
                            cards ^= low
                            for held in order:
                                if held & low:
                                    most = held + leaves
                                    break
                        if cards:
                            top = best  # no number below its highest bit wins for good
                            for index in rivals[base + laid]:
                                held = hands[index + led]
                                if held:
                                    top |= held
                                elif index in ruffs:
                                    wins = risks
                            if top & trump or cards < top and not cards & trump:
                                wins = risks  # none wins for good
                            # The most that a card may get: the first to get it is the best of them.
                            better = wins if wins > risks or top == best else risks
                            for held in order:
                                bit = held & cards
                                if bit:
                                    worth = wins if bit > top or bit == trump else risks
                                    held += worth
                                    if held > most:
                                        most = held
                                    if worth == better:
                                        break
                    elif laid:  # discards, or a trump
                        for other in suits:
                            cards = hands[base + other]
                            if cards:
                                extra = extras[ones[cards & 63] + ones[cards >> 6]]
                                if chance:
                                    extra += chance[at + other]
                                if cards & trump:
                                    cards ^= trump
                                    for index in rivals[base + laid]:
                                        held = hands[index + led]
                                        if held & trump or not held and index in ruffs:
                                            wins = risks
                                    for held in order:
                                        if held & trump:
                                            held += wins + extra
                                            if held > most:
                                                most = held
                                                suit = other
                                            break
                                extra += leaves
                                for held in order:
                                    if held & cards:
                                        held += extra
                                        if held > most:
                                            most = held
                                            suit = other
                                        break
                    else:  # leads
                        for other in suits:
                            cards = hands[base + other]
                            if cards:
                                extra = extras[ones[cards & 63] + ones[cards >> 6]]
                                if chance:
                                    extra += chance[at + other]
                                top = rest[other] ^ cards
                                if teams:
                                    top ^= hands[(base ^ 8) + other]
                                good = risks
                                if (cards > top or cards & trump) and not top & trump:
                                    good = wins
                                    for index in ruffs:
                                        if not hands[index + other] and not (teams and base ^ index == 8):
                                            good = risks
                                better = good if good > risks or not top else risks
                                for held in order:
                                    bit = held & cards
                                    if bit:
                                        worth = good if bit > top or bit == trump else risks
                                        held += worth + extra
                                        if held > most:
                                            most = held
                                            suit = other
                                        if worth == better:
                                            break
                        led = suit
                    bit = most & 4095
                hands[base + suit] ^= bit
                rest[suit] ^= bit
                if bit == trump:
                    best = TRUMP
                    winner = base
                elif bit > best and suit == led:
                    best = bit
                    winner = base
                base += players
                if base == end:
                    base = 0
            if points:
                points[winner // players] += disc + 1 if discs[disc] else -disc - 1
            disc += 1
            base = winner
            begun = best = 0
        if points:
            winner = self._last_winner(hands, base, winner, best)
            points[winner // players] += disc + 1 if discs[disc] else -disc - 1
            self._at = at
        return []

    def _last_winner(self, hands: list[int], base: int, winner: int, best: int) -> int:
        """Returns where the hand begins of the seat that wins the last trick. Each seat has one card left.

        base, winner, best: as in `play_out`, of the seat to play.
        """
        game = self._game
        players = game.players
        trump = 1 << len(game.discs) - 1 if game.trumps else TRUMP
        led = 0
        while not hands[base + led]:
            led += 1
        for _ in range(players):
            bit = hands[base + led]
            if bit == trump or not bit and trump in hands[base : base + players]:
                best = TRUMP
                winner = base
            elif bit > best:
                best = bit
                winner = base
            base += players
            if base == players * players:
                base = 0
        return winner

    def _rates(
        self,
        hands: list[int],
        base: int,
        laid: int,
        led: int,
        best: int,
        trump: int,
        ruffs: list[int],
        order: list[int],
        takes: "Policy",
    ) -> list[int]:
        """Returns a rate for each card of a choice: its worth by the policy, and below that the card.

        The policy would play the card of the greatest rate. The arguments are locals of `play_out`.
        """
        players = self._game.players
        leaves, risks, wins, extras = takes
        follows = laid and hands[base + led]
        rates = []
        for suit in range(players):
            if follows and suit != led:
                continue
            if not laid:
                led = suit
            cards = hands[base + suit]
            extra = 0 if follows else extras[_ONES[cards & 63] + _ONES[cards >> 6]]
            top = best
            sure = True
            for index in self._rivals[base + laid]:
                held = hands[index + led]
                top |= held
                if held & trump or not held and index in ruffs:
                    sure = False
            for held in order:
                bit = held & cards
                if bit:
                    worth = leaves
                    if bit == trump or suit == led and bit > best:
                        worth = wins if sure and (bit > top or bit == trump) else risks
                    rates.append((held + worth + extra) * 8 - suit)
        return rates
