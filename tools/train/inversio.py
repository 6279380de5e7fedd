"""Learns what the two best worths in hand are good for in Inversio; writes it into engine/inversio_bot.py.

    python tools/train/inversio.py

Self-play by policy gradient: a lay's score is _WORTH[cards kept, 0, best worth kept] + _WORTH[cards kept,
1, second best]; the card is drawn by the softmax of the scores, and what led to a won fight is made more
likely. Seeded: two runs give the same bytes. About a minute.
"""

import sys
import time
from pathlib import Path

import numpy as np
from numba import njit

MODULE = Path(__file__).resolve().parent.parent.parent / "engine" / "inversio_bot.py"
START = np.array([1, 0, 0, 0, 0, 0, 0, 8, 9, 10, 11, 12, 14])
# A round is a row of ints: 0 seat to act, 1 table rank, 2-3 hand sizes, 4 next of the stock, 5 rounds,
# 6 round, 7 first seat, 10-22 worths, 23-27 and 28-32 hands; cards are ranks.


@njit(cache=True)
def turnup(S, D):
    """The next table card that can be laid on."""
    p = S[0]
    while True:
        S[1] = D[S[4]]
        S[4] += 1
        if S[1] == 0:
            return
        for i in range(S[2 + p]):
            if S[23 + 5 * p + i] != S[1]:
                return


@njit(cache=True)
def dealround(S, D):
    """Deals a round."""
    for i in range(52):
        D[i] = i % 13
    np.random.shuffle(D)
    S[2] = 5
    S[3] = 5
    for i in range(5):
        S[23 + i] = D[i]
        S[28 + i] = D[5 + i]
    S[4] = 10
    for i in range(13):
        S[10 + i] = START[i]
    S[0] = (S[7] + S[6]) % 2
    turnup(S, D)


@njit(cache=True)
def swap(W, a, b):
    """The worths after a card on a table card."""
    if a and b:
        k = W[10 + a]
        W[10 + a] = W[10 + b]
        W[10 + b] = k
    else:
        o = a if a else b
        if o < 10:
            W[10] += o + 1
        if o:
            W[10 + o] = START[o]


@njit(cache=True)
def lay(S, D, r):
    """Lays a rank; True at the fight."""
    # lays rank r; True at the fight
    p = S[0]
    for i in range(S[2 + p]):
        if S[23 + 5 * p + i] == r:
            S[23 + 5 * p + i] = S[23 + 5 * p + S[2 + p] - 1]
            break
    S[2 + p] -= 1
    swap(S, r, S[1])
    S[0] = 1 - p
    if S[3 - p] == 1:
        return True
    turnup(S, D)
    return False


@njit(cache=True)
def after(S, r, res):
    """The two best worths kept after laying a rank."""
    p = S[0]
    W = S.copy()
    swap(W, r, S[1])
    b = 0
    s = 0
    skip = True
    for i in range(S[2 + p]):
        x = S[23 + 5 * p + i]
        if x == r and skip:
            skip = False
            continue
        w = W[10 + x]
        if w > b:
            s = b
            b = w
        elif w > s:
            s = w
    res[0] = min(b, 17)
    res[1] = min(s, 17)


@njit(cache=True)
def train(T, m, v, batches, batch, lr, sd, frozen, T2):
    """Policy gradient by self-play; when frozen only measures against T2."""
    np.random.seed(sd)
    S = np.zeros(34, np.int64)
    D = np.zeros(52, np.int64)
    res = np.zeros(2, np.int64)
    val = np.zeros(5)
    f = np.zeros((5, 2), np.int64)
    g = np.zeros_like(T)
    e = np.zeros((2,) + T.shape)
    pts = 0.0
    for _b in range(batches):
        g[:] = 0
        for q in range(batch):
            S[:] = 0
            S[5] = 1
            S[7] = q % 2
            dealround(S, D)
            e[:] = 0
            me = (q // 2) % 2
            while True:
                p = S[0]
                n = S[2 + p]
                k = n - 2
                z = 0.0
                mx = -1e9
                for i in range(n):
                    r = S[23 + 5 * p + i]
                    if r == S[1] and r:
                        val[i] = -1e9
                        continue
                    after(S, r, res)
                    f[i, 0] = res[0]
                    f[i, 1] = res[1]
                    if frozen and p != me:
                        val[i] = T2[k, 0, res[0]] + T2[k, 1, res[1]]
                    else:
                        val[i] = T[k, 0, res[0]] + T[k, 1, res[1]]
                    if val[i] > mx:
                        mx = val[i]
                if frozen:
                    a = 0
                    for i in range(n):
                        if val[i] > val[a]:
                            a = i
                else:
                    for i in range(n):
                        val[i] = np.exp(val[i] - mx) if val[i] > -1e8 else 0.0
                        z += val[i]
                    r = np.random.random() * z
                    acc = 0.0
                    a = -1
                    for i in range(n):
                        if val[i] > 0:
                            a = i
                            acc += val[i]
                            if r < acc:
                                break
                    for i in range(n):
                        if val[i] > 0:
                            x = (1.0 if i == a else 0.0) - val[i] / z
                            e[p, k, 0, f[i, 0]] += x
                            e[p, k, 1, f[i, 1]] += x
                if lay(S, D, S[23 + 5 * p + a]):
                    break
            x = S[10 + S[23]] - S[10 + S[28]]
            x = 1 if x > 0 else (-1 if x < 0 else 0)
            if not frozen:
                g += x * (e[0] - e[1])
            pts += x if me == 0 else -x
        if not frozen:
            g /= batch
            m[:] = 0.9 * m + 0.1 * g
            v[:] = 0.99 * v + 0.01 * g * g
            T += lr * m / (np.sqrt(v) + 1e-5)
    return 0.5 + pts / batches / batch / 2


def main():
    """Trains, prints how it goes, writes the weights."""
    start = time.time()
    worth = np.zeros((4, 2, 18))
    plain = np.zeros((4, 2, 18))
    for w in range(18):
        plain[:, 0, w] = 3 * w
        plain[:, 1, w] = 2 * w
        worth[:, 0, w] = 0.3 * w
        worth[:, 1, w] = 0.2 * w
    mean = np.zeros_like(worth)
    square = np.zeros_like(worth)
    for r in range(16):
        train(worth, mean, square, 300, 2000, 0.02 if r < 8 else 0.005, r, False, plain)
        if r % 3 == 0 or r > 13:
            share = train(worth, mean, square, 100, 4000, 0.0, 99, True, plain)
            print(
                f"{r + 1} of 16: {share:.4f} against 3 * best + 2 * second, {time.time() - start:.0f} s",
                flush=True,
            )
    scale = 255 / (worth.max() - worth.min())
    data = np.rint((worth - worth.min()) * scale).astype(int).ravel().tolist()
    rows = ["".join(f"\\x{byte:02x}" for byte in data[i : i + 18]) for i in range(0, len(data), 18)]
    text = "\n".join(["_WORTH = ("] + [f'    b"{row}"' for row in rows] + [")", ""])
    source = MODULE.read_text(encoding="utf-8")
    top, rest = source.split("# weights: written by tools/train/inversio.py\n")
    bottom = rest.split("# end of weights")[1]
    if "--dry" in sys.argv:
        print("the same weights" if rest.startswith(text) else "other weights")
        return
    MODULE.write_text(
        top + "# weights: written by tools/train/inversio.py\n" + text + "# end of weights" + bottom,
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
