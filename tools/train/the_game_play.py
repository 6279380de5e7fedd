# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The Game as its trainer plays it: matches by a compiled search over the worths of positions.

The features are those of engine/bots/the_game/value.py; the search is simpler than that of search.py beside
it. Everything is an array, and a card is its number: piles (4,), two rising and two falling; hand, rising,
and nh, its length; un, the unseen cards as flags, card 0 at OFF, with the sums of `prepare` in pre and prp;
x (NF,), the features; w, b, v, the weights as `worth` takes them.
"""

import numpy as np
from numba import njit

CUTS = (0, 4, 8, 14, 22, 34, 50, 70, 98)
KNOTS = np.array(CUTS, dtype=np.float64)
NK = len(CUTS)
OFF = 16  # index of card 0 in the flags of unseen cards
_ABOVE = (1, 2, 3, 4, 6, 8, 11, 15, 21, 30, 45)
GAPS = np.array([0] + [sum(gap > cut for cut in _ABOVE) for gap in range(1, 128)])
WINDOWS = (2, 4, 7, 10, 15, 22, 32)

# Indices of the features that engine/bots/the_game/value.py lists.
KINDS = 0
NOWHERE = 6
HELD = 9
BACK = 15
GAP = 16
STUCK = 28
FAR = 29
NEAR = 50
PAIR = 71
PAIR_GAP = 72
TWENTY = 76
CLOSE = 77
PARTNER = 79
PAIRS = 82
APART = 84
MEET = 85
HAND = 87
SHARE = 88
ROOM = 89
LEAST = 90
LONG = 93
NF = 94

# Divisors that bring the features near 1.
UNITS = np.ones(NF)
UNITS[KINDS : KINDS + 6] = (4, 8, 8, 8, 16, 32)
for _role in (FAR, NEAR):
    UNITS[_role : _role + 7] = [1 + 0.3 * window for window in WINDOWS]
    UNITS[_role + 9 : _role + 12] = 2
    UNITS[_role + 12 : _role + 15] = (50, 12, 30)
    UNITS[_role + 16] = 20
UNITS[PARTNER : PARTNER + 3] = 2
UNITS[PAIRS : PAIRS + 2] = 8
UNITS[APART : APART + 3] = (12, 50, 50)
UNITS[HAND] = 8
UNITS[SHARE] = 16
UNITS[ROOM] = 64
UNITS[LEAST : LEAST + 3] = 20
UNITS[LONG] = 100


@njit(cache=True)
def prepare(un, pre, prp):
    """Counts the unseen cards below each card, and those of them with another ten above."""
    s = 0
    t = 0
    for i in range(OFF, OFF + 102):
        pre[i] = s
        prp[i] = t
        if un[i]:
            s += 1
            if un[i + 10]:
                t += 1
    for i in range(OFF + 102, len(pre)):
        pre[i] = s
        prp[i] = t


@njit(cache=True)
def pile(t, e, rising, un, pre, prp, x):
    """Adds one pile's features at e; t: its top."""
    total = pre[OFF + 101]
    if rising:
        below = pre[t + 1 + OFF]
        for i in range(7):
            x[e + i] += pre[min(t + WINDOWS[i] + 1, 101) + OFF] - below
        step = -1
        way = 100 - t
        x[e + 16] += total - below
        low = prp[max(t - 9, 0) + OFF]
        for i in range(3):
            high = prp[min(t + (5, 10, 20)[i] - 9, 101) + OFF] if t + (5, 10, 20)[i] > 9 else 0
            x[e + 9 + i] += max(0, high - low)
    else:
        below = pre[t + OFF]
        for i in range(7):
            x[e + i] += below - pre[max(t - WINDOWS[i], 0) + OFF]
        step = 1
        way = t - 1
        x[e + 16] += below
        high = prp[t + OFF]
        for i in range(3):
            x[e + 9 + i] += high - prp[max(t - (5, 10, 20)[i], 0) + OFF]
    if un[t + 10 * step + OFF]:
        x[e + 7] += 1
        if way < 80 and un[t + 20 * step + OFF]:
            x[e + 8] += 1
        if un[t + 11 * step + OFF]:
            x[e + 18] += 1
    x[e + 12] += way
    x[e + 13] += min(way, 12)
    x[e + 14] += min(way, 30)
    x[e + 15] += un[t - 10 * step + OFF]
    x[e + 17] += un[t - step + OFF]
    x[e + 19] += un[t + 9 * step + OFF]
    x[e + 20] += un[t + 8 * step + OFF]


@njit(cache=True)
def feats(p0, p1, p2, p3, hand, nh, un, pre, prp, x):
    """Writes the features at the end of a turn, as whole numbers as on the device."""
    for i in range(NF):
        x[i] = 0.0
    lo = min(p0, p1)
    hi = max(p0, p1)
    top = max(p2, p3)
    bot = min(p2, p3)
    total = pre[OFF + 101]
    a = pre[lo + 1 + OFF]
    b = pre[hi + 1 + OFF]
    c = pre[bot + OFF]
    d = pre[top + OFF]
    # Unseen cards that at least this many rising and falling piles accept.
    c11 = max(0, d - a)
    c12 = max(0, c - a)
    c21 = max(0, d - b)
    c22 = max(0, c - b)
    k3 = c12 + c21 - 2 * c22
    k2 = c11 - c12 - c21 + c22
    k2like = total - b - c21 + c - c12
    k1 = (b - a) - (c11 - c21) + (d - c) - (c11 - c12)
    none = total - k1 - k2like - k2 - k3 - c22
    x[KINDS] = none
    x[KINDS + 1] = k1
    x[KINDS + 2] = k2like
    x[KINDS + 3] = k2
    x[KINDS + 4] = k3
    x[KINDS + 5] = c22
    if none < 3:
        x[NOWHERE + none] = 1
    m1 = 40
    m2 = 40
    m3 = 40
    stuck = 0
    for i in range(nh):
        card = hand[i]
        up = 99
        down = 99
        kind = 0
        if card > hi:
            up = card - hi
            kind = 6
        elif card > lo:
            up = card - lo
            kind = 3
        if card < bot:
            down = bot - card
            kind += 2
        elif card < top:
            down = top - card
            kind += 1
        x[HELD + (0, 1, 2, 1, 3, 4, 2, 4, 5)[kind]] += 1
        gap = min(up, down)
        if card + 10 == lo or card + 10 == hi or card - 10 == top or card - 10 == bot:
            x[BACK] += 1
            gap = 0
        elif gap == 99:
            x[STUCK] += 1
            stuck += 1
        else:
            x[GAP + GAPS[gap]] += 1
        if gap < m1:
            m3 = m2
            m2 = m1
            m1 = gap
        elif gap < m2:
            m3 = m2
            m2 = gap
        elif gap < m3:
            m3 = gap
        if un[card - 10 + OFF]:
            if kind > 2:
                x[PARTNER] += 1
                if up < 11:
                    x[PARTNER + 1] += 1
            if card < top:
                x[PARTNER + 2] += 1
        if un[card + 10 + OFF]:
            if card < top:
                x[PARTNER] += 1
                if down < 11:
                    x[PARTNER + 1] += 1
            if kind > 2:
                x[PARTNER + 2] += 1
        for j in range(i + 1, nh):
            apart = hand[j] - card
            if apart == 10:
                x[PAIR] += 1
                # How far laying two cards, one of them backwards, moves a pile.
                move = 60
                if card + 10 > hi:
                    move = card - hi
                elif card + 10 > lo:
                    move = card - lo
                if card < bot:
                    move = min(move, bot - card - 10)
                elif card < top:
                    move = min(move, top - card - 10)
                x[PAIR_GAP + (0 if move <= 0 else 1 if move <= 5 else 2 if move <= 12 else 3)] += 1
            elif apart == 20:
                x[TWENTY] += 1
            if j == i + 1:
                if apart <= 2:
                    x[CLOSE] += 1
                elif apart <= 5:
                    x[CLOSE + 1] += 1
    pile(hi, FAR, True, un, pre, prp, x)
    pile(bot, FAR, False, un, pre, prp, x)
    pile(lo, NEAR, True, un, pre, prp, x)
    pile(top, NEAR, False, un, pre, prp, x)
    low = prp[max(lo - 9, 0) + OFF]
    high = prp[top + OFF]
    both = max(0, high - low)
    x[PAIRS] = both
    x[PAIRS + 1] = prp[OFF + 101] - low + high - both
    x[APART] = min(hi - lo, 12) + min(top - bot, 12)
    x[MEET] = max(0, bot - hi)
    x[MEET + 1] = max(0, lo - top)
    x[HAND] = nh
    n = total + nh
    x[SHARE] = (none + stuck) * 64 // (n + 1)
    x[ROOM] = min(255, (200 - hi - lo + bot + top) * 16 // (n + 1))
    x[LEAST] = m1
    x[LEAST + 1] = m2
    x[LEAST + 2] = m3
    x[LONG] = min(100 - lo, top - 1)


@njit(cache=True)
def knot(n):
    """Returns the cuts between which n cards to be laid are, and how far."""
    k = 0
    while k < NK - 2 and n > KNOTS[k + 1]:
        k += 1
    return k, (n - KNOTS[k]) / (KNOTS[k + 1] - KNOTS[k])


def over_cards(at_cuts):
    """Returns (99, m): the rows at the cuts (NK, m), for each number of cards to be laid."""
    rows = np.zeros((99, at_cuts.shape[1]))
    for n in range(99):
        k, t = knot(n)
        rows[n] = (1 - t) * at_cuts[k] + t * at_cuts[k + 1]
    return rows


@njit(cache=True, fastmath=True)
def worth(x, n, w, b, v, h):
    """Returns the logarithm of the odds. w (NF, HIDDEN + 1), the last unit is linear; b, v for n cards."""
    units = w.shape[1]
    for q in range(units):
        h[q] = b[n, q]
    for i in range(NF):
        a = x[i]
        if a != 0.0:
            for q in range(units):
                h[q] += a * w[i, q]
    total = h[units - 1]
    for q in range(units - 1):
        if h[q] > 0:
            total += h[q] * v[n, q]
    return total


@njit(cache=True)
def turn(
    piles, hand, nh, due, un, pre, prp, w, b, v, beam, most, tried, stop, rp, rh, rn, rv, rf, space
):  # fmt: skip
    """A beam search. The best ends, best first: to rp (piles), rh, rn (hand), rv (worth), rf (first action).

    tried: of each position only the nearest so many (card, pile) are valued. stop: it goes on only while
    the best end so far is better by less than that. Returns the number of ends, the positions valued, and how
    many cards could be laid.
    """
    bp, bh, bf, cp, ch, cf, cv, x, h2, hb, gaps, moves = space
    total = pre[OFF + 101]
    found = 0
    count = 0
    deepest = 0
    nb = 1
    for q in range(4):
        bp[0, q] = piles[q]
    for i in range(nh):
        bh[0, i] = hand[i]
    bf[0] = 0
    if due <= 0:
        feats(piles[0], piles[1], piles[2], piles[3], hand, nh, un, pre, prp, x)
        rv[0] = worth(x, total + nh, w, b, v, hb)
        rn[0] = nh
        rf[0] = 0
        for q in range(4):
            rp[0, q] = piles[q]
        for i in range(nh):
            rh[0, i] = hand[i]
        found = 1
        count += 1
    m = nh
    for depth in range(1, nh + 1):
        nc = 0
        for z in range(nb):
            k = 0
            for i in range(m):
                card = bh[z, i]
                for q in range(4):
                    gap = card - bp[z, q] if q < 2 else bp[z, q] - card
                    if gap > 0:
                        # Of two equal piles the card goes to the nearer one.
                        other = card - bp[z, 1 - q] if q < 2 else bp[z, 5 - q] - card
                        if 0 < other < gap or other == gap and q & 1:
                            continue
                    elif gap != -10:
                        continue
                    y = k
                    if k == tried:
                        if gap >= gaps[k - 1]:
                            continue
                        y = k - 1
                    else:
                        k += 1
                    while y > 0 and gaps[y - 1] > gap:
                        gaps[y] = gaps[y - 1]
                        moves[y] = moves[y - 1]
                        y -= 1
                    gaps[y] = gap
                    moves[y] = i * 4 + q
            for move in range(k):
                i = moves[move] >> 2
                q = moves[move] & 3
                card = bh[z, i]
                p0 = card if q == 0 else bp[z, 0]
                p1 = card if q == 1 else bp[z, 1]
                p2 = card if q == 2 else bp[z, 2]
                p3 = card if q == 3 else bp[z, 3]
                y = 0
                for j in range(m):
                    if j != i:
                        h2[y] = bh[z, j]
                        y += 1
                known = False
                for y in range(nc):
                    if cp[y, 0] == p0 and cp[y, 1] == p1 and cp[y, 2] == p2 and cp[y, 3] == p3:
                        known = True
                        for j in range(m - 1):
                            if ch[y, j] != h2[j]:
                                known = False
                                break
                        if known:
                            break
                if known:
                    continue
                count += 1
                value = 1e6
                if total + m > 1:
                    feats(p0, p1, p2, p3, h2, m - 1, un, pre, prp, x)
                    value = worth(x, total + m - 1, w, b, v, hb)
                y = nc
                if nc < beam:
                    nc += 1
                elif value <= cv[beam - 1]:
                    continue
                else:
                    y = beam - 1
                while y > 0 and cv[y - 1] < value:
                    cv[y] = cv[y - 1]
                    cf[y] = cf[y - 1]
                    for j in range(4):
                        cp[y, j] = cp[y - 1, j]
                    for j in range(m - 1):
                        ch[y, j] = ch[y - 1, j]
                    y -= 1
                cv[y] = value
                cf[y] = bf[z] if bf[z] else 4 * card + q
                cp[y, 0] = p0
                cp[y, 1] = p1
                cp[y, 2] = p2
                cp[y, 3] = p3
                for j in range(m - 1):
                    ch[y, j] = h2[j]
        if nc == 0:
            break
        deepest = depth
        m -= 1
        if depth >= due or m == 0:
            if found and cv[0] < rv[0] - stop:
                break
            for z in range(nc):
                value = cv[z]
                if found == most and value <= rv[most - 1]:
                    break
                if found < most:
                    found += 1
                y = found - 1
                while y > 0 and rv[y - 1] < value:
                    rv[y] = rv[y - 1]
                    rn[y] = rn[y - 1]
                    rf[y] = rf[y - 1]
                    for j in range(4):
                        rp[y, j] = rp[y - 1, j]
                    for j in range(8):
                        rh[y, j] = rh[y - 1, j]
                    y -= 1
                rv[y] = value
                rn[y] = m
                rf[y] = cf[z]
                for j in range(4):
                    rp[y, j] = cp[z, j]
                for j in range(m):
                    rh[y, j] = ch[z, j]
        nb = nc
        for z in range(nc):
            bf[z] = cf[z]
            for j in range(4):
                bp[z, j] = cp[z, j]
            for j in range(m):
                bh[z, j] = ch[z, j]
    return found, count, deepest


@njit(cache=True)
def room(units):
    """Returns the work space of `turn`."""
    return (
        np.empty((16, 4), np.int64), np.empty((16, 8), np.int64), np.empty(16, np.int64),
        np.empty((16, 4), np.int64), np.empty((16, 8), np.int64), np.empty(16, np.int64), np.empty(16),
        np.zeros(NF), np.empty(8, np.int64), np.empty(units), np.empty(40, np.int64), np.empty(40, np.int64),
    )  # fmt: skip


@njit(cache=True)
def ends():
    """Returns the space for the results of `turn`."""
    return (
        np.empty((16, 4), np.int64), np.empty((16, 8), np.int64), np.zeros(16, np.int64), np.empty(16),
        np.zeros(16, np.int64),
    )  # fmt: skip


@njit(cache=True)
def odds(value):
    """Returns the probability for odds given as their logarithm."""
    if value > 30:
        return 1.0
    if value < -30:
        return 0.0
    return 1 / (1 + np.exp(-value))


@njit(cache=True)
def play_on(
    seat, hands, nhs, piles, order, left, least, hs, turns, beam, rest, un, pre, prp, w, b, v, best, space
):  # fmt: skip
    """Plays that many turns on from the end of the seat's. Returns the chance to win then.

    hands (players, 8) and nhs: that of the seat as it is kept, room for the others'. order: the cards of the
    others, of the next seat first, then the draw pile. rest: flags of the cards that are not laid. All of
    these change; un, pre and prp are room for a view.
    """
    players = len(nhs)
    at = 0
    for step in range(1, players):
        other = (seat + step) % players
        hands[other, : nhs[other]] = order[at : at + nhs[other]]
        hands[other, : nhs[other]].sort()
        at += nhs[other]
    chance = 0.0
    for _ in range(turns):
        while nhs[seat] < hs and left:
            hands[seat, nhs[seat]] = order[at]
            nhs[seat] += 1
            at += 1
            left -= 1
        hands[seat, : nhs[seat]].sort()
        seat = (seat + 1) % players
        while nhs[seat] == 0:
            seat = (seat + 1) % players
        un[:] = rest
        for i in range(nhs[seat]):
            un[hands[seat, i] + OFF] = 0
        prepare(un, pre, prp)
        found, _, _ = turn(
            piles, hands[seat], nhs[seat], least if left else 1, un, pre, prp, w, b, v, beam, 1, 5, 0.0,
            best[0], best[1], best[2], best[3], best[4], space,
        )  # fmt: skip
        if not found:
            return 0.0
        chance = odds(best[3][0])
        if best[3][0] > 1e5:
            break
        for i in range(nhs[seat]):
            rest[hands[seat, i] + OFF] = 0
        nhs[seat] = best[2][0]
        for i in range(nhs[seat]):
            hands[seat, i] = best[1][0, i]
            rest[hands[seat, i] + OFF] = 1
        piles[:] = best[0][0]
    return chance


@njit(cache=True)
def gather(
    seed, matches, players, least, hs, w, b, v, samples, turns, beam, most, weight, own, stray,
    rx, rn_, rq, rg, rm, outs,
):  # fmt: skip
    """Matches played by search. A row an end that was compared: features, cards to be laid, its mean over the
    samples, the number of the turn, the match. samples 0: a row a turn, played by the worth alone.

    least: how many cards a turn has to lay while the draw pile lasts; hs: cards of a full hand. turns, beam:
    how samples are played on. weight: what the worth of an end counts beside the mean when one is chosen;
    own: in its row. stray: how often another end than the best is taken. outs: the cards left. Returns the
    number of rows.
    """
    np.random.seed(seed)
    cards = np.arange(2, 100)
    un = np.zeros(128 + OFF, np.uint8)
    pre = np.zeros(128 + OFF, np.int64)
    prp = np.zeros(128 + OFF, np.int64)
    un2 = np.zeros(128 + OFF, np.uint8)
    pre2 = np.zeros(128 + OFF, np.int64)
    prp2 = np.zeros(128 + OFF, np.int64)
    rp, rh, rn, rv, rf = ends()
    best_ = ends()
    space = room(w.shape[1])
    x = np.zeros(NF)
    hands2 = np.zeros((players, 8), np.int64)
    nhs2 = np.zeros(players, np.int64)
    sums = np.zeros(16)
    ul = np.empty(98, np.int64)
    row = 0
    group = 0
    for match in range(matches):
        np.random.shuffle(cards)
        hands = np.zeros((players, 8), np.int64)
        nhs = np.zeros(players, np.int64)
        for s in range(players):
            hands[s, :hs] = cards[s * hs : s * hs + hs]
            hands[s, :hs].sort()
            nhs[s] = hs
        pos = players * hs
        piles = np.array([1, 1, 100, 100])
        seat = 0
        laid = 0
        while True:
            nh = nhs[seat]
            if nh == 0:
                seat = (seat + 1) % players
                continue
            left = 98 - pos
            for i in range(len(un)):
                un[i] = 0
            for s in range(players):
                if s != seat:
                    for i in range(nhs[s]):
                        un[hands[s, i] + OFF] = 1
            for i in range(pos, 98):
                un[cards[i] + OFF] = 1
            prepare(un, pre, prp)
            due = least if left else 1
            r, _, deepest = turn(
                piles, hands[seat], nh, due, un, pre, prp, w, b, v, most, most, 8, 9.0,
                rp, rh, rn, rv, rf, space,
            )  # fmt: skip
            if r == 0:
                outs[match] = 98 - laid - deepest
                break
            if rv[0] > 1e5:
                outs[match] = 0
                break
            nx = (seat + 1) % players
            best = 0
            compared = r if samples else 1
            if (r > 1 or not samples) and (players == 1 or nhs[nx] > 0):
                for z in range(compared):
                    sums[z] = 0
                n = 0
                for card in range(2, 100):
                    if un[card + OFF]:
                        ul[n] = card
                        n += 1
                for _ in range(samples):
                    for i in range(min(n, 8) if turns == 1 else n):
                        j = i + np.random.randint(n - i)
                        ul[i], ul[j] = ul[j], ul[i]
                    for z in range(compared):
                        nhs2[:] = nhs
                        nhs2[seat] = rn[z]
                        rest = un.copy()
                        for i in range(rn[z]):
                            hands2[seat, i] = rh[z, i]
                            rest[rh[z, i] + OFF] = 1
                        sums[z] += play_on(
                            seat, hands2, nhs2, rp[z].copy(), ul, left, least, hs, turns, beam, rest,
                            un2, pre2, prp2, w, b, v, best_, space,
                        )  # fmt: skip
                top = -1.0
                for z in range(compared):
                    if samples:
                        mean = sums[z] / samples
                        chance = mean + weight * odds(rv[z])
                        if chance > top:
                            top = chance
                            best = z
                        rq[row] = (mean + own * odds(rv[z])) / (1 + own)
                    feats(rp[z, 0], rp[z, 1], rp[z, 2], rp[z, 3], rh[z], rn[z], un, pre, prp, x)
                    for i in range(NF):
                        rx[row, i] = x[i]
                    rn_[row] = pre[OFF + 101] + rn[z]
                    rg[row] = group
                    rm[row] = match
                    row += 1
                group += 1
            if np.random.random() < stray:
                best = np.random.randint(min(r, 4))
            laid += nh - rn[best]
            for q in range(4):
                piles[q] = rp[best, q]
            m = rn[best]
            for i in range(m):
                hands[seat, i] = rh[best, i]
            while m < hs and pos < 98:
                hands[seat, m] = cards[pos]
                m += 1
                pos += 1
            hands[seat, :m].sort()
            nhs[seat] = m
            seat = nx
    return row
