"""Formatting keeps programs and comments, and changes nothing the second time."""

from __future__ import annotations

import dataclasses
from typing import Any

from digest.corpus import corpus

from nvrender.languages.layout.layout import formatted
from nvrender.languages.load import load
from nvrender.program import Program
from nvrender.program.opcodes import Opcode
from nvrender.program.profile import Profile
from nvrender.source import Source, Span

_SHARED = (Opcode, Profile)
_PLACES = (Source, Span)


def bare(value: Any) -> Any:
    """A part of a program without its places, and without white space at the ends of comments."""
    if isinstance(value, _PLACES):
        return None
    if dataclasses.is_dataclass(value) and not isinstance(value, _SHARED):
        return type(value), [bare(getattr(value, field.name)) for field in dataclasses.fields(value)]
    if isinstance(value, (tuple, list)):
        return [bare(item) for item in value]
    return value.rstrip() if isinstance(value, str) else value


def checked(program: Program, **options: Any) -> str:
    """The formatted text, which is the same program, and formatted."""
    text = formatted(program)
    after = load(text.encode("latin-1"), name=program.source.name, **options)
    assert bare(after) == bare(program)
    assert formatted(after) == text
    return text


def test_programs_stay_the_same() -> None:
    count = 0
    for entry in corpus(0, 16):
        limits = None if entry.case is None else entry.case.limits or None
        checked(entry.program, limits=limits)
        count += 1
    assert count > 80


def test_layout_of_statements() -> None:
    """Blanks, signs, bars, masks; what stands behind END."""
    text = (
        "!!VP2.0 # a\n\n\n\nMOV   R0 ,v [OPOS]; ADD R1.x(GT.x),-R0.x, | c[ A0.x + 1 ].y |;\n  MOV o[HPOS],R0;"
    )
    text += "END\n#b"
    assert checked(load(text)).splitlines() == [
        "!!VP2.0  # a",
        "",
        "MOV R0, v[OPOS];",
        "ADD R1.x (GT.x), -R0.x, |c[A0.x+1].y|;",
        "MOV o[HPOS], R0;",
        "END",
        "#b",
    ]


def test_layout_of_blocks() -> None:
    """Labels; comments of their own and behind statements."""
    text = """!!FP2.0
REP {3};
# in
BRK (LE.x);# out
ADDR R0,R0,f[TEX0];   # again
ENDREP;MOVR o[COLR],R0; RET;
sub: RET; END"""
    assert checked(load(text)).splitlines() == [
        "!!FP2.0",
        "REP {3};",
        "  # in",
        "  BRK (LE.x);            # out",
        "  ADDR R0, R0, f[TEX0];  # again",
        "ENDREP;",
        "MOVR o[COLR], R0;",
        "RET;",
        "sub:",
        "RET;",
        "END",
    ]


def test_layout_of_braces() -> None:
    """A comment within a statement, lines that a preprocessor may read."""
    text = """!!NVvp4.0
PARAM m[2]={{1,2},# one
{ 3 , -4.5 }};
PARAM p[4]={state.matrix.mvp};
IF NE.x;
#if HIGH
MOV result.position,m[0];
#endif
ENDIF;
MOV result.position, p[1];
END
"""
    assert checked(load(text)).splitlines() == [
        "!!NVvp4.0",
        "PARAM m[2] = { {1, 2},  # one",
        "  {3, -4.5} };",
        "PARAM p[4] = { state.matrix.mvp };",
        "IF NE.x;",
        "#if HIGH",
        "  MOV result.position, m[0];",
        "#endif",
        "ENDIF;",
        "MOV result.position, p[1];",
        "END",
    ]


def test_ends_of_lines_stay() -> None:
    text = "!!VP1.0\r\nMOV o[HPOS],v[OPOS];\r\n\r\n\r\nEND"
    assert formatted(load(text)) == "!!VP1.0\r\nMOV o[HPOS], v[OPOS];\r\n\r\nEND\r\n"


def test_bytes_of_comments_stay() -> None:
    text = "!!VP1.0\n# caf\xe9 \xa9\t\nMOV o[HPOS],v[OPOS];END".encode("latin-1")
    assert b"# caf\xe9 \xa9\n" in formatted(load(text)).encode("latin-1")


def test_a_long_statement_keeps_its_lines() -> None:
    rows = ",\n".join(f"{{{n}.0625, {n}.125, {n}.25, {n}.5}}" for n in range(5))
    text = f"!!ARBvp1.0\nPARAM table[5] = {{\n{rows}\n}};\nMOV result.position, table[0];\nEND\n"
    lines = checked(load(text)).splitlines()
    assert lines[1:4] == [
        "PARAM table[5] = {",
        "  {0.0625, 0.125, 0.25, 0.5},",
        "  {1.0625, 1.125, 1.25, 1.5},",
    ]
