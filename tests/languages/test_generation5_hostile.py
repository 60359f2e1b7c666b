"""Generation 5: what loads prints as a program that loads the same, all else is a ProgramError at a byte."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from batches import every
from declared_rules import GENERATION_5, Rule, limits, program
from hypothesis import given, settings
from hypothesis import strategies as st

from nvrender.languages.common.lexer import DECLARED_PIECE
from nvrender.languages.load import load
from nvrender.languages.printer import print_program
from nvrender.program import Program, Register, RegisterFile
from nvrender.program.opcodes import Opcode
from nvrender.source import ProgramError

VALID = sorted({program(rule.headers, rule.loads) for rule in GENERATION_5 if not rule.limits})
HEADERS = [
    "!!NVvp5.0 ",
    "!!NVfp5.0 OPTION NV_bindless_texture; OPTION NV_shader_thread_group; ",
    "!!NVgp5.0 PRIMITIVE_IN PATCHES; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; ",
    "!!NVtcp5.0 VERTICES_OUT 3; ",
    "!!NVtep5.0 TESS_MODE QUADS; ",
    "!!NVcp5.0 OPTION NV_shader_storage_buffer; GROUP_SIZE 8; SHARED_MEMORY 64; ",
]
DECLARED = "TEMP r, s; LONG TEMP d; CBUFFER c[] = { program.buffer[0..1] }; TEXTURE x[] = { texture[0..3] }; "
WORDS = """
MOV ADD.F64 CVT .S8 .F16 .SAT .CEIL LOAD.U32X4 STORE.F32 ATOM .ADD .U64 LDC.U8 LDS.U32 STB LOADIM.U32 STOREIM
ATOMIM CALI BFE PK64 IPAC IPAS TXG TXGO MEMBAR .CTA BAR EMITS TGALL QSWZ0 .PREC .COH .VOL .NTC
TEMP LONG CBUFFER TEXTURE IMAGE STORAGE SHARED SUBROUTINE SUBROUTINETYPE ATTRIB OUTPUT PARAM SAMPLE T { } = ,
; : . .. ( ) [ ] r s.x d.x c[r.x][4] x[1] x[r.y] handle( offset( texture[0].y image[0] image[1..3] 2D
ARRAYCUBE program.buffer[0..1]
program.storage[0] program.sharedmem program.subroutine[0] program.storagelen[0]
vertex[0].position vertex.out[1].attrib[2] primitive.patch.attrib[0] invocation.localid fragment.samplemask
result.position result.color.secondary result.patch.tessouter[0] SUBROUTINENUM(0): a main: END 5 0xFFFFFFFFFF
-1 1e400 GROUP_SIZE INVOCATIONS | + - END \xff
""".split()


def meaning(value: Any, held: Program) -> Any:
    """Without spans, and with what a parameter register holds in place of its number."""
    if isinstance(value, Register) and value.file is RegisterFile.PARAMETER:
        count = value.count if value.relative is not None else 1
        rows = held.parameters[value.index : value.index + count]
        return [(row.name, row.words) for row in rows], value.relative
    if isinstance(value, Opcode):
        return value.key
    if is_dataclass(value):
        named = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {name: meaning(part, held) for name, part in named if name != "span"}
    return [meaning(part, held) for part in value] if isinstance(value, tuple) else value


def attempt(text: str) -> None:
    data = text.encode("latin-1")
    try:
        found = load(data)
    except ProgramError as error:
        assert 0 <= error.position <= len(data)
        assert error.section and error.message
        lines = str(error).split("\n")
        assert lines[2].strip() == "^"
        assert all(line.isprintable() and len(line) < 800 for line in lines)
        return
    check_printed(found, {})


def check_printed(found: Program, changes: dict[str, int]) -> None:
    text = print_program(found)
    again = load(text, limits=changes or None)
    assert print_program(again) == text
    assert meaning(again.instructions, again) == meaning(found.instructions, found)
    for part in (
        "geometry",
        "tessellation",
        "compute",
        "subroutine_types",
        "buffers",
        "attributes",
        "options",
    ):
        assert getattr(again, part) == getattr(found, part)


@every("rule", GENERATION_5)
def test_a_printed_program_loads_as_itself(rule: Rule) -> None:
    changes = limits(rule)
    check_printed(load(program(rule.headers, rule.loads).encode(), limits=changes), changes or {})


@given(st.sampled_from(HEADERS), st.lists(st.sampled_from(WORDS), max_size=30))
@settings(max_examples=600, deadline=None)
def test_any_words_after_a_header(header: str, words: list[str]) -> None:
    attempt(f"{header}{DECLARED}{' '.join(words)}")


@given(st.sampled_from(VALID), st.data())
@settings(max_examples=600, deadline=None)
def test_programs_with_tokens_changed(text: str, data: st.DataObject) -> None:
    pieces = DECLARED_PIECE.findall(text)
    place = data.draw(st.integers(0, len(pieces)))
    removed = data.draw(st.integers(0, 2))
    added = data.draw(st.lists(st.sampled_from(WORDS), max_size=2))
    attempt("".join(pieces[:place] + added + pieces[place + removed :]))


@pytest.mark.parametrize("text", VALID[::9], ids=lambda text: text[:60])
def test_programs_cut_short(text: str) -> None:
    for length in range(9, len(text), 3):
        attempt(text[:length])
