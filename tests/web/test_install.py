# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page's installer does what `make flash` does, by the same rules, wherever it is interrupted."""

import io
import random
import re
import shutil
import threading
import urllib.error
import urllib.request
import zipfile

import pytest

from handful.texts import LANGUAGES
from tests.tools.test_flash import BOOT, HELLO, NEW, OLD, UNUSABLE, tree, whole
from tests.tools.test_settings_toml import CASES, SLIPS, UNREAD, VERSIONS, mutated, read, short
from tests.web.installer import decoded
from tools import Refusal
from tools.build import bundle, drive, flash, rules, settings, web

SETTINGS = b'CIRCUITPY_WIFI_SSID = "home"\n'


@pytest.fixture(scope="module")
def facts():
    """What the build tells the installer, without the project's sources."""
    return {**web.facts(), "sources": {}}


def told(version="10.2.0", name="pybadge"):
    """What the firmware of a board says of itself."""
    return {"boot_out.txt": BOOT.format(version, name).encode()}


def board(**more):
    """A drive as the firmware makes it, and more files."""
    return {**told(), "settings.toml": SETTINGS, "code.py": HELLO, "lib": None, **more}


def put(installer, facts, before, files, **options):
    """Installs; returns what is said, or the refusal, and the tree."""
    answer = installer.ask("install", facts, before, whole(files), options)["ok"]
    return answer.get("lines") or answer["refused"], decoded(answer["tree"])


def flashed(folder, before, files, monkeypatch, force=False):
    """What `make flash` says and makes of the same drive."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for path, data in before.items():
        place = folder / path
        (place if data is None else place.parent).mkdir(parents=True, exist_ok=True)
        if data is not None:
            place.write_bytes(data)
    monkeypatch.setattr(bundle, "contents", lambda page, **named: whole(files))
    monkeypatch.setattr(drive, "sources", lambda page: {})
    monkeypatch.setattr(flash.os, "fsync", lambda number: None)
    monkeypatch.setattr(flash.os, "sync", lambda: None)
    try:
        said = flash.flash(folder, "", force)
    except Refusal as error:
        said = str(error)
    return said, tree(folder)


@pytest.fixture
def both(installer, facts, tmp_path, monkeypatch):
    """Installs as the page and as `make flash` do, which has to be the same; what is said, and the tree."""

    def installed(before, files=NEW, **options):
        folder = tmp_path / "CIRCUITPY"
        expected = flashed(folder, before, files, monkeypatch)
        assert put(installer, facts, before, files, name=str(folder), **options) == expected
        return expected

    return installed


# What may be on a drive at each path, beside what the old and the new version have there.
ODD = ["code.txt", "engine/rng.py", "lib/handful/app.py", "handful.new", "main.py", "assets/c.bmp.crswap"]


def mixed(seed):
    """A drive with old files, new ones, the user's, folders in the way, and lists of all kinds."""
    chance = random.Random(seed)
    made = {}
    for path in sorted({*OLD, *NEW, *ODD}):
        ways = [OLD.get(path), NEW.get(path), f"mine: {path}".encode(), b""]
        data = chance.choices([*ways, "nothing", "folder"], (5, 5, 2, 1, 5, 1))[0]
        if isinstance(data, bytes):
            made[path] = data
        elif data == "folder":
            made[f"{path}/note"] = b"in a folder"
    if chance.random() < 0.2:
        made = {path: data for path, data in made.items() if not path.startswith("engine")}
        made["engine"] = b"a file"
    lists = [None, whole(OLD), whole(NEW), whole({**OLD, **NEW}), {bundle.MANIFEST: b"my five fingers"}]
    wanted = chance.choice(lists)
    if wanted:
        made[bundle.MANIFEST] = wanted[bundle.MANIFEST]
    start = board()
    del start["code.py"], start["lib"]
    if not any(path.startswith("lib/") for path in made):
        start["lib"] = None
    return {**start, **made}


def test_it_leaves_every_drive_as_make_flash_does_and_says_the_same(both):
    seen = set()
    for seed in range(150):
        seen |= {re.sub(r"\W.*", "", line) for line in both(mixed(seed))[0]}
    assert {"Handful", "Not", "Once"} <= seen


SLOTS = {path: bytes(size) for path, size in rules.DRIVE["once"].items()}


@pytest.mark.parametrize(
    "there",
    [None, b"saved".ljust(18944), b"", b"mine", "folder"],
    ids=["as it came", "saved", "empty", "another", "folder"],
)
def test_what_the_board_has_saved_on_the_drive_is_treated_as_by_make_flash(there, both):
    more = {} if there is None else {"saves/slots.bin": there}
    if there == "folder":
        more = {"saves/slots.bin/note": b"in a folder"}
    before = {**board(), **whole({**OLD, **SLOTS}), **more}
    if "saves/slots.bin/note" in more:
        del before["saves/slots.bin"]
    _, after = both(before, {**NEW, **SLOTS})
    size = len(SLOTS["saves/slots.bin"])
    kept = there if there and len(there) == size else bytes(size)
    assert after["saves/slots.bin"] == kept


REFUSED = {
    "no boot_out.txt": {"boot_out.txt": None},
    "another's": {"boot_out.txt": b"MicroPython v1.28\n"},
    "no board": {"boot_out.txt": b"Adafruit CircuitPython 10.2.0 on 2026-03-01\n"},
    "too old": told("8.2.10", "pybadge"),
    "too new": told("11.0.0-alpha.2", "pybadge"),
    "an Explorer's too old": told("9.2.9", "pimoroni_explorer2350"),
    "a Picomo's too old": told("9.2.1", "heiafr_picomo_v3"),
    "a version cut short": told("9.2", "heiafr_picomo_v3"),
    "a Cardputer's too new": told("10.2.1", "m5stack_cardputer"),
    "a Cardputer's too old": told("9.1.4", "m5stack_cardputer"),
    "a clone that needs newer": {
        **told("9.2.9", "my_clone"),
        "settings.toml": b'HANDFUL_BOARD = "pimoroni_explorer2350"\n',
    },
    "named as in every object": told("10.2.0", "constructor"),
    "unknown": told("10.2.0", "feather_m4_express"),
    "no sentence's key": told("10.2.0", "boot"),
    "a Cardputer-Adv": told("10.2.0", "m5stack_cardputer_adv"),
    "a Meowbit": told("9.2.8", "meowbit_v121"),
    "a PewPew M4": told("10.2.0", "pewpew_m4"),
    "a clone set to a page that is not there": {
        **told("10.2.0", "my_clone"),
        "settings.toml": b'HANDFUL_BOARD = "nosuch"\n',
    },
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_make_flash_refuses_is_refused_with_the_same_sentence(
    case, installer, facts, tmp_path, monkeypatch
):
    folder = tmp_path / "CIRCUITPY"
    before = {**board(), **REFUSED[case]}
    if case == "no boot_out.txt":
        del before["boot_out.txt"]
    said, after = flashed(folder, before, NEW, monkeypatch)
    there = rules.RULES["sentences"]["force"][0]
    said = said.replace("FORCE=1 goes on all the same", there)
    answer = installer.ask("install", facts, before, whole(NEW), {"name": str(folder)})
    assert answer == {"ok": {"refused": said, "tree": answer["ok"]["tree"]}}
    assert decoded(answer["ok"]["tree"]) == before == after
    if case == "too new":
        said, after = put(installer, facts, before, NEW, force=True)
        assert len(said) == 2 and after.items() >= whole(NEW).items()


@pytest.mark.parametrize(
    ("name", "settings", "page"),
    [
        ("edgebadge", b"", "pybadge"),
        ("my_clone", b'HANDFUL_BOARD = "pygamer"\n', "pygamer"),
        ("pybadge", b'# HANDFUL_BOARD = "pygamer"\n', "pybadge"),
    ],
)
def test_the_games_are_those_of_the_page_that_the_board_will_look_for(name, settings, page, installer, facts):
    said, _ = put(installer, facts, {**board(), **told(name=name), "settings.toml": settings}, NEW)
    assert f" for {page} is on CIRCUITPY ({name}, CircuitPython 10.2.0)." in said[0]


@pytest.mark.parametrize("name", ["pybadge", "my_clone", "raspberry_pi_pico"])
@pytest.mark.parametrize("version", VERSIONS.values())
@pytest.mark.parametrize("case", UNUSABLE)
def test_settings_that_the_board_cannot_use_are_named_as_make_flash_does(case, version, name, both):
    settings = UNUSABLE[case][0] + "HANDFUL_SITE = 'x'\n"
    said, _ = both({**board(), **told(version, name), "settings.toml": settings.encode()})
    assert "HANDFUL_" in (said if isinstance(said, str) else said[-1])


@pytest.mark.parametrize("value", ['"nosuch"', '"desktop"', '"constructor"', "5"])
def test_a_board_in_the_settings_without_a_page_is_named_as_make_flash_does(value, both):
    settings = f"HANDFUL_SITE = 'x'\nHANDFUL_BOARD = {value}\n".encode()
    said, _ = both({**board(), **told("10.2.1"), "settings.toml": settings})
    assert " for pybadge is on " in said[0] and "no page for such a board" in said[-1]


SCHEMES = ("http://", "https://", "ftp://", "HTTP://", "http:/", "")
ENDS = (
    "",
    "/",
    "a",
    "a/",
    "me.example/handful/",
    "a b",
    "a\\tb",
    "é",
    "a\\\\b",
    "a?b",
    "a#b",
    'a\\"b',
    "~",
    "!",
)
SITES = [
    start + end for start in SCHEMES for end in [*ENDS, "\\u007f", *("a" * size for size in range(51, 55))]
]


def test_an_address_that_no_link_can_have_is_told_of_as_by_make_flash(installer, facts, both):
    told = set()
    for language, texts in enumerate(rules.RULES["sentences"]["bad_site"]):
        for site in SITES if not language else SITES[-1:]:
            before = board(**{"settings.toml": f'HANDFUL_SITE = "{site}"\n'.encode()})
            said = put(installer, facts, before, NEW, language=language) if language else both(before)
            told.add((language, texts.format(60) in said[0]))
    assert told == {(0, True), (0, False), (1, True), (2, True)}


def test_sources_that_were_copied_by_hand_count_as_ours(installer, facts):
    known = {**facts, "sources": {"engine/rng.py": bundle.digest(b"our rules")}}
    said, after = put(installer, known, board(**{"engine/rng.py": b"our rules"}), NEW)
    assert len(said) == 2 and "engine/rng.py" not in after and "engine/rng.py~" not in after


MINE = {"engine/rng.py": b"my rules", "lib/handful/app.py/x": b"in a folder", "songs/a.wav": b"la"}


@pytest.mark.parametrize("version", [OLD, NEW], ids=["the same version", "another version"])
def test_an_installation_interrupted_anywhere_is_whole_after_the_next_and_loses_nothing(
    version, installer, facts
):
    before = {**board(), "code.py": b"mine", **MINE}
    del before["lib"]
    expected = {
        **whole(version),
        "boot_out.txt": before["boot_out.txt"],
        "settings.toml": SETTINGS,
        "code.py~": b"mine",
        "engine/rng.py~": b"my rules",
        "songs/a.wav": b"la",
    }
    found = installer.ask("pull", facts, before, whole(OLD), {}, whole(version))["ok"]
    assert len(found) > 40
    for number, (_, after) in enumerate(found):
        after = decoded(after)
        assert b"in a folder" in after.values()
        # A folder that was copied in part is copied once more, beside the part.
        beside = {path for path in after if path.startswith("lib/handful/app.py~")}
        if version is NEW:  # which does not know half a file of the old one
            swaps = [path for path in after if path.endswith(".crswap")]
            beside |= {path for path in swaps if OLD.get(path[:-7], b"").startswith(after[path])}
        assert {path: after[path] for path in after.keys() - beside} | expected == expected, number
        assert expected.items() <= after.items(), number


def test_an_interrupted_update_never_starts_a_mixture(installer, facts):
    before = {**board(), **whole(OLD)}
    del before["lib"]
    found = installer.ask("pull", facts, before, whole(NEW), {})["ok"]
    assert len(found) > 20
    for number, (left, after) in enumerate(found):
        left = decoded(left)
        start = left.get("code.py")
        version = {OLD["code.py"]: OLD, NEW["code.py"]: NEW}.get(start, {})
        assert start in (None, b"") or version, number
        assert left.items() >= version.items(), number
        assert left["settings.toml"] == SETTINGS
        kept = {path: before[path] for path in ("boot_out.txt", "settings.toml")}
        assert decoded(after) == {**whole(NEW), **kept}


@pytest.mark.parametrize("seed", range(8))
def test_any_drive_interrupted_anywhere_keeps_what_is_the_users(seed, installer, facts):
    before = mixed(1000 + seed)
    mine = {data for data in before.values() if data and data.startswith((b"mine", b"in a folder", b"my"))}
    for left, after in installer.ask("pull", facts, before, whole(NEW), {})["ok"]:
        assert mine <= set(decoded(left).values())
        assert mine <= set(decoded(after).values())
        assert decoded(after).items() >= whole(NEW).items()


def test_make_flash_completes_what_the_page_began(installer, facts, tmp_path, monkeypatch):
    before = {**board(), **whole(OLD)}
    for left, after in installer.ask("pull", facts, before, whole(NEW), {})["ok"]:
        assert flashed(tmp_path / "CIRCUITPY", decoded(left), NEW, monkeypatch)[1] == decoded(after)


def test_too_little_room_is_refused_before_anything_changes(installer, facts):
    used = 4 * 512
    refused = done = 0
    for room in range(used, used + 40 * 1024, 1024):
        said, after = put(installer, facts, board(), NEW, room=room)
        if isinstance(said, str):
            assert re.fullmatch(r"The drive has too little room: \d+ KB have to be free\.", said)
            assert after == board()
            refused += 1
        else:
            done += 1
    assert refused > 5 and done > 5


@pytest.mark.parametrize("size", [0, 1, 1023, 1024, 1025, 2048, 9000])
@pytest.mark.parametrize("mine", [b"", b"mine" * 3000])
def test_the_room_that_is_asked_for_is_what_make_flash_counts_and_the_copies(
    size, mine, installer, facts, tmp_path, monkeypatch
):
    files = {**NEW, "assets/c.bmp": b"s" * size, "assets/d.bmp": b"t" * (size + 1)}
    before = board(**({"code.py": mine} if mine else {}))
    asked = []
    monkeypatch.setattr(flash, "space", lambda folder: (0, 1024))
    missing = flash.missing
    monkeypatch.setattr(flash, "missing", lambda *known: asked.append(missing(*known)) or 0)
    flashed(tmp_path / "CIRCUITPY", before, files, monkeypatch)
    copies = -(-len(mine) // 1024)  # a browser cannot rename: what is in the way is copied before it goes
    said, after = put(installer, facts, before, files, room=2048)
    assert said == rules.say("too_full", -(-asked[0] // 1024) + copies)
    assert after == before


@pytest.mark.parametrize("error", ["NoModificationAllowedError", "NotAllowedError"])
def test_a_read_only_drive_is_refused(error, installer, facts):
    said, after = put(installer, facts, board(), NEW, readOnly=error)
    assert said == rules.say("read_only", "CIRCUITPY") and after == board()


def test_what_reads_back_otherwise_is_said_and_the_board_does_not_start_it(installer, facts):
    said, after = put(installer, facts, board(), NEW, spoils="engine/rng.mpy")
    assert said == rules.say("reads_back", "engine/rng.mpy")
    assert "code.py" not in after


def test_a_drive_that_goes_away_is_said_in_a_sentence(installer, facts):
    said, _ = put(installer, facts, board(), NEW, stop=9)
    assert said == rules.say("gone")


def test_every_list_of_files_is_read_as_make_flash_reads_it(installer, facts, tmp_path, monkeypatch):
    chance = random.Random(9)
    (tmp_path / bundle.MANIFEST).touch()
    good = whole(OLD)[bundle.MANIFEST]
    pieces = b"\n|\r\n|\r|../| |/|\0|\xff|\xe2\x80\xa8|00000000 x|\\|:".split(b"|")
    lists = [b"", b"Handful"]
    lists += [bytes((first,)) + chance.randbytes(length) for length in range(64) for first in range(256)]
    for _ in range(1000):
        data = bytearray(good)
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(data))
            data[at : at + chance.choice((0, 1, 9))] = chance.choice(pieces)
        lists.append(bytes(data))
    answers = installer.ask("listed", facts, lists)["ok"]
    for data, answer in zip(lists, answers, strict=True):
        monkeypatch.setattr(flash, "open", lambda path, mode, data=data: io.BytesIO(data), raising=False)
        found = flash.listed(tmp_path)
        assert {path: sorted(hashes) for path, hashes in found.items()} == answer, data


# What was ours and is the user's now is in the way of a folder; or nothing is left in a folder.
ODD_UPDATES = {
    "a changed file where a folder has to be": (
        {"code.py": b"old start", "engine": b"ours"},
        {"engine": b"mine"},
        NEW,
    ),
    "an empty lib": (OLD, {}, {"code.py": b"new start"}),
    "a folder that becomes a file": (OLD, {}, {"code.py": b"new start", "assets/old": b"a file"}),
    "a folder with something of the user's": (OLD, {"assets/old/mine": b"mine"}, NEW),
}


@pytest.mark.parametrize("case", ODD_UPDATES)
def test_odd_updates_end_as_those_of_make_flash(case, both):
    old, changes, new = ODD_UPDATES[case]
    before = {**board(), **whole(old), **changes}
    if any(path.startswith("lib/") for path in before):
        del before["lib"]
    said, after = both(before, new)
    assert after.items() >= whole(new).items()
    assert all(data in after.values() for data in changes.values())
    assert not any("left alone" in line for line in said)
    if case == "an empty lib":
        assert after["lib"] is None


def test_whose_start_a_launcher_was_hears_of_the_app_as_by_make_flash(both):
    launched = {**told(name="adafruit_fruit_jam"), "code.py": b"launcher"}
    said, after = both(board(**launched))
    assert after["code.py~"] == b"launcher"
    assert any(line.startswith("If code.py started Fruit Jam OS: ") and "code.py~" in line for line in said)
    assert not any("Fruit Jam" in line for line in both(board(**{"code.py": b"mine"}))[0])


def test_the_zip_of_a_board_is_read_file_by_file_and_damage_to_it_is_noticed(installer, facts, page):
    path = page / "install" / "pybadge.zip"
    with zipfile.ZipFile(path) as zipped:
        files = {entry.filename: zipped.read(entry) for entry in zipped.infolist()}
    assert decoded(installer.ask("unpack", path.read_bytes())["ok"]) == files
    assert installer.ask("whole", facts, path.read_bytes())["ok"] is True
    spoilt = bytearray(path.read_bytes())
    spoilt[spoilt.index(files["code.py"])] ^= 1  # what lies between the files tells nothing that is used
    assert installer.ask("whole", facts, bytes(spoilt))["ok"] is False


def test_every_sentence_is_there_in_every_language_with_the_same_values():
    for key, texts in rules.RULES["sentences"].items():
        assert len(texts) == len(LANGUAGES), key
        values = [set(re.findall(r"\{\d\}", text)) for text in texts]
        assert values[0] == values[1] == values[2], key


def test_the_rules_name_only_work_that_both_know():
    for what, _ in rules.DRIVE["work"] + rules.DRIVE["idle"]:
        assert what in ("aside", "list", "check", "remove", "prune", "write")


def test_a_firmware_with_two_pages_is_refused_with_the_sentence_of_make(installer, facts, monkeypatch):
    monkeypatch.setattr(
        drive.pages, "firmwares", lambda page: ("twin",) if page in ("pybadge", "pygamer") else (page,)
    )
    pages = [
        {**page, "firmwares": dict.fromkeys(drive.pages.firmwares(page["page"]), ("9", ""))}
        for page in facts["pages"]
    ]
    before = {**board(), **told(name="twin")}
    with pytest.raises(Refusal) as refused:
        drive.device("twin")
    said, _ = put(installer, {**facts, "pages": pages}, before, NEW)
    assert said == str(refused.value) == "The board twin has more than one page: name pybadge or pygamer."


def test_of_several_pages_for_a_firmware_the_page_asks_for_one(installer, facts):
    before = {**board(), **told(name="raspberry_pi_pico"), "settings.toml": b""}
    said, _ = put(installer, facts, before, NEW)
    assert said.startswith("The board raspberry_pi_pico has more than one page: name waveshare_pico_lcd_1_14")
    for page in ("waveshare_pico_lcd_1_3", "wired_240x240"):
        said, _ = put(installer, facts, before, NEW, which=page)
        assert f"for {page} is on" in said[0]
    before["settings.toml"] = b'HANDFUL_BOARD = "wired"\n'
    said, _ = put(installer, facts, before, NEW, which="waveshare_pico_lcd_1_3")
    assert "for wired is on" in said[0]  # the drive says it, so nobody is asked


@pytest.mark.parametrize("named", ["raspberry_pi_pico", "raspberry_pi_pico2_w"])
@pytest.mark.parametrize("name", ["raspberry_pi_pico", "pybadge"])
def test_a_setting_that_names_a_firmware_with_several_pages_is_named_with_its_file(
    named, name, installer, facts, tmp_path
):
    settings = f'HANDFUL_BOARD = "{named}"\n'
    sentence = f"HANDFUL_BOARD in settings.toml says {named}, which has more than one page: name waveshare_"
    (tmp_path / "settings.toml").write_text(settings)
    with pytest.raises(Refusal) as refused:
        flash.wanted_board(tmp_path, name, "10.2.0")
    assert str(refused.value).startswith(sentence)
    assert flash.wanted_board(tmp_path, name, "10.2.0", "wired") == "wired"
    before = {**board(), **told(name=name), "settings.toml": settings.encode()}
    assert put(installer, facts, before, NEW)[0] == str(refused.value)


def test_what_a_board_needs_is_made_when_it_is_first_asked_for(tmp_path, monkeypatch):
    made = []

    def make(page):
        made.append(page)
        return {f"install/{page}.zip": b"zip", f"install/{page}-firmware.img": b"image"}

    monkeypatch.setattr(web, "board_files", make)
    (tmp_path / "install").mkdir()
    server = web.server(tmp_path, kind=web.Maker)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/install/"
    try:
        for _ in range(2):
            assert urllib.request.urlopen(address + "hack_club_sprig.zip").read() == b"zip"
            assert urllib.request.urlopen(address + "hack_club_sprig-firmware.img?x=1").read() == b"image"
        for name in ("desktop.zip", "toaster.zip", "..%2Fsecret.zip"):
            with pytest.raises(urllib.error.HTTPError):
                urllib.request.urlopen(address + name)
    finally:
        server.shutdown()
        server.server_close()
    assert made == ["hack_club_sprig"]


@pytest.mark.parametrize("since", VERSIONS)
def test_make_flash_raises_nothing_at_any_settings_toml_and_the_page_reads_it_alike(since, installer):
    files = [case["file"].encode("latin-1") for case in CASES]
    files += [*mutated(2000, 3)] if since == "9" else [*short()]
    answers = installer.ask("settings", files, VERSIONS[since])["ok"]
    for data, answer in zip(files, answers, strict=True):
        assert answer == read(data, VERSIONS[since]), data
    files += [*mutated(2000, 2), *(data for data, _ in SLIPS)]
    files += [(start + line).encode() for line in UNREAD for start in ("", "[x]\n", "HANDFUL_SITE = 1\n")]
    files += [f"HANDFUL_{one[1:2]}{one[:1]}{one[2:]} = 1".encode() for one in rules.DRIVE["known"]]
    answers = installer.ask("slips", files, rules.DRIVE["known"])["ok"]
    for data, answer in zip(files, answers, strict=True):
        assert answer == settings.slips(data), data


def test_slips_in_the_settings_are_told_as_make_flash_does(both):
    for data in (b"HANDFUL_BORAD = 1\n", b'HANDFUL_SITE = ""\n', b"HANDFUL_ROW = 1\n" * 2, b"# \xe9\n"):
        said, _ = both({**board(), "settings.toml": data})
        assert "settings.toml" in said[-1]


@pytest.mark.parametrize("name", ["pybadge", "my_clone", "raspberry_pi_pico"])
@pytest.mark.parametrize("more", [None, b"", b"HANDFUL_ROW = 1\n", b'"HANDFUL_BOARD" = "wired"\n'])
def test_settings_with_a_second_ending_and_lines_that_are_not_read_are_told_as_make_flash_does(
    more, name, both
):
    before = {**board(), **told("10.2.1", name), "settings.toml.txt": b"A = 1\n"}
    del before["settings.toml"]
    said, _ = both(before if more is None else {**before, "settings.toml": more})
    said = said if isinstance(said, str) else "\n".join(said)
    assert said.count("settings.toml.txt") == 1
    assert ('"HANDFUL_BOARD" in settings.toml is not read' in said) == (more or b"").startswith(b'"')
