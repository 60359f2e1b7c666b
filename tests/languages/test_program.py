"""What a loaded Program holds."""

from __future__ import annotations

from nvrender.languages.load import load
from nvrender.program import (
    Comment,
    Condition,
    Destination,
    Label,
    Operand,
    Program,
    Register,
    RegisterFile,
    RelativeAddress,
    Span,
    Variable,
)


def text_of(program: Program, span: Span) -> str:
    return program.source.text[span.start : span.end]


def test_operand_and_destination() -> None:
    text = "!!VP2.0 MADC R1.xz(GT.y), -|+c[A1.w-7].wzyx|, v[NRML].z, +R2;MOV o[HPOS],v[0];END"
    program = load(text)
    first = program.instructions[0]
    assert first.opcode.key == ("vp2", "MAD")
    assert first.condition_code == 0
    assert first.target is None
    assert first.destination == Destination(
        Register(RegisterFile.TEMPORARY, 1),
        (True, False, True, False),
        Condition("GT", (1, 1, 1, 1), 0, Span(18, 24)),
        Span(13, 24),
    )
    relative = Register(RegisterFile.PARAMETER, 0, RelativeAddress(1, 3, -7))
    a, b, c = first.operands
    assert a == Operand(relative, (3, 2, 1, 0), True, True, Span(26, 44))
    assert b == Operand(Register(RegisterFile.ATTRIBUTE, 2), (2, 2, 2, 2), False, False, Span(46, 55))
    assert c == Operand(Register(RegisterFile.TEMPORARY, 2), span=Span(57, 60))
    assert [text_of(program, operand.span) for operand in (a, b, c)] == [
        "-|+c[A1.w-7].wzyx|",
        "v[NRML].z",
        "+R2",
    ]
    assert text_of(program, first.span) == text[8:61]
    assert program.instructions[1].condition_code is None


def test_a_sign_inside_bars_has_no_effect() -> None:
    """NV_vertex_program2 2.14.2.1: the absolute value comes after the inner sign."""
    program = load("!!VP2.0 MOV o[HPOS],|-v[0]|;MOV R0,-|v[0]|;MOV R0,|v[0]|;END")
    operands = [instruction.operands[0] for instruction in program.instructions]
    assert [(operand.absolute, operand.negate) for operand in operands] == [
        (True, False),
        (True, True),
        (True, False),
    ]


def test_results_count_in_table_order() -> None:
    program = load("!!VP2.0 MOV o[HPOS],v[0];MOV o[CLP5].x,v[0];MOV CC,v[0];END")
    files = [
        instruction.destination.register for instruction in program.instructions if instruction.destination
    ]
    assert files[0] == Register(RegisterFile.RESULT, 0)
    assert program.profile.results[files[1].index] == "CLP5"
    assert files[2].file is RegisterFile.CONDITION_CODE
    assert program.results == ("HPOS", "CLP5")


def test_labels_targets_and_entry() -> None:
    """NV_vertex_program2 2.14.2.3."""
    program = load(
        "!!VP2.0 sub:MOV R0,v[0];RET;main:again:CAL sub(GT);BRA end;MOV o[HPOS],R0;BRA again;end:END"
    )
    assert program.entry == 2
    assert [(label.name, label.index) for label in program.labels] == [
        ("sub", 0), ("main", 2), ("again", 2), ("end", 6),
    ]  # fmt: skip
    assert [(i.target_name, i.target) for i in program.instructions] == [
        ("", None), ("", None), ("sub", 0), ("end", 6), ("", None), ("again", 2),
    ]  # fmt: skip
    assert program.instructions[2].condition is not None
    assert program.instructions[3].condition is None
    assert program.labels[0] == Label("sub", 0, Span(8, 11))


def test_entry_without_main() -> None:
    assert load("!!VP2.0 Main:MOV o[HPOS],v[0];END").entry == 0


def test_a_label_named_like_a_register() -> None:
    program = load("!!VP2.0 BRA R0;R0:MOV o[HPOS],v[0];END")
    assert program.instructions[0].target == 1
    assert program.variables == ()


def test_options() -> None:
    program = load("!!VP1.1 OPTION NV_position_invariant;OPTION NV_position_invariant;MOV o[COL0],v[3];END")
    assert program.options == {"NV_position_invariant"}
    assert program.position_invariant
    assert program.results == ("HPOS", "COL0")
    assert load("!!VP1.1 MOV o[HPOS],v[0];END").options == frozenset()


def test_variables() -> None:
    program = load("!!VP2.0 ARA A1,A0;MOV R15,R3;MOV o[HPOS],c[A0.x];DP3 R3,R1,v[0];END")
    assert program.variables == (
        Variable("R1", RegisterFile.TEMPORARY, 1),
        Variable("R3", RegisterFile.TEMPORARY, 3),
        Variable("R15", RegisterFile.TEMPORARY, 15),
        Variable("A0", RegisterFile.ADDRESS, 0),
        Variable("A1", RegisterFile.ADDRESS, 1),
    )


def test_comments() -> None:
    text = "!!VP1.0# one\n  MOV # two\r o[HPOS],v[0#3\n];END # last"
    program = load(text)
    assert [comment.text for comment in program.comments] == [" one", " two", "3", " last"]
    assert program.comments[0] == Comment(" one", Span(7, 12))
    assert all(text_of(program, comment.span) == "#" + comment.text for comment in program.comments)


def test_vertex_state_program() -> None:
    """NV_vertex_program2 2.14.5."""
    program = load("!!VSP1.0 ARL A0.x,v[0].x;MUL c[95].xw,c[A0.x+3],v[00].y;END")
    destination = program.instructions[1].destination
    assert destination is not None
    assert destination.register == Register(RegisterFile.PARAMETER, 95)
    assert program.writes(RegisterFile.PARAMETER) == {95}
    assert program.has_relative_parameters
    assert program.results == ()


def test_scalar_operand_stands_in_all_places() -> None:
    program = load("!!VP1.0 RSQ R0,-v[0].w;MOV o[HPOS],R0;END")
    assert program.instructions[0].operands[0].swizzle == (3, 3, 3, 3)
