"""Which accesses by GPU address are valid, however many buffers there are (NV_gpu_program5 2.X.4.5)."""

from __future__ import annotations

import moderngl
import numpy as np
import pytest

import nvrender
from nvrender.gl.inputs.global_memory import Memory
from nvrender.gpu.resources.memory_buffer import MemoryBuffer
from nvrender.source import TargetError

BACKENDS = pytest.mark.parametrize("backend", ["oracle", "gpu"])
ACCESSES = ("READ_WRITE", "READ_ONLY", "WRITE_ONLY")
#: Each invocation at an address of its own: four in a page, the last of them over the end of a buffer.
EVERYWHERE = """!!NVvp5.0
TEMP a, t, u;
MUL.U a.x, vertex.id.x, 1020;
ADD.U a.x, a.x, 65536;
LOAD.U32 t.x, a.x;
AND.U a.y, a.x, 0xfffffff0;
LOAD.U32X4 u, a.y;
ADD.U t.y, u.x, u.w;
ATOM.ADD.U32 t.z, {5}, a.x;
ADD.U a.z, a.x, 4;
STORE.U32 vertex.id, a.z;
AND.U a.z, a.x, 0xfffffff8;
STORE.U32X2 t, a.z;
MOV.U result.attrib[0], t;
END"""


def _memory(count: int) -> Memory:
    """``count`` buffers, each with a size and a way to be reached of its own."""
    random = np.random.default_rng(count)
    sizes = {f"b{number}": 4 * int(random.integers(1, 1500)) for number in range(count)}
    arrays = {name: random.integers(1, 2**31, size // 4).astype(np.uint32) for name, size in sizes.items()}
    return Memory(arrays, access={name: ACCESSES[place % 3] for place, name in enumerate(arrays)})


@pytest.mark.parametrize("count", [1, 4, 5, 16, 17, 33, 100])
def test_as_many_buffers_as_there_are(count: int) -> None:
    memory = _memory(count)
    last = list(memory.buffers)[-1]
    invocations = (memory.address(last) + memory.buffers[last].nbytes - 65536) // 1020 + 20
    expected, found = (
        nvrender.run(EVERYWHERE, memory=memory, count=invocations, backend=backend)
        for backend in ("oracle", "gpu")
    )
    assert expected.faults > invocations
    assert found.faults == expected.faults
    assert np.array_equal(found["attrib[0]"].view(np.uint32), expected["attrib[0]"].view(np.uint32))
    for name in memory.buffers:
        assert np.array_equal(found.memory[name], expected.memory[name]), name
    readable = [name for name in memory.buffers if memory.readable(name) and memory.writable(name)]
    assert not np.array_equal(expected.memory[readable[0]], memory.buffers[readable[0]])


def test_more_buffers_than_a_uniform_block_has_room_for(context: moderngl.Context) -> None:
    count = context.info["GL_MAX_UNIFORM_BLOCK_SIZE"] // 16
    memory = Memory({f"b{number}": np.zeros(1, np.uint32) for number in range(count)})
    message = (
        rf"^{count} buffers with GPU addresses take a uniform block of \d+ bytes, and those here have \d+$"
    )
    with pytest.raises(TargetError, match=message):
        MemoryBuffer(context, memory)


OPERATIONS = {
    "ADD": "{7}", "AND": "{7}", "OR": "{7}", "XOR": "{7}", "EXCH": "{7}", "MIN": "{7}", "MAX": "{7}",
    "IWRAP": "{7}", "DWRAP": "{7}", "CSWAP": "{0, 7}",
}  # fmt: skip


@BACKENDS
@pytest.mark.parametrize("operation", OPERATIONS)
def test_invalid_atomics_find_zeros_and_leave_them(backend: str, operation: str) -> None:
    """2.X.8, ATOM: what is returned of such is undefined; here it is 0 (docs/semantics.md)."""
    program = (
        "!!NVvp5.0\nTEMP a, b, c;\n"
        f"ATOM.{operation}.U32 a.x, {OPERATIONS[operation]}, 4;\n"
        f"ATOM.{operation}.U32 a.y, {OPERATIONS[operation]}, 4;\n"
        "LOAD.U32X4 b, 16;\nLOAD.U32 a.z, 4;\n"
        "MOV.U result.attrib[0], a;\nMOV.U result.attrib[1], b;\nEND"
    )
    memory = Memory({"a": np.full(8, 9, np.uint32)})
    results = nvrender.run(program, memory=memory, count=3, backend=backend)
    assert not results["attrib[0]"][:, :3].any() and not results["attrib[1]"].any()
    assert results.faults == 3 * 4 and (results.memory["a"] == 9).all()


@BACKENDS
def test_invalid_stores_are_not_found_by_invalid_loads(backend: str) -> None:
    """Every size, whether the address is never resident or misaligned."""
    stores = "".join(
        f"STORE.{modifier} {{5, 6, 7, 8}}, {address};\nLOAD.{modifier} t, {address};\nOR.U r, r, t;\n"
        for modifier in ("U8", "U16", "U32", "U32X2", "U32X4", "F16X4")
        for address in (48, 70001, 65570)
    )
    wide = "STORE.U64X4 {1, 2, 3, 4}, 64;\nLOAD.U64X4 l, 64;\nUP64 r, l;\nUP64 t, l.zwzw;\nOR.U r, r, t;\n"
    head = "!!NVvp5.0\nOPTION NV_gpu_program5_mem_extended;\nTEMP r, t;\nLONG TEMP l;\n"
    program = f"{head}{wide}{stores}MOV.U result.attrib[0], r;\nEND"
    memory = Memory({"a": np.full(8, 9, np.uint32)})
    results = nvrender.run(program, memory=memory, count=2, backend=backend)
    assert not results["attrib[0]"].any() and (results.memory["a"] == 9).all()
    assert results.faults == 2 * (2 + 2 * 18)


@BACKENDS
@pytest.mark.parametrize("numerics", ["exact", "fast"])
def test_a_work_group_counts_the_faults_of_those_that_end_early(backend: str, numerics: str) -> None:
    program = """!!NVcp5.0
GROUP_SIZE 8;
SHARED_MEMORY 16;
SHARED s[] = { program.sharedmem };
TEMP r;
main:
LOAD.U32 r, 3;
CAL more;
MOV.U.CC r.x, invocation.localindex.x;
IF EQ.x;
LDS.U32 r, s[2];
RET;
ENDIF;
SLT.U.CC r.x, invocation.localindex.x, 4;
RET (NE.x);
STORE.U32 {1}, 65600;
RET;
more:
ATOM.ADD.U32 r, {1}, 2;
RET;
END"""
    memory = Memory({"a": np.zeros(8, np.uint32)})
    results = nvrender.run(program, memory=memory, groups=(3, 1, 1), backend=backend, numerics=numerics)
    assert results.faults == 3 * (8 + 8 + 1 + 4)
