"""Damaged, huge and ill-named ARB and NV4 programs: a ProgramError or a program, after linear work."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from nvrender.glsl.translate import translate
from nvrender.languages.load import load
from nvrender.source import ProgramError

RICH = {
    "ARB": b"""!!ARBvp1.0 OPTION ARB_position_invariant; # c
        ADDRESS a; PARAM p[3] = { -1, {1, 2.5e0}, state.matrix.mvp.row[0] };
        ATTRIB v = vertex.texcoord[1]; OUTPUT o = result.color.back; ALIAS q = o;
        ARL a.x, v.y; MAD q.xyw, -p[a.x+1], v.wzyx, 2; SWZ o.z, v, 0,-1,x,-w; END # d""",
    "NV_vertex_program3": b"""!!ARBvp1.0 OPTION NV_vertex_program3; TEMP r; ADDRESS a;
        main: ARLC1 a.yz (GT.xyzw), -|vertex.attrib[a.w-1]|; PUSHA a;
        l: ADDC_SAT r.x, {1, .5}.y, program.env[7]; TXL r, r, texture[0], 2D;
        BRA l (LE1.x); POPA a; CAL l; RET (FL); END""",
    "NVvp4.0": b"""!!NVvp4.0 SHORT INT TEMP i, t[2]; TEMP r;
        UINT BUFFER4 b[] = { program.buffer[0][0..1] };
        REP.S 2; IF NE0.xyxy; ADD.S.CC1 t[i.x+1].rg (NAN), -|i.x|, 0x7; ELSE; BRK (EQ); ENDIF;
        MUL.U.NTC i, b[1], i; TEX.S i, r, texture[0], 2D, (1, -8); ENDREP; CAL f NE.x; RET;
        f: MOV result.attrib[3], vertex.id.x; END""",
}
SMALL = (
    b"!!ARBvp1.0TEMP r;MOV r.x,-p[1];END",
    b"!!ARBvp1.0TEMP r;DP3 r.x,r,{1,.5};END",
    b"!!NVvp4.0INT TEMP r;ADD.S r.y,r,0x1;END",
)
#: Every printable byte, white space, and of the others, which no rule tells apart, a few.
BYTES = bytes([*range(0x20, 0x7F), *b"\t\n\r\v\f\0\x01\x7f\x80\xe9\xff"])
ODD_NAMES = (
    *"gl_Position gl_ vec4 main float texture2D attribute a__b __ _ $ $$ a$b nv_rcp r_ HPOS position".split(),
    *("c", "union", "precise", "MOV_SAT", "x" * 3000),
)
HEADERS = (
    "!!ARBvp1.0",
    "!!ARBvp1.0 OPTION NV_vertex_program2;",
    "!!ARBvp1.0 OPTION NV_vertex_program3;",
    "!!NVvp4.0",
)


def attempt(data: bytes) -> ProgramError | None:
    """Loads; any other exception, or an error outside the text, fails the test."""
    try:
        load(data)
    except ProgramError as error:
        assert 0 <= error.position <= len(data)
        assert error.message and error.section
        return error
    return None


def work(call: Callable[[], Any]) -> int:
    """How many functions, Python's and C's, a call enters."""
    entered = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal entered
        entered += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        call()
    finally:
        sys.setprofile(None)
    return entered


@pytest.mark.parametrize("kind", RICH)
def test_cut_at_every_byte(kind: str) -> None:
    program = RICH[kind]
    end = program.rindex(b"END") + 3
    assert attempt(program) is None
    for length in range(len(program)):
        error = attempt(program[:length])
        assert (error is None) == (length >= end), length
        # The statements that are whole are right.
        assert error is None or error.position > program.rfind(b";", 0, length)


@pytest.mark.parametrize("program", SMALL, ids=lambda program: program[:10].decode())
def test_every_byte_of_a_small_program_replaced(program: bytes) -> None:
    for place in range(len(program)):
        # Each by a third of what there is, three neighbours by all of it.
        for byte in BYTES[place % 3 :: 3]:
            attempt(program[:place] + bytes([byte]) + program[place + 1 :])


@pytest.mark.parametrize("program", SMALL, ids=lambda program: program[:10].decode())
def test_every_byte_of_a_small_program_removed_or_doubled(program: bytes) -> None:
    for place in range(len(program)):
        attempt(program[:place] + program[place + 1 :])
        attempt(program[:place] + program[place : place + 1] * 2 + program[place + 1 :])


@pytest.mark.parametrize("header", HEADERS)
def test_names_of_every_kind_in_the_translation(header: str) -> None:
    """What GLSL reserves, begins with gl_ or holds __ or $ is no identifier of the translation."""
    for name in ODD_NAMES:
        text = f"{header} TEMP {name}, other; PARAM p = 2; MOV {name}, p; MOV other.x, -{name}.y; "
        text += f"MUL result.position, {name}, other; END"
        source = translate(load(text), "glsl330").source
        code = re.sub(r"//[^\n]*", "", source)
        words = set(re.findall(r"[\w$]+", code)) - {
            "gl_Position",
            "gl_VertexID",
            "gl_InstanceID",
            "__VERSION__",
        }
        assert not [word for word in words if word.startswith("gl_") or "__" in word or "$" in word], name
        assert not re.search(r"\bvec4 (?:vec4|float|union|attribute|main|texture2D|precise)\b", code), name


@pytest.mark.parametrize("header", HEADERS[2:])
@pytest.mark.parametrize(
    "statement",
    [
        "TEMP t{};",
        "PARAM c{} = {};",
        "ALIAS s{} = r;",
        "MOV r, {};",
        "ADD r, r, program.env[{}];",
        "MOV r, q{};",
        "MOV r, {{{}, 1}};",
        "SWZ r, r, x,y,z,w;",
    ],
)
def test_work_grows_with_the_text(header: str, statement: str) -> None:
    """Ten times the statements cost at most about ten times the work."""
    limits = {
        "temporaries": 10**6,
        "parameters": 10**6,
        "environment_parameters": 10**6,
        "instructions": 10**6,
    }
    names = statement.startswith("MOV r, q")

    def cost(count: int) -> int:
        before = "".join(f"PARAM q{number} = {number};" for number in range(count)) if names else ""
        body = "".join(statement.format(number, number) for number in range(count))
        return work(lambda: load(f"{header} TEMP r; {before}{body} END", limits=limits))

    assert cost(1000) < 12 * cost(100)


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("ADD{} r, r, r;@.F", "!!NVvp4.0"),
        ("MUL{} r, r, r;@.HI", "!!NVvp4.0"),
        ("ADD{} r, r, r;@.Q", "!!NVvp4.0"),
        ("{}TEMP s;@INT ", "!!NVvp4.0"),
        ("{}TEMP s;@SHORT LONG ", "!!NVvp4.0"),
        ("PARAM q[] = {{ 1{} }};@, program.env[999999999999]", "!!NVvp4.0"),
        ("PARAM q[] = {{ 1{} }};@, 2", "!!ARBvp1.0"),
        ("MOV r, r{};@.x", "!!ARBvp1.0"),
        ("MOV r, {}r;@-", "!!ARBvp1.0"),
        ("MOV r{}, r;@[0]", "!!NVvp4.0"),
        ("MOV r, state{};@.matrix", "!!ARBvp1.0"),
        ("TEX r, r, texture, 2D, (1{});@, 9", "!!NVvp4.0"),
        ("MOV r {}, r;@(GT.x)", "!!ARBvp1.0 OPTION NV_vertex_program2;"),
        ("MOV r, {{1{}}};@, 2", "!!ARBvp1.0"),
    ],
)
def test_one_statement_of_any_length(text: str, header: str) -> None:
    """A repeated part is refused, or read once each: never more often, never past the tokens at hand."""
    form, part = text.split("@")
    costs = []
    for count in (200, 2000):
        data = f"{header} TEMP r; {form.format(part * count)} END".encode()
        error: list[ProgramError | None] = []
        costs.append(work(lambda data=data, error=error: error.append(attempt(data))))  # type: ignore[misc]
        assert error[0] is not None or part == ", 2"
    assert costs[1] < 12 * costs[0]
