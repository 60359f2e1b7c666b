"""What is wrong with a word that !!FP1.0 or !!FP2.0 does not accept, and what would be right."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from nvrender.languages.common.advice import UNKNOWN, Advice, guess, shown
from nvrender.languages.common.spellings import spellings, suffix_advice
from nvrender.languages.common.tokens import is_number, is_word
from nvrender.languages.fp1 import bindings
from nvrender.languages.fp1.sections import SECTIONS, SECTIONS2, TEXTURES
from nvrender.languages.profiles import PROFILES
from nvrender.ops.texture_targets import BASE
from nvrender.program.language import Language
from nvrender.program.opcodes import Opcode
from nvrender.program.profile import Profile

_STATEMENTS = ("DEFINE", "DECLARE", "END")
_NUMBERED = re.compile(r"([RH])(0|[1-9][0-9]{0,3})")
_BRANCHES = ("BRA", "CAL", "RET", "IF", "ELSE", "ENDIF", "REP", "ENDREP", "LOOP", "ENDLOOP", "BRK")
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
    **dict.fromkeys(_BRANCHES, "a fragment program has no branches; condition masks choose what is written"),
    "TEMP": "registers need no declaration: R0, R1 and so on, H0, H1 and so on",
    "PARAM": "constants are named by DEFINE, local parameters by DECLARE",
    "ATTRIB": "attributes are f[COL0], f[TEX0] and so on",
    "OUTPUT": "results are o[COLR], o[COLH] and o[DEPR]",
    "OPTION": "instruction suffixes choose precision; nothing else is optional",
}
#: The same of !!FP2.0.
_INSTEAD2 = _INSTEAD | {
    "BRA": "IF, REP and LOOP branch, CAL calls",
    "DIVSQ": "write RSQ and MUL",
    "CONT": "IF and ENDIF go around what is left of a loop",
    **dict.fromkeys(("ARL", "ARR", "ARA"), "LOOP sets A0.x, which indexes f[TEX[A0.x+1]]"),
    "OPTION": "leave the line out: what NV_fragment_program2 adds is there without it",
}
_REGISTERS = {
    "v": (
        "a fragment program has no vertex attributes",
        "attributes are f[WPOS], f[COL0], f[TEX0] and so on",
    ),
    "c": ("there is no array c", "numbered local parameters are p[0] to p[63]"),
    "o": ("result registers cannot be read", ""),
    "fragment": ("attributes are named otherwise", "write f[WPOS], f[COL0], f[FOGC], f[TEX0]"),
    "program": ("parameters are named otherwise", "numbered local parameters are p[0] to p[63]"),
    "state": ("a fragment program cannot read GL state", "put the value into a parameter such as p[0]"),
}


def statement(word: str, profile: Profile) -> Advice:
    """A token that begins no statement."""
    if not word:
        return Advice("the program ends without END", "the word END ends every program", rule="missing-end")
    if word == ";":
        return Advice("there is no empty statement", "one `;` ends a statement")
    if not is_word(word):
        return Advice(f"expected an instruction, DEFINE, DECLARE or END, found {shown(word)}")
    if advice := suffix_advice(profile, word):
        return Advice(*advice)
    instead = _INSTEAD2 if profile.labels else _INSTEAD
    stem = next((name for name in (word, word[:-1]) if name in instead), "")
    if stem:
        return Advice(f"{profile.header} has no {word}", instead[stem], rule=UNKNOWN)
    headers = [row.header for row in PROFILES.values() if word in row.opcodes]
    if headers:
        message = f"{profile.header} has no instruction {word}"
        return Advice(message, f"{' or '.join(headers)} has it", rule=UNKNOWN)
    hint = guess(word, [*spellings(profile), *_STATEMENTS])
    return Advice(f"unknown instruction {shown(word)}", hint, rule=UNKNOWN)


def constant(token: str) -> Advice:
    """A token where a number must be."""
    if token in ("+", "-"):
        return Advice(f"`{token}`: one sign at most", "", SECTIONS.parameters)
    if is_word(token):
        return Advice(
            f"expected a number, found {shown(token)}",
            "the name of a constant takes no sign here",
            SECTIONS.parameters,
        )
    return Advice(f"expected a number, found {shown(token)}", "", SECTIONS.parameters)


def _last(language: Language, letter: str) -> int:
    """The number of the last register R or H."""
    return sum(name[0] == letter for name in bindings.registers_of(language)) - 1


def _registers(language: Language) -> str:
    return ", ".join(f"{letter}0 to {letter}{_last(language, letter)}" for letter in "RH")


def _operands(language: Language) -> str:
    return f"operands are {_registers(language)}, f[…], p[n], names and constants"


def _numbered(word: str, language: Language) -> Advice | None:
    """``R32`` or ``H64`` of !!FP1.0; None for other words."""
    match = _NUMBERED.fullmatch(word)
    last = _last(language, match[1]) if match else 0
    if match is None or int(match[2]) <= last:
        return None
    header = "!!FP2.0" if language.labels else "!!FP1.0"
    message = f"{word} does not exist: {header} has {match[1]}0 to {match[1]}{last}"
    return Advice(message, "", SECTIONS.temporaries)


def undefined(word: str, profile: Profile, names: Collection[str]) -> Advice:
    """A word that names no constant, parameter or register."""
    language = profile.language
    if advice := _numbered(word, language):
        return advice
    if word in ("RC", "HC"):
        return Advice(f"{word} can only be written", _operands(language), SECTIONS.temporaries)
    if word in _REGISTERS:
        message, hint = _REGISTERS[word]
        return Advice(f"`{word}`: {message}", hint or _operands(language), SECTIONS.parameters)
    if word == language.loop_register:
        return Advice(f"{word} only indexes f[TEX[{word}.x]]", _operands(language), SECTIONS2.addresses)
    if re.fullmatch(r"A[0-9]", word):
        return Advice(f"{word}: a fragment program has no address registers", _operands(language))
    if word in language.reserved:
        return Advice(f"expected an operand, found {shown(word)}", _operands(language), SECTIONS.operands)
    hint = guess(word, names) or "DEFINE makes constants and DECLARE local parameters, before their use"
    return Advice(f"{shown(word)} is not defined", hint, SECTIONS.parameters, "undeclared-name")


def operand(token: str, language: Language) -> Advice:
    """A token that is no word and begins no operand."""
    if token in ("+", "-"):
        return Advice(f"`{token}`: one sign at most", "", SECTIONS.operands)
    if token == "|":
        return Advice("bars do not nest", "", SECTIONS.operands)
    return Advice(f"expected an operand, found {shown(token)}", _operands(language), SECTIONS.operands)


def suffix() -> Advice:
    """A second suffix, or one on a scalar."""
    message = "one suffix at most may follow an operand, none a scalar constant and none `|`"
    return Advice(message, "", SECTIONS.operands)


def second_mask() -> Advice:
    """A ``.`` behind a destination that has its masks."""
    message = "`.` after a complete destination: one write mask, before the condition mask"
    return Advice(message, "", SECTIONS.destinations)


def destination(word: str, language: Language) -> Advice:
    """A token that begins no destination."""
    if advice := _numbered(word, language):
        return advice
    known = f"destinations are {_registers(language)}, o[…], RC and HC"
    if word in ("f", "p"):
        kind = "attributes" if word == "f" else "parameters"
        return Advice(f"a fragment program cannot write {kind}", known, SECTIONS.destinations)
    if word == "CC":
        return Advice(
            "there is no destination CC", "RC and HC only update the condition code", SECTIONS.temporaries
        )
    if word in ("+", "-", "|"):
        return Advice("a destination has no sign and no bars", "", SECTIONS.destinations)
    return Advice(f"expected a destination, found {shown(word)}", known, SECTIONS.destinations)


def attribute(word: str, language: Language) -> Advice:
    """What stands in f[…] and names no attribute."""
    if word == language.loop_register:
        hint = f"of texture coordinates the index chooses one: f[{bindings.INDEXED}[{word}.x+1]]"
        return Advice(f"{word}.x alone is no attribute", hint, SECTIONS2.addresses)
    return _listed("an attribute", word, bindings.attributes_of(language), "f", SECTIONS.attributes)


def result(word: str) -> Advice:
    """What stands in o[…] and names no result."""
    return _listed("a result", word, bindings.RESULTS, "o", SECTIONS.results)


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
        return Advice(
            f"p[{digits}] does not exist: there are p[0] to p[{count - 1}]", "", SECTIONS.parameters
        )
    return Advice(
        f"expected a parameter number 0 to {count - 1}, found {shown(token)}", "", SECTIONS.parameters
    )


def unit(token: str) -> Advice:
    """What stands where the texture image unit must."""
    if token == "texture":
        return Advice("texture image units are named otherwise", "write TEX0 to TEX15", TEXTURES)
    hint = f"texture image units are TEX0 to TEX{len(bindings.UNITS) - 1}"
    return Advice(f"expected a texture image unit, found {shown(token)}", hint, TEXTURES)


def target(token: str) -> Advice:
    """What stands where the texture target must."""
    hint = f"targets are {', '.join(BASE)}"
    return Advice(f"expected a texture target, found {shown(token)}", hint, TEXTURES)


def condition(token: str, opcode: Opcode) -> Advice:
    """What stands behind KIL or IF and is no condition."""
    name, section = opcode.name, opcode.section
    if token == "(":
        return Advice(f"the condition of {name} has no parentheses", f"write {name} GT.x;", section)
    if token == ";":
        all_ = "" if opcode.is_flow else f"write {name} TR; to discard every fragment"
        return Advice(f"{name} needs a condition", all_, section)
    message = f"expected the condition of {name}, found {shown(token)}"
    return Advice(message, f"{name} tests the condition code: {name} GT.x;", section)
