"""Tessellation programs over arrays of patches: nvrender.run (NV_tessellation_program5 2.X.3.2, 2.X.5)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.gl.patches import Patch
from nvrender.source import InputError

POSITIONS = np.arange(24, dtype=np.float32).reshape(6, 4)
CONTROL = """!!NVtcp5.0
OPTION NV_shader_storage_buffer;
VERTICES_OUT %d;
TEMP t, s; INT TEMP i;
STORAGE words[] = { program.storage[0] };
CBUFFER constants[] = { program.buffer[0] };
%s END"""
EVALUATION = """!!NVtep5.0
OPTION NV_shader_storage_buffer;
TESS_MODE %s;
TEMP t;
STORAGE words[] = { program.storage[0] };
CBUFFER constants[] = { program.buffer[0] };
%s END"""


def controlled(body: str, vertices: int = 3, **given: Any) -> nvrender.Results:
    given.setdefault("storage", {0: np.zeros(8, np.uint32)})
    return nvrender.run(nvrender.load(CONTROL % (vertices, body)), **given)


def evaluated(body: str, mode: str = "TRIANGLES", **given: Any) -> nvrender.Results:
    given.setdefault("storage", {0: np.zeros(8, np.uint32)})
    return nvrender.run(nvrender.load(EVALUATION % (mode, body)), **given)


def words(array: npt.NDArray[Any], column: int = 0) -> list[int]:
    """A column as unsigned integers."""
    found: list[int] = array.view(np.uint32)[:, column].tolist()
    return found


def test_vertices_are_called_what_is_given() -> None:
    """NV_tessellation_program5 2.X.3.2, vertex.id: one integer for each vertex, 0 where nobody gives some."""
    body = "ATTRIB v = vertex.id; MOV.S i, primitive.invocation; MOV.S result.attrib[0], v[i.x].x;"
    named = controlled(body, attributes={"position": POSITIONS, "vertex.id": np.arange(6) - 2})
    assert named["attrib[0]"].view(np.int32)[:, 0].tolist() == [-2, -1, 0, 1, 2, 3]
    assert not controlled(body, attributes={"position": POSITIONS})["attrib[0]"].any()


def test_control_programs_yield_vertices_and_patches() -> None:
    made = controlled(
        "ATTRIB p = vertex.position; MOV.S i, primitive.invocation; MOV result.position, p[i.x];"
        "MOV.S result.attrib[0].x, primitive.id.x; MOV.S result.attrib[0].y, primitive.vertexcount.x;"
        "MOV result.patch.tessouter[1], 5; MOV result.patch.attrib[2], p[0];",
        2,
        attributes={"vertex.position": POSITIONS},
    )
    assert list(made) == ["position", "attrib[0]", "patch.tessouter[1]", "patch.attrib[2]"]
    np.testing.assert_array_equal(made["position"], POSITIONS[[0, 1, 3, 4]])
    assert made["attrib[0]"].view(np.int32)[:, :2].tolist() == [[0, 3], [0, 3], [1, 3], [1, 3]]
    assert made["patch.tessouter[1]"][:, 0].tolist() == [5, 5]
    np.testing.assert_array_equal(made["patch.attrib[2]"], POSITIONS[[0, 3]])
    assert made.executed is not None and made.executed.tolist() == [6] * 4


def test_vertices_that_complete_no_patch_are_ignored() -> None:
    made = controlled(
        "MOV result.position, vertex[3].position;", 1, attributes={"position": POSITIONS}, patch=Patch(4)
    )
    np.testing.assert_array_equal(made["position"], POSITIONS[[3]])
    none = controlled("MOV result.position, 1;", attributes={"position": POSITIONS}, patch=Patch(7))
    assert none["position"].shape == (0, 4)


def test_attributes_go_by_any_of_their_names_and_are_0_0_0_1_without_one() -> None:
    body = (
        "MOV result.attrib[0], vertex[2].color; MOV result.attrib[1], vertex[1].fogcoord;"
        "MOV result.attrib[2], vertex[0].texcoord[3]; MOV result.attrib[3], vertex.in[1].id;"
    )
    colors = np.arange(9, dtype=np.float32).reshape(3, 3)
    for name in ("color", "vertex.color.front.primary", "vertex.in.color"):
        made = controlled(
            body, 1, attributes={name: colors, "fogcoord": np.full((3, 4), 7), "id": [[4], [5], [6]]}
        )
        assert made["attrib[0]"].tolist() == [[6, 7, 8, 1]]
        assert made["attrib[1]"].tolist() == [[7, 0, 0, 1]]
        assert made["attrib[2]"].tolist() == [[0, 0, 0, 1]]
        assert made["attrib[3]"].view(np.int32).tolist() == [[5, 0, 0, 0]]


def test_numbers_of_patches_may_be_given() -> None:
    made = controlled("MOV.S result.attrib[0], primitive.id;", 1, attributes={"primitive.id": [9, 7]})
    assert words(made["attrib[0]"]) == [9, 7]


def test_arrays_of_patches_say_how_many_there_are() -> None:
    """One row is for all of them; with none there is no patch."""
    for rows, count in ((np.zeros((0, 1)), 0), (np.full((1, 1), 2.0), 1), (np.full((2, 1), 2.0), 2)):
        given = {
            "primitive.tessouter[0]": rows,
            "primitive.patch.attrib[0]": [[1, 2, 3, 4]],
            "tesscoord": [[0, 1]],
        }
        made = evaluated("MOV result.position, primitive.patch.attrib[0];", attributes=given)
        assert made["position"].tolist() == [[1, 2, 3, 4]] * count


def test_evaluation_programs_run_at_every_place_of_every_patch() -> None:
    made = evaluated(
        "MOV result.position, vertex.tesscoord; MOV result.attrib[0], primitive.patch.attrib[1];"
        "MOV result.attrib[1].x, primitive.tessouter[2]; MOV result.attrib[1].y, primitive.in.tessinner[0].x;"
        "MOV.S result.attrib[2].x, primitive.id.x; MOV.S result.attrib[2].y, primitive.vertexcount.x;",
        attributes={
            "vertex.tesscoord": [[0, 0.5], [1, 0.25]],
            "primitive.patch.attrib[1]": [[1, 2, 3, 4], [5, 6, 7, 8]],
            "primitive.in.tessinner[0]": [[3], [4]],
        },
        patch=Patch(4, (1.0, 2.0, 9.0, 4.0)),
    )
    assert made["position"].tolist() == [[0, 0.5, 0, 0], [1, 0.25, 0, 0]] * 2
    assert made["attrib[0]"].tolist() == [[1, 2, 3, 4]] * 2 + [[5, 6, 7, 8]] * 2
    assert made["attrib[1]"][:, :2].tolist() == [[9, 3]] * 2 + [[9, 4]] * 2
    assert made["attrib[2]"].view(np.int32)[:, :2].tolist() == [[0, 4]] * 2 + [[1, 4]] * 2


@pytest.mark.parametrize("place", [[0.25, 0.5], [0.25, 0.5, 0.25]])
def test_one_place_needs_no_table(place: list[float]) -> None:
    made = evaluated("MOV result.position, vertex.tesscoord;", attributes={"tesscoord": place})
    assert made["position"][:, :2].tolist() == [[0.25, 0.5]] and len(made["position"]) == 1
    assert made["position"][0, 2] == (0.25 if len(place) == 3 else 0)


@pytest.mark.parametrize(
    ("mode", "outer", "inner", "expected"),
    [("TRIANGLES", 1.0, 1.0, 3), ("QUADS", 2.0, 2.0, 9), ("ISOLINES", 2.0, 1.0, 6), ("QUADS", 0.0, 2.0, 0)],
)
def test_without_places_the_primitive_generator_makes_them(
    mode: str, outer: float, inner: float, expected: int
) -> None:
    """ARB_tessellation_shader 2.X.2."""
    made = evaluated(
        "MOV result.position, vertex.tesscoord;", mode, patch=Patch(1, (outer,) * 4, (inner,) * 2)
    )
    assert len(made["position"]) == expected


def test_levels_of_each_patch_say_how_it_is_cut() -> None:
    made = evaluated(
        "MOV.S result.attrib[0], primitive.id;",
        "ISOLINES",
        attributes={"primitive.tessouter[0]": [[2], [1]], "primitive.tessouter[1]": [[3], [np.nan]]},
    )
    assert words(made["attrib[0]"]) == [0] * 8


def test_threads_reach_storage_in_ascending_order() -> None:
    """Patch after patch, in each all threads before the next instruction."""
    made = controlled(
        "MOV.S i, primitive.invocation; ATOMB.ADD.U32 t, 1, words[0]; MOV result.attrib[0], t;"
        "MOV.S.CC i.y, i.x; IF EQ.y; ATOMB.ADD.U32 t, 10, words[4]; ELSE; ATOMB.ADD.U32 t, 100, words[4]; "
        "ENDIF; MOV result.attrib[1], t; SHL.S i.z, i.x, 2; STB.U32 primitive.id, words[i.z + 8];",
        attributes={"position": POSITIONS},
    )
    assert words(made["attrib[0]"]) == [0, 1, 2, 3, 4, 5]
    assert words(made["attrib[1]"]) == [0, 10, 110, 210, 220, 320]
    assert made.storage[0].tolist() == [6, 420, 1, 1, 1, 0, 0, 0] and made.faults == 0


def test_lanes_that_meet_again_are_in_order() -> None:
    """Threads of a branch that fell behind come before those they meet (docs/semantics.md)."""
    made = controlled(
        "MOV.S.CC i, primitive.invocation; IF GT.x; SUB.S.CC i.y, i.x, 1; IF GT.y; ADD.S i.z, i.z, 1;"
        "ENDIF; ENDIF; ATOMB.ADD.U32 t, 1, words[0]; MOV result.attrib[0], t;"
    )
    assert words(made["attrib[0]"]) == [0, 1, 2]


def test_what_one_thread_stores_another_loads() -> None:
    made = controlled(
        "MOV.S i, primitive.invocation; SHL.S i.y, i.x, 2; STB.S32 i, words[i.y]; LDB.S32 t, words[8];"
        "MOV.S result.attrib[0], t;"
    )
    assert words(made["attrib[0]"]) == [2, 2, 2]


def test_evaluation_programs_reach_memory() -> None:
    memory = nvrender.Memory({"sum": np.zeros(1, np.uint32)})
    made = evaluated(
        "PARAM sum = program.local[0]; ATOM.ADD.U32 t, 1, sum.x; MOV result.attrib[0], t;"
        "LDC.U32 t, constants[4]; MOV result.attrib[1], t; LOAD.U32 t, 2;",
        attributes={"vertex.tesscoord": [[0, 0]] * 3},
        memory=memory,
        parameters={
            "program.local[0]": memory.words("sum"),
            "program.buffer[0]": np.array([5, 6], np.uint32),
        },
    )
    assert words(made["attrib[0]"]) == [0, 1, 2] and words(made["attrib[1]"]) == [6] * 3
    assert made.memory["sum"].tolist() == [3] and made.faults == 3


def test_control_programs_read_constants() -> None:
    made = controlled(
        "LDC.U32 t, constants[4]; MOV result.position, t;",
        parameters={"program.buffer[0]": np.array([5, 6], np.uint32)},
    )
    assert words(made["position"]) == [6] * 3


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"attributes": {"tesscoord": [[0, 0]]}}, "no attribute 'tesscoord' in NVtcp5.0"),
        ({"attributes": {"primitive.tessouter[0]": [[1]]}}, "no attribute 'primitive.tessouter"),
        ({"attributes": {"primitive.invocation": [1]}}, "no attribute 'primitive.invocation'"),
        ({"attributes": {"vertex.out.position": POSITIONS}}, "no attribute 'vertex.out.position'"),
        ({"attributes": {"position": POSITIONS, "vertex.position": POSITIONS}}, "given twice"),
        ({"attributes": {"position": POSITIONS, "color": POSITIONS[:4]}}, "has 4 vertices"),
        ({"attributes": {"primitive.id": [1, 2], "position": POSITIONS[:3]}}, "one for each patch"),
        ({"attributes": {"id": np.ones((3, 1), np.float32)}}, "holds integers"),
        ({"attributes": [1]}, "attributes must map"),
        ({"count": -1}, "count must be"),
        ({"patch": Patch(0)}, "patch of 0 vertices"),
        ({"patch": Patch(2.5)}, "patch of 2.5 vertices"),
        ({"patch": Patch(True)}, "patch of True vertices"),
        ({"attributes": {"texcoord[0..1]": POSITIONS}}, "no attribute 'texcoord\\[0..1\\]'"),
        ({"attributes": {"normal": POSITIONS}}, r"vertex.id or primitive.id$"),
        ({"patch": 3}, "patch is of type int"),
        ({"mode": "TRIANGLES"}, "mode is for geometry programs"),
        ({"groups": 2}, "groups is for compute programs"),
        ({"results": ["color"]}, "does not write a result 'color'"),
    ],
)
def test_mistakes_say_what_does_not_fit(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        controlled("MOV result.position, 1; MOV.S result.attrib[0], vertex[0].id;", **given)


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"tesscoord": [[0]]}, r"\(E, 2\) or \(E, 3\)"),
        ({"tesscoord": np.zeros((2, 4))}, r"\(E, 2\) or \(E, 3\)"),
        ({"tesscoord": "x"}, "must hold real numbers"),
        ({"position": POSITIONS, "primitive.patch.attrib[0]": np.zeros((3, 4))}, "there are 2 patches"),
        ({"primitive.tessouter[4]": [[0]]}, "no attribute"),
        ({"normal": POSITIONS}, r"vertex.id, vertex.tesscoord, primitive.tessouter\[n\]"),
        ({"primitive.out.tessouter[0]": [[0]]}, "no attribute"),
    ],
)
def test_mistakes_of_places_and_patches(attributes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        evaluated("MOV result.position, 1;", attributes=attributes)


def test_patches_are_for_tessellation_programs() -> None:
    with pytest.raises(InputError, match="patch is for tessellation programs"):
        nvrender.run("!!NVvp5.0 MOV result.position, 1; END", patch=Patch(3))


@pytest.mark.parametrize(
    ("count", "message"),
    [(1 << 40, "1099511627776 vertices would take"), (400, "400 patches of 1690000 vertices")],
)
def test_what_fits_in_no_memory_is_refused(monkeypatch: pytest.MonkeyPatch, count: int, message: str) -> None:
    monkeypatch.setattr("os.sysconf", lambda name: 1 << 12)
    with pytest.raises(InputError, match=message):
        evaluated("MOV result.position, 1;", "QUADS", count=count, patch=Patch(1, (64.0,) * 4, (64.0,) * 2))
