"""An exported page in a real browser: it plays, stops, fits a phone, and asks nobody for anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from report_browser import DESKTOP, PHONE, complaints, contrast, find, open_page, press, requests, sideways
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait
from webgl import picture, show
from webgl_scenes import written

from nvrender.scene.load import load_scene
from nvrender.web.export.page import export

_FRAME = "return player?.last"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scene that turns, frame by frame."""
    folder = tmp_path_factory.mktemp("player")
    path = written("registers", folder)
    text = path.read_text(encoding="utf-8").replace("angle = 35.0", "angle = { linear = { rate = 90.0 } }")
    path.write_text(text + "[animation]\nframes = 12\nfps = 12\n", encoding="utf-8")
    scene = load_scene(path)
    return export(scene, folder / "page", scene.size, range(scene.animation.frames))


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_fits_is_silent_and_can_be_read(driver: Any, page: Path, window: Any, dark: bool) -> None:
    open_page(driver, page, window, dark=dark, still=True)
    WebDriverWait(driver, 30, 0.05).until(lambda one: one.execute_script(_FRAME) == 0)
    assert sideways(driver) <= 0
    assert {
        kind: found for kind in ("h1", "#play", "#shown") if (found := contrast(driver, kind)) < 4.5
    } == {}
    assert all(url == "data:" or url.startswith(page.parent.as_uri()) for url in requests(driver))
    assert complaints(driver) == []


def test_it_plays_by_itself_and_stops_by_the_keyboard(driver: Any, page: Path) -> None:
    open_page(driver, page)
    WebDriverWait(driver, 30, 0.05).until(lambda one: one.execute_script(_FRAME) not in (None, 0))
    press(driver, Keys.TAB, Keys.SPACE)
    assert find(driver, "#play").text == "Play"
    press(driver, Keys.TAB, Keys.HOME, Keys.ARROW_RIGHT)
    assert driver.execute_script(_FRAME) == 1
    assert find(driver, "#shown").text == "frame 1, 0.08 s"
    assert complaints(driver) == []


def test_frames_are_others(driver: Any, page: Path) -> None:
    first, later = (picture(driver, page, frame).astype(int) for frame in (0, 6))
    assert (np.abs(first - later) > 3).any(axis=-1).mean() > 0.05


def test_a_browser_without_webgl_is_told(driver: Any, page: Path, tmp_path: Path) -> None:
    for path in page.parent.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    script = (tmp_path / "gl.js").read_text(encoding="utf-8").replace('"webgl2"', '"webgl9"')
    (tmp_path / "gl.js").write_text(script, encoding="utf-8")
    show(driver, tmp_path / "index.html")
    assert find(driver, "#said").text == "This browser has no WebGL 2."
