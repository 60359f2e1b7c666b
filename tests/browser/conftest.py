"""One browser for all tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from report_browser import MISSING, browser


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    """A headless Chromium."""
    if MISSING:
        pytest.skip(MISSING)
    with browser() as made:
        yield made
