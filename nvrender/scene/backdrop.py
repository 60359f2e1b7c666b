"""The program that draws backgrounds, and how many samples a pixel of a picture has."""

from __future__ import annotations

from nvrender.check.load import load
from nvrender.program import Program

#: Samples a pixel, where the back end has as many; larger pictures have one, to bound the memory.
_SAMPLES = 4
_SAMPLED_PIXELS = 4096 * 4096

_TEXT = """!!VP1.0
# Behind everything: a square with a colour at each vertex.
MOV o[HPOS], v[OPOS];
MOV o[COL0], v[COL0];
END
"""


def background_program() -> Program:
    """Draws what ``scene.background`` makes."""
    return load(_TEXT, name="background")


def samples(size: tuple[int, int]) -> int:
    """How many samples a pixel of a picture of this size should have."""
    return _SAMPLES if size[0] * size[1] <= _SAMPLED_PIXELS else 1
