"""The documentation's site in a real browser: a few of its pages, with its theme, styles and settings."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from report_browser import DESKTOP, PHONE, complaints, contrast, open_page, press, requests, sideways
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

REPOSITORY = Path(__file__).parents[2]
#: With tables, code, commands and pictures.
PAGES = ("index.md", "viewer.md", "window.md")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nothing."""


def _built(folder: Path) -> Path:
    """The site of PAGES alone: what makes pages of the package is left out."""
    config = yaml.safe_load((REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8"))
    docs = folder / "docs"
    docs.mkdir()
    (docs / "images").mkdir()
    for name in (*PAGES, "site.css"):
        text = (REPOSITORY / "docs" / name).read_text(encoding="utf-8")
        (docs / name).write_text(text, encoding="utf-8")
        for picture in set(re.findall(r"images/[\w-]+\.\w+", text)):
            shutil.copy(REPOSITORY / "docs" / picture, docs / picture)
    config |= {"docs_dir": str(docs), "site_dir": str(folder / "site"), "nav": list(PAGES)}
    config |= {"plugins": ["search"], "hooks": [], "validation": {}}
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    subprocess.run(
        [
            sys.executable,
            "-W",
            "ignore",
            "-m",
            "mkdocs",
            "build",
            "--quiet",
            "-f",
            str(folder / "mkdocs.yml"),
        ],
        check=True,
        capture_output=True,
    )
    return folder / "site"


@pytest.fixture(scope="module")
def address(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    pytest.importorskip("material", reason="pip install 'nvrender[docs]'")
    site = _built(tmp_path_factory.mktemp("site"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("window", "dark"), [(PHONE, False), (DESKTOP, True)], ids=["phone", "dark desktop"])
@pytest.mark.parametrize("page", PAGES)
def test_it_fits_is_silent_and_can_be_read(
    driver: Any, address: str, page: str, window: Any, dark: bool
) -> None:
    place = address + page.replace(".md", ".html")
    open_page(driver, place)
    driver.execute_script("localStorage.clear()")  # the colours of the page before
    open_page(driver, place, window, dark=dark)
    scheme = driver.execute_script("return document.body.dataset.mdColorScheme")
    assert scheme == ("slate" if dark else "default")
    assert sideways(driver) <= 0
    assert {kind: found for kind in _kinds(driver) if (found := contrast(driver, kind)) < 4.5} == {}
    asked = {url for url in requests(driver) if not url.startswith(("data:", "blob:", "about:"))}
    assert {url for url in asked if not url.startswith(address)} == set()
    assert complaints(driver) == []


def _kinds(driver: Any) -> list[str]:
    """Selectors of what text there is on the page, words of code of every colour among it."""
    kinds = [
        "h1",
        "article p",
        "article a:not(.headerlink)",
        "article code",
        "article th",
        "article td",
        ".md-header__topic",
    ]
    here = "return arguments[0].filter((one) => document.querySelector(one))"
    classes = """
        const words = [...document.querySelectorAll(".highlight code span[class]")];
        return [...new Set(words.map((one) => one.className))];
    """
    words = [
        f".highlight code .{name}" for name in driver.execute_script(classes) if name and " " not in name
    ]
    found: list[str] = driver.execute_script(here, kinds)
    assert {"h1", "article p", "article a:not(.headerlink)", "article code"} <= set(found)
    return found + words


def test_the_keyboard_reaches_the_content_and_the_search(driver: Any, address: str) -> None:
    open_page(driver, address + "viewer.html")
    focused = "const one = document.activeElement; return one.className || one.id || one.localName"
    press(driver, Keys.TAB)
    assert "md-skip" in driver.execute_script(focused)
    order = []
    for _ in range(40):
        press(driver, Keys.TAB)
        order.append(driver.execute_script(focused))
    assert any("md-header" in name or "md-logo" in name for name in order)
    assert any("md-tabs" in name or "md-nav" in name for name in order)
    driver.execute_script("document.activeElement.blur()")
    press(driver, "s")
    WebDriverWait(driver, 10, 0.05).until(lambda one: "md-search" in one.execute_script(focused))
    press(driver, *"oracle")
    found = "return document.querySelectorAll('.md-search-result__item').length"
    WebDriverWait(driver, 20, 0.05).until(lambda one: one.execute_script(found))
    assert complaints(driver) == []
