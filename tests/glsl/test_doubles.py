"""Doubles in fast numerics: what a person would write."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import nvrender
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.load import load

pytestmark = pytest.mark.usefixtures("line_by_line")

HEAD = """!!NVvp5.0
LONG TEMP d, e; LONG TEMP w; TEMP r;
MOV.F64 d, vertex.attrib[1];
MOV.F64 e, { 0.1, 2, -3, 1e300 };"""
TAIL = "MOV.F64 result.position, d;\nMOV.S result.attrib[1], w;\nEND"


def _lines(text: str, numerics: str = "fast") -> list[str]:
    source = translate(load(f"{HEAD}\n{text}\n{TAIL}"), "glsl430", numerics=numerics).source
    return [line.strip() for line in source[source.index("void main") :].split("\n")]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("ADD.F64 d, d, e;", "d = d + e;"),
        ("MUL.F64 d.xz, d.yxyx, -|e|;", "d.xz = d.yy * (-abs(e.xz));"),
        ("MAD.F64 d.y, d, e.w, 0.1;", "d.y = d.y * e.w + 0.1lf;"),
        ("MOV.F64 d.xy, { 0.25, -1e300, 0, 0 };", "d.xy = dvec2(0.25lf, -1e+300lf);"),
        ("MUL.F64 d.y, d, -{ 1, -2 };", "d.y = d.y * 2.0lf;"),
        ("MUL.F64 d.xy, d, -{ 1, -2 };", "d.xy = d.xy * (-dvec2(1.0lf, -2.0lf));"),
        ("ROUND.S64 w.y, -{ 1, -2 };", "int64_t number_y = nv_long_of_double(nv_double_even(2.0lf));"),
        ("DIV.F64 d.xyz, d, e.z;", "d.xyz = d.xyz / e.z;"),
        ("RCP.F64 d.xy, e.x;", "d.xy = dvec2(1.0lf / e.x);"),
        ("RSQ.F64 d.w, e.y;", "d.w = inversesqrt(e.y);"),
        ("ROUND.F64 d, e.wzyx;", "d = roundEven(e.wzyx);"),
        ("SUB.F64 d.x, e, vertex.attrib[1].y;", "d.x = e.x - double(attrib1.y);"),
        ("MOV.F64 r.xy, e;", "r.xy = vec2(e.xy);"),
        ("MOV.F d.xy, r;", "d.xy = dvec2(r.xy);"),
        ("ADD.F r.x, d, e;", "r.x = float(d.x) + float(e.x);"),
    ],
)
def test_plain_doubles(text: str, line: str, compiles: Callable[[Translation], None]) -> None:
    """NV_gpu_program5 2.X.4.1."""
    lines = _lines(f"{text}\nMOV result.attrib[0], r;")
    assert line in [each.replace("nv_flush", "") for each in lines]
    assert any(each.startswith("dvec4 d") for each in lines)
    compiles(translate(load(f"{HEAD}\n{text}\n{TAIL}"), "glsl430", numerics="fast"))


@pytest.mark.parametrize(
    "text",
    [
        "ADD.F64.CC d.xy, d, e;\nMOV.F64 d (GT.x), e;",
        "MOV.CC r, r;\nMUL.F64.SAT d (LT.yxzw), d, e;",
        "CMP.F64 d, d, e, 1.0;\nSGE.F64 e, d, e;",
        "PK64 d, vertex.attrib[1];\nUP64 r, d;\nMOV result.attrib[0], r;",
        "CVT.F64.S32 d, vertex.attrib[2];\nCVT.S32.F64 result.attrib[0], d;",
        "CVT.F32.F64 r, d;\nMOV result.attrib[0], r;",
        "I2F.S64 d, vertex.attrib[2];",
        "REP.F64 e.y;\nADD.F64 d, d, e;\nENDREP;",
        "main: CAL s;\nMOV.F64 result.position, d;\nRET;\ns: MUL.F64 d, d, e;\nRET;",
        "MOV.U64 w, d.x;\nUP64.U result.attrib[0], w;",
    ],
)
def test_the_rest_is_the_same(text: str, compiles: Callable[[Translation], None]) -> None:
    """Conditions, codes, comparisons and words are as in exact numerics, where numbers are ordinary."""
    program = f"{HEAD}\n{text}\n{TAIL}"
    for target in ("glsl430", "glsl450"):
        compiles(translate(load(program), target, numerics="fast"))
    arrays = {1: np.array([[1.5, -2, 4, 0.5], [-1, 3, 2, -8]]), 2: np.array([[1, -2, 3, 4]], np.int32)}
    oracle = nvrender.run(program, arrays, count=2)
    gpu = nvrender.run(program, arrays, count=2, backend="gpu", numerics="fast")
    for name in oracle:
        assert (oracle[name].view(np.uint32) == gpu[name].view(np.uint32)).all(), name


def test_variables_that_hold_integers_too_are_words() -> None:
    """All their bits count."""
    lines = _lines("MOV.U64 d, 5;")
    assert any(line.startswith("uvec4 d_high") for line in lines)
    assert not any(line.startswith("dvec4 d") for line in lines)


def test_exact_numerics_keep_every_bit() -> None:
    assert any(line.startswith("uvec4 d_high") for line in _lines("", "exact"))
