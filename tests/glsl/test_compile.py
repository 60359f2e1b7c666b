"""Whatever is written of an opcode compiles."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.load import load
from nvrender.languages.profiles import OPCODES
from nvrender.numerics import NUMERICS
from nvrender.program.opcodes import OperandClass, ResultClass

_OPERANDS = {
    OperandClass.VECTOR: ("v[OPOS]", "-R0.yzwx", "c[1].w"),
    OperandClass.SCALAR: ("v[OPOS].y",),
    OperandClass.ADDRESS: ("A0",),
}
_FAMILIES = ("vp1", "vp2")
_PLACES = [
    (target, interface)
    for target, interfaces in (
        ("glsl330", ("vertex", "feedback")),
        ("glsl430", ("vertex", "feedback", "compute")),
    )
    for interface in interfaces
]
_FORMS = [(*place, numerics) for place in _PLACES for numerics in NUMERICS]
_KEYS = [key for key, row in OPCODES.items() if key[0] in _FAMILIES and not row.is_flow]


def _program(key: tuple[str, str]) -> str:
    """One program that has the opcode with every kind of mask, condition and C suffix."""
    row = OPCODES[key]
    family, name = key
    operands = ",".join(_OPERANDS[kind][number] for number, kind in enumerate(row.operands))
    lines = []
    if row.result is ResultClass.ADDRESS:
        masks = [".x"] if family == "vp1" else ["", ".x", ".yw"]
        destinations = [f"A0{mask}" for mask in masks]
    else:
        destinations = [f"R1{mask}" for mask in ("", ".x", ".yw", ".xyz", ".z", ".w", ".y")]
        destinations.append("o[COL0].xw")
    for destination in destinations:
        lines.append(f"{name} {destination},{operands};")
        if family == "vp2":
            for condition in ("", "(GT.y)", "(NE)", "(LT.wzyx)", "(FL)", "(TR)"):
                lines.append(f"{name}C {destination}{condition},{operands};")
                lines.append(f"{name} {destination}{condition},{operands};")
    if family == "vp2" and row.result is not ResultClass.ADDRESS:
        lines += [f"{name}C CC{condition},{operands};" for condition in ("", ".xy(GE)", "(EQ.x)")]
    header = "!!VP1.1" if family == "vp1" else "!!VP2.0"
    return f"{header} {' '.join(lines)} ADD o[HPOS],R1,R0;END"


@pytest.mark.parametrize("key", _KEYS, ids="-".join)
def test_every_form_of_an_opcode_compiles(
    key: tuple[str, str], compiles: Callable[[Translation], None]
) -> None:
    """In every interface; one opcode in exact numerics in those where the next is in fast ones."""
    program = load(_program(key))
    for number, (target, interface) in enumerate(_PLACES, _KEYS.index(key)):
        compiles(translate(program, target, interface=interface, numerics=NUMERICS[number % 2]))


FLOWS = {
    "calls": "MOV R0,v[0];CAL f;MOV o[HPOS],R0;RET;f:ADDC R0,R0,v[1];RET(GT);CAL g(LE);RET;"
    "g:MUL R0,R0,c[0];END",
    "recursion": "l:CAL l(EQ);MOV o[HPOS],v[0];END",
    "do while": "MOVC R0,v[0];l:ADDC R0,R0,-c[0];BRA l(GT.x);MOV o[HPOS],R0;MOV o[COL0].x,R0;END",
    "while": "MOVC R0,v[0];l:BRA e(LE.x);ADDC R0,R0,-c[0];BRA l;e:MOV o[HPOS],R0;MOV o[CLP3],R0;END",
    "two entries": "MOVC CC,v[0];BRA b(GT.x);a:ADDC R0,R0,c[1];BRA e(LT.x);b:ADDC R0,R0,c[2];BRA a(LE.y);"
    "e:MOV o[HPOS],R0;END",
    "two entries, calls": "MOVC CC,v[0];BRA b(GT.x);a:CAL f;BRA e(LT.x);b:ADDC R0,R0,c[2];CAL f(NE);"
    "BRA a(LE.y);e:MOV o[HPOS],R0;RET;f:ADDC R0,R0,c[1];BRA a(EQ.z);RET;END",
    "label at the end": "BRA e(EQ.w);MOV o[HPOS],v[0];e:END",
    "nothing": "MOV o[HPOS],v[0];main:END",
}


@pytest.mark.parametrize("text", list(FLOWS.values()), ids=FLOWS)
def test_every_form_of_control_flow_compiles(text: str, compiles: Callable[[Translation], None]) -> None:
    program = load(f"!!VP2.0 {text}")
    for target, interface, numerics in _FORMS:
        compiles(translate(program, target, interface=interface, numerics=numerics))


@pytest.mark.parametrize(
    "text",
    [
        "!!VP1.1 OPTION NV_position_invariant;END",
        "!!VP1.1 OPTION NV_position_invariant;MOV o[COL0].xyz,v[COL0];END",
        "!!VP2.0 OPTION NV_position_invariant;ARL A1,v[8];MOV o[CLP4].x,c[A1.w-7].y;END",
        "!!VP1.0 ARL A0.x,v[1].x;MOV o[HPOS],c[A0.x+5];MOV o[FOGC].x,-c[A0.x-64].w;END",
    ],
)
def test_every_interface_compiles(text: str, compiles: Callable[[Translation], None]) -> None:
    program = load(text)
    for target, interface, numerics in _FORMS:
        compiles(translate(program, target, interface=interface, numerics=numerics))


@pytest.mark.parametrize("body", ["MOV c[2].x,v[0];MOV c[95],c[2];", "ARL A0.x,v[0].x;MOV c[3],c[A0.x+1];"])
def test_vertex_state_programs_compile(body: str, compiles: Callable[[Translation], None]) -> None:
    program = load(f"!!VSP1.0 {body}END")
    for target, interface in (("glsl330", "feedback"), ("glsl430", "feedback"), ("glsl430", "compute")):
        for numerics in ("exact", "fast"):
            compiles(translate(program, target, interface=interface, numerics=numerics))
