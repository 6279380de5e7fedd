# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What all tests share."""

import gc
import os
import re
import signal
import sys
from pathlib import Path

import pytest

# `python -m pytest` puts the project first, whose code.py would then shadow the standard library's `code`,
# which pytest and pdb import. It belongs behind that, and before what is installed: a copy of the project
# (see tests/house.py) runs with the environment of the project, which names the project's own folders.
ROOT = Path(__file__).resolve().parent.parent
OURS = [str(ROOT), str(ROOT / "lib")]
sys.path[:] = [entry for entry in sys.path if entry and entry not in OURS]
_installed = [entry.endswith("site-packages") for entry in sys.path].index(True)
sys.path[_installed:_installed] = OURS

# The app imports its modules again all the time, so their bytecode is kept whatever the environment says.
sys.dont_write_bytecode = False

# Tests in the background, or under nohup, have some signals ignored, and so would all that they start.
for number in {getattr(signal, name, signal.SIGINT) for name in ("SIGHUP", "SIGINT", "SIGQUIT")}:
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)

# Under `make test`, the makes that tests start are as they are when somebody starts them by hand.
for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES"):
    os.environ.pop(name, None)

import boards.computer.modules  # noqa: E402, F401 - `displayio` and so on are found there

gc.set_threshold(100_000, 20, 20)  # the build makes many trees, which no collection frees
BUDGET = "budget"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """One process more than there are processors: those that wait for a browser or the VM need none."""
    return os.cpu_count() + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """By file; browsers one by one, and first, since they wait; what needs many boards' builds together."""
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class ByBrowser(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            if re.match(r"tests/tools/test_(bundle|flash|one_file|release|shop|versions)\.py", nodeid):
                return "builds"
            kind = re.search(r"[\[-](chromium|firefox|webkit)[\]-]", nodeid)
            return super()._split_scope(nodeid) + (f" {kind[1]}" if kind else "")

        def _assign_work_unit(self, node) -> None:
            for scope in [scope for scope in self.workqueue if "/web/test_page" in scope][:1]:
                self.workqueue.move_to_end(scope, last=False)
            super()._assign_work_unit(node)

    return ByBrowser(config, log)


@pytest.fixture
def budget(record_property):
    """Call it with a sentence about a budget: it stands below the results of all tests."""
    return lambda sentence: record_property(BUDGET, sentence)


def pytest_terminal_summary(terminalreporter):
    """Prints which tests were tried again, and why, and what was told of budgets, in whichever process."""
    again = terminalreporter.getreports("rerun")
    if again:
        terminalreporter.section("failed, and were tried again")
        for report in again:
            why = str(report.longrepr).strip().splitlines() or [""]
            told = [line[1:].strip() for line in why if line.startswith("E ")] or why[-1:]
            terminalreporter.line(f"{report.nodeid}: {told[0]}")
    reports = [report for done in ("passed", "failed") for report in terminalreporter.getreports(done)]
    told = [value for report in reports for name, value in report.user_properties if name == BUDGET]
    if told:
        terminalreporter.section("budgets")
        for sentence in sorted(set(told)):
            terminalreporter.line(sentence)


@pytest.fixture(autouse=True, scope="module")
def frozen():
    """The app collects garbage at each new screen, and need not look through pytest's own each time."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def drawn(monkeypatch):
    """From which values each numbered position of a table was drawn last: {position: values}."""
    for name in [name for name in sys.modules if name.startswith("handful.tables.")]:
        del sys.modules[name]  # a test before may have left tables that extend another Table
    from handful.tables.table import Table

    found = {}
    differs = Table.differs

    def noted(view, position, values):
        found[position] = values
        return differs(view, position, values)

    monkeypatch.setattr(Table, "differs", noted)
    return found
