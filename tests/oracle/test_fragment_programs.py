"""Fragment programs over arrays: attributes nobody gives, window positions, quads, results."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.gl.state import Fog
from nvrender.gl.textures.images import Image
from nvrender.oracle.machine.initial import initial_rows
from nvrender.oracle.machine.layout import lay_out
from nvrender.source import InputError


def _run(body: str, attributes: Any = None, header: str = "!!ARBfp1.0", **given: Any) -> Any:
    return nvrender.run(f"{header}\n{body}\nEND", attributes, **given)


def _color(body: str, attributes: Any = None, header: str = "!!NVfp4.0", **given: Any) -> Any:
    return _run(body, attributes, header, **given)["color[0]"].tolist()


# --- attributes


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        ("fragment.color", [1, 1, 1, 1]),
        ("fragment.color.secondary", [0, 0, 0, 1]),
        ("fragment.texcoord[3]", [0, 0, 0, 1]),
        ("fragment.fogcoord", [0, 0, 0, 1]),
        ("fragment.facing", [1, 0, 0, 1]),
        ("fragment.clip[2]", [0, 0, 0, 1]),
        ("fragment.attrib[5]", [0, 0, 0, 1]),
        ("fragment.position", [0.5, 0.5, 0, 1]),
    ],
)
def test_attributes_nobody_gives(attribute: str, value: list[float]) -> None:
    """docs/semantics.md: the current values of the state, and what a front-facing point has."""
    assert _color(f"MOV result.color, {attribute};") == [value]


def test_the_current_values_of_the_state_stand_for_colours_and_coordinates() -> None:
    values = list(nvrender.State().current_attributes)
    values[3], values[8 + 2] = (0.25, 0.5, 0.75, 0.5), (1.0, 2.0, 3.0, 4.0)
    state = nvrender.State(current_attributes=tuple(values))
    assert _color("MOV result.color, fragment.color;", state=state) == [[0.25, 0.5, 0.75, 0.5]]
    assert _color("MOV result.color, fragment.texcoord[2];", state=state) == [[1, 2, 3, 4]]


def test_primitive_numbers_are_integers() -> None:
    """NV_fragment_program4 Table X.2."""
    body = "TEMP t; MOV.S t, primitive.id; I2F result.color, t;"
    assert _color(body, {"primitive.id": np.array([[3], [4]])}) == [[3, 0, 0, 0], [4, 0, 0, 0]]
    assert _color(body) == [[0, 0, 0, 0]]
    with pytest.raises(InputError, match=r"primitive\.id holds integers"):
        _color(body, {"primitive.id": [[0.5]]})


def test_components_without_a_meaning_are_dropped() -> None:
    for name in ("fogcoord", "facing", "clip[0]"):
        assert _color(f"MOV result.color, fragment.{name};", {name: [[7, 8, 9, 10]]}) == [[7, 0, 0, 1]]


def test_generic_attributes_keep_integers_where_they_are_read_as_integers() -> None:
    body = "TEMP t; ADD.S t, fragment.attrib[1], 1; I2F result.color, t;"
    assert _color(body, {"attrib[1]": np.array([[1, 2, 3, -4]], np.int32)}) == [[2, 3, 4, -3]]


@pytest.mark.parametrize("key", ["bogus", "vertex.position", "texcoord[8]", 0, "texcoord[0..1]", "normal"])
def test_attributes_there_are_not(key: Any) -> None:
    with pytest.raises(InputError, match=r"attribute|below 8"):
        _run("MOV result.color, fragment.color;", {key: [[1, 1, 1, 1]]})


# --- window positions (ARB_fragment_coord_conventions 3.11.4.5.3)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((), (2.5, 3.5)),
        (("origin_upper_left",), (2.5, 6.5)),
        (("pixel_center_integer",), (2, 3)),
        (("origin_upper_left", "pixel_center_integer"), (2, 6)),
    ],
)
def test_window_positions(options: tuple[str, ...], expected: tuple[float, float]) -> None:
    """The pixel (2, 3) of a window 10 pixels high."""
    body = "".join(f"OPTION ARB_fragment_coord_{option};" for option in options)
    body += "MOV result.color, fragment.position;"
    position = {"position": [[2.5, 3.5, 0.25, 0.5]]}
    assert _color(body, position, state=nvrender.State(window_height=10)) == [[*expected, 0.25, 0.5]]


def test_the_upper_left_needs_the_height_of_the_window() -> None:
    with pytest.raises(InputError, match="window_height"):
        _color("OPTION ARB_fragment_coord_origin_upper_left; MOV result.color, fragment.position;")


# --- quads


def test_positions_nobody_gives_are_quads_side_by_side() -> None:
    found = _color("MOV result.color, fragment.position;", count=6)
    assert [row[:2] for row in found] == [
        [0.5, 0.5],
        [1.5, 0.5],
        [0.5, 1.5],
        [1.5, 1.5],
        [2.5, 0.5],
        [3.5, 0.5],
    ]


def test_neighbours_that_took_another_way_count_nothing() -> None:
    """docs/semantics.md: the difference is 0; after the IF all are together again."""
    body = """
    TEMP t, u; MOV t, 0; MOV.CC u, fragment.texcoord[0];
    IF GT.x; DDX t, fragment.texcoord[1]; ENDIF;
    DDY u, fragment.texcoord[1]; MOV result.color.xy, t; MOV result.color.zw, u.xxxy;
    """
    given = {
        "texcoord[0]": [[1, 0], [-1, 0], [1, 0], [1, 0]],
        "texcoord[1]": [[1, 2], [2, 4], [4, 8], [8, 16]],
    }
    assert _color(body, given) == [[0, 0, 3, 6], [0, 0, 6, 12], [4, 8, 3, 6], [4, 8, 6, 12]]


@pytest.mark.parametrize("after", ["main:", ""])
def test_fragments_meet_again_after_a_call(after: str) -> None:
    """Wherever the subroutine stands, before or after its caller."""
    main = """
    MOV.CC t, fragment.texcoord[0]; CAL one (GT.x);
    DDX result.color, fragment.texcoord[1].x; RET;
    """
    routine = "one: MOV t, 1; MOV t, 2; RET;"
    body = f"TEMP t; {routine} {after} {main}" if after else f"TEMP t; {main} {routine}"
    given = {"texcoord[0]": [[1], [-1], [1], [-1]], "texcoord[1]": [[1], [2], [4], [8]]}
    assert [row[0] for row in _color(body, given)] == [1, 1, 4, 4]


def test_fragments_meet_again_after_loops_of_different_lengths() -> None:
    """However far some are ahead."""
    body = """
    TEMP t; MOV t, 0;
    REP fragment.texcoord[0]; ADD t, t, 1; ENDREP;
    DDX result.color, t; """
    given = {"texcoord[0]": [[1], [20000], [0], [0]]}
    assert [row[0] for row in _color(body, given)] == [19999, 19999, 0, 0]


def test_an_incomplete_quad_has_no_differences_to_who_is_missing() -> None:
    body = "TEMP t; DDX t.x, fragment.texcoord[0]; DDY t.y, fragment.texcoord[0].x; MOV result.color, t;"
    given = {"texcoord[0]": [[1], [2], [4], [8], [16], [32], [64]]}
    found = [row[:2] for row in _color(body, given)]
    assert found == [[1, 3], [1, 6], [4, 3], [4, 6], [16, 48], [16, 0], [0, 48]]


@pytest.mark.parametrize("rows", [4, 3])
def test_denormal_differences_are_0(rows: int) -> None:
    """docs/semantics.md; of whole quads and of others."""
    least = np.finfo(np.float32).tiny
    given = {"texcoord[0]": [[least], [1.5 * least], [least], [4 * least]][:rows]}
    found = _color("DDX result.color, fragment.texcoord[0];", given)
    assert [row[0] for row in found] == [0, 0, 3 * least, 3 * least][:rows] if rows == 4 else [0, 0, 0]


def test_infinite_values_differ_from_themselves_by_nan() -> None:
    """A neighbour that is not there counts as equal (docs/semantics.md)."""
    found = _color("DDX result.color, fragment.texcoord[0];", {"texcoord[0]": [[np.inf, 1, np.nan, -np.inf]]})
    assert np.isnan(found[0]).tolist() == [True, False, True, True] and found[0][1] == 0


def test_derivatives_over_more_fragments_than_a_chunk() -> None:
    count = (1 << 16) + 4
    values = np.random.default_rng(0).uniform(-1, 1, (count, 4)).astype(np.float32)
    result = _run("DDY result.color, fragment.texcoord[0];", {"texcoord[0]": values}, "!!NVfp4.0")["color[0]"]
    quads = values.reshape(-1, 2, 2, 4)
    wanted = np.repeat((quads[:, 1] - quads[:, 0])[:, None], 2, axis=1).reshape(-1, 4)
    assert np.array_equal(result, wanted)


# --- KIL


def test_killed_fragments_help_their_neighbours_and_leave_nothing() -> None:
    body = """
    OPTION NV_fragment_program; TEMP t;
    KIL fragment.texcoord[0]; DDX t, fragment.texcoord[1];
    MOV result.color, t; MOV result.depth.z, fragment.texcoord[1].x;
    """
    given = {
        "texcoord[0]": [[-1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, -1], [0, 0, 0, 0]],
        "texcoord[1]": [[0, 0], [0.5, 1], [0.25, 0], [1, 0.5]],
    }
    found = _run(body, given)
    assert found["killed"].tolist() == [True, False, True, False]
    assert found["color[0]"].tolist() == [[0] * 4, [0.5, 1, 0, 0], [0] * 4, [0.75, 0.5, 0, 0]]
    assert found["depth"].tolist() == [[0] * 4, [0, 0, 0.5, 0], [0] * 4, [0, 0, 1, 0]]


def test_killed_fragments_load_zeros_for_their_neighbours() -> None:
    """docs/semantics.md, Memory of generation 5; not what lies in a parameter buffer."""
    program = """!!NVfp5.0
    CBUFFER constants[] = { program.buffer[0] };
    INT TEMP p; TEMP v;
    MOV.S p, 0;
    KIL -fragment.attrib[0].x;
    LOADIM.F32 v, p, image[0], 1D;
    LDC.F32 v.y, constants[0];
    DDX result.color, v;
    END"""
    found = nvrender.run(
        program,
        {"attrib[0]": [[0] * 4, [1, 0, 0, 0], [0] * 4, [0] * 4]},
        {"program.buffer[0]": np.array([3.0], np.float32)},
        images={0: Image(np.array([5.0], np.float32), "R32F", "1D")},
    )
    assert found["color[0]"][0].tolist() == [-5.0, 0.0, 0.0, -1.0]


@pytest.mark.parametrize(("test", "killed"), [("EQ", True), ("NE", False), ("LT.y", False), ("GE.w", True)])
def test_codes_nobody_sets_are_zero_where_kil_tests_them(test: str, killed: bool) -> None:
    """NV_fragment_program_option 3.11.3.X: initially EQ, in memory used before too."""
    program = nvrender.load(f"!!ARBfp1.0 OPTION NV_fragment_program; KIL {test}; END")
    layout = lay_out(program)
    begun = {
        row for rows, _ in initial_rows(program, layout, straight=True) for row in range(rows.stop)[rows]
    }
    swizzle = program.instructions[0].condition.swizzle
    assert {layout.code(0) + component for component in swizzle} <= begun
    assert nvrender.run(program, count=2)["killed"].tolist() == [killed] * 2


def test_a_killed_fragment_leaves_an_endless_loop() -> None:
    body = "TEMP t; MOV.CC t, 9; REP; BRK LT.x; SUB t, t, 1; KIL t; ENDREP; MOV result.color, 1;"
    found = _run(body, None, "!!NVfp4.0")
    assert found["killed"].tolist() == [True]
    assert found.executed is not None and found.executed[0] < 100


def test_nothing_is_killed_without_kil() -> None:
    found = _run("MOV result.color, 1;", count=3)
    assert found["killed"].dtype == np.bool_ and found["killed"].tolist() == [False] * 3
    assert list(found) == ["color[0]", "killed"]
    only = _run("MOV result.color, 1; KIL -1;", results=["killed"])
    assert only["killed"].tolist() == [True] and list(only) == ["killed"]


# --- results (ARB_fragment_program 3.11.4.4)


def test_arb_colours_and_every_depth_are_clamped() -> None:
    body = "MOV result.color, {-1, 0.5, 2, 1}; MOV result.depth.z, 3;"
    for header, color in (("!!ARBfp1.0", [0, 0.5, 1, 1]), ("!!NVfp4.0", [-1, 0.5, 2, 1])):
        found = _run(body, None, header)
        assert found["color[0]"].tolist() == [color]
        assert found["depth"].tolist() == [[0, 0, 1, 0]]


def test_a_depth_no_instruction_reached_is_the_fragment_s_own() -> None:
    body = """
    OPTION NV_fragment_program; TEMP t; MOVC t, fragment.texcoord[0];
    MOV result.depth.z (GT.x), 0.25; MOV result.color.x, 1;
    """
    given = {"position": [[0.5, 0.5, 0.75, 1]] * 2, "texcoord[0]": [[1], [-1]]}
    found = _run(body, given)
    assert found["depth"][:, 2].tolist() == [0.25, 0.75]
    assert found["color[0]"].tolist() == [[1, 0, 0, 0]] * 2


def test_several_colours() -> None:
    """ARB_draw_buffers 3.11.3.4."""
    body = "OPTION ARB_draw_buffers; MOV result.color[2], 0.5; MOV result.color, 0.25;"
    found = _run(body)
    assert list(found) == ["color[0]", "color[2]", "killed"]
    assert found["color[2]"].tolist() == [[0.5] * 4]


# --- fog (ARB_fragment_program 3.11.4.5.1; OpenGL 1.5 3.10)


@pytest.mark.parametrize(
    ("option", "fog", "factor"),
    [
        ("exp", Fog(density=0.5), lambda c: np.exp(-0.5 * c)),
        ("exp2", Fog(density=0.5), lambda c: np.exp(-((0.5 * c) ** 2))),
        ("linear", Fog(start=1, end=3), lambda c: np.clip((3 - c) / 2, 0, 1)),
        ("linear", Fog(start=2, end=2), lambda c: (c < 2) * 1.0),
    ],
)
@pytest.mark.parametrize("header", ["!!ARBfp1.0", "!!NVfp4.0"])
def test_fog_is_applied_to_the_clamped_colour(header: str, option: str, fog: Fog, factor: Any) -> None:
    """Alpha stays; the fog's colour is clamped too, and the enable does not matter."""
    coordinates = np.array([0, 0.5, 1, 1.5, 2, 3, 9], np.float32)
    state = nvrender.State(fog=Fog(False, "LINEAR", fog.density, fog.start, fog.end, (0.5, 0.0, 2.0, 0.25)))
    body = f"OPTION ARB_fog_{option}; MOV result.color, {{2, 0.5, -1, 0.75}};"
    found = _run(body, {"fogcoord": coordinates}, header, state=state)["color[0]"]
    share = factor(coordinates.astype(np.float64))[:, None]
    wanted = share * [1, 0.5, 0] + (1 - share) * [0.5, 0, 1]
    assert np.allclose(found[:, :3], wanted, rtol=0, atol=1e-6)
    assert found[:, 3].tolist() == [0.75] * 7


def test_a_fog_coordinate_that_is_no_number_is_all_fog() -> None:
    state = nvrender.State(fog=Fog(color=(0.25, 0.5, 0.75, 1.0)))
    for option in ("exp", "exp2", "linear"):
        body = f"OPTION ARB_fog_{option}; MOV result.color, 1;"
        found = _run(body, {"fogcoord": [[np.nan]]}, state=state)["color[0]"]
        assert found.tolist() == [[0.25, 0.5, 0.75, 1.0]]


def test_fog_leaves_other_colours_alone() -> None:
    body = """
    OPTION ARB_draw_buffers; OPTION ARB_fog_linear;
    MOV result.color[0], 1; MOV result.color[1], 1;
    """
    found = _run(body, {"fogcoord": [[2]]})
    assert found["color[0]"].tolist() == [[0, 0, 0, 1]] and found["color[1]"].tolist() == [[1] * 4]


def test_precision_hints_change_nothing() -> None:
    """ARB_fragment_program 3.11.4.5.2."""
    body = "RCP result.color, fragment.texcoord[0].x;"
    plain = _run(body, {"texcoord[0]": [[3]]})["color[0]"]
    for hint in ("fastest", "nicest"):
        hinted = _run(f"OPTION ARB_precision_hint_{hint}; {body}", {"texcoord[0]": [[3]]})
        assert np.array_equal(hinted["color[0]"], plain)
