"""The views of pictures and programs in a real browser, by what is on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from report_browser import (
    color,
    find,
    open_page,
    pixels,
    press,
    view,
)
from report_example import HEIGHT, LAKE, PROGRAM, WIDTH, compared
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from nvrender.regression.report import pictures as report_pictures
from nvrender.regression.report.files import write_report
from nvrender.regression.report.model import Report


def test_the_slider_divides_the_pictures(driver: Any, path: Path) -> None:
    open_page(driver, path, address=LAKE)
    assert view(driver) == "slider"
    red, blue, grey = [200, 20, 20], [20, 20, 200], [90, 90, 90]
    seen = pixels(driver)
    assert [color(seen, x, 0.35) for x in (0.2, 0.4, 0.6, 0.8)] == [red, red, blue, blue]
    assert color(seen, 0.2, 0.8) == color(seen, 0.8, 0.8) == grey
    split = find(driver, "#split")
    split.send_keys(Keys.HOME)
    assert color(pixels(driver), 0.2, 0.35) == blue
    split.send_keys(Keys.END)
    assert color(pixels(driver), 0.9, 0.35) == red
    frame = find(driver, ".frame")
    quarter = frame.size["width"] // 4
    ActionChains(driver).move_to_element(frame).click_and_hold().move_by_offset(
        -quarter, 0
    ).release().perform()
    assert float(split.get_property("value")) == pytest.approx(25, abs=2)
    seen = pixels(driver)
    assert [color(seen, x, 0.35) for x in (0.2, 0.4)] == [red, blue]


def test_b_shows_the_other_picture(driver: Any, path: Path) -> None:
    open_page(driver, path, address=LAKE)
    shown = []
    for _ in range(4):
        press(driver, "b")
        shown.append((find(driver, ".tag").text, color(pixels(driver), 0.5, 0.35)))
    red, blue = ("baseline", [200, 20, 20]), ("result", [20, 20, 200])
    assert view(driver) == "blink"
    assert shown == [red, blue, red, blue]


def test_it_blinks_by_itself_where_motion_is_wanted(driver: Any, path: Path) -> None:
    for still in (False, True):
        open_page(driver, path, address=LAKE, still=still)
        press(driver, "2")
        find(driver, "#blink").click()
        assert find(driver, "#blink").is_selected() is not still
        changed = driver.execute_async_script(
            """
            const done = arguments[arguments.length - 1];
            const stage = document.querySelector(".stage");
            new MutationObserver(() => done(true)).observe(stage, { childList: true });
            setTimeout(() => done(false), 2500);
            """
        )
        assert changed is not still


def test_the_difference_is_amplified(driver: Any, path: Path) -> None:
    open_page(driver, path, address=LAKE)
    press(driver, "4", *"-----")
    assert find(driver, "#amplify").get_attribute("aria-valuetext") == "1 times"
    assert color(pixels(driver), 0.5, 0.35) == [180, 0, 180]
    assert color(pixels(driver), 0.5, 0.8) == [0, 0, 0]
    press(driver, "+")
    assert color(pixels(driver), 0.5, 0.35) == [255, 0, 255]


def test_other_views(driver: Any, path: Path) -> None:
    open_page(driver, path, address=LAKE)
    press(driver, "3")
    tags = [tag.text for tag in driver.find_elements(By.CSS_SELECTOR, ".tag")]
    assert tags == ["baseline", "result"]
    press(driver, "5")
    assert find(driver, ".frame img").get_attribute("alt").startswith("FLIP map of")
    press(driver, "1", "z", "z")
    assert find(driver, ".zoom").text == "2×"
    assert find(driver, ".frame").size == {"width": 128, "height": 80}


def test_without_flip_the_page_says_what_to_install(driver: Any, tmp_path: Path) -> None:
    entry = compared("lake")
    assert entry.figures is not None
    figures = msgspec.structs.replace(entry.figures, flip=None)
    entry = msgspec.structs.replace(entry, heat_map=None, figures=figures)
    open_page(driver, write_report(Report(title="", made="", entries=(entry,)), tmp_path)[0])
    press(driver, "5")
    assert view(driver) == "slider"
    assert not find(driver, "input[value=heat]").is_enabled()
    assert "not measured\npip install 'nvrender[flip]'" in find(driver, ".figures").text


def test_alpha_is_shown_by_itself(driver: Any, path: Path) -> None:
    open_page(driver, path, address=LAKE)
    press(driver, "b", "b")
    assert color(pixels(driver), 0.99, 0.01) == [20, 20, 200]
    find(driver, ".tools input[type=checkbox]").click()
    # The label covers the corner that is not opaque.
    driver.execute_script("document.querySelector('.tag').remove()")
    assert color(pixels(driver), 0.02, 0.02) == [100, 100, 100]
    assert color(pixels(driver), 0.5, 0.5) == [255, 255, 255]


def test_pictures_that_cannot_be_shown_say_why(driver: Any, path: Path) -> None:
    for name, message in (
        ("damaged", "no PNG that can be read"),
        ("gone", "there is no file /nowhere/a.png"),
    ):
        open_page(driver, path, address=f"#{name}")
        assert message in find(driver, ".problem").text


def test_lines_of_program_and_glsl_are_linked(driver: Any, path: Path) -> None:
    open_page(driver, path, address=LAKE)
    source, glsl = driver.find_elements(By.CSS_SELECTOR, ".code")
    texts = [line.get_property("textContent") for line in source.find_elements(By.CSS_SELECTOR, "li")]
    assert [text.strip() for text in texts] == PROGRAM.splitlines()
    source.send_keys(Keys.ARROW_DOWN)
    source.send_keys(Keys.ARROW_DOWN)
    assert source.find_element(By.CSS_SELECTOR, ".current").text == "MOV o[COL0], v[COL0];"
    assert glsl.find_element(By.CSS_SELECTOR, ".current").text.strip() == "COL0 = v_COL0;"
    glsl.send_keys(Keys.ARROW_UP)
    assert source.find_element(By.CSS_SELECTOR, ".current").text == "MOV o[HPOS], v[OPOS];"
    ActionChains(driver).move_to_element(source.find_elements(By.CSS_SELECTOR, ".linked")[1]).perform()
    assert glsl.find_element(By.CSS_SELECTOR, ".hover").text.strip() == "COL0 = v_COL0;"


def test_lines_that_changed_are_marked_on_both_sides(driver: Any, path: Path) -> None:
    open_page(driver, path, address=LAKE)
    marked = [line.text.strip() for line in driver.find_elements(By.CSS_SELECTOR, ".code .changed")]
    assert marked == ["MOV o[COL0], v[COL0];", "COL0 = v_COL0;"]
    assert find(driver, "summary .count").text == "1 line changed"


def test_reduced_pictures_keep_their_place(
    driver: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The result alone is reduced: colours are still where they were."""
    monkeypatch.setattr(report_pictures, "ROOM", 1)
    monkeypatch.setattr(report_pictures, "SMALL_SIDE", WIDTH // 4)
    html, _ = write_report(Report(title="small", made="", entries=(compared("lake"),)), tmp_path)
    open_page(driver, html)
    assert f"Shown at {WIDTH // 4} × {HEIGHT // 4} pixels" in find(driver, ".controls").text
    press(driver, "4", *"-----")
    seen = pixels(driver)
    # Within what the browser's enlarging does to even colours.
    assert color(seen, 0.5, 0.35) == pytest.approx([180, 0, 180], abs=2)
    assert color(seen, 0.5, 0.8) == pytest.approx([0, 0, 0], abs=2)
