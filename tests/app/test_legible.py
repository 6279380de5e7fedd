# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What has to be read at true size: digits of eleven pixels where they decide, scores clear of the cards."""

import numpy
import pytest

from handful.picture import ink
from tests.app.test_named import table
from tests.playing import drawn
from tools.build import layouts
from tools.console import Console

HIGH = 11  # pixels of a digit that is read at a glance


def redrawn(console: Console) -> list[tuple[str, int, int, int]]:
    """All strings of a table drawn again: (string, x, y, height of its font)."""
    rows = drawn(console)
    console.view.redraw()
    console.wait(40)
    return [(string, x, y, (font or console.app.canvas.small).height) for string, x, y, _, font in rows]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_disc_of_flip_over_and_each_card_have_large_digits(players):
    console = table("flip_over", players, 0)
    view = console.view
    found = redrawn(console)
    for disc in range(1, 2 * players + 3):
        x, y, wide, high = view.place("disc", disc)
        inside = [text for text in found if x <= text[1] < x + wide and y <= text[2] < y + high]
        assert [(text[0], text[3]) for text in inside] == [(str(disc)[-1], HIGH)]
    for card in view.shown:
        x, y, wide, high = view.place("hand", card)
        inside = [text for text in found if x <= text[1] < x + wide and y <= text[2] < y + high]
        assert (str(card % 12 + 1)[-1], HIGH) in [(text[0][-1], text[3]) for text in inside]


@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("players", [3, 4, 5])
def test_in_flip_over_large_digits_say_what_you_have_and_touch_no_other_line(players, layout):
    with layouts.used(layout):
        console = table("flip_over", players, 0)
        view = console.view
        small, big = console.app.canvas.small.height, console.app.canvas.big.height
        assert big >= HIGH > small - 2  # the small font has two rows below its line
        totals = ["-77", *[str(20 + seat) for seat in range(1, players)]]
        view.score = lambda seat: int(totals[seat])
        found = sorted((y, high, text) for text, _, y, high in redrawn(console) if text in totals)
        assert ("-77", big) in [(text, high) for _, high, text in found]
        for (y, high, text), (below, _, other) in zip(found, found[1:], strict=False):
            assert below > y + (high if high == big else 7), (text, other)


@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("players", [3, 4, 5])
def test_in_hyper_maker_the_top_line_has_the_points_of_the_seat_to_act_in_large_digits(players, layout):
    with layouts.used(layout):
        console = table("hyper_maker", players, 0)
        big = console.app.canvas.big.height
        console.view.score = lambda seat: 104 + seat
        assert ("104", 0, big) in [row[:1] + row[2:] for row in redrawn(console)]
        console.view.draw()
        cells = numpy.concatenate([band.cells for band in console.app.canvas.bands])
        assert (cells[big - 1, : console.image().width // 4] != ink.TABLE).all()
        console.app.match.persons = 2
        console.app.settings.names[0] = "WWWWWWWW"
        console.view.tag = "No. 17"
        found = redrawn(console)
        width = console.app.canvas.small.width
        ends = sorted((x, x + width(text)) for text, x, y, _ in found if y < 2 and x > 8)
        assert all(one[1] <= other[0] for one, other in zip(ends, ends[1:], strict=False)), ends


@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_points_of_hyper_maker_do_not_touch_the_cards_above_nor_the_line_below(layout, players):
    with layouts.used(layout):
        console = table("hyper_maker", players, 0)
        view = console.view
        actions = console.app.match.session.game.legal_actions
        for _ in range(players):
            view.redraw()
            view.draw()
            cells = numpy.concatenate([band.cells for band in console.app.canvas.bands])
            for seat in range(players):
                x, y = view.spot(seat)
                row = cells[y - 1, x : x + view.place("card", seat)[2]]
                assert (row == ink.TABLE).all(), f"seat {seat} in {layout}"
                assert y + 7 <= view.note_y
            console.app.match.act(actions()[0])
        assert view.note_y + 10 <= view.hand_y - view.lift + 1


@pytest.mark.parametrize("layout", layouts.names())
def test_no_two_numbers_side_by_side_in_the_strip_of_inversio_stand_on_the_same_paper(layout):
    with layouts.used(layout):
        console = table("inversio", 2, 0)
        for worths in (range(1, 14), [10, 11] * 6 + [14], [0, 0, 12] * 4 + [0]):
            console.app.match.session.game.worths[:] = bytes(worths)
            console.view.redraw()
            console.view.draw()
            cells = numpy.concatenate([band.cells for band in console.app.canvas.bands])
            papers = []
            for rank in range(1, 14):
                x, y, width, height = console.view.place("rank", rank)
                inks = cells[y + height - 1, x : x + width]
                papers.append(int(numpy.bincount(inks[inks != ink.INK]).argmax()))
            pairs = list(zip(papers, papers[1:], worths, worths[1:], strict=False))
            assert all(one != other for one, other, left, right in pairs if left and right), papers
