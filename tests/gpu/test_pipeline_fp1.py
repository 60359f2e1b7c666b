"""!!FP1.0 programs as a pipeline's fragment stage."""

from __future__ import annotations

import moderngl
import numpy as np
import pytest
from drawing import PROGRAM_ATTRIBUTES as ATTRIBUTES
from drawing import close, one_color
from drawing import programs_picture as picture

from nvrender.gl.state import AlphaTest, Depth, State
from nvrender.gl.textures.texture import Texture
from nvrender.source import InputError

VERTEX = {
    "VP1.0": "!!VP1.0 MOV o[HPOS],v[OPOS];MOV o[TEX3],v[3];MOV o[COL0],v[9];END",
    "VP2.0": "!!VP2.0 MOV o[HPOS],v[OPOS];MOV o[TEX3],v[3];MOV o[COL0],v[9];END",
    "ARBvp1.0": "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.texcoord[3], vertex.attrib[3];"
    "MOV result.color, vertex.attrib[9]; END",
    "NVvp4.0": "!!NVvp4.0 MOV result.position, vertex.position; MOV result.texcoord[3], vertex.attrib[3];"
    "MOV result.color, vertex.attrib[9]; END",
    "conventional": None,
}


@pytest.mark.parametrize("target", ["glsl330", None])
@pytest.mark.parametrize("name", [name for name in VERTEX if name != "conventional"])
@pytest.mark.parametrize("register", ["COLR", "COLH"])
def test_links_behind_every_vertex_program(
    context: moderngl.Context, name: str, register: str, target: str | None
) -> None:
    """NV_fragment_program 3.11.1.1, 3.11.6: attributes by binding, the colour clamped."""
    fragment = f"!!FP1.0 MOV R0, f[COL0];ADD_SAT o[{register}], f[TEX3], R0;END"
    close(one_color(picture(context, VERTEX[name], fragment, target=target)), [0.75, 0.75, 0.25, 0.75])


def test_links_behind_the_conventional_vertex_stage(context: moderngl.Context) -> None:
    fragment = "!!FP1.0 MOV R0, f[WPOS].z;ADD o[COLR], R0, f[TEX3];END"
    close(one_color(picture(context, None, fragment)), [0.5, 0.5, 0.5, 1.0])


def test_parameters_by_name_and_number(context: moderngl.Context) -> None:
    """NV_fragment_program 3.11.2."""
    fragment = "!!FP1.0 DECLARE tint = {.5, .25};MOV R0, tint;ADD o[COLR], R0, p[3];END"
    close(one_color(picture(context, VERTEX["VP2.0"], fragment)), [0.5, 0.25, 0.0, 1.0])
    given = {"tint": [0.25, 0.5, 0.5, 0.5], "p[3]": [0.5, 0.0, 0.25, 0.0]}
    close(one_color(picture(context, VERTEX["VP2.0"], fragment, parameters=given)), [0.75, 0.5, 0.75, 0.5])
    with pytest.raises(InputError, match="tint"):
        picture(context, VERTEX["VP2.0"], fragment, parameters={"tnit": [1.0]})


def test_kil_and_depth(context: moderngl.Context) -> None:
    """NV_fragment_program 3.11.5.11 and 3.11.6: o[DEPR].z is the depth, here against 1."""
    vertex, state = VERTEX["VP2.0"], State(depth=Depth(enabled=True))
    killing = "!!FP1.0 SUBC RC.x, f[WPOS], 2;KIL LT.x;MOV o[COLR], 1;END"
    drawn = picture(context, vertex, killing)[..., 0]
    assert (drawn == [[0, 0, 255, 255]] * 4).all()
    for depth, passes in (("-.5", True), ("2", False)):
        fragment = f"!!FP1.0 MOV o[DEPR].z, {depth};MOV o[COLR], 1;END"
        assert picture(context, vertex, fragment, state=state).any() == passes


def test_textures(context: moderngl.Context) -> None:
    """NV_fragment_program 3.11.5.38: zeros of an incomplete texture."""
    fragment = "!!FP1.0 TEX R0, f[TEX3], TEX2, 2D;ADD o[COLR], R0, {.25, .25, .25, .25};END"
    image = np.full((4, 4, 4), 0.5, np.float32)
    for min_filter, expected in (("NEAREST", 0.75), ("NEAREST_MIPMAP_NEAREST", 0.25)):
        textures = {2: Texture("2D", (image,), min_filter=min_filter)}
        close(one_color(picture(context, VERTEX["VP2.0"], fragment, textures=textures)), [expected] * 4)
    with pytest.raises(InputError, match=r"texture\[2\]; textures has none"):
        picture(context, VERTEX["VP2.0"], fragment)


@pytest.mark.parametrize("register", ["COLR", "COLH"])
def test_the_alpha_test_is_of_the_program_s_colour(context: moderngl.Context, register: str) -> None:
    """OpenGL 1.5, 4.1.4."""
    fragment = f"!!FP1.0 ADD o[{register}], f[TEX3], {{0.25, 0, 0, 0.25}};END"
    for reference, passes in ((0.5, True), (0.9, False)):
        state = State(alpha_test=AlphaTest(enabled=True, function="GREATER", reference=reference))
        assert picture(context, VERTEX["VP2.0"], fragment, state=state).any() == passes


def test_back_colours_where_both_sides_are_lit(context: moderngl.Context) -> None:
    """OpenGL 1.5, 2.14.1: the side is chosen before the fragment program."""
    vertex = "!!VP2.0 MOV o[HPOS],v[OPOS];MOV o[COL0],v[9];MOV o[BFC0],v[3];END"
    fragment = "!!FP1.0 MOV o[COLR], f[COL0];END"
    for front_face, expected in (("CCW", ATTRIBUTES[9][0]), ("CW", ATTRIBUTES[3][0])):
        state = State(vertex_program_two_side=True, front_face=front_face)
        close(one_color(picture(context, vertex, fragment, state=state)), expected)


def test_fp2_0_sees_which_side_it_is_of(context: moderngl.Context) -> None:
    """f[FACE], branches and the loop index (docs/semantics.md)."""
    fragment = (
        "!!FP2.0 MOVR R0, {0}.x; LOOP {2, 2, 1}; MADR R0, f[TEX[A0.x]], 0.5, R0; ENDLOOP; MOVRC RC, f[FACE];"
        "IF GT.x; MOVR o[COLR], R0; ELSE; ADDR o[COLR], {1}.x, -R0; ENDIF; END"
    )
    front = one_color(picture(context, VERTEX["VP2.0"], fragment))
    state = State(front_face="CW")
    back = one_color(picture(context, VERTEX["VP2.0"], fragment, state=state))
    close(front + back, [1.0, 1.0, 1.0, 1.0])
    assert front.max() > front.min()
