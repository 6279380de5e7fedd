# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the documents name is there: paths, targets of make, links, scripts."""

import ast
import re

import pytest
from platformdirs import macos, unix

from boards import desktop, terminal
from handful.keys import SELECT, START, A, B
from tools import PROJECT

DOCUMENTS = sorted(
    file.relative_to(PROJECT).as_posix()
    for file in (*PROJECT.glob("*.md"), PROJECT / "assets" / "README.md", *(PROJECT / "docs").rglob("*.md"))
)
MADE = ("build", "dist", ".venv")  # folders that are not in the repository
PATH = re.compile(r"(?<![\w/.<-])((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:py|md|toml|txt))(?![\w/<(*])")
# Where a path may begin.
WHERE = ("", "assets/", "docs/", "docs/rules/", "boards/", "lib/handful/", "tools/build/")


def text_of(document: str) -> str:
    return (PROJECT / document).read_text(encoding="utf-8")


def code_of(document: str) -> list[str]:
    """What stands in backquotes, and lines of commands."""
    text = text_of(document)
    return re.findall(r"`([^`\n]+)`", text) + re.findall(r"^ {4,}(.*)$", text, re.M)


def exists(path: str) -> bool:
    return any((PROJECT / start / path).exists() for start in WHERE)


def missing(document: str) -> list[str]:
    """The paths that a document names and that are nowhere."""
    tops = {path.name for path in PROJECT.iterdir()}
    found = []
    for code in code_of(document):
        for path in PATH.findall(code):
            top = path.split("/")[0]
            if top in MADE or exists(path):
                continue
            if top in tops or path.endswith((".py", ".md")):
                found.append(path)
    return found


def test_the_readme_says_where_a_computer_keeps_the_save_and_how_a_terminal_holds_b(monkeypatch):
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    readme = " ".join(text_of("README.md").split())
    for system in (unix.Unix, macos.MacOS):
        place = system("handful", appauthor=False).user_data_dir.replace("/home/me", "~")
        assert f"`{place}/save.bin`" in readme
    assert "HANDFUL_DATA" in readme
    row = next(line for line in text_of("README.md").splitlines() if line.startswith("| B held"))
    assert terminal.HELD["B"] == B and "B (Shift and b)" in row


# What README calls keys; letters are themselves, in the window as capitals.
CALLED = {" ": "Space", "return": "Enter", "escape": "Esc"}


@pytest.mark.parametrize(("page", "column"), [(desktop, 2), (terminal, 3)])
@pytest.mark.parametrize(("name", "key"), [("A", A), ("B", B), ("START", START), ("SELECT", SELECT)])
def test_the_readme_s_table_has_every_key_of_window_and_terminal(page, column, name, key):
    row = next(line for line in text_of("README.md").splitlines() if line.startswith(f"| {name} |"))
    names = [CALLED.get(known, known) for known, meant in page.KEYBOARD.items() if meant == key]
    if page is desktop:
        names = [known.upper() if len(known) == 1 else known for known in names]
    names = [known.capitalize() if len(known) > 1 else known for known in names]
    assert set(row.split("|")[column].strip().split(", ")) == set(names)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_path_in_a_document_exists(document):
    assert not missing(document)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_target_of_make_in_a_document_exists(document):
    targets = set(re.findall(r"^([a-z0-9-]+):", text_of("Makefile"), re.M))
    for code in code_of(document):
        for words in re.findall(r"(?:^|[\s;&])make((?: [a-z][a-z0-9-]*)+)(?=$|[\s;#]| [A-Z])", code):
            assert set(words.split()) <= targets, code


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_between_documents_leads_somewhere(document):
    for target in re.findall(r"\]\(([^)\s]+)\)", text_of(document)):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        file = (PROJECT / document).parent / path if path else PROJECT / document
        assert file.exists(), target
        if anchor:
            heads = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.M)
            anchors = [re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads]
            assert anchor in anchors, target


def test_every_picture_in_docs_is_shown_by_a_document():
    shown = re.findall(r"!\[[^]]*\]\(([^)]+)\)", "".join(text_of(document) for document in DOCUMENTS))
    names = {link.rsplit("/", 1)[-1] for link in shown}
    pictures = {file.name for kind in ("png", "gif", "svg") for file in (PROJECT / "docs").glob(f"*.{kind}")}
    assert pictures == names & pictures


def test_every_script_of_the_makefile_exists():
    scripts = re.findall(r"tools/[\w/-]+(?:\.\w+)?", text_of("Makefile"))
    assert len(scripts) > 10
    for script in scripts:
        assert (PROJECT / script).exists(), script


def named_clauses() -> dict[str, list[str]]:
    """The clauses that tests name, in a docstring or as test_tg_6_..., and which tests do."""
    found: dict[str, list[str]] = {}
    for file in sorted((PROJECT / "tests").rglob("test_*.py")):
        for part in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(part, ast.FunctionDef) and part.name.startswith("test_"):
                by_name = re.match(r"test_([a-z]{2})_(n?\d+)_", part.name)
                ids = re.findall(r"\b[A-Z]{2}-N?\d{1,2}\b", ast.get_docstring(part) or "")
                for clause in ids + (["-".join(by_name.groups()).upper()] if by_name else []):
                    found.setdefault(clause, []).append(f"{file.name}: {part.name}")
    return found


def test_every_clause_of_the_rules_is_named_by_a_test_and_every_clause_named_is_there():
    pages = [page.read_text(encoding="utf-8") for page in (PROJECT / "docs" / "rules").glob("*.md")]
    clauses = [clause for page in pages for clause in re.findall(r"^### ([A-Z]{2}-N?\d+) ", page, re.M)]
    assert len(clauses) == len(set(clauses)) > 100
    named = named_clauses()
    assert not [clause for clause in clauses if clause not in named], "no test"
    assert not {clause: tests for clause, tests in named.items() if clause not in clauses}, "no clause"
