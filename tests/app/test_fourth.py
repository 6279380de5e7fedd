# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A fourth language is added as docs/add-a-language.md says, to a copy of the project, and spoken there.

The language is Esperanto, of which three texts are translated. The others are the English ones.
"""

import shutil

import pytest

from tests.house import copied, told
from tests.words import ASSETS, written

CODE = "eo"
TEXTS = {"own_name": "Esperanto", "games": "Ludoj", "first_know": "Mi scias kiel"}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of the project with the language in it: its files, and its code in the list."""
    folder = copied(tmp_path_factory.mktemp("house"))
    for path in written("en"):
        place = path.relative_to(ASSETS)
        shutil.copy(path, folder / "assets" / place.with_name(place.name.replace("en", CODE, 1)))
    catalogue = folder / "assets" / "texts" / f"{CODE}.txt"
    rows = [line.partition("=") for line in catalogue.read_text(encoding="utf-8").splitlines()]
    said = [f"{key}={TEXTS.get(key, text)}\n" for key, _, text in rows]
    catalogue.write_text("".join(said), encoding="utf-8")
    module = folder / "lib" / "handful" / "texts.py"
    source = module.read_text(encoding="utf-8")
    module.write_text(source.replace('"ja")\n', f'"ja", "{CODE}")\n', 1), encoding="utf-8")
    return folder


def test_a_fourth_language_is_its_files_and_its_code_and_is_offered_spoken_and_bundled(house, tmp_path):
    said = told(house, "fourth/spoken", tmp_path)
    assert said["offered"] == ["English", "Français", "日本語", "Esperanto"]
    assert said["screens"] == [["language", "Mi scias kiel"], ["title", "Ludoj"]]
    assert said["again"] == CODE and said["value"] == "Esperanto"
    assert said["sheets"] == 0
    assert sorted(said["files"]) == sorted(
        path.relative_to(ASSETS.parent).as_posix().replace("en.", f"{CODE}.") for path in written("en")
    )
