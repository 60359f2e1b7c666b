"""Geometry programs on the oracle: what they read, what they emit (NV_geometry_program4)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.gl.inputs.results import Results
from nvrender.oracle.geometry.runs import execute_patches
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.patches.programs import Patches
from nvrender.source import InputError

HEAD = "!!NVgp4.0 PRIMITIVE_IN {} ; PRIMITIVE_OUT {} ; VERTICES_OUT {} ;"


def run(body: str, frame: tuple[str, str, int], attributes: Any = None, **options: Any) -> Results:
    return nvrender.run(HEAD.format(*frame) + body + " END", attributes, **options)


def numbered(count: int) -> np.ndarray:
    return np.arange(4 * count, dtype=np.float32).reshape(count, 4)


def test_every_vertex_of_a_primitive_can_be_read() -> None:
    """NV_geometry_program4 2.X.3.2, the examples of attribute variables."""
    body = """
    ATTRIB pos = vertex.position; ATTRIB pos2 = vertex[2].position;
    ATTRIB texcoords[] = { vertex.texcoord[0..3] }; ATTRIB tcoords1[4] = { vertex[1].texcoord[1..4] };
    INT TEMP A0;
    MOV.S A0, {2, 3, 0, 0};
    MOV result.texcoord[0], pos[1]; MOV result.texcoord[1], vertex[1].position; MOV result.texcoord[2], pos2;
    MOV result.texcoord[3], texcoords[A0.x][1]; MOV result.texcoord[4], texcoords[A0.x][A0.y];
    MOV result.texcoord[5], tcoords1[2]; MOV result.texcoord[6], pos[A0.x];
    MOV result.texcoord[7], texcoords[1][A0.y];
    EMIT;"""
    attributes = {"vertex.position": numbered(6)}
    attributes |= {f"texcoord[{unit}]": numbered(6) + 100 * (unit + 1) for unit in range(5)}
    results = run(body, ("TRIANGLES", "POINTS", 1), attributes)
    position = attributes["vertex.position"]
    texcoord = [attributes[f"texcoord[{unit}]"] for unit in range(5)]
    for unit, expected in enumerate(
        [position[1::3], position[1::3], position[2::3], texcoord[1][2::3], texcoord[3][2::3],
         texcoord[3][1::3],
         position[2::3], texcoord[3][1::3]]
    ):  # fmt: skip
        assert (results[f"texcoord[{unit}]"] == expected).all(), unit


@pytest.mark.parametrize(("vertex", "element"), [(-1, 0), (2, 0), (0, -1), (0, 2), (1 << 30, 1 << 30)])
def test_outside_the_primitive_reads_give_zero(vertex: int, element: int) -> None:
    body = """ATTRIB t[] = { vertex.texcoord[0..1] }; INT TEMP i; MOV.S i, program.local[0];
    MOV result.texcoord[0], t[i.x][i.y]; MOV result.texcoord[1], t[i.x][0]; MOV result.texcoord[2], t[1][i.y];
    EMIT;"""
    ones = np.ones((2, 4), np.float32)
    results = run(
        body,
        ("LINES", "POINTS", 1),
        {"texcoord[0]": ones, "texcoord[1]": ones},
        parameters={"program.local[0]": np.array([vertex, element], np.int32)},
    )
    assert not results["texcoord[0]"].any()
    assert results["texcoord[1]"].all() == (0 <= vertex < 2)
    assert results["texcoord[2]"].all() == (0 <= element < 2)


def test_an_emitted_vertex_has_the_current_results_which_stay() -> None:
    """NV_geometry_program4 2.X.8.Z, EMIT; what it leaves undefined is kept."""
    body = """MOV result.position, vertex[0].position; EMIT; MOV result.position.x, 7.0; EMIT; EMIT;"""
    results = run(body, ("POINTS", "POINTS", 3), {"position": [[1, 2, 3, 4]]})
    assert results["position"].tolist() == [[1, 2, 3, 4], [7, 2, 3, 4], [7, 2, 3, 4]]


def test_results_never_written_are_zero() -> None:
    body = "IF NE.x; MOV result.texcoord[0], 1.0; ENDIF; MOV result.position.x, 1.0; EMIT;"
    results = run(body, ("POINTS", "POINTS", 1), {"position": [[1, 2, 3, 4]]})
    assert results["position"].tolist() == [[1, 0, 0, 0]]
    assert results["texcoord[0]"].tolist() == [[0, 0, 0, 0]]


@pytest.mark.parametrize(
    ("kind", "primitives"),
    [
        ("POINTS", [[n] for n in range(9)]),
        ("LINE_STRIP", [[0, 1], [1, 2], [2, 3], [5, 6], [7, 8]]),
        ("TRIANGLE_STRIP", [[0, 1, 2], [2, 1, 3]]),
    ],
)
def test_endprim_cuts_strips(kind: str, primitives: list[list[int]]) -> None:
    """NV_geometry_program4 2.X.8.Z, ENDPRIM; the end of the program ends the last strip."""
    body = "MOV.S result.primid.x, 3; ENDPRIM; EMIT; EMIT; EMIT; EMIT; ENDPRIM; ENDPRIM; EMIT; ENDPRIM; EMIT; EMIT; ENDPRIM; EMIT; EMIT;"  # noqa: E501
    results = run(body, ("POINTS", kind, 16))
    assert results.emitted is not None
    assert results.emitted.mode == kind
    assert results.primitives.tolist() == primitives
    assert results.emitted.strip.tolist() == [1, 1, 1, 1, 3, 4, 4, 5, 5]


def test_primitives_of_different_inputs_are_apart() -> None:
    results = run("EMIT; EMIT;", ("POINTS", "LINE_STRIP", 2), count=3)
    assert results.primitives.tolist() == [[0, 1], [2, 3], [4, 5]]
    assert results.emitted is not None and results.emitted.source.tolist() == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize("limit", [1, 5])
def test_vertices_beyond_the_limit_are_ignored(limit: int) -> None:
    """NV_geometry_program4 2.14.6.4; also where lanes emit in turns."""
    body = """INT TEMP i; MOV.S i, 0; SEQ.S.CC i.y, vertex[0].id.x, 1;
    REP.S 3; ADD.S i.x, i.x, 1; MOV.S result.attrib[0].x, i.x; EMIT; IF NE.y; EMIT; ENDIF; ENDREP;"""
    results = run(body, ("POINTS", "POINTS", limit), {"vertex.id": [[0], [1], [2]]})
    words = results["attrib[0]"].view(np.int32)[:, 0]
    assert results.emitted is not None
    each = [words[results.emitted.source == lane].tolist() for lane in range(3)]
    assert each == [[1, 2, 3][:limit], [1, 1, 2, 2, 3, 3][:limit], [1, 2, 3][:limit]]


def test_layer_and_primid_come_from_the_provoking_vertex() -> None:
    """NV_geometry_program4 4.4.7: the second vertex of a line, the third of a triangle."""
    body = """INT TEMP i; MOV.S i, 0; REP.S 4; MOV.S result.layer.x, i.x; ADD.S result.primid.x, i.x, 10;
    ADD.S i, i, 1; EMIT; ENDREP;"""
    for kind, layers in {"POINTS": [0, 1, 2, 3], "LINE_STRIP": [1, 2, 3], "TRIANGLE_STRIP": [2, 3]}.items():
        results = run(body, ("POINTS", kind, 4))
        assert results.of_primitives("layer").tolist() == layers
        assert results.of_primitives("primid").tolist() == [layer + 10 for layer in layers]
    assert run("EMIT;", ("POINTS", "POINTS", 4)).of_primitives("layer").tolist() == [0]


def test_primitive_id_counts_and_may_be_given() -> None:
    body = "MOV.S result.primid.x, primitive.id.x; EMIT;"
    frame = ("TRIANGLES", "POINTS", 1)
    assert run(body, frame, {"position": numbered(5)}, mode="TRIANGLE_FAN").of_primitives(
        "primid"
    ).tolist() == [0, 1, 2]
    assert run(body, frame, mode="QUADS", count=8).of_primitives("primid").tolist() == [0, 0, 1, 1]
    assert run(body, frame, mode="POLYGON", count=5).of_primitives("primid").tolist() == [0, 0, 0]
    assert run(body, frame, {"primitive.id": [7, -1]}, count=6).of_primitives("primid").tolist() == [7, -1]


def test_emitting_in_a_subroutine_and_in_parted_lanes() -> None:
    body = """MOV.F.CC result.texcoord[0], vertex[0].texcoord[0]; IF GT.x; CAL twice; ELSE; EMIT; ENDIF; RET;
    twice: EMIT; ENDPRIM; EMIT;"""
    given = np.array([[1, 0, 0, 1], [-1, 0, 0, 1], [2, 0, 0, 1]], np.float32)
    results = run("main: " + body, ("POINTS", "LINE_STRIP", 4), {"texcoord[0]": given})
    assert results["texcoord[0]"][:, 0].tolist() == [1, 1, -1, 2, 2]
    assert results.emitted is not None and results.emitted.strip.tolist() == [0, 1, 0, 0, 1]


def test_more_lanes_than_a_chunk() -> None:
    count = 40000
    body = "IF EQ.x; EMIT; ENDIF; MOV.S result.primid.x, primitive.id.x; EMIT;"
    results = run(body, ("POINTS", "POINTS", 2), count=count)
    assert results.of_primitives("primid").tolist() == [n for lane in range(count) for n in (0, lane)]


def test_single_components_and_integers_are_filled_up() -> None:
    """docs/semantics.md: fogcoord, pointsize and clip are (x, 0, 0, 1), ids (x, 0, 0, 0)."""
    body = """MOV result.texcoord[0], vertex[0].fogcoord; MOV result.texcoord[1], vertex[0].clip[5];
    MOV result.texcoord[2], vertex[0].pointsize; MOV.S result.attrib[0], vertex[0].id; EMIT;"""
    given = {"fogcoord": [[2, 3, 4, 5]], "clip[5]": [3.0], "pointsize": [[4]], "id": [[5]]}
    results = run(body, ("POINTS", "POINTS", 1), given)
    assert [results[f"texcoord[{n}]"].tolist() for n in range(3)] == [
        [[2, 0, 0, 1]],
        [[3, 0, 0, 1]],
        [[4, 0, 0, 1]],
    ]
    assert results["attrib[0]"].view(np.int32).tolist() == [[5, 0, 0, 0]]


def test_generic_attributes_keep_their_words() -> None:
    body = "MOV.S result.attrib[1], vertex[0].attrib[3]; MOV result.attrib[2], vertex[0].attrib[4]; EMIT;"
    integers = np.array([[1, -2, 3, 4]], np.int32)
    results = run(body, ("POINTS", "POINTS", 1), {"attrib[3]": integers, "attrib[4]": integers})
    assert results["attrib[1]"].view(np.int32).tolist() == integers.tolist()
    assert results["attrib[2]"].view(np.int32).tolist() == integers.tolist()


@pytest.mark.parametrize(
    ("attributes", "options", "message"),
    [
        ({"normal": [[1, 2, 3]]}, {}, "no attribute 'normal' in NVgp4.0 programs.*vertex.position"),
        ({0: [[1, 2, 3]]}, {}, "no attribute 0"),
        ({"position": [[1]] * 4, "texcoord[1]": [[1]] * 5}, {}, "texcoord.1. has 5 vertices"),
        ({"position": [[1]] * 4, "vertex.position": [[1]] * 4}, {}, "position is given twice"),
        ({"primitive.id": [1.5]}, {"count": 1}, "primitive.id is float64"),
        ({"primitive.id": [1]}, {"count": 2}, "must be 2 integers"),
        ({"id": [[0.5]]}, {}, "vertex.id holds integers"),
        ({}, {"mode": "LINES"}, "gives no POINTS"),
        ([1], {}, "must map"),
    ],
)
def test_inputs_that_do_not_fit_are_named(attributes: Any, options: Any, message: str) -> None:
    body = "MOV.S result.attrib[0].x, vertex[0].id.x; EMIT;"
    with pytest.raises(InputError, match=message):
        run(body, ("POINTS", "POINTS", 1), attributes, **options)


def test_a_mode_is_for_geometry_programs() -> None:
    with pytest.raises(InputError, match="mode is for geometry programs"):
        nvrender.run("!!NVvp4.0 MOV result.position, vertex.position; END", mode="POINTS")


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_what_is_not_given(backend: str) -> None:
    """docs/semantics.md: (0, 0, 0, 1), of numbers 0."""
    body = (
        "MOV result.texcoord[0], vertex[1].texcoord[2]; MOV result.attrib[1], vertex[0].attrib[4];"
        "MOV.S result.attrib[2].x, vertex[1].id.x; EMIT;"
    )
    found = run(body, ("LINES", "POINTS", 1), {"position": numbered(2)}, backend=backend)
    assert found["texcoord[0]"].tolist() == [[0, 0, 0, 1]] == found["attrib[1]"].tolist()
    assert found["attrib[2]"].view(np.int32)[:, 0].tolist() == [0]


def test_of_single_numbers_the_first_counts() -> None:
    """docs/semantics.md: vertex.fogcoord, vertex.pointsize and vertex.clip are x, 0, 0, 1."""
    names = ["fogcoord", "pointsize", "clip[3]"]
    body = "".join(f"MOV result.texcoord[{n}], vertex[0].{name};" for n, name in enumerate(names)) + "EMIT;"
    found = run(body, ("POINTS", "POINTS", 1), {name: numbered(2) + 1 for name in names})
    for n in range(3):
        assert found[f"texcoord[{n}]"].tolist() == [[1, 0, 0, 1], [5, 0, 0, 1]]


def test_parameters_have_a_shape() -> None:
    program = nvrender.load(
        "!!NVgp5.0 PRIMITIVE_IN PATCHES; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;"
        "MOV result.position, program.local[1]; EMIT; END"
    )
    patches = Patches(1, np.array([0], np.int32), {}, {})
    with pytest.raises(InputError, match=r"parameters have shape \(3, 4\), not \(1, 4\)"):
        execute_patches(program, patches, Resources(np.zeros((3, 4), np.float32)))
