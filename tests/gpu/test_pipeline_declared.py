"""ARB and NV4 programs in the pipeline: state and parameters by name, colours, points of refusal."""

from __future__ import annotations

import moderngl
import numpy as np
import pytest
from drawing import SQUARE, picture

from nvrender.check.load import load
from nvrender.gl.state import FIRST_LIGHT, Material, State
from nvrender.source import TargetError

LIT = load(
    "!!ARBvp1.0\nOPTION ARB_position_invariant;\nTEMP r;\nMOV r, state.lightprod[0].diffuse;\n"
    "MUL result.color, r, program.local[3];\nEND"
)
TYPED = load(
    "!!NVvp4.0\nPARAM m[] = { state.matrix.mvp };\nINT PARAM k = program.env[5];\nTEMP r, p;\nINT TEMP i;\n"
    "MOV p, vertex.position;\n"
    "DP4 result.position.x, m[0], p;\nDP4 result.position.y, m[1], p;\nDP4 result.position.z, m[2], p;\n"
    "DP4 result.position.w, m[3], p;\nSHL.S i, k, 1;\nI2F r, i;\nMUL result.color, r, 0.25;\nEND"
)


def test_light_products_and_local_parameters(context: moderngl.Context) -> None:
    """ARB_vertex_program 2.14.3.2 and 2.14.4.5.1."""
    state = State(lights=(FIRST_LIGHT,), material=Material(diffuse=(1.0, 0.8, 0.4, 1.0)))
    pixels = picture(context, LIT, state=state, parameters={"program.local[3]": (1.0, 0.5, 0.0, 1.0)})
    assert pixels[1, 2].tolist() == [255, 102, 0, 255]


def test_integers_and_matrix_rows(context: moderngl.Context) -> None:
    """NV_gpu_program4 2.X.3.3: a parameter read as an integer is one."""
    half = ((1.0, 0.0, 0.0, 0.0), (0.0, 0.5, 0.0, -0.5), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    pixels = picture(
        context, TYPED, {0: SQUARE}, state=State(projection=half), parameters={"program.env[5]": (1, 2, 0, 2)}
    )
    filled = pixels[..., 3] == 255
    assert sorted(np.flatnonzero(filled.all(axis=1)).tolist()) in ([0, 1], [2, 3])
    assert filled.sum() == 8
    assert pixels[filled][0].tolist() == [128, 255, 0, 255]


def test_integer_attributes_are_refused(context: moderngl.Context) -> None:
    program = load(
        "!!NVvp4.0\nINT ATTRIB a = vertex.attrib[1];\nINT TEMP i;\nADD.S i, a, 1;\nI2F result.color, i;\n"
        "MOV result.position, vertex.position;\nEND"
    )
    with pytest.raises(TargetError, match="integer attribute"):
        picture(context, program)


def test_clip_planes_around_position_invariant_programs_are_refused(context: moderngl.Context) -> None:
    with pytest.raises(TargetError, match="clip planes"):
        picture(context, LIT, state=State(clip_planes=(True, False, False, False, False, False)))
