"""Random programs of generation 5: generation 4's with sized types, bit fields, counts and conversions."""

from __future__ import annotations

from dataclasses import replace

from nvrender.isa.memory import SCALARS, STORAGES
from nvrender.isa.opcodes import OPCODES, DataType, Opcode
from nvrender.program.executed import EXECUTED

from .declared import COMPONENTS, DeclaredSample, Unit
from .nv4 import EXACT, VERTEX, Nv4Writer

_OWN = [OPCODES["nv5", name] for name in sorted(EXECUTED) if not OPCODES["nv5", name].is_flow]
_PLAIN = [row for row in _OWN if not row.rounded]
#: What fits registers of 32 bits.
_STORAGES = sorted(name for name in SCALARS if STORAGES[name].bits <= 32)
_SIZED = {DataType.FLOAT: "F32", DataType.SIGNED: "S32", DataType.UNSIGNED: "U32"}

STAGE = replace(
    VERTEX, family="nv5", head=("!!NVvp5.0", *VERTEX.head[1:]), exact=(*EXACT, *_PLAIN, *_PLAIN, *_PLAIN)
)


def generate(seed: int) -> DeclaredSample:
    """The program of a seed: the same on every machine."""
    return Nv5Writer(seed, STAGE).sample()


class Nv5Writer(Nv4Writer):
    """A program with what generation 5 adds."""

    def statement(self) -> Unit:
        return self.conversion() if self.chance(0.12) else super().statement()

    def word(self, row: Opcode, type: DataType, unchecked: bool, *, code: bool) -> tuple[str, DataType]:
        """Now and then F32, S32 or U32 for F, S or U, and PREC."""
        word, type = super().word(row, type, unchecked, code=code)
        name, *modifiers = word.split(".")
        sized = [_SIZED[type] if one == type.value and self.chance(0.4) else one for one in modifiers]
        if self.chance(0.1):
            sized.append("PREC")
        return ".".join((name, *sized)), type

    def conversion(self) -> Unit:
        """CVT between any two types, whose first modifier is the result's."""
        result, source = STORAGES[self.pick(_STORAGES)], STORAGES[self.pick(_STORAGES)]
        words = [result.name, source.name]
        words += [self.pick(("ROUND", "CEIL", "FLR", "TRUNC"))] if self.chance(0.6) else []
        if self.chance(0.4):
            words.append(self.pick(("SAT", "SSAT")) if result.type is DataType.FLOAT else "SAT")
        if self.chance(0.3) and result.name != "F16":
            words.append(self.pick(("CC", "CC0", "CC1")))
        unchecked = self.chance(0.2)
        words += ["NTC"] if unchecked else []
        target = self.writable(result.type, unchecked) + self.mask_and_condition(COMPONENTS, 0.25)
        operand = self.readable(source.type, unchecked) + self.swizzle(False, COMPONENTS)
        return (f"CVT.{'.'.join(words)} {target}, {operand};",)
