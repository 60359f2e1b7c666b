"""What kinds of numbers the operations of the op table take and give.

A letter is a kind: f floats, i signed and u unsigned integers, b truth values; of ``*`` any; ``=`` is the
kind of the first operand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Signature:
    """A letter for each operand, the last for all that follow, and one for the result."""

    operands: str
    result: str

    def operand(self, number: int) -> str:
        return self.operands[min(number, len(self.operands) - 1)]


#: Operations whose names do not begin with the letter of all they take and give.
_OTHERS = {
    name: Signature(operands, result)
    for names, operands, result in (
        ("equal not_equal less less_equal greater greater_equal", "*=", "b"),
        ("holds_both holds_either holds_one holds_not holds_any", "b", "b"),
        ("fflags", "f", "u"),
        ("iflags", "i", "u"),
        ("sum_flags difference_flags", "u", "u"),
        ("sum_overflow sum_carry difference_overflow difference_carry", "*=", "b"),
        ("distance", "*=", "u"),
        ("has_flags", "u", "b"),
        ("all any alike", "b", "b"),
        ("ballot ballot_alone", "b", "u"),
        ("quad_0 quad_1 quad_2 quad_3 quad_x quad_y", "f", "f"),
        ("i2f", "i", "f"),
        ("u2f", "u", "f"),
        ("ifloor iceil iround itrunc", "f", "i"),
        ("ufloor uceil uround utrunc", "f", "u"),
        ("isad", "iiu", "u"),
        ("iaddress_add", "*", "i"),
        ("address_floor address_round", "f", "i"),
        ("address_add", "i", "i"),
        ("pack_half2 pack_ushort2 pack_byte4 pack_ubyte4", "f", "u"),
        ("unpack_half2 unpack_ushort2 unpack_byte4 unpack_ubyte4", "u", "f"),
        ("not and or xor reverse count lowest insert mov", "*=", "="),
        ("convert pack64 unpack64", "*", "*"),
    )
    for name in names.split()
}
#: Words without a letter of a type.
_ANY = ("centroid", "at_")


@cache
def signature(operation: str) -> Signature:
    """What the operation of a row takes and gives."""
    if operation in _OTHERS:
        return _OTHERS[operation]
    if operation.startswith(_ANY) or operation[0] not in "fiu":
        return Signature("*", "*")
    return Signature(operation[0], operation[0])
