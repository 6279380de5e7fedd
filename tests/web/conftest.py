"""The page, built once for all tests of it, and the machine in Node."""

import filelock
import pytest

from tests.web.machine import Machine
from tools.build import web


@pytest.fixture(scope="session")
def page(tmp_path_factory):
    """The folder that `make web` makes, shared by all workers."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "popen" in base.name else base) / "page"
    with filelock.FileLock(f"{folder}.lock"):
        if not (folder / "web").exists():
            web.build(folder, boards=("hack_club_sprig", "pybadge"))
    return folder / "web"


@pytest.fixture
def machine(page):
    """The machine, not switched on yet."""
    started = Machine(page)
    yield started
    started.close()
