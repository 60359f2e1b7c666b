"""What !!FP1.0 programs load as: registers, parameters, suffixes (docs/program.md), and their words."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from batches import every
from digest.corpus import cases_of

from nvrender.gl.inputs.vertices import parameter_array
from nvrender.languages.fp1.headers.fp1_0 import ROWS, words
from nvrender.languages.load import load
from nvrender.languages.printer import print_program, statement_text
from nvrender.languages.profiles import OPCODES, PROFILES
from nvrender.ops.conditions import PASSES
from nvrender.program import (
    BindingKind,
    Clamp,
    Instruction,
    Operand,
    Register,
    RegisterFile,
)
from nvrender.program.opcodes import OperandClass, ResultClass
from nvrender.source import InputError, ProgramError

SCRIPTS = sorted((Path(__file__).parents[1] / "spec" / "load" / "fp1").glob("*.toml"))
VALID = {
    case.program: case.limits
    for path in SCRIPTS
    for case in cases_of(path)
    if case.position is None and len(case.program) < 1000
}
PROFILE = PROFILES["!!FP1.0"]
#: NV_fragment_program Table X.4.
ALL_PRECISIONS = "ADD DP3 DP4 FLR FRC LRP MAD MAX MIN MOV MUL SEQ SFL SGE SGT SLE SLT SNE STR SUB".split()
TWO_PRECISIONS = "COS DDX DDY DST EX2 LG2 LIT POW RCP RFL RSQ SIN X2D".split()
NO_PRECISION = "TEX TXD TXP UP2H UP2US UP4B UP4UB".split()
NO_SUFFIX = "KIL PK2H PK2US PK4B PK4UB".split()


def spellings() -> set[str]:
    """The words Table X.4 makes, written out."""
    found = set(NO_SUFFIX)
    for names, precisions in ((ALL_PRECISIONS, " RHX"), (TWO_PRECISIONS, " RH"), (NO_PRECISION, " ")):
        for name in names:
            for precision in precisions:
                for code in ("", "C"):
                    found |= {f"{name}{precision.strip()}{code}{clamp}" for clamp in ("", "_SAT")}
    return found


def statement(word: str) -> str:
    """An instruction that loads with this word."""
    name = max((row.name for row in ROWS if word.startswith(row.name)), key=len)
    row = OPCODES["fp1", name]
    if row.result is ResultClass.NONE:
        return f"{word} GT.x;"
    operands = ["R1.x" if each is OperandClass.SCALAR else "R1" for each in row.operands]
    texture = ["TEX0", "2D"] if row.texture else []
    destination = "R0.xyz" if row.three_components else "R0"
    return f"{word} {', '.join([destination, *operands, *texture])};"


def test_there_are_45_instructions_and_509_words() -> None:
    assert len(ROWS) == len(PROFILE.opcodes) == 45
    assert len(words()) == 509
    assert words() == spellings()


@pytest.mark.parametrize("name", [row.name for row in ROWS])
def test_every_word_loads_as_its_instruction_and_is_printed(name: str) -> None:
    """NV_fragment_program 3.11.3, 3.11.4."""
    for word in sorted(word for word in spellings() if load_name(word) == name):
        program = load(f"!!FP1.0 {statement(word)}MOV o[COLR],R0;END")
        instruction = program.instructions[0]
        rest = word.removeprefix(name)
        assert instruction.opcode.key == ("fp1", name)
        assert instruction.clamp is (Clamp.UNSIGNED if rest.endswith("_SAT") else None)
        rest = rest.removesuffix("_SAT")
        assert instruction.condition_code == (0 if rest.endswith("C") else None)
        assert instruction.precision == rest.removesuffix("C")
        assert statement_text(program, instruction) == statement(word)


def load_name(word: str) -> str:
    return max((row.name for row in ROWS if word.startswith(row.name)), key=len)


def test_every_other_suffix_is_refused() -> None:
    for row in ROWS:
        for suffix in ("R", "H", "X", "C", "RC", "HC", "XC", "_SAT", "C_SAT", "X_SAT", "_SSAT", "C0"):
            if row.name + suffix not in spellings():
                with pytest.raises(ProgramError) as caught:
                    load(f"!!FP1.0 {row.name}{suffix} R0,R1;MOV o[COLR],R0;END")
                assert caught.value.position == 8


@pytest.mark.parametrize("test", PASSES)
def test_condition_tests(test: str) -> None:
    """NV_fragment_program 3.11.4.4 and 3.11.5.11."""
    program = load(f"!!FP1.0 MOV R0({test}.y),R1;KIL {test}.wzyx;MOV o[COLR],R0;END")
    masked, kill, _ = program.instructions
    assert masked.destination is not None and masked.destination.condition is not None
    assert (masked.destination.condition.test, masked.destination.condition.swizzle) == (test, (1, 1, 1, 1))
    assert kill.destination is None and kill.operands == ()
    assert kill.condition is not None
    assert (kill.condition.test, kill.condition.swizzle) == (test, (3, 2, 1, 0))


def test_registers() -> None:
    """H registers are numbered behind the 32 R registers; RC and HC are apart."""
    program = load(
        "!!FP1.0 MOV R31,f[WPOS];MOV H0,f[COL1];MOV H63,f[TEX7];MOVC RC,R31;MOVC HC,H0;"
        "MOV o[COLH],f[FOGC];MOV o[DEPR],f[COL0];END"
    )
    files = [each.destination.register for each in program.instructions if each.destination is not None]
    assert files == [
        Register(RegisterFile.TEMPORARY, 31),
        Register(RegisterFile.TEMPORARY, 32),
        Register(RegisterFile.TEMPORARY, 95),
        Register(RegisterFile.CONDITION_CODE, 0),
        Register(RegisterFile.CONDITION_CODE, 1),
        Register(RegisterFile.RESULT, 1),
        Register(RegisterFile.RESULT, 2),
    ]
    assert program.temporaries == 96
    assert program.results == ("COLH", "DEPR")
    assert [(row.name, row.index, row.size) for row in program.variables] == [
        ("R31", 31, ""), ("H0", 32, "SHORT"), ("H63", 95, "SHORT"),
    ]  # fmt: skip
    assert [row.name for row in program.attributes] == [
        "fragment.position", "fragment.color.primary", "fragment.color.secondary", "fragment.fogcoord",
        "fragment.texcoord[7]",
    ]  # fmt: skip
    assert program.reads(RegisterFile.ATTRIBUTE) == {row.index for row in program.attributes}


def floats(words: tuple[int, ...]) -> tuple[float, ...]:
    return struct.unpack("<4f", struct.pack("<4I", *words))


def test_parameters() -> None:
    """NV_fragment_program 3.11.2: declared names first, then what instructions name."""
    program = load(
        "!!FP1.0 DEFINE pi=3.5;DEFINE v={pi,-2};MOV R0,p[63].x;DECLARE a;DECLARE b=-2.5;DECLARE c={1,2};"
        "MUL R0,-v.y,R0;MAD R0,R0,-|-4|,pi;ADD R0,c,c.x;RCP R1,+.5;MOV o[COLR],R0;END"
    )
    assert [(row.name, row.kind) for row in program.parameters[:4]] == [
        ("a", BindingKind.NAMED),
        ("b", BindingKind.NAMED),
        ("c", BindingKind.NAMED),
        ("program.local[63]", BindingKind.LOCAL),
    ]
    assert [floats(row.words) for row in program.parameters] == [
        (0, 0, 0, 0), (-2.5, -2.5, -2.5, -2.5), (1, 2, 0, 1), (0, 0, 0, 0), (3.5, -2, 0, 1),
        (-4, -4, -4, -4), (3.5, 3.5, 3.5, 3.5), (0.5, 0.5, 0.5, 0.5),
    ]  # fmt: skip
    operands = [
        (each.register.index, each.swizzle, each.absolute, each.negate)
        for instruction in program.instructions
        for each in instruction.operands
        if each.register.file is RegisterFile.PARAMETER
    ]
    identity, first = (0, 1, 2, 3), (0, 0, 0, 0)
    assert operands == [
        (3, first, False, False),
        (4, (1, 1, 1, 1), False, True),
        (5, identity, True, True),
        (6, identity, False, False),
        (2, identity, False, False),
        (2, first, False, False),
        (7, first, False, False),
    ]


def test_what_a_caller_gives_local_parameters() -> None:
    program = load("!!FP1.0 DECLARE a=2;DECLARE b={1,2};MAD R0,a,R1,R2;ADD o[COLR],p[3],R0;END")
    rows = parameter_array(program, {"b": [5.0, 6.0], "program.local[3]": (7, 8, 9)})
    assert np.array_equal(rows, [[2, 2, 2, 2], [5, 6, 0, 1], [7, 8, 9, 1]])
    assert np.array_equal(parameter_array(program, {"p[3]": (7, 8, 9), "b": [5.0, 6.0]}), rows)
    for wrong in (
        {"p[3]": [1.0], "program.local[3]": [1.0]},
        {"p[64]": [1.0]},
        {"c": [1.0]},
        {"a": [[1.0]]},
        {"a": [1.0] * 5},
        {"program.local[64]": [1.0]},
    ):
        with pytest.raises(InputError):
            parameter_array(program, wrong)


def test_target() -> None:
    """NV_fragment_program 5.7: the header must belong to the target."""
    text = "!!FP1.0 MOV o[COLR],f[COL0];END"
    assert load(text, target="FRAGMENT_PROGRAM_NV").profile is PROFILE
    with pytest.raises(ProgramError) as caught:
        load(text, target="FRAGMENT_PROGRAM_ARB")
    assert caught.value.position == 0


def bare(instruction: Instruction) -> tuple[object, ...]:
    """Everything but the spans."""
    destination, condition, texture = instruction.destination, instruction.condition, instruction.texture
    masked = None if destination is None else destination.condition
    return (
        instruction.opcode.key,
        None if destination is None else (destination.register, destination.mask),
        None if masked is None else (masked.test, masked.swizzle),
        tuple(map(_bare_operand, instruction.operands)),
        instruction.condition_code,
        None if condition is None else (condition.test, condition.swizzle),
        instruction.clamp,
        None if texture is None else (texture.unit, texture.target),
        instruction.precision,
    )


def _bare_operand(operand: Operand) -> tuple[object, ...]:
    return operand.register, operand.swizzle, operand.absolute, operand.negate


@every("program", VALID)
def test_a_printed_program_loads_as_itself(program: bytes) -> None:
    limits = VALID[program] or None
    one = load(program, limits=limits)
    text = print_program(one)
    other = load(text, limits=limits)
    assert list(map(bare, other.instructions)) == list(map(bare, one.instructions))
    assert other.parameters == one.parameters
    assert other.attributes == one.attributes
    assert print_program(other) == text


def test_canonical_text() -> None:
    source = (
        "!!FP1.0 DEFINE pi=3.14;DEFINE v={pi,-2};DECLARE $k;DECLARE q=v;#c\n"
        "MULHC_SAT R0 . x y(GT.x x x x),-|+f[TEX0].xyzw|,-pi;TXD RC,R0,R1,q,TEX15,RECT;COS R1.x,2;"
        "COS R1,-pi;RCP R2,|-v.y|;KIL NE.xyzz;DP3 o[COLH],$k,H63;END"
    )
    assert print_program(load(source)) == (
        "!!FP1.0\nDECLARE $k;\nDECLARE q = {3.14, -2.0, 0.0, 1.0};\n"
        "MULHC_SAT R0.xy(GT.x), -|f[TEX0]|, -{3.14, 3.14, 3.14, 3.14};\n"
        "TXD RC, R0, R1, q, TEX15, RECT;\nCOS R1.x, 2.0;\nCOS R1, -{3.14, 3.14, 3.14, 3.14}.x;\n"
        "RCP R2, |{3.14, -2.0, 0.0, 1.0}.y|;\nKIL NE.xyzz;\nDP3 o[COLH], $k, H63;\nEND\n"
    )


def test_comments_are_kept() -> None:
    program = load("!!FP1.0 # one\nMOV o[COLR],R0;END# two")
    assert [comment.text for comment in program.comments] == [" one", " two"]
