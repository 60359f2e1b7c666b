"""Opcode words: every opcode of a profile with every suffix it may carry (NV_gpu_program4 2.X.4.1)."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from nvrender.ops.memory_access import Atomic, Rounding, Space, Storage
from nvrender.ops.types import DataType
from nvrender.program import Clamp, Multiply
from nvrender.program.opcodes import Opcode
from nvrender.program.profile import Profile

#: suffix → the register it updates.
CODES: dict[str, int] = {"C": 0, "C0": 0, "C1": 1}
_SUFFIXES = re.compile(r"(?P<precision>[RHX]?)(?P<code>(?:C[01]?)?)(?P<clamp>(?:_S?SAT)?)")
CLAMPS: dict[str, Clamp] = {"_SAT": Clamp.UNSIGNED, "_SSAT": Clamp.SIGNED}


class Spelling(NamedTuple):
    """An opcode with all its suffixes and modifiers.

    ``type`` is the type given, or the opcode's default; ``condition_code`` the register updated. From
    ``bits`` on as in an Instruction.
    """

    opcode: Opcode
    type: DataType
    typed: bool = False
    condition_code: int | None = None
    clamp: Clamp | None = None
    precision: str = ""
    multiply: Multiply | None = None
    unchecked: bool = False
    bits: int = 32
    storages: tuple[Storage, ...] = ()
    atomic: Atomic | None = None
    rounding: Rounding | None = None
    coherent: bool = False
    volatile: bool = False
    precise: bool = False
    group: bool = False

    def operand_type(self, position: int) -> DataType:
        """The type operand ``position`` is read as; CVT's second storage modifier says it."""
        if len(self.storages) == 2:
            return self.storages[1].type
        return self.opcode.operand_type(position, self.type)

    @property
    def address(self) -> int:
        """Which operand is a GPU address, -1 if none is."""
        return len(self.opcode.operands) - 1 if self.opcode.space is Space.GLOBAL else -1

    def operand_bits(self, position: int) -> int:
        """How many bits of an operand the operation has; addresses have 64."""
        if position == self.address or self.opcode.long_operand:
            return 64
        return self.storages[-1].bits if self.wide_storage else self.bits

    @property
    def wide_storage(self) -> bool:
        return bool(self.storages) and self.storages[-1].bits == 64


def _precisions(opcode: Opcode, profile: Profile) -> tuple[str, ...]:
    return ("", *(suffix for suffix in profile.language.precisions if suffix in opcode.precisions))


@cache
def _spellings(profile: Profile) -> dict[str, Spelling]:
    language = profile.language
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


def suffix_advice(profile: Profile, word: str) -> tuple[str, str, str] | None:
    """Message, hint and section for a known opcode with a suffix it does not take; None for another word."""
    opcodes, language = profile.opcodes, profile.language
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
