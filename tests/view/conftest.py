"""A display and a scene for tests that open the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import desktop as desktops
import pytest
from view_scenes import PROGRAM, SCENE


@pytest.fixture(scope="module")
def display() -> Iterator[desktops.Desktop]:
    """One display for the tests of a module; each opens one window."""
    with desktops.desktop() as made:
        yield made


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    """A scene file with its program."""
    (tmp_path / "cube.vp").write_text(PROGRAM)
    path = tmp_path / "cube.toml"
    path.write_text(SCENE)
    return path
