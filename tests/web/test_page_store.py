# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Where the page keeps its save: one page at a time, each folder for itself, whatever the storage does."""

import json
import random
import re

import pytest

from handful.texts import LANGUAGES
from tests.web.scripts import run

# A browser with pages. Of each page: its address, what its storage does, and whether there are locks.
BROWSER = """
const {open} = await load("store.js");
const {words} = await load("words.js");
const shelf = new Map();
const locked = new Set();
const told = [];
const failure = (name) => { throw new DOMException("", name); };
async function page(address, {ways = {}, locks = "there", language = 0} = {}) {
  const item = {
    getItem: (name) => shelf.get(name) ?? null,
    setItem: (name, value) => void shelf.set(name, value),
    ...ways,
  };
  const request = async (name, {ifAvailable}, take) => {
    if (locks === "refused") failure("SecurityError");
    if (locked.has(name)) return ifAvailable ? take(null) : new Promise(() => {});
    locked.add(name);
    const until = take({name});
    if (!(until instanceof Promise)) locked.delete(name);
    return until;
  };
  globalThis.location = new URL(address);
  const get = () => ways.get ? ways.get() : item;
  Object.defineProperty(globalThis, "localStorage", {configurable: true, get});
  const locking = locks === "none" ? undefined : {request};
  Object.defineProperty(globalThis, "navigator", {configurable: true, value: {locks: locking}});
  return open(() => words(language), (why) => told.push(why));
}
"""
HOME = "https://a.example/handful/"
LOCKS = ["there", "none", "refused"]


def browse(source, *given):
    """Runs JavaScript beside BROWSER."""
    return run(BROWSER + source, *given)


def test_what_is_kept_is_there_again_under_each_address_of_the_folder():
    said = browse(
        """
        const first = await page(given[0]);
        const before = first.kept();
        const why = first.keep("48660102");
        locked.clear();
        const again = await page(given[0] + "index.html?game=inversio#x");
        return [before, why, again.kept(), again.refusal()];
        """,
        HOME,
    )
    assert said == ["", "", "48660102", ""]


def test_copies_in_two_folders_of_one_origin_have_nothing_in_common():
    said = browse(
        """
        const found = [];
        const pages = [];
        for (const address of given) pages.push(await page(address));
        pages.forEach((one, number) => found.push(one.refusal(), one.keep("0" + number)));
        locked.clear();
        for (const address of given) found.push((await page(address)).kept());
        return found;
        """,
        HOME,
        "https://a.example/handful-beta/",
        "https://a.example/",
        "https://a.example/handful/beta/",
    )
    assert said == [""] * 8 + ["00", "01", "02", "03"]


def test_a_save_of_an_older_version_is_found_until_there_is_a_new_one_and_stays():
    said = browse(
        """
        shelf.set("handful", "aabb");
        const found = [];
        for (const address of given) {
          const first = await page(address);
          found.push(first.kept(), first.keep("ccdd"));
          locked.clear();
          shelf.set("handful", "eeff");
          found.push((await page(address)).kept());
          locked.clear();
          found.push(shelf.get("handful"));
          shelf.set("handful", "aabb");
        }
        return found;
        """,
        HOME,
        "https://a.example/other/",
    )
    assert said == ["aabb", "", "ccdd", "eeff"] * 2


def test_a_page_of_an_older_version_that_is_open_is_not_written_past():
    said = browse(
        """
        shelf.set("handful", "aabb");
        locked.add("handful");
        const newer = await page(given[0]);
        return [newer.refusal(), newer.keep("ccdd") !== "", [...shelf]];
        """,
        HOME,
    )
    assert said == ["not_saved_in_use", True, [["handful", "aabb"]]]


@pytest.mark.parametrize("locks", LOCKS)
def test_of_two_pages_the_first_one_saves_and_the_second_says_so(locks):
    said = browse(
        """
        const [address, locks] = given;
        const first = await page(address, {locks});
        const second = await page(address, {locks});
        return [first.refusal(), second.refusal(), second.keep("bb"), first.keep("aa"), [...shelf.values()]];
        """,
        HOME,
        locks,
    )
    assert said[:2] == ["", "not_saved_in_use"]
    assert said[2] and said[3:] == ["", ["aa"]]


def test_a_page_that_is_loaded_again_waits_for_itself_to_leave():
    said = browse(
        """
        const first = await page(given[0]);
        setTimeout(() => locked.clear(), 250);
        const again = await page(given[0]);
        return [first.refusal(), again.refusal(), again.keep("aa"), locked.size];
        """,
        HOME,
    )
    assert said == ["", "", "", 1]


@pytest.mark.parametrize("locks", LOCKS)
def test_a_page_never_writes_over_what_another_one_has_saved_meanwhile(locks):
    said = browse(
        """
        const [address, locks] = given;
        delete globalThis.BroadcastChannel;  // or it was asleep when it was asked
        const first = await page(address, {locks});
        locked.clear();
        const second = await page(address, {locks});
        return [second.keep("bb"), first.keep("aa"), first.refusal(), [...shelf.values()], second.keep("cc")];
        """,
        HOME,
        locks,
    )
    assert said[0] == said[4] == "" and said[1]
    assert said[2:4] == ["not_saved_in_use", ["bb"]]


def test_a_player_who_clears_the_storage_goes_on_saving():
    said = browse(
        """
        const one = await page(given[0]);
        one.keep("aa");
        shelf.clear();
        return [one.keep("bb"), [...shelf.values()]];
        """,
        HOME,
    )
    assert said == ["", ["bb"]]


def test_what_could_not_be_kept_is_still_there_for_a_file():
    said = browse(
        """
        const one = await page(given[0], {ways: {setItem: () => failure("QuotaExceededError")}});
        const why = one.keep("aa");
        one.replace("bb");  // somebody's file, which was not taken over
        return [why !== "", one.kept()];
        """,
        HOME,
    )
    assert said == [True, "aa"]


@pytest.mark.parametrize(
    ("error", "why"),
    [("QuotaExceededError", "storeFull"), ("NoModificationAllowedError", "storeShut")],
)
def test_a_failure_during_play_is_told_once_until_saving_works_again(error, why):
    told, sentence = browse(
        """
        let broken = false;
        const setItem = (name, value) => broken ? failure(given[1]) : void shelf.set(name, value);
        const one = await page(given[0], {ways: {setItem}});
        for (broken of [false, true, true, false, true]) one.keep("aa");
        return [told, words(0)[given[2]]];
        """,
        HOME,
        error,
        why,
    )
    assert told == [sentence] * 2


def test_a_page_that_found_another_one_at_its_start_has_the_games_say_it_and_one_that_lost_its_place_tells():
    said = browse(
        """
        const first = await page(given[0]);
        const second = await page(given[0]);
        second.keep("bb");
        const before = told.length;
        shelf.set("handful /handful/", "cc");
        first.keep("aa");
        first.keep("ab");
        return [before, told, words(0).storeTaken];
        """,
        HOME,
    )
    assert said == [0, [said[2]], said[2]]


WAYS = {
    "fine": "{}",
    "forbidden": "{get: () => failure('SecurityError')}",
    "none": "{get: () => null}",
    "no reading": "{getItem: () => failure('SecurityError')}",
    "full": "{setItem: () => failure('QuotaExceededError')}",
    "no writing": "{setItem: () => failure('SecurityError')}",
    "odd": "{setItem() { throw new Error('odd'); }}",
    "forbidden later": "{calls: 0, getItem() { return this.calls++ > 1 ? failure('SecurityError') : null; }}",
}


SHUT = (
    "forbidden",
    "none",
    "no reading",
    "forbidden later",
)  # the page says at the start that nothing is kept


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
def test_whatever_the_storage_does_the_page_starts_and_says_it_in_words(language):
    tried = ", ".join(f"{json.dumps(way)}: () => ({script})" for way, script in WAYS.items())
    found, texts = browse(
        f"""
        const found = {{}};
        for (const [way, make] of Object.entries({{{tried}}})) {{
          shelf.clear();
          locked.clear();
          const ways = make();
          const pages = [];
          for (const language of [given[1], given[1]]) pages.push(await page(given[0], {{ways, language}}));
          const said = (one) => [one.mayKeep(), one.refusal(), one.keep("aa"), one.replace("bb"), one.kept()];
          found[way] = pages.map(said);
        }}
        return [found, words(given[1])];
        """,
        HOME,
        language,
    )
    assert found.keys() == WAYS.keys()
    for way, pages in found.items():
        for may, refusal, why, other, kept in pages:
            assert refusal in ("", "not_saved_in_use") and kept == "aa"
            for sentence in (why, other):
                assert sentence in ["", *texts.values()] and not re.search(r"\w_\w", sentence), way
            assert may == (way not in SHUT), way
        assert pages[0][2] == texts.get({"fine": "", "full": "storeFull"}.get(way, "storeShut"), ""), way
        assert pages[1][2], way


def test_damaged_values_become_bytes_that_say_so_and_whole_ones_stay():
    chance = random.Random(1)
    whole = chance.randbytes(200).hex()
    values = [
        "",
        whole,
        whole.upper(),
        "x",
        "handful",
        "abc",
        "\n\n",
        "\ud83c\udccf",
        "null",
        "{}",
        "z" * 9000,
    ]
    for _ in range(200):
        at = chance.randrange(len(whole))
        values.append(whole[:at] + chance.choice("gZ \n\0é-") * chance.randrange(2) + whole[at + 1 :])
    found = browse(
        """
        const found = [];
        for (const value of given[1]) {
          shelf.set("handful /handful/", value);
          locked.clear();
          found.push((await page(given[0])).kept());
        }
        return found;
        """,
        HOME,
        values,
    )
    assert found[:3] == values[:3]
    for value, kept in zip(values[3:], found[3:], strict=True):
        bytes.fromhex(kept)
        assert kept.strip("0") and abs(len(kept) - len(value)) <= 1
        assert kept[: len(value) // 2 * 2] == value[: len(kept) // 2 * 2] or "aa" in kept


def test_a_save_is_the_same_as_a_file_and_as_digits():
    said = run(
        """
        const {bytesOf, hexOf} = await load("store.js");
        const all = Array.from({length: 256}, (_, value) => value);
        return [hexOf(all), [...bytesOf(given[0])], [...bytesOf("")], hexOf([])];
        """,
        bytes(range(256)).hex(),
    )
    assert said == [bytes(range(256)).hex(), list(range(256)), [], ""]
