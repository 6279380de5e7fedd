# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Pictures and films of docs/ show what the console shows today; what `python tools/gallery.py` takes."""

import pytest
from PIL import Image, ImageSequence

from tools import gallery

STALE = "docs/{0} is out of date: look at what `make gallery ARGS={1}` makes, and commit it"


@pytest.mark.parametrize("name", gallery.SHOTS)
def test_a_picture_of_the_documents_is_what_the_screen_shows(name):
    made = gallery.enlarged(gallery.SHOTS[name]().image())
    with Image.open(gallery.DOCS / f"{name}.png") as kept:
        same = kept.size == made.size and kept.convert("RGB").tobytes() == made.convert("RGB").tobytes()
    assert same, STALE.format(name + ".png", name)


@pytest.mark.parametrize("name", gallery.FILMS)
def test_a_film_of_the_documents_is_what_the_console_plays(name):
    shown, lengths = gallery.cut(gallery.FILMS[name]().film)
    with Image.open(gallery.DOCS / f"{name}.gif") as kept:
        frames = [
            (frame.convert("RGB").tobytes(), frame.info["duration"]) for frame in ImageSequence.Iterator(kept)
        ]
    made = [gallery.enlarged(frame).convert("RGB").tobytes() for frame in shown]
    same = frames == list(zip(made, lengths, strict=True))
    assert same, STALE.format(name + ".gif", name)


def test_a_name_of_no_picture_is_told_and_nothing_is_written(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(gallery, "DOCS", tmp_path)
    assert gallery.main(["title", "portrait"]) == 2
    told = capsys.readouterr()
    assert told.err.startswith("There is no picture portrait, only ") and "hyper_maker" in told.err
    assert not told.out and not list(tmp_path.iterdir())
