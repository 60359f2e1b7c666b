"""Begin and End, arrays and what is read back (OpenGL 1.5, 2.6, 2.8; NV_vertex_program 2.14.1.1, 2.14.3)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from api_helpers import VP1, VSP, context, error_of

from nvrender.api import Context, enums
from nvrender.source import InputError

VP, GP, FP = enums.VERTEX_PROGRAM_NV, enums.GEOMETRY_PROGRAM_NV, enums.FRAGMENT_PROGRAM_ARB
ASCII = enums.PROGRAM_FORMAT_ASCII_ARB
#: Passes attribute 6 on as colour.
SHOWN = "!!VP1.0 MOV o[HPOS],v[0];MOV o[COL0],v[6];END"
#: A triangle over the whole frame.
CORNERS = [(-1, -1), (3, -1), (-1, 3)]


def drawing(program: str = SHOWN) -> Context:
    """A context of 4×4 pixels with a vertex program bound and enabled."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    if program:
        gl.LoadProgramNV(VP, 1, program)
        gl.BindProgramNV(VP, 1)
        gl.Enable(VP)
    return gl


def pixel(gl: Context, x: int = 1, y: int = 1) -> tuple[int, ...]:
    return tuple(gl.ReadPixels(x, y, 1, 1, enums.RGBA, enums.UNSIGNED_BYTE)[0, 0].tolist())


def triangle(gl: Context) -> None:
    gl.Begin(enums.TRIANGLES)
    for corner in CORNERS:
        gl.Vertex2f(*corner)
    gl.End()


@pytest.mark.parametrize("vertex", ["Vertex2f", "Vertex2dv", "VertexAttrib2fNV", "VertexAttribs2fvNV",
                                    "VertexAttrib2svARB"])  # fmt: skip
def test_attribute_0_makes_vertices(vertex: str) -> None:
    """NV_vertex_program 2.14.1.1: as Vertex does, whatever is set before comes with it."""
    gl = drawing()
    gl.Begin(enums.TRIANGLES)
    for corner in CORNERS:
        gl.VertexAttrib4fNV(6, 1, 0.4, 0, 1)
        if vertex == "VertexAttribs2fvNV":
            gl.VertexAttribs2fvNV(0, [corner])
        elif vertex.startswith("VertexAttrib"):
            getattr(gl, vertex)(0, *((corner,) if "v" in vertex[12:] else corner))
        else:
            getattr(gl, vertex)(*((corner,) if vertex.endswith("v") else corner))
    gl.VertexAttrib4fNV(6, 0, 0, 0, 1)  # comes too late
    gl.End()
    assert pixel(gl) == (255, 102, 0, 255)


def test_attributes_alias_conventional_ones() -> None:
    """NV_vertex_program, table X.2: both ways and with the mode off too."""
    gl = context()
    gl.Normal3b(127, 0, -128)
    gl.Color3ub(255, 0, 51)
    gl.SecondaryColor3f(0.25, 0.5, 0.75)
    gl.FogCoordd(7)
    gl.MultiTexCoord2i(enums.TEXTURE3, 4, 5)
    gl.TexCoord1s(9)
    current = enums.CURRENT_ATTRIB_NV
    assert gl.GetVertexAttribfvNV(2, current) == pytest.approx((1, 1 / 255, -1, 1))
    assert gl.GetVertexAttribfvNV(3, current) == pytest.approx((1, 0, 0.2, 1))
    assert gl.GetVertexAttribfvNV(4, current) == (0.25, 0.5, 0.75, 1)
    assert gl.GetVertexAttribfvNV(5, current) == (7, 0, 0, 1)
    assert gl.GetVertexAttribfvNV(11, current) == (4, 5, 0, 1)
    assert gl.GetVertexAttribfvNV(8, current) == (9, 0, 0, 1)
    gl = drawing("")
    gl.VertexAttrib4fNV(3, 0, 1, 0, 1)
    triangle(gl)
    assert pixel(gl) == (0, 255, 0, 255)


def test_begin_demands_programs() -> None:
    """Errors: a program that is enabled must be one that has been loaded."""
    for target, call in (
        (VP, "Begin"),
        (FP, "Begin"),
        (GP, "Begin"),
        (VP, "DrawArrays"),
        (VP, "DrawElements"),
    ):

        def attempt(gl: Context, target: int = target, call: str = call) -> None:
            gl.Enable(target)
            rest = {"Begin": (), "DrawArrays": (0, 3), "DrawElements": (enums.UNSIGNED_INT, [0, 1, 2])}[call]
            getattr(gl, call)(enums.TRIANGLES, *rest)

        assert error_of(attempt) == "INVALID_OPERATION"
    gl = context()
    gl.Enable(VP)
    gl.BindProgramNV(VP, 77)
    gl.Begin(enums.TRIANGLES)
    assert gl.GetError() == enums.INVALID_OPERATION
    gl.Vertex2f(0, 0)
    gl.VertexAttrib4fNV(6, 1, 2, 3, 4)
    gl.End()
    assert gl.GetError() == enums.INVALID_OPERATION  # of End alone
    assert gl.GetVertexAttribfvNV(6, enums.CURRENT_ATTRIB_NV) == (1, 2, 3, 4)


def test_deleting_the_program_ends_drawing() -> None:
    gl = context()
    gl.BindProgramNV(VP, 1)
    gl.Enable(VP)
    gl.Begin(enums.POINTS)
    gl.End()
    gl.DeleteProgramsNV([1])
    gl.Begin(enums.POINTS)
    assert gl.GetError() == enums.INVALID_OPERATION


def test_a_load_replaces_the_bound_program_at_once() -> None:
    """NV_vertex_program, Issues."""
    gl = drawing()
    gl.LoadProgramNV(VP, 1, SHOWN.replace("v[6]", "v[3]"))
    triangle(gl)
    assert pixel(gl) == (255, 255, 255, 255)


@pytest.mark.parametrize(
    ("taken", "fits", "not_"),
    [
        ("POINTS", enums.POINTS, enums.LINES), ("LINES", enums.LINE_LOOP, enums.TRIANGLES),
        ("TRIANGLES", enums.POLYGON, enums.POINTS),
        ("LINES_ADJACENCY", enums.LINE_STRIP_ADJACENCY_EXT, enums.LINES),
        ("TRIANGLES_ADJACENCY", enums.TRIANGLES_ADJACENCY_EXT, enums.TRIANGLES),
    ],
)  # fmt: skip
def test_geometry_programs_take_their_primitives(taken: str, fits: int, not_: int) -> None:
    """NV_geometry_program4, Errors."""

    def attempt(mode: int) -> str:
        def call(gl: Context) -> None:
            text = f"!!NVgp4.0 PRIMITIVE_IN {taken}; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; EMIT; END"
            gl.ProgramStringARB(GP, ASCII, text)
            assert gl.GetError() == enums.NO_ERROR
            gl.Enable(GP)
            gl.Begin(mode)

        return error_of(call)

    assert attempt(fits) == "" and attempt(not_) == "INVALID_OPERATION"


OUTSIDE: list[tuple[str, tuple[Any, ...]]] = [
    ("LoadProgramNV", (VP, 1, VP1)), ("BindProgramNV", (VP, 1)), ("DeleteProgramsNV", ([],)),
    ("GenProgramsNV", (1,)), ("ExecuteProgramNV", (enums.VERTEX_STATE_PROGRAM_NV, 2, (0, 0, 0, 0))),
    ("ProgramParameter4fNV", (VP, 0, 1, 2, 3, 4)), ("Begin", (enums.POINTS,)), ("Enable", (VP,)),
    ("TrackMatrixNV", (VP, 0, enums.NONE, enums.IDENTITY_NV)), ("PushMatrix", ()), ("Clear", (0,)),
    ("GetError", ()), ("GetIntegerv", (VP,)), ("DrawArrays", (enums.POINTS, 0, 1)),
    ("ProgramStringARB", (VP, ASCII, VSP)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "given"), OUTSIDE, ids=[name for name, _ in OUTSIDE])
def test_only_vertices_come_between_begin_and_end(name: str, given: tuple[Any, ...]) -> None:
    """OpenGL 1.5, 2.6.3; NV_vertex_program, Errors (ExecuteProgramNV)."""
    gl = context()
    gl.Begin(enums.POINTS)
    getattr(gl, name)(*given)
    gl.End()
    assert gl.GetError() == enums.INVALID_OPERATION
    assert gl.GetError() == enums.NO_ERROR


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_ENUM", lambda gl: gl.Begin(99)),
        ("INVALID_OPERATION", lambda gl: gl.End()),
        ("INVALID_ENUM", lambda gl: gl.DrawArrays(99, 0, 1)),
        ("INVALID_VALUE", lambda gl: gl.DrawArrays(enums.POINTS, 0, -1)),
        ("INVALID_VALUE", lambda gl: gl.DrawArrays(enums.POINTS, -1, 1)),
        ("INVALID_ENUM", lambda gl: gl.DrawElements(enums.POINTS, enums.INT, [0])),
        ("INVALID_VALUE", lambda gl: gl.DrawRangeElements(enums.POINTS, 2, 1, enums.UNSIGNED_INT, [0])),
        ("INVALID_VALUE", lambda gl: gl.Clear(1 << 20)),
        ("INVALID_ENUM", lambda gl: gl.ReadPixels(0, 0, 1, 1, enums.TEXTURE_2D, enums.UNSIGNED_BYTE)),
        ("INVALID_VALUE", lambda gl: gl.ReadPixels(0, 0, -1, 1, enums.RGBA, enums.UNSIGNED_BYTE)),
        ("INVALID_ENUM", lambda gl: gl.CullFace(enums.CW)),
        ("INVALID_ENUM", lambda gl: gl.FrontFace(enums.BACK)),
        ("INVALID_ENUM", lambda gl: gl.VertexPointer(3, enums.UNSIGNED_BYTE, 0, None)),
        ("INVALID_VALUE", lambda gl: gl.VertexPointer(1, enums.FLOAT, 0, None)),
        ("INVALID_VALUE", lambda gl: gl.ColorPointer(3, enums.FLOAT, -1, None)),
        ("INVALID_ENUM", lambda gl: gl.NormalPointer(enums.UNSIGNED_INT, 0, None)),
        ("INVALID_ENUM", lambda gl: gl.FogCoordPointer(enums.SHORT, 0, None)),
        ("INVALID_ENUM", lambda gl: gl.MultiTexCoord1f(enums.TEXTURE7 + 1, 0)),
        ("INVALID_ENUM", lambda gl: gl.ClientActiveTexture(enums.TEXTURE7 + 1)),
    ],
)
def test_errors(error: str, call: Any) -> None:
    """OpenGL 1.5, 2.6.1, 2.7, 2.8, 3.5.1, 4.2.3, 4.3.2."""
    assert error_of(call) == error


def test_parameters_reach_the_program() -> None:
    gl = drawing("!!VP1.0 MOV o[HPOS],v[0];MOV o[COL0],c[90];END")
    gl.ProgramParameter4fNV(VP, 90, 0.2, 0.4, 0.6, 1)
    triangle(gl)
    assert pixel(gl) == (51, 102, 153, 255)
    gl.ProgramParameter4fNV(VP, 90, 0.6, 0.4, 0.2, 1)
    triangle(gl)
    assert pixel(gl) == (153, 102, 51, 255)


def test_arb_programs_draw_with_their_parameters() -> None:
    """ARB_vertex_program 2.14.1, ARB_fragment_program 3.11.1, NV_gpu_program4 2.14.1."""
    gl = drawing("")
    text = "MOV result.position,vertex.position;ADD result.color,program.env[300],program.local[2];END"
    gl.ProgramStringARB(VP, ASCII, f"!!ARBvp1.0 {text}".replace("300", "200"))
    gl.ProgramStringARB(FP, ASCII, "!!ARBfp1.0 MUL result.color,fragment.color,program.env[300];END")
    gl.Enable(VP)
    gl.Enable(FP)
    gl.ProgramEnvParameter4fARB(VP, 200, 0.4, 0, 0, 0)
    gl.ProgramLocalParameter4fARB(VP, 2, 0, 0.4, 0, 1)
    gl.ProgramEnvParameter4fARB(FP, 300, 1, 0.5, 1, 1)
    triangle(gl)
    assert pixel(gl) == (102, 51, 0, 255)
    gl.ProgramStringARB(
        VP, ASCII,
        "!!NVvp4.0 MOV result.position,vertex.position;"
        "I2F result.color,program.local[2];END",
    )  # fmt: skip
    gl.ProgramLocalParameterI4iNV(VP, 2, 1, 1, 0, 1)
    triangle(gl)
    assert pixel(gl) == (255, 128, 0, 255)


def arrays(gl: Context) -> None:
    gl.EnableClientState(enums.VERTEX_ATTRIB_ARRAY0_NV)
    gl.VertexAttribPointerNV(0, 2, enums.SHORT, 0, np.array(CORNERS, np.int16))


def test_elements_come_from_generic_then_conventional_arrays() -> None:
    """NV_vertex_program 2.14.3: else the current value."""
    gl = drawing("!!VP1.0 MOV o[HPOS],v[0];MOV o[COL0],v[3];END")
    arrays(gl)
    gl.Color3f(1, 0, 0)
    gl.ColorPointer(3, enums.UNSIGNED_BYTE, 0, [[0, 255, 0]] * 3)
    gl.VertexAttribPointerNV(3, 4, enums.UNSIGNED_BYTE, 0, [[0, 0, 255, 255]] * 3)
    gl.DrawArrays(enums.TRIANGLES, 0, 3)
    assert pixel(gl) == (255, 0, 0, 255)
    gl.EnableClientState(enums.COLOR_ARRAY)
    gl.DrawArrays(enums.TRIANGLES, 0, 3)
    assert pixel(gl) == (0, 255, 0, 255)
    gl.EnableClientState(enums.VERTEX_ATTRIB_ARRAY3_NV)
    gl.DrawArrays(enums.TRIANGLES, 0, 3)
    assert pixel(gl) == (0, 0, 255, 255)
    # Without the program NV's enable does not count.
    gl.Disable(VP)
    gl.EnableVertexAttribArrayARB(0)
    gl.DrawArrays(enums.TRIANGLES, 0, 3)
    assert pixel(gl) == (0, 255, 0, 255)


@pytest.mark.parametrize(
    ("type", "given", "dtype"),
    [
        (enums.SHORT, 1, np.int16), (enums.FLOAT, 1, np.float32), (enums.DOUBLE, 1, np.float64),
        (enums.UNSIGNED_BYTE, 255, np.uint8),
    ],
)  # fmt: skip
def test_types_and_strides(type: int, given: int, dtype: Any) -> None:
    """NV_vertex_program 2.14.3: unsigned bytes are fractions, all else is as it is."""
    gl = drawing()
    arrays(gl)
    gl.EnableClientState(enums.VERTEX_ATTRIB_ARRAY6_NV)
    memory = np.zeros((3, 6), dtype)
    memory[:, 1:5] = given, 0, given, given
    item = memory.itemsize
    gl.VertexAttribPointerNV(6, 4, type, 6 * item, (memory, item))
    gl.DrawArrays(enums.TRIANGLES, 0, 3)
    assert pixel(gl) == (255, 0, 255, 255)
    gl.VertexAttribPointerNV(6, 4, type, 6 * item, (memory.tobytes(), item))
    memory[:] = 0
    gl.DrawArrays(enums.TRIANGLES, 0, 3)
    assert pixel(gl) == (255, 0, 255, 255)


def test_memory_is_read_when_it_is_drawn() -> None:
    """OpenGL 1.5, 2.8."""
    gl = drawing()
    arrays(gl)
    gl.EnableClientState(enums.VERTEX_ATTRIB_ARRAY6_NV)
    colors = np.zeros((3, 4), np.float32)
    gl.VertexAttribPointerNV(6, 4, enums.FLOAT, 0, colors)
    colors[:] = 0, 1, 0, 1
    gl.DrawArrays(enums.TRIANGLES, 0, 3)
    assert pixel(gl) == (0, 255, 0, 255)


@pytest.mark.parametrize(
    "pointer", [np.zeros((3, 4)), np.zeros((2, 4), np.float32), b"", None, (b"abcd", 99)]
)
def test_memory_that_is_not_there(pointer: Any) -> None:
    gl = drawing()
    arrays(gl)
    gl.EnableClientState(enums.VERTEX_ATTRIB_ARRAY6_NV)
    gl.VertexAttribPointerNV(6, 4, enums.FLOAT, 0, pointer)
    with pytest.raises(InputError, match="attribute 6"):
        gl.DrawArrays(enums.TRIANGLES, 0, 3)


def test_elements_by_number_and_one_by_one() -> None:
    """OpenGL 1.5, 2.8: DrawElements, DrawRangeElements, ArrayElement."""
    for call in (
        lambda gl: gl.DrawElements(enums.TRIANGLES, enums.UNSIGNED_BYTE, [1, 2, 3]),
        lambda gl: gl.DrawRangeElements(enums.TRIANGLES, 1, 3, enums.UNSIGNED_SHORT, np.array([3, 1, 2])),
        lambda gl: (gl.Begin(enums.TRIANGLES), [gl.ArrayElement(i) for i in (1, 2, 3)], gl.End()),
        lambda gl: gl.DrawArrays(enums.TRIANGLES, 1, 3),
    ):
        gl = drawing()
        gl.EnableClientState(enums.VERTEX_ATTRIB_ARRAY0_NV)
        gl.EnableClientState(enums.VERTEX_ATTRIB_ARRAY6_NV)
        gl.VertexAttribPointerNV(0, 2, enums.FLOAT, 0, [(9, 9), *CORNERS])
        gl.VertexAttribPointerNV(6, 4, enums.UNSIGNED_BYTE, 0, [[0] * 4] + [[255, 102, 0, 255]] * 3)
        call(gl)
        assert pixel(gl) == (255, 102, 0, 255)


@pytest.mark.parametrize("call", ["DrawArrays", "DrawElements"])
def test_vertices_have_the_numbers_of_their_elements(call: str) -> None:
    """NV_vertex_program4 2.X.3.2: vertex.id."""
    gl = drawing("")
    text = "MOV result.position,vertex.position;I2F r.x,vertex.id.x;MUL result.color,r.x,{0.2};END"
    gl.ProgramStringARB(VP, ASCII, f"!!NVvp4.0 TEMP r;{text}")
    gl.Enable(VP)
    gl.Enable(enums.CULL_FACE)  # of which there is none here
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.VertexPointer(2, enums.FLOAT, 0, [(9, 9)] * 3 + [(0, 0)])
    if call == "DrawArrays":
        gl.DrawArrays(enums.POINTS, 3, 1)
    else:
        gl.DrawElements(enums.POINTS, enums.UNSIGNED_INT, [3])
    pixels = gl.ReadPixels(0, 0, 4, 4, enums.RGBA, enums.UNSIGNED_BYTE)
    assert pixels[..., 0].max() == 153


def test_without_an_array_of_positions_it_draws_all_the_same() -> None:
    """docs/semantics.md; NV_vertex_program 2.14.3 has ArrayElement make no vertex."""
    gl = drawing("!!VP1.0 MOV o[HPOS],v[6];MOV o[COL0],v[3];END")
    gl.EnableClientState(enums.VERTEX_ATTRIB_ARRAY6_NV)
    gl.VertexAttribPointerNV(6, 2, enums.SHORT, 0, np.array([[-1, -1], [3, -1], [-1, 3]], np.int16))
    gl.DrawArrays(enums.TRIANGLES, 0, 3)
    assert pixel(gl) == (255, 255, 255, 255)


def test_clearing_and_culling() -> None:
    gl = drawing("!!VP1.0 MOV o[HPOS],v[0];MOV o[COL0],v[3];END")
    gl.ClearColor(0.2, 2, -1, 1)
    gl.Clear(enums.COLOR_BUFFER_BIT)
    assert pixel(gl) == (51, 255, 0, 255)
    gl.Enable(enums.CULL_FACE)
    gl.CullFace(enums.FRONT)
    triangle(gl)
    assert pixel(gl) == (51, 255, 0, 255)
    gl.FrontFace(enums.CW)
    triangle(gl)
    assert pixel(gl) == (255, 255, 255, 255)
    # A depth that is cleared alone leaves the colours.
    gl.Enable(enums.DEPTH_TEST)
    gl.ClearDepth(0)
    gl.ClearColor(0, 0, 0, 0)
    gl.Clear(enums.DEPTH_BUFFER_BIT)
    gl.Color3f(1, 0, 0)
    triangle(gl)
    assert pixel(gl) == (255, 255, 255, 255)
