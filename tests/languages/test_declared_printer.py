"""Program → text → Program, for the declared-name languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any

from batches import every
from digest.corpus import cases_of

from nvrender.languages.load import load
from nvrender.languages.printer import print_program, statement_text
from nvrender.program import NO_SPAN, BindingKind, Instruction, Operand, Program, Register, RegisterFile
from nvrender.regression.conformance.script import Case

SPEC = Path(__file__).parents[1] / "spec"
SCRIPTS = [
    path
    for folder in ("load/declared", "load/generation5", "nv5")
    for path in sorted((SPEC / folder).glob("*.toml"))
]


def test_constants_of_one_number_are_written_as_that_number() -> None:
    """NV_gpu_program4 2.X.3.3; a swizzle that says otherwise stays."""
    body = "ADD.U t.x, t.x, 8;\nMOV t, -0.5;\nMOV t.xy, {1, 2, 3, 4}.x;\nMOV t, {3, 3, 3, 3};\nRCP t.x, 2;"
    program = load(f"!!NVvp5.0\nTEMP t;\n{body}\nMOV result.position, t;\nEND")
    printed = [statement_text(program, row) for row in program.instructions[:5]]
    assert printed == [
        "ADD.U t.x, t.x, 8;", "MOV t, -0.5;", "MOV t.xy, {1.0, 2.0, 3.0, 4.0}.x;",
        "MOV t, {3.0, 3.0, 3.0, 3.0};", "RCP t.x, 2.0;",
    ]  # fmt: skip


def without_span(operand: Operand | None) -> Operand | None:
    return operand and replace(operand, span=NO_SPAN)


def meaning(program: Program) -> list[Any]:
    """Instructions without spans, with what each parameter register holds instead of its number."""

    def held(register: Register) -> object:
        if register.file is not RegisterFile.PARAMETER:
            return register
        count = register.count if register.relative is not None else 1
        rows = program.parameters[register.index : register.index + count]
        named = [row.words if row.kind is BindingKind.CONSTANT else row.name for row in rows]
        return named, register.relative

    def parts(one: Instruction) -> tuple[object, ...]:
        destination = one.destination
        condition = one.condition and replace(one.condition, span=NO_SPAN)
        texture = one.texture and replace(
            one.texture,
            span=NO_SPAN,
            handle=without_span(one.texture.handle),
            moved=without_span(one.texture.moved),
        )
        image = one.image and replace(one.image, span=NO_SPAN, handle=without_span(one.image.handle))
        written = destination and (
            held(destination.register),
            destination.mask,
            destination.condition and replace(destination.condition, span=NO_SPAN),
            destination.type,
        )
        read = [
            (
                held(operand.register),
                replace(operand, register=Register(RegisterFile.RESULT, 0), span=NO_SPAN),
            )
            for operand in one.operands
        ]
        rest = replace(
            one, destination=None, operands=(), condition=None, texture=None, image=None, span=NO_SPAN
        )
        return rest, condition, texture, image, written, read

    return [parts(one) for one in program.instructions]


@every("path", SCRIPTS)
def test_printed_programs_load_as_themselves(path: Path) -> None:
    for case in cases_of(path):
        if case.position is None:
            _assert_prints_itself(case)


def _assert_prints_itself(case: Case) -> None:
    program = load(case.program, limits=case.limits or None)
    text = print_program(program)
    again = load(text, limits=case.limits or None)
    assert meaning(again) == meaning(program), case.name
    assert print_program(again) == text, case.name
    assert again.entry == program.entry, case.name
    assert again.options == program.options, case.name
    assert [(label.name, label.index) for label in again.labels] == [
        (label.name, label.index) for label in program.labels
    ], case.name
    assert [replace(one, span=NO_SPAN, index=0) for one in again.variables] == [
        replace(one, span=NO_SPAN, index=0) for one in program.variables
    ], case.name
    assert again.attributes == program.attributes, case.name
    assert again.buffers == program.buffers, case.name


def test_canonical_text() -> None:
    source = (
        "!!NVvp4.0 OPTION ARB_position_invariant; INT SHORT TEMP t[3],i;TEMP r;"
        "PARAM p[]={state.matrix.mvp.row[0..0],{1,-2},3};INT PARAM k=-7;ATTRIB a[]={vertex.attrib[1..2]};"
        "OUTPUT o=result.color;UINT BUFFER4 b[]={program.buffer[2][3..4]};ALIAS q=r;IF GT1.x;"
        "ADDRC1_SSAT r.rg(LEG.y),-|+r.bgra|,p[i.x+1];ELSE;MOV.S t[i.y],-t[2].x;ENDIF;f:SWZ o,q,-x,0,1,w;"
        "TEX.U r,{1,2.5},texture,2D,(1,-2);MUL.HI.U r,b[i.x],b[0];REP.S k;BRK(NE.x);ENDREP;CAL f;"
        "MOV.S.NTC i,vertex.id;MUL.S24 r,a[1],p[2].x;MOV r,vertex.color;END"
    )
    text = print_program(load(source))
    assert text == dedent(
        """\
        !!NVvp4.0
        OPTION ARB_position_invariant;
        INT SHORT TEMP t[3];
        INT SHORT TEMP i;
        TEMP r;
        PARAM p[3] = { state.matrix.mvp.row[0], {1.0, -2.0, 0.0, 1.0}, {3.0, 3.0, 3.0, 3.0} };
        INT PARAM k = {-7, -7, -7, -7};
        ATTRIB a[2] = { vertex.attrib[1], vertex.attrib[2] };
        OUTPUT o = result.color.front.primary;
        UINT BUFFER4 b[2] = { program.buffer[2][3..4] };
        ALIAS q = r;
        IF GT1.x;
        ADDR.CC1.SSAT r.xy (LEG.y), -|r.zyxw|, p[i.x+1];
        ELSE;
        MOV.S t[i.y], -t[2].x;
        ENDIF;
        f:
        SWZ o, r, -x, 0, 1, w;
        TEX.U r, {1.0, 2.5, 0.0, 1.0}, texture[0], 2D, (1, -2, 0);
        MUL.U.HI r, b[i.x], b[0];
        REP.S k;
        BRK (NE.x);
        ENDREP;
        CAL f;
        MOV.S.NTC i, vertex.id;
        MUL.S24 r, vertex.attrib[2], p[2].x;
        MOV r, vertex.color.primary;
        END
        """
    )


def test_canonical_text_of_the_options() -> None:
    source = (
        "!!ARBvp1.0 OPTION NV_vertex_program3;ADDRESS a;TEMP r;main:ARLC1 a.xz(GT0.x),-|r|;PUSHA a;"
        "MADC0_SAT r,vertex.texcoord[a.z-2].x,2,program.env[3];MOV result.texcoord[a.y],vertex.attrib[a.x+1];"
        "POPA a;CAL main(EQ1.xxxx);RET;END"
    )
    assert print_program(load(source)) == dedent(
        """\
        !!ARBvp1.0
        OPTION NV_vertex_program3;
        ADDRESS a;
        TEMP r;
        main:
        ARLC1 a.xz (GT.x), -|r|;
        PUSHA a;
        MADC_SAT r, vertex.texcoord[a.z-2].x, {2.0, 2.0, 2.0, 2.0}.x, program.env[3];
        MOV result.texcoord[a.y], vertex.attrib[a.x+1];
        POPA a;
        CAL main (EQ1.x);
        RET;
        END
        """
    )


def test_one_statement() -> None:
    program = load("!!NVvp4.0 TEMP r; MOV r.x, r; END")
    assert statement_text(program, program.instructions[0]) == "MOV r.x, r;"
    program = load("!!VP1.0 MOV o[HPOS], v[0]; END")
    assert statement_text(program, program.instructions[0]) == "MOV o[HPOS], v[OPOS];"


def test_a_statement_reads_as_written() -> None:
    """Thread attributes and state are constants in what is handed on."""
    program = load(
        """!!NVvp5.0 OPTION NV_shader_thread_group; TEMP r;
        MOV.U r.x, vertex.threadid;
        MOV.U r.y, state.thread.warpsize;
        MOV.U r.x, vertex.threadid;
        MOV result.position, r; END"""
    )
    assert [statement_text(program, row) for row in program.instructions] == [
        "MOV.U r.x, vertex.threadid;",
        "MOV.U r.y, state.thread.warpsize;",
        "MOV.U r.x, vertex.threadid;",
        "MOV result.position, r;",
    ]
