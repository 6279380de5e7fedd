# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Computer players of Flip Over.

Easy plays by a rule of thumb. The others try each legal card in deals that agree with what they know, and a
learnt policy plays each deal out to the end of the round. Normal tries a few deals and remembers only the
last trick. Hard tries more deals, remembers all cards played, and gives the policy's own choice some weight.
In even rounds without exchange hard knows every hand, and varies the playouts instead of the deals. In odd
rounds with four players it expects the others to play as if they did not see the hands.
"""

from engine import const
from engine.bots.flip_over import weights as flip_over_weights
from engine.flip_over import decide

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from engine.flip_over import Game
    from engine.rng import Rng

    Policy = tuple[list[bytearray], list[bytearray], bytes, bytes]

_SUIT_SIGNS = "☀☾☁☂☘"
_EASY = const(0)
_HARD = const(2)
_SLICE = const(20)  # the fewest cards played out in a step, unless the choice is made
_DEALING = const(26)  # the cost of a deal, in cards played out
_CARDS = const(10400)  # cards that hard may play out for a choice on middle discs, over the players;
_FEWER = const(2400)  # on the others, over the players less two;
_GIFTS = const(3500)  # for a gift, and after an exchange, over the players
_DEALS = const(200)  # how often hard tries each card, at most
_SURE = const(300)  # the square of the lead in points in one deal that makes hard sure
_VOTES = const(5)  # deals in which the policy's own choice gets _VOTE points more
_VOTE = const(10)
_FEW = const(5)  # normal's deals, twice as many in teams
_SHARE = const(10)  # the value of a win in points, three times that in the last round
_VARY = const(16)  # by how much playouts in even rounds vary
_NO_EXTRAS = bytes(13)


def _beaters(game: "Game", card: int, unseen: list[int]) -> int:
    """Returns how many of the unseen cards would beat a card that wins the trick as it stands."""
    trump = game.disc - 1 if game.trumps else -1
    if card % 12 == trump:
        return len([other for other in unseen if other % 12 == trump])
    led = (game.trick[0] if game.trick else card) // 12
    return len([other for other in unseen if other % 12 == trump or (other // 12 == led and other > card)])


def _takes(game: "Game", card: int) -> bool:
    """Whether the trick would stand to be won by a card of the seat to act."""
    trick = game.trick + [card]
    return decide(trick, game.disc if game.trumps else 0) == len(trick) - 1


class Mind:
    """The choice of `game.player`: call `step` until it returns an action."""

    def __init__(self, game: "Game", level: int, rng: "Rng") -> None:
        """game: the match, left as it is; level: 0 easy, 1 normal, 2 hard; rng: the player's own chance."""
        self._game = game
        self._level = level
        self._rng = rng
        self._cards = cards = game.legal_actions()[:]  # the cards still to choose from
        self._choice = -1
        if len(cards) == 1:
            self._choice = cards[0]
        elif level == _EASY:
            self._choice = _by_rule(game)
        else:
            self._learn()
            if level < _HARD and game.exchanging:
                self._choice = self._gift(cards, False)
            self._world = game.copy()
            self._worths = [0] * len(cards)  # the sums of all playouts
            self._next = len(cards)  # index of the card to try next; len(cards): deal first
            self._deals = 0
            size = len(game.discs)
            players = game.players
            if game.exchange and not game.round & 1:
                self._left = _GIFTS // players
            elif size < 4 * game.disc <= 2 * size:
                self._left = _CARDS // players
            else:
                self._left = _FEWER // (players - 2)
            # The deal: for each seat and suit the numbers held, from 0, rising.
            self._hands: list[list[int]] = []
            self._after: list[list[int]] = []  # the same at the end of a playout

    def _learn(self) -> None:
        """Unpacks the weights of each disc, for taking it and for playing a number."""
        game = self._game
        players = game.players
        learnt = flip_over_weights
        if not game.trumps:
            policy = (learnt.PLAIN_3, learnt.PLAIN_4, learnt.PLAIN_5)[players - 3]
        elif game.teams:
            policy = learnt.TEAMS_4
        else:
            policy = (learnt.TRUMPS_3, learnt.TRUMPS_4, learnt.TRUMPS_5)[players - 3]
        self._own = self._policy(policy, 0)
        self._others = self._own  # the policy expected of the others
        if self._level == _HARD and game.round & 1 and policy is learnt.TRUMPS_4:
            self._others = self._policy(learnt.OTHERS_4, 1)
        vary = self._level == _HARD and not game.round & 1 and not game.exchange
        # For each seat and number of cards played: where the hands of its rivals still to play begin.
        self._rivals: list[list[int]] = []
        for seat in range(players):
            for laid in range(players):
                rivals = []
                for other in range(seat + 1, seat + players - laid):
                    if not game.teams or other - seat != 2:
                        rivals.append(other % players * players)
                self._rivals.append(rivals)
        self._noise = bytes([self._rng.below(_VARY) for _ in range(64)]) if vary else b""

    def _policy(self, data: bytes, plain: int) -> "Policy":
        """Returns four tables: by disc, the worth of taking it and of playing each number; by the length of a
        suit, the worth of leading it and of discarding from it.

        plain: 1 if the worth of playing a number does not depend on the disc played for, else 0.
        """
        discs = self._game.discs
        size = len(discs)
        step = 12 if plain else 12 + 2 * size
        later = size * (15 if plain else step)
        takes_of = []  # by disc, 3 for each number of cards played: not, until beaten, for good
        plays_of = []  # by disc: by number
        for disc in range(size):
            index = step * disc
            start = 3 if discs[disc] else 0
            takes = bytearray(data[index + start + 6 : index + start + 9])
            for left in range(self._game.players - 2, -1, -1):
                for outcome in range(start, start + 3):
                    worth = data[index + outcome] + data[later + 6 * left + outcome] - 128
                    takes.append(min(max(worth, 0), 255))
            takes_of.append(takes)
            index = 12 * size if plain else index + 12
            row = bytearray(data[index : index + size])
            for number in range(disc + 1, size):
                row[number] = data[index + number + size * (discs[number] + plain)]
            plays_of.append(row)
        return takes_of, plays_of, data[-9:-4] + data[-5:-4] * 8, data[-5:] + data[-1:] * 8

    def step(self) -> int | None:
        """Thinks for a slice. Returns the action, or None for "not yet"."""
        if self._choice >= 0:
            return self._choice
        work = 0
        while work < _SLICE:
            if self._next == len(self._cards):
                if self._decided():
                    return self._choice
                self._deals += 1
                self._deal()
                votes = self._level == _HARD and self._deals <= _VOTES and not self._game.exchanging
                self._next = -1 if votes else 0
                work += _DEALING
                self._left -= _DEALING
            elif self._next < 0:
                # The policy's own card in the deal gets points: few playouts say little.
                self._after = self._hands
                card = self._play_out(-1, [])
                if card in self._cards:
                    self._worths[self._cards.index(card)] += 60 * _VOTE
                self._next = 0
                work = _SLICE  # a long playout may come next
            else:
                used = self._try(self._cards[self._next])
                self._next += 1
                work += used
                self._left -= used
        return None

    def _decided(self) -> bool:
        """Drops the worst cards at certain numbers of deals. Returns whether the choice is made."""
        cards = self._cards
        worths = self._worths
        deals = self._deals
        level = self._level
        keep = len(cards)
        if level == _HARD:
            if deals >= 26:
                keep = 2
            elif deals >= 16:
                keep = 3
            elif deals >= 4:
                keep = 6 if deals < 8 else 4
        if deals >= (_DEALS if level == _HARD else _FEW << self._game.teams) or self._left < 0:
            keep = 1
        while len(cards) > 1:
            worst = worths.index(min(worths))
            lead = (max(worths) - worths[worst]) // 60
            if len(cards) <= keep and (level < _HARD or deals < 8 or lead * lead <= _SURE * deals):
                break
            worths.pop(worst)
            cards.pop(worst)
        if len(cards) == 1:
            self._choice = cards[0]
        self._next = len(cards)
        return self._choice >= 0

    def _deal(self) -> None:
        """Makes a deal that agrees with what the player remembers: hard everything, normal the last trick."""
        game = self._game
        players = game.players
        seat = game.player
        if self._level == _HARD:
            if game.round & 1 or game.exchange or not self._hands:
                world = self._world
                world.redeal(seat, self._rng)
                hands: list[list[int]] = []
                self._hands = hands
                for other in range(players):
                    _split(world.hand(other), players, hands)
                if game.exchanging:
                    for other in range(4):
                        if other != seat:
                            self._give(hands, other, world.given(other))
            return
        last = game.last_trick()
        seen = game.hand(seat) + game.trick
        if last and game.disc > 1:  # on disc 1 it is a trick of another round
            seen += last[1]
        size = len(game.discs)
        pool = []
        for suit in range(players):
            for card in range(suit * 12, suit * 12 + size):
                if card not in seen:
                    pool.append(card)
        self._rng.shuffle(pool)
        hands = []
        laid = len(game.trick)
        for other in range(players):
            if other == seat:
                hand = game.hand(seat)
            else:
                number = size - game.disc + 1
                if (other - game.lead) % players < laid:
                    number -= 1
                hand = []
                while len(hand) < number:
                    hand.append(pool.pop())
                hand.sort()
            _split(hand, players, hands)
        self._hands = hands

    def _give(self, hands: list[list[int]], seat: int, cards: list[int]) -> None:
        """Moves a seat's three gifts in a deal: the policy names those that the seat has not named."""
        hand = self._world.hand(seat)
        for to in range(seat + 1, seat + 4):
            if to - seat > len(cards):
                cards.append(self._gift([card for card in hand if card not in cards], True))
            card = cards[to - seat - 1]
            suit = card // 12
            hands[4 * seat + suit].remove(card % 12)
            numbers = hands[to % 4 * 4 + suit]
            numbers.append(card % 12)
            numbers.sort()

    def _gift(self, cards: list[int], vary: bool) -> int:
        """Returns the card that the policy would give away first."""
        best = cards[0]
        most = -1
        plays = self._own[1][0]
        chance = self._rng.below(8192) if vary else 0  # a number takes four of its bits
        for card in cards:
            worth = plays[card % 12] + 3 * (chance >> card % 12 & 15)
            if worth > most:
                most = worth
                best = card
        return best

    def _try(self, card: int) -> int:
        """Plays out a card in the deal and adds to its worth. Returns how many cards that took."""
        game = self._game
        seat = game.player
        hands = [numbers[:] for numbers in self._hands]
        if game.exchanging:
            self._give(hands, seat, game.given(seat) + [card])
            card = -1
        self._after = hands
        points = game.points[:]
        work = self._play_out(card, points)
        share = _SHARE if game.round < game.rounds else 3 * _SHARE
        if game.teams:
            points[0] = points[2] = points[0] + points[2]
            points[1] = points[3] = points[1] + points[3]
            share += share
        most = max(points)
        worth = 60 * points[seat]
        if points[seat] == most:
            worth += 60 * share // points.count(most)
        self._worths[self._next] += worth
        return work

    def _play_out(self, card: int, points: list[int]) -> int:
        """Plays a card (-1: the policy's), then the round to its end. Returns the number of cards played.

        points: the points so far, to which it adds. If empty, returns the policy's card instead.
        """
        game = self._game
        players = game.players
        teams = game.teams
        hands = self._after
        discs = game.discs
        size = len(discs)
        disc = game.disc - 1
        seat = game.lead if game.exchanging else game.player
        begun = len(game.trick)
        work = (size - disc) * players - begun
        own = self._own
        others = self._others
        noise = self._noise
        if noise:
            shift = self._rng.below(48)
            noise = noise[shift : shift + size]
        led = winner = 0
        best = -1  # the number to beat; 99: only a later trump beats it
        if begun:
            led = game.trick[0] // 12
            index = decide(game.trick, disc + 1 if game.trumps else 0)
            winner = (game.lead + index) % players
            best = game.trick[index] % 12
            if game.trumps and best == disc:
                best = 99
        while True:
            trump = disc if game.trumps else -1
            takes_of, plays_of, leading, shedding = own
            plays: bytearray | list[int] = plays_of[disc]
            if noise:
                plays = list(plays)
                for number in range(size):
                    plays[number] += noise[number]
            mine = theirs = takes_of[disc], plays, leading, shedding
            if others is not own:
                takes_of, plays_of, leading, shedding = others
                theirs = takes_of[disc], plays_of[disc], leading, shedding
            last = disc == size - 1
            for laid in range(begun, players):
                base = seat * players
                number = -1
                suit = 0
                if last:
                    while not hands[base + suit]:
                        suit += 1
                    number = hands[base + suit][0]
                elif card >= 0:
                    number = card % 12
                    suit = card // 12
                    card = -1
                else:
                    floor = best
                    end = players
                    takes, plays, extras, shedding = mine if seat == game.player else theirs
                    if laid:
                        numbers = hands[base + led]
                        if numbers:
                            suit = led
                            end = led + 1
                            extras = _NO_EXTRAS
                            if len(numbers) == 1:
                                number = numbers[0]
                        else:
                            floor = 99
                            extras = shedding
                    if number < 0:
                        most = -999
                        index = 3 * laid
                        leaves = takes[index]
                        risks = takes[index + 1]
                        wins = takes[index + 2]
                        if teams and laid and winner ^ seat == 2:
                            index = 3 if discs[disc] else 0
                            partner = flip_over_weights.PARTNER
                            leaves += partner[index] - 128
                            risks += partner[index + 1] - 128
                            wins += partner[index + 2] - 128
                        rivals = self._rivals[base + laid]
                        for other in range(suit, end):
                            cards = hands[base + other]
                            if cards:
                                extra = extras[len(cards)]
                                top = floor
                                high = cards[-1]
                                if high > top:
                                    for index in rivals:
                                        numbers = hands[index + other]
                                        if numbers and numbers[-1] > top:
                                            top = numbers[-1]
                                if trump in cards or high > top or cards[0] < floor < high:
                                    good = wins + extra
                                    if self._beaten(led if laid else other, trump, rivals):
                                        good = risks + extra
                                    for held in cards:
                                        if held > top or held == trump:
                                            worth = plays[held] + good
                                        else:
                                            worth = plays[held] + extra + (leaves if held < floor else risks)
                                        if worth > most:
                                            most = worth
                                            number = held
                                            suit = other
                                else:
                                    extra += leaves if high < floor else risks
                                    for held in cards:
                                        worth = plays[held] + extra
                                        if worth > most:
                                            most = worth
                                            number = held
                                            suit = other
                        if not points:
                            return suit * 12 + number
                hands[base + suit].remove(number)
                if laid == 0:
                    led = suit
                if number == trump:
                    best = 99
                    winner = seat
                elif number > best and suit == led:
                    best = number
                    winner = seat
                seat += 1
                if seat == players:
                    seat = 0
            disc += 1
            points[winner] += disc if discs[disc - 1] else -disc
            if last:
                return work
            seat = winner
            begun = 0
            best = -1

    def _beaten(self, led: int, trump: int, rivals: list[int]) -> bool:
        """Whether a rival that is still to play has a trump that it may play."""
        hands = self._after
        for index in rivals:
            if hands[index + led]:
                if trump in hands[index + led]:
                    return True
            else:
                for suit in range(index, index + self._game.players):
                    if trump in hands[suit]:
                        return True
        return False


def _split(hand: list[int], players: int, hands: list[list[int]]) -> None:
    """Appends the numbers of a hand to `hands`, a list for each suit."""
    start = len(hands)
    for _ in range(players):
        hands.append([])
    for card in hand:
        hands[start + card // 12].append(card % 12)


def _by_rule(game: "Game") -> int:
    """Plays as a beginner: wins blue discs, leaves red ones.

    It takes each disc for as good as any other, forgets that others still play and may have a trump, throws
    away a card that will be a trump later, gives its highest cards away, and remembers nothing.
    """
    legal = game.legal_actions()
    best = legal[0]
    most = -9999
    blue = game.discs[game.disc - 1]
    for card in legal:
        number = card % 12
        if game.exchanging:
            worth = number
        elif blue == _takes(game, card):
            worth = 100 - number if blue and game.trick else 100 + number
        else:
            worth = -number
        if worth > most:
            most = worth
            best = card
    return best


def explain(game: "Game", action: int) -> tuple[str | int, ...]:
    """Returns why the hard player would play or name a card: (key of the message catalogue, values...)."""
    suit = _SUIT_SIGNS[action // 12]
    legal = game.legal_actions()
    if len(legal) == 1:
        return ("hint_only",)
    if game.exchanging:
        others = [card for card in legal if card // 12 == action // 12 and card != action]
        if not others:
            return "hint_last_of", suit
        if action > max(others):
            return "hint_highest_of", suit
        return "hint_keeps_of", len(others), suit
    disc = game.disc
    blue = game.discs[disc - 1]
    waiting = game.players - 1 - len(game.trick)
    winning = [card for card in legal if _takes(game, card)]
    if action in winning:
        beaters = _beaters(game, action, game.unseen(game.player)) if waiting else 0
        if beaters:
            return "hint_unless_blue" if blue else "hint_unless_red", beaters, disc
        if blue:
            return "hint_wins_blue", disc
        for card in legal:
            if card not in winning or waiting and _beaters(game, card, game.unseen(game.player)):
                return "hint_takes_red", disc
        return "hint_takes_all", disc
    if not blue:
        return "hint_leaves_red", disc
    if not winning:
        return "hint_none_wins", disc
    best = max(winning)
    return "hint_saves", _SUIT_SIGNS[best // 12], best % 12 + 1
