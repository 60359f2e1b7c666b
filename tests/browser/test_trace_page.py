"""The page of a trace in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from report_browser import DESKTOP, PHONE, complaints, contrast, open_page, requests, sideways
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from nvrender.cli.main import main

HOSTILE = "<b>one & 'two'.vp"
PROGRAM = Path(__file__).parents[2] / "docs" / "examples" / "twist.vp"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vertex of the example, whose file has a hostile name."""
    folder = tmp_path_factory.mktemp("trace")
    program = folder / HOSTILE
    program.write_bytes(PROGRAM.read_bytes())
    np.savez(folder / "in.npz", OPOS=[[1.0, 2.0, 3.0, 1.0]], COL0=[[0.25, 0.5, 1.0, 1.0]])
    page = folder / "trace.html"
    options = ["--attributes", str(folder / "in.npz"), "-p", "4=0.5", "--html", str(page)]
    result = CliRunner().invoke(main, ["trace", str(program), *options])
    assert result.exit_code == 0, result.output
    return page


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_fits_is_silent_and_can_be_read(driver: Any, path: Path, window: Any, dark: bool) -> None:
    open_page(driver, path, window, dark=dark)
    assert sideways(driver) <= 0
    kinds = [
        "h1",
        "h2",
        ".dim",
        ".number",
        ".line.now code",
        ".instruction",
        "td",
        "td.new",
        "caption",
        "kbd",
    ]
    assert {kind: found for kind in kinds if (found := contrast(driver, kind)) < 4.5} == {}
    assert all(url == "data:" or url.startswith(path.parent.as_uri()) for url in requests(driver))
    assert complaints(driver) == []


def _instruction(driver: Any) -> str:
    return str(driver.find_element(By.ID, "instruction").text)


def _now(driver: Any) -> list[str]:
    return [line.text.split("\n")[-1] for line in driver.find_elements(By.CSS_SELECTOR, ".line.now")]


def test_keys_and_lines_lead_through_the_steps(driver: Any, path: Path) -> None:
    """Values before and after, and the lines of GLSL and of the representation that are the instruction's."""
    open_page(driver, path)
    body = driver.find_element(By.TAG_NAME, "body")
    assert _instruction(driver) == "MUL R0.x, v[OPOS].y, c[4].x;"
    body.send_keys(Keys.END)
    assert _instruction(driver).startswith("DP4 o[HPOS].w")
    body.send_keys(Keys.HOME)
    for _ in range(3):
        body.send_keys(Keys.ARROW_RIGHT)
    assert _instruction(driver) == "MOV R2, v[OPOS];"
    assert driver.find_element(By.ID, "before").text.split()[:5] == ["v[OPOS]", "1", "2", "3", "1"]
    assert "x 1" in driver.find_element(By.ID, "after").text
    body.send_keys(Keys.ARROW_LEFT)
    assert _instruction(driver).startswith("COS")
    linked = _now(driver)
    assert any("COS R1.y" in line for line in linked)
    assert any("cos(" in line for line in linked) and any("fcos(" in line for line in linked)
    glsl = driver.find_elements(By.CSS_SELECTOR, ".line.linked[data-of='15']")[-1]
    driver.execute_script("arguments[0].click()", glsl)
    assert _instruction(driver).startswith("MOV o[COL0]")
    driver.find_element(By.ID, "step").send_keys(Keys.ARROW_RIGHT)
    assert _instruction(driver).startswith("ADD o[COL0]")


def test_what_is_put_in_is_text(driver: Any, path: Path) -> None:
    open_page(driver, path)
    assert HOSTILE in driver.find_element(By.TAG_NAME, "h1").text
