"""What a profile's grammar accepts, as look-up tables keyed by the words of the language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from nvrender.languages.vp.bindings import ATTRIBUTE_NUMBERS
from nvrender.program import Register, RegisterFile
from nvrender.program.profile import Profile


@dataclass(frozen=True)
class Tables:
    """The words one profile (with or without NV_position_invariant) accepts, resolved.

    ``attributes`` and ``parameters`` are keyed by what stands between the brackets, in plain decimal
    digits or as mnemonic.
    """

    profile: Profile
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
    attributes = _numbered(RegisterFile.ATTRIBUTE, profile.attributes)
    if profile.attribute_mnemonics:
        attributes |= {name: attributes[str(number)] for name, number in ATTRIBUTE_NUMBERS.items()}
    return Tables(
        profile=profile,
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
