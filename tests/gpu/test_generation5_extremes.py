"""What is as large as a program of generation 5 may have it does run, on both sides.

The numbers are those of the specifications' tables of implementation-dependent state.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.gl.patches import Patch

BACKENDS = pytest.mark.parametrize("backend", ["oracle", "gpu"])


def words(found: npt.NDArray[Any]) -> list[int]:
    column: list[int] = found.view(np.uint32)[:, 0].tolist()
    return column


@BACKENDS
def test_parameters_and_buffers(backend: str) -> None:
    """NV_parameter_buffer_object: 16384 words, 4096 vectors, of eight binding points each."""
    text = """!!NVvp5.0
BUFFER b[] = { program.buffer[7] };
BUFFER4 v[] = { program.buffer[6] };
BUFFER range[] = { program.buffer[0..5] };
PARAM env[] = { program.env[0..700] };
PARAM local[] = { program.local[700..1000] };
TEMP i;
MOV.S i, vertex.attrib[0];
MOV.U result.attrib[0], b[i.x];
MOV.U result.attrib[1], v[i.y];
MOV.U result.attrib[2], env[i.z];
MOV.U result.attrib[3], local[i.w];
MOV.U result.attrib[4], range[5][i.x];
END"""
    index = np.array([[16383, 4095, 700, 300], [16384, 4096, 701, 301], [0, 0, 0, 0]], np.int32)
    parameters: dict[str, Any] = {
        f"program.buffer[{bank}]": np.arange(16384, dtype=np.uint32) + 100000 * bank for bank in range(8)
    }
    parameters["program.env[0..700]"] = np.arange(701 * 4, dtype=np.uint32).reshape(-1, 4) + 7
    parameters["program.local[700..1000]"] = np.arange(301 * 4, dtype=np.uint32).reshape(-1, 4) + 9
    found = nvrender.run(text, {0: index}, parameters=parameters, backend=backend)
    assert words(found["attrib[0]"]) == [716383, 0, 700000]
    assert words(found["attrib[1]"]) == [616380, 0, 600000]
    assert words(found["attrib[2]"]) == [2807, 0, 7] and words(found["attrib[3]"]) == [1209, 0, 9]
    assert words(found["attrib[4]"]) == [516383, 0, 500000]


@BACKENDS
def test_storage_buffers_of_the_largest_size(backend: str) -> None:
    """ARB_shader_storage_buffer_object: MAX_SHADER_STORAGE_BLOCK_SIZE, 2^24 bytes; eight binding points."""
    text = """!!NVvp5.0
OPTION NV_shader_storage_buffer;
STORAGE s[] = { program.storage[7] };
TEMP i;
MOV.U i, vertex.attrib[0];
LDB.U32 result.attrib[0], s[i.x];
LDB.U32 result.attrib[1], s[16777212];
END"""
    whole = np.zeros(2**22, np.uint32)
    whole[-1] = 77
    index = np.array([[2**24 - 4], [2**24], [2**24 - 2]], np.uint32)
    found = nvrender.run(text, {0: index}, storage={7: whole}, backend=backend)
    assert (
        words(found["attrib[0]"]) == [77, 0, 0]
        and words(found["attrib[1]"]) == [77] * 3
        and found.faults == 2
    )


@BACKENDS
def test_subroutine_parameters_and_numbers(backend: str) -> None:
    """ARB_shader_subroutine: 1024 parameters, numbers below 256."""
    text = """!!NVvp5.0
SUBROUTINETYPE T { low, high };
SUBROUTINE T v = program.subroutine[1023];
SUBROUTINE T w[] = { program.subroutine[0..1] };
main: MOV result.attrib[0], 0; MOV result.attrib[1], 0; CALI v; CALI w[1]; RET;
low SUBROUTINENUM(0): MOV result.attrib[0], 1; RET;
high SUBROUTINENUM(255): MOV result.attrib[1], 1; RET;
END"""
    for chosen, wanted in (({"v": "high"}, (1, 1)), ({"v": "high", "w[1]": "high"}, (0, 1)), ({}, (1, 0))):
        found = nvrender.run(text, count=1, subroutines=chosen, backend=backend)
        assert (found["attrib[0]"][0, 0], found["attrib[1]"][0, 0]) == wanted


@BACKENDS
@pytest.mark.parametrize(
    ("size", "groups"),
    [
        ("1024", (3, 1, 1)),
        ("1 1024", (1, 3, 1)),
        ("1 16 64", (1, 1, 3)),
        ("1", (65535, 1, 1)),
        ("1", (1, 1, 65535)),
    ],
)
def test_work_groups(size: str, groups: tuple[int, int, int], backend: str) -> None:
    """ARB_compute_shader: 1024, 1024 and 64 by direction, 1024 in all; 65535 groups in each direction."""
    text = (
        f"!!NVcp5.0\nGROUP_SIZE {size};\nTEMP t, d;\nATOM.ADD.U32 d, {{1}}, 65536;\n"
        "ADD.U t, invocation.globalid, invocation.localindex.x;\nATOM.MAX.U32 d, t, 65540;\n"
        "ATOM.MAX.U32 d, t.y, 65544;\nATOM.MAX.U32 d, t.z, 65548;\nEND"
    )
    memory = nvrender.Memory({"a": np.zeros(4, np.uint32)})
    left = nvrender.run(text, groups=groups, memory=memory, backend=backend).memory["a"].tolist()
    x, y, z = (*map(int, size.split()), 1, 1)[:3]
    each = x * y * z
    last = [groups[0] * x - 1, groups[1] * y - 1, groups[2] * z - 1]
    assert left == [each * groups[0] * groups[1] * groups[2], *(each - 1 + number for number in last)]


@BACKENDS
def test_patches_and_geometry(backend: str) -> None:
    """MAX_PATCH_VERTICES 32, MAX_PROGRAM_PATCH_ATTRIBS_NV 30, MAX_GEOMETRY_PROGRAM_INVOCATIONS_NV 32."""
    control = """!!NVtcp5.0 VERTICES_OUT 32;
INT TEMP i; ATTRIB p = vertex.attrib[15];
SUB.S i, 31, primitive.invocation;
MOV result.attrib[15], p[i.x]; MOV result.patch.attrib[29], vertex.out[31].attrib[15];
END"""
    rows = np.arange(64 * 4, dtype=np.float32).reshape(64, 4)
    made = nvrender.run(control, {"attrib[15]": rows}, patch=Patch(32), backend=backend)
    assert made["attrib[15]"].tolist() == [*rows[31::-1].tolist(), *rows[:31:-1].tolist()]
    assert made["patch.attrib[29]"].tolist() == [rows[0].tolist(), rows[32].tolist()]
    geometry = """!!NVgp5.0 INVOCATIONS 32; PRIMITIVE_IN PATCHES; PRIMITIVE_OUT POINTS; VERTICES_OUT 128;
TEMP i; MOV.U i, 0; REP.S {128};
MAD.U result.attrib[0].x, primitive.invocation.x, 128, i.x; MOV result.attrib[0].y, vertex[31].attrib[1].x;
EMIT; ADD.U i, i, 1; ENDREP; END"""
    found = nvrender.run(geometry, {"attrib[1]": rows[:32]}, patch=Patch(32), backend=backend)["attrib[0]"]
    assert words(found) == list(range(32 * 128)) and (found[:, 1] == 124).all()


@BACKENDS
def test_streams_offsets_and_units(backend: str) -> None:
    """MAX_VERTEX_STREAMS 4; texel offsets of -8 to 7, those of gathers -32 to 31; sixteen texture units."""
    streams = """!!NVgp5.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 4;
TEMP i; MOV.S i, 3; REP.S {4}; MOV.S result.attrib[0], i; EMITS i.x; SUB.S i, i, 1; ENDREP; END"""
    found = nvrender.run(streams, {"position": np.zeros((1, 4), np.float32)}, backend=backend)
    assert [words(stream["attrib[0]"]) for stream in found.streams] == [[0], [1], [2], [3]]
    texture = nvrender.Texture("1D", (np.arange(80, dtype=np.float32),), "LUMINANCE")
    wide = nvrender.Texture("2D", (np.arange(80, dtype=np.float32).reshape(1, 80),), "LUMINANCE",
                            min_filter="NEAREST", mag_filter="NEAREST")  # fmt: skip
    text = """!!NVvp5.0
TEMP c; MOV.S c, 0; MOV.S c.x, 40;
TXF result.attrib[0], c, texture[15], 1D, (-8);
TXF result.attrib[1], c, texture[15], 1D, (7);
TXGO result.attrib[2], {0.5, 0.5, 0, 0}, {-32, 31, 0, 0}, {0, 0, 0, 0}, texture[14], 2D;
END"""
    found = nvrender.run(text, count=1, textures={15: texture, 14: wide}, backend=backend)
    assert found["attrib[0]"][0, 0] == 32 and found["attrib[1]"][0, 0] == 47
    assert found["attrib[2]"][0].tolist() == [7, 70, 39, 39]


@BACKENDS
def test_depths_of_blocks_and_calls(backend: str) -> None:
    """NV_gpu_program4, Table X.21: 48 levels of IF, four of REP, four of calls."""
    text = "".join(
        ["!!NVvp5.0\nTEMP n; INT TEMP i;\nmain: MOV.S.CC i, 1; MOV n, 0;\n"]
        + ["IF GT.x;\n"] * 48 + ["ADD n, n, 1;\n"] + ["ENDIF;\n"] * 48
        + ["REP.S {2};\n"] * 4 + ["ADD n, n, 1;\n"] + ["ENDREP;\n"] * 4
        + ["CAL a;\nMOV result.attrib[0], n;\nRET;\n"]
        + [f"{one}: CAL {two};\nRET;\n" for one, two in ("ab", "bc", "cd")] + ["d: ADD n, n, 100;\nRET;\nEND"]
    )  # fmt: skip
    assert nvrender.run(text, count=1, backend=backend)["attrib[0]"][0, 0] == 1 + 16 + 100
