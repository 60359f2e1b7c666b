"""The gallery in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from report_browser import DESKTOP, PHONE, complaints, contrast, open_page, requests, sideways
from report_example import HEIGHT, HOSTILE, SHOWN, WIDTH, compared
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from nvrender.regression.report.gallery import Card
from nvrender.regression.report.gallery_site import write_site
from nvrender.regression.report.parts import png_of


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
        Card(name, title=HOSTILE, entry=compared(name), frames=9, programs=1, **drawn),
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
