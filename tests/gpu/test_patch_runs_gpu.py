"""Tessellation programs over arrays: the GPU against the oracle (NV_tessellation_program5 2.X.5)."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.gl.patches import Patch
from nvrender.program import Program
from nvrender.source import TargetError

RANDOM = np.random.default_rng(7)
POSITIONS = RANDOM.random((12, 4), np.float32)
COLORS = RANDOM.random((12, 3), np.float32)
COORDINATES = RANDOM.random((5, 3), np.float32)
CONTROL = """!!NVtcp5.0 OPTION NV_shader_storage_buffer; VERTICES_OUT %d; TEMP t, s, a[3]; INT TEMP i;
UINT TEMP u; LONG TEMP l; STORAGE words[] = { program.storage[0] };
CBUFFER constants[] = { program.buffer[0] };
ATTRIB p = vertex.position; ATTRIB c[] = { vertex.texcoord[0..2] }; ATTRIB o = vertex.out.attrib[0];
OUTPUT r[] = { result.attrib[4..6] }; OUTPUT q[] = { result.patch.attrib[4..6] };
PARAM m = program.local[0]; MOV.S i, primitive.invocation; %s END"""
EVALUATION = """!!NVtep5.0 OPTION NV_shader_storage_buffer; TESS_MODE %s; TEMP t, s, a[3]; INT TEMP i;
STORAGE words[] = { program.storage[0] }; CBUFFER constants[] = { program.buffer[0] };
ATTRIB p = vertex.position; ATTRIB c[] = { vertex.texcoord[0..2] };
ATTRIB q[] = { primitive.patch.attrib[4..6] }; PARAM m = program.local[0]; MOV.S i, primitive.id; %s END"""
GIVEN: dict[str, Any] = {
    "attributes": {
        "position": POSITIONS,
        "color": COLORS,
        "texcoord[0]": POSITIONS[::-1],
        "texcoord[1]": COLORS[:, :2],
        "texcoord[2]": np.arange(48, dtype=np.int32).reshape(12, 4),
        "fogcoord": COLORS[:, :1],
    },
    "parameters": {
        "program.local[0]": (0.5, 2.0, 3.0, 1.0),
        "program.buffer[0]": np.arange(9, dtype=np.uint32),
    },
    "storage": {0: np.zeros(16, np.uint32)},
}


def same(
    context: moderngl.Context, program: Program, given: dict[str, Any], count: int | None = None
) -> nvrender.Results:
    """What both sides find; bit for bit, memory too."""
    oracle = nvrender.run(program, **given)
    gpu = nvrender.run(program, backend="gpu", context=context, **given)
    assert list(oracle) == list(gpu) and len(oracle)
    for name, array in oracle.items():
        np.testing.assert_array_equal(words(gpu[name]), words(array), err_msg=name)
    for binding, array in oracle.storage.items():
        np.testing.assert_array_equal(gpu.storage[binding], array)
    assert gpu.faults == oracle.faults
    return oracle


def words(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The words; NaN is NaN."""
    return np.where(np.isnan(array), np.uint32(0x7FC00000), array.view(np.uint32))


def controlled(context: moderngl.Context, body: str, vertices: int = 3, **given: Any) -> nvrender.Results:
    program = nvrender.load(CONTROL % (vertices, body))
    return same(context, program, {**GIVEN, **given})


@pytest.mark.parametrize(
    "body",
    [
        "MOV result.position, p[i.x]; MOV result.color, vertex[1].color; "
        "MOV result.fogcoord, vertex[2].fogcoord;",
        "MOV result.attrib[0], c[i.x][2]; MOV result.attrib[1], c[2][i.x]; "
        "MOV result.attrib[2], c[i.x][i.x + 1];",
        "MOV result.attrib[0], p[i.x + 2]; MOV result.attrib[1], vertex[31].position; MOV.S result.id.x, i;",
        "MOV.S result.attrib[0].x, primitive.id; MOV.S result.attrib[0].y, primitive.vertexcount.x;"
        "MOV.S result.attrib[0].z, primitive.invocation.x; MUL result.position, p[i.x], m.y;",
        "MOV result.patch.tessouter[0], 3; MOV result.patch.tessinner[1], m; "
        "MOV result.patch.attrib[3], p[1];",
        "MOV result.attrib[0], p[i.x]; ADD.S i.y, i.x, 1; MOD.S i.y, i.y, 3; "
        "ADD result.attrib[1], o[i.y], m;",
        "MOV result.attrib[0], p[i.x]; MOV result.attrib[0], o[1]; ADD result.attrib[0], o[0], o[2];",
        "I2F t, i.x; MOV result.patch.attrib[0], t; MOV result.patch.attrib[0].y (TR), 7;"
        "ADD result.patch.attrib[0], primitive.out.patch.attrib[0], t; MOV result.attrib[0],"
        "primitive.out.patch.attrib[0];",
        "MOV r[i.x], p[0]; MOV q[i.x], p[i.x]; MOV r[i.x + 1], p[i.x]; MOV q[i.x + 2], 4;"
        "MOV result.attrib[0], vertex.out[1].attrib[5]; MOV result.attrib[1], primitive.out.patch.attrib[5];",
        "MOV a[i.x], p[i.x]; MOV t, a[i.x]; MOV result.attrib[0], t; ADD t, t, a[1]; "
        "MOV result.attrib[1], t;",
        "LDC.U32 t, constants[8]; MOV result.attrib[0], t; LDC.F32X2 t, constants[i.x]; "
        "MOV result.attrib[1], t;",
        "RCP t, 0; SUB t, t, t; MOV result.position, t; MOV result.patch.tessouter[0], t.x;",
        "MOV.F64 l, 3; ADD.F64 l, l, m; MOV t, l; MOV result.attrib[0], t; PK64.U l, t; UP64.U t, l;"
        "MOV result.attrib[1], t;",
        "MOV.S.NTC u, i.x; RET (FL); MOV.U result.attrib[0], u;",
    ],
)
def test_straight_control_programs(context: moderngl.Context, body: str) -> None:
    controlled(context, body)


@pytest.mark.parametrize(
    "body",
    [
        "MOV.S.CC i.y, i.x; IF EQ.y; MOV result.patch.attrib[0], 1; ELSE; MOV result.attrib[0],"
        "primitive.out.patch.attrib[0]; MOV result.patch.attrib[0], 2; ENDIF; MOV result.attrib[1],"
        "primitive.out.patch.attrib[0];",
        "MOV result.attrib[0], p[i.x]; SUB.S i.z, 3, i.x; REP.S i.z; ADD result.attrib[0], o[1], 1; ENDREP;"
        "MOV result.attrib[1], o[2];",
        "MOV.S i.w, 0; REP; ADD.S i.w, i.w, 1; SUB.S.CC i.z, i.w, i.x; BRK (GT.z); MOV.S.CC i.z, i.x;"
        "CONT (EQ.z); ADD result.patch.attrib[0], primitive.out.patch.attrib[0], 1; ENDREP;"
        "MOV result.attrib[0], primitive.out.patch.attrib[0];",
        "MOV.S.CC i.y, i.x; RET (EQ.y); MOV result.attrib[0], p[i.x]; MOV result.patch.attrib[1], i;"
        "MOV result.attrib[1], o[1]; RET (GT.y); MOV result.attrib[2], 3;".replace("[1], i;", "[1], p[i.x];"),
        "MOV.S i.y, 4; REP; SUB.S.CC i.y, i.y, 1; BRK (LE.y); IF GT.y; ADD t, t, 1; ENDIF; ENDREP;"
        "MOV result.attrib[0], t; MOV result.attrib[1], o[0];",
    ],
)
def test_threads_that_part_share_results(context: moderngl.Context, body: str) -> None:
    """In lockstep; of the two ways of an IF the first comes first (docs/semantics.md)."""
    controlled(context, body)


def test_a_loop_beside_calls_that_are_never_reached(context: moderngl.Context) -> None:
    """Nothing is on the stack, whose depth chooses among the counters of a loop (NV_gpu_program4 2.X.5)."""
    body = "MOV result.position, p[i.x]; IF FL1; CAL s; ENDIF; REP.F c[0][0].x; ENDREP; s: CAL s;"
    controlled(context, body)


SUBROUTINES = """!!NVtcp5.0 VERTICES_OUT 4; TEMP t; INT TEMP i, depth; ATTRIB o = vertex.out.attrib[0];
SUBROUTINETYPE kind { plain, odd }; SUBROUTINE kind ways[2] = { program.subroutine[0..1] };
plain SUBROUTINENUM(1): ADD result.attrib[0], o[3], 1; RET;
odd SUBROUTINENUM(2): ADD result.patch.attrib[0], primitive.out.patch.attrib[0], 2; CAL deeper; RET;
deeper: SUB.S.CC depth.x, depth.x, 1; RET (LE.x); ADD result.patch.attrib[1],
primitive.out.patch.attrib[1], 1; CAL deeper; MOV result.attrib[1], primitive.out.patch.attrib[1]; RET;
main: MOV.S i, primitive.invocation; MOV.S depth, i.x; AND.S i.y, i.x, 1; CALI ways[i.y];
MOV result.attrib[2], primitive.out.patch.attrib[0]; MOV.S.CC i.z, i.x; CAL deeper (GT.z);
MOV result.attrib[3], primitive.out.patch.attrib[1]; END"""


@pytest.mark.parametrize("chosen", [{}, {"ways[0]": "odd"}, {"ways[0]": "odd", "ways[1]": "odd"}])
def test_subroutines_in_lockstep(context: moderngl.Context, chosen: dict[str, str]) -> None:
    """RET waits until all have returned; calls by parameter, and recursion."""
    same(context, nvrender.load(SUBROUTINES), {"subroutines": chosen, "patch": Patch(1), "count": 2})


def test_memory_of_one_patch_is_in_order(context: moderngl.Context) -> None:
    """One patch, since patches run at once on a GPU."""
    body = (
        "ATOMB.ADD.U32 t, 1, words[0]; MOV result.attrib[0], t; MOV.S.CC i.y, i.x; IF EQ.y;"
        "ATOMB.ADD.U32 t, 10, words[4]; ELSE; REP.S i.x; ATOMB.ADD.U32 t, 100, words[4]; ENDREP; ENDIF;"
        "MOV result.attrib[1], t; SHL.S i.z, i.x, 2; STB.S32 i, words[i.z + 16]; LDB.S32 t, words[20];"
        "MOV result.attrib[2], t; LDB.U32 t, words[1]; STB.U32 t, words[64];"
    )
    made = controlled(context, body, patch=Patch(12))
    assert made.faults == 6


@pytest.mark.parametrize(
    "body",
    [
        "MOV result.position, vertex.tesscoord; MOV result.attrib[0], p[1]; "
        "MOV result.attrib[1], p[i.x + 1];",
        "MOV result.attrib[0], c[i.x][1]; MOV result.attrib[1], c[i.x][i.x]; MOV result.attrib[2], q[i.x];",
        "MOV result.attrib[0].x, primitive.tessouter[3]; MOV result.attrib[0].y, primitive.tessinner[1].x;"
        "MOV.S result.attrib[1].x, primitive.id.x; MOV.S result.attrib[1].y, primitive.vertexcount.x;"
        "MOV result.attrib[2], primitive.patch.attrib[5]; MOV result.color, vertex[0].color;",
        "MOV t, vertex.tesscoord; MUL s, p[0], t.x; MAD s, p[1], t.y, s; MAD result.position, p[2], t.z, s;"
        "MUL result.attrib[0], s, m;",
        "MOV.S.CC i.y, i.x; IF EQ.y; MOV result.attrib[0], p[1]; RET; ENDIF; REP 3; ADD t, t, p[i.x]; ENDREP;"
        "MOV result.attrib[0], t;",
        "LDC.U32 t, constants[4]; MOV result.attrib[0], t; ATOMB.ADD.U32 t, 3, words[8];",
    ],
)
@pytest.mark.parametrize("mode", ["TRIANGLES", "QUADS"])
def test_evaluation_programs(context: moderngl.Context, mode: str, body: str) -> None:
    attributes = {
        **GIVEN["attributes"],
        "vertex.tesscoord": COORDINATES,
        "primitive.patch.attrib[4]": POSITIONS[:4],
        "primitive.patch.attrib[5]": np.arange(16, dtype=np.int32).reshape(4, 4),
        "primitive.tessinner[1]": [[2], [3], [4], [5]],
    }
    program = nvrender.load(EVALUATION % (mode, body))
    same(context, program, {**GIVEN, "attributes": attributes})


def test_vertices_of_the_primitive_generator(context: moderngl.Context) -> None:
    program = nvrender.load(EVALUATION % ("ISOLINES", "MOV result.position, vertex.tesscoord;"))
    patch = Patch(4, (3.0, 5.0, 1.0, 1.0))
    assert len(same(context, program, {**GIVEN, "patch": patch})["position"]) == 54


def test_no_patches_leave_no_rows(context: moderngl.Context) -> None:
    made = controlled(context, "MOV result.position, 1; MOV result.patch.attrib[1], 1;", patch=Patch(13))
    assert made["position"].shape == made["patch.attrib[1]"].shape == (0, 4)


def test_many_patches(context: moderngl.Context) -> None:
    rows = RANDOM.random((3 * 1000, 4), np.float32)
    body = "MOV result.attrib[0], p[i.x]; ADD result.attrib[1], o[2], p[0]; MOV result.patch.attrib[0], p[2];"
    controlled(context, body, attributes={"position": rows})


def test_threads_that_loop_for_long(context: moderngl.Context) -> None:
    made = controlled(
        context,
        "MOV.S.CC i, i; IF EQ.x; REP; ADD t, t, 1; SUB.CC s.x, t.x, 9000; BRK (GT.x); ENDREP; ENDIF;"
        "MOV result.attrib[0], t; REP.S 9000; ADD t, t, 1; ENDREP; MOV result.attrib[1], t;",
        attributes=None,
    )
    assert made["attrib[0]"][:, 0].tolist() == [9001, 0, 0]
    assert made["attrib[1]"][:, 0].tolist() == [18001, 9000, 9000]


def test_32_threads(context: moderngl.Context) -> None:
    body = "MOV result.attrib[0], p[i.x]; MOV result.attrib[1], o[31]; ADD result.attrib[0], o[0], o[30];"
    controlled(
        context, body, 32, attributes={"position": RANDOM.random((64, 4), np.float32)}, patch=Patch(32)
    )


def test_contexts_without_compute_say_so(context: moderngl.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nvrender.gpu.arrays.patches.supports_compute", lambda context: False)
    with pytest.raises(TargetError, match=r"patches over arrays need OpenGL 4\.3"):
        nvrender.run(nvrender.load("!!NVtcp5.0 VERTICES_OUT 3; END"), backend="gpu", context=context)


NAMES = """
    thread runs blocks stacks depths now deepest record invocation patch_counts place_words place
    kept_results HPOS_made attributes results
""".split()


@pytest.mark.parametrize("name", NAMES)
def test_names_of_the_translation_are_free_for_programs(context: moderngl.Context, name: str) -> None:
    """Of a register, and of the array of results beside it."""
    array = NAMES[NAMES.index(name) - 1]
    text = (
        f"!!NVtcp5.0 VERTICES_OUT 3; TEMP {name}; INT TEMP i; ATTRIB p = vertex.position; "
        f"OUTPUT {array}[] = {{ result.attrib[0..1] }}; MOV.S.CC i, primitive.invocation; IF EQ.x; "
        f"MOV {name}, p[1]; ELSE; MOV {name}, p[2]; MOV {array}[i.x], {name}; ENDIF; "
        f"ADD {array}[0], vertex.out[2].attrib[1], {name}; MOV result.position, {name}; END"
    )
    same(context, nvrender.load(text), {"attributes": GIVEN["attributes"]})


def test_vertices_that_make_no_patch(context: moderngl.Context) -> None:
    """docs/program.md: what is left over makes none."""
    head = "!!NVtcp5.0 VERTICES_OUT 1; ATTRIB given = vertex.attrib[9];"
    text = f"{head} MOV result.attrib[1], given[0]; MOV result.patch.attrib[0], given[0]; END"
    for options in ({}, {"backend": "gpu", "context": context}):
        found = nvrender.run(text, {"attrib[9]": np.ones((2, 4), np.float32)}, **options)  # type: ignore[arg-type]
        assert {name: array.shape for name, array in found.items()} == {
            "attrib[1]": (0, 4),
            "patch.attrib[0]": (0, 4),
        }
