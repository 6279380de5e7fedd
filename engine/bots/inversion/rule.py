# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The learnt rule of !nversion: the score of playing a card now, and the worth of a hand as parent.

A card's score adds two parts: one for the number that counts, in this context, and one for giving the card
away. tools/train/inversion.py learns the weights, with the same features.
"""

from engine import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from engine.inversion import Game

_CHILD_LEADS = const(4)  # contexts of the rule; 0 to 3 are the parent with 0 to 3 seats still to play
_PARENT_TO_COME = const(5)
_PARENT_AHEAD = const(6)
_PARENT_AHEAD_LAST = const(7)
_CHILD_AHEAD = const(8)
_OF_TWO = const(9)  # one of two players leads; 10 is the reply


def wins(game: "Game", card: int) -> bool:
    """Whether the seat to act would win the trick with a card if nobody played after it."""
    follow = game.follow()
    inverted = game.inverted(game.position)
    if card % 10 + follow % 10 == 9:
        inverted = True
        card, follow = follow, card
    strength = card % 10
    if not inverted and card // 10 == follow // 10:
        strength += 10
    for other in game.trick():
        if other >= 0:
            against = other % 10
            if not inverted and other // 10 == follow // 10:
                against += 10
            if against >= strength:
                return False
    return True


def _counts(lane: list[int], start: int) -> tuple[bytearray, bytearray]:
    """Counts, in the lane from `start` on, each suit, and the cards that make 11 with each number."""
    suits = bytearray(5)
    elevens = bytearray(10)
    for follow in lane[start:]:
        suits[follow // 10] += 1
        elevens[9 - follow % 10] += 1
    return suits, elevens


def given_away(lane: list[int], at: int, role: int) -> bytearray:
    """Returns the score of giving away each card in trick `at`, by card.

    role: 0 the parent, 1 a child, 2 one of two players. Two more tell what it is worth to hold each card
    after that trick, 128 for nothing: 3 to one of two players, in 64ths of a trick, 4 to the parent, in
    hundredths.
    """
    suits, elevens = _counts(lane, at + 1)
    row = bytearray(50)
    for suit in range(5):
        index = role * 150 + min(suits[suit], 4) * 3
        for number in range(10):
            row[suit * 10 + number] = _GIVE[index + number * 15 + min(elevens[number], 2)]
    return row


def _context(game: "Game") -> int:
    """Returns the context of the seat to act, which part of PLAYED to use."""
    seat = game.player
    parent = game.parent
    table = game.trick()
    if game.players == 2:
        return _OF_TWO if table[1 - seat] < 0 else _OF_TWO + 1
    to_come = 0
    for card in table:
        if card < 0:
            to_come += 1
    if seat == parent:
        return to_come - 1
    if to_come == game.players:
        return _CHILD_LEADS
    if table[parent] < 0:
        return _PARENT_TO_COME
    if ahead(game) != parent:
        return _CHILD_AHEAD
    return _PARENT_AHEAD_LAST if to_come == 1 else _PARENT_AHEAD


def ahead(game: "Game") -> int:
    """Returns the seat whose card would win the trick as it stands, -1 before the first card."""
    table = game.trick()
    suit = 5 if game.inverted(game.position) else game.follow() // 10
    best = -1
    winner = -1
    seat = game.leader(game.position)
    for _ in range(game.players):
        card = table[seat]
        if card >= 0:
            strength = card % 10 + (10 if card // 10 == suit else 0)
            if strength > best:
                best = strength
                winner = seat
        seat = (seat + 1) % game.players
    return winner


def scores(game: "Game", legal: list[int]) -> list[int]:
    """Returns the rule's score of each legal card, in their order."""
    role = 2 if game.players == 2 else (0 if game.player == game.parent else 1)
    values = given_away(game.lane, game.position, role)
    row = _context(game) * 40
    follow = game.follow() % 10
    found = []
    for card in legal:
        number = card % 10
        index = row
        if wins(game, card):
            index += 20
        if number + follow == 9:
            index += 10
            number = follow
        found.append(PLAYED[index + number] + values[card])
    return found


def ruled(game: "Game", legal: list[int]) -> int:
    """Returns the card that the rule plays: the best score, of equal ones the first."""
    found = scores(game, legal)
    best = 0
    for i in range(1, len(found)):
        if found[i] > found[best]:
            best = i
    return legal[best]


def estimate(game: "Game") -> int:
    """Returns a hundred times the tricks that the seat to act can expect as parent."""
    suits = _counts(game.lane, 0)[0]
    values = given_away(game.lane, -1, 4)
    lengths = bytearray(5)
    worth = _BASE
    for card in game.hand(game.player):
        lengths[card // 10] += 1
        worth += values[card] - 128
    for suit in game.suits:
        worth += _LENGTHS[min(lengths[suit], 4) * 5 + min(suits[suit], 4)] - 128
    return worth


# weights: written by tools/train/inversion.py
PLAYED = (
    b"_emrwpdO?2\x1e5Vilvtsqw\xaf\xac\xb5\xc1"
    b"\xcb\xcf\xd4\xce\xc3\xb5\x80y\x90\xa0\xc6\xc9\xcf\xc8\xcb\xc4]fpw}pfX"
    b"A9'3Oblx|mw\x80sx}\x86\x90\xa6\xb2\xc0\xbe\xb6\x80\\"
    b"mm\x85\x98\xb4\xcc\xe5\xedXenuyvl]MA+:F\\`v"
    b"swmthjrs\x84\x91\x9d\xa6\xa9\xa97=ENh\x8d\xb7\xde\xe2\xfb"
    b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80ZYcm"
    b"z\x96\x91\x95\x91\x8e\x1b(5LUm\xb6\xd9\xe5\xf5\x80\x80\x80\x80\x80\x80\x80\x80"
    b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80m`to{|\x80\x88\x8a\x88>F"
    b"Qux\x9b\x9f\xaf\xca\xddjluy\x81\x7fyl]P1>Rm\x8f\x9b"
    b"\xa9\xa0\xa5\x8fTY`dk{\x90\xa1\xae\xb5\x80V[Viy\x99\xbd\xd2\xf0"
    b"^kgfj_ZNJIWhupgmh_QA\xa9\xb7\xab\xb6"
    b"\xc4\xb7\xb4\xb7\xad\xa4\x80\x83\xa4\xa7\xbe\xb6\xb0\xb1\xb9\xabaglosebQ"
    b"I71Kp}\x84\x84\x87\x83\x7ft\xa5\xa9\xa4\x9c\xa5\xb9\xc7\xd6\xcc\xc0\x80\x82"
    b"\x98\xa2\xae\xae\xba\xc3\xc3\xc4\x8b\x8c\x90\x99\x9c\x91\x8cp_V:LYedX"
    b"VQKKy\x8e\x9b\x96\x98\x9b\x98\x8cyQ\x80\x83\x89\x81\x95\x97\x96\x8f\x8f\x88"
    b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80ORY^"
    b"m\x87\x92\x93\x96\x96\x1c\x1e&<]\xaf\xc7\xd5\xd9\xe3VVZ\\]PA,"
    b'$2"+:N`abdda\xb2\xb7\xba\xc3\xc6\xc6\xc5\xb8\xaf\xa7\x80\x9c'
    b"\xa5\xba\xc9\xca\xc8\xcb\xcb\xca"
)
_GIVE = (
    b"\xb9id\xa7l^\x9are\x8c{n\x91\x87z\xb1yj\x97pe\x8ewg"
    b"\x85xt\x7f\x7f\x86\xaa\x84v\x92|l~zs\x80|\x7f\x81\x85\x81\xa3\x92\x83"
    b"\x85~|\x82|uz\x80xt}\x83\x98\x94\x8e\x83\x84{ty\x84pqm"
    b"osv\x95\x92\x89~\x8b\x90t}\x88afylbm\x99\x93\x92z\x87\x94"
    b"c~\x81aflfem\x9b\xa1\xa0n\x8a\x96^n\x80Yfu^go"
    b"\x98\xa0\x9fd\x81\x92Tq|VfqXos\x89\x94\x96cz\x89Zq}"
    b"Zpxcsx\xa6dX\xa1lU\x90r\\\x88t_}~s\xa4\x81r"
    b"\x8ctm\x87vmzoeuzm\x9b\x80t\x8c\x7f|\x84\x81yz~~"
    b"xtz\x98\x86~\x8d\x83}}\x83\x81sxwrs{\x99\x8c\x88\x8c\x8a\x88"
    b"\x81\x81\x85sqxhss\x98\x8f\x86z\x83\x8do{\x7f`iweqo"
    b"\x98\x8e\x8bw\x8a\x84iv\x80bfq\\ir\x92\x8f\x92s\x87\x8acmx"
    b"Xel`_m\x90\x90\x8ek\x7f\x85bqt\\_qbei\x85\x8d\x88"
    b"oy}fovgltlot\xc7d^\xaadT\x9clW\x8fq^"
    b"\x87yk\xc3m]\xa5iX\x95k^\x89uf\x83{m\xbbuj\x9fli"
    b"\x90r`\x86qh\x82yo\xb4}o\x95zo\x87zp{zkw{}"
    b"\xa5\x80s\x8e}{\x86\x82x{}\x82ux\x82\xa2\x88\x81\x88\x8c\x80{\x84\x81"
    b"lu\x80[n|\x9c\x9b\x96x\x8b\x92l}\x85_p|\\hv\x96\x9f\x8c"
    b"m\x88\x97c{\x87^uy]ms\x8d\x99\x95l\x89\x95`x\x86[lz"
    b"\\ny\x86\x98\x95l\x81\x8cau\x7f_oxduu[\x80\x8df\x81\x8e"
    b"l\x81\x8fq\x82\x90x\x84\x91_z\x85i}\x87n~\x89s\x80\x8a{\x83\x8b"
    b"`v}ky\x80p{\x82u~\x85|\x82\x87cqvnuyrx|"
    b"w|\x7f~\x81\x83foupsvtvxyz|\x7f\x81\x82int"
    b"ssuyxx\x7f}|\x88\x85\x84nrszyx\x81~}\x88\x85\x83"
    b"\x90\x8c\x8btvx\x83\x7f~\x8a\x86\x83\x90\x8d\x8a\x97\x93\x92{||\x8a\x86\x84"
    b"\x92\x8d\x8b\x98\x94\x92\x9d\x99\x99\x82\x81\x81\x90\x8d\x8a\x98\x95\x91\x9e\x9b\x99\xa2\x9f\x9f"
    b"u\x98\xb6y\x9d\xc1t\x98\xbdn\x93\xb5^\x80\x99x\x8a\x9a\x7f\x91\xa4z\x8f\xa5"
    b"v\x8c\x9bjy\x8bv\x82\x83\x82\x89\x91\x80\x8a\x91|\x81\x8ajs}\x7f~z"
    b"\x85\x84\x7f\x85\x89\x87\x82|\x81wut~|z\x82\x85\x83\x84\x87\x84\x86\x81}"
    b"{ys\x85\x84|\x87\x82\x82\x82\x82\x80\x8a\x86\x80\x8b|z\x87\x85\x82\x88\x8a\x88"
    b"\x91\x90\x8b\x9a\x91\x8a\x97\x8c\x87\x8e\x90\x8f\x9c\x9c\x97\xa7\xa4\x9b\xac\xaa\xa4\xaa\xa1\x98"
    b"\xa7\xa8\xa9\xc0\xb5\xb1\xc9\xc8\xbf\xcb\xc6\xc2\xc2\xb6\xb3\xde\xdf\xd7\xee\xee\xe3\xf2\xee\xf1"
    b"\xee\xec\xe7\xde\xd6\xd1"
)
_LENGTHS = b"I>)\x1f\x11F5*!$L<05HS<5F{a;<W\xb2"
_BASE = 346
# end of weights
