"""The precision table in numbers, envelopes around programs, and comparisons."""

from __future__ import annotations

import numpy as np
import pytest
from oracle_helpers import INF, NAN

from nvrender.languages.load import load
from nvrender.languages.profiles import OPCODES
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.tolerance.precision import bounds
from nvrender.oracle.tolerance.tolerance import compare, envelope

_UP = 2.0**-22
_ROUGH = 2.0**-11

#: opcode, component, results, bounds
BOUNDS = [
    ("RCP", 0, (0.5, 0.75, 1.0, 3.0, -3.0), (_UP / 2, _UP, _UP, 4 * _UP, 4 * _UP)),
    ("RSQ", 0, (0.5, 0.75, 1.0, 1024.0), (_UP / 2, _UP, _UP, 1024 * _UP)),
    ("RCC", 0, (2.0**64, INF, NAN, 0.0), (2.0**42, 0, 0, 2.0**-147)),
    ("EX2", 0, (1.0, 1.999, 2.0, 2.0**100), (_UP, _UP, 2 * _UP, 2.0**78)),
    ("EXP", 2, (1.5, 4.9), (_ROUGH, 4 * _ROUGH)),
    ("LOG", 2, (3.58, -100.0), (_ROUGH, _ROUGH)),
    ("LG2", 0, (0.0, 1.5, 100.0), (_UP, _UP, 2.0**-17)),
    ("SIN", 0, (0.0, -0.9), (_UP, _UP)),
    ("EXP", 0, (2.0, 4.0), (0, 0)),
    ("MUL", 1, (2.0, 4.0), (0, 0)),
    ("MOV", 1, (2.0, 4.0), (0, 0)),
]


@pytest.mark.parametrize(("opcode", "component", "results", "expected"), BOUNDS)
def test_bounds(opcode, component, results, expected):
    """Q1 to Q5, Q8: NV_vertex_program2 2.14.3."""
    precision = OPCODES["vp2", opcode].precision[component]
    assert list(bounds(precision, np.array(results, np.float32))) == pytest.approx(list(expected), rel=1e-12)


def test_bounds_of_lit():
    """Q6: the combined error of EXP and LOG (NV_vertex_program 2.14.1.10.17)."""
    precision = OPCODES["vp1", "LIT"].precision[2]
    operands = [np.array([[1.0, 1.0]], np.float32)] * 2 + [np.array([[0.0, -128.0]], np.float32)]
    bound = bounds(precision, np.array([[1.0, 2.0]], np.float32), operands)
    assert bound[0] == pytest.approx([_ROUGH, 2 * (2 ** (128 * _ROUGH) * (1 + _ROUGH) - 1)])


def test_bounds_with_rounding():
    """NV_vertex_program 2.14.1.11: rounding to zero or better is within one unit of the last place."""
    precision = OPCODES["vp1", "MUL"].precision[0]
    values = np.array([1.0, 3.0, 0.0], np.float32)
    assert list(bounds(precision, values, rounding=True)) == [2.0**-23, 2.0**-22, 2.0**-149]


def _envelope(text, values, c=None, **options):
    program = load(text)
    v = np.zeros((len(values), 4), np.float32)
    v[:, 0] = values
    parameters = np.zeros((program.profile.parameters, 4), np.float32)
    for index, value in (c or {}).items():
        parameters[index] = value
    return envelope(program, {0: v}, Resources(parameters), len(values), **options)


def test_exact_program_has_no_tolerance():
    tolerance = _envelope("!!VP2.0 MAD o[HPOS],v[0],v[0],v[0];END", [1, 2, 3])
    assert not tolerance["HPOS"].any()


def test_tolerance_of_one_approximation_is_its_bound():
    tolerance = _envelope("!!VP2.0 RCP o[HPOS].xz,v[0].x;END", [1.25, 0.0, -4])["HPOS"]
    assert tolerance[:, 0] == pytest.approx([_UP, 0, _UP / 4], rel=0.3)
    assert np.array_equal(tolerance[:, 0], tolerance[:, 2])
    assert not tolerance[:, [1, 3]].any()


def test_tolerance_grows_along_the_program():
    text = "!!VP2.0 EX2 R0.x,v[0].x;MUL R0.x,R0.x,c[0].x;LG2 R1.x,v[0].x;ADD o[HPOS].x,R0.x,R1.x;END"
    tolerance = _envelope(text, [0.5], {0: (1024, 0, 0, 0)})["HPOS"][0, 0]
    assert 1024 * _UP < tolerance < 2.5 * 1025 * _UP


def test_straying_branch_has_no_limit():
    text = "!!VP2.0 MOV o[COL0],v[0];SINC R0.x,v[0].x;BRA e(LT.x);MOV o[HPOS],v[0];e:END"
    tolerance = _envelope(text, [1e-9, 1.0, -1.0])
    assert np.isinf(tolerance["HPOS"][0]).all() and np.isinf(tolerance["COL0"][0]).all()
    assert not tolerance["COL0"][1:].any()


def test_straying_special_value_has_no_limit():
    tolerance = _envelope(
        "!!VP2.0 COS R0.x,v[0].x;ADD R0.x,R0.x,-c[0].x;LG2 o[HPOS].x,R0.x;END", [0], {0: (1,) * 4}
    )
    assert np.isinf(tolerance["HPOS"][0, 0]) and not tolerance["HPOS"][0, 1:].any()


def test_rounding_is_an_option():
    """NV_vertex_program 2.14.1.11, !!VP1.x only."""
    assert not _envelope("!!VP1.0 MUL o[HPOS].x,v[0],v[0];END", [1.5])["HPOS"].any()
    rounded = _envelope("!!VP1.0 MUL o[HPOS].x,v[0],v[0];END", [1.5], rounding=True)["HPOS"]
    assert list(rounded[0]) == [2.0**-22, 0, 0, 0]
    assert not _envelope("!!VP2.0 MUL o[HPOS].x,v[0],v[0];END", [1.5], rounding=True)["HPOS"].any()


def test_uncertain_comparison_may_be_off_by_one():
    """1.0 or 0.0 (NV_vertex_program2 2.14.3.35), and nothing else, near the threshold only."""
    text = "!!VP2.0 RCP R0.x,v[0].x;SLT o[HPOS].x,R0.x,c[0].x;END"
    tolerance = _envelope(text, [3.0, 2.0], {0: (float(np.float32(1) / np.float32(3)), 0, 0, 0)})["HPOS"]
    assert tolerance[:, 0].tolist() == [1.0, 0.0] and not tolerance[:, 1:].any()


def test_which_zero_is_greater_is_open_where_the_arbs_languages_leave_things_undefined():
    """NV_vertex_program 2.14.1.11 says it; NaN aside, they do not."""
    text = "!!VP1.0 SGE o[HPOS].xz,-v[0].x,c[0];END"
    tolerance = _envelope(text, [0.0, 1.0], {0: (0, 0, 0, 0)}, undefined=True)["HPOS"]
    assert np.isinf(tolerance[0, [0, 2]]).all() and not tolerance[1, [0, 2]].any()
    assert not _envelope(text, [0.0], {0: (0, 0, 0, 0)})["HPOS"].any()


def test_uncertain_condition_takes_in_both_values():
    """NV_vertex_program2 2.14.2.2: the component is written or keeps what it had."""
    text = "!!VP2.0 MOV o[HPOS].x,c[0].x;SINC R0.x,v[0].x;MOV o[HPOS].x (LT.x),c[0].y;END"
    tolerance = _envelope(text, [1e-9, 1.0], {0: (3.0, 5.0, 0, 0)})["HPOS"]
    assert tolerance[:, 0].tolist() == [2.0, 0.0]


def test_uncertain_address_has_no_limit():
    text = "!!VP2.0 RCP R0.x,v[0].x;ARL A0.x,R0.x;MOV o[HPOS],c[A0.x];END"
    tolerance = _envelope(text, [1 / 3.0, 0.4], {2: (1, 2, 3, 4)})["HPOS"]
    assert np.isinf(tolerance[0]).all() and not tolerance[1].any()


def test_radii_follow_calls_and_loops():
    """Five turns add five bounds (NV_vertex_program2 2.14.3.6, 2.14.3.7)."""
    text = (
        "!!VP2.0 MOV R2.x,c[0].x;l:CAL f;ADDC R2.x,R2.x,-c[0].y;BRA l (GT.x);MOV o[HPOS].x,R1.x;RET;"
        "f:EX2 R0.x,v[0].x;ADD R1.x,R1.x,R0.x;RET;END"
    )
    tolerance = _envelope(text, [0.5], {0: (5, 1, 0, 0)})["HPOS"][0]
    assert 5 * _UP < tolerance[0] < 15 * _UP and not tolerance[1:].any()


def test_state_programs_pass_radii_on_in_parameters():
    """NV_vertex_program 2.14.4: each execution sees what the one before wrote."""
    program = load("!!VSP1.0 RCP R0.x,v[0].x;ADD c[3].x,c[3].x,R0.x;END")
    rows = np.full((4, 4), 1.5, np.float32)
    parameters = np.zeros((96, 4), np.float32)
    once = envelope(program, {0: rows[:1]}, Resources(parameters), 1)["c"]
    four = envelope(program, {0: rows}, Resources(parameters), 4)["c"]
    assert four[3, 0] > 4 * _UP > once[3, 0] >= _UP
    assert np.count_nonzero(four) == 1


def test_vertices_that_execute_much_are_followed():
    """HPOS stays exact."""
    text = (
        "!!VP2.0 MOV o[HPOS],v[0];EX2 R0.x,v[0].y;MOV o[COL0].x,R0.x;"
        "MOV R1.x,v[0].x;l:ADDC R1.x,R1.x,-c[0].x;BRA l (GT.x);END"
    )
    tolerance = _envelope(text, [10.0, 5000.0], {0: (1, 0, 0, 0)})
    assert not tolerance["HPOS"].any() and not tolerance["COL0"][:, 1:].any()
    assert (tolerance["COL0"][:, 0] > 0).all() and (tolerance["COL0"][:, 0] < 2 * _UP).all()


def test_fast_sums_may_be_taken_in_any_order():
    """-2^25 + 2^25 + 1 is 1, or 0 where 1 is added to 2^25 first."""
    text = "!!VP2.0 DP3 o[HPOS].x,c[0],v[0].x;END"
    values = {0: (-(2.0**25), 2.0**25, 1.0, 0)}
    assert not _envelope(text, [1.0], values)["HPOS"].any()
    fast = _envelope(text, [1.0], values, fast=True)["HPOS"][0]
    assert 1.0 <= fast[0] <= 64.0 and not fast[1:].any()


def test_cancellation_is_taken_in():
    """1 - RCP(x) near 0 is as uncertain as the reciprocal, however small it is."""
    text = "!!VP2.0 RCP R0.x,v[0].x;ADD R0.x,R0.x,-c[0].x;MUL o[HPOS].x,R0.x,c[0].y;END"
    tolerance = _envelope(text, [1.0000002], {0: (1.0, 1024.0, 0, 0)})["HPOS"][0, 0]
    assert 1024 * _UP / 2 <= tolerance < 3 * 1024 * _UP


def _one(values):
    return {"HPOS": np.array(values, np.float32).reshape(-1, 4)}


@pytest.mark.parametrize(
    ("expected", "actual", "agree"),
    [
        ((1, NAN, INF, -INF), (1, -NAN, INF, -INF), True),
        ((0, -0.0, 1e-39, 5), (-0.0, 0, -1e-40, 5), True),
        ((1, 0, 0, 0), (1 + 2**-23, 0, 0, 0), False),
        ((INF, 0, 0, 0), (-INF, 0, 0, 0), False),
        ((NAN, 0, 0, 0), (1, 0, 0, 0), False),
        ((1, 0, 0, 0), (NAN, 0, 0, 0), False),
        ((3.4e38, 0, 0, 0), (INF, 0, 0, 0), False),
    ],
)
def test_compare(expected, actual, agree):
    outcome = compare(_one(expected), _one(actual))["HPOS"]
    assert bool(outcome) is agree
    assert agree or outcome.mismatches.tolist() == [[0, 0]]


def test_compare_signed_zeros():
    assert not compare(_one((0, 0, 0, 0)), _one((0, 0, -0.0, 0)), signed_zeros=True)["HPOS"]
    assert compare(_one((0, 0, NAN, 0)), _one((0, 0, -NAN, 0)), signed_zeros=True)["HPOS"]


def test_compare_within_tolerance():
    expected, actual = _one([1, 2, 3, 4, 5, 6, 7, 8]), _one([1, 2, 3.5, 4, 5, 6, 7, 8 + 2**-19])
    tolerance = {"HPOS": np.zeros((2, 4), np.float32)}
    tolerance["HPOS"][0, 2] = 0.5
    outcome = compare(expected, actual, tolerance)["HPOS"]
    assert outcome.mismatches.tolist() == [[1, 3]]
    assert outcome.worst == 2.0**21 and outcome.worst_at == (0, 2)
    assert outcome.ulps[1, 3] == 2
    assert compare(expected, actual, {"HPOS": np.full((2, 4), np.inf, np.float32)})["HPOS"]


def test_compare_names():
    with pytest.raises(ValueError, match="results COL0 are not HPOS"):
        compare(_one((0,) * 4), {"COL0": np.zeros((1, 4), np.float32)})
