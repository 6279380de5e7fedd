# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A hand at double size below the picture, run by Node: where it lies, and which pixel a touch means."""

from tests.web.scripts import run

HAND = """
const {Hand} = await load("hand.js");
const drawn = [];
const colours = {fillRect: (...box) => drawn.push(box), drawImage: (_, ...boxes) => drawn.push(boxes)};
const canvas = {style: {}, getContext: () => colours};
const hand = new Hand({getBoundingClientRect: () => ({x: 10, y: 20, width: 320, height: 256})}, canvas);
"""
SAID = "4 90 80 255 0"  # x and y, half a hand's width, the colour, and whether it is covered


def test_each_half_of_the_hand_is_a_row_at_double_size_and_the_foot_is_below_them():
    found = run(HAND + f"hand.take('{SAID}'); hand.fit(true, '0', 2); return [hand.reach, canvas, drawn];")
    assert found[0] == 128 + 3 * 28 and not found[1]["hidden"] and found[1]["height"] == 4 * 28 + 10
    assert found[2] == [
        [0, 0, 160, 112],
        [4, 90, 80, 28, 0, 0, 160, 56],
        [84, 90, 80, 28, 0, 56, 160, 56],
        [0, 118, 160, 10, 0, 112, 160, 10],
    ]


def test_a_touch_means_the_pixel_that_it_is_on():
    points = [(10, 20), (12, 204), (328, 310), (14, 316), (170, 430)]
    source = f"hand.take('{SAID}'); hand.fit(given[0], '0', 2);"
    source += "return given[1].map((at) => hand.pixel(...at));"
    assert run(HAND + source, False, points)[1] == [1, 92]
    assert run(HAND + source, True, points) == [[0, 0], [4.5, 91], [83.5, 117.5], [85, 91], [80, 121]]


def test_without_a_hand_or_under_a_sheet_there_is_the_picture_alone():
    source = "hand.take(given[0]); hand.fit(true, '0', 2); return [hand.take(given[0]), canvas.hidden];"
    assert run(HAND + source, SAID[:-1] + "1") == [False, True]
    assert run(HAND + "return [hand.reach === Infinity, hand.take('')];") == [True, False]
