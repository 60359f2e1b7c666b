"""The same calls of nvrender.api on the GPU and on the oracle give the same picture."""

from __future__ import annotations

from collections.abc import Callable

import moderngl
import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums
from nvrender.api.draw import screen

SIZE = (48, 40)
VP, FP, GP = gl_enums.VERTEX_PROGRAM_NV, gl_enums.FRAGMENT_PROGRAM_ARB, gl_enums.GEOMETRY_PROGRAM_NV
TRANSFORMED = "".join(f"DP4 o[HPOS].{axis},c[{row}],v[0];" for row, axis in enumerate("xyzw"))


def immediate(gl: Context) -> None:
    """NV_vertex_program 2.14.5: tracked matrices, vertices one by one, an array with strides."""
    gl.LoadProgramNV(VP, 1, f"!!VP1.0 {TRANSFORMED} MUL o[COL0],v[3],c[8];END")
    gl.LoadProgramNV(gl_enums.VERTEX_STATE_PROGRAM_NV, 2, "!!VSP1.0 MUL c[8],v[0],v[0].w;END")
    gl.BindProgramNV(VP, 1)
    gl.Enable(VP)
    gl.TrackMatrixNV(VP, 0, gl_enums.MODELVIEW_PROJECTION_NV, gl_enums.IDENTITY_NV)
    gl.ExecuteProgramNV(gl_enums.VERTEX_STATE_PROGRAM_NV, 2, (1.6, 1.2, 0.8, 0.5))
    gl.MatrixMode(gl_enums.PROJECTION)
    gl.Frustum(-1, 1, -1, 1, 2, 9)
    gl.MatrixMode(gl_enums.MODELVIEW)
    gl.Translatef(0, 0, -4)
    for turn in range(3):
        gl.PushMatrix()
        gl.Rotatef(120 * turn, 0, 0.3, 1)
        gl.Begin(gl_enums.QUADS)
        for x, y in ((0.2, 0.2), (1.6, 0.3), (1.5, 1.4), (0.1, 1.7)):
            gl.Color3f(x / 2, y / 2, turn / 2)
            gl.Vertex2f(x, y)
        gl.End()
        gl.PopMatrix()
    memory = np.array([[-1, -1, 0, 1, 1, 0], [1, -1, 0, 0, 1, 1], [0, 0.5, 0.5, 1, 0, 1]], np.float32)
    gl.EnableClientState(gl_enums.VERTEX_ATTRIB_ARRAY0_NV)
    gl.EnableClientState(gl_enums.VERTEX_ATTRIB_ARRAY3_NV)
    gl.VertexAttribPointerNV(0, 3, gl_enums.FLOAT, 24, memory)
    gl.VertexAttribPointerNV(3, 3, gl_enums.FLOAT, 24, (memory, 12))
    gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)


def conventional(gl: Context) -> None:
    """Without programs: OpenGL 1.5, 2.10; depth test, culling and a clear of depths alone."""
    gl.Enable(gl_enums.DEPTH_TEST)
    gl.Enable(gl_enums.CULL_FACE)
    gl.Scalef(0.9, 0.9, 0.9)
    gl.Begin(gl_enums.TRIANGLE_STRIP)
    for step in range(7):
        gl.Color4ub(40 * step, 255 - 30 * step, 90, 255)
        gl.Vertex3f(step / 3 - 1, 0.4 - (step % 2) * 1.2, step / 8)
    gl.End()
    gl.Color3f(1, 1, 1)
    gl.Begin(gl_enums.POLYGON)
    for corner in ((-0.5, -0.5), (0.6, -0.4), (0.5, 0.6), (-0.4, 0.4)):
        gl.Vertex3f(*corner, 0.4)
    gl.End()
    gl.Clear(gl_enums.DEPTH_BUFFER_BIT)
    gl.Color3d(0.5, 0, 0.5)
    gl.Begin(gl_enums.TRIANGLES)
    for corner in ((-0.2, -0.9), (0.9, -0.2), (0.1, 0.1)):
        gl.Vertex3f(*corner, 0.9)
    gl.End()


def stages(gl: Context) -> None:
    """ARB_fragment_program and NV_geometry_program4 around NVvp4.0, with parameters of all kinds."""
    ascii_ = gl_enums.PROGRAM_FORMAT_ASCII_ARB
    gl.ProgramStringARB(
        VP, ascii_,
        "!!NVvp4.0 TEMP r; I2F r,program.local[1]; MOV result.position,vertex.position;"
        "MUL result.color,vertex.color,r;END",
    )  # fmt: skip
    gl.ProgramStringARB(
        GP, ascii_,
        "!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;"
        + "".join(
            f"ADD result.position,vertex[{i}].position,program.env[0];"
            f"MOV result.color,vertex[{i}].color; EMIT;"
            for i in range(3)
        )
        + "END",
    )  # fmt: skip
    gl.ProgramStringARB(FP, ascii_, "!!ARBfp1.0 MUL result.color,fragment.color,program.env[700];END")
    gl.ProgramLocalParameterI4iNV(VP, 1, 1, 0, 1, 1)
    gl.ProgramEnvParameter4fARB(GP, 0, 0.3, -0.2, 0, 0)
    gl.ProgramEnvParameters4fvEXT(FP, 699, [[9, 9, 9, 9], [0.5, 1, 0.75, 1]])
    for target in (VP, GP, FP):
        gl.Enable(target)
    gl.Begin(gl_enums.TRIANGLE_FAN)
    for corner in ((0, 0), (0.7, 0), (0.5, 0.6), (-0.4, 0.7), (-0.8, -0.3)):
        gl.Color3f(abs(corner[0]), 1, abs(corner[1]))
        gl.Vertex2f(*corner)
    gl.End()


def lit(gl: Context) -> None:
    """OpenGL 1.5, 2.14, 3.10, 2.11, 4.1.7: two lights, a clip plane, fog, blending, drawn by elements."""
    gl.MatrixMode(gl_enums.PROJECTION)
    gl.Frustum(-1, 1, -1, 1, 2, 9)
    gl.MatrixMode(gl_enums.MODELVIEW)
    gl.Translatef(0, 0, -4)
    for cap in (gl_enums.LIGHTING, gl_enums.LIGHT0, gl_enums.LIGHT1, gl_enums.FOG, gl_enums.BLEND,
                gl_enums.NORMALIZE, gl_enums.CLIP_PLANE0):  # fmt: skip
        gl.Enable(cap)
    gl.Lightfv(gl_enums.LIGHT0, gl_enums.POSITION, (1, 1, 2, 1))
    gl.Lightfv(gl_enums.LIGHT1, gl_enums.DIFFUSE, (0.2, 0.9, 0.1, 1))
    gl.Lightfv(gl_enums.LIGHT1, gl_enums.POSITION, (-1, 0, 1, 0))
    gl.Materialfv(gl_enums.FRONT_AND_BACK, gl_enums.DIFFUSE, (0.9, 0.7, 0.5, 0.6))
    gl.Materialfv(gl_enums.FRONT, gl_enums.SPECULAR, (1, 1, 1, 1))
    gl.Materialf(gl_enums.FRONT, gl_enums.SHININESS, 12)
    gl.BlendFunc(gl_enums.SRC_ALPHA, gl_enums.ONE_MINUS_SRC_ALPHA)
    gl.Fogi(gl_enums.FOG_MODE, gl_enums.LINEAR)
    gl.Fogf(gl_enums.FOG_END, 8)
    gl.Fogfv(gl_enums.FOG_COLOR, (0.1, 0.2, 0.3, 1))
    gl.ClipPlane(gl_enums.CLIP_PLANE0, (-1, -1, 0, 1.2))
    steps = np.linspace(0, 1, 9)
    u, v = (each.reshape(-1) for each in np.meshgrid(steps * 2 - 1, steps * 2 - 1))
    z = 0.5 - (u * u + v * v) / 2
    places = np.stack([u, v, z], axis=1).astype(np.float32)
    gl.EnableClientState(gl_enums.VERTEX_ARRAY)
    gl.EnableClientState(gl_enums.NORMAL_ARRAY)
    gl.VertexPointer(3, gl_enums.FLOAT, 0, places)
    gl.NormalPointer(gl_enums.FLOAT, 0, np.stack([u, v, np.ones(81)], axis=1).astype(np.float32))
    corner = (np.arange(8)[:, None] * 9 + np.arange(8)).reshape(-1, 1)
    gl.DrawElements(gl_enums.QUADS, gl_enums.UNSIGNED_SHORT, corner + np.array([0, 1, 10, 9]))


def windows(gl: Context) -> None:
    """OpenGL 1.5, 2.10.1, 4.1.2, 4.2.3: viewports, a scissor box, clears of a part, by masks."""
    gl.Enable(gl_enums.DEPTH_TEST)
    for number, box in enumerate(((2, 3, 20, 15), (-9, 15, 30, 50), (20, -4, 60, 30))):
        gl.Viewport(*box)
        gl.DepthRange(number / 4, 1)
        gl.Begin(gl_enums.TRIANGLES)
        for x, y, z in ((-1.5, -1.2, -0.5), (1.4, -1, 0.5), (0.1, 1.7, 0.9)):
            gl.Color3f(abs(x) / 2, abs(y) / 2, number / 2)
            gl.Vertex3f(x, y, z)
        gl.End()
    gl.Enable(gl_enums.SCISSOR_TEST)
    gl.Scissor(10, 10, 20, 40)
    gl.ColorMask(True, False, True, False)
    gl.ClearColor(0, 1, 0.5, 0.3)
    gl.Clear(gl_enums.COLOR_BUFFER_BIT | gl_enums.DEPTH_BUFFER_BIT)
    gl.Viewport(0, 0, 48, 40)
    gl.Begin(gl_enums.QUADS)
    for x, y in ((-0.5, -0.5), (0.6, -0.4), (0.5, 0.3), (-0.4, 0.4)):
        gl.Color3f(1, 1, 1)
        gl.Vertex3f(x, y, 0.99)
    gl.End()


def integers(gl: Context) -> None:
    """NV_vertex_program4 2.7: integers, current, in arrays and of each vertex; floats read as words."""
    gl.ProgramStringARB(
        VP, gl_enums.PROGRAM_FORMAT_ASCII_ARB,
        "!!NVvp4.0 TEMP r,s; AND.U r,vertex.attrib[1],255; I2F.U r,r; SHR.S s,vertex.attrib[6],8;"
        "I2F.S s,s; MUL r,r,0.00392156862745098; MAD result.color,s,{0.01,-0.004,0.003,0},r;"
        "MOV result.position,vertex.position;END",
    )  # fmt: skip
    gl.Enable(VP)
    gl.VertexAttribI4uiEXT(1, 0xFF800010, 0x7F800120, 90, 255)
    gl.VertexAttribI3iEXT(6, 3000, -20000, -5000)
    gl.Begin(gl_enums.TRIANGLES)
    for corner in ((-1, -1), (0, -1), (-1, 1)):
        gl.VertexAttrib2fvARB(0, corner)
    for number, corner in enumerate(((0, -1), (1, -1), (0, 1))):
        gl.VertexAttribI4ivEXT(1, (-50 * number, 60 * number, 200, -1))
        gl.VertexAttribI4svEXT(6, (30 * number, -3000, 700 * number, -1))
        gl.Vertex2fv(corner)
    gl.End()
    gl.VertexAttrib4fARB(6, 1.5, 0, 0, 0)
    gl.EnableVertexAttribArrayARB(0)
    gl.EnableVertexAttribArrayARB(1)
    memory = np.array([[0, 0, 200, 250], [1, 0, 100, 3], [0, 1, -30, 90]], np.int16)
    gl.VertexAttribPointerARB(0, 2, gl_enums.SHORT, False, 8, memory)
    gl.VertexAttribIPointerEXT(1, 2, gl_enums.SHORT, 8, (memory, 4))
    gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)


def patch(height: float) -> np.ndarray:
    """(3, 4, 3) control points of a sheet that is raised in its middle."""
    u, v = np.meshgrid(np.linspace(-1, 1, 3), np.linspace(-1, 1, 4), indexing="ij")
    return np.stack([u, v, height * (1 - u * u) * (1 - v * v)], axis=2)


def listed(gl: Context) -> None:
    """OpenGL 1.5, 5.1 and 5.4: lists of lists of a lit surface, of arrays; NV_vertex_program 5.1."""
    gl.MatrixMode(gl_enums.PROJECTION)
    gl.Frustum(-1, 1, -1, 1, 2, 9)
    gl.MatrixMode(gl_enums.MODELVIEW)
    gl.Map2f(gl_enums.MAP2_VERTEX_3, 0, 1, 12, 3, 0, 1, 3, 4, patch(2))
    gl.Map2f(gl_enums.MAP2_COLOR_4, 0, 1, 4, 2, 0, 1, 4, 1, [1, 0.2, 0.1, 1, 0.2, 1, 0.4, 1])
    gl.MapGrid2f(7, 0, 1, 5, 0, 1)
    arrow = np.array([(-0.5, 0, 0), (0.5, 0, 0), (0, 0.8, 0)], np.float32)
    gl.NewList(1, gl_enums.COMPILE)
    gl.PushAttrib(gl_enums.ENABLE_BIT)
    for cap in (gl_enums.LIGHTING, gl_enums.LIGHT0, gl_enums.COLOR_MATERIAL, gl_enums.AUTO_NORMAL,
                gl_enums.MAP2_VERTEX_3, gl_enums.MAP2_COLOR_4):  # fmt: skip
        gl.Enable(cap)
    gl.EvalMesh2(gl_enums.FILL, 0, 7, 0, 5)
    gl.PopAttrib()
    gl.EndList()
    gl.NewList(2, gl_enums.COMPILE)
    gl.EnableClientState(gl_enums.VERTEX_ARRAY)
    gl.VertexPointer(3, gl_enums.FLOAT, 0, arrow)
    gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
    gl.EndList()
    gl.DisableClientState(gl_enums.VERTEX_ARRAY)
    arrow[:] = 0
    gl.NewList(3, gl_enums.COMPILE)
    gl.PushMatrix()
    gl.Translatef(-0.4, 0.3, -3)
    gl.Rotatef(35, 1, 1, 0)
    gl.CallList(1)
    gl.PopMatrix()
    gl.Translatef(0.6, 0.4, -2.5)
    for turn in range(3):
        gl.Color3f(turn / 2, 0.5, 1)
        gl.Rotatef(50, 0, 0, 1)
        gl.CallList(2)
    gl.EndList()
    gl.CallLists(gl_enums.UNSIGNED_BYTE, b"\x03")
    gl.LoadProgramNV(VP, 1, "!!VP1.0 MOV o[HPOS],v[0];MOV o[COL0],v[5];END")
    gl.BindProgramNV(VP, 1)
    gl.Enable(VP)
    gl.Map1f(gl_enums.MAP1_VERTEX_ATTRIB0_4_NV, 0, 1, 4, 3,
             [-0.9, -0.8, 0, 1, 0, 0.4, 0, 1, 0.9, -0.8, 0, 1])  # fmt: skip
    gl.Map1f(gl_enums.MAP1_VERTEX_ATTRIB5_4_NV, 0, 1, 4, 2, [0, 1, 0, 1, 1, 0, 0, 1])
    gl.Enable(gl_enums.MAP1_VERTEX_ATTRIB0_4_NV)
    gl.Enable(gl_enums.MAP1_VERTEX_ATTRIB5_4_NV)
    gl.MapGrid1f(12, 0, 1)
    gl.PointSize(4)
    gl.EvalMesh1(gl_enums.POINT, 0, 12)


def buffered(gl: Context) -> None:
    """OpenGL 1.5, 2.9: interleaved vertices and indices in buffer objects, one of them mapped and changed."""
    form = np.dtype([("place", np.float32, 3), ("color", np.uint8, 4), ("shade", np.int16, 2)])
    vertices = np.zeros(9, form)
    steps = np.arange(9)
    vertices["place"] = np.stack([np.cos(steps) * 0.9, np.sin(steps) * 0.8, steps / 20], axis=1)
    vertices["color"] = np.stack([steps * 28, 255 - steps * 20, steps * 9 + 40, steps * 0 + 255], axis=1)
    gl.BindBuffer(gl_enums.ARRAY_BUFFER, 1)
    gl.BufferData(gl_enums.ARRAY_BUFFER, vertices, gl_enums.STATIC_DRAW)
    gl.VertexPointer(3, gl_enums.FLOAT, form.itemsize, 0)
    gl.ColorPointer(4, gl_enums.UNSIGNED_BYTE, form.itemsize, 12)
    for array in (gl_enums.VERTEX_ARRAY, gl_enums.COLOR_ARRAY):
        gl.EnableClientState(array)
    gl.BindBuffer(gl_enums.ELEMENT_ARRAY_BUFFER, 2)
    order = np.array([9, 9, 0, 1, 2, 3, 4, 5, 4, 6, 7], np.uint16)
    gl.BufferData(gl_enums.ELEMENT_ARRAY_BUFFER, order, gl_enums.DYNAMIC_DRAW)
    gl.DrawElements(gl_enums.TRIANGLES, gl_enums.UNSIGNED_SHORT, 4, 9)
    gl.MapBuffer(gl_enums.ARRAY_BUFFER, gl_enums.READ_WRITE).view(form)["place"][:, :2] *= -0.6
    gl.UnmapBuffer(gl_enums.ARRAY_BUFFER)
    gl.DrawElements(gl_enums.TRIANGLE_STRIP, gl_enums.UNSIGNED_SHORT, 6, 4)
    gl.BufferSubData(gl_enums.ELEMENT_ARRAY_BUFFER, 0, np.array([8, 2], np.uint16))
    gl.DrawElements(gl_enums.TRIANGLES, gl_enums.UNSIGNED_SHORT, None, 3)


def fragments(gl: Context) -> None:
    """NV_fragment_program 3.11 and 5.7: parameters by name and number, that change between draws."""
    gl.LoadProgramNV(VP, 1, "!!VP1.0 MOV o[HPOS],v[0];MOV o[COL0],v[3];MOV o[TEX0],v[8];END")
    gl.BindProgramNV(VP, 1)
    gl.Enable(VP)
    target = gl_enums.FRAGMENT_PROGRAM_NV
    gl.LoadProgramNV(
        target, 2,
        "!!FP1.0 DECLARE tint={1,0.5,0.25,1};DECLARE slope=0.5;MULC RC.x,f[TEX0].x,slope;MOV H0,f[COL0];"
        "MUL H0.xyz(GT.x),H0,tint;ADD o[COLH],H0,p[5];END",
    )  # fmt: skip
    gl.BindProgramNV(target, 2)
    gl.Enable(target)
    gl.ProgramLocalParameter4fARB(target, 5, 0, 0.1, 0.2, 0)
    for number in range(3):
        gl.ProgramNamedParameter4fNV(2, "slope", number - 1, 0, 0, 0)
        if number == 2:
            gl.ProgramNamedParameter4fvNV(2, "tint", (0.2, 1, 0.3, 0))
        gl.Begin(gl_enums.TRIANGLES)
        for x, y in ((-0.9, -0.9), (-0.1, -0.8), (-0.4, 0.7)):
            gl.Color3f(abs(x), abs(y), 0.8)
            gl.TexCoord1f(x + 0.5)
            gl.Vertex2f(x + 0.5 * number, y + 0.1 * number)
        gl.End()


def limits(gl: Context) -> None:
    """NV_geometry_program4 2.14.6.4: a strip that is longer the more vertices may be emitted."""
    gl.ProgramStringARB(
        GP, gl_enums.PROGRAM_FORMAT_ASCII_ARB,
        "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3; TEMP r,c;"
        "MOV r,vertex[0].position; MOV c,vertex[0].color; REP.S 6; MOV result.position,r;"
        "MOV result.color,c; EMIT; ADD r.xy,r,{0.24,0.3}; MUL r.y,r,-1; ADD c,c,{0.1,-0.1,0.05,0}; ENDREP;"
        "END",
    )  # fmt: skip
    gl.Enable(GP)
    for number, limit in enumerate((None, 4, 6, 2)):
        if limit is not None:
            gl.ProgramVertexLimitNV(GP, limit)
        gl.Begin(gl_enums.POINTS)
        gl.Color3f(0.2, 1, 0.3 * number)
        gl.Vertex2f(-0.95 + 0.1 * number, -0.8 + 0.3 * number)
        gl.End()


#: Of each letter seven rows of eight bits, the bottom one first.
FONT = {
    "N": (0x41, 0x43, 0x45, 0x49, 0x51, 0x61, 0x41),
    "V": (0x08, 0x14, 0x14, 0x22, 0x22, 0x41, 0x41),
    "1": (0x1C, 0x08, 0x08, 0x08, 0x28, 0x18, 0x08),
}


def written(gl: Context) -> None:
    """OpenGL 1.5, 2.13, 3.7 and 5.4: words are lists of bitmaps, parts of them behind a triangle."""
    gl.PixelStorei(gl_enums.UNPACK_ALIGNMENT, 1)
    for letter, rows in FONT.items():
        gl.NewList(1000 + ord(letter), gl_enums.COMPILE)
        gl.Bitmap(8, 7, 0, 0, 9, 0, bytes(rows))
        gl.EndList()
    gl.PixelStorei(gl_enums.UNPACK_ALIGNMENT, 4)
    gl.ListBase(1000)
    gl.Enable(gl_enums.DEPTH_TEST)
    gl.Enable(gl_enums.FOG)
    gl.Fogfv(gl_enums.FOG_COLOR, (1, 1, 0, 1))
    gl.Fogf(gl_enums.FOG_DENSITY, 0.7)
    gl.Begin(gl_enums.TRIANGLES)
    for step, corner in enumerate(((-0.9, -0.9, -0.5), (0.9, -0.9, 0.5), (0, 0.9, 0.9))):
        gl.Color3f(step / 2, 0.3, 1 - step / 2)
        gl.Vertex3f(*corner)
    gl.End()
    gl.Translatef(-0.7, 0, 0)
    for line in range(4):
        gl.Color3f(line / 3, 1, 1 - line / 3)
        gl.RasterPos3f(0, line / 2.5 - 0.7, 0.3)
        gl.CallLists(gl_enums.UNSIGNED_BYTE, b"NV1")
    gl.RasterPos3f(0, 5, 0)
    gl.CallLists(gl_enums.UNSIGNED_BYTE, b"NV")


@pytest.mark.parametrize(
    "calls",
    [
        immediate,
        conventional,
        stages,
        lit,
        listed,
        windows,
        integers,
        buffered,
        fragments,
        limits,
        written,
    ],
)
def test_gpu_and_oracle_draw_alike(context: moderngl.Context, calls: Callable[[Context], None]) -> None:
    pictures = []
    for backend in ("oracle", "gpu"):
        with Context(context if backend == "gpu" else None, backend=backend, size=SIZE,
                     raise_errors=True) as gl:  # fmt: skip
            gl.ClearColor(0.1, 0.2, 0.3, 1)
            gl.Clear(gl_enums.COLOR_BUFFER_BIT | gl_enums.DEPTH_BUFFER_BIT)
            calls(gl)
            pixels = gl.ReadPixels(0, 0, *SIZE, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)
            pictures.append(pixels.astype(int))
    oracle, gpu = pictures
    assert len(np.unique(oracle.reshape(-1, 4), axis=0)) > 10
    assert (np.abs(oracle - gpu).max(axis=2) > 2).sum() <= 2


def test_programs_that_are_drawn_with_again_after_others(
    context: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many programs there are, few stay linked."""
    monkeypatch.setattr(screen, "PIPELINES", 2)
    with Context(context, size=(4, 4), raise_errors=True) as gl:
        gl.Enable(VP)
        for number in (1, 2, 3, 1, 3):
            gl.LoadProgramNV(VP, number, f"!!VP1.0 MOV o[HPOS],v[0];MOV o[COL0],c[{number}];END")
            gl.BindProgramNV(VP, number)
            gl.ProgramParameter4fNV(VP, number, number / 5, 0, 0, 1)
            gl.Begin(gl_enums.TRIANGLES)
            for corner in ((-1, -1), (3, -1), (-1, 3)):
                gl.Vertex2f(*corner)
            gl.End()
            pixels = gl.ReadPixels(1, 1, 1, 1, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)
            assert pixels.tolist() == [[[51 * number, 0, 0, 255]]]


def test_its_own_context_is_released() -> None:
    with Context(size=(8, 8)) as gl:
        gl.ClearColor(1, 0, 0, 1)
        gl.Clear(gl_enums.COLOR_BUFFER_BIT)
        assert gl.ReadPixels(3, 3, 1, 1, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE).tolist() == [
            [[255, 0, 0, 255]]
        ]


def test_pixels_are_read_where_another_context_is_current(foreign_context: moderngl.Context) -> None:
    with Context(size=(4, 4), raise_errors=True) as gl:
        for color in ((1, 0, 0, 1), (0, 1, 0, 1)):
            gl.ClearColor(*color)
            gl.Clear(gl_enums.COLOR_BUFFER_BIT)
            with foreign_context:
                found = gl.ReadPixels(0, 0, 1, 1, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)
            assert found.tolist() == [[[255 * number for number in color]]]
