# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Draws the pictures of docs/players.md: `python tools/players.py`.

Each shows one real position through the eyes of the seat to act. Every action on offer is played in the same
deals of the hidden cards, by normal players to the end of the match, or of the round if a match has several.
A bar is what came of it. Beside it stand the levels that choose this action.
"""

import sys
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from engine import bots, hyper_maker, registry
from engine.rng import Rng
from tools import PROJECT
from tools.strength.ismcts import shares, stage_name

DEALS = 40
MOST = 7  # actions that a picture shows, and those that a level chooses
_LEVELS = ("easy", "normal", "hard")
_WIDTH, _ROW, _TOP, _LEFT, _BAR = 640, 26, 78, 150, 300
_STAGES = {"inversion": "matches", "hyper_maker": "deals", "flip_over": "rounds", "inversio": "rounds"}
_SUITS = {"inversion": (10, "♣♠♥♦☺"), "flip_over": (12, "☀☾☁☂☘")}
_INK, _PALE, _BEST, _OTHER = "#16161c", "#6b6f76", "#1f8a5b", "#9fb4c8"


class Scene(NamedTuple):
    """A position: a match, how many actions normal players have played, and what the picture says of it."""

    key: str
    players: int
    seed: int
    actions: int
    title: str


SCENES = (
    Scene("the_game", 1, 111, 72, "The Game, alone"),
    Scene("inversion", 3, 127, 14, "!nversion with three"),
    Scene("hyper_maker", 4, 8, 22, "Hyper Maker with four"),
    Scene("flip_over", 4, 7, 17, "Flip Over with four"),
    Scene("inversio", 2, 74, 4, "Inversio"),
)


def position(scene: Scene) -> Any:
    """Returns the match of a scene as it stands there."""
    game = registry.load(scene.key).Game(scene.players, Rng(scene.seed))
    chance = Rng(scene.seed)
    for _ in range(scene.actions):
        game.apply(bots.choose(game, bots.NORMAL, chance))
    return game


def outcomes(game: Any) -> dict[int, float]:
    """Returns what came of each legal action on average: the part won, or in The Game the cards left."""
    seat = game.player
    found = {}
    for action in game.legal_actions()[:]:
        total = 0.0
        for deal in range(DEALS):
            chance = Rng(deal)
            world = game.copy()
            world.redeal(seat, chance)
            stage = stage_name(world)
            now = getattr(world, stage) if stage else 0
            before = [world.score(other) for other in range(world.players)]
            world.apply(action)
            while world.player >= 0 and not (stage and getattr(world, stage) != now):
                world.apply(bots.choose(world, bots.NORMAL, chance))
            if game.KEY == "the_game":
                total += 98 - world.score(0)
            elif stage:
                gains = [world.score(other) - before[other] for other in range(world.players)]
                total += (gains[seat] == max(gains)) / gains.count(max(gains))
            else:
                total += shares(world)[seat]
        found[action] = total / DEALS
    return found


def _name(game: Any, card: int) -> str:
    """Returns what a card is called, with the signs that the screens have."""
    if game.KEY == "the_game":
        return str(card)
    if game.KEY in _SUITS:
        size, signs = _SUITS[game.KEY]
        return f"{card % size + 1}{signs[card // size]}"
    if game.KEY == "inversio":
        return f"{'A 2 3 4 5 6 7 8 9 10 J Q K'.split()[card % 13]}{'♣♦♥♠'[card // 13]}"
    suits = [suit for suit in range(4) if hyper_maker.number_in(card, suit)]
    return " ".join([f"{hyper_maker.number_in(card, suit)}{'●■▲★'[suit]}" for suit in suits])


def called(game: Any, action: int) -> str:
    """Returns what an action is called."""
    if game.KEY == "the_game":
        pile = action & 3
        return f"{action >> 2} on {'↑' if pile < 2 else '↓'}{game.piles[pile]}" if action else "end the turn"
    return _name(game, action)


def _table(game: Any) -> str:
    """Returns what lies on the table, in a line."""
    if game.KEY == "the_game":
        return "piles " + "  ".join(f"{'↑' if pile < 2 else '↓'}{top}" for pile, top in enumerate(game.piles))
    if game.KEY == "inversio":
        worths = ", ".join([f"{_name(game, rank)[:-1]} {game.worths[rank]}" for rank in range(13)])
        return f"table card {_name(game, game.table)}; worths {worths}"
    trick = game.trick() if game.KEY == "inversion" else game.trick
    played = ", ".join([_name(game, card) for card in trick if card >= 0]) or "nothing"
    if game.KEY == "flip_over":
        return f"disc {'+' if game.discs[game.disc - 1] else '-'}{game.disc}, played {played}"
    if game.KEY == "inversion":
        return f"follow card {_name(game, game.follow())}, played {played}"
    return f"master card {_name(game, game.master)}, played {played}"


def drawing(scene: Scene) -> str:
    """Returns the source of a scene's picture."""
    game = position(scene)
    found = outcomes(game)
    chosen: dict[int, list[str]] = {}
    for level, name in enumerate(_LEVELS):
        chosen.setdefault(bots.choose(game, level, Rng(1)), []).append(name)
    left = game.KEY == "the_game"  # the fewer the better
    ranked = sorted(found, key=lambda action: (found[action] if left else -found[action], action))
    rows = [action for place, action in enumerate(ranked) if place < MOST or action in chosen]
    most = max(found[action] for action in rows)
    height = _TOP + _ROW * len(rows) + 34
    hand = " ".join([_name(game, card).replace(" ", "") for card in game.hand(game.player)])
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" '
        f'height="{height}" font-family="sans-serif" font-size="13" fill="{_INK}">',
        f"<title>{escape(scene.title)}: what each level plays</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="12" y="20" font-size="15" font-weight="bold">{escape(scene.title)}</text>',
        f'<text x="12" y="41">hand {escape(hand)}</text>',
        f'<text x="12" y="60" font-size="12">{escape(_table(game))}</text>',
    ]
    for place, action in enumerate(rows):
        y = _TOP + _ROW * place
        wide = round(_BAR * found[action] / max(most, 1e-9), 1)
        levels = ", ".join(chosen.get(action, []))
        value = f"{found[action]:.1f}" if left else f"{100 * found[action]:.0f} %"
        colour = _BEST if levels else _OTHER
        name = escape(called(game, action))
        out.append(f'<text x="{_LEFT - 10}" y="{y + 15}" text-anchor="end">{name}</text>')
        out.append(f'<rect x="{_LEFT}" y="{y + 3}" width="{wide}" height="{_ROW - 8}" fill="{colour}"/>')
        out.append(f'<text x="{_LEFT + wide + 6}" y="{y + 15}">{value}')
        out.append(f'<tspan font-weight="bold">{"  " + levels if levels else ""}</tspan></text>')
    what = "cards left, on average: the fewer the better" if left else f"{_STAGES[game.KEY]} won"
    out.append(f'<text x="{_LEFT}" y="{height - 12}" fill="{_PALE}">{what}, in {DEALS} deals</text>')
    return "\n".join(out) + "\n</svg>\n"


def place(scene: Scene) -> Path:
    """Returns where a scene's picture is kept."""
    return PROJECT / "docs" / f"players-{scene.key}.svg"


def main() -> int:
    """Draws them all."""
    for scene in SCENES:
        place(scene).write_text(drawing(scene), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
