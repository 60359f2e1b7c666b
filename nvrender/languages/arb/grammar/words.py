"""Opcode words: every opcode of a profile with every suffix it may carry (NV_gpu_program4 2.X.4.1)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from nvrender.languages.arb.nodes import Spelling
from nvrender.languages.arb.options import with_options
from nvrender.languages.common.tables import MASKS, VECTOR_SUFFIXES
from nvrender.languages.profiles import PROFILES
from nvrender.ops.types import DataType
from nvrender.program import COMPONENTS, Clamp, Mask, Swizzle
from nvrender.program.language import Language
from nvrender.program.opcodes import Opcode
from nvrender.program.profile import Profile, Stage

RGBA = "rgba"
_TO_RGBA = str.maketrans(COMPONENTS, RGBA)

#: Suffix words of operands and of destinations, with the rgba letters and without.
SWIZZLES: dict[bool, dict[str, Swizzle]] = {
    False: VECTOR_SUFFIXES,
    True: VECTOR_SUFFIXES | {word.translate(_TO_RGBA): value for word, value in VECTOR_SUFFIXES.items()},
}
WRITE_MASKS: dict[bool, dict[str, Mask]] = {
    False: MASKS,
    True: MASKS | {word.translate(_TO_RGBA): value for word, value in MASKS.items()},
}

#: suffix → the register it updates.
CODES: dict[str, int] = {"C": 0, "C0": 0, "C1": 1}
_SUFFIXES = re.compile(r"(?P<precision>[RHX]?)(?P<code>(?:C[01]?)?)(?P<clamp>(?:_S?SAT)?)")
CLAMPS: dict[str, Clamp] = {"_SAT": Clamp.UNSIGNED, "_SSAT": Clamp.SIGNED}


def _precisions(opcode: Opcode, profile: Profile) -> tuple[str, ...]:
    return ("", *(suffix for suffix in profile.declared_language.precisions if suffix in opcode.precisions))


@cache
def _spellings(profile: Profile) -> dict[str, Spelling]:
    language = profile.declared_language
    words: dict[str, Spelling] = {}
    for opcode in profile.opcodes.values():
        codes = ("", *language.code_suffixes) if opcode.condition_code else ("",)
        clamps = ("", *language.clamps) if opcode.clamp else ("",)
        for precision in _precisions(opcode, profile):
            for code in codes:
                for clamp in clamps:
                    words[opcode.name + precision + code + clamp] = Spelling(
                        opcode,
                        DataType.FLOAT if precision else opcode.default,
                        bool(precision),
                        CODES.get(code),
                        CLAMPS.get(clamp),
                        precision,
                    )
    # The longest opcode wins: RCC is no RC with a suffix.
    return words | {name: Spelling(opcode, opcode.default) for name, opcode in profile.opcodes.items()}


def spellings(profile: Profile) -> dict[str, Spelling]:
    """word → what it says, for every opcode word ``profile`` accepts."""
    return _spellings(profile)


def headers_with(stage: Stage, has: Callable[[Profile, Language], object]) -> tuple[str, str]:
    """Headers, or where they have not an option of one, whose language ``has`` something.

    Those of this stage, and those of others.
    """
    found: dict[bool, list[str]] = {True: [], False: []}
    for header, profile in PROFILES.items():
        if profile.grammar != "arb":
            continue
        if profile.family == "nv5" and any(found.values()):
            continue  # It has what the generation before has.
        offered = [(header, profile)]
        offered += [
            (f"{header} with {option}", with_options(profile, frozenset({option})))
            for option in sorted(profile.options)
        ]
        for name, other in offered:
            if has(other, other.declared_language):
                found[profile.stage is stage].append(name)
                break
    return " or ".join(found[True]), " or ".join(found[False])


def suffix_advice(profile: Profile, word: str) -> tuple[str, str, str] | None:
    """Message, hint and section for a known opcode with a suffix it does not take; None for another word."""
    opcodes, language = profile.opcodes, profile.declared_language
    known = max((name for name in opcodes if word.startswith(name)), key=len, default="")
    match = _SUFFIXES.fullmatch(word, len(known)) if known else None
    if match is None:
        return None
    precision, code, clamp = match["precision"], match["code"], match["clamp"]
    section = language.sections.suffixes
    if precision and precision not in language.precisions:
        return f"{profile.name} has no suffix {precision}", f"write {known}", section
    if code and code not in language.code_suffixes:
        return f"{profile.name} has no suffix {code}", f"write {known}", section
    if clamp and clamp not in language.clamps:
        return f"{profile.name} has no suffix {clamp}", f"write {known}", section
    taken = [suffix for suffix in (precision, code, clamp) if suffix]
    return f"{known} does not take the suffix {' or '.join(taken)}", f"write {known}", section
