"""Patches in frames of the oracle (NV_tessellation_program5; ARB_tessellation_shader 2.X.2)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.gl.patches import Patch, check_patch
from nvrender.gl.state import State
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame
from nvrender.source import InputError

VERTEX = nvrender.load("!!NVvp5.0 MOV result.position, vertex.position; MOV result.color, vertex.color; END")
CONTROL = nvrender.load(
    "!!NVtcp5.0 VERTICES_OUT 3; INT TEMP i; ATTRIB p = vertex.position; ATTRIB c = vertex.color;"
    "MOV.S i, primitive.invocation; MOV result.position, p[i.x]; MOV result.color, c[i.x];"
    "MOV result.patch.tessouter[0], 5; MOV result.patch.tessouter[1], 3;"
    "MOV result.patch.tessouter[2], 4; MOV result.patch.tessinner[0], 4; END"
)
EVALUATION = nvrender.load(
    "!!NVtep5.0 TESS_MODE TRIANGLES; TEMP t, u; MOV t, vertex.tesscoord;"
    "MUL u, vertex[0].position, t.x; MAD u, vertex[1].position, t.y, u;"
    "MAD result.position, vertex[2].position, t.z, u;"
    "MUL u, vertex[0].color, t.x; MAD u, vertex[1].color, t.y, u;"
    "MAD result.color, vertex[2].color, t.z, u; END"
)
CORNERS = np.array([[-0.9, -0.9, 0, 1], [0.9, -0.8, 0, 1], [0.1, 0.9, 0, 1]], np.float32)
COLORS = np.array([[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]], np.float32)


def picture(stages: Stages, primitive: str, **options: Any) -> npt.NDArray[np.uint8]:
    frame = Frame((64, 64))
    frame.clear((0.0, 0.0, 0.0, 1.0))
    corners = options.pop("corners", CORNERS)
    colors = np.resize(COLORS, (len(corners), 4))
    draw(frame, stages, Primitives(primitive, {0: corners, 3: colors}, **options), State(), {})
    return frame.picture()


@pytest.mark.parametrize("control", [CONTROL, None])
def test_a_flat_patch_looks_like_its_triangle(control: Any) -> None:
    """Subdivided as often as one likes; but for pixels at edges whose ends were rounded otherwise."""
    plain = picture(Stages(VERTEX), "TRIANGLES")
    levels = Patch(3, (7.0, 2.0, 5.0, 1.0), (6.0, 1.0))
    made = picture(Stages(VERTEX, tess_control=control, tess_evaluation=EVALUATION), "PATCHES", patch=levels)
    same = (np.abs(plain.astype(int) - made).max(axis=2) <= 1).mean()
    assert same > 0.99
    assert made.any(axis=2).any()


def test_default_levels_of_0_draw_nothing() -> None:
    none = Patch(3, (1.0, 0.0, 1.0, 1.0))
    assert not picture(Stages(VERTEX, tess_evaluation=EVALUATION), "PATCHES", patch=none)[..., :3].any()


def test_vertices_that_complete_no_patch_are_ignored() -> None:
    stages = Stages(VERTEX, tess_evaluation=EVALUATION)
    whole = picture(stages, "PATCHES")
    np.testing.assert_array_equal(
        picture(stages, "PATCHES", corners=np.vstack([CORNERS, CORNERS[:2]])), whole
    )
    assert not picture(stages, "PATCHES", patch=Patch(4))[..., :3].any()


def test_patches_go_through_geometry_programs() -> None:
    geometry = nvrender.load(
        "!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;"
        "MOV result.position, vertex[0].position; MOV result.color, vertex[0].color; EMIT;"
        "MOV result.position, vertex[1].position; MOV result.color, vertex[1].color; EMIT;"
        "MOV result.position, vertex[2].position; MOV result.color, vertex[2].color; EMIT; END"
    )
    stages = {"tess_control": CONTROL, "tess_evaluation": EVALUATION}
    np.testing.assert_array_equal(
        picture(Stages(VERTEX, geometry=geometry, **stages), "PATCHES"),
        picture(Stages(VERTEX, **stages), "PATCHES"),
    )


@pytest.mark.parametrize(
    ("stages", "primitive", "message"),
    [
        ({}, "PATCHES", "the draw has none"),
        ({"tess_control": CONTROL}, "PATCHES", "evaluation program"),
        ({"tess_control": CONTROL}, "TRIANGLES", "evaluation program"),
        ({"tess_evaluation": EVALUATION}, "TRIANGLES", "give it as PATCHES"),
    ],
)
def test_programs_and_primitives_that_do_not_fit(
    stages: dict[str, Any], primitive: str, message: str
) -> None:
    """INVALID_OPERATION at the draw (NV_tessellation_program5, Overview; docs/semantics.md)."""
    with pytest.raises(InputError, match=message):
        picture(Stages(VERTEX, **stages), primitive)


def test_geometry_programs_take_what_the_generator_makes() -> None:
    lines = nvrender.load("!!NVgp4.0 PRIMITIVE_IN LINES; PRIMITIVE_OUT LINE_STRIP; VERTICES_OUT 2; EMIT; END")
    with pytest.raises(InputError, match=r"takes LINES, and .* makes TRIANGLES"):
        picture(Stages(VERTEX, geometry=lines, tess_evaluation=EVALUATION), "PATCHES")


@pytest.mark.parametrize(
    "patch",
    [Patch(0), Patch(33), Patch(-1), Patch(True), Patch(3, (1.0,)), Patch(3, inner=(1.0, None)), 3],  # type: ignore[arg-type]
)
def test_patches_that_are_none(patch: Any) -> None:
    with pytest.raises(InputError, match="patch"):
        check_patch(patch)
