"""Every error of a program: the first as it is raised, the others without those that only follow from it."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from batches import every

from nvrender.languages.load import load
from nvrender.program.rules import RULES
from nvrender.source import ProgramError

_SHADERS = Path(__file__).parents[2] / "shaders"
_VP = "!!VP2.0\n"
_FP = "!!FP2.0\n"
_ARB = "!!ARBvp1.0\n"
_NV4 = "!!NVvp4.0\n"
_PLACED = "MOV result.position, vertex.position;\nEND"


def errors_of(text: str, **limits: int) -> list[ProgramError]:
    with pytest.raises(ProgramError) as raised:
        load(text, limits=limits or None)
    return [raised.value, *raised.value.others]


_CASES = {
    # A statement ends with its `;`, or where another begins on a new line.
    f"{_VP}MOV R0, x;\nMOV R1 v[0];\nADD o[HPOS], R0;\nEND": [
        "2:9 syntax", "3:8 syntax", "4:16 operand-count"
    ],
    f"{_VP}MOV R0, v[0]\nADD R1, R0, q;\nMOV o[HPOS], R1;\nEND": ["3:1 missing-semicolon", "3:13 syntax"],
    f"{_ARB}TEMP a\nTEMP b;\nMOV a, b;\nMOV b, c;\n{_PLACED}": [
        "3:1 missing-semicolon", "5:8 undeclared-name"
    ],
    f"{_ARB}FOO a;\nBAR;\n{_PLACED}": ["2:1 unknown-instruction", "3:1 unknown-instruction"],
    f"{_FP}MOV R0, 1\nEND": ["3:1 missing-semicolon"],
    f"{_FP}MOV R0 1;\n": ["2:8 syntax", "3:1 missing-end"],
    f"{_FP}MOV R0,": ["2:8 operand"],
    # What a wrong declaration declares is known, and what is not declared is said once.
    f"{_ARB}TEMP a b;\nPARAM p = vertex.color;\nADD a, b, p;\nMOV a, d;\nMOV d, a;\nADD a, d e;\n{_PLACED}": [
        "2:8 missing-semicolon", "3:11 parameter", "5:8 undeclared-name", "7:10 syntax"
    ],
    f"{_ARB}TEMP a, a;\nMOV a, vertex.color;\nMOV b, a;\n{_PLACED}": [
        "2:9 declared-twice", "4:5 undeclared-name"
    ],
    f"{_NV4}TEMP t[0], u;\nMOV t[0], u;\nMOV w, u;\n{_PLACED}": ["2:8 declaration", "4:5 undeclared-name"],
    f"{_FP}DEFINE h = 1, 2;\nMOV R0, h;\nMOV R0, g;\nMOV R0, g;\nMOV o[COLR], R0;\nEND": [
        "2:13 missing-semicolon", "4:9 undeclared-name"
    ],
    # One error of blocks: what is behind it may only follow from it.
    f"{_NV4}IF EQ.q;\nELSE;\nENDIF;\nREP 2;\nENDIF;\n{_PLACED}": ["2:7 wrong-swizzle"],
    f"{_NV4}TEMP a;\nIF EQ.x;\nENDREP;\nENDIF;\nMOV b, a;\n{_PLACED}": ["4:1 block", "6:5 undeclared-name"],
    # Labels, and what is only known at the end.
    f"{_VP}s: MOV R0, R0;\ns: BRA t;\nBRA u;\nMOV o[HPOS], R0;\nEND": [
        "3:1 declared-twice", "6:4 undefined-label", "6:4 undefined-label"
    ],
    f"{_VP}BRA s;\ns: MOV R0;\nMOV o[HPOS], R0;\nEND": ["3:10 operand-count"],
    f"{_NV4}CAL s;\nCAL t;\nCAL t;\nMOV q, 1;\n{_PLACED}": [
        "5:5 undeclared-name", "7:4 undefined-label", "7:4 undefined-label"
    ],
    f"{_VP}MOV o[HPOX], R0;\nEND": ["2:7 result"],
    f"{_VP}MOV o[COL0], R0;\nEND": ["3:4 missing-result"],
    # What stands at the head decides how all else is read.
    f"{_ARB}OPTION NV_vertex_program9;\nMOV R0, x;\n{_PLACED}": ["2:8 option"],
    "!!NVgp4.0\nPRIMITIVE_IN BLOBS;\nMOV R0, x;\nEND": ["2:14 directive"],
    "!!VP9.0\nMOV R0, x;\nEND": ["1:1 header"],
    f"{_VP}MOV R0, x;\nMOV o[HPOS], R0;\nEND\nMOV": ["2:9 syntax", "5:1 syntax"],
    # Restrictions of well-formed statements (NV_gpu_program4 2.X.3.1).
    f"{_NV4}FLOAT INT TEMP a;\nMOV q, a;\n{_PLACED}": ["2:7 data-type", "3:5 undeclared-name"],
}  # fmt: skip


@every(("text", "expected"), _CASES.items())
def test_errors(text: str, expected: list[str]) -> None:
    found = errors_of(text)
    assert [f"{row.line}:{row.column} {row.rule}" for row in found] == expected


_PIECE = re.compile(r"\s+|#[^\n]*|[A-Za-z_$][A-Za-z0-9_$]*|[0-9]+|.", re.DOTALL)
_WORDS = (";", "END", "IF", "TEMP", ".", "[", "|", "OPTION", "}", "x", "result")


def _mutant(text: str, generator: random.Random) -> str:
    pieces = _PIECE.findall(text)
    places = [place for place in range(5, len(pieces)) if not pieces[place].isspace()]
    for _ in range(generator.randrange(1, 4)):
        place, other = generator.choice(places), generator.choice(places)
        kind = generator.randrange(4)
        if kind == 0:
            pieces[place] = ""
        elif kind == 1:
            pieces[place], pieces[other] = pieces[other], pieces[place]
        elif kind == 2:
            pieces[place] += f" {pieces[other]}"
        else:
            pieces[place] = generator.choice(_WORDS)
    return "".join(pieces)


def test_mutants_have_the_error_first_that_is_raised() -> None:
    """Whatever the text, without a crash, and few errors of few mistakes."""
    from nvrender.languages.common.recovery import STRICT, Gathered
    from nvrender.languages.load import _checked, _opened
    from nvrender.source import Source

    def _as_opened(source: Source) -> tuple[Any, ...]:
        profile, leniency = _opened(source, None, False)
        return profile, None, leniency

    generator, failed, many = random.Random(8), 0, 0
    texts = [path.read_text("latin-1") for path in sorted(_SHADERS.iterdir())[::8]]
    texts += [text for text in _CASES if len(text) > 60]
    for _ in range(250):
        source = Source(_mutant(generator.choice(texts), generator).encode("latin-1"))
        try:
            _checked(source, *_as_opened(source), STRICT)
        except ProgramError as error:
            raised = error
        else:
            continue
        errors = Gathered()
        with pytest.raises(ProgramError) as stopped:
            _checked(source, *_as_opened(source), errors)
        first = errors.found[0] if errors.found else stopped.value
        assert str(first) == str(raised)
        assert {row.rule for row in errors.found} <= RULES.keys()
        failed += 1
        many += len(errors.found) > 6
    assert failed > 120
    assert many < failed / 20


def test_a_limit_is_exceeded_once() -> None:
    text = f"{_ARB}ADDRESS a, b;\nADDRESS c;\nARL b.x, 1.x;\nMOV q, 1;\n{_PLACED}"
    found = errors_of(text, address_registers=1)
    assert [f"{row.line}:{row.column} {row.rule}" for row in found] == ["2:12 limit", "5:5 undeclared-name"]


def test_the_number_of_errors_is_bounded() -> None:
    assert len(errors_of(f"{_VP}{'MOV q, q;' * 100_000}END")) == 100
    assert len(errors_of(f"{_NV4}{'MOV q, q;' * 100_000}END")) == 1
    found = errors_of(f"{_VP}MOV R0 R1;{'MOV R0, R1;' * 1000}END")
    assert [row.rule for row in found] == ["syntax", "too-many-instructions"]
