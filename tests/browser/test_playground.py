"""The playground in a real browser, with nvrender running in it; one page for all."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from report_browser import (
    DESKTOP,
    PHONE,
    complaints,
    contrast,
    find,
    open_page,
    pixels,
    press,
    requests,
    sideways,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from nvrender.source import InputError
from nvrender.web.playground import snapshot
from nvrender.web.playground.distribution import pyodide_files
from nvrender.web.playground.page import write_playground

SCENES = Path(__file__).parent.parent.parent / "scenes"
_SAID = "return document.getElementById('status').textContent"
_FOCUSED = "const e = document.activeElement; return e.id || e.dataset.tab || e.localName"
_DONE = "return performance.getEntriesByName('translated').length"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def address(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    try:
        pyodide_files(None)
    except InputError as error:
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("web") / "page"
    write_playground(folder, [SCENES / "lamplight.toml", SCENES / "letter.toml"])
    if shutil.which("node") is not None:  # then the page is spared importing
        assert (folder / "nvrender.memory").stat().st_size
    with _served(folder) as found:
        _open(driver, found)
        yield found


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def _open(driver: Any, address: str) -> None:
    open_page(driver, address)
    _wait(driver, lambda: driver.execute_script(_DONE) and driver.execute_script(_SAID) == "Ready")


def _wait(driver: Any, done: Any) -> None:
    WebDriverWait(driver, 120, 0.05).until(lambda _: done())


def _type(driver: Any, text: str) -> None:
    """Put a text into the editor as typing does, and wait for what nvrender says."""
    driver.execute_script(
        """
        const area = document.querySelector("#editor textarea");
        performance.clearMarks();
        area.value = arguments[0];
        area.dispatchEvent(new Event("input"));
        """,
        text,
    )
    _wait(driver, lambda: driver.execute_script("return asked && page.answered === asked && !rest"))


def _first(driver: Any) -> str:
    """The first line of the translation."""
    return str(driver.execute_script("return document.querySelector('#translation .line').textContent"))


def _text(driver: Any) -> str:
    return str(find(driver, "#editor textarea").get_property("value"))


def test_the_first_picture_and_translation(driver: Any, address: str) -> None:
    assert complaints(driver) == []
    assert {url for url in requests(driver) if not url.startswith((address, "data:", "blob:"))} == set()
    shown = pixels(driver, "canvas")
    assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 500
    assert _first(driver) == "#version 330 core"
    rows = [row.text for row in driver.find_elements(By.CSS_SELECTOR, "#results th")]
    assert rows == ["HPOS", "COL0", "TEX0"]


def test_lines_are_linked_both_ways(driver: Any, address: str) -> None:
    row = next(
        line
        for line in driver.find_elements(By.CSS_SELECTOR, "#translation .linked")
        if "TEX0 = " in line.text
    )
    driver.execute_script("arguments[0].click()", row)
    assert find(driver, "#editor .current").get_property("textContent") == "MOV o[TEX0], v[TEX0];"
    press(driver, Keys.ARROW_UP)
    assert "COL0 = " in find(driver, "#translation .current").text


@pytest.mark.parametrize(
    ("tab", "first"), [("es", "#version 300 es"), ("arb", "!!ARBvp1.0"), ("ir", "shader")]
)
def test_other_translations(driver: Any, address: str, tab: str, first: str) -> None:
    find(driver, f"[data-tab={tab}]").click()
    _wait(driver, lambda: _first(driver).startswith(first))
    find(driver, "[data-tab=glsl]").click()
    _wait(driver, lambda: _first(driver).startswith("#version 330"))


def test_an_error_is_underlined_where_it_is(driver: Any, address: str) -> None:
    text = _text(driver)
    before = pixels(driver, "canvas")
    _type(driver, text.replace("ADD o[COL0].xyz, R1", "ADD o[COL0].xyz, R1q"))
    (mark,) = driver.find_elements(By.CSS_SELECTOR, "#editor .error")
    assert mark.get_property("textContent") == "R1q"
    line = driver.execute_script("return arguments[0].closest('.line').textContent", mark)
    assert line == "ADD o[COL0].xyz, R1q, c[18];"
    assert "R1q" in find(driver, "#problems .error").text
    # The last picture stays.
    assert np.array_equal(pixels(driver, "canvas"), before)
    _type(driver, text)
    assert driver.find_elements(By.CSS_SELECTOR, "#editor .error") == []


def test_editing_and_sliders_change_the_picture(driver: Any, address: str) -> None:
    text, before = _text(driver), pixels(driver, "canvas").astype(int)
    _type(driver, text.replace("ADD o[COL0].xyz, R1, c[18]", "ADD o[COL0].xz, R1, c[18]"))
    green = pixels(driver, "canvas").astype(int)
    middle = slice(100, 200)
    assert green[middle, middle, 1].sum() < before[middle, middle, 1].sum() // 4
    _type(driver, text)
    driver.execute_script(
        "document.querySelectorAll('#parameters details').forEach((one) => { one.open = true; })"
    )
    _wait(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "[aria-label='c[17].x as a number']"))
    number = find(driver, "[aria-label='c[17].x as a number']")
    number.clear()
    number.send_keys("0")
    red = pixels(driver, "canvas").astype(int)
    assert red[middle, middle, 0].sum() < before[middle, middle, 0].sum() // 2


def test_a_vertex_is_picked_with_the_values_the_oracle_computes(driver: Any, address: str) -> None:
    driver.execute_script("arguments[0].click()", find(driver, "canvas"))
    find(driver, "canvas").click()
    number = int(find(driver, "#vertex").get_property("value"))
    assert number > 0
    seen = driver.execute_script(
        "const bytes = parameters.block(picture.facts.blocks[0][1], picture.view);"
        "return [[...new Float32Array(bytes.buffer)],"
        " [...picture.results().subarray(12 * picture.vertex, 12 * picture.vertex + 12)]"
        "]"
    )
    import nvrender
    from nvrender.scene.forms.meshes import Sphere
    from nvrender.scene.meshes.meshes import build

    mesh = build(Sphere(segments=64, rings=32), Path())
    parameters = np.array(seen[0], np.float32).reshape(-1, 4)
    position = mesh.attributes[0][number] * 1.15
    given = {"OPOS": [position], "NRML": [mesh.attributes[2][number]], "TEX0": [mesh.attributes[8][number]]}
    program = nvrender.load(_text(driver))
    results = nvrender.run(program, given, parameters, backend="oracle")
    expected = np.concatenate([results[name][0] for name in ("HPOS", "COL0", "TEX0")])
    assert np.allclose(seen[1], expected, atol=1e-4)


def test_a_link_holds_the_program(driver: Any, address: str) -> None:
    driver.execute_script("packed().then((text) => { window.made = text; })")
    _wait(driver, lambda: driver.execute_script("return window.made"))
    link = driver.execute_script("return window.made")
    find(driver, "#starts").send_keys("By lamplight")
    _wait(driver, lambda: "state.light" in _text(driver))
    driver.execute_script("location.hash = 'program=' + arguments[0]", link)
    _wait(driver, lambda: _text(driver).startswith("!!VP2.0"))
    driver.execute_script("location.hash = 'program=AAAA'")
    _wait(driver, lambda: "holds no program" in find(driver, "#said").text)


def test_the_focus_goes_in_the_order_of_the_page(driver: Any, address: str) -> None:
    driver.execute_script(
        "document.activeElement.blur(); window.getSelection().removeAllRanges(); scrollTo(0, 0)"
    )
    find(driver, "#starts").click()
    press(driver, Keys.ESCAPE)
    order = []
    for _ in range(8):
        order.append(driver.execute_script(_FOCUSED))
        press(driver, Keys.TAB)
    assert order == ["starts", "link", "tab-vertex", "textarea", "glsl", "translation", "canvas", "meshes"]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_fits_a_phone_and_can_be_read(driver: Any, address: str, dark: bool) -> None:
    for width, height, phone in (PHONE, DESKTOP):
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        assert sideways(driver) <= 0
    kinds = [
        "h1", "#status", "[aria-selected=true]", "[aria-selected=false]", "textarea", ".numbers", "#said",
        "#results caption", "#results td", "#parameters summary span", "#translation b", "select",
    ]  # fmt: skip
    assert {kind: found for kind in kinds if (found := contrast(driver, kind)) < 4.5} == {}


def test_nothing_was_complained_of_and_nobody_else_was_asked(driver: Any, address: str) -> None:
    assert complaints(driver) == []
    assert {
        url for url in requests(driver) if not url.startswith((address, "data:", "blob:", "about:"))
    } == set()


def test_a_page_whose_maker_had_no_node_imports_by_itself(
    driver: Any, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot.shutil, "which", lambda _: None)
    monkeypatch.setattr(snapshot, "cache_folder", lambda: tmp_path)
    write_playground(tmp_path / "page", [])
    with _served(tmp_path / "page") as own:
        _open(driver, own)
        assert _first(driver) == "#version 330 core"
        assert complaints(driver) == []
