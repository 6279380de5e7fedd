"""Learns the weights of The Game's computer players: `make train GAME=the_game`, or this file alone.

    python tools/train/the_game.py [--quick] [out]

Self-play by temporal differences. The policy is that of engine/the_game_search.py without its look one turn
on: a beam over the cards of a turn, the end of the turn chosen by its value. Matches are played greedily;
beside each chosen end of a turn another one is drawn from the best twelve and followed for one turn, else
the weights know nothing of what the policy never does. The value (logistic, linear in the features,
interpolated over the cards still to be laid) is then fitted to lambda-returns of itself by Newton steps with
one Hessian, and so on. Alone this does not settle: there the weights for two go on by the gradient of the
policy that draws the end of the turn from the best ones, see `climb`. Seeded: the same weights again on the
same machine. About a quarter of an hour.
"""

import sys
import time
from pathlib import Path

import numpy as np
from numba import njit

ROOT = Path(__file__).resolve().parent.parent.parent
NF = 50  # features
CUTS = (0, 4, 8, 14, 22, 34, 50, 70, 98)
KN = np.array(CUTS, dtype=np.float64)
NK = len(CUTS)
OFF = 16  # where card 0 is in the flags of unseen cards
GB = np.array(
    [0] + [1 + sum(gap > cut for cut in (1, 2, 3, 4, 6, 8, 11, 15, 21, 30, 45)) for gap in range(1, 128)]
)


@njit(cache=True)
def prep(un, pre, prp):
    """Counts the unseen cards below each card, and those of them with another ten above."""
    # un indexed c+OFF ; pre[c+OFF]=# unseen < c ; prp[c+OFF]=# c'<c with c',c'+10 unseen
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
def feats(p0, p1, p2, p3, hand, nh, un, pre, prp, x):
    """The features of an end of a turn, in the order of engine/the_game_value.py, scaled to be near 1."""
    for i in range(NF):
        x[i] = 0.0
    lo = min(p0, p1)
    hi = max(p0, p1)
    top = max(p2, p3)
    bot = min(p2, p3)
    N = pre[OFF + 101]
    x[0] = 1
    # unseen cells: cards between bounds
    Alo = N - pre[lo + 1 + OFF]
    Ahi = N - pre[hi + 1 + OFF]
    Btop = pre[top + OFF]
    Bbot = pre[bot + OFF]
    # (r>=i and f>=j) counts
    c11 = max(0, pre[top + OFF] - pre[lo + 1 + OFF]) if top > lo else 0
    c12 = max(0, pre[bot + OFF] - pre[lo + 1 + OFF]) if bot > lo else 0
    c21 = max(0, pre[top + OFF] - pre[hi + 1 + OFF]) if top > hi else 0
    c22 = max(0, pre[bot + OFF] - pre[hi + 1 + OFF]) if bot > hi else 0
    k4 = c22
    k3 = (c12 - c22) + (c21 - c22)
    k2b = c11 - c12 - c21 + c22
    # r=2,f=0: Ahi-c21 ; r=0,f=2: Bbot-c12
    k2a = (Ahi - c21) + (Bbot - c12)
    # r=1,f=0: Alo-Ahi-(c11-c21); f=1,r=0: Btop-Bbot-(c11-c12)
    k1 = (Alo - Ahi - (c11 - c21)) + (Btop - Bbot - (c11 - c12))
    k0 = N - k1 - k2a - k2b - k3 - k4
    x[1] = k0 / 4
    x[2] = k1 / 8
    x[3] = k2a / 8
    x[4] = k2b / 8
    x[5] = k3 / 16
    x[6] = k4 / 32
    x[7] = 1.0 if k0 == 0 else 0.0
    x[48] = min(k0, 3) / 3
    for i in range(nh):
        c = hand[i]
        r = (1 if c > lo else 0) + (1 if c > hi else 0)
        f = (1 if c < top else 0) + (1 if c < bot else 0)
        k = r + f
        if k == 0:
            x[8] += 1
        elif k == 1:
            x[9] += 1
        elif k == 2:
            if r == 1:
                x[11] += 1
            else:
                x[10] += 1
        elif k == 3:
            x[12] += 1
        else:
            x[13] += 1
        # gap
        g = 99
        if r == 2:
            g = c - hi
        elif r == 1:
            g = c - lo
        if f == 2:
            g = min(g, bot - c)
        elif f == 1:
            g = min(g, top - c)
        if c + 10 == lo or c + 10 == hi or c - 10 == top or c - 10 == bot:
            x[14] += 1
        elif g == 99:
            x[27] += 1
        else:
            x[14 + GB[g]] += 1
        # hand-unseen pairs
        if un[c - 10 + OFF] and c > lo:
            x[32] += 0.5
        if un[c + 10 + OFF] and c < top:
            x[32] += 0.5
        for j in range(i + 1, nh):
            d = hand[j] - c
            if d == 10:
                x[31] += 1
            if j == i + 1:
                if d <= 2:
                    x[45] += 1
                elif d <= 5:
                    x[46] += 1
    if un[hi - 10 + OFF]:
        x[28] += 1
    if un[bot + 10 + OFF]:
        x[28] += 1
    if un[lo - 10 + OFF]:
        x[29] += 1
    if un[top + 10 + OFF]:
        x[29] += 1
    if un[hi - 10 + OFF] and hi > 20 and un[hi - 20 + OFF]:
        x[30] += 1
    if un[bot + 10 + OFF] and bot < 80 and un[bot + 20 + OFF]:
        x[30] += 1
    if un[lo - 10 + OFF] and lo > 20 and un[lo - 20 + OFF]:
        x[30] += 1
    if un[top + 10 + OFF] and top < 80 and un[top + 20 + OFF]:
        x[30] += 1
    T = prp[OFF + 101]
    a = T - prp[max(lo - 9, 0) + OFF]  # c+10>lo
    b = prp[top + OFF]  # c<top
    # both: c>lo-10 and c<top
    both = prp[top + OFF] - prp[max(lo - 9, 0) + OFF]
    if both < 0:
        both = 0
    x[33] = both / 8
    x[34] = (a + b - both) / 8
    x[35] = (
        pre[min(hi + 5, 101) + OFF] - pre[hi + 1 + OFF] + pre[bot + OFF] - pre[max(bot - 4, 0) + OFF]
    ) / 4
    x[36] = (
        pre[min(hi + 11, 101) + OFF] - pre[hi + 1 + OFF] + pre[bot + OFF] - pre[max(bot - 10, 0) + OFF]
    ) / 8
    x[37] = (
        pre[min(lo + 5, 101) + OFF] - pre[lo + 1 + OFF] + pre[top + OFF] - pre[max(top - 4, 0) + OFF]
    ) / 4
    x[38] = (
        pre[min(lo + 11, 101) + OFF] - pre[lo + 1 + OFF] + pre[top + OFF] - pre[max(top - 10, 0) + OFF]
    ) / 8
    x[39] = (hi - lo + top - bot) / 50
    x[40] = (min(hi - lo, 12) + min(top - bot, 12)) / 12
    x[41] = (100 - hi + bot - 1) / 100
    x[42] = (100 - lo + top - 1) / 100
    x[43] = max(0, bot - hi) / 50
    x[44] = max(0, lo - top) / 50
    x[47] = nh / 8
    x[49] = (k0 + x[8]) / (N + nh + 1) * 4


@njit(cache=True)
def knot(n):
    """Between which cuts n cards to be laid are, and how far."""
    k = 0
    while k < NK - 2 and n > KN[k + 1]:
        k += 1
    return k, (n - KN[k]) / (KN[k + 1] - KN[k])


@njit(cache=True)
def val(x, n, w):
    """The worth of features with n cards to be laid: the logarithm of the odds."""
    k, t = knot(n)
    s = 0.0
    for i in range(NF):
        if x[i] != 0.0:
            s += x[i] * ((1 - t) * w[k, i] + t * w[k + 1, i])
    return s


@njit(cache=True)
def turn(piles, hand, nh, due, un, pre, prp, w, B, res, rp, rh, rn, rv, margin=1e9):
    """A beam search. The best ends of the turn, best first, go to rp (piles), rh, rn (hand), rv (value).

    margin: it goes on only while the best end so far is better by less than that.
    """
    R = rv.shape[0]
    for i in range(R):
        rv[i] = -1e18
    nres = 0
    N = pre[OFF + 101]
    bp = np.empty((B, 4), np.int64)
    bh = np.empty((B, 8), np.int64)
    cp = np.empty((B, 4), np.int64)
    ch = np.empty((B, 8), np.int64)
    cv = np.empty(B)
    x = np.empty(NF)
    h2 = np.empty(8, np.int64)
    nb_ = 1
    for q in range(4):
        bp[0, q] = piles[q]
    for i in range(nh):
        bh[0, i] = hand[i]
    m = nh
    most = 0
    for depth in range(1, nh + 1):
        nc = 0
        for b in range(nb_):
            for i in range(m):
                c = bh[b, i]
                for q in range(4):
                    t = bp[b, q]
                    if q < 2:
                        ok = c > t or c == t - 10
                        if ok and c > t:
                            o = bp[b, 1 - q]
                            if c > o and (o > t or (o == t and q == 1)):
                                ok = False
                    else:
                        ok = c < t or c == t + 10
                        if ok and c < t:
                            o = bp[b, 5 - q]
                            if c < o and (o < t or (o == t and q == 3)):
                                ok = False
                    if not ok:
                        continue
                    n0 = bp[b, 0]
                    n1 = bp[b, 1]
                    n2 = bp[b, 2]
                    n3 = bp[b, 3]
                    if q == 0:
                        n0 = c
                    elif q == 1:
                        n1 = c
                    elif q == 2:
                        n2 = c
                    else:
                        n3 = c
                    # dedupe vs cands
                    k = 0
                    for j in range(m):
                        if j != i:
                            h2[k] = bh[b, j]
                            k += 1
                    dup = False
                    for z in range(nc):
                        if cp[z, 0] == n0 and cp[z, 1] == n1 and cp[z, 2] == n2 and cp[z, 3] == n3:
                            same = True
                            for j in range(m - 1):
                                if ch[z, j] != h2[j]:
                                    same = False
                                    break
                            if same:
                                dup = True
                                break
                    if dup:
                        continue
                    if N + m - 1 == 0:
                        v = 1e6
                    else:
                        feats(n0, n1, n2, n3, h2, m - 1, un, pre, prp, x)
                        v = val(x, N + m - 1, w)
                    # insert into beam
                    z = nc
                    if nc < B:
                        nc += 1
                    elif v <= cv[B - 1]:
                        continue
                    else:
                        z = B - 1
                    while z > 0 and cv[z - 1] < v:
                        cv[z] = cv[z - 1]
                        for j in range(4):
                            cp[z, j] = cp[z - 1, j]
                        for j in range(m - 1):
                            ch[z, j] = ch[z - 1, j]
                        z -= 1
                    cv[z] = v
                    cp[z, 0] = n0
                    cp[z, 1] = n1
                    cp[z, 2] = n2
                    cp[z, 3] = n3
                    for j in range(m - 1):
                        ch[z, j] = h2[j]
        if nc == 0:
            break
        most = depth
        m -= 1
        if depth >= due or (m == 0):
            if cv[0] < rv[0] - margin:
                break
            for b in range(nc):
                v = cv[b]
                if v <= rv[R - 1]:
                    break
                z = R - 1
                while z > 0 and rv[z - 1] < v:
                    rv[z] = rv[z - 1]
                    rn[z] = rn[z - 1]
                    for j in range(4):
                        rp[z, j] = rp[z - 1, j]
                    for j in range(8):
                        rh[z, j] = rh[z - 1, j]
                    z -= 1
                rv[z] = v
                rn[z] = m
                for j in range(4):
                    rp[z, j] = cp[b, j]
                for j in range(m):
                    rh[z, j] = ch[b, j]
                nres = min(R, nres + 1)
        nb_ = nc
        for b in range(nc):
            for j in range(4):
                bp[b, j] = cp[b, j]
            for j in range(m):
                bh[b, j] = ch[b, j]
    res[0] = nres
    res[1] = most
    return nres


@njit(cache=True)
def sgm(v):
    """The chance that goes with odds, given as their logarithm."""
    if v > 30:
        return 1.0
    if v < -30:
        return 0.0
    return 1 / (1 + np.exp(-v))


@njit(cache=True)
def play_td(P, level, w, B, X, NN, Y, Z, X2, N2, k, tau, R):
    """one greedy game with one side transition a turn. Rows: features, n, y (terminal labels), Z kind:
    0 follow: lambda with next row; 1 terminal; 2 side, target V(X2); 3 side terminal"""
    hs = 8 if P == 1 else 7 if P == 2 else 6
    if level == 2:
        hs -= 1
    least = 3 if level else 2
    cards = np.arange(2, 100)
    np.random.shuffle(cards)
    seat = np.random.randint(P)
    hands = np.zeros((P, 8), np.int64)
    nhs = np.zeros(P, np.int64)
    for s in range(P):
        hands[s, :hs] = cards[s * hs : s * hs + hs]
        hands[s, :hs].sort()
        nhs[s] = hs
    pos = P * hs
    piles = np.array([1, 1, 100, 100])
    un = np.zeros(128 + OFF, np.uint8)
    pre = np.zeros(128 + OFF, np.int64)
    prp = np.zeros(128 + OFF, np.int64)
    un2 = np.zeros(128 + OFF, np.uint8)
    pre2 = np.zeros(128 + OFF, np.int64)
    prp2 = np.zeros(128 + OFF, np.int64)
    res = np.zeros(2, np.int64)
    rp = np.empty((R, 4), np.int64)
    rh = np.empty((R, 8), np.int64)
    rn = np.zeros(R, np.int64)
    rv = np.empty(R)
    qp = np.empty((1, 4), np.int64)
    qh = np.empty((1, 8), np.int64)
    qn = np.zeros(1, np.int64)
    qv = np.empty(1)
    ul = np.empty(98, np.int64)
    h = np.empty(8, np.int64)
    last = -1
    laid = 0
    left0 = 0
    while True:
        nh = nhs[seat]
        if nh == 0:
            seat = (seat + 1) % P
            continue
        left = 98 - pos
        for i in range(len(un)):
            un[i] = 0
        for s in range(P):
            if s != seat:
                for i in range(nhs[s]):
                    un[hands[s, i] + OFF] = 1
        for i in range(pos, 98):
            un[cards[i] + OFF] = 1
        prep(un, pre, prp)
        due = least if left else 1
        r = turn(piles, hands[seat], nh, due, un, pre, prp, w, B, res, rp, rh, rn, rv)
        if r == 0:
            left0 = 98 - laid - res[1]
            break
        if rv[0] > 1e5 and pre[OFF + 101] + rn[0] == 0:
            left0 = 0
            break
        feats(rp[0, 0], rp[0, 1], rp[0, 2], rp[0, 3], rh[0], rn[0], un, pre, prp, X[k])
        NN[k] = pre[OFF + 101] + rn[0]
        Z[k] = 0
        last = k
        k += 1
        # side
        nx = (seat + 1) % P
        if r > 1 and (P == 1 or nhs[nx] > 0):
            c = 1 + np.random.randint(r - 1)
            feats(rp[c, 0], rp[c, 1], rp[c, 2], rp[c, 3], rh[c], rn[c], un, pre, prp, X[k])
            NN[k] = pre[OFF + 101] + rn[c]
            n = 0
            for cc in range(2, 100):
                if un[cc + OFF]:
                    ul[n] = cc
                    n += 1
            m = rn[c]
            fill = min(hs - m, left)
            d = fill if P == 1 else nhs[nx]
            for i in range(d):
                j = i + np.random.randint(n - i)
                ul[i], ul[j] = ul[j], ul[i]
            kk = 0
            if P == 1:
                for i in range(m):
                    h[kk] = rh[c, i]
                    kk += 1
            for i in range(d):
                h[kk] = ul[i]
                kk += 1
            h[:kk].sort()
            for i in range(len(un)):
                un2[i] = un[i]
            for i in range(d):
                un2[ul[i] + OFF] = 0
            if P > 1:
                for i in range(m):
                    un2[rh[c, i] + OFF] = 1
            prep(un2, pre2, prp2)
            r2 = turn(rp[c], h, kk, least if left - fill else 1, un2, pre2, prp2, w, B, res, qp, qh, qn, qv)
            if r2 == 0:
                Z[k] = 3
                Y[k, 0] = 0
                Y[k, 1] = np.exp(-(NN[k] - res[1]) / tau)
                k += 1
            elif qv[0] > 1e5:
                Z[k] = 3
                Y[k, 0] = 1
                Y[k, 1] = 1
                k += 1
            else:
                feats(qp[0, 0], qp[0, 1], qp[0, 2], qp[0, 3], qh[0], qn[0], un2, pre2, prp2, X2[k])
                N2[k] = pre2[OFF + 101] + qn[0]
                Z[k] = 2
                k += 1
        laid += nh - rn[0]
        for q in range(4):
            piles[q] = rp[0, q]
        m = rn[0]
        for i in range(m):
            hands[seat, i] = rh[0, i]
        while m < hs and pos < 98:
            hands[seat, m] = cards[pos]
            m += 1
            pos += 1
        hands[seat, :m].sort()
        nhs[seat] = m
        seat = nx
    if last >= 0:
        Z[last] = 1
        Y[last, 0] = 1.0 if left0 == 0 else 0.0
        Y[last, 1] = np.exp(-left0 / tau)
    return k, left0


@njit(cache=True)
def gather_td(seed, n, P, level, w, B, X, NN, Y, Z, X2, N2, tau, R):
    """Plays n matches; the rows filled, the share beaten and the cards left on an average."""
    np.random.seed(seed)
    k = 0
    wins = 0
    tot = 0
    for _ in range(n):
        if k + 130 > X.shape[0]:
            break
        k, left = play_td(P, level, w, B, X, NN, Y, Z, X2, N2, k, tau, R)
        wins += left == 0
        tot += left
    return k, wins / n, tot / n


@njit(cache=True, fastmath=True)
def value_row(x, n, w):
    """The chance for the row x."""
    k, t = knot(n)
    s = 0.0
    for j in range(NF):
        s += x[j] * ((1 - t) * w[k, j] + t * w[k + 1, j])
    return sgm(s)


@njit(cache=True, fastmath=True)
def sweep_td(X, NN, Y, Z, X2, N2, m, w, lam, mix, g, H, hess):
    """The gradient (and the first time the Hessian) of the logistic loss against returns of w itself."""
    G = 0.0
    vn = 0.0
    loss = 0.0
    v = np.empty(2 * NF)
    for r in range(m - 1, -1, -1):
        k, t = knot(NN[r])
        s = 0.0
        for j in range(NF):
            s += X[r, j] * ((1 - t) * w[k, j] + t * w[k + 1, j])
        p = sgm(s)
        if Z[r] & 1:
            y = (1 - mix) * Y[r, 0] + mix * Y[r, 1]
        elif Z[r] == 0:
            y = lam * G + (1 - lam) * vn
        else:
            y = value_row(X2[r], N2[r], w)
        if Z[r] < 2:
            G = y
            vn = p
        e = y - p
        loss += e * e
        for j in range(NF):
            a = e * X[r, j]
            g[k * NF + j] += a * (1 - t)
            g[k * NF + NF + j] += a * t
        if hess and r % 4 == 0:
            q = 4 * max(p * (1 - p), 1e-3)
            for j in range(NF):
                v[j] = X[r, j] * (1 - t)
                v[NF + j] = X[r, j] * t
            for a in range(2 * NF):
                if v[a] != 0:
                    z = v[a] * q
                    for b in range(a + 1):
                        H[k * NF + a, k * NF + b] += z * v[b]
    return loss / m


def smoothness(ridge, smooth):
    """The matrix of the penalty for large weights, and for steps between the cuts."""
    D = NK * NF
    R = np.eye(D) * ridge
    for k in range(NK - 1):
        for j in range(NF):
            a = k * NF + j
            b = a + NF
            R[a, a] += smooth
            R[b, b] += smooth
            R[a, b] -= smooth
            R[b, a] -= smooth
    return R


def fit2(D4, w, lam, mix, sweeps, ridge=2.0, smooth=10.0, rate=0.7):
    """Newton steps on temporal differences over all the rows, smooth over the cuts."""
    X, NN, Y, Z, X2, N2 = D4
    D = NK * NF
    R = smoothness(ridge, smooth)
    w = w.copy()
    m = len(X)
    for it in range(sweeps):
        g = np.zeros(D)
        first = it == 0
        H = np.zeros((D, D) if first else (1, 1))
        loss = sweep_td(X, NN, Y, Z, X2, N2, m, w, lam, mix, g, H, first)
        if first:
            H = np.tril(H) + np.tril(H, -1).T
            A = np.linalg.inv(H + R + 1e-6 * np.eye(D))
        w += (A @ (g - R @ w.ravel())).reshape(NK, NF) * rate
    return w, loss


# What a feature is divided by above, and not on the device.
UNITS = {
    1: 4,
    2: 8,
    3: 8,
    4: 8,
    5: 16,
    6: 32,
    32: 2,
    33: 8,
    34: 8,
    35: 4,
    36: 8,
    37: 4,
    38: 8,
    39: 50,
    40: 12,
}
UNITS.update({41: 100, 42: 100, 43: 50, 44: 50, 47: 8, 48: 3})
def start():
    """Weights of somebody who only sees how much room the piles have left."""
    w = np.zeros((NK, NF))
    w[:, 41] = 8
    w[:, 42] = 8
    w[:, 1] = -0.5
    w[:, 14] = 0.5
    w[:, 47] = -1.5
    w[:, 0] = -8
    return w


def learn(players, w, rounds, matches, first, last, seed, fresh=False):
    """The mean of the last weights of `rounds` rounds of play and fit.

    first, last: how much of the label is nearness to the end, the rest being whether the match was won.
    fresh: whether w is only a policy to begin with.
    """
    rows = matches * 100 + 200
    x = np.empty((rows, NF), np.float32)
    x2 = np.zeros((rows, NF), np.float32)
    n = np.empty(rows)
    n2 = np.ones(rows)
    y = np.zeros((rows, 2))
    kind = np.zeros(rows, np.int64)
    kept = []
    weights = []
    for turn_ in range(rounds):
        began = time.time()
        mix = first + (last - first) * min(1, 1.3 * turn_ / rounds)
        k, won, left = gather_td(seed + turn_, matches, players, 0, w, 4, x, n, y, kind, x2, n2, 10.0, 12)
        kept.append([part[:k].copy() for part in (x, n, y, kind, x2, n2)])
        kept = kept[-(4 if turn_ < 0.4 * rounds else 8) :]
        table = [np.concatenate(parts) for parts in zip(*kept)]
        if fresh:
            # The odds that the first policy's weights give mean nothing: learn them from the results alone.
            for _ in range(4):
                w, loss = fit2(table, w * 0 if fresh else w, 1.0, mix, 8)
                fresh = False
        w, loss = fit2(table, w, 0.6, mix, 10)
        weights.append(w)
        seconds = time.time() - began
        print(
            f"{players} players, {turn_ + 1}/{rounds}: {won:.1%} beaten, {left:.2f} left, {seconds:.0f} s",
            flush=True,
        )
    return np.mean(weights[-4:], axis=0)


@njit(cache=True)
def play_softly(seed, matches, players, level, w, B, R, beta, chosen, mean, n, left_, match_):
    """Matches in which the end of a turn is drawn from the best R, by exp(beta * value).

    A row a turn: the features of the end chosen, their mean over all by that chance, the cards to be laid
    then, those left in the end, and which match it was. Returns the rows and how many matches were won.
    """
    np.random.seed(seed)
    hs = 8 if players == 1 else 7 if players == 2 else 6
    if level == 2:
        hs -= 1
    least = 3 if level else 2
    un = np.zeros(128 + OFF, np.uint8)
    pre = np.zeros(128 + OFF, np.int64)
    prp = np.zeros(128 + OFF, np.int64)
    res = np.zeros(2, np.int64)
    rp = np.empty((R, 4), np.int64)
    rh = np.empty((R, 8), np.int64)
    rn = np.zeros(R, np.int64)
    rv = np.empty(R)
    chance = np.empty(R)
    x = np.empty(NF)
    cards = np.arange(2, 100)
    hands = np.zeros((players, 8), np.int64)
    nhs = np.zeros(players, np.int64)
    k = 0
    won = 0
    for match in range(matches):
        np.random.shuffle(cards)
        for s in range(players):
            hands[s, :hs] = cards[s * hs : s * hs + hs]
            hands[s, :hs].sort()
            nhs[s] = hs
        pos = players * hs
        piles = np.array([1, 1, 100, 100])
        seat = 0
        laid = 0
        first = k
        left0 = 0
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
            prep(un, pre, prp)
            due = least if left else 1
            r = turn(piles, hands[seat], nh, due, un, pre, prp, w, B, res, rp, rh, rn, rv, 0.5)
            if r == 0:
                left0 = 98 - laid - res[1]
                break
            if rv[0] > 1e5:
                break
            total = 0.0
            for z in range(r):
                chance[z] = np.exp(beta * (rv[z] - rv[0]))
                total += chance[z]
            drawn = np.random.random() * total
            b = 0
            while b < r - 1 and drawn >= chance[b]:
                drawn -= chance[b]
                b += 1
            for i in range(NF):
                mean[k, i] = 0
            for z in range(r):
                share = chance[z] / total
                if z == b or share > 0.002:
                    feats(rp[z, 0], rp[z, 1], rp[z, 2], rp[z, 3], rh[z], rn[z], un, pre, prp, x)
                    for i in range(NF):
                        mean[k, i] += share * x[i]
                    if z == b:
                        for i in range(NF):
                            chosen[k, i] = x[i]
            n[k] = pre[OFF + 101] + rn[b]
            match_[k] = match
            k += 1
            laid += nh - rn[b]
            for q in range(4):
                piles[q] = rp[b, q]
            m = rn[b]
            for i in range(m):
                hands[seat, i] = rh[b, i]
            while m < hs and pos < 98:
                hands[seat, m] = cards[pos]
                m += 1
                pos += 1
            hands[seat, :m].sort()
            nhs[seat] = m
            seat = (seat + 1) % players
        won += left0 == 0
        for row in range(first, k):
            left_[row] = left0
    return k, won


@njit(cache=True, fastmath=True)
def regress(chosen, mean, n, gain, g, H):
    """The normal equations of the gain of a choice by how its features differ from the mean."""
    v = np.empty(2 * NF)
    for r in range(len(n)):
        k, t = knot(n[r])
        for j in range(NF):
            a = chosen[r, j] - mean[r, j]
            v[j] = a * (1 - t)
            v[NF + j] = a * t
        for a in range(2 * NF):
            g[k * NF + a] += v[a] * gain[r]
            if r % 3 == 0 and v[a] != 0:
                for b in range(a + 1):
                    H[k * NF + a, k * NF + b] += 3 * v[a] * v[b]


def climb(players, level, w, steps, matches, seed):
    """Weights a few steps up the natural gradient of how often the matches are won.

    The gain of a choice is the lambda-return after it less what a critic, fitted to these matches, expects
    before it. More steps do not help: the gain left is less than its error.
    """
    rows = matches * 50
    chosen = np.empty((rows, NF), np.float32)
    mean = np.empty((rows, NF), np.float32)
    n = np.empty(rows)
    left = np.empty(rows)
    match = np.empty(rows, np.int64)
    for step in range(steps):
        began = time.time()
        k, won = play_softly(
            seed + step, matches, players, level, w, 4, 8, 30.0, chosen, mean, n, left, match
        )
        y = np.stack([left[:k] == 0, np.exp(-left[:k] / 10)], axis=1)
        table = (chosen[:k], n[:k], y, np.ones(k, np.int64), chosen[:k], n[:k])
        critic = np.zeros((NK, NF))
        for _ in range(4):
            critic, loss = fit2(table, critic, 1.0, 0.1, 4)
        before = np.array([value_row(mean[row], n[row], critic) for row in range(k)])
        target = 0.9 * y[:, 0] + 0.1 * y[:, 1]
        after = target.copy()
        for row in range(k - 2, -1, -1):
            if match[row] == match[row + 1]:
                after[row] = 0.9 * after[row + 1] + 0.1 * before[row + 1]
        g = np.zeros(NK * NF)
        H = np.zeros((NK * NF, NK * NF))
        regress(chosen[:k], mean[:k], n[:k], after - before, g, H)
        H = np.tril(H) + np.tril(H, -1).T
        w = w + 2 * np.linalg.solve(H + smoothness(30.0, 100.0), g).reshape(NK, NF)
        print(
            f"{players} players, level {level}, step {step + 1}/{steps}: {won / matches:.1%} beaten, "
            f"{time.time() - began:.0f} s",
            flush=True,
        )
    return w


def literal(data):
    """Bytes as lines of a Python literal."""
    lines = []
    for place in range(0, len(data), 24):
        lines.append('    b"' + "".join([f"\\x{byte:02x}" for byte in data[place : place + 24]]) + '"')
    return "(\n" + "\n".join(lines) + "\n)\n"


def write(sets, order, out):
    """Writes the weights as small ints with a scale a feature. order: the set of each table, see SETS."""
    whole = np.array(sets) * 16384
    for feature, unit in UNITS.items():
        whole[:, :, feature] /= unit
    scales = np.maximum(1, np.ceil(np.abs(whole).max(axis=(0, 1)) * 64 / 127)).astype(int)
    small = np.clip(np.round(whole * 64 / scales), -127, 127).astype(int)
    with open(out, "w", encoding="utf-8") as file:
        file.write(
            '"""What The Game\'s computer players have learnt: by tools/train/the_game.py, not by hand.\n\n'
        )
        file.write(
            "SETS: the set of each number of players, 1 to 5, normal and then as experts. WEIGHTS:\n"
        )
        file.write(
            "for each set, for each of the CUTS in the cards to be laid, COUNT signed bytes, one a feature.\n"
        )
        file.write('SCALES: what a feature\'s bytes are worth, two bytes each, the lower first.\n"""\n\n')
        file.write(f"COUNT = {NF}\nCUTS = bytes({CUTS})\nSETS = bytes({tuple(order)})\n")
        file.write("SCALES = " + literal(b"".join([int(scale).to_bytes(2, "little") for scale in scales])))
        file.write("WEIGHTS = " + literal(bytes([int(byte) & 255 for byte in small.ravel()])))


def main():
    """Two players first, the others from there."""
    words = sys.argv[1:]
    quick = "--quick" in words
    names = [word for word in words if word != "--quick"]
    out = names[0] if names else ROOT / "engine" / "the_game_weights.py"
    rounds = 1 if quick else 14  # as many as it takes until it no longer gets better
    matches = 20 if quick else 1000
    two = learn(2, start(), rounds, matches, 0.3, 0.1, 1000, True)
    more = [two]
    for players in (3, 4, 5):
        more.append(
            learn(players, more[-1], rounds * 4 // 10 or 1, matches * 8 // 10, 0.2, 0.1, 1000 * players)
        )
    alone = climb(1, 0, two, 2, matches * 22, 7)  # as experts, too
    # Four players do as well with the weights for five.
    write((alone, two, more[1], more[3]), (0, 1, 2, 3, 3, 0, 1, 1, 2, 3), out)


if __name__ == "__main__":
    main()
