"""Scenes of one square, written for a test."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

#: The square m fills the picture.
FLAT = """[camera]
eye = [0, 0, 5]
height = 2.0
[background]
colors = [[0.0, 0.0, 0.0]]
[meshes.m]
kind = "square"
"""


def written(directory: Path, text: str, programs: Mapping[str, str]) -> Path:
    """A scene file beside its programs."""
    for name, program in programs.items():
        (directory / name).write_text(program)
    path = directory / "scene.toml"
    path.write_text(text)
    return path
