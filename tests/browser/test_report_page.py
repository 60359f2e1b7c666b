"""The report in a real browser: views, filters, keys, phones, and nothing from elsewhere."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from report_browser import DESKTOP, PHONE, complaints, contrast, open_page, requests, sideways
from report_example import HEIGHT, HOSTILE, PROGRAM, WIDTH, compared, example
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from nvrender.regression import report_pictures
from nvrender.regression.report import write_report
from nvrender.regression.report_model import Report
from nvrender.regression.report_page import SHORTCUTS

LAKE = "#tests%2Ftest_lake.py%3A%3Atest_lake%5B64x40%5D"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's HTML."""
    return write_report(example(), tmp_path_factory.mktemp("report"))[0]


def find(driver: Any, selector: str) -> Any:
    return driver.find_element(By.CSS_SELECTOR, selector)


def press(driver: Any, *keys: str) -> None:
    ActionChains(driver).send_keys(*keys).perform()


def names(driver: Any) -> list[str]:
    """The names of the rows that are seen, in order."""
    rows = driver.find_elements(By.CSS_SELECTOR, "#list .entry .name")
    return [row.get_property("textContent") for row in rows if row.is_displayed()]


def view(driver: Any) -> str:
    return str(find(driver, "input[name=view]:checked").get_attribute("value"))


def pixels(driver: Any, selector: str = ".frame") -> npt.NDArray[np.uint8]:
    """What an element looks like on the screen, (H, W, 3)."""
    loaded = "return [...document.images].every((one) => one.complete)"
    assert driver.execute_script(loaded)
    return np.asarray(Image.open(io.BytesIO(find(driver, selector).screenshot_as_png)).convert("RGB"))


def color(picture: npt.NDArray[np.uint8], x: float, y: float) -> list[int]:
    """The pixel at a place from 0 to 1."""
    height, width = picture.shape[:2]
    return [int(value) for value in picture[int(y * height), int(x * width)]]


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
    assert driver.title == f"Pictures {HOSTILE}"
    assert find(driver, "h1").text.startswith("Pictures </script><img")
    row = names(driver).index(HOSTILE)
    driver.find_elements(By.CSS_SELECTOR, ".entry")[row].click()
    assert find(driver, "h2 .name").get_property("textContent") == HOSTILE
    assert find(driver, ".message").get_property("textContent") == HOSTILE
    assert find(driver, "td code").get_property("textContent") == HOSTILE
    lines = driver.find_elements(By.CSS_SELECTOR, ".code li")
    assert [line.get_property("textContent") for line in lines] == [HOSTILE] * 2
    assert driver.find_elements(By.CSS_SELECTOR, "[onerror]") == []


def test_what_asks_for_attention_comes_first(driver: Any, path: Path) -> None:
    open_page(driver, path)
    lake = "test_lake[64x40]"
    assert names(driver) == [lake, HOSTILE, lake, "damaged", "gone", "new", "old", "passing"]
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


def test_keys_walk_through_what_the_filters_leave(driver: Any, path: Path) -> None:
    open_page(driver, path)
    driver.find_elements(By.CSS_SELECTOR, ".chip")[1].click()
    heading = []
    for key in "jjjk":
        press(driver, key)
        heading.append(find(driver, "h2 .name").get_property("textContent"))
    lake = "test_lake[64x40]"
    assert heading == [HOSTILE, lake, lake, HOSTILE]
    assert driver.current_url.endswith("%E2%80%A8")
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
