"""``nvrender report --serve`` in a real browser: a click makes the result the baseline."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from report_browser import DESKTOP, PHONE, complaints, contrast, find, open_page, requests, sideways
from report_example import HEIGHT, HOSTILE, WIDTH, compared, pair
from selenium.webdriver.support.wait import WebDriverWait

from nvrender.regression.baselines import images
from nvrender.regression.baselines.origin import Origin
from nvrender.regression.report.files import write_report
from nvrender.regression.report.model import Approval, Report
from nvrender.regression.report.parts import mask_of
from nvrender.regression.report.serving import ReportServer

NAME = "tests/test_a.py::test_lake " + HOSTILE
PLACE = "tests/baselines/llvmpipe/test_a.test_lake.png"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ReportServer]:
    """A report of one comparison of which the left half was compared."""
    (tmp_path / "tests").mkdir()
    mask = np.arange(WIDTH)[None, :].repeat(HEIGHT, 0) < WIDTH / 2
    entry = msgspec.structs.replace(
        compared(NAME),
        mask=mask_of(mask),
        approval=Approval(path=PLACE, data=images.encoded(pair()[1], Origin())),
        approve_command="nvrender baselines approve report 'tests/test_a.py::test_lake'",
    )
    write_report(Report(title="Lakes", made="", entries=(entry,)), tmp_path / "report")
    with ReportServer(tmp_path / "report", tmp_path) as made:
        thread = threading.Thread(target=made.serve_forever, args=(0.02,))
        thread.start()
        yield made
        made.shutdown()
        thread.join()


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_click_approves(driver: Any, server: ReportServer, window: Any) -> None:
    open_page(driver, server.address, window)
    if window is PHONE:
        find(driver, ".entry").click()
    button = find(driver, "#approve")
    assert button.text == "Approve" and contrast(driver, "#approve") >= 4.5
    button.click()
    WebDriverWait(driver, 10, 0.05).until(lambda _: button.text == "Approved")
    assert find(driver, ".approve [role=status]").text == f"{PLACE}: look at it and commit it"
    assert (images.read(server.root / PLACE)[0] == pair()[1]).all()
    assert find(driver, ".entry .status").get_property("textContent") == "approved"
    assert sideways(driver) <= 0 and complaints(driver) == []
    assert all(url == "data:" or url.startswith(server.address) for url in requests(driver))
    driver.refresh()
    assert not find(driver, "#approve").is_enabled()
    assert find(driver, ".entry .status").get_property("textContent") == "approved"


def test_what_went_wrong_is_said(driver: Any, server: ReportServer) -> None:
    open_page(driver, server.address)
    (server.root / "tests" / "baselines").write_text("mine")
    find(driver, "#approve").click()
    said = find(driver, ".approve [role=status]")
    WebDriverWait(driver, 10, 0.05).until(lambda _: "the folder for baselines cannot be made" in said.text)
    assert find(driver, "#approve").is_enabled()


def test_only_the_command_is_offered_where_nobody_serves(driver: Any, server: ReportServer) -> None:
    open_page(driver, server.directory / "report.html")
    assert driver.execute_script("return document.querySelector('#approve')") is None
    assert "nvrender baselines approve report" in find(driver, "[aria-label=Accept]").text
