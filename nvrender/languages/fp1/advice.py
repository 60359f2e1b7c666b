"""What is wrong with a word that the grammar of !!FP1.0 does not accept, and what would be right."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from nvrender.languages.arb.fragment_bindings import FP1_ATTRIBUTES, FP1_RESULTS, FP1_UNITS
from nvrender.languages.common.advice import Advice, guess, shown
from nvrender.languages.common.spellings import spellings, suffix_advice
from nvrender.languages.common.tokens import is_number, is_word
from nvrender.languages.profiles import PROFILES
from nvrender.ops.texture_targets import BASE
from nvrender.program.opcodes import Opcode, OperandClass
from nvrender.program.profile import Profile

GRAMMAR = "NV_fragment_program 3.11.3"
ATTRIBUTES = "NV_fragment_program 3.11.1.1"
TEMPORARIES = "NV_fragment_program 3.11.1.2"
OUTPUTS = "NV_fragment_program 3.11.1.3"
PARAMETERS = "NV_fragment_program 3.11.2"
OPERANDS = "NV_fragment_program 3.11.4.3"
RESULTS = "NV_fragment_program 3.11.4.4"
KIL = "NV_fragment_program 3.11.5.11"
TEXTURES = "NV_fragment_program 3.11.5.38"

_STATEMENTS = ("DEFINE", "DECLARE", "END")
_NUMBERED = re.compile(r"([RH])(0|[1-9][0-9]{0,3})")
_LAST = {"R": 31, "H": 63}
_OPERANDS = "operands are R0 to R31, H0 to H63, f[…], p[n], names and constants"
_DESTINATIONS = "destinations are R0 to R31, H0 to H63, o[…], RC and HC"
#: Instructions of other languages → how they are written here.
_INSTEAD = {
    "ABS": "write bars: MOV R0, |R1|",
    "DPH": "write DP3 and an ADD of the second vector's w",
    "XPD": "write MUL and MAD with swizzles",
    "SWZ": "write MOV with write masks",
    "CMP": "write MOVC RC and MOV with a condition mask",
    "RCC": "write RCP",
    "TXB": "TEX, TXD and TXP sample textures",
    "TXL": "TEX, TXD and TXP sample textures",
    **dict.fromkeys(("ARL", "ARR", "ARA"), "a fragment program has no address registers"),
    **dict.fromkeys(
        ("BRA", "CAL", "RET", "IF", "ELSE", "ENDIF", "REP", "ENDREP", "LOOP", "ENDLOOP", "BRK"),
        "a fragment program has no branches; condition masks choose what is written",
    ),
    "TEMP": "registers need no declaration: R0 to R31 and H0 to H63",
    "PARAM": "constants are named by DEFINE, local parameters by DECLARE",
    "ATTRIB": "attributes are f[COL0], f[TEX0] and so on",
    "OUTPUT": "results are o[COLR], o[COLH] and o[DEPR]",
    "OPTION": "instruction suffixes choose precision; nothing else is optional",
}
_REGISTERS = {
    "v": (
        "a fragment program has no vertex attributes",
        "attributes are f[WPOS], f[COL0], f[TEX0] and so on",
    ),
    "c": ("there is no array c", "numbered local parameters are p[0] to p[63]"),
    "o": ("result registers cannot be read", _OPERANDS),
    "fragment": ("attributes are named otherwise", "write f[WPOS], f[COL0], f[FOGC], f[TEX0]"),
    "program": ("parameters are named otherwise", "numbered local parameters are p[0] to p[63]"),
    "state": ("a fragment program cannot read GL state", "put the value into a parameter such as p[0]"),
}


def statement(word: str, profile: Profile) -> Advice:
    """A token that begins no statement."""
    if not word:
        return Advice("the program ends without END", "the word END ends every program", GRAMMAR)
    if word == ";":
        return Advice("there is no empty statement", "one `;` ends a statement", GRAMMAR)
    if not is_word(word):
        return Advice(f"expected an instruction, DEFINE, DECLARE or END, found {shown(word)}", "", GRAMMAR)
    if advice := suffix_advice(profile, word):
        return Advice(*advice)
    stem = next((name for name in (word, word[:-1]) if name in _INSTEAD), "")
    if stem:
        return Advice(f"{profile.header} has no {word}", _INSTEAD[stem], GRAMMAR)
    headers = [row.header for row in PROFILES.values() if word in row.opcodes]
    if headers:
        return Advice(
            f"{profile.header} has no instruction {word}", f"{' or '.join(headers)} has it", GRAMMAR
        )
    hint = guess(word, [*spellings(profile), *_STATEMENTS])
    return Advice(f"unknown instruction {shown(word)}", hint, GRAMMAR)


def constant(token: str) -> Advice:
    """A token where a number must be."""
    if token in ("+", "-"):
        return Advice(f"`{token}`: one sign at most", "", PARAMETERS)
    if is_word(token):
        return Advice(
            f"expected a number, found {shown(token)}",
            "the name of a constant takes no sign here",
            PARAMETERS,
        )
    return Advice(f"expected a number, found {shown(token)}", "", PARAMETERS)


def after(token: str, keyword: str, missing: str) -> Advice:
    """A token other than the ``;`` that must follow a declaration."""
    if token == "=" and keyword == "DECLARE":
        return Advice("one `=` at most may follow a name", "", GRAMMAR)
    return Advice(f"expected `;` after {keyword}, found {shown(token)}", missing, GRAMMAR)


def _numbered(word: str) -> Advice | None:
    """``R32`` or ``H64``; None for other words."""
    match = _NUMBERED.fullmatch(word)
    if match is None or int(match[2]) <= _LAST[match[1]]:
        return None
    letter = match[1]
    return Advice(f"{word} does not exist: !!FP1.0 has {letter}0 to {letter}{_LAST[letter]}", "", TEMPORARIES)


def undefined(word: str, profile: Profile, names: Collection[str], reserved: Collection[str]) -> Advice:
    """A word that names no constant, parameter or register."""
    if advice := _numbered(word):
        return advice
    if word in ("RC", "HC"):
        return Advice(f"{word} can only be written", _OPERANDS, TEMPORARIES)
    if word in _REGISTERS:
        message, hint = _REGISTERS[word]
        return Advice(f"`{word}`: {message}", hint, PARAMETERS)
    if re.fullmatch(r"A[0-9]", word):
        return Advice(f"{word}: a fragment program has no address registers", _OPERANDS, GRAMMAR)
    if word in reserved:
        return Advice(f"expected an operand, found {shown(word)}", _OPERANDS, OPERANDS)
    hint = guess(word, names) or "DEFINE makes constants and DECLARE local parameters, before their use"
    return Advice(f"{shown(word)} is not defined", hint, PARAMETERS)


def operand(token: str) -> Advice:
    """A token that is no word and begins no operand."""
    if token in ("+", "-"):
        return Advice(f"`{token}`: one sign at most", "", OPERANDS)
    if token == "|":
        return Advice("bars do not nest", "", OPERANDS)
    return Advice(f"expected an operand, found {shown(token)}", _OPERANDS, OPERANDS)


def scalar_operand(token: str) -> Advice:
    """What follows a vector where one component must be chosen."""
    message = f"a scalar operand needs a component, found {shown(token)}"
    return Advice(message, "write a suffix .x, .y, .z or .w", OPERANDS)


def after_operand(token: str) -> Advice | None:
    """A second suffix, or one on a scalar; None for another token."""
    if token != ".":
        return None
    return Advice(
        "one suffix at most may follow an operand, none a scalar constant and none `|`", "", OPERANDS
    )


def destination(word: str) -> Advice:
    """A token that begins no destination."""
    if advice := _numbered(word):
        return advice
    if word in ("f", "p"):
        kind = "attributes" if word == "f" else "parameters"
        return Advice(f"a fragment program cannot write {kind}", _DESTINATIONS, RESULTS)
    if word == "CC":
        return Advice("there is no destination CC", "RC and HC only update the condition code", TEMPORARIES)
    if word in ("+", "-", "|"):
        return Advice("a destination has no sign and no bars", "", RESULTS)
    return Advice(f"expected a destination, found {shown(word)}", _DESTINATIONS, RESULTS)


def attribute(word: str) -> Advice:
    """What stands in f[…] and names no attribute."""
    return _listed("an attribute", word, FP1_ATTRIBUTES, "f", ATTRIBUTES)


def result(word: str) -> Advice:
    """What stands in o[…] and names no result."""
    return _listed("a result", word, FP1_RESULTS, "o", OUTPUTS)


def _listed(what: str, word: str, names: Iterable[str], letter: str, section: str) -> Advice:
    names = list(names)
    hint = guess(word, names) if is_word(word) else ""
    all_names = [f"{letter}[{name}]" for name in names]
    return Advice(
        f"expected {what}, found {shown(word)}", hint or f"there are {', '.join(all_names)}", section
    )


def parameter(token: str, count: int) -> Advice:
    """What stands in p[…] and is no parameter number."""
    if is_number(token):
        digits = token if len(token) <= 40 else f"{token[:40]}…"
        return Advice(f"p[{digits}] does not exist: there are p[0] to p[{count - 1}]", "", PARAMETERS)
    return Advice(f"expected a parameter number 0 to {count - 1}, found {shown(token)}", "", PARAMETERS)


def unit(token: str) -> Advice:
    """What stands where the texture image unit must."""
    if token == "texture":
        return Advice("texture image units are named otherwise", "write TEX0 to TEX15", TEXTURES)
    hint = f"texture image units are TEX0 to TEX{len(FP1_UNITS) - 1}"
    return Advice(f"expected a texture image unit, found {shown(token)}", hint, TEXTURES)


def target(token: str) -> Advice:
    """What stands where the texture target must."""
    hint = f"targets are {', '.join(BASE)}"
    return Advice(f"expected a texture target, found {shown(token)}", hint, TEXTURES)


def condition(token: str) -> Advice:
    """What stands behind KIL and is no condition."""
    if token == "(":
        return Advice("the condition of KIL has no parentheses", "write KIL GT.x;", KIL)
    if token == ";":
        return Advice("KIL needs a condition", "write KIL TR; to discard every fragment", KIL)
    return Advice(
        f"expected the condition of KIL, found {shown(token)}", "KIL tests the condition code: KIL GT.x;", KIL
    )


def operand_count(opcode: Opcode, given: int) -> Advice:
    """Too few operands."""
    count = len(opcode.operands)
    message = f"{opcode.name} takes {count} operand{'s' * (count > 1)}, {given} given"
    return Advice(message, "", opcode.section)


def after_destination(token: str, opcode: Opcode) -> Advice:
    """A token other than the ``,`` that must follow a destination."""
    if token == ";":
        return operand_count(opcode, 0)
    if token == "(":
        return Advice("one condition mask at most may follow a destination", "", RESULTS)
    if token == ".":
        return Advice(
            "`.` after a complete destination: one write mask, before the condition mask", "", RESULTS
        )
    return Advice(f"expected `,` after the destination of {opcode.name}, found {shown(token)}", "", GRAMMAR)


def after_instruction(token: str, opcode: Opcode, missing: str) -> Advice:
    """A token other than the ``;`` that must follow an instruction."""
    if token == "," and OperandClass.CONDITION not in opcode.operands:
        count = len(opcode.operands)
        what = " and a texture" if opcode.texture else ""
        message = f"{opcode.name} takes {count} operand{'s' * (count > 1)}{what}, not more"
        return Advice(message, "", opcode.section)
    return Advice(f"expected `;` after {opcode.name}, found {shown(token)}", missing, GRAMMAR)
