"""One browser for all tests of pages, and one report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from report_browser import MISSING, browser
from report_example import example

from nvrender.regression.report.files import write_report


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    """A headless Chromium."""
    if MISSING:
        pytest.skip(MISSING)
    with browser() as made:
        yield made


@pytest.fixture(scope="session")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's HTML."""
    return write_report(example(), tmp_path_factory.mktemp("report"))[0]
