# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What CircuitPython's sources say of the boards: how it is read, and that our pages say the same."""

import re
import subprocess

import pytest

from tests.tools.test_versions import DEVICES, page_of, rows_of
from tools import PROJECT, facts
from tools.build import circuitpython, pages, rules, wired

ROWS = [(page, name) for page in DEVICES for name in pages.firmwares(page)]
SAFE = {  # the pin of the key that a document warns of, and its words
    "deshipu_ugame_s3": ("BUTTON_X", "X on the uGame S3"),
    "hardkernel_odroid_go": ("BTN_VOLUME", "VOLUME on ODROID-GO and Vidi X"),
    "vidi_x": ("VOLUME", "VOLUME on ODROID-GO and Vidi X"),
    "m5stack_cardputer": ("BOOT0", "G0 on the Cardputer"),
    "lilygo_tdeck": ("TRACKBALL_CLICK", "the trackball on the T-Deck"),
    "lilygo_tdisplay_s3": ("IO0", "IO0 on the T-Display S3"),
    "adafruit_feather_esp32s3_reverse_tft": ("D0", "D0 on the Feather"),
    **dict.fromkeys(("m5stack_core_basic", "m5stack_core_fire"), ("BTN_A", "A on the M5Stack Core")),
    "m5stack_stick_c_plus2": ("BTN_A", "The M5StickC Plus2 looks at its A once, as it starts"),
    "m5stack_cores3": ("BOOT0", ""),  # no key
    "sunton_esp32_2432S028": ("BOOT0", "BOOT on the Sunton"),
}
LATER = {"m5stack_cardputer", "lilygo_tdeck"}  # the first firmware of these does not run the games
# A board as CircuitPython's repository has it.
BOARD = "ports/espressif/boards/toy"
FILES = {
    f"{BOARD}/board.c": "bus,\n 320, // Width\n 170, // Height\n init, sizeof(init),\n &pin_GPIO2, //\n",
    f"{BOARD}/mpconfigboard.h": "#define CIRCUITPY_BOOT_BUTTON (&pin_GPIO7)\n",
    f"{BOARD}/mpconfigboard.mk": "IDF_TARGET = esp32\nX_ESP_FLASH_SIZE = 8MB\nX_ESP_PSRAM_SIZE = 2MB\n"
    "CIRCUITPY_SKIP_SAFE_MODE_WAIT = 1\n",
    f"{BOARD}/pins.c": "{ MP_ROM_QSTR(MP_QSTR_OTHER), MP_ROM_PTR(&pin_GPIO1) },\n",
    "ports/espressif/mpconfigport.h": "#define CIRCUITPY_INTERNAL_NVM_SIZE (8 * 1024)\n",
    "ports/espressif/mpconfigport.mk": "ifeq ($(IDF_TARGET),esp32)\nCIRCUITPY_USB_DEVICE = 0\nelse\n",
    "ports/espressif/esp-idf-config/partitions-8MB-no-uf2.csv": "user_fs, data, fat, 0x410000, 4032K\n",
    "docs/shared_bindings_matrix.py": '    "toy": ["game"],\n',
}


@pytest.fixture
def clone(tmp_path):
    """A repository with a board, one of its pins only from the second of its releases on."""
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)

    git = ["git", "-C", tmp_path, "-c", "user.name=a", "-c", "user.email=a"]
    subprocess.run([*git, "init", "-q"], check=True)
    for tag in ("8.2.0", "9.2.9", "9.2.10", "10.0.0-beta.1"):
        if tag == "9.2.10":
            with (tmp_path / BOARD / "pins.c").open("a") as file:
                file.write("{ MP_ROM_QSTR(MP_QSTR_KEY), MP_ROM_PTR(&pin_GPIO7) },\n")
        for command in (["add", "-A"], ["commit", "-q", "--allow-empty", "-m", tag], ["tag", tag]):
            subprocess.run([*git, *command], check=True)
    return str(tmp_path)


def test_the_facts_of_a_board_are_read_from_the_sources(clone):
    found = facts.read(clone, {"toy": {"OTHER"}, "game": {"KEY"}})
    assert found["version"] == "9.2.10"
    assert found["boards"]["toy"] == {
        **{
            "since": "9.2.9",
            "chip": "esp32",
            "light": True,
            "display": "320x170",
            "memory": 2,
            "flash": 8192,
        },
        **{"drive": 4032, "nvm": 8192, "usb": False, "boot": ["KEY"], "wait": False},
    }
    assert found["boards"]["game"] == found["boards"]["toy"] | {"since": "9.2.10"}  # another name of the same
    with pytest.raises(facts.Refusal, match=r"^No release in .* has a board toy with the pins LED\.$"):
        facts.read(clone, {"toy": {"LED"}})


def test_a_board_that_circuitpython_does_not_have_is_left_out_and_named(clone, capsys):
    assert list(facts.read(clone, {"toy": {"OTHER"}, "mine": {"KEY"}})["boards"]) == ["toy"]
    assert capsys.readouterr().err == f"No release in {clone} has a board mine: it is left out.\n"


@pytest.mark.parametrize("arguments", [[], [""], ["a", "b"], ["no such folder"], ["."], ["/"]])
def test_what_is_no_clone_of_circuitpython_is_said_in_one_sentence(arguments, capsys):
    assert facts.main(arguments) == 1
    assert re.fullmatch(
        r"\S.*(FOLDER|cannot be read as .*|no tags of CircuitPython.*)\n", capsys.readouterr().err
    )


def test_every_firmware_that_a_page_is_for_has_facts():
    known = {name for name in facts.wanted() if name in pages.FACTS or wired.pins(name)}
    assert pages.FACTS.keys() == known, "python tools/facts.py FOLDER writes them again"


@pytest.mark.parametrize(("page", "name"), ROWS)
def test_a_page_says_of_its_board_what_the_sources_say(page, name):
    if name not in pages.FACTS:
        pytest.skip(f"facts.json has no {name}: versions, erases and light of {page} are not checked.")
    said = pages.FACTS[name]
    later = pages.fact(page, "_SINCE", "")
    assert bool(later) == (page in LATER), "LATER names the pages with _SINCE"
    assert not later or circuitpython.numbers(later) > circuitpython.numbers(said["since"])
    if not pages.is_wired(page):
        assert pages.fact(pages.origin(page, "ERASES"), "ERASES", None) == (
            not said["chip"].startswith("RP2")
        )
    if said["display"]:
        assert bool(pages.fact(pages.origin(page, "LIGHT"), "LIGHT", None)) == said["light"]


def test_every_drive_and_every_nvm_has_the_room_that_the_documents_ask_for():
    asked = re.search(
        r"- (\d+) KB of drive\. `microcontroller.nvm` of (\d) KB",
        (PROJECT / "docs/add-a-board.md").read_text(),
    )
    assert min(said["drive"] for said in pages.FACTS.values()) >= int(asked[1])
    assert min(said["nvm"] for said in pages.FACTS.values()) == 1024 * int(asked[2])


def test_the_tables_say_the_displays_and_the_memory_of_the_sources():
    rows = [(re.findall("`(.*?)`", row), cell) for row, cell in rows_of("README.md", "display")]
    rows += [([page_of(row)], cell) for row, cell in rows_of("docs/boards/few.md", "display")]
    for names, cell in rows:
        known = [pages.FACTS[name] for name in pages.firmwares(names[0]) if name in pages.FACTS]
        for size in {said["display"] for said in known} - {""}:
            assert cell in (size, "x".join(reversed(size.split("x")))), names
    rows = rows_of("docs/boards/few.md", "memory") + rows_of("docs/boards/touch.md", "memory")
    few = (PROJECT / "docs/boards/few.md").read_text(encoding="utf-8")
    assert len(rows) >= 13
    for row, cell in rows:
        for name in [name for name in pages.firmwares(page_of(row)) if name in pages.FACTS]:
            memory = pages.FACTS[name]["memory"]
            # Where the firmware's sources do not tell, the page names another one.
            named = re.search(rf"\*\*{row}\*\*: [^*]*: (\d+ MB) of PSRAM\]\(https:", few)
            assert cell == (f"{memory} MB" if memory else named[1] if named else "no more than the chip has")


def test_the_boards_pages_say_which_have_no_drive_and_which_keys_lead_to_the_safe_mode():
    text = " ".join("".join(file.read_text() for file in (PROJECT / "docs/boards").glob("*.md")).split())
    assert (
        "another one. ODROID-GO, Vidi X, M5Stack Core, Core2, M5StickC and Sunton 2432S028 have none." in text
    )
    for page, name in [row for row in ROWS if row[1] in pages.FACTS]:
        assert pages.FACTS[name]["usb"] != bool(re.search("odroid|vidi|core_|core2|stick|sunton", page))
        pin, said = SAFE.get(page, ("", ""))
        assert said in text and bool(pages.FACTS[name]["boot"]) == bool(pin), page
        assert not pin or pin in pages.FACTS[name]["boot"]
        assert pages.FACTS[name]["wait"] != ("once" in said)


def test_the_page_says_for_each_board_what_leads_to_its_bootloader_and_the_documents_name_the_key():
    text = " ".join("".join(file.read_text() for file in (PROJECT / "docs/boards").glob("*.md")).split())
    words = (PROJECT / "boards/web/install/words.js").read_text(encoding="utf-8")
    assert rules.RULES["bootloader"].keys() == set(DEVICES)
    for page, (way, *keys) in rules.RULES["bootloader"].items():
        assert words.count(f"    {way}: ") == 3
        assert bool(keys) == (way in ("hold", "reset", "maybe")) and len(keys) in (0, 1, 3)
        assert not keys or re.search(rf"(?i)hold [^.]*\b{keys[0].replace('↓', 'd-pad down')}\b", text), page
        assert way != "twice" or re.match(
            "SAMD51|nrf|esp32s[23]", pages.FACTS[pages.firmwares(page)[0]]["chip"]
        )


def test_page_zip_and_documents_name_the_same_way_onto_a_board_without_a_drive():
    words = (PROJECT / "boards/web/install/words.js").read_text(encoding="utf-8")
    said = re.findall(r'noDrive:\s*"(.*)",', words)
    assert len(said) == 3 and all(["Thonny" in line for line in said])
    for place in ("tools/bundle.txt", "docs/boards/esp32.md"):
        assert "serial line" in (PROJECT / place).read_text(encoding="utf-8")
    for name in ("few", "touch"):
        assert "esp32.md#copy-odroid-go-vidi-x" in (PROJECT / f"docs/boards/{name}.md").read_text(
            encoding="utf-8"
        )


@pytest.mark.parametrize(
    "file", sorted((PROJECT / "docs/boards").glob("[a-z]*.md")), ids=lambda file: file.stem
)
def test_a_page_of_boards_names_a_source_for_each_of_them(file):
    overview = (PROJECT / "docs/boards/README.md").read_text(encoding="utf-8")
    boards = re.search(rf"^\| [^|]+ \| ([^|]+) \| \[{file.name}\]", overview, re.MULTILINE)[1]
    rows = file.read_text(encoding="utf-8").split("\n## Sources\n")[1].split("\n- ")[1:]
    named = " ".join(re.match(r"\*\*(.*?)\*\*: |", row)[1] or "" for row in rows)
    words = set(re.findall(r"[A-Z][\w-]+", boards)) - {"Reverse", "TFT"}
    assert words <= set(re.findall(r"[A-Z][\w-]+", named))
    assert all("](https://" in row or "linked above" in row for row in rows)
