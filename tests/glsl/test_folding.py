"""Exact numerics where a compiler would fold: found by random programs on llvmpipe."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fuzz.array_runs import run_on_gpu as execute

import nvrender
from nvrender.gl.inputs.vertices import parameter_array
from nvrender.gl.patches import Patch
from nvrender.gl.state import State

_NAN = np.array([[np.nan, -1.0, 2.0, 0.5]], np.float32)


POINTS = "!!NVgp5.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;"


@pytest.mark.parametrize("header", ["!!NVtcp5.0 VERTICES_OUT 1;", POINTS])
@pytest.mark.parametrize("number", ["id", "invocation", "vertexcount.wyzw"])
def test_numbers_have_zeros_that_no_compiler_folds(header: str, number: str) -> None:
    """NV_gpu_program4 2.X.8, MUL: -0 * -3 is +0, and 0 * INF NaN (NV_tessellation_program5 2.X.3.2)."""
    emit = "EMIT; " if "POINTS" in header else ""
    patch: dict[str, Any] = {} if emit else {"patch": Patch(1)}
    given = np.array([[-3, np.inf, -3, 4]], np.float32)
    for instruction in (
        "MUL result.attrib[1], -primitive.{}, given[0];",
        "XPD result.attrib[1].xyz, -primitive.{}, given[0].zwzw;",
    ):
        text = f"{header} ATTRIB given = vertex.attrib[9]; {instruction.format(number)} {emit}END"
        sides = [
            nvrender.run(text, {"attrib[9]": given}, backend=backend, **patch)["attrib[1]"]
            for backend in ("oracle", "gpu")
        ]
        assert (np.isnan(sides[0]) == np.isnan(sides[1])).all()
        known = ~np.isnan(sides[0])
        assert (sides[0].view(np.uint32) == sides[1].view(np.uint32))[known].all(), text


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # NV_gpu_program4 2.X.8, LRP: a * b + (1 - a) * c, and 0 times NaN is NaN
        ("LRP result.attrib[0], 1, vertex.attrib[2], vertex.attrib[1];", [np.nan, 1.0, 1.0, 1.0]),
        # 2.X.4.1, SAT: no comparison holds for NaN; the words then pass through a variable of mixed type
        (
            "TEMP r, s; MOV.SAT r, vertex.attrib[1]; OR s, r, 0x7FFFFFFF; MOV.NTC result.attrib[0], r;",
            [np.nan, 0.0, 1.0, 0.5],
        ),
        # 2.X.4.3: a code that nothing sets passes NOF, so that what LIT leaves in w is 1
        (
            "TEMP r, s; MOV s, vertex.attrib[1]; LIT r.xyw (NCF), vertex.attrib[1];"
            "LRP result.attrib[0] (NOF), r.w, vertex.attrib[2], s.x;",
            [np.nan, np.nan, np.nan, np.nan],
        ),
        # 2.X.8, POW: 2 to the power of b * log2(a), 0 times NaN
        ("POW result.attrib[0], 1, vertex.attrib[1].x;", [np.nan] * 4),
    ],
    ids=["LRP", "SAT", "code", "POW"],
)
def test_nan_is_not_folded_away(body: str, expected: list[float]) -> None:
    program = nvrender.load(f"!!NVvp4.0\n{body}\nEND")
    attributes = {"attrib[1]": _NAN, "attrib[2]": np.ones((1, 4), np.float32)}
    for backend in ("oracle", "gpu"):
        result = nvrender.run(program, attributes=attributes, backend=backend)["attrib[0]"]
        np.testing.assert_array_equal(result[0], np.float32(expected), backend)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # ARB_vertex_program 2.14.5.1: 0 + -0 is +0, also where a register's first zero made the 0
        ("SLT g, h, g; ADD result.texcoord[0], g, -h;", 0x00000000),
        # 2.14.5.27, XPD: 0 * 0 - 0 * 0 is +0, and its negative is -0
        ("SLT g, g, g.yzxz; XPD g, g, h; MOV result.texcoord[0], -g;", 0x80000000),
        # 2.14.5.17, MIN: the 0 of min(0, |x|) times 0, less 0 times 1, is +0
        (
            "ABS h, program.local[0]; MIN g, {1, 3}.yzxx, h; XPD h, g, h.wxyy; MOV result.texcoord[0], h;",
            0x00000000,
        ),
    ],
    ids=["ADD", "XPD", "MIN"],
)
@pytest.mark.parametrize("mode", ["compute", "feedback"])
def test_comparisons_of_registers_as_they_begin_are_no_constants(body: str, expected: int, mode: str) -> None:
    program = nvrender.load(f"!!ARBvp1.0\nTEMP g, h;\n{body}\nEND")
    registers = parameter_array(program, None, State())
    oracle = nvrender.run(program, count=2)["texcoord[0]"]
    gpu = execute(program, {}, registers, 2, mode=mode)["texcoord[0]"]
    for result in (oracle, gpu):
        assert result.view(np.uint32)[:, 0].tolist() == [expected] * 2


@pytest.mark.parametrize("mode", ["compute", "feedback"])
def test_a_condition_code_counts_denormals_as_zero(mode: str) -> None:
    """NV_gpu_program4 2.X.4.3: LT of a copy; a magnitude below 2^-126 is zero, and zero is not less."""
    program = nvrender.load(
        "!!NVvp4.0\nTEMP r; MOV.CC r, vertex.attrib[1]; MOV result.attrib[0], 1; "
        "MOV result.attrib[0] (LT), 2; END"
    )
    words = np.array([[0x80000001, 0x807FFFFF, 0x80800000, 0x00000001]], np.uint32).view(np.float32)
    registers = parameter_array(program, None, State())
    found = execute(program, {1: words}, registers, 1, mode=mode)["attrib[0]"]
    assert found[0].tolist() == [1.0, 1.0, 2.0, 1.0]


@pytest.mark.parametrize("mode", ["compute", "feedback"])
def test_no_test_of_nan_is_turned_round(mode: str) -> None:
    """NV_gpu_program4 2.X.4.3: NSF is GE, which NaN does not fulfil; nor does it LT, the opposite."""
    program = nvrender.load(
        "!!NVvp4.0\nTEMP R0, R1, R4; FLOAT TEMP F0; FLOAT SHORT TEMP F1; UINT TEMP U0;\n"
        "MAD.CC1 result.attrib[3].x, R0, F1, vertex.attrib[1]; TRUNC.CC.F F0, vertex.attrib[6].w;\n"
        "REP 0.75; ENDREP; IF GE; STR.U R4 (NSF1), U0.r, 1; ENDIF; MOV.U.NTC result.attrib[0], R4; END"
    )
    registers = parameter_array(program, None, State())
    attributes = {1: np.float32([[np.nan] * 4]), 6: np.float32([[0, 0, 0, 1]])}
    found = execute(program, attributes, registers, 1, mode=mode)["attrib[0]"]
    assert found[0].view(np.uint32).tolist() == [0, *[0xFFFFFFFF] * 3]
    oracle = nvrender.run(program, {"attrib[1]": attributes[1], "attrib[6]": attributes[6]})["attrib[0]"]
    assert oracle[0].view(np.uint32).tolist() == found[0].view(np.uint32).tolist()


@pytest.mark.parametrize("mode", ["compute", "feedback"])
@pytest.mark.parametrize(
    "body",
    [
        "TEMP R1; FLOAT TEMP F0; FLOAT SHORT TEMP F1; SWZ.SAT F1, F0, a, -1, b, z;"
        "MAX.NTC.F F0, -F0, F1; POW.F result.attrib[0], vertex.attrib[1].x, F0.y;",
        "TEMP a, b; MAX b, -a, 0; MUL result.attrib[0], vertex.attrib[1].x, b;",
    ],
    ids=["POW", "MUL"],
)
def test_no_range_of_the_hidden_zero_is_known(body: str, mode: str) -> None:
    """NV_gpu_program4 2.X.8, POW: 2 to the power of 0 * log2(NaN) is NaN, also where the 0 is max(-0, 0)."""
    program = nvrender.load(f"!!NVvp4.0\n{body}\nEND")
    given = np.float32([[np.nan] * 4, [np.inf] * 4])
    oracle = nvrender.run(program, {"attrib[1]": given})["attrib[0]"]
    registers = parameter_array(program, None, State())
    assert np.isnan(oracle).all()
    assert np.isnan(execute(program, {1: given}, registers, 2, mode=mode)["attrib[0]"]).all()
