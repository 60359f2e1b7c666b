"""!!FP1.0 programs on the oracle: values, special values, precisions, outputs, textures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from nvrender.gl.inputs.vertices import attribute_arrays, parameter_array
from nvrender.gl.textures.texture import Texture
from nvrender.languages.fp1.headers.fp1_0 import ROWS
from nvrender.languages.load import load
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.run import run

INF, NAN = np.inf, np.nan
Vector = tuple[float, float, float, float]


def raw(text: str, a: Any = (0, 0, 0, 0), **given: Any) -> npt.NDArray[np.float32]:
    """What o[COLR] holds before it is clamped, for f[TEX0] = ``a``, one row or several; (n, 4)."""
    program = load(f"!!FP1.0 {text}END")
    attributes = {"texcoord[0]": np.atleast_2d(np.array(a, np.float32))}
    arrays, count = attribute_arrays(program, attributes)
    outcome = execute(program, arrays, Resources(parameter_array(program, None), **given), count)
    return outcome["COLR"]


def assert_same(found: npt.NDArray[np.float32], expected: Any, message: str, relative: float = 0.0) -> None:
    """Equal with NaN and the sign of zero, or within ``relative`` of it."""
    wanted = np.broadcast_to(np.array(expected, np.float32), found.shape)
    assert np.array_equal(np.isnan(found), np.isnan(wanted)), (message, found)
    number = ~np.isnan(wanted)
    assert np.allclose(found[number], wanted[number], relative, 0.0), (message, found)
    zero = number & (wanted == 0)
    assert np.array_equal(np.signbit(found[zero]), np.signbit(wanted[zero])), (message, found)


A = (1.5, -2.0, 4.0, 0.5)
#: instruction, f[TEX0], result; R1 is (2, 3, -1, 0.25), R2 (1, 0.5, 2, -3).
VALUES: list[tuple[str, Vector, Vector]] = [
    ("ADD", A, (3.5, 1, 3, 0.75)),
    ("DP3", A, (-7, -7, -7, -7)),
    ("DP4", A, (-6.875, -6.875, -6.875, -6.875)),
    ("DST", A, (1, -6, 4, 0.25)),
    ("LRP", A, (2.5, -4.5, -10, -1.375)),
    ("MAD", A, (4, -5.5, -2, -2.875)),
    ("MAX", A, (2, 3, 4, 0.5)),
    ("MIN", A, (1.5, -2, -1, 0.25)),
    ("MUL", A, (3, -6, -4, 0.125)),
    ("SEQ", (2, 3, 0, -0.25), (1, 1, 0, 0)),
    ("SFL", A, (0, 0, 0, 0)),
    ("SGE", (2, 4, -2, 0.25), (1, 1, 0, 1)),
    ("SGT", (2, 4, -2, 0.5), (0, 1, 0, 1)),
    ("SLE", (2, 4, -2, 0.25), (1, 0, 1, 1)),
    ("SLT", (2, 4, -2, 0.5), (0, 0, 1, 0)),
    ("SNE", (2, 3, 0, -0.25), (0, 0, 1, 1)),
    ("STR", A, (1, 1, 1, 1)),
    ("SUB", A, (-0.5, -5, 5, 0.25)),
    ("X2D", A, (5, -7, 5, -7)),
    ("MOV", A, A),
    ("FLR", (1.5, -1.5, 3, -0.25), (1, -2, 3, -1)),
    ("FRC", (1.5, -1.75, 3, -0.25), (0.5, 0.25, 0, 0.75)),
    ("LIT", (0.5, 2, 9, 3), (1, 0.5, 8, 1)),
    ("LIT", (-1, 2, 9, 3), (1, 0, 0, 1)),
    ("COS", (0, 9, 9, 9), (1, 1, 1, 1)),
    ("SIN", (0, 9, 9, 9), (0, 0, 0, 0)),
    ("EX2", (3, 9, 9, 9), (8, 8, 8, 8)),
    ("LG2", (8, 9, 9, 9), (3, 3, 3, 3)),
    ("RCP", (-4, 9, 9, 9), (-0.25, -0.25, -0.25, -0.25)),
    ("RSQ", (4, 9, 9, 9), (0.5, 0.5, 0.5, 0.5)),
    ("POW", (3, 9, 9, 9), (9, 9, 9, 9)),
]


@pytest.mark.parametrize(("name", "a", "expected"), VALUES, ids=lambda value: str(value))
def test_values(name: str, a: Vector, expected: Vector) -> None:
    """NV_fragment_program 3.11.5."""
    row = next(row for row in ROWS if row.name == name)
    scalar = ".x" if row.operands[0].value == "s" else ""
    operands = ", ".join(f"{source}{scalar}" for source in ("f[TEX0]", "R1", "R2")[: len(row.operands)])
    setting = "MOV R1, {2, 3, -1, 0.25}; MOV R2, {1, 0.5, 2, -3};"
    assert_same(raw(f"{setting}{name} o[COLR], {operands};", a), expected, name, 1e-6)


def test_reflection() -> None:
    """3.11.5.26: about an axis that is not of unit length."""
    found = raw("MOV R1,{1,-2,3};RFL o[COLR].xyz,f[TEX0],R1;", (0, 2, 0, 9))
    assert_same(found[:, :3], (-1, -2, -3), "RFL")


#: instruction, operands → result in x.
SPECIAL: list[tuple[str, Vector, float]] = [
    ("RSQ o[COLR],f[TEX0].x;", (0, 0, 0, 0), INF),
    ("RSQ o[COLR],f[TEX0].x;", (-0.0, 0, 0, 0), -INF),
    ("RSQ o[COLR],f[TEX0].x;", (-4, 0, 0, 0), NAN),
    ("RSQ o[COLR],f[TEX0].x;", (-INF, 0, 0, 0), NAN),
    ("RSQ o[COLR],f[TEX0].x;", (INF, 0, 0, 0), 0.0),
    ("RCP o[COLR],f[TEX0].x;", (-0.0, 0, 0, 0), -INF),
    ("RCP o[COLR],f[TEX0].x;", (-INF, 0, 0, 0), -0.0),
    ("LG2 o[COLR],f[TEX0].x;", (-0.0, 0, 0, 0), -INF),
    ("LG2 o[COLR],f[TEX0].x;", (-1, 0, 0, 0), NAN),
    ("EX2 o[COLR],f[TEX0].x;", (-INF, 0, 0, 0), 0.0),
    ("SIN o[COLR],f[TEX0].x;", (-0.0, 0, 0, 0), -0.0),
    ("COS o[COLR],f[TEX0].x;", (INF, 0, 0, 0), NAN),
    ("MAX o[COLR],f[TEX0].x,f[TEX0].y;", (NAN, 3, 0, 0), NAN),
    ("MAX o[COLR],f[TEX0].x,f[TEX0].y;", (3, NAN, 0, 0), NAN),
    ("MIN o[COLR],f[TEX0].x,f[TEX0].y;", (NAN, 3, 0, 0), NAN),
    ("MIN o[COLR],f[TEX0].x,f[TEX0].y;", (3, NAN, 0, 0), NAN),
    ("MUL o[COLR],f[TEX0].x,f[TEX0].y;", (0, INF, 0, 0), NAN),
    ("FRC o[COLR],f[TEX0].x;", (-0.0, 0, 0, 0), 0.0),
    ("FRC o[COLR],f[TEX0].x;", (INF, 0, 0, 0), NAN),
    ("FLR o[COLR],f[TEX0].x;", (-0.0, 0, 0, 0), -0.0),
    *((f"{name} o[COLR],f[TEX0].x,f[TEX0].y;", (NAN, NAN, 0, 0), float(name == "SNE"))
      for name in ("SEQ", "SGE", "SGT", "SLE", "SLT", "SNE")),
    ("SNE o[COLR],f[TEX0].x,f[TEX0].y;", (-0.0, 0.0, 0, 0), 0.0),
    ("SGE o[COLR],f[TEX0].x,f[TEX0].y;", (-INF, -INF, 0, 0), 1.0),
    *(("POW o[COLR],f[TEX0].x,f[TEX0].y;", (base, exponent, 0, 0), result) for base, exponent, result in (
        (-2, 2, NAN), (NAN, 0, NAN), (0, 0, NAN), (-0.0, 0, NAN), (INF, 0, NAN), (1, INF, NAN),
        (1, -INF, NAN), (0, 2, 0.0), (-0.0, -2, INF), (1, 77, 1.0), (INF, 2, INF), (INF, -2, 0.0),
        (5, 0, 1.0), (0.5, INF, 0.0), (2, INF, INF), (0.5, -INF, INF), (2, -INF, 0.0),
    )),
]  # fmt: skip


@pytest.mark.parametrize(("text", "a", "expected"), SPECIAL, ids=lambda value: str(value))
def test_special_values(text: str, a: Vector, expected: float) -> None:
    """The special-case rules of NV_fragment_program 3.11.5; of POW rule 10 the sign is a slip."""
    assert_same(raw(text, a)[:, :1], expected, text)


@pytest.mark.parametrize(
    ("a", "z"),
    [
        ((1, 0, 9, 0), NAN), ((1, -3, 9, 0), NAN), ((0, 0, 9, 0), 0.0), ((1, 2, 9, 200), INF),
        ((1, 0.5, 9, 200), 0.0), ((1, 1, 9, INF), NAN), ((NAN, 2, 9, 2), 0.0), ((1, NAN, 9, 2), NAN),
        ((1, 2, 9, 130), INF), ((1, 0.5, 9, -100), 2.0**100),
    ],
)  # fmt: skip
def test_lighting_power(a: Vector, z: float) -> None:
    """3.11.5.13: POW itself, so 0^0 is NaN, and the exponent is not clamped."""
    assert_same(raw("LIT o[COLR],f[TEX0];", a)[:, 2:3], z, "LIT", 1e-6)


@pytest.mark.parametrize(
    ("text", "a", "word"),
    [
        ("PK2H", (1, -2, 9, 9), 0xC0003C00),
        ("PK2US", (1.5, -1, 9, 9), 0x0000FFFF),
        ("PK4B", (-9, 0, 1, 9), 0xFFFF8000),
        ("PK4UB", (1, 0, 0.502, 2), 0xFF8000FF),
    ],
)
def test_packing(text: str, a: Vector, word: int) -> None:
    """3.11.5.20-23; the bits survive a copy, and UP reads x's alone."""
    found = raw(f"{text} R0.y,f[TEX0];MOV R1.z,R0.y;MOV o[COLR],R1.z;", a)
    assert found.view(np.uint32).tolist() == [[word] * 4]


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("UP2H", 0xC0003C00, (1, -2, 1, -2)),
        ("UP2US", 0x3F80FFFF, (1, 16256 / 65535, 1, 16256 / 65535)),
        ("UP4B", 0xBF8000FF, (1, -128 / 127, 0, 63 / 127)),
        ("UP4UB", 0xFF3300FF, (1, 0, 0.2, 1)),
    ],
)
def test_unpacking(text: str, word: int, expected: Vector) -> None:
    """3.11.5.41-44."""
    words = np.array([0, 0, 0, word], np.uint32).view(np.float32)
    assert_same(raw(f"{text} o[COLR],f[TEX0].w;", words), expected, text, 1e-6)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MOVX o[COLR],{3,-5,.5,1e999};", (2047 / 1024, -2, 0.5, 2047 / 1024)),
        ("ADDX o[COLR],{1.5,-2,1,-1},{1.5,-2,1,-1};", (2047 / 1024, -2, 2047 / 1024, -2)),
        ("MOV R1,9;MADX o[COLR],R1,.5,-.5;", (2047 / 2048 - 0.5,) * 4),
        ("MOVX o[COLR],f[TEX0];", (7, -7, NAN, 1)),
        ("MOV R1,f[TEX0];MOVX o[COLR],R1;", (2047 / 1024, -2, 0, 1)),
        ("MOV R1,f[TEX0];SGTX_SAT o[COLR],R1,1.999;", (1, 0, 0, 0)),
        ("MOV R1,f[TEX0];MOVR o[COLR],R1;", (7, -7, NAN, 1)),
        ("MOV R1,f[TEX0];MOV_SAT o[COLR],R1;", (1, 0, NAN, 1)),
    ],
)
def test_precisions(text: str, expected: Vector) -> None:
    """3.11.4.2: fx12's range for operands and results, but not where f[TEXn] is read; SAT: 3.11.4.4."""
    assert_same(raw(text, (7, -7, NAN, 1)), expected, text, 1e-6)


def test_condition_codes() -> None:
    """3.11.4.4, the section's own example: masked writes and updates, UN for NaN."""
    text = "MOV R1,f[TEX0];MOVC R0,R1;MOVC R0.xyz,R1.yzwx;MOVC R0(NE),R1.zywx;MOV o[COLR],R0;"
    assert_same(raw(text, (-2, 0, 2, NAN)), (0, 0, NAN, -2), text)
    text = "MOVC RC,f[TEX0];MOV R0,5;MOV R0(GT.wzyx),1;MOVC HC(LT),-R0;MOV R0(EQ),9;MOV o[COLR],R0;"
    assert_same(raw(text, (-1, 0, 2, 3)), (1, 9, 5, 5), text)


@pytest.mark.parametrize(
    ("test", "killed"),
    [("LT", True), ("LT.y", False), ("EQ.yyyy", True), ("GT.x", False), ("NE.w", True), ("GE.w", False),
     ("TR", True), ("FL", False)],
)  # fmt: skip
def test_kill(test: str, killed: bool) -> None:
    """3.11.5.11: any component that passes discards."""
    given = {"texcoord[0]": [[-1.0, 0.0, 2.0, NAN]]}
    found = run(f"!!FP1.0 MOV o[COLR],1;MOVC RC,f[TEX0];KIL {test};END", given, backend="oracle")
    assert found["killed"].tolist() == [killed]
    assert found["COLR"].tolist() == [[0.0 if killed else 1.0] * 4]


def test_outputs() -> None:
    """3.11.6: colours are clamped; a depth that is not written is the window's; f[FOGC] is (z, 0, 0, 0)."""
    given: Mapping[str, Any] = {
        "position": [[0.5, 0.5, 0.25, 1.0], [1.5, 0.5, 0.75, 1.0]],
        "fogcoord": [[0.5], [2.0]],
    }
    text = "!!FP1.0 ADD R0,f[FOGC],-1;MOV o[COLH],f[FOGC];MOVC RC,R0;MOV o[DEPR].z(GT.x),.5;END"
    found = run(text, given, backend="oracle")
    assert found["COLH"].tolist() == [[0.5, 0, 0, 0], [1, 0, 0, 0]]
    assert found["DEPR"][:, 2].tolist() == [0.25, 0.5]


def test_derivatives() -> None:
    """3.11.5.3-4: differences within a quad."""
    quad = [[0, 1, 5, 0], [2, 1, 5, 0], [0, 4, 5, 0], [2, 4, 5, 0]]
    assert_same(raw("DDX o[COLR],f[TEX0];", quad), (2, 0, 0, 0), "DDX")
    assert_same(raw("DDY o[COLR],f[TEX0];", quad), (0, 3, 0, 0), "DDY")


def test_textures() -> None:
    """3.11.5.38-40: TXP divides by w, but not cube map coordinates; without a texture all is 0."""
    ramp = np.zeros((1, 4, 4), np.float32)
    ramp[0, :, 0] = (0.1, 0.2, 0.3, 0.4)
    flat = Texture.from_array(ramp, min_filter="NEAREST", mag_filter="NEAREST")
    at = (0.375, 0.5, 0.0, 0.5)
    assert raw("TEX o[COLR],f[TEX0],TEX3,2D;", at, textures={3: flat})[0, 0] == np.float32(0.2)
    assert raw("TXP o[COLR],f[TEX0],TEX3,2D;", at, textures={3: flat})[0, 0] == np.float32(0.4)
    assert raw("TXD o[COLR],f[TEX0],0,0,TEX3,2D;", at, textures={3: flat})[0, 0] == np.float32(0.2)
    for text in (
        "TEX o[COLR],R0,TEX0,2D;",
        "TXP o[COLR],R0,TEX0,CUBE;",
        "TXD o[COLR],R0,0,0,TEX0,1D;",
    ):
        assert_same(raw(text, at), (0, 0, 0, 0), text)


@pytest.mark.parametrize("name", ["f[TEX3]", "TEX3", "texcoord[3]", "fragment.texcoord[3]"])
def test_attributes_by_the_languages_own_names(name: str) -> None:
    """NV_fragment_program Table X.1."""
    found = run("!!FP1.0 MOV o[COLR],f[TEX3];END", {name: [[0.5, 0.25, 1.0]]}, backend="oracle")
    assert found["COLR"].tolist() == [[0.5, 0.25, 1.0, 1.0]]
