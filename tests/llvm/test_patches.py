"""Patches in compiled frames against the oracle's (NV_tessellation_program5, ARB_tessellation_shader)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender import Texture
from nvrender.gl.patches import Patch
from nvrender.gl.state import State
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame
from nvrender.oracle.frame.scene import Drawing
from nvrender.software import engine
from nvrender.software.draw import Drawer

VERTEX = nvrender.load(
    "!!NVvp5.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\n"
    "MOV result.attrib[2], vertex.position.yzwx;\nEND"
)
CONTROL = nvrender.load(
    "!!NVtcp5.0\nVERTICES_OUT 4;\nINT TEMP i;\nATTRIB p = vertex.position;\nATTRIB c = vertex.color;\n"
    "MOV.S i, primitive.invocation;\nMIN.S i.y, i.x, 2;\nMOV result.position, p[i.y];\n"
    "MOV result.color, c[i.y];\nMOV result.patch.attrib[1], c[0];\nMOV result.patch.tessouter[0], 5;\n"
    "MOV result.patch.tessouter[1], 3;\nMOV result.patch.tessouter[2], 4;\n"
    "MOV result.patch.tessinner[0], 4;\nEND"
)
#: Of every kind of attribute: a vertex by its number, or one that is chosen, perhaps beyond the patch; of
#: the patch, and its levels; the place; what nobody wrote.
EVALUATION = """!!NVtep5.0
TESS_MODE TRIANGLES;
ATTRIB c = vertex.color;
TEMP t, u, r;
INT TEMP i;
MOV t, vertex.tesscoord;
MUL u, vertex[0].position, t.x;
MAD u, vertex[1].position, t.y, u;
MAD result.position, vertex[2].position, t.z, u;
ADD.S i.x, primitive.id, 1;
MAD r, c[i.x], 0.5, t;
MUL r.x, r, primitive.tessouter[0].x;
MAD r.y, primitive.tessinner[0].x, 0.2, r;
I2F.S u.x, primitive.vertexcount.x;
MUL r.xy, r, u.x;
MUL r.xy, r, 0.06;
ADD r, r, primitive.patch.attrib[1];
ADD r, r, c[31];
ADD r, r, vertex[1].attrib[2];
ADD r, r, vertex[0].texcoord[3];
MOV result.color, r;
END"""
CORNERS = np.array(
    [[-0.9, -0.9, 0, 1], [0.9, -0.8, 0, 1], [0.1, 0.9, 0, 1], [-0.5, 0.5, 0, 1], [0, 0, 0, 1], [1, 1, 0, 1]],
    np.float32,
)


def _picture(by: Drawing | None, stages: Stages) -> Any:
    frame = Frame((48, 40), 4)
    frame.clear((0.0, 0.0, 0.0, 1.0))
    colors = np.random.default_rng(5).random((6, 4)).astype(np.float32)
    patch = Patch(3, (7.0, 2.0, 5.5, 1.0), (6.0, 1.0))
    primitives = Primitives("PATCHES", {0: CORNERS, 3: colors}, instances=2, patch=patch)
    texels = np.linspace(0, 1, 64, dtype=np.float32).reshape(4, 4, 4)
    (by or draw)(frame, stages, primitives, State(), {0: Texture.from_array(texels)})
    if by is not None:
        by.finish()
    return frame.colors[0]


@pytest.mark.parametrize("control", [CONTROL, None])
def test_evaluation_programs_are_compiled(control: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """NV_tessellation_program5 2.X.3.2, Table X.4; what no vertex has is 0 (docs/semantics.md)."""
    stages = Stages(VERTEX, tess_control=control, tess_evaluation=nvrender.load(EVALUATION))
    expected = _picture(None, stages)
    monkeypatch.setattr(engine, "evaluate", None)
    found = _picture(Drawer("exact"), stages)
    assert len(np.unique(found, axis=0)) > 100 and np.array_equal(expected, found)


def test_those_that_are_not_compiled_run_on_the_oracle() -> None:
    text = EVALUATION.replace("MOV result.color, r;", "TXG t, t, texture[0].x, 2D;\nADD result.color, t, r;")
    stages = Stages(VERTEX, tess_evaluation=nvrender.load(text))
    assert np.array_equal(_picture(None, stages), _picture(Drawer("exact"), stages))
