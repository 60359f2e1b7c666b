"""DispatchCompute (ARB_compute_shader, Errors; NV_compute_program5 2.X) and the memory it leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import context, error_of
from generation5 import ASCII, COMPUTE, PROGRAMS, loaded

from nvrender.api import Context, enums
from nvrender.source import InputError

SB, IB, AB = enums.SHADER_STORAGE_BUFFER, enums.DISPATCH_INDIRECT_BUFFER, enums.ARRAY_BUFFER
#: Each invocation writes its number in the dispatch and adds 1 to a counter, which it finds by address.
NUMBERS = """!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 4;
STORAGE numbers[] = { program.storage[1] };
PARAM counter = program.local[0];
TEMP here, index, rest;
MUL.U index.x, invocation.groupid.y, invocation.groupcount.x;
ADD.U index.x, index.x, invocation.groupid.x;
MAD.U index.x, index.x, 4, invocation.localindex.x;
SHL.U here.x, index.x, 2;
STB.U32 index, numbers[here.x];
ATOM.ADD.U32 rest, 1, counter.x;
END"""


def counting(backend: str = "oracle") -> Context:
    gl = Context(backend=backend, size=(4, 4), raise_errors=True)
    loaded(gl, COMPUTE, NUMBERS)
    gl.BindBufferBase(SB, 1, 1)
    gl.BufferData(SB, np.full(40, 77, np.uint32), enums.DYNAMIC_COPY)
    gl.BindBuffer(AB, 2)
    gl.BufferData(AB, np.array([5, 100, 6], np.uint32), enums.DYNAMIC_COPY)
    gl.MakeBufferResidentNV(AB, enums.READ_WRITE)
    address = gl.GetBufferParameterui64vNV(AB, enums.BUFFER_GPU_ADDRESS_NV)
    gl.ProgramLocalParameterI4uiNV(COMPUTE, 0, address + 4, 0, 0, 0)
    return gl


def words(gl: Context, target: int, count: int) -> list[int]:
    found: list[int] = gl.GetBufferSubData(target, 0, 4 * count).view(np.uint32).tolist()
    return found


def test_groups_run_and_what_they_write_stays() -> None:
    gl = counting()
    gl.DispatchCompute(3, 2, 1)
    assert words(gl, SB, 25) == [*range(24), 77] and words(gl, AB, 3) == [5, 124, 6]
    gl.DispatchCompute(1, 1, 2)
    assert words(gl, AB, 3) == [5, 132, 6] and gl.faults == 0


@pytest.mark.parametrize("groups", [(0, 1, 1), (1, 0, 1), (1, 1, 0)])
def test_no_groups_do_nothing(groups: tuple[int, int, int]) -> None:
    """ARB_compute_shader 5.X: if any is 0."""
    gl = counting()
    gl.DispatchCompute(*groups)
    assert words(gl, AB, 3) == [5, 100, 6]


def test_groups_are_counted_in_a_buffer() -> None:
    gl = counting()
    gl.BindBuffer(IB, 9)
    assert gl.GetIntegerv(enums.DISPATCH_INDIRECT_BUFFER_BINDING) == 9
    gl.BufferData(IB, np.array([9, 2, 3, 1], np.uint32), enums.STATIC_DRAW)
    gl.DispatchComputeIndirect(4)
    assert words(gl, AB, 3) == [5, 124, 6] and words(gl, SB, 24) == list(range(24))


def test_buffers_that_are_seen_twice_are_one() -> None:
    """NV_shader_storage_buffer_object 2.X.3.Y: a buffer that is bound and resident, and bound twice."""
    gl = Context(backend="oracle", raise_errors=True)
    text = """!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 1;
STORAGE low[] = { program.storage[0] };
STORAGE high[] = { program.storage[3] };
TEMP t, a;
LDB.U32 t, low[32];
ADD.U t.x, t.x, 1;
STB.U32 t, high[4];
MOV.U a.x, program.local[0].x;
LOAD.U32 t, a.x;
STB.U32 t, low[0];
END"""
    loaded(gl, COMPUTE, text)
    gl.BindBufferBase(SB, 0, 1)
    gl.BufferData(SB, np.arange(16, dtype=np.uint32), enums.DYNAMIC_COPY)
    gl.BindBufferRange(SB, 3, 1, 32, 8)
    gl.MakeBufferResidentNV(SB, enums.READ_ONLY)
    address = gl.GetBufferParameterui64vNV(SB, enums.BUFFER_GPU_ADDRESS_NV)
    gl.ProgramLocalParameterI4uiNV(COMPUTE, 0, address + 36, 0, 0, 0)
    gl.DispatchCompute(1, 1, 1)
    expected = list(range(16))
    expected[9] = expected[0] = 9
    assert words(gl, SB, 16) == expected and gl.faults == 0


@pytest.mark.parametrize(
    ("bound", "expected"),
    [
        (lambda gl: gl.BindBufferBase(SB, 1, 0), 24),
        (lambda gl: gl.BindBufferRange(SB, 1, 1, 0, 16), 20),
        (lambda gl: gl.BindBufferOffsetEXT(SB, 1, 1, 96), 8),
        (lambda gl: gl.BindBufferOffsetEXT(SB, 1, 1, 3200), 24),
        (lambda gl: (gl.BindBuffer(SB, 1), gl.BufferData(SB, 8, enums.STATIC_DRAW)), 22),
        (lambda gl: gl.DeleteBuffers([1]), 24),
    ],
)
def test_what_lies_outside_a_binding_is_left_alone(bound: Callable[[Context], Any], expected: int) -> None:
    """NV_shader_storage_buffer_object 2.X.3.Y; the accesses are counted."""
    gl = counting()
    bound(gl)
    gl.DispatchCompute(6, 1, 1)
    assert gl.faults == expected and words(gl, AB, 3) == [5, 124, 6]


@pytest.mark.parametrize("residency", [
    lambda gl: gl.MakeNamedBufferNonResidentNV(2),
    lambda gl: (gl.MakeNamedBufferNonResidentNV(2), gl.MakeNamedBufferResidentNV(2, enums.READ_ONLY)),
    lambda gl: (gl.MakeNamedBufferNonResidentNV(2), gl.MakeNamedBufferResidentNV(2, enums.WRITE_ONLY)),
    lambda gl: gl.BufferData(AB, np.array([5, 100, 6], np.uint32), enums.STATIC_DRAW),
])  # fmt: skip
def test_what_is_not_resident_that_way_is_left_alone(residency: Callable[[Context], Any]) -> None:
    """NV_shader_buffer_store 2.9; docs/semantics.md: undefined there."""
    gl = counting()
    residency(gl)
    gl.DispatchCompute(1, 1, 1)
    assert words(gl, AB, 3) == [5, 100, 6] and gl.faults == 4


def test_parameters_and_buffers_of_the_target_count() -> None:
    """NV_compute_program5, New Tokens."""
    gl = Context(backend="oracle", raise_errors=True)
    text = """!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 1;
STORAGE out[] = { program.storage[0] };
CBUFFER bytes[] = { program.buffer[2] };
TEMP t;
LDC.F32X2 t, bytes[8];
ADD t, t, program.env[1];
STB.F32X4 t, out[0];
END"""
    loaded(gl, COMPUTE, text)
    gl.ProgramEnvParameter4fARB(COMPUTE, 1, 1, 2, 3, 4)
    gl.BindBufferBaseNV(enums.COMPUTE_PROGRAM_PARAMETER_BUFFER_NV, 2, 1)
    gl.BufferData(
        enums.COMPUTE_PROGRAM_PARAMETER_BUFFER_NV, np.array([0, 0, 10, 20], np.float32), enums.STATIC_DRAW
    )
    gl.BindBufferBase(SB, 0, 2)
    gl.BufferData(SB, 16, enums.STATIC_DRAW)
    gl.DispatchCompute(1, 1, 1)
    assert gl.GetBufferSubData(SB, 0, 16).view(np.float32).tolist() == [11, 22, 3, 4]


def test_textures_are_read() -> None:
    gl = Context(backend="oracle", raise_errors=True)
    text = """!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 2;
STORAGE out[] = { program.storage[0] };
TEMP t, o;
MOV.U t, 0;
MOV.U t.x, invocation.localindex.x;
TXF.F t, t, texture[4], 2D;
SHL.U o.x, invocation.localindex.x, 4;
STB.F32X4 t, out[o.x];
END"""
    loaded(gl, COMPUTE, text)
    gl.ActiveTexture(enums.TEXTURE4)
    gl.BindTexture(enums.TEXTURE_2D, 1)
    gl.TexParameteri(enums.TEXTURE_2D, enums.TEXTURE_MIN_FILTER, enums.NEAREST)
    pixels = np.array([[[255, 0, 51, 255], [0, 255, 102, 0]]], np.uint8)
    gl.TexImage2D(enums.TEXTURE_2D, 0, enums.RGBA8, 2, 1, 0, enums.RGBA, enums.UNSIGNED_BYTE, pixels)
    gl.BindBufferBase(SB, 0, 2)
    gl.BufferData(SB, 32, enums.STATIC_DRAW)
    gl.DispatchCompute(1, 1, 1)
    found = gl.GetBufferSubData(SB, 0, 32).view(np.float32)
    assert found == pytest.approx([1, 0, 0.2, 1, 0, 1, 0.4, 0])


def test_indexed_limits() -> None:
    """ARB_compute_shader, New Implementation Dependent State."""
    gl = context()
    assert [gl.GetIntegeri_v(enums.MAX_COMPUTE_WORK_GROUP_COUNT, axis) for axis in range(3)] == [65535] * 3
    sizes = [gl.GetIntegeri_v(enums.MAX_COMPUTE_WORK_GROUP_SIZE, axis) for axis in range(3)]
    assert sizes == [1024, 1024, 64]


def _buffer(gl: Context, *numbers: int) -> None:
    gl.BindBuffer(IB, 9)
    gl.BufferData(IB, np.array(numbers, np.uint32), enums.STATIC_DRAW)


@pytest.mark.parametrize(
    ("error", "call"),
    [
        *(("INVALID_VALUE", lambda gl, row=row: gl.DispatchCompute(*row))
          for row in ((65536, 1, 1), (1, 65536, 1), (1, 1, 65536), (-1, 1, 1), (2**32, 1, 1))),
        ("", lambda gl: gl.DispatchCompute(65535, 0, 1)),
        ("INVALID_OPERATION", lambda gl: (gl.Disable(COMPUTE), gl.DispatchCompute(1, 1, 1))),
        ("INVALID_OPERATION", lambda gl: (gl.BindProgramARB(COMPUTE, 8), gl.DispatchCompute(1, 1, 1))),
        ("INVALID_OPERATION", lambda gl: (gl.BindProgramARB(COMPUTE, 8), gl.DispatchCompute(0, 0, 0))),
        ("INVALID_VALUE", lambda gl: (_buffer(gl, 1, 1, 1), gl.DispatchComputeIndirect(-4))),
        ("INVALID_VALUE", lambda gl: (_buffer(gl, 0, 0, 0, 0), gl.DispatchComputeIndirect(2))),
        ("INVALID_OPERATION", lambda gl: gl.DispatchComputeIndirect(0)),
        ("INVALID_OPERATION", lambda gl: (_buffer(gl, 1, 1), gl.DispatchComputeIndirect(0))),
        ("INVALID_OPERATION", lambda gl: (_buffer(gl, 1, 1, 1), gl.DispatchComputeIndirect(4))),
        ("INVALID_OPERATION", lambda gl: (
            _buffer(gl, 1, 1, 1), gl.MapBuffer(IB, enums.READ_ONLY), gl.DispatchComputeIndirect(0))),
        ("INVALID_OPERATION", lambda gl: (
            _buffer(gl, 1, 1, 1), gl.Disable(COMPUTE), gl.DispatchComputeIndirect(0))),
        ("INVALID_VALUE", lambda gl: (_buffer(gl, 1, 1, 65536), gl.DispatchComputeIndirect(0))),
        ("", lambda gl: (_buffer(gl, 1, 1, 1), gl.DispatchComputeIndirect(0))),
        ("INVALID_ENUM", lambda gl: gl.GetIntegeri_v(enums.MAX_COMPUTE_SHARED_MEMORY_SIZE, 0)),
        ("INVALID_VALUE", lambda gl: gl.GetIntegeri_v(enums.MAX_COMPUTE_WORK_GROUP_SIZE, 3)),
        ("INVALID_VALUE", lambda gl: gl.GetIntegeri_v(enums.MAX_COMPUTE_WORK_GROUP_COUNT, -1)),
        ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.DispatchCompute(1, 1, 1))),
    ],
)  # fmt: skip
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    def with_program(gl: Context) -> None:
        loaded(gl, COMPUTE, PROGRAMS[COMPUTE])
        call(gl)

    assert error_of(with_program) == error


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_more_invocations_than_would_end(backend: str) -> None:
    """MAX_COMPUTE_WORK_GROUP_COUNT is of each direction; docs/memory.md bounds them together."""
    gl = counting(backend)
    with pytest.raises(InputError, match="a dispatch has 4294967296 at most"):
        gl.DispatchCompute(65535, 65535, 65535)
    gl.DispatchCompute(3, 2, 1)
    assert words(gl, AB, 3) == [5, 124, 6]


def test_a_unit_is_taken_for_one_target() -> None:
    """NV_gpu_program4 2.X.4.4: by the compute program, of which the others know nothing."""

    def call(gl: Context, target: str) -> None:
        loaded(gl, COMPUTE, f"!!NVcp5.0 GROUP_SIZE 1; TEMP t; TEX t, 0, texture[3], {target}; END")
        fragment = "!!NVfp5.0 TEMP t; TEX t, 0, texture[3], 2D; MOV result.color, t; END"
        gl.ProgramStringARB(enums.FRAGMENT_PROGRAM_ARB, ASCII, fragment)
        gl.Enable(enums.FRAGMENT_PROGRAM_ARB)
        gl.DispatchCompute(1, 1, 1)

    assert error_of(lambda gl: call(gl, "RECT")) == "" == error_of(lambda gl: call(gl, "2D"))


def test_a_mapped_storage_buffer() -> None:
    """ARB_vertex_buffer_object 2.8A.1; a resident one may be (NV_shader_buffer_load issue 10)."""
    gl = counting()
    pointer = gl.MapBuffer(AB, enums.READ_WRITE)
    gl.DispatchCompute(1, 1, 1)
    assert pointer.view(np.uint32).tolist() == [5, 104, 6]
    gl.UnmapBuffer(AB)
    assert words(gl, AB, 3) == [5, 104, 6]
    gl = context()
    loaded(gl, COMPUTE, NUMBERS)
    gl.BindBufferBase(SB, 1, 1)
    gl.BufferData(SB, 64, enums.STATIC_DRAW)
    gl.MapBuffer(SB, enums.READ_ONLY)
    gl.DispatchCompute(1, 1, 1)
    assert gl.GetError() == enums.INVALID_OPERATION


def test_dispatches_go_into_lists() -> None:
    """OpenGL 1.5, 5.4 names none of them; buffers are read when the list is called."""
    gl = counting()
    gl.NewList(1, enums.COMPILE)
    gl.DispatchCompute(1, 1, 1)
    gl.DispatchComputeIndirect(0)
    gl.EndList()
    _buffer(gl, 2, 1, 1)
    assert words(gl, AB, 3) == [5, 100, 6]
    gl.CallList(1)
    assert words(gl, AB, 3) == [5, 112, 6]


def test_a_barrier_that_not_all_reach_is_told() -> None:
    """NV_compute_program5 2.X.8, BAR."""
    gl = Context(backend="oracle", raise_errors=True)
    loaded(gl, COMPUTE, "!!NVcp5.0 GROUP_SIZE 4; TEMP t; SLT.S.CC t.x, invocation.localid.x, 2;"
                        "IF NE.x; BAR; ENDIF; END")  # fmt: skip
    with pytest.raises(InputError, match="2 of the 4 invocations"):
        gl.DispatchCompute(1, 1, 1)
