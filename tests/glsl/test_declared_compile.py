"""Whatever is written of an instruction of the declared-name languages compiles."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from declared_programs import CASES, declared_program

from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.load import load
from nvrender.numerics import NUMERICS
from nvrender.ops.types import DataType


@pytest.mark.parametrize(
    "family, name, type", CASES, ids=[f"{family}-{name}.{type.value}" for family, name, type in CASES]
)
def test_every_form_compiles(
    family: str, name: str, type: DataType, compiles: Callable[[Translation], None]
) -> None:
    """Exact compute shaders of the same programs run in test_declared_agreement.py."""
    program = load(declared_program(family, name, type))
    turn = CASES.index((family, name, type)) % 2
    for target, interface, numerics in (
        ("glsl330", "vertex", NUMERICS[turn]),
        ("glsl330", "feedback", NUMERICS[1 - turn]),
        ("glsl430", "compute", "fast"),
    ):
        compiles(translate(program, target, interface=interface, numerics=numerics))


PROGRAMS = {
    "names of GLSL": "TEMP sampler2D, gl_x, a__b, precise, float, value, CC0, HPOS, main;TEMP $dollar;"
    "MOV.CC0 float, gl_x; ADD a__b (GT), precise, sampler2D; MUL value, CC0, HPOS; MOV main, $dollar;"
    "ADD result.position, a__b, value;",
    "arrays": "ATTRIB v[] = { vertex.attrib[1..4] }; TEMP t[4], i; "
    "PARAM c[] = { program.local[0..2], {1, 2} };"
    "OUTPUT o[] = { result.texcoord[1..3] }; MOV.S i, {0, 1, 2, 3}; MOV t[i.x], c[i.y + 2];"
    "ADD.CC0 t[i.y].xz (GT.xyzw), v[i.w + 1], t[1]; MOV o[i.x], t[i.z]; MOV o[0], c[3];"
    "MOV result.position, t[1];",
    "calls and loops": "TEMP r, n; main: MOV.S n, 3; REP.S n.x; CAL f (NE.x); CONT (EQ.x); REP r;"
    "ADD.CC r.x, r.x, -1;"
    "BRK (LT.x); ENDREP; IF GT.x; RET; ELSE; CAL g; ENDIF; ENDREP; MOV result.position, r; RET;"
    "f: ADD r, r, 1; CAL f; RET;g: REP; MOV.U.CC1 n, n; RET (SF1.x); BRK; ENDREP; MOV result.texcoord[0], r;",
    "vertex numbers": "TEMP r; ADD.S r, vertex.id, vertex.instance; I2F r, r; MOV result.position, r;"
    "MOV.S result.id, vertex.id;",
    "mixed words": "TEMP r; MUL r, vertex.attrib[1], 2; AND.NTC r, r, 0x7fffffff; "
    "ADD.NTC result.position, r, r;"
    "MOV.U.NTC result.attrib[2], r; OR.U.NTC result.attrib[2].x, r, 1;",
}


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS)
def test_programs_compile(text: str, compiles: Callable[[Translation], None]) -> None:
    program = load(f"!!NVvp4.0 {text} END")
    for target, interface in (("glsl330", "vertex"), ("glsl330", "feedback"), ("glsl430", "compute")):
        for numerics in ("exact", "fast"):
            compiles(translate(program, target, interface=interface, numerics=numerics))


BRANCHES = (
    "!!ARBvp1.0 OPTION NV_vertex_program3; TEMP r, t; PARAM c[3] = { program.env[0..2] }; ADDRESS A;"
    "main: ARLC A, vertex.position; MOV r, c[A.y + 1]; l: ADDC1 r.x, r.x, -c[1].x; "
    "MOV result.texcoord[A.x], r;"
    "BRA l (GT1.x); CAL f (NE); MOV_SAT result.color, r; MOV result.clip[2].x, r; "
    "MOV result.pointsize.x, r.y;"
    "DP4 result.position, r, vertex.attrib[A.z]; RET; f: ADD r, r, r; CAL f (LT.x); RET; END"
)


#: The conventional transform, where attribute 0 is not read, read, and one of an array.
INVARIANT = [
    "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, vertex.normal; END",
    "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, vertex.position; END",
    "!!ARBvp1.0 OPTION NV_vertex_program3; OPTION ARB_position_invariant; ADDRESS A; ARL A, vertex.attrib[1];"
    "l: MOVC result.color, vertex.attrib[A.x]; CAL l (EQ); END",
]


@pytest.mark.parametrize("text", INVARIANT, ids=["unread", "read", "in an array"])
def test_position_invariant_programs_compile(text: str, compiles: Callable[[Translation], None]) -> None:
    for target, interface in (("glsl330", "vertex"), ("glsl330", "feedback"), ("glsl430", "compute")):
        translation = translate(load(text), target, interface=interface)
        assert "fixed_function_position(" in translation.source
        compiles(translation)


def test_branches_compile(compiles: Callable[[Translation], None]) -> None:
    for target, interface in (("glsl330", "vertex"), ("glsl330", "feedback"), ("glsl430", "compute")):
        compiles(translate(load(BRANCHES), target, interface=interface))


def test_the_deepest_blocks_compile(compiles: Callable[[Translation], None]) -> None:
    """NV_gpu_program4 2.X.5: IF nests 48 deep."""
    deep = "IF GT.x; " * 48 + "ADD r, r, 1; " + "ENDIF; " * 48
    translation = translate(
        load(f"!!NVvp4.0 TEMP r; MOV.CC r, vertex.attrib[0]; {deep} MOV result.position, r; END")
    )
    assert "switch" not in translation.source
    compiles(translation)


def test_loops_one_after_another_do_not_nest() -> None:
    """NV_gpu_program4 2.X.8, BRK: what follows ENDREP runs however the loop was left."""
    loop = "REP 3; ADD.CC r.x, r.x, -1; BRK (LT.x); CONT (EQ.x); ADD r, r, r.yzwx; ENDREP; "
    text = f"!!NVvp4.0 TEMP r; MOV r, vertex.attrib[1]; {loop * 100} MOV result.position, r; END"
    assert translate(load(text)).source.count("for (") == 100


FRAGMENTS = {
    "one number in each component": "TEMP r; DDX.CC r, 1; IF NSF; KIL -1; ENDIF; MOV result.color, 0;",
    "words added to the other kind": "TEMP r; IF LE; ADDC0.U r, r, program.local[7].ywxx; ENDIF;"
    "AND.S result.color, r, 7; RET (SF);",
}


@pytest.mark.parametrize("text", FRAGMENTS.values(), ids=FRAGMENTS)
@pytest.mark.parametrize("numerics", ["exact", "fast"])
def test_fragment_programs_compile(text: str, numerics: str, compiles: Callable[[Translation], None]) -> None:
    """NV_gpu_program4 2.X.8, DDX and ADD: GLSL compares and adds vectors of one width and kind only."""
    compiles(translate(load(f"!!NVfp5.0 {text} END"), "glsl330", numerics=numerics))


FP2 = {
    "what a loop with an index begins": "LOOP p[8]; SNE R1, f[TEX[A0.x+2]], H0; ENDLOOP; MOV o[COLR], R1;",
    "codes that a loop begins": "LOOP {2, 1, 1}; IF LE; DP2C H0, H0, f[TEX[A0.x+1]].zyzw; ENDIF; ENDLOOP;"
    "MOV o[COLR], R1;",
    "a choice that is compared": "CMPC R1, R1, H0.y, R1; KIL EQ.z; MOV o[COLR], R0;",
}


@pytest.mark.parametrize("text", FP2.values(), ids=FP2)
@pytest.mark.parametrize("numerics", ["exact", "fast"])
def test_fp2_programs_compile(text: str, numerics: str, compiles: Callable[[Translation], None]) -> None:
    """NV_fragment_program2 3.11.5, LOOP and CMP: values are declared before the head of their loop."""
    compiles(translate(load(f"!!FP2.0 {text} END"), "glsl330", numerics=numerics))
