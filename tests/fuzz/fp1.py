"""Random !!FP1.0 programs.

As in ``arbfp``: what approximate instructions and filtered lookups give decides nothing. An instruction reads
one attribute and one parameter, or constants of four numbers together (NV_fragment_program 3.11.1-2).
"""

from __future__ import annotations

from collections.abc import Sequence

from nvrender.languages.fp1.headers.fp1_0 import ROWS
from nvrender.ops.conditions import PASSES
from nvrender.program.opcodes import Opcode, OperandClass

from .arbfp import FILTER_PLACES, FIRST_FILTERED, RECT_PLACES, TEXEL_PLACES
from .declared import ANGULAR, COMPONENTS, DeclaredSample, Unit, Writer, exact_components

_EXACT, _ROUGH = ("R0", "R1", "H0"), ("R8", "H9")
_WORD, _TURNED = "R10", "R11"
_ATTRIBUTES = ("f[COL0]", "f[COL1]", "f[TEX0]", "f[TEX3]", "f[TEX4]", "f[FOGC]", "f[WPOS]")
_PARAMETERS = ("p[2]", "p[7]", "tint", "shift")
_CONSTANTS = ("{0.5, -1, 2, 0.25}", "{1, 3}", "1.5", "0", "-0.0", "3e2", "k", "half", "{2047e-10, -2, 2, 1}")
_TARGETS = ("1D", "2D", "3D", "CUBE", "RECT")
_UNITS = 16
#: A little less than one turn, and half of it.
_TURN, _HALF_TURN = "6.2769", "3.1384"


def generate(seed: int) -> DeclaredSample:
    """The program of a seed: the same on every machine."""
    return FragmentWriter(seed).sample()


class FragmentWriter(Writer):
    """Writes programs of the instructions ``all_rows``."""

    def __init__(self, seed: int, family: str = "fp1", all_rows: Sequence[Opcode] = ROWS) -> None:
        super().__init__(seed, family)
        rows = [row for row in all_rows if row.texture is None and row.name != "KIL" and not row.is_flow]
        self.unpacks = [row for row in rows if row.unpacks]
        self.packs = [row for row in rows if row.packs]
        rows = [row for row in rows if not row.packs and not row.unpacks]
        self.exact = [row for row in rows if exact_components(row)]
        self.inexact = [row for row in rows if len(exact_components(row)) < 4]
        self.lookups = [row for row in all_rows if row.texture is not None]
        self.rough = self.chance(0.6)
        self.tame = self.chance(0.5)
        self.fixed = self.pick((0.0, 0.2, 0.7))
        self.units = {unit: self.pick(_TARGETS) for unit in self.random.sample(range(_UNITS), 6)}
        self.color = self.pick(("o[COLR]", "o[COLH]"))
        self.attribute = self.parameter = ""
        #: What was written last.
        self.last = "R0"

    def sample(self) -> DeclaredSample:
        head = (
            "!!FP1.0",
            "DEFINE half = 0.5;",
            "DEFINE k = {-0.125, 4, 1e-3, -7};",
            "DECLARE tint = {0.5, -2};",
            "DECLARE shift;",
        )
        units: list[Unit] = [("MOV R0, f[TEX4];",)]
        units += [self.statement() for _ in range(self.random.randint(4, 20))]
        if self.chance(0.35):
            units.insert(self.random.randint(1, len(units)), (f"KIL {self.test()};",))
        if self.chance(0.3):
            depth = f"{self.pick(_EXACT)}.{self.pick(COMPONENTS)}"
            units.append((f"MAD o[DEPR].z, {depth}, 0.0625, 0.5;",))
        units.append(self.pick((self.words, self.halves, self.halves, self.scaled))())
        return DeclaredSample(self.seed, "fp1", head, tuple(units), tame=self.tame)

    # Endings: colours are clamped to [0, 1]

    def words(self) -> Unit:
        """Two components of a register as halves of 16 bits."""
        return (
            f"MOV {_WORD}, {self.pick(_EXACT)}{self.swizzle(False)};",
            f"UP2US {_TURNED}.xy, {_WORD}.{self.pick(COMPONENTS)};",
            f"UP2US {_TURNED}.zw, {_WORD}.{self.pick(COMPONENTS)};",
            f"MOV {self.color}, {_TURNED};",
        )

    def halves(self) -> Unit:
        """Four components as half floats, whose bits are numbers in [0, 1]."""
        first, second = self.random.sample(_EXACT, 2)
        return (
            f"PK2H {_WORD}.x, {first}{self.swizzle(False)};",
            f"PK2H {_WORD}.y, {second}{self.swizzle(False)};",
            f"UP2US {_TURNED}.xy, {_WORD}.x;",
            f"UP2US {_TURNED}.zw, {_WORD}.y;",
            f"MOV {self.color}, {_TURNED};",
        )

    def scaled(self) -> Unit:
        """A register of either kind, its numbers moved between 0 and 1."""
        registers = (*_EXACT, *(_ROUGH if self.rough else ()))
        scale = self.pick(("0.015625", "0.125", "1.0", "{0.25, 0.0625, -0.5, 0.5}"))
        source = self.modified(self.pick(registers), self.swizzle(False), bars=True)
        return (f"MAD {self.color}, {source}, {scale}, 0.5;",)

    def test(self) -> str:
        return f"{self.pick(list(PASSES))}{self.swizzle(False)}"

    def guard(self, probability: float) -> str:
        return f" ({self.test()})" if self.chance(probability) else ""

    # Operands

    def input(self) -> str:
        """One attribute and one parameter an instruction (NV_fragment_program 3.11.1.1, 3.11.2)."""
        if self.chance(0.5):
            self.parameter = self.parameter or self.pick((*_PARAMETERS, *_CONSTANTS))
            return self.parameter
        self.attribute = self.attribute or self.pick(_ATTRIBUTES)
        return self.attribute

    def operand(self, register: str, scalar: bool) -> str:
        if register[0] in "-0123456789" or register == "half":
            return register  # a sign would make it another number
        return self.modified(register, self.swizzle(scalar), bars=True)

    def operands(self, row: Opcode, registers: Sequence[str] = ()) -> list[str]:
        self.attribute = self.parameter = ""
        favoured = self.random.randrange(max(len(row.operands), 1))
        texts = []
        for position, operand in enumerate(row.operands):
            if registers and (position == favoured or self.chance(0.3)):
                register = self.pick(registers)
            else:
                register = self.pick((self.last, *_EXACT)) if self.chance(0.5) else self.input()
            texts.append(self.operand(register, operand is OperandClass.SCALAR))
        return texts

    # Statements

    def suffixes(self, row: Opcode, *, code: bool) -> str:
        text = ""
        if "X" in row.precisions and self.chance(self.fixed):
            text += "X"
        elif row.precisions and self.chance(0.3):
            text += self.pick(row.precisions)
        if code and row.condition_code and self.chance(0.35):
            text += "C"
        if row.clamp and self.chance(0.15):
            text += "_SAT"
        return text

    def mask_of(self, row: Opcode, allowed: str = COMPONENTS) -> str:
        return self.mask("".join(each for each in allowed if each != "w" or not row.three_components))

    def statement(self) -> Unit:
        draw = self.random.random()
        if draw < 0.16:
            return self.lookup_statement()
        if self.rough and draw < 0.4:
            return self.rough_statement()
        if draw < 0.46:
            return self.pack_statement()
        row = self.pick(self.exact)
        suffix = self.suffixes(row, code=True)
        operands = self.operands(row)
        target = self.last = self.pick(_EXACT)
        if "C" in suffix and self.chance(0.2):
            target = self.pick(("RC", "HC"))
        target += self.mask_of(row, exact_components(row)) + self.guard(0.25)
        return (f"{row.name}{suffix} {target}, {', '.join(operands)};",)

    def lookup_statement(self) -> Unit:
        """A lookup at coordinates made for it."""
        row = self.pick(self.lookups)
        unit = self.pick(sorted(self.units))
        target = self.units[unit]
        exact = unit < FIRST_FILTERED
        number = RECT_PLACES if target == "RECT" else TEXEL_PLACES if exact else FILTER_PLACES
        place = f"f[TEX{number}]"
        if self.chance(0.15):
            place = f"-{place}"
        if exact and target != "CUBE" and self.chance(0.3):
            place += self.pick((".yxzw", ".xxyw", ".y", ".zyxw"))
        before: Unit = ()
        if row.name == "TXD":
            before = (f"MOV {_TURNED}, {self.operand(f'f[TEX{FILTER_PLACES}]', False)};",)
            place += f", {_TURNED}, {self.operand(_TURNED, False)}"
        written = self.pick(_EXACT if exact else _ROUGH)
        word = row.name + self.suffixes(row, code=exact)
        return (*before, f"{word} {written}{self.mask()}{self.guard(0.15)}, {place}, TEX{unit}, {target};")

    def pack_statement(self) -> Unit:
        """Numbers packed and unpacked again."""
        pack = self.pick(self.packs)
        unpack = next(row for row in self.unpacks if row.name[2:] == pack.name[2:])
        return (
            f"{pack.name} {_WORD}.y, {', '.join(self.operands(pack))};",
            f"{unpack.name}{self.suffixes(unpack, code=False)} {self.pick(_ROUGH)}{self.mask()}, {_WORD}.y;",
        )

    def rough_statement(self) -> Unit:
        """An approximate opcode into what is set aside, or such a value a step further."""
        target = self.pick(_ROUGH)
        if self.chance(0.35):
            row = self.pick([row for row in self.exact if row not in self.inexact])
            word = row.name + self.suffixes(row, code=False)
            target += self.mask_of(row) + self.guard(0.15)
            return (f"{word} {target}, {', '.join(self.operands(row, _ROUGH))};",)
        row = self.pick(self.inexact)
        target += self.mask_of(row) + self.guard(0.15)
        word = row.name + self.suffixes(row, code=False)
        operands = self.operands(row)
        before: Unit = ()
        if row.name in ANGULAR:
            before = (f"FRC {_TURNED}, {operands[0]};", f"MAD {_TURNED}, {_TURNED}, {_TURN}, -{_HALF_TURN};")
            operands = [f"{_TURNED}.{self.pick(COMPONENTS)}"]
        if row.name == "POW":
            before = (f"MOV {_TURNED}.x, {operands[0]};", f"ADD {_TURNED}.x, |{_TURNED}|, 0.25;")
            operands[0] = f"{_TURNED}.x"
        return (*before, f"{word} {target}, {', '.join(operands)};")
