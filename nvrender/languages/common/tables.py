"""What a profile's grammar accepts, as look-up tables keyed by the words of the language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

from nvrender.languages.vp.bindings import ATTRIBUTE_NUMBERS
from nvrender.program import COMPONENTS, Mask, Register, RegisterFile, Swizzle
from nvrender.program.opcodes import Opcode
from nvrender.program.profile import Profile

#: Words that begin a statement besides the opcodes.
END, OPTION = "END", "OPTION"


def _mask(letters: str) -> Mask:
    return "x" in letters, "y" in letters, "z" in letters, "w" in letters


#: Ordered subsets of xyzw (NV_vertex_program2 2.14.1.8, optionalWriteMask).
MASKS: dict[str, Mask] = {
    letters: _mask(letters)
    for bits in range(1, 16)
    for letters in ["".join(letter for place, letter in enumerate(COMPONENTS) if bits >> place & 1)]
}

#: One component, which stands in all four places (scalarSuffix).
SCALAR_SUFFIXES: dict[str, Swizzle] = {
    letter: (place, place, place, place) for place, letter in enumerate(COMPONENTS)
}

#: One component or four (swizzleSuffix).
VECTOR_SUFFIXES: dict[str, Swizzle] = SCALAR_SUFFIXES | {
    "".join(COMPONENTS[place] for place in places): (places[0], places[1], places[2], places[3])
    for places in product(range(4), repeat=4)
}


@dataclass(frozen=True)
class Tables:
    """The words one profile (with or without NV_position_invariant) accepts, resolved.

    ``attributes`` and ``parameters`` are keyed by what stands between the brackets, in plain decimal
    digits or as mnemonic.
    """

    profile: Profile
    opcodes: dict[str, tuple[Opcode, bool]]
    reserved: frozenset[str]
    temporaries: dict[str, Register]
    addresses: dict[str, Register]
    attributes: dict[str, Register]
    parameters: dict[str, Register]
    results: dict[str, Register]
    relative: bool


def _numbered(file: RegisterFile, count: int, prefix: str = "") -> dict[str, Register]:
    return {f"{prefix}{index}": Register(file, index) for index in range(count)}


@cache
def tables_of(profile: Profile, position_invariant: bool) -> Tables:
    """The tables of a profile."""
    opcodes = {name: (row, False) for name, row in profile.opcodes.items()}
    if profile.condition_codes:
        opcodes |= {f"{name}C": (row, True) for name, row in profile.opcodes.items() if row.condition_code}
    attributes = _numbered(RegisterFile.ATTRIBUTE, profile.attributes)
    if profile.attribute_mnemonics:
        attributes |= {name: attributes[str(number)] for name, number in ATTRIBUTE_NUMBERS.items()}
    return Tables(
        profile=profile,
        opcodes=opcodes,
        reserved=frozenset(opcodes) | {END, OPTION},
        temporaries=_numbered(RegisterFile.TEMPORARY, profile.temporaries, "R"),
        addresses=_numbered(RegisterFile.ADDRESS, profile.address_registers, "A"),
        attributes=attributes,
        parameters=_numbered(RegisterFile.PARAMETER, profile.parameters),
        results={
            name: Register(RegisterFile.RESULT, index)
            for index, name in enumerate(profile.results)
            if not (position_invariant and name == "HPOS")
        },
        relative=profile.position_invariant_relative or not position_invariant,
    )
