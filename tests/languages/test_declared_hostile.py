"""Nothing that is no program does anything but raise ProgramError at a byte of the text."""

from __future__ import annotations

from pathlib import Path

import pytest
from digest.corpus import cases_of
from hostile_texts import attempt, attempt_changed
from hypothesis import given, settings
from hypothesis import strategies as st

from nvrender.languages.common.lexer import DECLARED_PIECE
from nvrender.languages.load import load
from nvrender.program import RegisterFile
from nvrender.source import ProgramError

SCRIPTS = sorted((Path(__file__).parents[1] / "spec" / "load" / "declared").glob("*.toml"))
VALID = [
    case.program
    for path in SCRIPTS
    for case in cases_of(path)
    if case.position is None and len(case.program) < 400 and not case.limits
]
HEADERS = [
    b"!!ARBvp1.0",
    b"!!ARBvp1.0 OPTION NV_vertex_program2;",
    b"!!ARBvp1.0 OPTION NV_vertex_program3;",
    b"!!NVvp4.0",
]
WORDS = [
    *b"MOV ADD.S MUL.HI RCP ARL a, CAL f RET IF EQ.x ELSE ENDIF REP 2 ENDREP BRK TEX SWZ PK2H.U BRA".split(),
    *b"TEMP PARAM ATTRIB OUTPUT ADDRESS ALIAS BUFFER BUFFER4 INT SHORT r s a[4] a[ i.x ]".split(),
    *b"{ } = , ; : . .. ( GT1.y ) vertex.attrib[1] result.color program.env[ program.buffer[0]".split(),
    b"state.matrix.mvp.row[0..1]",
    *b"1 -2.5 0x10 1e | texture[0], 2D END OPTION NV_vertex_program3 f: .xyzw .rgb # \n \xff \0".split(b" "),
]


@given(st.sampled_from(HEADERS), st.binary(max_size=100))
@settings(max_examples=200, deadline=None)
def test_any_bytes_after_a_header(header: bytes, data: bytes) -> None:
    attempt(header + data)


@given(st.sampled_from(HEADERS), st.lists(st.sampled_from(WORDS), max_size=40))
@settings(max_examples=500, deadline=None)
def test_any_words_after_a_header(header: bytes, words: list[bytes]) -> None:
    attempt(header + b" " + b" ".join(words))


@given(st.sampled_from(VALID), st.data())
@settings(max_examples=400, deadline=None)
def test_programs_with_tokens_changed(program: bytes, data: st.DataObject) -> None:
    attempt_changed(program, DECLARED_PIECE, WORDS, data)


@pytest.mark.parametrize("program", VALID[::7], ids=lambda program: program[:60].decode("latin-1"))
def test_programs_cut_short(program: bytes) -> None:
    for length in range(11, len(program), 3):
        attempt(program[:length])


def test_ten_thousand_declarations() -> None:
    names = "".join(f"ALIAS n{number} = n{number - 1};" for number in range(1, 10000))
    found = load(f"!!NVvp4.0 TEMP n0; {names} MOV n9999, n1; END")
    assert found.temporaries == 1
    assert len(found.variables) == 10000
    many = "".join(f"TEMP t{number};" for number in range(4096))
    assert load(f"!!NVvp4.0 {many} END").temporaries == 4096
    with pytest.raises(ProgramError, match="4096 temporary registers"):
        load(f"!!NVvp4.0 {many} TEMP u; END")
    listed = ", ".join(f"t{number}" for number in range(4096))
    assert load(f"!!ARBvp1.0 TEMP {listed}; END").temporaries == 4096


def test_ten_thousand_constants() -> None:
    rows = ", ".join(f"{{{number}, 1}}" for number in range(10000))
    with pytest.raises(ProgramError, match="1024 parameters"):
        load(f"!!NVvp4.0 PARAM p[] = {{ {rows} }}; END")
    found = load(f"!!NVvp4.0 PARAM p[] = {{ {rows} }}; END", limits={"parameters": 10000})
    assert len(found.parameters) == 10000


@pytest.mark.parametrize("size", ["1000000", "9" * 1000, "0x" + "f" * 1000])
def test_huge_arrays(size: str) -> None:
    for text in (
        f"TEMP a[{size}];",
        f"PARAM p[{size}] = {{ 1 }};",
        f"BUFFER b[{size}] = {{ program.buffer[0] }};",
    ):
        assert attempt(f"!!NVvp4.0 {text} END".encode())
    if size.isdigit():
        assert attempt(f"!!ARBvp1.0 PARAM p[{size}] = {{ 1 }}; END".encode())


def test_huge_numbers() -> None:
    digits = "1234567890" * 1000
    for text in (
        f"MOV.S r, {digits};",
        f"MOV r, vertex.attrib[{digits}];",
        f"MOV r, program.env[{digits}];",
        f"TEX r, r, texture[{digits}], 2D;",
        f"TEX r, r, texture, 2D, ({digits});",
        f"PARAM p[] = {{ program.env[0..{digits}] }};",
        f"PARAM p[] = {{ state.matrix.mvp.row[{digits}..{digits}] }};",
        f"BUFFER b = program.buffer[0][{digits}];",
        f"BUFFER b[] = {{ program.buffer[0][0..{digits}] }};",
    ):
        assert attempt(f"!!NVvp4.0 TEMP r; {text} END".encode()), text[:40]
    for text in (f"MOV r, {digits};", f"MOV r, 0x{digits};", f"MOV r, 0.{digits};", f"MOV r, 1e{digits};"):
        assert attempt(f"!!NVvp4.0 TEMP r; {text} END".encode()) is None, text[:40]


@pytest.mark.parametrize("opener", ["(", "[", "{", "|", "-", "IF EQ.x; ", "REP 2; ", "a[", "r."])
def test_deep_nesting(opener: str) -> None:
    assert attempt(b"!!NVvp4.0 TEMP r, a[4]; MOV r, " + opener.encode() * 20000)
    assert attempt(b"!!NVvp4.0 TEMP r, a[4]; " + opener.encode() * 20000)


def test_deep_nesting_within_raised_limits() -> None:
    limits = {"if_depth": 20000, "loop_depth": 20000}
    text = "IF EQ.x; REP 2; " * 10000 + "ENDREP; ENDIF; " * 10000
    found = load(f"!!NVvp4.0 {text} END", limits=limits)
    assert found.instructions[0].target == len(found.instructions) - 1


@pytest.mark.parametrize(
    "name",
    ["gl_Position", "gl_", "__x", "a__b", "$", "$$", "a$b", "vec4", "float", "main", "texture2D", "x" * 5000],
)
def test_names_that_other_languages_reserve(name: str) -> None:
    found = load(f"!!NVvp4.0 TEMP {name}; {name}: MOV {name}.x, {name}.y; CAL {name}; END")
    assert found.variables[0].name == name
    assert found.labels[0].name == name
    assert found.reads(RegisterFile.TEMPORARY) == {0}


def test_long_comments_and_white_space() -> None:
    text = "#" + "x" * 100000 + "\n" + " " * 100000
    assert len(load(f"!!NVvp4.0{text}TEMP r;{text}MOV{text}r,{text}r;{text}END{text}").instructions) == 1


def test_the_first_error_counts_however_long_the_rest() -> None:
    data = b"!!NVvp4.0 TEMP r; MOV r, q; " + b"MOV r, r; " * 500000
    error = attempt(data)
    assert error is not None
    assert error.position == data.index(b"q;")


@pytest.mark.parametrize(
    "text",
    ["l{}: ", "CAL l; ", "IF EQ.x; ENDIF; ", "TEMP t{}; ", "MOV r, {}.0; ", "MOV r, program.env[{}]; "],
)
def test_ten_thousand_of_anything(text: str) -> None:
    """Each statement costs what one costs: quadratic work would take minutes here."""
    body = "".join(text.format(number) for number in range(10000))
    head = "REP 1; BRK; ENDREP; l: RET; " + "REP 1; " + "BRK; " * 10000 + "ENDREP; "
    limits = {"temporaries": 10001, "parameters": 10001, "environment_parameters": 10000}
    found = load(f"!!NVvp4.0 TEMP r; {head}{body} END", limits=limits)
    assert len(found.instructions) > 10000
