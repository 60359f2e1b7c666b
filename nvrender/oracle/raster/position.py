"""What becomes of the current raster position: one vertex, of which no primitive is made.

OpenGL 1.5, 2.13; NV_vertex_program 2.14.2; ARB_vertex_program 2.12.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from nvrender.gl.state.checks import validate
from nvrender.gl.state.lighting import Vector4
from nvrender.gl.state.state import TEXTURE_UNITS, State
from nvrender.gl.textures.texture import Textures
from nvrender.oracle.fixed.conventional import RESULTS
from nvrender.oracle.frame.vertices import Environment, handed_over, vertex_results
from nvrender.oracle.memory.spaces import Held
from nvrender.oracle.raster.clip import codes
from nvrender.oracle.raster.triangles import Rules
from nvrender.oracle.raster.window import windowed
from nvrender.program import Program

#: What results that no program writes are.
_UNWRITTEN: Vector4 = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class RasterVertex:
    """A vertex in the window: x, y, z and the w of clip coordinates; colours are clamped."""

    position: Vector4
    color: Vector4
    secondary_color: Vector4
    distance: float
    texture_coordinates: tuple[Vector4, ...]


def raster_vertex(
    program: Program | None,
    parameters: Any,
    position: Vector4,
    state: State,
    textures: Textures,
    size: tuple[int, int],
    memory: Held | None = None,
) -> RasterVertex | None:
    """The vertex at ``position`` in a frame of ``size`` pixels; None where it is clipped.

    The state tracks nothing any more, ``memory`` is what the program reaches. Without a program the distance
    is the fog coordinate that 3.10 has.
    """
    validate(state)
    given = {0: np.array([position], np.float64).astype(np.float32)}
    values = vertex_results(program, parameters, Environment(state, textures, memory), given, 1, RESULTS)
    vertices = handed_over(values, state, RESULTS)
    if codes(vertices).outside.any() or not vertices.clip[0, 3] > 0.0:  # which has no place in the window
        return None
    window = windowed(vertices.clip, Rules(size, depth_range=state.depth_range, viewport=state.viewport))

    def result(name: str) -> Vector4:
        row = vertices.varyings[name][0].tolist() if name in vertices.varyings else _UNWRITTEN
        x, y, z, w = row
        return x, y, z, w

    coordinates = tuple(result(f"TEX{unit}") for unit in range(TEXTURE_UNITS))
    place = float(window.x[0]), float(window.y[0]), float(window.z[0]), float(vertices.clip[0, 3])
    return RasterVertex(place, result("COL0"), result("COL1"), result("FOGC")[0], coordinates)
