# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Learns the rule of !nversion's computer players, and writes it into engine/bots/inversion/rule.py.

    python tools/train/inversion.py

Self-play with policy gradient. A card's score is PLAYED[context, ahead and inverts, number that counts] +
_GIVE[role, number, how often its suit and cards that it inverts are still to come]. Cards are drawn by the
softmax of the scores, and choices that led to a win become more likely. A linear estimate of the parent's
tricks is fitted along with it: the last part of _GIVE, _LENGTHS and _BASE. What it is worth to one of two
players to hold a card, the part of _GIVE before that, is fitted to how self-play by the rule ends. Seeded:
two runs give the same bytes. Takes some three minutes.
"""

import sys
import time

import numpy as np
from numba import njit

from tools import PROJECT
from tools.strength.rules.inversion import SZ, apply, legal, new, settled
from tools.train.weights import literal, quantized

MODULE = PROJECT / "engine" / "bots" / "inversion" / "rule.py"
NC = 9  # contexts with three and four players
SCALE = 9  # of the weights in bytes


@njit
def popc(x):
    """Returns the number of bits set."""
    n = 0
    while x:
        x &= x - 1
        n += 1
    return n


@njit
def deal(S, P):
    """Deals a random position for P players."""
    cards = np.random.permutation((P + 1) * 10)
    new(S, P, cards, np.random.randint(P))


@njit
def ctx_of(S):
    """Returns the context: 0 to 3 parent, with that many to come; child: 4 leads, 5 parent to come, 6 parent
    ahead, 7 parent ahead and last to play, 8 a child ahead.
    """
    P = S[38]
    seat = S[4]
    par = S[19]
    n = 0
    for i in range(P):
        if S[9 + i] >= 0:
            n += 1
    if seat == par:
        return P - 1 - n
    if n == 0:
        return 4
    if S[9 + par] < 0:
        return 5
    # best so far
    suit = 5 if S[8] else S[7] // 10
    best = -1
    w = -1
    s = S[6]
    for _ in range(n):
        c = S[9 + s]
        st = c % 10
        if c // 10 == suit:
            st += 10
        if st > best:
            best = st
            w = s
        s = (s + 1) % P
    if w == par:
        return 7 if n == P - 1 else 6
    return 8


@njit
def best_strengths(S):
    """Returns the best strength on the table as it counts, and by number alone."""
    # best strength without inversion, and with
    P = S[38]
    b0 = -1
    b1 = -1
    suit = 5 if S[8] else S[7] // 10
    for s in range(P):
        c = S[9 + s]
        if c >= 0:
            st = c % 10
            if st > b1:
                b1 = st
            if c // 10 == suit:
                st += 10
            if st > b0:
                b0 = st
    return b0, b1


@njit
def counts(S, sc, ec):
    """Counts suits and 11-cards of the lane behind the follow card."""
    for i in range(5):
        sc[i] = 0
    for i in range(10):
        ec[i] = 0
    for t in range(S[5] + 1, 10):
        f = S[28 + t]
        sc[f // 10] += 1
        ec[9 - f % 10] += 1


@njit
def feats(S, c, b0, b1):
    """Returns for a card 2 if it would be ahead, plus 1 if it inverts, and the number that counts."""
    f = S[7]
    if c % 10 + f % 10 == 9:
        return (2 if f % 10 > b1 else 0) + 1, f % 10
    st = c % 10
    if not S[8] and c // 10 == f // 10:
        st += 10
    return (2 if st > b0 else 0), c % 10


@njit
def scores(S, out, n, U, V, sc, ec, val, ka, kn):
    """Writes the rule's scores of the legal cards to `val`."""
    ctx = ctx_of(S)
    b0, b1 = best_strengths(S)
    role = 0 if S[4] == S[19] else 1
    for i in range(n):
        c = out[i]
        k, m = feats(S, c, b0, b1)
        ka[i] = k
        kn[i] = m
        val[i] = U[ctx, k, m] + V[role, c % 10, min(sc[c // 10], 4), min(ec[c % 10], 2)]
    return ctx, role


@njit
def softmax(val, n):
    """Draws one of n scores by their softmax. Returns its index, and the sum of the odds left in `val`."""
    m = val[:n].max()
    z = 0.0
    for i in range(n):
        val[i] = np.exp(val[i] - m)
        z += val[i]
    r = np.random.random() * z
    acc = 0.0
    for i in range(n):
        acc += val[i]
        if r < acc:
            return i, z
    return n - 1, z


@njit
def estimate(S, seat, B, sc, ec):
    """Returns how many tricks a hand may hope for as parent."""
    # lane all 10 count
    for i in range(5):
        sc[i] = 0
    for i in range(10):
        ec[i] = 0
    for t in range(S[5], 10):
        f = S[28 + t]
        sc[f // 10] += 1
        ec[9 - f % 10] += 1
    e = B[300]
    h = S[seat]
    for c in range(50):
        if (h >> c) & 1:
            e += B[(c % 10) * 15 + min(sc[c // 10], 4) * 3 + min(ec[c % 10], 2)]
    for s in range(S[38] + 1):
        k = popc((h >> (10 * s)) & 1023)
        e += B[200 + min(k, 4) * 5 + min(sc[s], 4)]
    return e


@njit
def est_update(S, h, B, lr, err, sc, ec):
    """Makes one step of the regression of tricks on the hand."""
    B[300] += lr * err
    for c in range(50):
        if (h >> c) & 1:
            B[(c % 10) * 15 + min(sc[c // 10], 4) * 3 + min(ec[c % 10], 2)] += lr * err
    for s in range(S[38] + 1):
        k = popc((h >> (10 * s)) & 1023)
        B[200 + min(k, 4) * 5 + min(sc[s], 4)] += lr * err


@njit
def train(U, V, B, mU, vU, mV, vV, t0, batches, batch, lr, lrB, sd):
    """Policy gradient with three and four players: the parent for its tricks, the children against it."""
    np.random.seed(sd)
    S = np.zeros(SZ, np.int64)
    out = np.zeros(64, np.int64)
    val = np.zeros(64)
    ka = np.zeros(64, np.int64)
    kn = np.zeros(64, np.int64)
    sc = np.zeros(5, np.int64)
    ec = np.zeros(10, np.int64)
    esc = np.zeros(5, np.int64)
    eec = np.zeros(10, np.int64)
    # record
    gU = np.zeros_like(U)
    gV = np.zeros_like(V)
    eU = np.zeros_like(U)
    eV = np.zeros_like(V)
    se = 0.0
    wins = 0.0
    ng = 0
    e0 = np.zeros(4)
    for _b in range(batches):
        gU[:] = 0
        gV[:] = 0
        for g in range(batch):
            P = 4 if g % 4 else 3
            deal(S, P)
            par = 0
            be = -99.0
            for s in range(P):
                e0[s] = estimate(S, s, B, esc, eec)
                x = e0[s] + np.random.normal() * 0.7
                if x > be:
                    be = x
                    par = s
            d = int(np.floor(e0[par] + np.random.normal() * 1.0 + 0.5))
            d = min(max(d, 1), 10)
            S[17] = 0
            S[18] = d
            S[19] = par
            S[4] = par
            S[6] = par
            h = S[par]
            # two eligibility traces: parent and children (role in V; ctx separates U)
            eU[:] = 0
            eV[:] = 0
            counts(S, sc, ec)
            pos = S[5]
            while S[4] >= 0:
                if S[5] != pos:
                    counts(S, sc, ec)
                    pos = S[5]
                n = legal(S, out)
                if n == 1:
                    apply(S, out[0])
                    continue
                ctx, role = scores(S, out, n, U, V, sc, ec, val, ka, kn)
                a, z = softmax(val, n)
                if not settled(S):
                    for i in range(n):
                        gr = (1.0 if i == a else 0.0) - val[i] / z
                        c = out[i]
                        eU[ctx, ka[i], kn[i]] += gr
                        eV[role, c % 10, min(sc[c // 10], 4), min(ec[c % 10], 2)] += gr
                apply(S, out[a])
            w = S[13 + par]
            p = 1 / (1 + np.exp(-(e0[par] - d + 0.5) / 0.75))
            ok = 1.0 if w >= d else 0.0
            adv = (ok - p) + 0.1 * (w - e0[par])
            for c in range(NC):
                sg = adv if c < 4 else -adv
                for k in range(4):
                    for m in range(10):
                        gU[c, k, m] += sg * eU[c, k, m]
            gV[0] += adv * eV[0]
            gV[1] -= adv * eV[1]
            err = w - e0[par]
            se += err * err
            wins += ok
            ng += 1
            estimate(S, par, B, esc, eec)  # counts only valid at pos 0: recompute below
            for i in range(5):
                esc[i] = 0
            for i in range(10):
                eec[i] = 0
            for t in range(0, 10):
                f = S[28 + t]
                esc[f // 10] += 1
                eec[9 - f % 10] += 1
            est_update(S, h, B, lrB, err, esc, eec)
        t0 += 1
        gU /= batch
        gV /= batch
        mU[:] = 0.9 * mU + 0.1 * gU
        vU[:] = 0.99 * vU + 0.01 * gU * gU
        mV[:] = 0.9 * mV + 0.1 * gV
        vV[:] = 0.99 * vV + 0.01 * gV * gV
        U += lr * mU / (np.sqrt(vU) + 1e-5)
        V += lr * mV / (np.sqrt(vV) + 1e-5)
    return t0, np.sqrt(se / ng), wins / ng


@njit
def draw2(S, out, n, U, V, sc, ec, val, ka, kn):
    """Draws one of n legal cards of two players by the softmax of their scores.

    Returns its context, its index in `out`, and the sum of the odds that it leaves in `val`.
    """
    ctx = 0 if S[10 - S[4]] < 0 else 1
    b0, b1 = best_strengths(S)
    for i in range(n):
        c = out[i]
        k, m = feats(S, c, b0, b1)
        ka[i] = k
        kn[i] = m
        val[i] = U[ctx, k, m] + V[c % 10, min(sc[c // 10], 4), min(ec[c % 10], 2)]
    a, z = softmax(val, n)
    return ctx, a, z


@njit
def train2(U, V, mU, vU, mV, vV, batches, batch, lr, sd):
    """The same with two players."""
    np.random.seed(sd)
    S = np.zeros(SZ, np.int64)
    out = np.zeros(64, np.int64)
    val = np.zeros(64)
    ka = np.zeros(64, np.int64)
    kn = np.zeros(64, np.int64)
    sc = np.zeros(5, np.int64)
    ec = np.zeros(10, np.int64)
    gU = np.zeros_like(U)
    gV = np.zeros_like(V)
    eU = np.zeros((2,) + U.shape)
    eV = np.zeros((2,) + V.shape)
    first = 0.0
    for _b in range(batches):
        gU[:] = 0
        gV[:] = 0
        for _g in range(batch):
            deal(S, 2)
            eU[:] = 0
            eV[:] = 0
            pos = -1
            lead0 = S[4]
            while S[4] >= 0:
                if S[5] != pos:
                    counts(S, sc, ec)
                    pos = S[5]
                n = legal(S, out)
                if n == 1:
                    apply(S, out[0])
                    continue
                p = S[4]
                ctx, a, z = draw2(S, out, n, U, V, sc, ec, val, ka, kn)
                if not settled(S):
                    for i in range(n):
                        gr = (1.0 if i == a else 0.0) - val[i] / z
                        c = out[i]
                        eU[p, ctx, ka[i], kn[i]] += gr
                        eV[p, c % 10, min(sc[c // 10], 4), min(ec[c % 10], 2)] += gr
                apply(S, out[a])
            d = S[13] - S[14]
            x = 0.1 * d + (1.0 if d > 0 else (-1.0 if d < 0 else 0.0))
            first += x if lead0 == 0 else -x
            gU += x * (eU[0] - eU[1])
            gV += x * (eV[0] - eV[1])
        gU /= batch
        gV /= batch
        mU[:] = 0.9 * mU + 0.1 * gU
        vU[:] = 0.99 * vU + 0.01 * gU * gU
        mV[:] = 0.9 * mV + 0.1 * gV
        vV[:] = 0.99 * vV + 0.01 * gV * gV
        U += lr * mU / (np.sqrt(vU) + 1e-5)
        V += lr * mV / (np.sqrt(vV) + 1e-5)
    return first / batches / batch


@njit
def held2(S, sc, ec, found, sign):
    """Writes the weight of each card in hand at the end of a trick, and 1 for a card of seat 0, else -1.

    sc, ec: the counts in that trick, of the lane behind its follow card.
    """
    k = 0
    for p in range(2):
        for c in range(50):
            if S[p] >> c & 1:
                found[k] = c % 10 * 15 + min(sc[c // 10], 4) * 3 + min(ec[c % 10], 2)
                sign[k] = 1 - 2 * p
                k += 1


@njit
def hold2(U, V, games, sd):
    """Lets two players play by the rule. Returns the equations of what a card in hand is worth at its end.

    They are those of a regression on all positions between tricks: how many of the tricks left seat 0 wins,
    less half of them, is the sum of the worths of its cards less those of the other hand.
    """
    np.random.seed(sd)
    S = np.zeros(SZ, np.int64)
    out = np.zeros(64, np.int64)
    val = np.zeros(64)
    ka = np.zeros(64, np.int64)
    kn = np.zeros(64, np.int64)
    sc = np.zeros(5, np.int64)
    ec = np.zeros(10, np.int64)
    A = np.zeros((150, 150))
    b = np.zeros(150)
    found = np.zeros((10, 20), np.int64)  # by trick: the weight of each card held,
    sign = np.zeros((10, 20), np.int64)  # and 1 or -1 by whose it is
    before = np.zeros(10, np.int64)  # tricks that seat 0 had won
    for _g in range(games):
        deal(S, 2)
        pos = -1
        while S[4] >= 0:
            if S[5] != pos:
                if S[5]:
                    held2(S, sc, ec, found[S[5]], sign[S[5]])
                    before[S[5]] = S[13]
                counts(S, sc, ec)
                pos = S[5]
            n = legal(S, out)
            a = 0
            if n > 1:
                _, a, _ = draw2(S, out, n, U, V, sc, ec, val, ka, kn)
            apply(S, out[a])
        for t in range(1, 10):
            size = 20 - 2 * t
            y = S[13] - before[t] - size / 4
            for i in range(size):
                b[found[t, i]] += sign[t, i] * y
                for j in range(size):
                    A[found[t, i], found[t, j]] += sign[t, i] * sign[t, j]
    return A, b


def main():
    """Trains, prints progress, writes the weights."""
    start = time.time()
    played = np.zeros((NC, 4, 10))
    give = np.zeros((2, 10, 5, 3))
    held = np.zeros(301)
    moments = [np.zeros_like(played), np.zeros_like(played), np.zeros_like(give), np.zeros_like(give)]
    steps = 0
    for r in range(24):
        lr = 0.03 if r < 12 else (0.012 if r < 18 else 0.005)
        steps, error, made = train(
            played, give, held, *moments, steps, 100, 1000, lr, 0.003 if r < 12 else 0.001, r
        )
        print(
            f"{r + 1} of 44: estimate off by {error:.3f}, made {made:.3f}, {time.time() - start:.0f} s",
            flush=True,
        )
    played_2 = np.zeros((2, 4, 10))
    give_2 = np.zeros((10, 5, 3))
    moments = [np.zeros_like(played_2), np.zeros_like(played_2), np.zeros_like(give_2), np.zeros_like(give_2)]
    for r in range(20):
        first = train2(played_2, give_2, *moments, 100, 1000, 0.03 if r < 10 else 0.008, r)
        print(f"{r + 25} of 44: the first leader gains {first:.3f}, {time.time() - start:.0f} s", flush=True)
    matrix, right = hold2(played_2, give_2, 200000, 0)
    # A little is added to the diagonal: what never occurs is worth nothing.
    held_2 = np.linalg.solve(matrix + 3 * np.eye(len(right)), right)
    print(f"a card in hand is worth {held_2.min():.2f} to {held_2.max():.2f}, {time.time() - start:.0f} s")
    text = literal("PLAYED", quantized(np.concatenate([played, played_2]), SCALE))
    given = quantized(np.concatenate([give, give_2[None]]), SCALE)
    text += literal("_GIVE", given + quantized(held_2, 64) + quantized(held[:150], 100))
    text += literal("_LENGTHS", quantized(held[200:225], 100))
    text += f"_BASE = {int(round(held[300] * 100))}\n"
    source = MODULE.read_text(encoding="utf-8")
    top, rest = source.split("# weights: written by tools/train/inversion.py\n")
    bottom = rest.split("# end of weights")[1]
    if "--dry" in sys.argv:
        print("the same weights" if rest.startswith(text) else "other weights")
        return
    MODULE.write_text(
        top + "# weights: written by tools/train/inversion.py\n" + text + "# end of weights" + bottom,
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
