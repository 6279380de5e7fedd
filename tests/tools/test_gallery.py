# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What `python tools/gallery.py` takes: names of pictures and films."""

from tools import gallery


def test_a_name_of_no_picture_is_told_and_nothing_is_written(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(gallery, "DOCS", tmp_path)
    assert gallery.main(["title", "portrait"]) == 2
    told = capsys.readouterr()
    assert told.err.startswith("There is no picture portrait, only ") and "hyper_maker" in told.err
    assert not told.out and not list(tmp_path.iterdir())
