# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Begins a translation, or lists what of it is still English: `make language LANGUAGE=de`.

    python tools/language.py CODE

The first time it creates all that a language needs, with the English texts, and appends the language to
LANGUAGES. assets/texts/<code>.tsv marks what is untranslated: a line for each text, with its file, its key or
its line's number, and the English text. A text that has been changed in its file is translated; each run
takes its line out of the list. A text that stays as it is in English: delete its line there.

A run also adds texts that are new in English. While a text is marked, the build packs what is English now
(`completed`).
"""

import functools
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

from tools import PROJECT, checkout

ASSETS = PROJECT / "assets"
WEB = PROJECT / "boards" / "web"
SCRIPTS = ("words.js", "install/words.js", "start.js")  # with an object of texts for each language
SILENT = ("index.html", "install/index.html")  # with a sentence in each language for who runs no scripts
LIST = ".tsv"  # the ending of the list of what is untranslated
_MODULE = PROJECT / "lib" / "handful" / "texts.py"
_RULES = PROJECT / "tools" / "build" / "rules.json"
_REPORT = "told_"  # keys of the check's report, which is English in all languages
_STRING = r'"(?:[^"\\]|\\.)*"'
_LETTER = re.compile(r"[^\W\d_]")
_SHOWN = 6  # keys of a file that are printed

Texts = dict[str, str]


# Files of texts: catalogues have keys; of all others each line is a text.


def is_catalogue(path: Path) -> bool:
    """Returns whether a file has lines key=text."""
    return path.name.count(".") == 1 or path.name.endswith((".check.txt", ".heard.txt"))


def english() -> list[Path]:
    """Returns the files of English texts."""
    return sorted(path for path in ASSETS.rglob("en.*txt") if path.parent != ASSETS)


def entries(path: Path, text: str) -> Texts:
    """Returns the texts of a file by key, or by the number of their line, from 1."""
    if is_catalogue(path):
        rows = [line.partition("=") for line in text.splitlines() if "=" in line]
        return {key: said for key, _, said in rows if not key.startswith(_REPORT)}
    return {str(number): line for number, line in enumerate(text.splitlines(), 1)}


def _replaced(path: Path, text: str, texts: Texts) -> str:
    """Returns the text of a file with other texts by key or number. A key that is new goes to the end."""
    lines = text.splitlines()
    left = dict(texts)
    for place, line in enumerate(lines):
        key = line.partition("=")[0] if is_catalogue(path) else str(place + 1)
        if key in left:
            lines[place] = f"{key}={left.pop(key)}" if is_catalogue(path) else left.pop(key)
    if is_catalogue(path):
        lines += [f"{key}={said}" for key, said in left.items()]
    return "".join(line + "\n" for line in lines)


@functools.cache
def _marked(code: str) -> dict[str, Texts]:
    return marked(code)


def completed(path: Path, text: str) -> str:
    """Returns the text of a file in assets with what English says now where it is not translated."""
    code = path.name.split(".")[0]
    source = path.with_name(path.name.replace(code, "en", 1))
    if code == "en" or not source.exists():
        return text
    now = entries(source, checkout.text(source))
    own = entries(path, text)
    wanted = _marked(code).get(_name(path), {})
    fill = {key: now[key] for key in wanted if key in now}
    if is_catalogue(path):
        fill |= {key: said for key, said in now.items() if key not in own}
    return _replaced(path, text, fill) if fill else text


# The list


def marked(code: str) -> dict[str, Texts]:
    """Returns what is untranslated: for each file the English texts by key, as they were when copied."""
    found: dict[str, Texts] = {}
    path = ASSETS / "texts" / (code + LIST)
    if path.exists():
        for line in checkout.text(path).splitlines():
            file, key, said = line.split("\t", 2)
            found.setdefault(file, {})[key] = said
    return found


def _mark(code: str, found: dict[str, Texts]) -> None:
    path = ASSETS / "texts" / (code + LIST)
    lines = [
        f"{file}\t{key}\t{said}\n"
        for file, texts in found.items()
        for key, said in texts.items()
        if _LETTER.search(said)
    ]
    if lines:
        path.write_text("".join(lines), encoding="utf-8")
    else:
        path.unlink(missing_ok=True)


# What the page and the installer say. Each reads its texts in a language from a source, and adds a language.


def _rows(source: str) -> list[tuple[str, list[str], int]]:
    """Returns the lists of texts in a source: key, a text for each language, and where the last one ends."""
    found = []
    for row in re.finditer(rf'("[^"\n]+"): \[\s*((?:{_STRING},?\s*)+)\]', source):
        strings = list(re.finditer(_STRING, row[2]))
        found.append((row[1], [string[0] for string in strings], row.start(2) + strings[-1].end()))
    return found


def _sentences(source: str) -> int:
    return max(0, source.find('"sentences"'))


def _lists(source: str, place: int) -> Texts:
    rows = _rows(source[_sentences(source) :])
    return {key.strip('"'): texts[place] for key, texts, _ in rows if place < len(texts)}


def _add_to_lists(source: str, code: str) -> str:
    start = _sentences(source)
    for _, texts, end in reversed(_rows(source[start:])):
        gap = "\n      " if "\n" in source[start + end : start + end + 1] else " "
        source = f"{source[: start + end]},{gap}{texts[0]}{source[start + end :]}"
    return source


_BLOCK = re.compile(r"^( +)(\w\w): \{\n(.*?)^\1\},\n", re.M | re.S)
_SILENT = re.compile(r'^( +)<span lang="(\w\w)">(.*)</span>\n', re.M)


def _one(pattern: re.Pattern, source: str, place: int) -> Texts:
    found = pattern.findall(source)
    lines = re.sub(r":\n +", ": ", found[place][2]).splitlines() if place < len(found) else []
    return {
        str(number): line.strip() for number, line in enumerate(lines, 1) if not line.endswith(("[", "{"))
    }


def _add_one(pattern: re.Pattern, source: str, code: str) -> str:
    rows = list(pattern.finditer(source))
    first, end = rows[0], rows[-1].end()
    start, stop = first.start(2) - first.start(), first.end(2) - first.start()
    return source[:end] + first[0][:start] + code + first[0][stop:] + source[end:]


PAGES: dict[Path, tuple[Callable[[str, int], Texts], Callable[[str, str], str]]] = {
    WEB / "signs.js": (_lists, _add_to_lists),
    _RULES: (_lists, _add_to_lists),
    **{
        WEB / name: (functools.partial(_one, pattern), functools.partial(_add_one, pattern))
        for pattern, names in ((_BLOCK, SCRIPTS), (_SILENT, SILENT))
        for name in names
    },
}


# The work


def languages() -> list[str]:
    """Returns the codes in LANGUAGES, as its module says now."""
    found = re.search(r"^LANGUAGES = \((.*)\)$", checkout.text(_MODULE), re.M)
    return re.findall(r'"(\w+)"', found[1]) if found else []


def begin(code: str) -> None:
    """Adds a language to LANGUAGES and to what the pages say, in English and marked as untranslated."""
    found = {}
    for path, (texts, add) in PAGES.items():
        source = checkout.text(path)
        path.write_text(add(source, code), encoding="utf-8")
        found[_name(path)] = texts(source, 0)
    codes = ", ".join(f'"{one}"' for one in [*languages(), code])
    text = re.sub(r"^LANGUAGES = .*$", f"LANGUAGES = ({codes})", checkout.text(_MODULE), flags=re.M)
    _MODULE.write_text(text, encoding="utf-8")
    _mark(code, found)


def renew(code: str) -> list[str]:
    """Brings a language's files, its list, and what is untranslated in them, up to date.

    Returns a sentence for each file that does not correspond to the English one.
    """
    before = marked(code)
    found: dict[str, Texts] = {}
    faults = []
    for source in english():
        path = source.with_name(source.name.replace("en", code, 1))
        name = _name(path)
        text = checkout.text(source)
        now = entries(source, text)
        if not path.exists() or _is_copy(path, before.get(name, {})):
            kept = [line for line in text.splitlines(keepends=True) if not _is_report(path, line)]
            path.write_text("".join(kept), encoding="utf-8")
            before[name] = now
        text = checkout.text(path)
        own, old = entries(path, text), before.get(name, {})
        if is_catalogue(path):
            fresh = {key: said for key, said in now.items() if key not in own}
            own, old = own | fresh, old | fresh
        elif fault := _fault(name, source.name, list(own.values()), list(now.values()), bool(old)):
            faults.append(fault)
            found[name] = old  # as it is, until the lines correspond
            continue
        found[name] = {key: now[key] for key, said in old.items() if key in now and own.get(key) == said}
        if text != (text := _replaced(path, text, found[name])):
            path.write_text(text, encoding="utf-8")
    place = languages().index(code)
    for path, (texts, _) in PAGES.items():
        name = _name(path)
        now, own = [texts(checkout.text(path), language) for language in (0, place)]
        if len(own) != len(now):
            faults.append(f"{name} has {len(own)} texts in this language, and {len(now)} in English.")
        found[name] = {key: said for key, said in before.get(name, {}).items() if own.get(key) == said}
    _mark(code, found)
    return faults


def _is_copy(path: Path, old: Texts) -> bool:
    """Returns whether nothing of a file with a text a line has been translated."""
    if is_catalogue(path) or not old:
        return False
    own = entries(path, checkout.text(path))
    return all([old.get(key) == said for key, said in own.items() if _LETTER.search(said)])


def _kind(line: str) -> str:
    return line[:1] if line[:1] in ("#", ">") else ""


def _fault(name: str, english: str, own: list[str], now: list[str], marks: bool) -> str:
    """Returns a sentence if the lines of a file do not correspond to those of English, or "".

    Those of a lesson do one by one; in pages of help the headings and the rows of cards do. What is said of
    few keys or a finger is each language's own. As long as lines are marked, all have to, by their number.
    """
    if not marks and name.endswith((".few.txt", ".tap.txt", ".ear.txt")):
        return ""
    if marks or name.endswith(".lesson.txt"):
        same = len(own) == len(now)
        shifted = [
            number
            for number, (mine, theirs) in enumerate(zip(own, now, strict=False), 1)
            if _kind(mine) != _kind(theirs) or mine != theirs and mine in now and _LETTER.search(mine)
        ]
        place = shifted[0] if shifted else min(len(own), len(now)) + 1
    else:
        mine, theirs = [[line for line in lines if _kind(line)] for lines in (own, now)]
        kinds = [[_kind(line) for line in lines] for lines in (mine, theirs)]
        same = kinds[0] == kinds[1]
        number = len(os.path.commonprefix(kinds))
        place = own.index(mine[number]) + 1 if number < len(mine) else len(own) + 1
    if same:
        return ""
    return (
        f"{name} has {len(own)} lines, and {english} {len(now)}: they have to correspond. The first that "
        f"differs is line {place}. Everything else was brought up to date: put it right, and run this again."
    )


def _is_report(path: Path, line: str) -> bool:
    return path.name.endswith(".check.txt") and line.startswith(_REPORT)


def _name(path: Path) -> str:
    return path.relative_to(PROJECT).as_posix()


def report(code: str) -> str:
    """Returns what is still English, a line a file."""
    left = marked(code)
    if not left:
        return f"{code}: nothing is marked as untranslated."
    lines = []
    for name, texts in left.items():
        more = " ..." if len(texts) > _SHOWN else ""
        lines.append(f"{len(texts):5} {name}: {' '.join(list(texts)[:_SHOWN])}{more}")
    number = sum([len(texts) for texts in left.values()])
    return "\n".join([*lines, f"{number:5} texts are still English: assets/texts/{code}{LIST} lists them."])


def main(arguments: list[str]) -> int:
    """Begins a language or brings it up to date, and prints what is missing."""
    code = arguments[0] if len(arguments) == 1 else ""
    why = ""
    if not re.fullmatch("[a-z][a-z]", code):
        why = "Say which language by its code of two letters: make language LANGUAGE=de."
    if code == "en":
        why = "English is what the others are translated from."
    if why:
        print(why, file=sys.stderr)
        return 2
    if code not in languages():
        begin(code)
    faults = renew(code)
    print(report(code))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
