"""Points and lines with several samples a pixel: one fragment a pixel (OpenGL 1.5, 3.3.1 and 3.4.4)."""

from __future__ import annotations

import numpy as np
import pytest

import nvrender
from nvrender.gl.inputs.global_memory import Memory, Stores
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame
from nvrender.oracle.memory.spaces import Held

VERTEX = nvrender.load("!!NVvp5.0 MOV result.position, vertex.position; END")
FRAGMENT = nvrender.load(
    """!!NVfp5.0 OPTION NV_shader_storage_buffer; TEMP t; STORAGE w[] = { program.storage[0] };
    ATOMB.ADD.U32 t, {1}, w[0]; I2F.U t, fragment.samplemask.x; MUL result.color, t.x, 0.0625; END"""
)


@pytest.mark.parametrize(
    ("primitive", "corners"),
    [
        ("POINTS", [[0.039, 0.039], [-0.6, 0.3], [0.0, 0.0]]),
        ("LINES", [[-0.8, -0.7], [0.8, 0.5], [0.5, -0.9], [0.25, 0.9]]),
    ],
)
@pytest.mark.parametrize("width", [1.0, 8.25])
def test_each_pixel_is_one_fragment(primitive: str, corners: list[list[float]], width: float) -> None:
    """A program runs once for each pixel of each primitive, and knows all its samples."""
    state = nvrender.State(point_size=width, line_width=width)
    count = 0
    size = 1 if primitive == "POINTS" else 2
    for first in range(0, len(corners), size):
        frame, held = Frame((16, 16), 4), Held(Stores(Memory({}), {0: np.zeros(1, np.uint32)}))
        frame.clear((0.0, 0.0, 0.0, 0.0))
        positions = {0: np.array(corners[first : first + size], np.float32)}
        stages = Stages(VERTEX, fragment=FRAGMENT, memory=held)
        draw(frame, stages, Primitives(primitive, positions), state, {})
        samples = frame.colors[0].reshape(16, 16, 4, -1)[..., 0]
        covered = samples > 0
        assert held.left().storage[0][0] == covered.any(axis=2).sum() > 0
        masks = np.rint(samples[covered] / 255 * 16)
        expected = np.broadcast_to((covered @ (1 << np.arange(4)))[..., None], covered.shape)[covered]
        assert (masks == np.minimum(expected, 16)).all()
        count += int(held.left().storage[0][0])
    frame, held = Frame((16, 16), 4), Held(Stores(Memory({}), {0: np.zeros(1, np.uint32)}))
    frame.clear((0.0, 0.0, 0.0, 0.0))
    stages = Stages(VERTEX, fragment=FRAGMENT, memory=held)
    draw(frame, stages, Primitives(primitive, {0: np.array(corners, np.float32)}), state, {})
    assert held.left().storage[0][0] == count  # fragments of several primitives at one pixel stay several
