"""Learns the weights of The Game's computer players: `make train GAME=the_game`, or this file alone.

    python tools/train/the_game.py [--quick] [folder]

The worth of an end of a turn is a small network: features times weights into HIDDEN units of which only
what is positive counts (ReLU), and one unit that counts as it is. It learns from a search with itself:
matches are played by looking at the best ends of a turn over some refills and the best turn after each, and
the network is fitted to what that found of each end, most of all to how the ends of one turn differ. So each
round knows one turn more than the last. The first one is fitted to how matches end that are played by weights
set by hand; in the next ones who won counts a little, too. Whoever plays alone learns on without that.

All processors play; what comes out depends on the seeds alone. Some forty-five minutes on two cores.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import copy
import multiprocessing
import sys
import time
from pathlib import Path

import numpy as np
from numba import njit

ROOT = Path(__file__).resolve().parent.parent.parent
HIDDEN = 11
KEPT = 5  # rounds of play that are learnt from
PIECES = 20  # of the work of a round
CUTS = (0, 4, 8, 14, 22, 34, 50, 70, 98)
KNOTS = np.array(CUTS, dtype=np.float64)
NK = len(CUTS)
OFF = 16  # where card 0 is in the flags of unseen cards
_ABOVE = (1, 2, 3, 4, 6, 8, 11, 15, 21, 30, 45)
GAPS = np.array([0] + [sum(gap > cut for cut in _ABOVE) for gap in range(1, 128)])
WINDOWS = (2, 4, 7, 10, 15, 22, 32)

# Where the features are that engine/the_game_value.py lists.
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

# What a feature is divided by to be near 1.
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
    """The features of an end of a turn, whole numbers as on the device."""
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
    # Unseen cards that at least so many rising and falling piles take.
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
        stuck += kind == 0
        gap = min(up, down)
        if card + 10 == lo or card + 10 == hi or card - 10 == top or card - 10 == bot:
            x[BACK] += 1
            gap = 0
        elif gap == 99:
            x[STUCK] += 1
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
                # What laying the two, one of them back, moves a pile.
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
    """Between which cuts n cards to be laid are, and how far."""
    k = 0
    while k < NK - 2 and n > KNOTS[k + 1]:
        k += 1
    return k, (n - KNOTS[k]) / (KNOTS[k + 1] - KNOTS[k])


def over_cards(at_cuts):
    """(99, m): the rows at the cuts (NK, m), for each number of cards to be laid."""
    rows = np.zeros((99, at_cuts.shape[1]))
    for n in range(99):
        k, t = knot(n)
        rows[n] = (1 - t) * at_cuts[k] + t * at_cuts[k + 1]
    return rows


@njit(cache=True, fastmath=True)
def worth(x, n, w, b, v, h):
    """The logarithm of the odds. w (NF, HIDDEN + 1), the last unit counts as it is; b, v for n cards."""
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
                        # Of two like piles the card goes to the nearer one.
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
    """What `turn` works in."""
    return (
        np.empty((16, 4), np.int64), np.empty((16, 8), np.int64), np.empty(16, np.int64),
        np.empty((16, 4), np.int64), np.empty((16, 8), np.int64), np.empty(16, np.int64), np.empty(16),
        np.zeros(NF), np.empty(8, np.int64), np.empty(units), np.empty(40, np.int64), np.empty(40, np.int64),
    )  # fmt: skip


@njit(cache=True)
def ends():
    """Where `turn` puts what it finds."""
    return (
        np.empty((16, 4), np.int64), np.empty((16, 8), np.int64), np.zeros(16, np.int64), np.empty(16),
        np.zeros(16, np.int64),
    )  # fmt: skip


@njit(cache=True)
def odds(value):
    """The chance that goes with odds, given as their logarithm."""
    if value > 30:
        return 1.0
    if value < -30:
        return 0.0
    return 1 / (1 + np.exp(-value))


@njit(cache=True)
def look_on(
    players, seat, nhs, rp, rh, rn, left, un, drawn, hs, h, un2, pre2, prp2, w, b, v, best, space
):  # fmt: skip
    """The chance to win after one end of a turn, were the cards drawn the first of those in `drawn`."""
    nx = (seat + 1) % players
    fill = min(hs - rn, left)
    d = fill if players == 1 else nhs[nx]
    k = 0
    if players == 1:
        for i in range(rn):
            h[k] = rh[i]
            k += 1
    for i in range(d):
        h[k] = drawn[i]
        k += 1
    h[:k].sort()
    for i in range(len(un)):
        un2[i] = un[i]
    for i in range(d):
        un2[drawn[i] + OFF] = 0
    if players > 1:
        for i in range(rn):
            un2[rh[i] + OFF] = 1
    prepare(un2, pre2, prp2)
    found, _, _ = turn(
        rp, h, k, 2 if left - fill else 1, un2, pre2, prp2, w, b, v, 1, 1, 5, 0.0,
        best[0], best[1], best[2], best[3], best[4], space,
    )  # fmt: skip
    return odds(best[3][0]) if found else 0.0


@njit(cache=True)
def gather(seed, matches, players, w, b, v, samples, most, weight, stray, rx, rn_, rq, rg, rm, outs):
    """Matches played by search. A row an end that was compared: features, cards to be laid, its mean over the
    samples, the number of the turn, the match. samples 0: a row a turn, played by the worth alone.

    weight: what the worth of an end counts beside the mean. stray: how often another end than the best is
    taken. outs: the cards left. Returns the number of rows.
    """
    np.random.seed(seed)
    hs = 8 if players == 1 else 7 if players == 2 else 6
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
    h = np.empty(8, np.int64)
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
            due = 2 if left else 1
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
                    for i in range(min(n, 8)):
                        j = i + np.random.randint(n - i)
                        ul[i], ul[j] = ul[j], ul[i]
                    for z in range(compared):
                        sums[z] += look_on(
                            players, seat, nhs, rp[z], rh[z], rn[z], left, un, ul, hs, h,
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
                        rq[row] = (mean + 0.2 * odds(rv[z])) / 1.2
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


class Network:
    """Weights (NF, HIDDEN + 1), biases and outputs of units at the cuts, and what Adam remembers."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.w = np.zeros((NF, HIDDEN + 1), np.float32)
        self.w[:, :HIDDEN] = rng.normal(size=(NF, HIDDEN)) * 0.25
        self.b = np.zeros((NK, HIDDEN + 1), np.float32)
        self.b[:, :HIDDEN] = rng.normal(size=(1, HIDDEN)) * 0.3
        self.v = np.zeros((NK, HIDDEN), np.float32) + rng.normal(size=(1, HIDDEN)).astype(np.float32) * 0.05
        self.forget()

    def forget(self):
        """Begins to learn anew, from the weights of now."""
        self.first = [np.zeros_like(part) for part in (self.w, self.b, self.v)]
        self.second = [np.zeros_like(part) for part in (self.w, self.b, self.v)]
        self.steps = 0

    def parts(self):
        """As `gather` takes them: weights for features as they are, b and v for each number of cards."""
        return (
            np.ascontiguousarray(self.w.astype(np.float64) / UNITS[:, None]),
            over_cards(self.b.astype(np.float64)),
            over_cards(self.v.astype(np.float64)),
        )

    def learn(self, x, k, y, groups, rate, apart):
        """One step of Adam on whole turns: x (m, NF), k (m, NK), y the chances, groups where turns start.

        apart: how much more the differences within a turn count than the chances themselves.
        """
        hidden = x @ self.w + k @ self.b
        on = np.maximum(hidden[:, :HIDDEN], 0)
        out = k @ self.v
        logits = hidden[:, HIDDEN] + (on * out).sum(1)
        chance = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
        count = np.diff(np.r_[groups, len(x)])
        error = chance - y
        beside = error - np.repeat(np.add.reduceat(error, groups) / count, count)
        slope = ((error + 2 * apart * beside * chance * (1 - chance)) / len(x)).astype(np.float32)[:, None]
        back = np.empty_like(hidden)
        back[:, HIDDEN:] = slope
        back[:, :HIDDEN] = slope * out * (hidden[:, :HIDDEN] > 0)
        self.steps += 1
        parts = (self.w, self.b, self.v)
        slopes = (x.T @ back + 1e-6 * self.w, k.T @ back, k.T @ (slope * on))
        for part, step, one, two in zip(parts, slopes, self.first, self.second):
            one *= 0.9
            one += 0.1 * step
            two *= 0.999
            two += 0.001 * step * step
            scale = np.sqrt(two / (1 - 0.999**self.steps)) + 1e-9
            part -= rate * one / (1 - 0.9**self.steps) / scale

    def fit(self, rows, passes, rate, apart, seed):
        """Learns from rows (features, cards, chances, turns) in batches of 256 turns."""
        x, n, y, turns = rows
        rng = np.random.default_rng(seed)
        basis = over_cards(np.eye(NK)).astype(np.float32)
        first = np.flatnonzero(np.r_[True, turns[1:] != turns[:-1]])
        count = np.diff(np.r_[first, len(x)])
        batches = max(1, len(first) // 256)
        for batch in range(passes * batches):
            if batch % batches == 0:
                order = rng.permutation(len(first))
            some = order[batch % batches * 256 : batch % batches * 256 + 256]
            groups = np.r_[0, np.cumsum(count[some])[:-1]]
            rows_ = np.arange(count[some].sum()) + np.repeat(first[some] - groups, count[some])
            part = (x[rows_] / UNITS).astype(np.float32)
            slower = rate * (1 - 0.95 * batch / passes / batches)
            self.learn(part, basis[n[rows_]], y[rows_], groups, slower, apart)


def played(task):
    """Some matches, in a process of its own. Chances of the rows: what the search found, partly who won."""
    seed, matches, players, parts, samples, share = task
    rows = matches * 320
    x = np.empty((rows, NF), np.uint8 if samples else np.float32)
    n = np.zeros(rows, np.int64)
    q = np.zeros(rows, np.float32)
    turns = np.zeros(rows, np.int64)
    match = np.zeros(rows, np.int64)
    outs = np.zeros(matches)
    count = gather(
        seed, matches, players, *parts, samples, 8, 1.0, 0.1 if samples else 0.2,
        x, n, q, turns, match, outs,
    )  # fmt: skip
    left = outs[match[:count]]
    if samples:
        q = (1 - share) * q[:count] + share * (left == 0)
    else:
        q = 0.5 * (left == 0) + 0.5 * np.exp(-left / 10)
    return x[:count].astype(np.uint8), n[:count], q.astype(np.float32), turns[:count], outs


def begin():
    """A network that only adds up by hand how much room the piles have left and what fits."""
    network = Network(1)
    network.w[:] = 0
    network.b[:] = 0
    network.v[:] = 0
    for role in (FAR, NEAR):
        network.w[role + 12, HIDDEN] = 2
    network.w[KINDS, HIDDEN] = -0.5
    network.w[BACK, HIDDEN] = 0.5
    network.w[HAND, HIDDEN] = -1.5
    return network


def round_of(pool, network, seed, matches, players, samples, share):
    """Matches by all processors: the rows of all, how many of them were won, and the seconds.

    players: of one piece of the work after the other, in turn. share: how much of a chance is who won.
    """
    parts = network.parts()
    tasks = []
    for piece in range(PIECES):
        number = players[piece % len(players)]
        tasks.append((seed * 1000 + piece, matches // PIECES or 1, number, parts, samples, share))
    began = time.time()
    pieces = list(pool.imap(played, tasks))
    won = np.mean([(piece[4] == 0).mean() for piece in pieces])
    return joined([piece[:4] for piece in pieces]), won, time.time() - began


def joined(rounds):
    """The rows of several (features, cards, chances, turns), the turns numbered on."""
    turns = []
    first = 0
    for rows in rounds:
        turns.append(rows[3] + first)
        first += rows[3][-1] + 1
    return [np.concatenate([rows[part] for rows in rounds]) for part in range(3)] + [np.concatenate(turns)]


def learn(pool, name, network, players, rounds, seeds, share, passes, rate):
    """Teaches the network by rounds: so many matches, over so many refills a turn, and a fit.

    seeds: of the play and the fit of the first round. share: how much of a chance is who won. passes: over
    the rows in each fit, and in the last one.
    """
    kept = []
    for turn_, (matches, samples) in enumerate(rounds):
        rows, won, seconds = round_of(pool, network, seeds[0] + turn_, matches, players, samples, share)
        began = time.time()
        kept = [*kept[-KEPT + 1 :], rows]
        network.forget()
        network.fit(joined(kept), passes[turn_ == len(rounds) - 1], rate, 20, seeds[1] + turn_)
        print(
            f"{name}, {turn_ + 1}/{len(rounds)}: {won:.1%} beaten while straying, {len(rows[0])} rows, "
            f"{seconds:.0f} + {time.time() - began:.0f} s",
            flush=True,
        )


def small(network):
    """The weights as bytes, as Weights of engine/the_game_value.py has them."""
    w = network.w.astype(np.float64) / UNITS[:, None]
    b = network.b.astype(np.float64)
    v = network.v.astype(np.float64)
    # A unit may be made larger and its output smaller: as large as its outputs still fill their bytes.
    factor = np.abs(v).max(axis=0) * 64 / 127
    factor[factor == 0] = 1
    w[:, :HIDDEN] *= factor
    b[:, :HIDDEN] *= factor
    v = v / factor
    scales = np.maximum(1, np.ceil(np.abs(w).max(axis=1) * 65536 / 127)).astype(int)
    # The last unit, which counts as it is, comes first.
    w = np.roll(w, 1, axis=1) * 65536 / scales[:, None]
    return (
        np.clip(np.round(w), -127, 127) + 128,
        scales,
        np.clip(np.round(np.roll(b, 1, axis=1) * 256), -32767, 32767) + 32768,
        np.clip(np.round(v * 64), -127, 127) + 128,
    )


def literal(data):
    """Bytes as lines of a Python literal."""
    lines = []
    for place in range(0, len(data), 24):
        lines.append('    b"' + "".join([f"\\x{byte:02x}" for byte in data[place : place + 24]]) + '"')
    return "(\n" + "\n".join(lines) + "\n)\n"


def write(name, network, folder):
    """Writes a network as the module of its name."""
    columns = zip(("WEIGHTS", "SCALES", "BIASES", "OUTPUTS"), small(network), ("u1", "<u2", "<u2", "u1"))
    with open(folder / f"the_game_weights_{name}.py", "w", encoding="utf-8") as file:
        file.write(
            f'"""Set "{name}" of what The Game\'s players have learnt: '
            "see Weights in engine/the_game_value.py.\n\n"
            'By tools/train/the_game.py, not by hand.\n"""\n\n'
        )
        for title, column, kind in columns:
            file.write(title + " = " + literal(np.ravel(column).astype(kind).tobytes()))


# What is learnt one after the other: the set and the one that it goes on from, and as `learn` takes them
# numbers of players, rounds, seeds, share, passes, rate. Experts do as well with the weights of the others.
STAGES = (
    ("alone", "", (1,), [(1000, 16)] * 20 + [(4000, 24)] * 4, (100, 100), 0.2, (8, 20), 4e-3),
    ("two", "alone", (2,), [(1000, 16)] * 4 + [(3000, 24)], (200, 200), 0.2, (8, 20), 4e-3),
    ("more", "two", (3, 4, 5), [(1000, 16)] * 4 + [(3000, 24)], (300, 300), 0.2, (8, 20), 4e-3),
    ("alone", "alone", (1,), [(1500, 40)] * 4, (700, 0), 0, (12, 12), 3e-3),
)


def main():
    """Each stage, and after it the module of its set."""
    words = sys.argv[1:]
    quick = "--quick" in words
    folders = [Path(word) for word in words if word != "--quick"]
    folder = folders[0] if folders else ROOT / "engine"
    with multiprocessing.get_context("spawn").Pool() as pool:
        rows, won, seconds = round_of(pool, begin(), 1, 20 if quick else 3000, (1,), 0, 1)
        print(f"by hand: {won:.1%} beaten, {seconds:.0f} s", flush=True)
        network = Network(2)
        network.fit(rows, 8, 4e-3, 0, 1)
        networks = {"": network}
        for name, start, players, rounds, *how in STAGES:
            network = copy.deepcopy(networks[start])
            learn(pool, name, network, players, [(20, 4)] if quick else rounds, *how)
            networks[name] = network
            write(name, network, folder)


if __name__ == "__main__":
    main()
