# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A fourth language is begun by `make language` in a copy of the project, translated in part, and spoken.

The language is Esperanto, of which three texts are translated. The others are the English ones.
"""

import itertools
import os
import re
import subprocess
import sys

import pytest

from handful.texts import LANGUAGES
from tests.app import test_lesson
from tests.house import RUN, copied, run_in_copy
from tests.words import ASSETS, written
from tools import PROJECT
from tools.build import layouts

CODE = "eo"
TEXTS = {"own_name": "Esperanto", "games": "Ludoj", "first_know": "Mi scias kiel"}
ELSEWHERE = (
    "boards/web/words.js", "boards/web/install/words.js", "boards/web/signs.js", "boards/web/start.js",
    "boards/web/index.html", "boards/web/install/index.html", "tools/build/rules.json",
)  # fmt: skip


def language(house, *codes):
    """Runs tools/language.py in a copy of the project. Returns what came of it."""
    return subprocess.run(
        [sys.executable, "-P", "-c", RUN, "tools/language.py", *codes],
        cwd=house, capture_output=True, text=True,
    )  # fmt: skip


def translate(house, texts, name="assets/texts/eo.txt"):
    """Replaces texts of a catalogue by key."""
    catalogue = house / name
    said = catalogue.read_text(encoding="utf-8")
    for key, text in texts.items():
        said = re.sub(rf"^{key}=.*$", f"{key}={text}", said, flags=re.M)
    catalogue.write_text(said, encoding="utf-8")


def marked(house):
    """What is marked as untranslated: (file, key)."""
    lines = (house / "assets" / "texts" / f"{CODE}.tsv").read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")[:2]) for line in lines]


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A copy of the project in which the language has been begun and three texts translated.

    Returns its folder, what was printed, and what was marked before.
    """
    folder = copied(tmp_path_factory.mktemp("house"))
    done = language(folder, CODE)
    assert done.returncode == 0 and not done.stderr, done.stderr
    before = marked(folder)
    translate(folder, TEXTS)
    return folder, done.stdout, before


@pytest.fixture
def house(begun):
    """The copy's folder."""
    return begun[0]


def test_every_file_is_created_with_its_english_lines_which_are_marked_and_listed(begun):
    house, printed, before = begun
    for path in written("en"):
        name = path.relative_to(PROJECT).as_posix().replace("en.", f"{CODE}.")
        texts = path.read_text(encoding="utf-8").splitlines()
        mine = (house / name).read_text(encoding="utf-8").splitlines()
        told = [line for line in texts if not line.startswith("told_")]
        assert [line for line in mine if line.partition("=")[0] not in TEXTS] == [
            line for line in told if line.partition("=")[0] not in TEXTS
        ]
        assert len([file for file, _ in before if file == name]) > 1
        assert f" {name}: " in printed
    for name in ELSEWHERE:
        assert [file for file, _ in before if file == name] and f" {name}: " in printed
    assert f"{len(before):5} texts are still English" in printed
    module = (house / "lib" / "handful" / "texts.py").read_text(encoding="utf-8")
    assert f'LANGUAGES = ("en", "fr", "ja", "{CODE}")' in module


def test_a_second_run_lists_what_is_still_missing_and_follows_what_has_changed_in_english(begun):
    house, _, before = begun
    english = house / "assets" / "texts" / "en.txt"
    was = english.read_text(encoding="utf-8")
    english.write_text(was + "brand_new=Brand new\n", encoding="utf-8")
    translate(house, {"settings": "Preferences"}, "assets/texts/en.txt")
    again = language(house, CODE)
    name = f"assets/texts/{CODE}.txt"
    assert again.returncode == 0, again.stderr
    assert set(before) - set(marked(house)) == {(name, key) for key in TEXTS}
    assert set(marked(house)) - set(before) == {(name, "brand_new")}
    mine = (house / name).read_text(encoding="utf-8")
    assert "\nsettings=Preferences\n" in mine and "\nbrand_new=Brand new\n" in mine and "=Ludoj\n" in mine
    english.write_text(was, encoding="utf-8")
    (house / name).write_text(mine.replace("brand_new=Brand new\n", ""), encoding="utf-8")
    assert language(house, CODE).returncode == 0
    assert set(before) - set(marked(house)) == {(name, key) for key in TEXTS}


@pytest.mark.parametrize("codes", [(), ("deutsch",), ("DE",), ("en",), ("de", "it")])
def test_a_code_that_is_none_gets_one_sentence_and_nothing_changes(house, codes):
    before = sorted(house.rglob("*.t*"))
    refused = language(house, *codes)
    assert refused.returncode == 2 and refused.stdout == "" and refused.stderr.count("\n") == 1
    assert sorted(house.rglob("*.t*")) == before


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_the_command_runs_for_every_language_that_is_there_and_changes_nothing(house, code):
    before = {path: path.read_bytes() for path in house.rglob(f"{code}.*")}
    done = language(house, code)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{code}: nothing is marked as untranslated.\n"
    assert {path: path.read_bytes() for path in house.rglob(f"{code}.*")} == before


@pytest.mark.parametrize("name", ["inversio/eo.lesson.txt", "inversion/eo.help.txt"])
def test_a_file_with_a_line_less_is_told_with_the_first_line_that_differs(house, name):
    path = house / "assets" / "games" / name
    was = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(["# Ludo\n" if was[0][0] == "#" else "Ludo\n", *was[1:6], *was[7:]]), "utf-8")
    marks = marked(house)
    done = language(house, CODE)
    path.write_text("".join(was), encoding="utf-8")
    assert done.returncode == 1 and marked(house) == marks
    assert re.fullmatch(
        rf"assets/games/{name} has {len(was) - 1} lines, and en\.\w+\.txt {len(was)}: they have to "
        r"correspond\. The first that differs is line 7\. Everything else .*\n",
        done.stderr,
    )


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_help_that_lacks_a_page_is_told_though_its_paragraphs_are_its_own(house, code):
    path = house / "assets" / "games" / "flip_over" / f"{code}.help.txt"
    was = path.read_text(encoding="utf-8")
    heading = [number for number, line in enumerate(was.splitlines(), 1) if line[0:1] == "#"][2]
    path.write_text(was.replace(was.splitlines()[heading - 1] + "\n", ""), encoding="utf-8")
    done = language(house, code)
    path.write_text(was, encoding="utf-8")
    assert done.returncode == 1 and f"The first that differs is line {heading}." in done.stderr


def test_a_file_of_which_nothing_is_translated_follows_lines_that_are_new_in_english(house):
    names = [house / "assets" / "games" / "inversio" / f"{code}.lesson.txt" for code in ("en", CODE)]
    was = names[0].read_text(encoding="utf-8")
    names[0].write_text("A new line.\n" + was, encoding="utf-8")
    done = language(house, CODE)
    same = names[0].read_bytes() == names[1].read_bytes()
    names[0].write_text(was, encoding="utf-8")
    assert language(house, CODE).returncode == done.returncode == 0 and same
    assert names[1].read_text(encoding="utf-8") == was


def test_it_is_offered_spoken_and_bundled_and_the_bundle_has_english_for_what_is_marked(house, tmp_path):
    translate(house, {"settings": "Preferences"}, "assets/texts/en.txt")
    said = run_in_copy(house, "example_language/spoken", tmp_path)
    assert said["offered"] == ["English", "Français", "日本語", "Esperanto"]
    assert said["screens"] == [["language", "Mi scias kiel"], ["title", "Ludoj"]]
    assert said["again"] == CODE and said["value"] == "Esperanto"
    assert said["sheets"] == 0
    bundled = [path for path in written("en") if not re.search(r"\.(heard|ear|crosses|few|tap)\.", path.name)]
    assert sorted(said["files"]) == sorted(
        path.relative_to(ASSETS.parent).as_posix().replace("en.", f"{CODE}.") for path in bundled
    )
    assert "Ludoj" in said["texts"] and "Preferences" in said["texts"]


def test_the_tests_of_all_languages_pass_with_it(house):
    modules = ("app/test_told", "app/test_texts", "app/test_check", "web/test_install")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-k", f"{CODE} or every_language",
         *[f"tests/{module}.py" for module in modules]],
        cwd=house, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 9


# The modules that docs/add-a-language.md names, each with those of its tests that know the further language.
NAMED = {
    "tests/app/test_languages.py": "",
    "tests/app/test_layouts.py": f"language or {len(LANGUAGES)}",
    "tests/app/test_lesson.py": f"same_sentence or two_minutes or {layouts.DRAWN}--{len(LANGUAGES)}",
}


def test_the_page_names_these_modules_for_a_language():
    page = (PROJECT / "docs" / "add-a-language.md").read_text(encoding="utf-8")
    assert set(re.findall(r"tests/\S+\.py", page)) == NAMED.keys()


@pytest.mark.parametrize("module", NAMED)
def test_the_modules_that_the_page_names_pass_once_the_lessons_are_recorded(module, house):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-k", NAMED[module], module],
        cwd=house, capture_output=True, text=True, env=os.environ | {"HANDFUL_REWRITE": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]


def test_a_further_language_changes_no_recorded_picture_of_another(monkeypatch):
    def recorded(languages):
        cases = itertools.product(layouts.names(), languages, test_lesson.KEYS)
        return {case for case in cases if test_lesson.recorded(*case)}

    shipped = range(len(LANGUAGES))
    before = recorded(shipped)
    monkeypatch.setattr(test_lesson, "LANGUAGES", (*LANGUAGES, CODE))
    assert recorded(shipped) == before
    assert {layout for layout, _, _ in recorded([len(LANGUAGES)])} == {layouts.DRAWN}
