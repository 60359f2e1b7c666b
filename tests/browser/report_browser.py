"""A headless Chromium that is driven by its own driver, and what it saw."""

from __future__ import annotations

import io
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
#: Why there is no browser here, "" where there is one.
MISSING = (
    "" if CHROMIUM and DRIVER else "no Chromium with its driver (apt-get install chromium chromium-driver)"
)

#: Width, height and whether it is a phone.
DESKTOP = (1280, 800, False)
PHONE = (390, 844, True)


@contextmanager
def browser() -> Iterator[Any]:
    """A selenium driver; it keeps what the console said and what was requested."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in (
        "--headless=new",
        # WebGL is drawn by SwiftShader.
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options, Service(str(DRIVER)))
    try:
        yield driver
    finally:
        driver.quit()


def open_page(
    driver: Any,
    path: Path | str,
    window: tuple[int, int, bool] = DESKTOP,
    *,
    dark: bool = False,
    still: bool = False,
    address: str = "",
) -> None:
    """Open a file, or an address, in a window, with a colour scheme, with motion unwanted if ``still``."""
    driver.get("about:blank")
    driver.get_log("browser")
    driver.get_log("performance")
    width, height, phone = window
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    wishes = {
        "prefers-color-scheme": "dark" if dark else "light",
        "prefers-reduced-motion": "reduce" if still else "no-preference",
    }
    features = [{"name": name, "value": value} for name, value in wishes.items()]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    driver.get((path.as_uri() if isinstance(path, Path) else path) + address)


def complaints(driver: Any) -> list[str]:
    """What the console said since the page was opened."""
    return [row["message"] for row in driver.get_log("browser")]


def requests(driver: Any) -> set[str]:
    """The addresses of everything requested since then; a data URL is its first letters."""
    messages = (json.loads(row["message"])["message"] for row in driver.get_log("performance"))
    found = (row["params"] for row in messages if row["method"] == "Network.requestWillBeSent")
    urls = {params["request"]["url"] for params in found}
    return {"data:" if url.startswith("data:") else url for url in urls}


def sideways(driver: Any) -> int:
    """By how many pixels the page can be scrolled sideways."""
    return int(driver.execute_script("return document.documentElement.scrollWidth - innerWidth"))


def contrast(driver: Any, selector: str) -> float:
    """The contrast of an element's colour with what is behind it, from 1 to 21 (WCAG 2.2 1.4.3)."""
    colors = driver.execute_script(
        """
        const element = document.querySelector(arguments[0]);
        const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
        let behind = element;
        const ground = () => rgb(getComputedStyle(behind).backgroundColor);
        while (ground()[3] === 0) behind = behind.parentElement;
        return [rgb(getComputedStyle(element).color), ground()];
        """,
        selector,
    )
    text, ground = colors
    part = text[3] if len(text) > 3 else 1.0
    text = [part * own + (1.0 - part) * behind for own, behind in zip(text[:3], ground[:3], strict=True)]
    light, dark = sorted((_luminance(color) for color in (text, ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: list[float]) -> float:
    channels = [value / 255 for value in color[:3]]
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def find(driver: Any, selector: str) -> Any:
    """The first element of a CSS selector."""
    return driver.find_element(By.CSS_SELECTOR, selector)


def press(driver: Any, *keys: str) -> None:
    """Type keys wherever the focus is."""
    ActionChains(driver).send_keys(*keys).perform()


def view(driver: Any) -> str:
    """The view of pictures that is chosen."""
    return str(find(driver, "input[name=view]:checked").get_attribute("value"))


def pixels(driver: Any, selector: str = ".frame") -> npt.NDArray[np.uint8]:
    """What an element looks like on the screen, (H, W, 3)."""
    loaded = "return [...document.images].every((one) => one.complete)"
    WebDriverWait(driver, 20, 0.05).until(lambda one: one.execute_script(loaded))
    return np.asarray(Image.open(io.BytesIO(find(driver, selector).screenshot_as_png)).convert("RGB"))


def color(picture: npt.NDArray[np.uint8], x: float, y: float) -> list[int]:
    """The pixel at a place from 0 to 1."""
    height, width = picture.shape[:2]
    return [int(value) for value in picture[int(y * height), int(x * width)]]
