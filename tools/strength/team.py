# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The Game's hard player compiled by numba: whole matches in hundredths of a second.

It makes the choices of engine/bots/the_game, from the same chance: tests compare them one after the other.
So all but some of hard's matches in the arena are played here. The features are the trainer's, `feats`.
"""

import importlib
from functools import cache

import numpy as np
from numba import njit

from engine import the_game
from engine.bots.the_game import search, value
from tools.train.the_game_play import NF, OFF, feats, prepare

UNITS = 12
BEAM = search._WIDTH
LIMITS = search._LIMITS
ENDS = max(row[0] for row in LIMITS)  # the most ends that are compared,
TRIED = max(max(row[1:3]) for row in LIMITS)  # and moves that are tried from a position
SAMPLES = search._SAMPLES
LEAST = search._LEAST
FURTHER = search._FURTHER
WON = value.WON
COSTS = np.frombuffer(value._COSTS, np.uint8).astype(np.int64)
BACK = value._BACK
CLOSE = the_game._CLOSE
NEAR = the_game.NEAR
# By which a card moves a pile that its seat signals on.
GAPS = (*range(CLOSE + 1, NEAR + 1), *range(1, CLOSE + 1), -10)
SPAN = OFF + 128
NO_ROWS = np.empty((0, NF))
NO_SIZES = np.empty(0, np.int64)
LOG = 2000  # more actions than any match has
VALUE, MASK, PILES, FIRSTS = 0, 1, 2, 6  # the columns of an end, see `turn`

_HALF = 1 << 31
_LOW = 32767


@njit
def below(chance, n):
    """Returns Rng.below(n), 1 <= n <= 32768, of engine/rng.py. chance: its two numbers, which change."""
    limit = 32768 - 32768 % n
    while True:
        chance[0] = 32730 * (chance[0] & _LOW) + (chance[0] >> 15)
        chance[1] = 31926 * (chance[1] & _LOW) + (chance[1] >> 15)
        drawn = (chance[0] ^ chance[1]) & _LOW
        if drawn < limit:
            return drawn % n


@njit
def shuffle(cards, number, chance):
    """Shuffles the first of the cards in place, as Rng.shuffle."""
    for last in range(number - 1, 0, -1):
        other = below(chance, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


@njit
def worth(x, n, weights, biases, outputs, sums):
    """Returns what View.value does, without signals, from the features of the position. n: cards to be laid.

    The lanes of its large ints are numbers of their own here; what a lane carries to the next one counts.
    """
    for unit in range(UNITS):
        sums[unit] = biases[n, unit]
    for feature in range(NF):
        count = x[feature]
        if count != 0.0:
            for unit in range(UNITS):
                sums[unit] += count * weights[feature, unit]
    carry = 0
    total = 0
    for lane in range(UNITS - 1):
        total = carry + _HALF
        for low in range(lane + 1):
            on = int(sums[UNITS - 1 - low])
            if on > 0:
                total += on * outputs[n, lane - low]
        carry = total >> 32
    return ((total & (1 << 32) - 1) - _HALF >> 11) + (int(sums[0]) >> 2)


@njit
def heeded(piles, known):
    """Returns what View._heed does for these piles."""
    wishes, start = known[3:]
    value = 0
    for pile in range(4):
        if wishes[pile]:
            move = piles[pile] - start[pile] if pile < 2 else start[pile] - piles[pile]
            value -= wishes[pile] * (BACK if move < 0 else COSTS[min(move, 11)])
    return value


@njit
def turn(piles, hand, held, due, width, most, limits, known, net, ends, room):
    """Searches a turn as _Turn does: writes the best ends, best first. Returns (their number, valued).

    hand: rising, the first `held` count. limits: the moves tried for the first card and for later ones, and
    how much another card may lose. known: the view, (unseen, before, pairs, wishes, start). An end is a row:
    its worth, the mask of the cards kept, the piles (4), the first card laid on each pile or 0 (4).
    """
    unseen, before, pairs, wishes, _ = known
    weights, biases, outputs = net
    beam, tries, moves, kept, x, sums = room
    total = before[OFF + 101]
    signals = wishes[0] + wishes[1] + wishes[2] + wishes[3]
    beam[0, MASK] = (1 << held) - 1
    beam[0, PILES:FIRSTS] = piles
    beam[0, FIRSTS:] = 0
    size = 1
    found = 0
    if due <= 0:
        beam[0, VALUE] = WON
        if total + held:
            feats(piles[0], piles[1], piles[2], piles[3], hand, held, unseen, before, pairs, x)
            beam[0, VALUE] = worth(x, total + held, weights, biases, outputs, sums)
            if signals:
                beam[0, VALUE] += heeded(piles, known)
        ends[0] = beam[0]
        found = 1
    count = 0
    cards = held
    tried, later, worse = limits
    while size:
        cards -= 1
        grown = 0  # entries of the next beam, which are the first of `tries`; all that were tried follow
        seen = width
        for place in range(size):
            entry = beam[place]
            number = listed(entry, hand, held, moves)
            for order in range(min(number, tried)):
                move = moves[order]
                index = move >> 2 & 7
                pile = move & 3
                new = tries[seen]
                new[:] = entry
                new[MASK] ^= 1 << index
                new[PILES + pile] = hand[index]
                if not new[FIRSTS + pile]:
                    new[FIRSTS + pile] = hand[index]
                if met(tries, width, seen):
                    continue
                seen += 1
                count += 1
                new[VALUE] = WON
                if total + cards:
                    number_kept = 0
                    for other in range(held):
                        if new[MASK] >> other & 1:
                            kept[number_kept] = hand[other]
                            number_kept += 1
                    tops = new[PILES:FIRSTS]
                    feats(tops[0], tops[1], tops[2], tops[3], kept, cards, unseen, before, pairs, x)
                    new[VALUE] = worth(x, total + cards, weights, biases, outputs, sums)
                    if signals:
                        new[VALUE] += heeded(tops, known)
                grown = insert(tries, grown, width, new)
        due -= 1
        tried = later
        size = grown
        beam[:size] = tries[:size]
        if due > 0 and size and beam[0, MASK]:
            continue
        if found and size and beam[0, VALUE] < ends[0, VALUE] - worse:
            break
        for place in range(size):
            found = insert(ends, found, most, beam[place])
        if size and not beam[0, MASK]:
            break
    return found, count


@njit
def listed(entry, hand, held, moves):
    """Writes the moves from a position of the beam, packed as in _Turn.step and sorted. Returns how many."""
    one, two, three, four = entry[PILES], entry[PILES + 1], entry[PILES + 2], entry[PILES + 3]
    low, high, rising = (two, one, 1) if one > two else (one, two, 0)
    bottom, top, falling = (three, four, 2) if three < four else (four, three, 3)
    number = 0
    for index in range(held):
        if not entry[MASK] >> index & 1:
            continue
        card = hand[index]
        if card > high:
            moves[number] = card - high << 5 | index << 2 | 1 - rising
            number += 1
        elif card > low:
            moves[number] = card - low << 5 | index << 2 | rising
            number += 1
        if card < bottom:
            moves[number] = bottom - card << 5 | index << 2 | falling
            number += 1
        elif card < top:
            moves[number] = top - card << 5 | index << 2 | 5 - falling
            number += 1
        for pile in range(4):
            if card == entry[PILES + pile] + (-10 if pile < 2 else 10):
                moves[number] = index << 2 | pile
                number += 1
    moves[:number].sort()
    return number


@njit
def met(tries, first, last):
    """Returns whether the last try has the piles and the cards kept of one from the first on."""
    new = tries[last]
    for other in range(first, last):
        old = tries[other]
        if (
            old[MASK] == new[MASK] and old[PILES] == new[PILES] and old[PILES + 1] == new[PILES + 1]
            and old[PILES + 2] == new[PILES + 2] and old[PILES + 3] == new[PILES + 3]
        ):  # fmt: skip
            return True
    return False


@njit
def insert(rows, number, most, new):
    """Puts a row among the first ones, by its worth, after equal ones. Returns how many there are: `most`."""
    if number == most:
        if new[VALUE] <= rows[number - 1, VALUE]:
            return number
        number -= 1
    at = number
    while at and rows[at - 1, VALUE] < new[VALUE]:
        rows[at] = rows[at - 1]
        at -= 1
    rows[at] = new
    return number + 1


@njit
def odds(value):
    """Returns the probability of a win from a worth, as _odds."""
    return 1 / (1 + np.exp(-value / 16384))


@njit
def choices(ends, number, actions, bits):
    """Writes for each end what _choices returns: the action to take now, and the ends it leads to."""
    for place in range(number):
        most = 0
        actions[place] = 0
        for pile in range(4):
            card = ends[place, FIRSTS + pile]
            led = 0
            for other in range(number):
                led = led << 1 | (ends[other, FIRSTS + pile] == card)
            if card and led > most:
                most = led
                actions[place] = 4 * card + pile
        bits[place] = most or 1 << number - 1 - place


@njit
def look(known, later, drawn, number, kept, left):
    """Writes the view of the seat that plays next, as View.after: it has the cards drawn, not those kept."""
    unseen, before, pairs, wishes, _ = later
    unseen[:] = known[0]
    for place in range(number):
        unseen[drawn[place] + OFF] = 0
    for place in range(left):
        unseen[kept[place] + OFF] = 1
    prepare(unseen, before, pairs)


@njit
def keep(mask, hand, held, kept):
    """Writes the cards of a hand that a mask keeps. Returns how many."""
    number = 0
    for index in range(held):
        if mask >> index & 1:
            kept[number] = hand[index]
            number += 1
    return number


@njit
def view():
    """Returns the space of a view: (unseen, before, pairs, wishes, start), see `turn`."""
    return (
        np.zeros(SPAN, np.uint8), np.zeros(SPAN, np.int64), np.zeros(SPAN, np.int64), np.zeros(4, np.int64),
        np.zeros(4, np.int64),
    )  # fmt: skip


@njit
def room():
    """Returns the work space of `turn`."""
    return (
        np.empty((BEAM, 10), np.int64), np.empty((BEAM + BEAM * TRIED + 1, 10), np.int64),
        np.empty(40, np.int64), np.empty(8, np.int64), np.zeros(NF), np.empty(UNITS),
    )  # fmt: skip


@njit
def guess(seat, hands, held, laid, signals, piles, known):
    """Writes the view of the seat to act."""
    unseen, before, pairs, wishes, start = known
    for card in range(2, 100):
        unseen[card + OFF] = not laid[card]
    for place in range(held[seat]):
        unseen[hands[seat, place] + OFF] = 0
    prepare(unseen, before, pairs)
    for pile in range(4):
        start[pile] = piles[pile]
        for other in range(len(held)):
            if other != seat:
                wishes[pile] += (0, 3, 10)[signals[other, pile]]


@njit
def hear(piles, moved, held, said, gone, cards, number, unseen, meant, lengths):
    """Does what Search._hear does: drops some of the cards, notes others. Returns how many cards are left.

    held, said (4,): the number of cards and the signals of the seat that plays next; gone (100,): flags of
    the cards laid before it spoke; moved (4,): of the piles moved since. The cards that a signal may mean go
    to meant, a row a signal and its length.
    """
    asks = np.zeros((4, 100), np.int64)
    asked(piles, gone, asks)
    dropped = np.zeros(100, np.bool_)
    for pile in range(4):
        for card in range(100):
            dropped[card] |= not moved[pile] and asks[pile, card] > said[pile]
    rows = 0
    for pile in range(4):
        if said[pile] and not moved[pile]:
            for gap in GAPS:
                card = moving(piles, pile, gap)
                if asks[pile, card] == said[pile] and unseen[card + OFF] and not dropped[card]:
                    meant[rows, lengths[rows]] = card
                    lengths[rows] += 1
            rows += lengths[rows] > 0
    kept = 0
    for place in range(number):
        kept += not dropped[cards[place]]
    if kept < held:
        return number
    kept = 0
    for place in range(number):
        if not dropped[cards[place]]:
            cards[kept] = cards[place]
            kept += 1
    return kept


@njit
def names(meant, lengths, row, card):
    """Returns whether a card is one of those that a signal may mean: that of a row, or any if row < 0."""
    for other in range(4):
        if row < 0 or row == other:
            for place in range(lengths[other]):
                if meant[other, place] == card:
                    return True
    return False


@njit
def agreed(drawn, size, meant, lengths, turn):
    """Puts a card that each signal may mean into a hand of the next seat that has none."""
    for row in range(4):
        has = lengths[row] == 0
        for place in range(size):
            has |= names(meant, lengths, row, drawn[place])
        if not has:
            place = row % size
            while place < size - 1 and names(meant, lengths, -1, drawn[place]):
                place += 1
            drawn[place] = meant[row, turn % lengths[row]]


@njit
def chosen(seat, piles, moved, left, due, least, hand_size, hands, held, laid, gone, signals, chance, net):
    """Returns the action that Search finds, -1 if not all cards that are due can be laid.

    moved (4,): flags of the piles that were moved since the next seat spoke. hands (players, 8) and held
    (players,): the cards, rising, and how many. laid, gone (100,): flags of the cards laid, and of those
    before it spoke. signals (players, 4). chance: the player's own.
    """
    players = len(held)
    alone = players == 1
    hand = hands[seat]
    known, later, spare = view(), view(), view()
    guess(seat, hands, held, laid, signals, piles, known)
    cards = np.empty(98, np.int64)
    number = 0
    for card in range(2, 100):
        if known[0][card + OFF]:
            cards[number] = card
            number += 1
    shuffle(cards.copy(), number, chance)  # what `redeal` draws
    space = room()
    ends = np.empty((ENDS, 10), np.int64)
    most, first, further, worse, looked_on, budget, prior, ahead = LIMITS[min(players, 3) - 1]
    limits = first, further, worse
    looked = looked_on, looked_on, 0
    found, count = turn(piles, hand, held[seat], due, BEAM, most, limits, known, net, ends, space)
    if not found:
        return -1
    actions = np.empty(ENDS, np.int64)
    bits = np.empty(ENDS, np.int64)
    choices(ends, found, actions, bits)
    after = following(seat, held)
    if bits[0] + 1 == 1 << found or ends[0, VALUE] >= WON or not alone and after == seat:
        return actions[0]
    sums = np.empty(found)
    for place in range(found):
        sums[place] = prior * odds(ends[place, VALUE])
    meant = np.empty((5, NEAR + 1), np.int64)
    lengths = np.zeros(5, np.int64)
    if not alone and left and signals[after].any():
        number = hear(
            piles, moved, held[after], signals[after], gone, cards, number, known[0], meant, lengths
        )
    shuffle(cards, number, chance)
    some = np.empty((players, 8), np.int64)  # once the draw pile is empty, the hands of the sample
    sizes = np.empty(players, np.int64)
    kept = np.empty(8, np.int64)
    drawn = np.empty(16, np.int64)
    last = np.empty((1, 10), np.int64)
    start = need = searched = 0
    while True:
        end = ends[searched % found]
        own = keep(end[MASK], hand, held[seat], kept)
        fill = min(hand_size - own, left)
        size = fill if alone else held[after]
        need = max(need, size)
        drawn[:size] = cards[start : start + size]
        agreed(drawn, size, meant, lengths, searched // found)
        look(known, later, drawn, size, kept, 0 if alone else own)
        if alone:
            drawn[size : size + own] = kept[:own]
            size += own
        drawn[:size].sort()
        won, tried = turn(
            end[PILES:FIRSTS], drawn, size, least if left > fill else 1, 1, 1, looked, later, net, last,
            space,
        )  # fmt: skip
        count += tried + 1
        if not alone and not left:
            need = number  # all cards are in the others' hands
            deal(seat, cards[start:], held, kept, own, some, sizes)
            mover = after
            for _ in range(FURTHER):
                if not won or last[0, VALUE] >= WON:
                    break
                own = keep(last[0, MASK], some[mover], sizes[mover], kept)
                sizes[mover] = own
                some[mover, :own] = kept[:own]
                other = following(mover, sizes)
                if other != mover:
                    look(later, spare, some[other], sizes[other], kept, own)
                    later, spare = spare, later
                    mover = other
                won, tried = turn(
                    last[0, PILES:FIRSTS].copy(), some[mover], sizes[mover], 1, 1, 1, looked,
                    later, net, last, space,
                )  # fmt: skip
                count += tried + 1
        if won:
            sums[searched % found] += 1.0 if last[0, VALUE] >= WON else odds(last[0, VALUE])
        searched += 1
        if searched % found:
            continue
        best = 0
        for place in range(found):
            if sums[place] > sums[best]:
                best = place
        rival = -1.0
        for place in range(found):
            if not bits[best] >> found - 1 - place & 1:
                rival = max(rival, sums[place])
        rounds = searched // found
        wanted = ahead
        if not alone:
            mean = sums[best] / (prior + rounds)
            wanted = ahead * min(1.0, 8 * mean * (1 - mean))
        sure = sums[best] - rival > wanted or rounds >= SAMPLES
        if rounds >= LEAST and (sure or count >= budget):
            return actions[best]
        start += need
        if start + need > number:
            shuffle(cards, number, chance)
            start = 0


@njit
def deal(seat, cards, held, kept, own, some, sizes):
    """Writes the hands of a sample: the seat's with the cards kept, the others' one after the other."""
    sizes[seat] = own
    some[seat, :own] = kept[:own]
    at = 0
    for step in range(1, len(held)):
        other = (seat + step) % len(held)
        size = sizes[other] = held[other]
        some[other, :size] = cards[at : at + size]
        some[other, :size].sort()
        at += size


@njit
def gap_of(card, pile, piles):
    """Returns by how much a card would move a pile: negative if back."""
    return card - piles[pile] if pile < 2 else piles[pile] - card


@njit
def following(seat, held):
    """Returns what Game.after does: the seat whose turn comes next."""
    seat = (seat + 1) % len(held)
    while not held[seat]:
        seat = (seat + 1) % len(held)
    return seat


@njit
def moving(piles, pile, gap):
    """Returns the card that moves a pile by so much; 0, which counts as laid, if there is none."""
    card = piles[pile] + (gap if pile < 2 else -gap)
    return card if 2 <= card < 100 else 0


@njit
def asked(piles, laid, asks):
    """Writes which signal a card asks for on each pile, as Game.meant. asks (4, 100): zeros before."""
    for pile in range(4):
        close = near = 0
        for gap in GAPS:
            if not laid[moving(piles, pile, gap)]:
                if gap <= CLOSE:
                    close += 1
                else:
                    near += 1
        for gap in GAPS:
            card = moving(piles, pile, gap)
            if not laid[card]:
                if close > 1 and gap <= CLOSE:
                    asks[pile, card] = 2
                elif near + (close == 1) > 1:
                    asks[pile, card] = 1


@njit
def wished(hand, held, piles, laid, given):
    """Writes what Game.wishes returns."""
    asks = np.zeros((4, 100), np.int64)
    asked(piles, laid, asks)
    for pile in range(4):
        given[pile] = 0
        for place in range(held):
            given[pile] = max(given[pile], asks[pile, hand[place]])


@njit
def say(seat, hands, held, piles, laid, signals):
    """Writes the signals of all seats but the one to act, as Game.say has them speak."""
    for other in range(len(held)):
        if other != seat and held[other]:
            wished(hands[other], held[other], piles, laid, signals[other])


@njit
def cheapest(hand, held, piles):
    """Returns the action that moves a pile least, 0 if no card can be laid."""
    best = 0
    least = 1000
    for place in range(held):
        for pile in range(4):
            gap = gap_of(hand[place], pile, piles)
            if (gap > 0 or gap == -10) and gap < least:
                least = gap
                best = 4 * hand[place] + pile
    return best


@njit
def match(
    seat, due, least, hand_size, piles, moved, hands, held, deck, laid, gone, signals, chances, heard, net,
    log, rows, sizes,
):  # fmt: skip
    """Plays a match to its end. Returns (the cards left, how many actions, how many turns).

    deck: the draw pile. chances (players, 2): of each seat's player. The others: see `chosen` and `play`. The
    actions are written to log. Unless it is empty, rows (turns, NF) gets the features of the end of each turn
    but the last one, and sizes how many cards were still to be laid.
    """
    players = len(held)
    given = np.zeros(4, np.int64)
    left = len(deck)
    rest = left
    for other in range(players):
        rest += held[other]
    taken = turns = 0
    while True:
        hand = hands[seat]
        action = cheapest(hand, held[seat], piles)
        if action:
            found = chosen(
                seat, piles, moved, left, due, least, hand_size, hands, held, laid, gone, signals,
                chances[seat], net,
            )  # fmt: skip
            if found >= 0:
                action = found
        if not action and not due and players > 1:
            wished(hand, held[seat], piles, laid, given)
            for pile in range(3, -1, -1):
                if given[pile] != signals[seat, pile]:
                    action = 400 + 4 * given[pile] + pile
        log[taken] = action
        taken += 1
        if action >= 400:
            signals[seat, action & 3] = action - 400 >> 2
            continue
        if not heard:
            signals[seat] = 0
        if action:
            card = action >> 2
            held[seat] -= 1
            below_it = 0
            while hand[below_it] != card:
                below_it += 1
            for place in range(below_it, held[seat]):
                hand[place] = hand[place + 1]
            piles[action & 3] = card
            moved[action & 3] = 1
            laid[card] = 1
            rest -= 1
            if due:
                due -= 1
            if held[seat]:
                if heard:
                    say(seat, hands, held, piles, laid, signals)
                    moved[:] = 0
                    gone[:] = laid
                continue
        elif due:
            return rest, taken, turns
        if not rest:
            return 0, taken, turns
        if len(rows):
            known = view()
            guess(seat, hands, held, laid, signals, piles, known)
            feats(
                piles[0], piles[1], piles[2], piles[3], hand, held[seat], known[0], known[1], known[2],
                rows[turns],
            )  # fmt: skip
            sizes[turns] = known[1][OFF + 101] + held[seat]
        turns += 1
        while held[seat] < hand_size and left:
            hand[held[seat]] = deck[len(deck) - left]
            held[seat] += 1
            left -= 1
        hand[: held[seat]].sort()
        seat = following(seat, held)
        due = least if left else 1
        moved[:] = 0
        gone[:] = laid
        signals[seat] = 0
        if heard:
            say(seat, hands, held, piles, laid, signals)


def network(weights, scales, biases, outputs):
    """Returns what the players have learnt, as `worth` takes it: (weights, biases, outputs) of whole numbers.

    weights and so on: the bytes that Weights in engine/bots/the_game/value.py describes. The first are (NF,
    UNITS), the unit that counts as it is first; biases (99, UNITS) and outputs (99, UNITS - 1) are for each
    number of cards still to be laid.
    """
    factors = np.frombuffer(scales, "<u2").astype(np.int64)
    whole = np.frombuffer(weights, "u1").reshape(NF, UNITS).astype(np.int64) - 128
    at_cuts = np.frombuffer(biases, "<u2").reshape(-1, UNITS).astype(np.int64)
    out_at_cuts = np.frombuffer(outputs, "u1").reshape(-1, UNITS - 1).astype(np.int64)
    added = np.zeros((99, UNITS))
    out = np.zeros((99, UNITS - 1), np.int64)
    cuts = value._CUTS
    for cards in range(99):
        cut = 0
        while cut < len(cuts) - 2 and cards > cuts[cut + 1]:
            cut += 1
        span = cuts[cut + 1] - cuts[cut]
        ahead = cards - cuts[cut]
        sums = at_cuts[cut] * (span - ahead) + at_cuts[cut + 1] * ahead
        added[cards] = 256 * sums // span - (1 << 23)
        sums = out_at_cuts[cut] * (span - ahead) + out_at_cuts[cut + 1] * ahead
        out[cards] = (8 * sums + span // 2) // span - 1024
    return (whole * factors[:, None]).astype(np.float64), added, out


@cache
def learnt(players, expert):
    """Returns the network of the players at a table, as `network`."""
    name = value._SETS[5 * expert + players - 1]
    module = importlib.import_module("engine.bots.the_game.weights_" + name)
    return network(module.WEIGHTS, module.SCALES, module.BIASES, module.OUTPUTS)


def play(game, chances, heard=True, net=None, rows=NO_ROWS, sizes=NO_SIZES):
    """Plays a match of The Game to its end by hard players. Returns (cards left, the actions, turns).

    game: is not changed; whoever begins has been chosen. chances: an Rng for each seat's player; they are not
    changed. heard: False takes a seat's signals back before another one sees them. net: as from `network`.
    rows, sizes: see `match`.
    """
    players = game.players
    hands = np.zeros((players, 8), np.int64)
    held = np.zeros(players, np.int64)
    signals = np.zeros((players, 4), np.int64)
    deck = np.array(list(game._deck[len(game._deck) - game.left :]), np.int64)
    laid = np.ones(100, np.uint8)
    laid[deck] = 0
    for seat in range(players):
        held[seat] = game.held(seat)
        hands[seat, : held[seat]] = game.hand(seat)
        laid[game.hand(seat)] = 0
        signals[seat] = [game.signal(seat, pile) for pile in range(4)]
    moved = np.zeros(4, np.int64)
    gone = laid.copy()
    for action in game.laid[game.spoken :]:
        moved[action & 3] = 1
        gone[action >> 2] = 0
    rngs = np.array([[chance._first, chance._second] for chance in chances])
    log = np.zeros(LOG, np.int64)
    rest, taken, turns = match(
        game.player, game.due, game.least, game.hand_size, np.array(game.piles), moved, hands, held, deck,
        laid, gone, signals, rngs, heard, net or learnt(players, game.least > 2), log, rows, sizes,
    )  # fmt: skip
    return int(rest), [int(action) for action in log[:taken]], turns
