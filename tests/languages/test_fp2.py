"""!!FP2.0 programs: what they load as, their words, what is wrong with others, and damaged ones."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from digest.corpus import cases_of
from hostile_texts import attempt, attempt_changed
from hypothesis import given, settings
from hypothesis import strategies as st

import nvrender
from nvrender.languages.common.lexer import FP1_PIECE
from nvrender.languages.fp1.headers import fp1_0, fp2_0
from nvrender.languages.load import load
from nvrender.languages.printer import print_program
from nvrender.languages.profiles import PROFILES
from nvrender.program import Clamp, Register, RegisterFile, RelativeAddress
from nvrender.source import ProgramError

RULES = cases_of(Path(__file__).parents[1] / "spec" / "load" / "fp2" / "rules.toml")
VALID = [case.program for case in RULES if case.position is None and len(case.program) < 300]
# fmt: off
MESSAGES = {
    "an_option": (
        "!!FP2.0\nOPTION NV_fragment_program2;\nMOV o[COLR], R0;\nEND",
        """
        a.fp:2:1: !!FP2.0 has no OPTION
          OPTION NV_fragment_program2;
          ^
          leave the line out: what NV_fragment_program2 adds is there without it
          (NV_fragment_program 3.11.3)
        """,
    ),
    "register_beyond_the_last": (
        "!!FP2.0\nMOVR R48, R0;\nEND",
        """
        a.fp:2:6: R48 does not exist: !!FP2.0 has R0 to R47
          MOVR R48, R0;
               ^
          (NV_fragment_program 3.11.1.2)
        """,
    ),
    "the_loop_index_outside_a_loop": (
        "!!FP2.0\nREP {2};\nMOVR o[COLR], f[TEX[A0.x+1]];\nENDREP;\nEND",
        """
        a.fp:3:21: A0 outside LOOP
          MOVR o[COLR], f[TEX[A0.x+1]];
                              ^
          (NV_fragment_program2 3.11.3.Y)
        """,
    ),
    "the_loop_index_without_texture_coordinates": (
        "!!FP2.0\nLOOP {3};\nMOVR o[COLR], f[TEX0+A0.x];\nENDLOOP;\nEND",
        """
        a.fp:3:22: A0.x alone is no attribute
          MOVR o[COLR], f[TEX0+A0.x];
                               ^
          of texture coordinates the index chooses one: f[TEX[A0.x+1]]
          (NV_fragment_program2 3.11.3.Y)
        """,
    ),
    "a_loop_that_counts_by_a_register": (
        "!!FP2.0\nLOOP R0;\nENDLOOP;\nEND",
        """
        a.fp:2:6: the operand of LOOP is a parameter or a constant
          LOOP R0;
               ^
          loops run as often as a parameter says
          (NV_fragment_program2 3.11.X.8)
        """,
    ),
    "a_condition_without_parentheses": (
        "!!FP2.0\nREP {2}; BRK NE.x; ENDREP;\nEND",
        """
        a.fp:2:14: expected `;` after BRK, found `NE`
          REP {2}; BRK NE.x; ENDREP;
                       ^
          a condition is written in parentheses, as in (GT.x)
          (NV_fragment_program 3.11.3)
        """,
    ),
    "a_condition_in_parentheses": (
        "!!FP2.0\nIF (NE.x); ENDIF;\nEND",
        """
        a.fp:2:4: the condition of IF has no parentheses
          IF (NE.x); ENDIF;
             ^
          write IF GT.x;
          (NV_fragment_program2 3.11.X.7)
        """,
    ),
    "a_label_that_is_a_word": (
        "!!FP2.0\nCAL f;\nf:\nEND",
        """
        a.fp:2:5: f is a word of the language and cannot be a label
          CAL f;
              ^
          (NV_fragment_program2 3.11.4.X)
        """,
    ),
    "a_block_left_open": (
        "!!FP2.0\nIF GT.x;\nMOVR o[COLR], R0;\nEND",
        """
        a.fp:4:1: the IF of line 2, column 1 is not closed
          END
          ^
          (NV_fragment_program2 3.11.4.X)
        """,
    ),
    "an_instruction_of_vertex_programs": (
        "!!FP2.0\nBRA done (GT.x);\nEND",
        """
        a.fp:2:1: !!FP2.0 has no BRA
          BRA done (GT.x);
          ^
          IF, REP and LOOP branch, CAL calls
          (NV_fragment_program 3.11.3)
        """,
    ),
}
# fmt: on


@pytest.mark.parametrize("name", MESSAGES)
def test_messages(name: str) -> None:
    text, wanted = MESSAGES[name]
    with pytest.raises(ProgramError) as caught:
        load(text, name="a.fp")
    assert str(caught.value) == dedent(wanted).strip("\n")


def test_every_rule_has_a_program_that_loads_and_one_that_does_not() -> None:
    both: dict[str, set[bool]] = {}
    for case in RULES:
        rule = case.name.split(" rejects at ")[0].split(" loads: ")[0]
        both.setdefault(rule, set()).add(case.position is None)
    assert len(both) > 25
    assert [rule for rule, seen in both.items() if len(seen) == 1] == []


def test_messages_cite_the_rule() -> None:
    for case in RULES:
        if case.position is not None:
            with pytest.raises(ProgramError) as caught:
                load(case.program)
            assert caught.value.section == case.section, case.name


def test_the_instructions_are_those_of_both_specifications() -> None:
    """45 of NV_fragment_program, 67 of NV_fragment_program2, 44 of them in both."""
    option = PROFILES["!!ARBfp1.0"].larger[0][1].opcodes
    names = {row.name for row in fp2_0.ROWS}
    assert names == {row.name for row in fp1_0.ROWS} | set(option)
    assert len(names) == len(fp2_0.ROWS)
    assert {row.family.name for row in fp2_0.ROWS} == {"fp2"}
    operations = {row.name: row.operation for row in fp1_0.ROWS}
    for row in fp2_0.ROWS:
        assert row.operation == operations.get(
            row.name, option[row.name].operation if row.name in option else ""
        )


def test_every_program_that_loads_is_printed_as_one_that_does() -> None:
    for text in VALID:
        program = load(text)
        again = load(print_program(program))
        assert print_program(again) == print_program(program)
        for one, other in zip(program.instructions, again.instructions, strict=True):
            assert (one.opcode, one.precision, one.clamp) == (other.opcode, other.precision, other.clamp)
            assert (one.condition_code, one.target) == (other.condition_code, other.target)
        assert again.parameters == program.parameters


@pytest.mark.parametrize("numerics", ["exact", "fast"])
def test_what_a_program_of_fp1_0_means_it_means_here(numerics: str) -> None:
    for script in sorted((Path(__file__).parents[1] / "spec" / "fp1").glob("*.toml")):
        for case in cases_of(script)[:2]:
            one, two = load(case.program), load(case.program.replace(b"!!FP1.0", b"!!FP2.0", 1))
            assert [row.operation for row in one.instructions] == [row.operation for row in two.instructions]
            texts = [nvrender.translate(program, numerics=numerics).source for program in (one, two)]
            assert texts[0].replace("!!FP1.0", "!!FP2.0") == texts[1], case.name


def test_registers_loops_and_labels() -> None:
    """docs/program.md."""
    program = load(
        "!!FP2.0 MOVR_SSAT R47, H95; LOOP p[1]; MOV o[COLR], f[TEX[A0.x+2]]; BRK (GT.x); ENDLOOP;"
        "CAL sub; RET; sub: END"
    )
    first, loop, inside, leave, end, call, _ = program.instructions
    assert first.destination is not None
    assert first.destination.register == Register(RegisterFile.TEMPORARY, 111)
    assert first.operands[0].register == Register(RegisterFile.TEMPORARY, 143)
    assert first.clamp is Clamp.SIGNED
    assert [row.name for row in program.variables] == ["R47", "H95"]
    assert inside.operands[0].register == Register(RegisterFile.ATTRIBUTE, 6, RelativeAddress(0, 0, 2), 8)
    assert len(program.attributes) == 8
    assert (loop.target, leave.target, end.target, call.target) == (4, 4, 1, 7)
    assert program.profile.execution_limit == 65536 and program.profile.call_depth == 4


def test_fp1_0_has_none_of_it() -> None:
    for text in (
        "MOV o[COLR], f[FACE]",
        "MOV o[COLR], R32",
        "MOV o[COLR], H64",
        "MOV_SSAT o[COLR], R0",
        "l: MOV R0, R0",
    ):
        load(f"!!FP2.0 {text}; MOV o[COLR], R0; END")
        with pytest.raises(ProgramError):
            load(f"!!FP1.0 {text}; MOV o[COLR], R0; END")


def test_comments_of_the_compiler_name_parameters() -> None:
    """What cgc says of uniforms holds: c[n] is p[n], a name that DECLARE gives is that parameter."""
    text = """!!FP2.0
# cgc version 1.3.0001
#profile fp40
#var float4 tint :  : c[1] : 0 : 1
#default tint = 0.5 0.25 1 1
DECLARE glow = {0.25};
MOVR R0, glow;
ADDR o[COLR], p[1], R0;
END"""
    program = load(text)
    inputs = {"parameters": {"tint": (0.25, 0.25, 0.5, 0), "glow": (0.125, 0.125, 0.125, 0.5)}, "count": 1}
    assert nvrender.run(program, backend="oracle", **inputs)["COLR"][0].tolist() == [0.375, 0.375, 0.625, 0.5]
    assert nvrender.run(program, backend="oracle", count=1)["COLR"][0].tolist() == [0.75, 0.25, 1.0, 1.0]


RICH = b"""!!FP2.0 # c
DECLARE n = {2, 0, 1}; main: LOOP n; REP {2}; IF GT.x; ADDHC_SSAT R47.xy(LT.x), -|f[TEX[A0.x+9]].wzyx|, {1};
ELSE; SWZ H95, R0, x, -0, 1, w; BRK (NE.y); ENDIF; ENDREP; ENDLOOP; CAL sub (EQ); DIVR o[COLR], R0, n.x; RET;
sub: TXL R0, R1, TEX3, CUBE; KIL LT; RET (TR); END # d"""
WORDS = [
    *b"MOV ADDRC_SSAT IF ELSE ENDIF LOOP ENDLOOP REP ENDREP BRK CAL RET SWZ KIL TXL TEX END DECLARE".split(),
    *b"R0 R47 R48 H95 RC f[ o[ p[ TEX[ A0.x A0 ] COLR FACE COL0 0 9 1.5 2D { } + - | a f : $ = , ;".split(),
    *b". ( ) GT (GT.x) .xyzw .x # \n \0 \xff".split(b" "),
]


def test_a_program_cut_short_anywhere() -> None:
    end = RICH.index(b"END #") + 3
    for length in range(7, end):
        assert attempt(RICH[:length]) is not None, length
    for length in range(end, len(RICH) + 1):
        assert attempt(RICH[:length]) is None, length


@given(st.lists(st.sampled_from(WORDS), max_size=40))
@settings(max_examples=300, deadline=None)
def test_any_words_after_the_header(words: list[bytes]) -> None:
    attempt(b"!!FP2.0 " + b" ".join(words))


@given(st.sampled_from([RICH, *VALID]), st.data())
@settings(max_examples=300, deadline=None)
def test_programs_with_tokens_changed(program: bytes, data: st.DataObject) -> None:
    attempt_changed(program, FP1_PIECE, WORDS, data)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("l" * 2_000_000 + ":MOV o[COLR],R0;END", None),
        ("".join(f"l{n}:" for n in range(50_000)) + "MOV o[COLR],R0;END", None),
        ("".join(f"CAL l{n};" for n in range(20_000)) + "MOV o[COLR],R0;END", "the end"),
        ("IF TR;" * 300_000, 8 + 48 * 6),
        ("REP 1;ENDREP;" * 10_000 + "MOV o[COLR],R0;END", None),
        ("LOOP " + "-" * 2_000_000 + "1;", 14),
    ],
    ids=["a long label", "labels", "calls", "blocks in blocks", "loops", "signs"],
)
def test_huge_programs(text: str, position: int | str | None) -> None:
    error = attempt(b"!!FP2.0 " + text.encode())
    wanted = len(text) + 8 if position == "the end" else position
    assert (None if error is None else error.position) == wanted
