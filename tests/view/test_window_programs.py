"""The whole programs of docs/window.md, each in a window of its own library."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from desktop import Desktop, UInt8Array

DOCUMENT = Path(__file__).parents[2] / "docs" / "window.md"
FILES = {
    match[2]: match[1]
    for match in re.finditer(
        r"^```python\n(# (\w+\.py)\n.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
}
SHARED = "cube.py"
SKY, GROUND = (26, 26, 77), (51, 128, 51)
#: What a program imports, and what pip calls it.
NEEDS = {"in_pygame.py": "pygame", "in_moderngl_window.py": "moderngl_window", "in_pyopengl.py": "OpenGL"}


def test_there_are_four() -> None:
    assert FILES.keys() - {SHARED} == {"in_glfw.py", *NEEDS}


def _near(picture: UInt8Array, color: tuple[int, int, int]) -> npt.NDArray[np.bool_]:
    """Where a colour is, but for how it was rounded."""
    return np.asarray(np.abs(picture.astype(int) - color).max(axis=2) <= 1)


def _cube(picture: UInt8Array) -> UInt8Array:
    """The colours of the cube on the screen, (N, 3): what is neither the screen's nor behind the cube."""
    behind = [_near(picture, color) for color in ((0, 0, 0), SKY, GROUND)]
    return picture[~np.logical_or.reduce(behind)]


@pytest.mark.parametrize("name", sorted(FILES.keys() - {SHARED}))
def test_a_program_draws_and_ends(display: Desktop, tmp_path: Path, name: str) -> None:
    """Of the cube three faces are seen, none through another: the depth test is the pipeline's own."""
    if name in NEEDS:
        pytest.importorskip(NEEDS[name], reason="pip install 'nvrender[test]'")
    for file in (SHARED, name):
        (tmp_path / file).write_text(FILES[file], encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, name], cwd=tmp_path, env=os.environ | {"DISPLAY": display.name},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        until = time.monotonic() + 60
        while len(cube := _cube(picture := display.grab())) < 5000:
            assert process.poll() is None and time.monotonic() < until, process.communicate()[0]
            time.sleep(0.1)
        assert len(np.unique(cube, axis=0)) > 1000
        assert _near(picture, SKY).sum() > 10_000
        # Blue falls as MUL has it, by 0.8, and so nothing is white; PyOpenGL's ground hides what is below.
        assert cube[:, 2].max() <= 205 and cube[:, 0].max() > 150
        assert (name == "in_pyopengl.py") == bool(_near(picture, GROUND).any())
        display.close()
        output = process.communicate(timeout=60)[0]
        assert process.returncode == 0, output
        assert "Error" not in output and "Traceback" not in output
    finally:
        process.kill()
        process.wait()
