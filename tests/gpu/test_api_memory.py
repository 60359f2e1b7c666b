"""The object model's programs reach memory on the GPU (NV_shader_buffer_store 2.9, NV_compute_program5)."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums

ASCII = gl_enums.PROGRAM_FORMAT_ASCII_ARB
SB, AB, COMPUTE = gl_enums.SHADER_STORAGE_BUFFER, gl_enums.ARRAY_BUFFER, gl_enums.COMPUTE_PROGRAM_NV
#: Moves particles, and counts those that left the frame.
MOVE = """!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 8;
STORAGE places[] = { program.storage[0] };
STORAGE speeds[] = { program.storage[2] };
PARAM counter = program.local[0];
TEMP here, place, speed, out;
SHL.U here.x, invocation.globalid.x, 3;
LDB.F32X2 place, places[here.x];
LDB.F32X2 speed, speeds[here.x];
ADD place.xy, place, speed;
STB.F32X2 place, places[here.x];
SGT.CC out.x, |place.x|, 1;
IF NE.x;
  ATOM.ADD.U32 out, 1, counter.x;
ENDIF;
END"""


def dispatched(gl: Context) -> list[Any]:
    random = np.random.default_rng(5)
    places = random.uniform(-1, 1, (24, 2)).astype(np.float32)
    speeds = random.uniform(-0.5, 0.5, (24, 2)).astype(np.float32)
    gl.ProgramStringARB(COMPUTE, ASCII, MOVE)
    gl.Enable(COMPUTE)
    gl.BindBufferBase(SB, 2, 7)
    gl.BufferData(SB, speeds, gl_enums.STATIC_DRAW)
    gl.BindBufferBase(SB, 0, 5)
    gl.BufferData(SB, places, gl_enums.DYNAMIC_COPY)
    gl.BindBuffer(AB, 3)
    gl.BufferData(AB, np.zeros(3, np.uint32), gl_enums.DYNAMIC_READ)
    gl.MakeBufferResidentNV(AB, gl_enums.READ_WRITE)
    address = gl.GetBufferParameterui64vNV(AB, gl_enums.BUFFER_GPU_ADDRESS_NV)
    gl.ProgramLocalParameterI4uiNV(COMPUTE, 0, address + 8, 0, 0, 0)
    found: list[Any] = []
    for groups in (3, 2, 4):  # 4 is beyond the buffers
        gl.DispatchCompute(groups, 1, 1)
        found += [gl.GetBufferSubData(SB, 0, 192), gl.GetBufferSubData(AB, 0, 12), gl.faults]
    # What the program wrote is drawn, out of the very buffer.
    gl.BindBuffer(AB, 5)
    gl.VertexPointer(2, gl_enums.FLOAT, 0, 0)
    gl.EnableClientState(gl_enums.VERTEX_ARRAY)
    gl.DrawArrays(gl_enums.POINTS, 0, 24)
    found.append(gl.ReadPixels(0, 0, 32, 32, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE))
    return found


def test_dispatches_leave_the_same(context: moderngl.Context) -> None:
    with Context(context, size=(32, 32), raise_errors=True) as gl:
        found = dispatched(gl)
    expected = dispatched(Context(backend="oracle", size=(32, 32), raise_errors=True))
    assert all(np.array_equal(one, other) for one, other in zip(found, expected, strict=True))
    assert expected[1].view(np.uint32)[2] > 2 and expected[-2] > 0 and expected[-1].any()


#: Each fragment counts itself in the resident buffer whose address the vertex program hands on.
VERTEX = """!!NVvp5.0
PARAM table = program.env[0];
TEMP t;
MOV result.position, vertex.position;
LOAD.U32X2 t, table.x;
MOV.U result.texcoord[0], t;
END"""
FRAGMENT = """!!NVfp5.0
OPTION NV_shader_storage_buffer;
STORAGE sums[] = { program.storage[1] };
FLAT ATTRIB counter = fragment.texcoord[0];
TEMP t, column;
ATOM.ADD.U32 t, 1, counter.x;
FLR.S column.x, fragment.position.x;
SHL.U column.x, column.x, 2;
ATOMB.ADD.U32 t, 1, sums[column.x];
MOV result.color, {0, 1, 0, 1};
END"""


def drawn(gl: Context) -> list[Any]:
    for target, text in ((gl_enums.VERTEX_PROGRAM_ARB, VERTEX), (gl_enums.FRAGMENT_PROGRAM_ARB, FRAGMENT)):
        gl.ProgramStringARB(target, ASCII, text)
        gl.Enable(target)
    gl.BindBuffer(AB, 1)
    gl.BufferData(AB, np.array([9, 0, 9], np.uint32), gl_enums.DYNAMIC_READ)
    gl.MakeBufferResidentNV(AB, gl_enums.READ_WRITE)
    counter = gl.GetBufferParameterui64vNV(AB, gl_enums.BUFFER_GPU_ADDRESS_NV) + 4
    gl.BindBuffer(AB, 2)
    gl.BufferData(AB, np.array([counter, 0], np.uint32), gl_enums.STATIC_DRAW)
    gl.MakeBufferResidentNV(AB, gl_enums.READ_ONLY)
    table = gl.GetBufferParameterui64vNV(AB, gl_enums.BUFFER_GPU_ADDRESS_NV)
    gl.ProgramEnvParameterI4uiNV(gl_enums.VERTEX_PROGRAM_ARB, 0, table, 0, 0, 0)
    gl.BindBufferBase(SB, 1, 4)
    gl.BufferData(SB, 4 * 8, gl_enums.DYNAMIC_READ)
    gl.BindBuffer(AB, 1)
    found: list[Any] = []
    for size in (4, 8):
        gl.Viewport(0, 0, size, size)
        gl.Begin(gl_enums.QUADS)
        for corner in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            gl.Vertex2f(*corner)
        gl.End()
        found += [gl.GetBufferSubData(AB, 0, 12).view(np.uint32).tolist(), gl.faults]
        found += [gl.GetBufferSubData(SB, 0, 32).view(np.uint32).tolist()]
        gl.MakeBufferNonResidentNV(AB)
        gl.MakeBufferResidentNV(AB, gl_enums.READ_WRITE)
    gl.MakeBufferNonResidentNV(AB)
    gl.Begin(gl_enums.POINTS)
    gl.Vertex2f(0, 0)
    gl.End()
    return [*found, gl.faults]


def test_draws_leave_the_same(backend: str, context: moderngl.Context) -> None:
    with Context(
        context if backend == "gpu" else None, backend=backend, size=(8, 8), raise_errors=True
    ) as gl:
        found = drawn(gl)
    rows = [4] * 4 + [0] * 4
    assert found == [[9, 16, 9], 0, rows, [9, 80, 9], 0, [row + 8 for row in rows], 1]


def test_a_draw_into_two_buffers_runs_once(backend: str, context: moderngl.Context) -> None:
    """OpenGL 1.5, 4.2.1: only colours are written several times."""
    with Context(
        context if backend == "gpu" else None, backend=backend, size=(8, 8), raise_errors=True
    ) as gl:
        gl.DrawBuffer(gl_enums.FRONT_AND_BACK)
        found = drawn(gl)
        assert found[0] == [9, 16, 9] and found[3] == [9, 80, 9] and found[-1] == 1
        for buffer in (gl_enums.FRONT, gl_enums.BACK):
            gl.ReadBuffer(buffer)
            assert gl.ReadPixels(7, 7, 1, 1, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)[0, 0, 1] == 255


def placed(gl: Context) -> list[Any]:
    """What RasterPos and Bitmap leave in the counter and the sums."""
    drawn(gl)
    gl.MakeBufferResidentNV(AB, gl_enums.READ_WRITE)
    text = VERTEX.replace("MOV.U", "STORE.U32 7, t.x;\nMOV.U")
    gl.ProgramStringARB(gl_enums.VERTEX_PROGRAM_ARB, ASCII, text)
    text = FRAGMENT.replace("FLAT ATTRIB counter = fragment.texcoord[0]", "PARAM counter = program.local[1]")
    gl.ProgramStringARB(gl_enums.FRAGMENT_PROGRAM_ARB, ASCII, text)
    counter = gl.GetBufferParameterui64vNV(AB, gl_enums.BUFFER_GPU_ADDRESS_NV) + 4
    gl.ProgramLocalParameterI4uiNV(gl_enums.FRAGMENT_PROGRAM_ARB, 1, counter, 0, 0, 0)
    gl.PixelStorei(gl_enums.UNPACK_ALIGNMENT, 1)
    found: list[Any] = []
    for enabled in (False, True):
        if enabled:  # whose patches have nothing to do with bitmaps
            text = "!!NVtep5.0 TESS_MODE TRIANGLES; MOV result.position, 0; END"
            gl.ProgramStringARB(gl_enums.TESS_EVALUATION_PROGRAM_NV, ASCII, text)
            gl.Enable(gl_enums.TESS_EVALUATION_PROGRAM_NV)
        gl.RasterPos2f(0, 0)
        found.append(gl.GetBufferSubData(AB, 4, 4).view(np.uint32).tolist())
        gl.Bitmap(3, 2, 0, 0, 0, 0, bytes((0xE0, 0x40)))
        found.append(gl.GetBufferSubData(AB, 4, 4).view(np.uint32).tolist())
        found.append(gl.GetBufferSubData(SB, 0, 32).view(np.uint32).tolist())
    return found


def test_the_raster_position_is_a_vertex_and_bitmaps_are_fragments(
    backend: str, context: moderngl.Context
) -> None:
    """OpenGL 1.5, 2.13 and 3.7: stores and atomics have their effects."""
    with Context(
        context if backend == "gpu" else None, backend=backend, size=(8, 8), raise_errors=True
    ) as gl:
        found = placed(gl)
    assert found == [
        [7], [11], [12, 12, 12, 13, 9, 10, 9, 8], [7], [11], [12, 12, 12, 13, 10, 12, 10, 8],
    ]  # fmt: skip


def test_a_draw_without_memory_after_one_with(backend: str, context: moderngl.Context) -> None:
    with Context(
        context if backend == "gpu" else None, backend=backend, size=(8, 8), raise_errors=True
    ) as gl:
        drawn(gl)
        before, faults = gl.GetBufferSubData(AB, 0, 12).tolist(), gl.faults
        gl.Disable(gl_enums.FRAGMENT_PROGRAM_ARB)
        text = "!!NVvp5.0 MOV result.position, vertex.position; MOV result.color, {0, 0, 1, 1}; END"
        gl.ProgramStringARB(gl_enums.VERTEX_PROGRAM_ARB, ASCII, text)
        gl.Begin(gl_enums.POINTS)
        gl.Vertex2f(0.125, 0.125)
        gl.End()
        assert gl.ReadPixels(4, 4, 1, 1, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE).tolist() == [
            [[0, 0, 255, 255]]
        ]
        assert gl.GetBufferSubData(AB, 0, 12).tolist() == before and gl.faults == faults


def test_memory_that_stays_the_same_is_not_sent_again(
    context: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    from nvrender.gpu.resources import memory_buffer

    sent: list[int] = []
    original = memory_buffer.MemoryBuffer.__init__

    def counted(self: Any, *arguments: Any) -> None:
        sent.append(1)
        original(self, *arguments)

    monkeypatch.setattr(memory_buffer.MemoryBuffer, "__init__", counted)
    with Context(context, size=(8, 8), raise_errors=True) as gl:
        drawn(gl)
        count = len(sent)
        for _ in range(3):
            gl.Begin(gl_enums.POINTS)
            gl.Vertex2f(0, 0)
            gl.End()
        assert len(sent) == count
        gl.BindBuffer(AB, 2)
        gl.BufferSubData(AB, 4, b"\0\0\0\0")
        gl.Begin(gl_enums.POINTS)
        gl.Vertex2f(0, 0)
        gl.End()
        assert len(sent) == count + 1 and gl.faults == 5
