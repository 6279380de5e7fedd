"""The catalogues: what a table, which spares memory, says is what all other screens say."""

import pytest

from handful.texts import Texts
from tests.console import ROOT, Console


def test_where_memory_is_spared_every_line_is_found_and_only_those_said_are_kept():
    texts = Console().app.texts
    rows = (ROOT / "assets/text/en.txt").read_text(encoding="utf-8").splitlines()
    rows = [row.split("=", 1) for row in rows]
    for order in (rows, rows[::-1]):
        texts.spare(True)
        for key, text in order:
            assert texts.say(key) == text == texts.say(key)
    texts.spare(True)
    kept = len(texts.say(rows[-1][0]))
    assert isinstance(texts, Texts) and len(texts._common) < kept + len(rows[-1][0]) + 9


@pytest.mark.parametrize("spare", [False, True])
def test_a_missing_key_is_a_keyerror(spare):
    texts = Console().app.texts
    texts.spare(spare)
    with pytest.raises(KeyError):
        texts.say("no_such_text")
