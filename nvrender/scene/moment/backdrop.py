"""What a scene draws of its own: backgrounds and first contents of targets; samples of a picture."""

from __future__ import annotations

import numpy as np

from nvrender.languages.load import load
from nvrender.program import Program
from nvrender.scene.meshes.shapes import MeshData

#: Samples a pixel, where the back end has as many; larger pictures have one, to bound the memory.
_SAMPLES = 4
_SAMPLED_PIXELS = 4096 * 4096

_COPY_VERTEX = """!!ARBvp1.0
MOV result.position, vertex.position;
MOV result.texcoord[0], vertex.texcoord[0];
END
"""
_TEXT = """!!VP1.0
# Behind everything: a square with a colour at each vertex.
MOV o[HPOS], v[OPOS];
MOV o[COL0], v[COL0];
END
"""


def background_program() -> Program:
    """Draws what ``scene.meshes.background`` makes."""
    return load(_TEXT, name="background")


def copy_programs(outputs: int) -> tuple[Program, Program]:
    """A vertex and a fragment program that show the 2D texture of unit 0, in so many outputs."""
    colors = [f"result.color[{number}]" for number in range(outputs)] if outputs > 1 else ["result.color"]
    option = "OPTION ARB_draw_buffers;\n" if outputs > 1 else ""
    moves = "".join(f"MOV {color}, texel;\n" for color in colors)
    fragment = (
        f"!!ARBfp1.0\n{option}TEMP texel;\nTEX texel, fragment.texcoord[0], texture[0], 2D;\n{moves}END\n"
    )
    return load(_COPY_VERTEX, name="initial"), load(fragment, name="initial")


def square() -> MeshData:
    """All of what is drawn into, in clip coordinates, with texture coordinates."""
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    return MeshData({0: 2 * corners - 1, 8: corners}, np.array([0, 1, 2, 0, 2, 3], np.uint32))


def samples(size: tuple[int, int]) -> int:
    """How many samples a pixel of a picture of this size should have."""
    return _SAMPLES if size[0] * size[1] <= _SAMPLED_PIXELS else 1
