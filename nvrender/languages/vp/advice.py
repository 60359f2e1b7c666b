"""What is wrong with a word that a profile's grammar does not accept, and what would be right."""

from __future__ import annotations

import re
from collections.abc import Callable

from nvrender.languages.common.advice import SHOWN, UNKNOWN, Advice, guess, shown
from nvrender.languages.common.spellings import spellings
from nvrender.languages.common.tokens import is_number
from nvrender.languages.common.words import END, OPTION
from nvrender.languages.profiles import VP_PROFILES
from nvrender.languages.vp.sections import SECTIONS, STATE_PROGRAMS
from nvrender.languages.vp.tables import Tables
from nvrender.program import COMPONENTS, RegisterFile
from nvrender.program.opcodes import Opcode, ResultClass
from nvrender.program.profile import Profile

_TEMPORARY = re.compile(r"R(0|[1-9][0-9]{0,2})")
_ADDRESS = re.compile(r"A[0-9]")


def is_word(token: str) -> bool:
    """True for what begins as names do."""
    return token[:1].isascii() and (token[:1].isalpha() or token[:1] == "_")


def needs(what: str, profile: Profile, allows: Callable[[Profile], object], section: str = "") -> Advice:
    """``what`` needs !!VP2.0; this program is !!VP1.1. Or: no header has it."""
    headers = " or ".join(row.header for row in VP_PROFILES.values() if allows(row))
    if not headers:
        return Advice(f"{what} does not exist", section=section)
    message = f"{what} needs {headers}; this program is {profile.header}"
    return Advice(message, section=section, rule="needs-header")


def statement(word: str, tables: Tables) -> Advice:
    """A token that begins no statement."""
    profile = tables.profile
    if not word:
        return Advice("the program ends without END", "the word END ends every program", rule="missing-end")
    if word == ";":
        return Advice("there is no empty statement", "one `;` ends an instruction, none follows a label")
    if not is_word(word):
        return Advice(f"expected an instruction or END, found {shown(word)}")
    if word == OPTION and profile.options:
        return Advice(
            "OPTION after a statement", "options come before every instruction and label", SECTIONS.options
        )
    if word == OPTION:
        return needs("OPTION", profile, lambda row: row.options, SECTIONS.options)

    def has(row: Profile) -> bool:
        return word in spellings(row)

    if any(map(has, VP_PROFILES.values())):
        return needs(f"opcode {word}", profile, has)
    if word[-1] == "C" and word[:-1] in profile.opcodes:
        name = word[:-1]
        return Advice(f"{name} takes no condition code suffix C", f"write {name}", rule=UNKNOWN)
    words = [*spellings(profile), END, *([OPTION] if profile.options else [])]
    return Advice(f"unknown opcode {shown(word)}", guess(word, words), rule=UNKNOWN)


def register_word(word: str, profile: Profile) -> Advice | None:
    """``R12`` or ``A1`` where the profile has no such register; None for other words."""
    if _TEMPORARY.fullmatch(word) and int(word[1:]) >= profile.temporaries:
        message = f"{word} does not exist: {profile.header} has R0 to R{profile.temporaries - 1}"
        most = max(VP_PROFILES.values(), key=lambda row: row.temporaries)
        if most.temporaries > profile.temporaries:
            message += f" (R{most.temporaries - 1} in {most.header})"
        return Advice(message, section=SECTIONS.temporaries)
    if _ADDRESS.fullmatch(word) and int(word[1:]) >= profile.address_registers:
        number = int(word[1:])
        what = f"address register {word}"
        return needs(what, profile, lambda row: number < row.address_registers, SECTIONS.addresses)
    return None


def destination(word: str, tables: Tables) -> Advice:
    """A token that begins no destination."""
    profile = tables.profile
    places = [f"R0 to R{profile.temporaries - 1}"]
    places += ["o[…]"] if profile.results else []
    places += ["c[n]"] if profile.writable_parameters else []
    places += ["CC"] if profile.condition_codes else []
    hint = f"destinations are {', '.join(places[:-1])} and {places[-1]}"
    if missing := register_word(word, profile):
        return missing
    if word in tables.addresses:
        writers = [row.name for row in profile.opcodes.values() if row.result is ResultClass.ADDRESS]
        return Advice(
            f"address register {word} is written only by {', '.join(sorted(writers))}",
            hint,
            SECTIONS.addresses,
        )
    if word == "CC":
        return needs("destination CC", profile, lambda row: row.condition_codes, SECTIONS.temporaries)
    kinds = {"v": "vertex attributes", "c": "program parameters", "o": "results"}
    if word in kinds:
        return Advice(f"a {profile.header} program cannot write {kinds[word]}", hint)
    if word in ("+", "-", "|"):
        return Advice("a destination has no sign and no bars", section=SECTIONS.destinations)
    return Advice(f"expected a destination, found {shown(word)}", hint)


def address_destination(word: str, opcode: Opcode, profile: Profile) -> Advice:
    """A token that is no address register, as destination."""
    missing = register_word(word, profile)
    if missing and word[0] == "A":
        return missing
    what = "A0.x" if profile.address_components == 1 else "A0 or A1"
    return Advice(f"{opcode.name} writes {what}, not {shown(word)}", section=opcode.section)


def result(word: str, tables: Tables) -> Advice:
    """What stands in o[…] and names no result this program may write."""
    profile = tables.profile
    if word in profile.results:
        message = f"a position-invariant program may not write {word}: the GL computes it"
        return Advice(message, "leave it, or drop the option", SECTIONS.position_invariant)
    if any(word in row.results for row in VP_PROFILES.values()):
        return needs(f"o[{word}]", profile, lambda row: word in row.results, SECTIONS.results)
    return Advice(
        f"expected a result name, found {shown(word)}", guess(word, tables.results), SECTIONS.results
    )


def operand(word: str, tables: Tables) -> Advice:
    """A token that begins no operand."""
    profile = tables.profile
    readable = f"operands are R0 to R{profile.temporaries - 1}, v[…] and c[…]"
    if missing := register_word(word, profile):
        return missing
    if word in tables.addresses:
        return Advice(
            f"address register {word} is no operand; it indexes c[{word}.x]", section=SECTIONS.addresses
        )
    if word == "o" and profile.results:
        return Advice("result registers cannot be read", readable, SECTIONS.results)
    if word == "CC" and profile.condition_codes:
        return Advice("CC can only be written", readable, SECTIONS.temporaries)
    if word in ("+", "-"):
        return Advice(f"`{word}`: one sign at most", section=SECTIONS.operands)
    if word == "|":
        return Advice("bars do not nest", section=SECTIONS.operands)
    if is_number(word) or word == "{":
        return Advice("the language has no constants; put the value into a program parameter", readable)
    return Advice(f"expected an operand, found {shown(word)}", readable)


def index(token: str, file: RegisterFile, tables: Tables) -> Advice:
    """What stands in v[…] or c[…] and is neither number nor name."""
    profile = tables.profile
    parameters = file is RegisterFile.PARAMETER
    count = profile.parameters if parameters else profile.attributes
    if parameters and (missing := register_word(token, profile)):
        return missing
    if token in tables.addresses and not parameters:
        return Advice("vertex attributes cannot be addressed relatively")
    if token in ("+", "-") and parameters:
        return Advice(f"expected a parameter number 0 to {count - 1}, found {shown(token)}")
    if parameters:
        return Advice(f"expected a parameter number 0 to {count - 1} or A0, found {shown(token)}")
    if not profile.attribute_mnemonics:
        return Advice(
            f"{profile.header} reads v[0] only, by number; found {shown(token)}", section=STATE_PROGRAMS
        )
    names = [name for name in tables.attributes if is_word(name)]
    hint = guess(token, names) if is_word(token) else ""
    return Advice(f"expected an attribute number 0 to {count - 1} or name, found {shown(token)}", hint)


def number(token: str, file: RegisterFile, profile: Profile) -> Advice:
    """A number beyond the registers there are."""
    parameters = file is RegisterFile.PARAMETER
    letter = "c" if parameters else "v"
    count = profile.parameters if parameters else profile.attributes
    digits = token if len(token) <= SHOWN else token[:SHOWN] + "…"
    has = f"{letter}[0] to {letter}[{count - 1}]" if count > 1 else f"{letter}[0] only"
    message = f"{letter}[{digits}] does not exist: {profile.header} has {has}"
    most = max(VP_PROFILES.values(), key=lambda row: row.parameters)
    if parameters and most.parameters > count:
        message += f" (c[{most.parameters - 1}] in {most.header})"
    return Advice(message)


def address_component(token: str, profile: Profile) -> Advice:
    """What stands after ``A0.`` and is no component the profile has."""
    place = COMPONENTS.find(token[:1]) if token else -1
    if place > 0:
        what = f"address register component {token[0]}"
        return needs(what, profile, lambda row: place < row.address_components, SECTIONS.addresses)
    names = ", ".join(COMPONENTS[: profile.address_components])
    return Advice(
        f"expected address register component {names}, found {shown(token)}", section=SECTIONS.addresses
    )
