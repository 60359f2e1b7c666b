"""Statements that leave in a register what a compiler knows: constants, and what lies in a range."""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Iterable

from .declared import Unit
from .declared_inputs import integer, real

#: {k} is the register, {v} an input, {numbers} and {words} four constants.
_ANY = (
    "SGE {k}, {v}, {v};", "SLT {k}, {v}, {v};", "SGE {k}, {v}, {v}.yzwx;", "SLT {k}, {v}, -{v};",
    "ADD {k}, {v}, -{v};", "MUL {k}, {v}, {v};", "MAX {k}, {v}, -{v};", "MIN {k}, {v}, -{v};",
    "DST {k}, {v}, {v}.yzwx;", "LIT {k}.xyw, {v};", "SGE {k}, {v}, -{v}; ADD {k}, {k}, -{k};",
    "SLT {k}, {v}, {v}.wzyx; MUL {k}, {k}, -{k};", "SGE {k}, {v}, {v}; ADD {k}, {k}, {k};",
)  # fmt: skip
#: Beyond those of VP1.0.
_LATER = (
    "SFL {k}, {v}, {v};", "STR {k}, {v}, {v};", "SNE {k}, {v}, {v};", "SSG {k}, {v};", "FRC {k}, {v};",
    "ABS {k}, {v};", "FLR {k}, {v};", "SUB {k}, {v}, {v};", "EXP {k}.w, {v}.x;",
)  # fmt: skip
_CLAMPED = ("MOV_SAT {k}, {v};", "MOV_SSAT {k}, {v};", "ADD_SAT {k}, {v}, {v};", "MOV_SAT {k}, {numbers};")
_NUMBERS = (
    "MOV {k}, {numbers};", "MOV {k}, {numbers};", "MOV {k}, {numbers};", "MOV {k}, {numbers};",
    "MOV {k}, { 0, -0.0, 1, -1 };", "MOV {k}, 0;", "SWZ {k}, {v}, 0, 1, -1, -0;",
    "SWZ {k}, {v}, x, 0, 1, -y;",
    "MOV {k}, 3e38; MUL {k}, {k}, {k};", "MOV {k}, 3e38; MUL {k}, {k}, {k}; ADD {k}, {k}, -{k};",
    "MOV {k}, -2e38; ADD {k}, {k}, {k};", "MOV {k}, 1e-30; MUL {k}, {k}, -{k};", "CMP {k}, {v}, 0, 1;",
    "MOV {k}, {numbers}; MUL {k}, {k}, {k};", "XPD {k}.xyz, {v}, {v};",
)  # fmt: skip
_WORDS = (
    *("MOV.U {k}, {words};",) * 12,
    "MOV.S {k}, 0;", "MOV.U {k}, 0x80000000;", "SUB.S {k}, {v}, {v};", "XOR.U {k}, {v}, {v};",
    "AND.U {k}, {v}, { 1, 31, 0x80000000, 0x3f800000 };", "SHR.U {k}, {v}, { 31, 24, 1, 9 };",
    "SHR.S {k}, {v}, 31;", "I2F {k}, {v};", "I2F.U {k}, {v};", "AND.U {k}, {v}, 1; I2F.U {k}, {k};",
    "MUL.U {k}, {v}, 0;", "SGE.S {k}, {v}, {v}.yzwx;", "SEQ.U {k}, {v}, {v};", "SSG.S {k}, {v};",
    "MOV.SAT {k}, {v};", "MOV.SSAT {k}, {v};", "MOV.SAT {k}, {numbers};", "MOD.U {k}, {v}, 2;",
    "MIN.U {k}, {v}, 1;", "MAX.S {k}, {v}, -1;", "OR.U {k}, {v}, 0x7f800000;", "ABS.S {k}, {v};",
    "TRUNC.S {k}, {v};", "MOV.U {k}, {words}; I2F {k}, {k};", "MOV.U {k}, {words}; XOR.U {k}, {k}, {words};",
)  # fmt: skip
_GENERATION_5 = (
    "BFE.U {k}, { 8, 4 }, {v};", "BTC.U {k}, {v};", "BTFL.S {k}, {v};", "CVT.F32.U8 {k}, {v};",
    "CVT.F32.S16 {k}, {v};", "CVT.U8.F32 {k}, {v};", "MOV.U {k}, {words}; CVT.F16.F32 {k}, {k};",
    "MOV.U {k}, {words}; CVT.F32.F16 {k}, {k};", "BFI.U {k}, { 8, 23 }, {words}, 0;", "BFR.U {k}, {words};",
)  # fmt: skip
#: Words of integers alone, since what images hold is compared word for word: no denormals, no bits of NaNs.
_STORED = (
    *("MOV.U {k}, {words};",) * 6,
    "MOV.S {k}, 0;", "MOV.U {k}, 0x80000000;", "SUB.S {k}, {v}, {v};", "XOR.U {k}, {v}, {v};",
    "AND.U {k}, {v}, { 1, 31, 0x80000000, 0x3f800000 };", "SHR.U {k}, {v}, { 31, 24, 1, 9 };",
    "MUL.U {k}, {v}, 0;", "SGE.S {k}, {v}, {v}.yzwx;", "MOD.U {k}, {v}, 2;", "MIN.U {k}, {v}, 1;",
    "BTC.U {k}, {v};", "BFR.U {k}, {words};", "BFE.U {k}, { 8, 4 }, {v};",
)  # fmt: skip
#: Into {k}, of 64 bits, of a known register {v}.
_LONG = (
    "PK64.U {k}, {v};", "MOV.F64 {k}, {v};", "MOV.S64 {k}, {v};", "MOV.U64 {k}, {v};",
    "SUB.S64 {k}, {k}, {k};",
    "MOV.F64 {k}, {v}; MUL.F64 {k}, {k}, {k};", "MOV.F64 {k}, {v}; SUB.F64 {k}, {k}, {k};",
    "MOV.F64.SAT {k}, {v};", "CVT.F64.U32 {k}, {v};", "MOV.S64 {k}, {v}; CVT.F64.S64 {k}, {k};",
)  # fmt: skip
#: Where coordinates of known values lie: inside of texels, not at the edges of a cube's faces.
_PLACES = (
    "{ 0.640625, -0.265625, 0.421875, 1.0 }", "{ -0.328125, 0.859375, 1.140625, 2.0 }",
    "{ 0.109375, 0.234375, 0.890625, 0.5 }",
)  # fmt: skip
_LATER_FORMS = (*_ANY, *_LATER, *_LATER)
_FORMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"(?s)!!NV.*\bIMAGE\b", _STORED),
    (r"!!V(P1|SP)", _ANY),
    (r"!!VP2", _LATER_FORMS),
    (r"!!(FP|ARB)", (*_LATER_FORMS, *_CLAMPED, *_NUMBERS, *_NUMBERS)),
    (r"!!NV\w+4", (*_LATER_FORMS, *_NUMBERS, *_WORDS, *_WORDS)),
    (r"!!NV\w+5", (*_LATER_FORMS, *_NUMBERS, *_WORDS, *_WORDS, *_GENERATION_5, *_GENERATION_5)),
)


def values(source: random.Random, text: str, register: str, input: str, *, tame: bool) -> Unit:
    """Statements for a program that begins as ``text``, which may not have all of them; ``tame``: of numbers
    that stay finite.
    """
    forms = next(forms for header, forms in _FORMS if re.match(header, text))
    return _filled(source, source.choice(forms), register, input, tame)


def long_values(source: random.Random, register: str, known: str, *, tame: bool) -> Unit:
    """The same in 64 bits, of a register that is known."""
    return _filled(source, source.choice(_LONG), register, known, tame)


def places(source: random.Random, register: str) -> Unit:
    return (f"MOV {register}, {source.choice(_PLACES)};",)


def _filled(source: random.Random, form: str, register: str, input: str, tame: bool) -> Unit:
    while "{words}" in form:
        form = form.replace("{words}", _four(hex(_word(source, tame)) for _ in range(4)), 1)
    while "{numbers}" in form:
        form = form.replace("{numbers}", _four(_number(source, tame) for _ in range(4)), 1)
    lines = form.replace("{k}", register).replace("{v}", input).split("; ")
    return tuple(line.rstrip(";") + ";" for line in lines)


def _four(numbers: Iterable[str]) -> str:
    return f"{{ {', '.join(numbers)} }}"


def _word(source: random.Random, tame: bool) -> int:
    return integer(source, 0.4) if source.random() < 0.4 else real(source, 0.0 if tame else 0.7, 2)


def _number(source: random.Random, tame: bool) -> str:
    """A number of a program's text: no NaN, none that is infinite."""
    (value,) = struct.unpack("<f", struct.pack("<I", real(source, 0.0 if tame else 0.6, 2)))
    return repr(value) if abs(value) < float("inf") else source.choice(("0", "-0.0", "1", "1e-40"))
