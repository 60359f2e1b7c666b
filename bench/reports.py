"""How long a report of 200 pictures takes to be written, and to be opened in Chromium."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.timing import Row
from nvrender.regression.comparison.pictures import compare_pictures
from nvrender.regression.report.diff import picture_entry
from nvrender.regression.report.files import now, write_report
from nvrender.regression.report.model import Entry, Report
from nvrender.render import frames
from tests.browser.report_browser import MISSING, browser

_COMPARISONS = 100
_SIZE = (640, 360)
_SCENE = "scenes/skin.toml"
_REPEATS = 5


def rows() -> Iterator[Row]:
    """Seconds of both; 100 comparisons of two pictures each, no two alike."""
    with tempfile.TemporaryDirectory() as folder:
        report = Report(title="200 pictures", made=now(), entries=_entries())
        started = time.perf_counter()
        html, _ = write_report(report, Path(folder))
        written = time.perf_counter() - started
        name = f"{2 * _COMPARISONS} pictures of {_SIZE[0]} × {_SIZE[1]}"
        details = {"bytes": html.stat().st_size}
        yield Row(f"report of {name}: written", written, "s", "", details)
        if MISSING:
            print(f"report: not opened, {MISSING}")
            return
        yield Row(f"report of {name}: open in Chromium", _opened(html), "s", "≤ 3", details)


def _entries() -> tuple[Entry, ...]:
    pictures = list(frames(_SCENE, _SIZE, range(2 * _COMPARISONS)))
    return tuple(
        picture_entry(f"skin {number}", pair, ("result", "baseline"), compare_pictures(*pair), 0.2)
        for number, pair in enumerate(zip(pictures[1::2], pictures[::2], strict=True))
    )


def _opened(html: Path) -> float:
    """Median seconds from the address to the first comparison on the screen."""
    taken = []
    with browser() as driver:
        for _ in range(_REPEATS):
            driver.get("about:blank")
            started = time.perf_counter()
            driver.get(html.as_uri())
            _wait_for_picture(driver)
            taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def _wait_for_picture(driver: Any) -> None:
    driver.execute_async_script(
        """
        const done = arguments[arguments.length - 1];
        Promise.all([...document.querySelectorAll(".frame img")].map((one) => one.decode()))
          .then(() => requestAnimationFrame(() => requestAnimationFrame(() => done())));
        """
    )
