"""Control and evaluation programs on the oracle (NV_tessellation_program5 2.X.3.2, 2.X.3.5, 2.X.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.patches.programs import Patches, control, evaluate
from nvrender.program import Program

_CORNERS = np.arange(24, dtype=np.float32).reshape(6, 4)


def program(body: str, vertices: int = 3) -> Program:
    return nvrender.load(f"!!NVtcp5.0 VERTICES_OUT {vertices}; TEMP t, s; INT TEMP i; {body} END")


def parameters(of: Program) -> npt.NDArray[np.float32]:
    from nvrender.gl.inputs.vertices import parameter_array

    return parameter_array(of, None)


def patches(size: int = 3, vertices: Mapping[str, npt.NDArray[Any]] | None = None) -> Patches:
    """Two patches."""
    ids = np.array([0, 1], np.int32)
    return Patches(size, ids, {"position": _CORNERS} if vertices is None else vertices, {})


def controlled(body: str, vertices: int = 3, given: Patches | None = None) -> Patches:
    loaded = program(body, vertices)
    return control(loaded, patches() if given is None else given, Resources(parameters(loaded)))


def test_threads_read_their_input_patch() -> None:
    """vertex[m] with a constant and a run-time m; outside the patch 0 (Table X.2, docs/semantics.md)."""
    made = controlled(
        "ATTRIB p = vertex.position; MOV.S i, primitive.invocation; MOV result.position, p[i.x];"
        "MOV result.attrib[0], vertex[1].position; MOV result.attrib[1], vertex.in[5].position;"
        "MOV result.attrib[2], p[i.x + 1]; SUB.S i, i, 2; MOV result.attrib[3], p[i.x];"
    )
    np.testing.assert_array_equal(made.vertices["position"], _CORNERS)
    np.testing.assert_array_equal(made.vertices["attrib[0]"], _CORNERS[[1, 1, 1, 4, 4, 4]])
    assert not made.vertices["attrib[1]"].any()
    zero = np.zeros(4, np.float32)
    expected = [_CORNERS[1], _CORNERS[2], zero, _CORNERS[4], _CORNERS[5], zero]
    np.testing.assert_array_equal(made.vertices["attrib[2]"], expected)
    expected = [zero, zero, _CORNERS[0], zero, zero, _CORNERS[3]]
    np.testing.assert_array_equal(made.vertices["attrib[3]"], expected)


def test_arrays_of_attributes_take_the_vertex_first() -> None:
    rows = np.arange(72, dtype=np.float32).reshape(3, 6, 4)
    made = controlled(
        "ATTRIB a[] = { vertex.texcoord[0..2] }; MOV.S i, primitive.invocation;"
        "MOV result.attrib[0], a[i.x][2];"
        "MOV result.attrib[1], a[1][i.x]; MOV result.attrib[2], a[i.x][i.x + 1];",
        given=patches(vertices={f"texcoord[{number}]": rows[number] for number in range(3)}),
    )
    np.testing.assert_array_equal(made.vertices["attrib[0]"], rows[2])
    np.testing.assert_array_equal(made.vertices["attrib[1]"][:3], rows[[0, 1, 2], 1])
    expected = [rows[1, 3], rows[2, 4], np.zeros(4)]
    np.testing.assert_array_equal(made.vertices["attrib[2]"][3:], expected)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("invocation", [0, 1, 2, 3] * 2), ("id", [0] * 4 + [1] * 4), ("vertexcount", [3] * 8)],
)
@pytest.mark.parametrize("prefix", ["primitive", "primitive.in"])
def test_numbers_of_the_primitive(prefix: str, name: str, expected: list[int]) -> None:
    made = controlled(f"MOV.S result.attrib[0], {prefix}.{name}.x;", 4)
    assert made.vertices["attrib[0]"].view(np.int32)[:, 0].tolist() == expected


def test_threads_see_what_others_wrote_before() -> None:
    """In lockstep: each instruction of every thread before the next (2.X.5)."""
    made = controlled(
        "ATTRIB o = vertex.out.attrib[0]; MOV.S i, primitive.invocation; I2F t, i.x;"
        "MOV result.attrib[0], t; ADD.S i.x, i.x, 1; MOD.S i.x, i.x, 3; MOV result.attrib[1], o[i.x];"
        "MOV result.attrib[2], vertex.out[2].attrib[0]; MOV result.attrib[0], 9;"
        "MOV result.attrib[3], vertex.out[0].attrib[0]; MOV result.attrib[4], vertex.out[1].attrib[5];"
    )
    assert made.vertices["attrib[1]"][:, 0].tolist() == [1, 2, 0] * 2
    assert made.vertices["attrib[2]"][:, 0].tolist() == [2] * 6
    assert made.vertices["attrib[3]"][:, 0].tolist() == [9] * 6
    assert not made.vertices["attrib[4]"].any()


def test_the_highest_thread_counts_where_several_write_the_patch() -> None:
    """Undefined in 2.X.5 case (a); docs/semantics.md."""
    made = controlled(
        "MOV.S.CC i, primitive.invocation; I2F t, i.x; ADD t, t, 1; MOV result.patch.attrib[0], t;"
        "MOV result.patch.attrib[1].xy, t; MOV result.patch.tessouter[2], t;"
        "MOV result.patch.attrib[4], primitive.out.tessouter[2]; SUB.S.CC i, i, 1;"
        "MOV result.patch.attrib[2] (LE.x), t; MOV result.patch.attrib[3].w (LT.x), 5;"
        "MOV s, primitive.out.patch.attrib[2]; MOV result.patch.tessinner[1].x, s;"
    )
    assert made.values["patch.attrib[0]"].tolist() == [[3] * 4] * 2
    assert made.values["patch.attrib[1]"].tolist() == [[3, 3, 0, 0]] * 2
    assert made.values["patch.tessouter[2]"][:, 0].tolist() == [3, 3]
    assert made.values["patch.attrib[4]"].tolist() == [[3, 0, 0, 0]] * 2
    assert made.values["patch.attrib[2]"].tolist() == [[2] * 4] * 2
    assert made.values["patch.attrib[3]"].tolist() == [[0, 0, 0, 5]] * 2
    assert made.values["patch.tessinner[1]"][:, 0].tolist() == [2, 2]


def test_a_write_is_under_the_condition_code_as_it_was() -> None:
    """Also where the instruction sets it (NV_gpu_program4 2.X.4.3): thread 2 does not write."""
    made = controlled(
        "MOV.S i, primitive.invocation; I2F t, i.x; SUB.CC s, 1, t; MOV.CC result.patch.attrib[0] (GE.x), -t;"
        "MOV s, primitive.out.patch.attrib[0]; MOV result.attrib[0], s;"
    )
    assert made.values["patch.attrib[0]"].tolist() == [[-1] * 4] * 2
    assert made.vertices["attrib[0]"][:, 0].tolist() == [-1] * 6


def test_flags_of_another_code_decide_nothing() -> None:
    """What set CC1 before leaves the mask of an instruction that sets CC0 alone (NV_gpu_program4 2.X.4.3)."""
    made = controlled(
        "MOV.CC0 s, -1; MOV.CC1 s, 1; MOV.CC0 result.patch.attrib[0].xy (LT0), 2;"
        "MOV s, 0; MOV s.x (GT0.x), 1; MOV s.y (LT0.z), 1; MOV result.attrib[0], s;"
    )
    assert made.values["patch.attrib[0]"].tolist() == [[2, 2, 0, 0]] * 2
    assert made.vertices["attrib[0]"].tolist() == [[1, 1, 0, 0]] * 6


def test_results_of_64_bits_and_of_memory_are_seen() -> None:
    """What instructions of NV_gpu_program5 2.X.8 write, other threads read as well."""
    loaded = nvrender.load(
        "!!NVtcp5.0 VERTICES_OUT 3; LONG TEMP l; TEMP t; CBUFFER b[] = { program.buffer[0] };"
        "MOV.F64 l, 3; ADD.F64 result.attrib[0], l, l; LDC.F32 result.patch.attrib[0].x, b[4];"
        "ADD.F64 result.patch.attrib[1], l, 1; MOV result.attrib[1], vertex.out[2].attrib[0];"
        "MOV result.attrib[2].x, primitive.out.patch.attrib[0];"
        "MOV result.attrib[2].y, primitive.out.patch.attrib[1]; END"
    )
    buffers = {0: np.array([1, 7], np.float32).view(np.uint32)}
    made = control(loaded, patches(), Resources(parameters(loaded), buffers))
    assert made.vertices["attrib[1]"].tolist() == [[6] * 4] * 6
    assert made.vertices["attrib[2]"][:, :2].tolist() == [[7, 4]] * 6


def test_a_write_that_changes_nothing_is_a_write() -> None:
    """Thread 2 writes what was there, over what thread 1 writes in the same instruction."""
    made = controlled(
        "MOV result.patch.attrib[0], 2; MOV.S i, primitive.invocation; I2F t, i.x;"
        "MOV result.patch.attrib[0], t;"
    )
    assert made.values["patch.attrib[0]"].tolist() == [[2] * 4] * 2


def test_reads_come_before_writes_of_one_instruction() -> None:
    """Undefined in 2.X.5 case (b): the reader sees what was before (docs/semantics.md)."""
    made = controlled(
        "ATTRIB o = vertex.out.attrib[0]; MOV.S i, primitive.invocation; I2F result.attrib[0], i.x;"
        "ADD.S i.x, i.x, 1; MOD.S i.x, i.x, 3; MOV result.attrib[0], o[i.x];"
        "MOV result.patch.attrib[0], 7; ADD result.patch.attrib[0], primitive.out.patch.attrib[0], 1;"
    )
    assert made.vertices["attrib[0]"][:, 0].tolist() == [1, 2, 0] * 2
    assert made.values["patch.attrib[0]"].tolist() == [[8] * 4] * 2


def test_the_then_group_runs_first() -> None:
    """With the subroutines it calls (2.X.5 case (c); docs/semantics.md); after ENDIF all go on together."""
    made = controlled(
        "main: MOV.S.CC i, primitive.invocation; IF EQ.x; CAL far; ELSE;"
        "MOV result.attrib[0], primitive.out.patch.attrib[0]; MOV result.patch.attrib[1], 3; ENDIF;"
        "MOV result.attrib[1], primitive.out.patch.attrib[1]; RET; far: MOV result.patch.attrib[0], 5; RET;"
    )
    assert made.vertices["attrib[0]"][:, 0].tolist() == [0, 5, 5] * 2
    assert made.vertices["attrib[1]"][:, 0].tolist() == [3] * 6


def test_loops_wait_for_every_thread() -> None:
    """Those that leave a REP wait behind ENDREP; CONT waits at ENDREP (2.X.5)."""
    made = controlled(
        "INT TEMP n; MOV.S i, primitive.invocation; MOV.S n, 0; MOV t, 0; REP.S 5;"
        "SUB.S.CC s, n, i.x; BRK (EQ.x); ADD.S n, n, 1; ADD t, primitive.out.patch.attrib[0], 1;"
        "MOV result.patch.attrib[0], t; ENDREP; MOV result.attrib[0], primitive.out.patch.attrib[0];"
    )
    assert made.vertices["attrib[0]"][:, 0].tolist() == [2] * 6


def test_results_of_the_patch_are_chosen_at_run_time() -> None:
    made = controlled(
        "OUTPUT o[] = { result.patch.attrib[2..4] }; MOV.S i, primitive.invocation; I2F t, i.x;"
        "ADD t, t, 1; MOV o[i.x], t; ADD.S i, i, 3; MOV o[i.x], 9;"
    )
    assert [made.values[f"patch.attrib[{number}]"][0, 0] for number in (2, 3, 4)] == [1, 2, 3]


def test_what_no_thread_writes_is_0() -> None:
    made = controlled("MOV.S.CC i, 0; MOV result.patch.tessouter[0] (NE.x), 4; MOV result.position.y, 2;")
    assert made.values["patch.tessouter[0]"].tolist() == [[0] * 4] * 2
    assert made.vertices["position"].tolist() == [[0, 2, 0, 0]] * 6


def test_many_patches_do_as_one_by_one() -> None:
    """Patches are not parted where many lanes run in turns."""
    count, body = 9001, (
        "ATTRIB p = vertex.position; MOV.S i, primitive.invocation; MOV result.attrib[0], p[i.x];"
        "IF TR; ADD.S i.x, i.x, 1; ENDIF; MOD.S i.x, i.x, 3; ADD result.attrib[1], vertex.out[2].attrib[0],"
        "p[i.x]; ADD result.patch.attrib[0], vertex.out[0].attrib[0], vertex.out[1].attrib[1];"
    )  # fmt: skip
    rows = np.random.default_rng(1).random((3 * count, 4), np.float32)
    many = Patches(3, np.arange(count, dtype=np.int32), {"position": rows}, {})
    made = controlled(body, given=many)
    each = rows.reshape(count, 3, 4)
    np.testing.assert_array_equal(
        made.vertices["attrib[1]"].reshape(count, 3, 4), each[:, 2:] + np.roll(each, -1, axis=1)
    )
    np.testing.assert_array_equal(made.values["patch.attrib[0]"], each[:, 0] + (each[:, 2] + each[:, 2]))


def test_evaluation_programs_read_patch_and_place() -> None:
    loaded = nvrender.load(
        "!!NVtep5.0 TESS_MODE TRIANGLES; TEMP t; ATTRIB p = vertex.position; INT TEMP i;"
        "MOV t, vertex.tesscoord; MUL result.position, p[0], t.x; MAD result.position, p[1], t.y, t.z;"
        "MOV result.attrib[0].x, primitive.tessouter[1]; MOV result.attrib[0].y, primitive.in.tessinner[0].x;"
        "MOV result.attrib[0].z, primitive.tessouter[1];"
        "MOV result.attrib[1], primitive.patch.attrib[2]; MOV.S result.attrib[2].x, primitive.id.x;"
        "MOV.S result.attrib[2].y, primitive.vertexcount.x; MOV result.attrib[3], vertex.tesscoord;"
        "MOV.S i, primitive.id; MOV result.attrib[4], p[i.x + 2]; END"
    )
    values = {
        "patch.tessouter[1]": np.array([[3, 9, 9, 9], [4, 9, 9, 9]], np.float32),
        "patch.tessinner[0]": np.array([[5, 9, 9, 9], [6, 9, 9, 9]], np.float32),
        "patch.attrib[2]": np.arange(8, dtype=np.float32).reshape(2, 4),
    }
    given = Patches(3, np.array([0, 1], np.int32), {"position": _CORNERS}, values)
    patch = np.array([1, 0, 1], np.int32)
    places = np.array([[1, 0, 0], [0, 1, 0], [0.25, 0.5, 0.25]], np.float32)
    made = evaluate(loaded, given, patch, places, Resources(parameters(loaded)))
    np.testing.assert_allclose(made["position"], [_CORNERS[4] * 0, _CORNERS[1], _CORNERS[4] / 2 + 0.25])
    assert made["attrib[0]"][:, :3].tolist() == [[4, 6, 0], [3, 5, 0], [4, 6, 0]]
    np.testing.assert_array_equal(made["attrib[1]"], values["patch.attrib[2]"][patch])
    assert made["attrib[2]"].view(np.int32)[:, :2].tolist() == [[1, 3], [0, 3], [1, 3]]
    np.testing.assert_array_equal(made["attrib[3]"][:, :3], places)
    np.testing.assert_array_equal(made["attrib[4]"], [np.zeros(4), _CORNERS[2], np.zeros(4)])
