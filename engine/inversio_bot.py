"""Computer players of Inversio: which card to lay so that the last one is worth most.

Easy lays what was worth least at the start, as if worths never changed; normal what is worth least now, as
if it changed nothing by that. Hard deals the hidden cards anew, again and again, tries each of its ranks in
every deal, and lets a rule play that to the fight: to keep the best card worth most, then the second best.
Worths of hands that were learnt by self-play did no better there. A card is its rank here, 0 the ace.
"""

from engine import const

_START = b"\x01\x00\x00\x00\x00\x00\x00\x08\x09\x0a\x0b\x0c\x0e"
_HARD = const(2)
_WORK = (0, 0, 4, 4, 4, 11)  # bytecodes of a decision in hundred thousands, about, by cards in hand
_STEP = const(9500)  # and of a slice
_DEALS = const(500)  # more tell nothing new


class Mind:
    """The choice of one player at one moment: `step` until it gives an action."""

    def __init__(self, game, level: int, rng):
        """game: the match, left as it is; level: 0 easy, 1 normal, 2 hard; rng: chance."""
        self._game = game
        self._level = level
        self._rng = rng
        self._ranks: list | None = None

    def step(self):
        """The action, or None while there is more to think about."""
        game = self._game
        legal = game.legal_actions()
        if len(legal) == 1:
            return legal[0]
        if self._level < _HARD:
            worths = game.worths if self._level else _START
            best = legal[0]
            for card in legal:
                if worths[card % 13] < worths[best % 13]:
                    best = card
            return best
        if not self._ranks:
            return self._begin(legal)
        return self._deals()

    def _begin(self, legal: list[int]):
        """Lists the ranks to choose from; the action if they are all alike."""
        self._ranks = ranks = []
        for card in legal:
            if card % 13 not in ranks:
                ranks.append(card % 13)
        if len(ranks) == 1:
            return legal[0]
        self._totals = [0] * len(ranks)
        self._left = self._whole = _WORK[len(self._game.hand(self._game.player))] * 100000
        self._count = 0
        self._half = False
        self._copy = self._game.copy()
        self._worths = {}
        for rank in range(13):
            self._worths[rank] = self._game.worths[rank]
        # What the round is good for, as places of won, equal, lost: in the last round only the match counts.
        game = self._game
        self._good = (2, 1, 0)
        if game.round == game.rounds - 1:
            ahead = game.score(game.player) - game.score(1 - game.player)
            if ahead > 1 or ahead < -1:
                ahead = 0  # the match is decided: play for the round
            if ahead == 1:
                self._good = (2, 2, 1)
            elif ahead == -1:
                self._good = (1, 0, 0)
        return None

    def _deals(self):
        """Some deals more; the action when there were enough."""
        until = self._left - _STEP
        seat = self._game.player
        copy = self._copy
        ranks = self._ranks
        totals = self._totals
        good = self._good
        while self._left > until:
            copy.redeal(seat, self._rng)
            mine = [card % 13 for card in copy.hand(seat)]
            others = [card % 13 for card in copy.hand(1 - seat)]
            table = upcoming(copy, len(mine) + len(others))
            self._left -= 1600
            for i in range(len(ranks)):
                totals[i] += good[self._play_out(ranks[i], mine[:], others[:], table)]
            self._count += 1
        if not self._half and (self._left * 2 < self._whole or self._count * 2 > _DEALS):
            # The better half is worth a closer look.
            self._half = True
            keep = (len(ranks) + 1) // 2
            while len(ranks) > max(keep, 2):
                worst = 0
                for i in range(1, len(ranks)):
                    if totals[i] < totals[worst]:
                        worst = i
                del ranks[worst]
                del totals[worst]
        if self._left > 0 and self._count < _DEALS:
            return None
        best = 0
        for i in range(1, len(ranks)):
            if totals[i] > totals[best]:
                best = i
        for card in self._game.legal_actions():
            if card % 13 == ranks[best]:
                return card

    def _play_out(self, card: int, mine: list[int], others: list[int], stock: list[int]) -> int:
        """Lays a rank, then both play by the rule to the fight: 0 won, 1 equal, 2 lost for the one to act."""
        worths = dict(self._worths)
        worth = worths.get
        hand = mine
        next_hand = others
        at = 0
        table = self._game.table % 13
        work = 60
        while True:
            if card < 0:
                size = len(hand)
                if table not in hand and len(set(hand)) == size:
                    # What becomes worth more or less is not in hand.
                    card = min(hand, key=worth)  # type: ignore[arg-type]
                    work += 26
                else:
                    most = -1
                    for rank in hand:
                        if rank == table and rank:
                            continue
                        left = hand[:]
                        left.remove(rank)
                        rank_worth = worths[rank]
                        table_worth = worths[table]
                        ace = worths[0]
                        _swap(worths, rank, table)
                        left = sorted(map(worth, left))  # type: ignore[arg-type]
                        worths[0] = ace
                        worths[rank] = rank_worth
                        worths[table] = table_worth
                        good = left[-1] * 64
                        if size > 2:
                            good += left[-2]
                        if good > most:
                            most = good
                            card = rank
                    work += 26 + size * 100
            hand.remove(card)
            _swap(worths, card, table)
            hand, next_hand = next_hand, hand
            work += 64
            size = len(hand)
            if size == 1:
                break
            while True:
                table = stock[at]
                at += 1
                if not table or hand.count(table) < size:
                    break
            card = -1
        self._left -= work
        difference = worths[mine[0]] - worths[others[0]]
        return 0 if difference > 0 else (2 if difference else 1)


def _swap(worths, a: int, b: int) -> None:
    """What laying a rank on another does to the worths."""
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


def upcoming(copy, number: int) -> list[int]:
    """The ranks on top of a stock that was dealt anew, more than the round can come to need."""
    at = copy._next
    return [card % 13 for card in copy._stock[at : at + number + 4]]


def explain(game, action: int) -> tuple:
    """Why the hard player would do it: a key of the message catalogue with its values."""
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
    if len(game.hand(game.player)) == 2:
        return ("hint_last", best)
    if best > before:
        return ("hint_raises", best)
    return ("hint_keeps", best)
