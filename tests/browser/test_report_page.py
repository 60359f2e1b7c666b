"""The report in a real browser: list, filters, keys, phones, hostile names, and nothing from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from report_browser import (
    DESKTOP,
    PHONE,
    complaints,
    contrast,
    find,
    open_page,
    press,
    requests,
    sideways,
    view,
)
from report_example import LAKE, SHOWN, example
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from nvrender.regression.report.files import write_report
from nvrender.regression.report.html import SHORTCUTS
from nvrender.regression.report.model import Report


def names(driver: Any) -> list[str]:
    """The names of the rows that are seen, in order."""
    rows = driver.find_elements(By.CSS_SELECTOR, "#list .entry .name")
    return [row.get_property("textContent") for row in rows if row.is_displayed()]


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_is_requested_and_the_console_is_silent(driver: Any, path: Path, window: Any) -> None:
    open_page(driver, path, window)
    for row in range(len(example().entries)):
        driver.execute_script("document.querySelectorAll('.entry')[arguments[0]].click()", row)
        for key in "12345b+-z":
            press(driver, key)
        driver.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert requests(driver) <= {path.as_uri(), "data:"}
    assert complaints(driver) == []


def test_what_is_loaded_from_elsewhere_is_refused(driver: Any, path: Path) -> None:
    open_page(driver, path)
    (path.parent / "near.png").write_bytes(b"")
    script = """
        const done = arguments[arguments.length - 1];
        addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
        const add = document.createElement(arguments[0]);
        add[arguments[1]] = arguments[2];
        document.body.append(add);
    """
    refused = [
        driver.execute_async_script(script, *what)
        for what in (
            ("img", "src", "near.png"),
            ("script", "textContent", "document.title = 'no'"),
            ("style", "textContent", "p { color: red }"),
            ("iframe", "src", "https://example.invalid/"),
        )
    ]
    assert refused == ["img-src", "script-src-elem", "style-src-elem", "frame-src"]


def test_hostile_names_and_sources_stay_text(driver: Any, path: Path) -> None:
    open_page(driver, path, address="#" + "x" * 2000)
    assert driver.title == f"Pictures {SHOWN}"
    assert find(driver, "h1").text.startswith("Pictures </script><img")
    row = names(driver).index(SHOWN)
    driver.find_elements(By.CSS_SELECTOR, ".entry")[row].click()
    assert find(driver, "h2 .name").get_property("textContent") == SHOWN
    assert find(driver, ".message").get_property("textContent") == SHOWN
    assert find(driver, "td code").get_property("textContent") == SHOWN
    lines = driver.find_elements(By.CSS_SELECTOR, ".code li")
    assert [line.get_property("textContent") for line in lines] == [SHOWN] * 2
    assert driver.find_elements(By.CSS_SELECTOR, "[onerror]") == []


def test_what_asks_for_attention_comes_first(driver: Any, path: Path) -> None:
    open_page(driver, path)
    lake = "test_lake[64x40]"
    assert names(driver) == [lake, SHOWN, lake, "damaged", "gone", "new", "old", "passing"]
    assert find(driver, "#verdict").text.startswith(
        "6 comparisons of 8 need attention · 2026-01-02 03:04 UTC"
    )
    assert find(driver, "[aria-current=true] .name").get_property("textContent") == lake


def test_filters(driver: Any, path: Path) -> None:
    open_page(driver, path)
    chips = driver.find_elements(By.CSS_SELECTOR, ".chip")
    assert [" ".join(chip.text.split()) for chip in chips[:3]] == ["All 8", "failed 3", "error 2"]
    chips[1].click()
    assert len(names(driver)) == 3
    assert [chip.get_attribute("aria-pressed") for chip in chips].count("true") == 1
    press(driver, "/")
    press(driver, "LAKE")
    assert names(driver) == ["test_lake[64x40]"] * 2
    assert find(driver, "#found").get_property("textContent") == "2 comparisons shown"
    press(driver, "jjjzb")  # typed, not obeyed
    assert names(driver) == [] and find(driver, "#none").is_displayed()
    press(driver, Keys.ESCAPE)
    chips[0].click()
    assert len(names(driver)) == 8


def test_keys_walk_through_what_the_filters_leave(driver: Any, path: Path) -> None:
    open_page(driver, path)
    driver.find_elements(By.CSS_SELECTOR, ".chip")[1].click()
    heading = []
    for key in "jjjk":
        press(driver, key)
        heading.append(find(driver, "h2 .name").get_property("textContent"))
    lake = "test_lake[64x40]"
    assert heading == [SHOWN, lake, lake, SHOWN]
    assert driver.current_url.endswith("%5Cu2028")
    driver.back()
    assert driver.current_url.endswith(LAKE + "~2")
    assert find(driver, "h2 .name").get_property("textContent") == lake


def test_keys_can_be_switched_off(driver: Any, path: Path) -> None:
    open_page(driver, path, address=LAKE)
    press(driver, "?")
    assert find(driver, "dialog").is_displayed()
    shown = [key.text for key in driver.find_elements(By.CSS_SELECTOR, "dialog kbd")]
    assert shown == " ".join(keys for keys, _ in SHORTCUTS).split()
    find(driver, "#keys-on").click()
    press(driver, Keys.ESCAPE)
    press(driver, "4")
    assert view(driver) == "slider"


def test_the_keyboard_reaches_everything(driver: Any, path: Path) -> None:
    open_page(driver, path, address=LAKE)
    reached = set()
    for _ in range(45):
        press(driver, Keys.TAB)
        active = driver.switch_to.active_element
        reached.add(active.get_attribute("id") or active.get_attribute("class") or active.tag_name)
    wanted = {
        "theme",
        "help",
        "search",
        "chip",
        "entry",
        "split",
        "stage",
        "button zoom",
        "copy",
        "code",
        "summary",
    }
    assert wanted <= reached, wanted - reached
    missing = driver.execute_script(
        """
        return [...document.querySelectorAll("input, button, [tabindex='0']")].filter((one) =>
          !(one.ariaLabel || one.labels?.length || one.textContent.trim())).map((one) => one.outerHTML);
        """
    )
    assert missing == []


def test_the_accepting_command_is_copied(driver: Any, path: Path) -> None:
    open_page(driver, path, address=LAKE)
    find(driver, "#copy").click()
    driver.execute_async_script("setTimeout(arguments[0], 100)")
    said = find(driver, ".accept [role=status]").text
    assert said == "Copied" or said.startswith("Selected")
    command = find(driver, ".accept code").text
    assert command == "pytest --nvrender-update tests/test_lake.py::test_lake[64x40]"


def test_a_phone_shows_the_list_or_one_comparison(driver: Any, path: Path) -> None:
    open_page(driver, path, PHONE)
    assert find(driver, "#list").is_displayed() and not find(driver, "#detail").is_displayed()
    assert sideways(driver) <= 0
    for row in range(8):
        find(driver, f"#list li:nth-child({row + 1}) .entry").click()
        assert find(driver, "#detail").is_displayed() and not find(driver, "#list").is_displayed()
        for key in "12345":
            press(driver, key)
            assert sideways(driver) <= 0
        find(driver, ".back").click()
        assert find(driver, "#list").is_displayed()


def test_text_can_be_read_in_both_schemes(driver: Any, path: Path) -> None:
    ground = []
    for dark in (False, True):
        open_page(driver, path, address=LAKE, dark=dark)
        body = "getComputedStyle(document.body).backgroundColor"
        ground.append(driver.execute_script(f"return {body}"))
        selectors = [f"#list .status.{word}" for word in "failed error missing unused passed".split()]
        selectors += ["body", ".dim", ".figures dt", ".chip[aria-pressed=true]", ".button.primary"]
        selectors += [".segments :checked + span"]
        found = {selector: contrast(driver, selector) for selector in selectors}
        low = {selector: value for selector, value in found.items() if value < 4.5}
        assert low == {}
        find(driver, "#theme").click()
        assert driver.execute_script(f"return {body}") != ground[-1]
    assert ground[0] != ground[1]


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_an_empty_report(driver: Any, tmp_path: Path, window: Any) -> None:
    open_page(driver, write_report(Report(title="Empty", made="yesterday"), tmp_path)[0], window)
    assert find(driver, "#verdict").text == "Nothing was compared. · yesterday"
    press(driver, *"jk12345b+-zc")
    assert sideways(driver) <= 0 and complaints(driver) == []
