"""The gallery in a real browser."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from report_browser import DESKTOP, PHONE, complaints, contrast, open_page, press, requests, sideways
from report_example import HEIGHT, HOSTILE, SHOWN, WIDTH, compared
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from nvrender.picture_files import encode_webp
from nvrender.regression.report.gallery import Card
from nvrender.regression.report.gallery_site import write_site
from nvrender.regression.report.parts import png_of


def moving() -> bytes:
    """A red and a blue picture by turns."""
    stream = io.BytesIO()
    frames = (np.full((HEIGHT, WIDTH, 3), color, np.uint8) for color in ((200, 20, 20), (20, 20, 200)))
    encode_webp(frames, stream, 10.0)
    return stream.getvalue()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of a gallery of three scenes: one differs, one is not compared, one is not drawn."""
    folder = tmp_path_factory.mktemp("gallery")
    pixels = np.full((HEIGHT, WIDTH, 3), 128, np.uint8)
    Image.fromarray(pixels).save(folder / "small.jpg")
    size = (WIDTH, HEIGHT)
    drawn: dict[str, Any] = {
        "picture": png_of(pixels),
        "size": size,
        "thumbnail": (folder / "small.jpg").read_bytes(),
        "thumbnail_size": size,
    }
    name = "50% #1 & 'a'.toml"
    cards = [
        Card(
            name,
            title=HOSTILE,
            description=HOSTILE,
            source=HOSTILE,
            entry=compared(name),
            frames=9,
            programs=1,
            animation=moving(),
            **drawn,
        ),
        Card("plain.toml", title="Plain", **drawn),
        Card("broken.toml", error="broken.toml: " + HOSTILE + "\n" + "x" * 500),
    ]
    return write_site(folder / "site", HOSTILE, cards)


def shown(driver: Any) -> list[str]:
    cards = driver.find_elements(By.CSS_SELECTOR, ".card")
    return [card.find_element(By.TAG_NAME, "h2").text for card in cards if card.is_displayed()]


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_fits_is_silent_and_can_be_read(driver: Any, path: Path, window: Any, dark: bool) -> None:
    open_page(driver, path, window, dark=dark)
    assert sideways(driver) <= 0
    # They are loaded when they come into sight.
    loaded = "return [...document.images].every((one) => one.complete && one.naturalWidth)"
    WebDriverWait(driver, 10, 0.05).until(lambda one: one.execute_script(loaded))
    kinds = ["h1", "h2", ".dim", ".more", ".chip[aria-pressed=true]", ".text .status.failed", "pre", "a"]
    assert {kind: found for kind in kinds if (found := contrast(driver, kind)) < 4.5} == {}
    assert all(url == "data:" or url.startswith(path.parent.as_uri()) for url in requests(driver))
    assert complaints(driver) == []


def test_names_stay_text(driver: Any, path: Path) -> None:
    open_page(driver, path)
    assert driver.title == SHOWN
    title = driver.find_element(By.CSS_SELECTOR, ".card h2")
    assert title.get_property("textContent") == SHOWN
    assert driver.find_elements(By.CSS_SELECTOR, "[onerror]") == []


def test_links_lead_to_the_picture_and_the_comparison(driver: Any, path: Path) -> None:
    open_page(driver, path)
    links = [link.get_attribute("href") for link in driver.find_elements(By.CSS_SELECTOR, ".card a")]
    assert [link.rsplit("/", 1)[1] for link in links if "pictures" in link] == ["50-1-a.png", "plain.png"]
    driver.find_element(By.CSS_SELECTOR, ".card .picture").click()
    assert driver.execute_script("return document.images[0].naturalWidth") == WIDTH
    driver.get(next(link for link in links if "report.html" in link))
    assert driver.find_element(By.CSS_SELECTOR, "h2 .name").text == "50% #1 & 'a'.toml"
    driver.get(driver.current_url.split("#")[0])
    assert len(driver.find_elements(By.CSS_SELECTOR, ".entry")) == 2


def test_filters(driver: Any, path: Path) -> None:
    open_page(driver, path)
    assert len(shown(driver)) == 3
    search = driver.find_element(By.ID, "search")
    search.send_keys("PLAIN")
    assert shown(driver) == ["Plain"]
    search.send_keys("s")
    assert shown(driver) == [] and driver.find_element(By.ID, "none").is_displayed()
    search.send_keys(Keys.BACKSPACE * 6)
    driver.find_element(By.CSS_SELECTOR, ".chip[data-status=error]").click()
    assert shown(driver) == ["broken"]


def source(driver: Any) -> str:
    """The file that the first card shows."""
    shown: str = driver.find_element(By.CSS_SELECTOR, ".frame img").get_attribute("src")
    return shown.rsplit("/", 2)[1]


def test_pictures_move_under_the_pointer_and_by_their_button(driver: Any, path: Path) -> None:
    for still in (False, True):
        open_page(driver, path, still=still)
        frame, button = (driver.find_element(By.CSS_SELECTOR, each) for each in (".frame", ".play"))
        assert source(driver) == "thumbnails"
        ActionChains(driver).move_to_element(frame).perform()
        assert source(driver) == ("thumbnails" if still else "animations")
        ActionChains(driver).move_to_element(driver.find_element(By.TAG_NAME, "h1")).perform()
        assert source(driver) == "thumbnails"
        for pressed in ("true", "false"):
            button.send_keys(Keys.ENTER)
            assert button.get_attribute("aria-pressed") == pressed
            assert source(driver) == ("animations" if pressed == "true" else "thumbnails")


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_page_of_a_scene(driver: Any, path: Path, window: Any) -> None:
    open_page(driver, path, window)
    link = driver.find_element(By.CSS_SELECTOR, ".text a[href^='scenes/']").get_attribute("href")
    open_page(driver, link, window)
    assert sideways(driver) <= 0
    texts = [pane.get_property("textContent") for pane in driver.find_elements(By.CSS_SELECTOR, ".code")]
    assert "MOV o[COL0], v[COL0];" in texts[0] and "void main()" in texts[1] and "{{ 7 * 7 }}" in texts[2]
    assert driver.find_elements(By.CSS_SELECTOR, "[onerror]") == []
    driver.find_element(By.CSS_SELECTOR, ".play").click()
    assert source(driver) == "animations"
    loaded = "return [...document.images].every((one) => one.complete && one.naturalWidth)"
    WebDriverWait(driver, 10, 0.05).until(lambda one: one.execute_script(loaded))
    assert min(contrast(driver, kind) for kind in ("h1", ".dim", "a", ".comment", ".code li")) >= 4.5
    assert complaints(driver) == []
    driver.find_element(By.CSS_SELECTOR, ".top a").click()
    assert driver.title == SHOWN


def test_the_keyboard_reaches_everything(driver: Any, path: Path) -> None:
    """The search, every filter, and the links of every card, in the order of the page; Space filters."""
    open_page(driver, path)
    reached = []
    for _ in range(30):
        press(driver, Keys.TAB)
        reached.append(driver.switch_to.active_element)
    names = [one.get_attribute("id") or one.get_attribute("data-status") for one in reached]
    assert "search" in names
    chips = driver.find_elements(By.CSS_SELECTOR, ".chip")
    links = driver.find_elements(By.CSS_SELECTOR, ".card a")
    places = [reached.index(one) for one in (*chips, *links) if one.is_displayed()]
    assert places == sorted(places) and names.index("search") < places[-1]
    driver.find_element(By.CSS_SELECTOR, ".chip[data-status=error]").send_keys(Keys.SPACE)
    assert shown(driver) == ["broken"]
