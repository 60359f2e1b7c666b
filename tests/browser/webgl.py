"""What an exported page shows in a browser."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from report_browser import DESKTOP, complaints, open_page
from selenium.webdriver.support.wait import WebDriverWait

_READY = "return document.getElementById('shown').value || document.getElementById('said').textContent"
_PIXELS = """
const gl = document.querySelector("canvas").getContext("webgl2");
const pixels = new Uint8Array(gl.canvas.width * gl.canvas.height * 4);
gl.bindFramebuffer(gl.FRAMEBUFFER, null);
gl.readPixels(0, 0, gl.canvas.width, gl.canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
let text = "";
for (let at = 0; at < pixels.length; at += 8192) {
  text += String.fromCharCode(...pixels.subarray(at, at + 8192));
}
return [gl.canvas.width, gl.canvas.height, gl.getError(), btoa(text)];
"""


def show(driver: Any, page: Path, frame: int = 0, window: tuple[int, int, bool] = DESKTOP) -> None:
    """Open an exported page at a frame, with one sample a pixel, and wait for the picture."""
    open_page(driver, page, window, address=f"#frame={frame}&antialias=off")
    WebDriverWait(driver, 30, 0.05).until(lambda one: one.execute_script(_READY))


def picture(driver: Any, page: Path, frame: int = 0) -> npt.NDArray[np.uint8]:
    """(H, W, 3) uint8, top row first; pages are opaque."""
    show(driver, page, frame)
    assert complaints(driver) == []
    # Drivers complain of being asked for pixels.
    width, height, error, data = driver.execute_script(_PIXELS)
    assert error == 0
    return np.frombuffer(base64.b64decode(data), np.uint8).reshape(height, width, 4)[::-1, :, :3]
