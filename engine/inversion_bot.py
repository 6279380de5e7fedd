"""Computer players of !nversion: what a hand is worth as parent, and which card to play.

With two players nothing is hidden, so the hard player searches out who wins. With three and four it
deals the hidden cards anew, again and again, and lets a learnt rule play each deal to its end; the rule
alone is the normal player. What is learnt comes from tools/train/inversion.py.
"""

from engine import const

_EASY = const(0)
_NORMAL = const(1)
_HARD = const(2)
_PASS = const(50)
_CHILD_LEADS = const(4)  # contexts of the rule; below, the parent with so many seats still to play
_PARENT_TO_COME = const(5)
_PARENT_AHEAD = const(6)
_PARENT_AHEAD_LAST = const(7)
_CHILD_AHEAD = const(8)
_OF_TWO = const(9)  # one of two players who leads, and one more for the reply
_TABLE = const(251)  # places for positions of the search, for each of two leaders
_MOVES = const(6400)  # of the search, and in one slice; a move takes some 220 bytecodes
_SLICE = const(95)
_EARLY = const(1050000)  # bytecodes, about, for a card of the first four tricks, and for any other choice
_LATE = const(430000)
_STEP = const(8000)
_CARD = const(31)  # bytecodes a card looked at by the rule, and a card played
_PLAY = const(120)
_WORTH_IT = const(42)  # how likely in percent the tricks must be that are named


class Mind:
    """The choice of one player at one moment: `step` until it gives an action."""

    def __init__(self, game, level: int, rng):
        """game: the match, left as it is; level: 0 easy, 1 normal, 2 hard; rng: chance."""
        self._game = game
        self._level = level
        self._rng = rng
        self._search = None
        self._deals = None

    def step(self):
        """The action, or None while there is more to think about."""
        game = self._game
        if self._deals:
            return self._deals.step()
        if self._search:
            self._search.run(_SLICE)
            return self._search.chosen
        legal = list(game.legal_actions())
        if len(legal) == 1:
            return legal[0]
        level = self._level
        if game.auction:
            if legal[0] != _PASS:
                return legal[0]  # to begin with 1 risks nothing: somebody names more
            if level == _HARD:
                self._deals = _Deals(game, self._rng, legal)
                return None
            # about as many tricks as are to be expected
            worth = estimate(game) if level else _rough(game)
            return legal[1] if len(legal) > 1 and worth >= (game.declared + 1) * 100 - 40 else _PASS
        if game.players == 2 and level and (level == _HARD or game.position > 5):
            self._search = _Duel(game, _MOVES)
            return None
        if level == _EASY:
            return _simple(game, legal)
        if level == _HARD and game.players > 2:
            self._deals = _Deals(game, self._rng, legal)
            return None
        return ruled(game, legal)


def _rough(game) -> int:
    """A beginner's guess at a hundred times the tricks of the hand: its high numbers."""
    worth = 0
    for card in game.hand(game.player):
        worth += (0, 0, 0, 0, 0, 10, 20, 45, 65, 85)[card % 10]
    return worth


def _simple(game, legal: list[int]) -> int:
    """The lowest card that is ahead of those on the table, else the lowest."""
    best = -1
    for card in legal:
        if wins(game, card) and (best < 0 or card % 10 < best % 10):
            best = card
    if best < 0:
        best = legal[0]
        for card in legal:
            if card % 10 < best % 10:
                best = card
    return best


def wins(game, card: int) -> bool:
    """Whether the trick would be the seat's if nobody played after it."""
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


# The learnt rule


def _counts(lane: list[int], start: int) -> tuple:
    """How often each suit lies in the lane from `start` on, and each card makes 11 with one there."""
    suits = bytearray(5)
    elevens = bytearray(10)
    for follow in lane[start:]:
        suits[follow // 10] += 1
        elevens[9 - follow % 10] += 1
    return suits, elevens


def _values(lane: list[int], at: int, role: int):
    """For trick `at` the worth of giving each card away, by card.

    role: 0 the parent, 1 a child, 2 one of two players.
    """
    suits, elevens = _counts(lane, at + 1)
    row = bytearray(50)
    for suit in range(5):
        place = role * 150 + min(suits[suit], 4) * 3
        for number in range(10):
            row[suit * 10 + number] = _GIVE[place + number * 15 + min(elevens[number], 2)]
    return row


def _context(game) -> int:
    """Which part of the rule's table holds for the seat to act."""
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
    if _ahead(game) != parent:
        return _CHILD_AHEAD
    return _PARENT_AHEAD_LAST if to_come == 1 else _PARENT_AHEAD


def _ahead(game) -> int:
    """The seat whose card would win the trick as it stands, -1 before the first."""
    table = game.trick()
    suit = 5 if game.inverted(game.position) else game.follow() // 10
    best = -1
    ahead = -1
    seat = game.leader(game.position)
    for _ in range(game.players):
        card = table[seat]
        if card >= 0:
            strength = card % 10 + (10 if card // 10 == suit else 0)
            if strength > best:
                best = strength
                ahead = seat
        seat = (seat + 1) % game.players
    return ahead


def scores(game, legal: list[int]) -> list[int]:
    """What the rule thinks of each card."""
    role = 2 if game.players == 2 else (0 if game.player == game.parent else 1)
    values = _values(game.lane, game.position, role)
    row = _context(game) * 40
    follow = game.follow() % 10
    found = []
    for card in legal:
        number = card % 10
        place = row
        if wins(game, card):
            place += 20
        if number + follow == 9:
            place += 10
            number = follow
        found.append(_PLAYED[place + number] + values[card])
    return found


def ruled(game, legal: list[int]) -> int:
    """The card that the rule plays."""
    found = scores(game, legal)
    best = 0
    for i in range(1, len(found)):
        if found[i] > found[best]:
            best = i
    return legal[best]


def estimate(game) -> int:
    """A hundred times the tricks that the seat to act may hope for as parent."""
    suits, elevens = _counts(game.lane, 0)
    lengths = bytearray(5)
    worth = _BASE
    for card in game.hand(game.player):
        number = card % 10
        lengths[card // 10] += 1
        worth += _HELD[number * 15 + min(suits[card // 10], 4) * 3 + min(elevens[number], 2)] - 128
    for suit in game.suits:
        worth += _HELD[150 + min(lengths[suit], 4) * 5 + min(suits[suit], 4)] - 128
    return worth


class _Deals:
    """Three and four players: each choice tried in many deals, which the learnt rule plays out."""

    def __init__(self, game, rng, legal: list[int]):
        """legal: the actions to choose from; in the auction a pass and numbers."""
        self._game = game
        self._rng = rng
        self._seat = seat = game.player
        self._auction = game.auction
        at = game.position
        self._values = [None] * 10
        self._ready = at
        self._left = _EARLY if at < 4 and not self._auction else _LATE
        self._hands = None
        self._worlds = 0
        self._cuts = 0
        if self._auction:
            self._choices = [-1]
            self._parent = seat
            self._declared = game.declared + 1
            self._best = (_PASS, _PASS + self._declared)
            self._prior = _chance(estimate(game) - self._declared * 100)
            self._totals = [0]
            self._whole = self._left
            return
        self._choices = legal
        self._parent = game.parent
        self._declared = game.declared
        self._totals = scores(game, legal)  # of equals what the rule prefers; a success counts 512
        self._whole = self._left

    def step(self):
        """Some deals more; the action when the time is over."""
        game = self._game
        at = self._ready
        if at < 10:
            self._values[at] = (_values(game.lane, at, 0), _values(game.lane, at, 1))
            self._ready = at + 1
            return None
        until = self._left - _STEP
        while self._left > until:
            if not self._hands:
                if self._left <= 0:
                    break
                other = game.copy()
                other.redeal(self._seat, self._rng)
                self._hands = [other.hand(seat) for seat in range(game.players)]
                self._next = 0
                self._left -= 6000
            won = self._play_out(self._choices[self._next])
            if won == (self._seat == self._parent):
                self._totals[self._next] += 512
            self._next += 1
            if self._next == len(self._choices):
                self._hands = None
                self._worlds += 1
                if self._left * 3 < self._whole * (2 - self._cuts):
                    self._cut()
        if self._left > 0 or self._hands:  # the last deal, too, is tried with every choice
            return None
        if self._auction:
            likely = (self._totals[0] * 100 // 512 + self._prior * 24 // 1) // (self._worlds + 24)
            return self._best[likely >= _WORTH_IT]
        best = 0
        for i in range(1, len(self._choices)):
            if self._totals[i] > self._totals[best]:
                best = i
        return self._choices[best]

    def _cut(self) -> None:
        """Drops the worse half of the choices, after one and after two thirds of the time."""
        self._cuts += 1
        keep = (len(self._choices) + 1) // 2
        while len(self._choices) > max(keep, 2):
            worst = 0
            for i in range(1, len(self._choices)):
                if self._totals[i] < self._totals[worst]:
                    worst = i
            del self._choices[worst]
            del self._totals[worst]

    def _play_out(self, card: int) -> bool:
        """Plays a card (-1: as the rule has it), then all seats by the rule: whether the parent makes it."""
        game = self._game
        players = game.players
        hands = [hand[:] for hand in self._hands]
        lane = game.lane
        at = game.position
        parent = self._parent
        declared = self._declared
        won = game.score(parent)
        follow = lane[at]
        inverted = game.inverted(at)
        played = 0
        high = number_high = -1  # the best card so far, as it counts now and by number alone
        ahead = number_ahead = -1
        seat = self._seat
        if not self._auction:
            table = game.trick()
            other = game.leader(at)
            while table[other] >= 0:
                number = table[other] % 10
                if number > number_high:
                    number_high = number
                    number_ahead = other
                if not inverted and table[other] // 10 == follow // 10:
                    number += 10
                if number > high:
                    high = number
                    ahead = other
                played += 1
                other = (other + 1) % players
        # Seats from `seat` on to the parent: whether the parent has still to play.
        while True:
            hand = hands[seat]
            suit = follow // 10
            counted = follow % 10
            eleven = 9 - counted
            if card < 0:
                if seat == parent:
                    values = self._values[at][0]
                    row = (players - 1 - played) * 40
                else:
                    values = self._values[at][1]
                    if not played:
                        row = 160
                    elif (parent - seat) % players < players - played:
                        row = 200
                    elif ahead != parent:
                        row = 320
                    elif played == players - 1:
                        row = 280
                    else:
                        row = 240
                best = most = -1
                free = free_most = -1
                must = False
                low = high if inverted else high - 10
                for other in hand:
                    number = other % 10
                    if number == eleven:
                        worth = _PLAYED[row + (30 if counted > number_high else 10) + counted] + values[other]
                        if worth > most:
                            most = worth
                            best = other
                        if other // 10 == suit:
                            must = True
                    elif other // 10 == suit:
                        must = True
                        worth = _PLAYED[row + (20 if number > low else 0) + number] + values[other]
                        if worth > most:
                            most = worth
                            best = other
                    elif not must:
                        worth = _PLAYED[row + (20 if number > high else 0) + number] + values[other]
                        if worth > free_most:
                            free_most = worth
                            free = other
                card = free if not must and free_most > most else best
                self._left -= _CARD * len(hand)
            self._left -= _PLAY
            hand.remove(card)
            number = card % 10
            if number == eleven:
                # From now on numbers count alone.
                follow = card
                inverted = True
                number = counted
                high = number_high
                ahead = number_ahead
            elif not inverted and card // 10 == suit:
                number += 10
            if number > high:
                high = number
                ahead = seat
            number = number % 10
            if number > number_high:
                number_high = number
                number_ahead = seat
            card = -1
            played += 1
            seat += 1
            if seat == players:
                seat = 0
            if played == players:
                seat = ahead
                if seat == parent:
                    won += 1
                at += 1
                if won >= declared:
                    return True
                if won + 10 - at < declared:
                    return False
                follow = lane[at]
                inverted = False
                played = 0
                high = number_high = ahead = number_ahead = -1


def _chance(ahead: int) -> int:
    """How likely in percent a number is made when the estimate is so many hundredths above it."""
    steps = (ahead + 50) // 25
    return _LIKELY[max(0, min(steps + 10, 20))]


# 100 / (1 + e**(-x / 3)) for x from -10 to 10
_LIKELY = bytes((3, 5, 7, 9, 12, 16, 21, 27, 34, 42, 50, 58, 66, 73, 79, 84, 88, 91, 93, 95, 97))


class _Duel:
    """Two players know every card: who wins is searched out exactly, with a stack of our own.

    Each search asks whether the seat to act takes at least `need` of the tricks left. A card here is
    its place among the three suits in play * 10 + number - 1, a hand a mask of 30 bits. `chosen` is the
    answer, None for not yet. Ply 2t is the lead of trick t (0 the present one), 2t + 1 the reply.
    """

    def __init__(self, game, cap: int):
        """cap: the largest number of moves to look at before the choice is made on what is known."""
        self.chosen = None
        self._cap = cap
        suits = game.suits
        place = bytearray(5)
        for i in range(3):
            place[suits[i]] = i
        me = game.player
        at = game.position
        cards = []  # seat 0 is the seat to act from here on
        for seat in (me, 1 - me):
            hand = [place[card // 10] * 10 + card % 10 for card in game.hand(seat)]
            # low numbers first, moved about when the search finds out which do well
            ordered = []
            for number in range(10):
                for card in hand:
                    if card % 10 == number:
                        ordered.append(card)
            cards.append(bytes(ordered))
        self._cards = cards
        self._lane = lane = bytes([place[card // 10] * 10 + card % 10 for card in game.lane[at:]])
        self._suits = suits
        left = len(lane)
        size = 2 * left + 2
        self._masks = ([0] * size, [0] * size)
        self._orders = [None] * size
        self._places = bytearray(size)
        self._seats = bytearray(size)
        self._won = bytearray(size)
        self._follows = bytearray(size)
        self._leads = bytearray(size)
        self._lists = [{} for _ in range(size)]
        self._keys = ([0] * (2 * _TABLE), [0] * (2 * _TABLE))
        self._bounds = bytearray(2 * _TABLE)
        for seat in (0, 1):
            mask = 0
            for card in cards[seat]:
                mask |= 1 << card
            self._masks[seat][0] = self._masks[seat][1] = mask
        self._first = first = 0
        self._follows[1] = lane[0]
        counted = game.trick()[1 - me]
        if counted >= 0:
            first = self._first = 1
            counted = place[counted // 10] * 10 + counted % 10
            if game.inverted(at):  # the card led is the follow card now, the one it took the place of counts
                self._leads[0] = lane[0]
                self._lane = bytes([counted]) + lane[1:]
            else:
                self._leads[0] = counted
        legal = list(game.legal_actions())
        # What the rule prefers first: that is also what is played when the cap is reached over it.
        found = scores(game, legal)
        root = bytearray([place[card // 10] * 10 + card % 10 for card in legal])
        for i in range(1, len(root)):
            card = root[i]
            worth = found[i]
            j = i
            while j and found[j - 1] < worth:
                root[j] = root[j - 1]
                found[j] = found[j - 1]
                j -= 1
            root[j] = card
            found[j] = worth
        self._root = root
        self._effort = [0] * 30
        self._worst = 6 - game.score(me)
        self._left = left
        self._tried = 0
        self.value = 0  # 2 a win for certain, 1 at least a draw, 0 not known
        self._last = False  # whether this search asks for a draw, not for a win
        self._begin(first)

    def _begin(self, first: int) -> None:
        """Sets out on a search from the position at hand."""
        self._need = self._worst - (1 if self._last else 0)
        self._p = first
        self._orders[first] = self._root
        self._places[first] = 0
        self._seats[first] = 0
        self._since = self._cap
        for card in self._root:
            self._effort[card] = 0

    def run(self, moves: int) -> None:
        """Looks at so many moves; sets `chosen` when the best is known, or the cap reached."""
        first = self._first
        lane = self._lane
        left = self._left
        need = self._need
        mine, others = self._masks
        orders = self._orders
        places = self._places
        seats = self._seats
        won = self._won
        follows = self._follows
        leads = self._leads
        lists = self._lists
        keys, others_keys = self._keys
        bounds = self._bounds
        p = self._p
        self._cap -= moves
        while moves:
            moves -= 1
            seat = seats[p]
            hand = others[p] if seat else mine[p]
            order = orders[p]
            i = places[p]
            size = len(order)
            while i < size and not hand >> order[i] & 1:
                i += 1
            if i == size:  # all tried, and none does for who is to act
                reached = seat
                if p == first:
                    self._finish(-1)
                    return
                if p & 1 == 0:
                    self._note(p, reached)
                p -= 1
            else:
                places[p] = i + 1
                card = order[i]
                if p == first:
                    self._try(card, moves)
                q = p + 1
                if seat:
                    mine[q] = mine[p]
                    others[q] = hand ^ 1 << card
                else:
                    mine[q] = hand ^ 1 << card
                    others[q] = others[p]
                reached = -1
                if p & 1 == 0:
                    follow = lane[p >> 1]
                    if card % 10 + follow % 10 == 9:
                        follow = card
                    leads[p] = card
                    follows[q] = follow
                    seat ^= 1
                else:
                    lead = leads[p - 1]
                    follow = follows[p]
                    if lead == follow:  # it was an inversion
                        counted = lane[p >> 1] % 10
                        number = card % 10
                        taken = (follow % 10 if number == counted else number) > counted
                    elif card % 10 + follow % 10 == 9:
                        taken = follow % 10 > lead % 10
                    elif lead // 10 == follow // 10:
                        taken = card // 10 == lead // 10 and card > lead
                    else:
                        taken = card // 10 == follow // 10 or card % 10 > lead % 10
                    if not taken:
                        seat ^= 1
                    w = won[p - 1]
                    if not seat:
                        w += 1
                    t = q >> 1
                    if w >= need:
                        reached = 1
                    elif w + left - t < need:
                        reached = 0
                    else:
                        won[q] = w
                        follow = lane[t]
                        a = mine[q]
                        b = others[q]
                        at = (a ^ a >> 13 ^ b >> 3) % _TABLE
                        if seat:
                            at += _TABLE
                        if keys[at] == a and others_keys[at] == b:
                            if bounds[at] >> 4 >= need - w:
                                reached = 1
                            elif bounds[at] & 15 < need - w:
                                reached = 0
                if reached < 0:
                    p = q
                    seats[p] = seat
                    hand = others[p] if seat else mine[p]
                    key = follow if hand >> follow // 10 * 10 & 1023 else 30
                    if seat:
                        key += 31
                    kept = lists[p]
                    if key not in kept:
                        kept[key] = self._list(seat, key)
                    orders[p] = kept[key]
                    places[p] = 0
                    continue
            while reached != seats[p]:  # just what the one to act wants: no need to try more
                if p == first:
                    self._finish(orders[p][places[p] - 1])
                    return
                i = places[p] - 1
                if i:  # to be tried first the next time
                    order = orders[p]
                    card = order[i]
                    while i:
                        order[i] = order[i - 1]
                        i -= 1
                    order[0] = card
                if p & 1 == 0:
                    self._note(p, reached)
                p -= 1
        self._p = p
        if self._cap <= 0:
            self._finish(orders[first][places[first] - 1], True)

    def _list(self, seat: int, key: int):
        """The cards of a seat that are legal on a follow card (30 for any), in the order to try them."""
        if seat:
            key -= 31
        cards = self._cards[seat]
        if key == 30:
            return bytearray(cards)
        suit = key // 10
        eleven = 9 - key % 10
        return bytearray([card for card in cards if card // 10 == suit or card % 10 == eleven])

    def _note(self, p: int, reached: int) -> None:
        """Remembers what was found at the start of a trick, as bounds of the tricks still to be had."""
        mine = self._masks[0][p]
        other = self._masks[1][p]
        at = (mine ^ mine >> 13 ^ other >> 3) % _TABLE
        if self._seats[p]:
            at += _TABLE
        need = self._need - self._won[p]
        if self._keys[0][at] == mine and self._keys[1][at] == other:
            least = self._bounds[at] >> 4
            most = self._bounds[at] & 15
        else:
            self._keys[0][at] = mine
            self._keys[1][at] = other
            least = 0
            most = self._left - (p >> 1)
        if reached:
            least = max(least, need)
        else:
            most = min(most, need - 1)
        self._bounds[at] = least << 4 | most

    def _try(self, card: int, moves: int) -> None:
        """Books what the last card of the root has cost, and begins with the next."""
        now = self._cap + moves
        if self._places[self._first] > 1:
            self._effort[self._tried] += self._since - now
        self._since = now
        self._tried = card

    def _finish(self, card: int, spent: bool = False) -> None:
        """A search has ended: with a card that does, with none (-1), or because the cap is reached."""
        if card < 0:
            self._effort[self._tried] += self._since - self._cap
            # In what order to try for a draw, or which to choose when all is lost: hard to refute first.
            root = self._root
            effort = self._effort
            for i in range(1, len(root)):
                card = root[i]
                j = i
                while j and effort[root[j - 1]] < effort[card]:
                    root[j] = root[j - 1]
                    j -= 1
                root[j] = card
            if not self._last:
                self._last = True
                self._begin(self._first)
                return
            card = root[0]
        elif not spent:
            self.value = 1 if self._last else 2
        self.exact = not spent
        self.chosen = self._suits[card // 10] * 10 + card % 10


def explain(game, action: int) -> tuple:
    """Why the hard player would do it: a key of the message catalogue with its values."""
    if game.auction:
        if action == _PASS:
            return ("hint_pass", game.declared)
        if not game.declared:
            return ("hint_first",)
        number = action - _PASS
        return ("hint_name" if estimate(game) >= number * 100 - 50 else "hint_dare", number)
    legal = list(game.legal_actions())
    if len(legal) == 1:
        return ("hint_only",)
    follow = game.follow()
    inverts = action % 10 + follow % 10 == 9
    number = (follow if inverts else action) % 10 + 1  # as it counts
    if wins(game, action):
        table = game.trick()
        last = True
        for seat in range(game.players):
            if seat != game.player and table[seat] < 0:
                last = False
        if last:
            return ("hint_swap_wins" if inverts else "hint_wins", number)
        return ("hint_swap_ahead" if inverts else "hint_ahead", number)
    if game.players > 2 and game.player != game.parent and _ahead(game) not in (-1, game.parent):
        return ("hint_partner", action % 10 + 1)
    for card in legal:
        if wins(game, card):
            return ("hint_lets", action % 10 + 1)
    return ("hint_beaten", action % 10 + 1)


# weights: written by tools/train/inversion.py
_PLAYED = (
    b"\x5f\x65\x6d\x72\x77\x70\x64\x4f\x3f\x32\x1e\x35\x56\x69\x6c\x76\x74\x73\x71\x77"
    b"\xaf\xac\xb5\xc1\xcb\xcf\xd4\xce\xc3\xb5\x80\x79\x90\xa0\xc6\xc9\xcf\xc8\xcb\xc4"
    b"\x5d\x66\x70\x77\x7d\x70\x66\x58\x41\x39\x27\x33\x4f\x62\x6c\x78\x7c\x6d\x77\x80"
    b"\x73\x78\x7d\x86\x90\xa6\xb2\xc0\xbe\xb6\x80\x5c\x6d\x6d\x85\x98\xb4\xcc\xe5\xed"
    b"\x58\x65\x6e\x75\x79\x76\x6c\x5d\x4d\x41\x2b\x3a\x46\x5c\x60\x76\x73\x77\x6d\x74"
    b"\x68\x6a\x72\x73\x84\x91\x9d\xa6\xa9\xa9\x37\x3d\x45\x4e\x68\x8d\xb7\xde\xe2\xfb"
    b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
    b"\x5a\x59\x63\x6d\x7a\x96\x91\x95\x91\x8e\x1b\x28\x35\x4c\x55\x6d\xb6\xd9\xe5\xf5"
    b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
    b"\x6d\x60\x74\x6f\x7b\x7c\x80\x88\x8a\x88\x3e\x46\x51\x75\x78\x9b\x9f\xaf\xca\xdd"
    b"\x6a\x6c\x75\x79\x81\x7f\x79\x6c\x5d\x50\x31\x3e\x52\x6d\x8f\x9b\xa9\xa0\xa5\x8f"
    b"\x54\x59\x60\x64\x6b\x7b\x90\xa1\xae\xb5\x80\x56\x5b\x56\x69\x79\x99\xbd\xd2\xf0"
    b"\x5e\x6b\x67\x66\x6a\x5f\x5a\x4e\x4a\x49\x57\x68\x75\x70\x67\x6d\x68\x5f\x51\x41"
    b"\xa9\xb7\xab\xb6\xc4\xb7\xb4\xb7\xad\xa4\x80\x83\xa4\xa7\xbe\xb6\xb0\xb1\xb9\xab"
    b"\x61\x67\x6c\x6f\x73\x65\x62\x51\x49\x37\x31\x4b\x70\x7d\x84\x84\x87\x83\x7f\x74"
    b"\xa5\xa9\xa4\x9c\xa5\xb9\xc7\xd6\xcc\xc0\x80\x82\x98\xa2\xae\xae\xba\xc3\xc3\xc4"
    b"\x8b\x8c\x90\x99\x9c\x91\x8c\x70\x5f\x56\x3a\x4c\x59\x65\x64\x58\x56\x51\x4b\x4b"
    b"\x79\x8e\x9b\x96\x98\x9b\x98\x8c\x79\x51\x80\x83\x89\x81\x95\x97\x96\x8f\x8f\x88"
    b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
    b"\x4f\x52\x59\x5e\x6d\x87\x92\x93\x96\x96\x1c\x1e\x26\x3c\x5d\xaf\xc7\xd5\xd9\xe3"
    b"\x56\x56\x5a\x5c\x5d\x50\x41\x2c\x24\x32\x22\x2b\x3a\x4e\x60\x61\x62\x64\x64\x61"
    b"\xb2\xb7\xba\xc3\xc6\xc6\xc5\xb8\xaf\xa7\x80\x9c\xa5\xba\xc9\xca\xc8\xcb\xcb\xca"
)
_GIVE = (
    b"\xb9\x69\x64\xa7\x6c\x5e\x9a\x72\x65\x8c\x7b\x6e\x91\x87\x7a\xb1\x79\x6a\x97\x70"
    b"\x65\x8e\x77\x67\x85\x78\x74\x7f\x7f\x86\xaa\x84\x76\x92\x7c\x6c\x7e\x7a\x73\x80"
    b"\x7c\x7f\x81\x85\x81\xa3\x92\x83\x85\x7e\x7c\x82\x7c\x75\x7a\x80\x78\x74\x7d\x83"
    b"\x98\x94\x8e\x83\x84\x7b\x74\x79\x84\x70\x71\x6d\x6f\x73\x76\x95\x92\x89\x7e\x8b"
    b"\x90\x74\x7d\x88\x61\x66\x79\x6c\x62\x6d\x99\x93\x92\x7a\x87\x94\x63\x7e\x81\x61"
    b"\x66\x6c\x66\x65\x6d\x9b\xa1\xa0\x6e\x8a\x96\x5e\x6e\x80\x59\x66\x75\x5e\x67\x6f"
    b"\x98\xa0\x9f\x64\x81\x92\x54\x71\x7c\x56\x66\x71\x58\x6f\x73\x89\x94\x96\x63\x7a"
    b"\x89\x5a\x71\x7d\x5a\x70\x78\x63\x73\x78\xa6\x64\x58\xa1\x6c\x55\x90\x72\x5c\x88"
    b"\x74\x5f\x7d\x7e\x73\xa4\x81\x72\x8c\x74\x6d\x87\x76\x6d\x7a\x6f\x65\x75\x7a\x6d"
    b"\x9b\x80\x74\x8c\x7f\x7c\x84\x81\x79\x7a\x7e\x7e\x78\x74\x7a\x98\x86\x7e\x8d\x83"
    b"\x7d\x7d\x83\x81\x73\x78\x77\x72\x73\x7b\x99\x8c\x88\x8c\x8a\x88\x81\x81\x85\x73"
    b"\x71\x78\x68\x73\x73\x98\x8f\x86\x7a\x83\x8d\x6f\x7b\x7f\x60\x69\x77\x65\x71\x6f"
    b"\x98\x8e\x8b\x77\x8a\x84\x69\x76\x80\x62\x66\x71\x5c\x69\x72\x92\x8f\x92\x73\x87"
    b"\x8a\x63\x6d\x78\x58\x65\x6c\x60\x5f\x6d\x90\x90\x8e\x6b\x7f\x85\x62\x71\x74\x5c"
    b"\x5f\x71\x62\x65\x69\x85\x8d\x88\x6f\x79\x7d\x66\x6f\x76\x67\x6c\x74\x6c\x6f\x74"
    b"\xc7\x64\x5e\xaa\x64\x54\x9c\x6c\x57\x8f\x71\x5e\x87\x79\x6b\xc3\x6d\x5d\xa5\x69"
    b"\x58\x95\x6b\x5e\x89\x75\x66\x83\x7b\x6d\xbb\x75\x6a\x9f\x6c\x69\x90\x72\x60\x86"
    b"\x71\x68\x82\x79\x6f\xb4\x7d\x6f\x95\x7a\x6f\x87\x7a\x70\x7b\x7a\x6b\x77\x7b\x7d"
    b"\xa5\x80\x73\x8e\x7d\x7b\x86\x82\x78\x7b\x7d\x82\x75\x78\x82\xa2\x88\x81\x88\x8c"
    b"\x80\x7b\x84\x81\x6c\x75\x80\x5b\x6e\x7c\x9c\x9b\x96\x78\x8b\x92\x6c\x7d\x85\x5f"
    b"\x70\x7c\x5c\x68\x76\x96\x9f\x8c\x6d\x88\x97\x63\x7b\x87\x5e\x75\x79\x5d\x6d\x73"
    b"\x8d\x99\x95\x6c\x89\x95\x60\x78\x86\x5b\x6c\x7a\x5c\x6e\x79\x86\x98\x95\x6c\x81"
    b"\x8c\x61\x75\x7f\x5f\x6f\x78\x64\x75\x75"
)
_HELD = (
    b"\x75\x98\xb6\x79\x9d\xc1\x74\x98\xbd\x6e\x93\xb5\x5e\x80\x99\x78\x8a\x9a\x7f\x91"
    b"\xa4\x7a\x8f\xa5\x76\x8c\x9b\x6a\x79\x8b\x76\x82\x83\x82\x89\x91\x80\x8a\x91\x7c"
    b"\x81\x8a\x6a\x73\x7d\x7f\x7e\x7a\x85\x84\x7f\x85\x89\x87\x82\x7c\x81\x77\x75\x74"
    b"\x7e\x7c\x7a\x82\x85\x83\x84\x87\x84\x86\x81\x7d\x7b\x79\x73\x85\x84\x7c\x87\x82"
    b"\x82\x82\x82\x80\x8a\x86\x80\x8b\x7c\x7a\x87\x85\x82\x88\x8a\x88\x91\x90\x8b\x9a"
    b"\x91\x8a\x97\x8c\x87\x8e\x90\x8f\x9c\x9c\x97\xa7\xa4\x9b\xac\xaa\xa4\xaa\xa1\x98"
    b"\xa7\xa8\xa9\xc0\xb5\xb1\xc9\xc8\xbf\xcb\xc6\xc2\xc2\xb6\xb3\xde\xdf\xd7\xee\xee"
    b"\xe3\xf2\xee\xf1\xee\xec\xe7\xde\xd6\xd1\x49\x3e\x29\x1f\x11\x46\x35\x2a\x21\x24"
    b"\x4c\x3c\x30\x35\x48\x53\x3c\x35\x46\x7b\x61\x3b\x3c\x57\xb2"
)
_BASE = 346
# end of weights
