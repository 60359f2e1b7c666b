"""Random !!FP2.0 programs: those of !!FP1.0 with branches, loops, calls and more instructions."""

from __future__ import annotations

from collections.abc import Sequence

from nvrender.languages.fp1.headers.fp2_0 import ROWS
from nvrender.program.opcodes import Opcode

from .arbfp import AUTOMATIC
from .declared import COMPONENTS, DERIVATIVES, DeclaredSample, Unit
from .fp1 import FragmentWriter

#: Instructions that leave components undefined.
_WRITTEN = {"SCS": "xy", "XPD": "xyz", "NRM": "xyz"}
_INDEXED = ("f[TEX[A0.x]]", "f[TEX[A0.x+1]]", "f[TEX[A0.x+2]]")


def generate(seed: int) -> DeclaredSample:
    """The program of a seed: the same on every machine."""
    return _Writer(seed, "fp2", ROWS).sample()


class _Writer(FragmentWriter):
    def __init__(self, seed: int, family: str, rows: Sequence[Opcode]) -> None:
        super().__init__(seed, family, rows)
        self.rows = self.exact, self.inexact, self.units
        #: Whether a LOOP is around.
        self.indexed = False
        self.subroutine = self.chance(0.4)

    def sample(self) -> DeclaredSample:
        head = (
            "!!FP2.0",
            "DEFINE half = 0.5;",
            "DEFINE k = {-0.125, 4, 1e-3, -7};",
            "DECLARE tint = {0.5, -2};",
            "DECLARE shift;",
        )
        units: list[Unit] = [("MOV R0, f[TEX4];",)]
        units += self.block(0, self.random.randint(4, 14))
        if self.chance(0.35):
            units.insert(self.random.randint(1, len(units)), (f"KIL {self.test()};",))
        self.parted(False)
        units.append(self.pick((self.words, self.halves, self.halves, self.scaled))())
        if self.subroutine:
            self.parted(True)
            units += [("RET;",), ("sub:",), *(self.statement() for _ in range(self.random.randint(1, 4)))]
        return DeclaredSample(self.seed, "fp2", head, tuple(units), tame=self.tame)

    def parted(self, apart: bool) -> None:
        """Where fragments may have taken different ways nothing looks at their neighbours."""
        exact, inexact, units = self.rows
        self.exact = [row for row in exact if not (apart and row.name in DERIVATIVES)]
        self.inexact = [row for row in inexact if not (apart and row.name in DERIVATIVES)]
        self.units = {unit: target for unit, target in units.items() if not (apart and unit in AUTOMATIC)}

    def block(self, depth: int, length: int) -> list[Unit]:
        units: list[Unit] = []
        for _ in range(length):
            self.parted(depth > 0)
            draw = self.random.random()
            if draw < 0.75 or depth > 2 or (draw < 0.8 and not self.subroutine):
                units.append(self.statement())
            elif draw < 0.8:
                units.append((f"CAL sub{self.pick(('', f' ({self.test()})'))};",))
            elif draw < 0.91 or depth == 2:
                units += [(f"IF {self.test()};",), *self.block(depth + 1, self.random.randint(1, 3))]
                if self.chance(0.5):
                    units += [("ELSE;",), *self.block(depth + 1, self.random.randint(1, 2))]
                units.append(("ENDIF;",))
            else:
                opener = self.pick(("REP", "LOOP"))
                before, self.indexed = self.indexed, self.indexed or opener == "LOOP"
                inner = self.block(depth + 1, self.random.randint(1, 3))
                self.indexed = before
                if self.chance(0.3):
                    inner.append((f"BRK ({self.test()});",))
                count = self.pick(("p[8]", "p[8]", "{2, 1, 1}", "{3.5, 3, -1}"))
                units += [(f"{opener} {count};",), *inner, (f"END{opener};",)]
        return units

    def input(self) -> str:
        self.attribute = self.parameter = ""
        return self.pick(_INDEXED) if self.indexed and self.chance(0.15) else super().input()

    def operands(self, row: Opcode, registers: Sequence[str] = ()) -> list[str]:
        if not row.selectors:
            return super().operands(row, registers)
        register = self.pick(registers) if registers else self.last
        return [f"{register}, {self.selectors(both=False)}"]

    def suffixes(self, row: Opcode, *, code: bool) -> str:
        text = super().suffixes(row, code=code)
        return text.replace("_SAT", "_SSAT") if self.chance(0.5) else text

    def mask_of(self, row: Opcode, allowed: str = COMPONENTS) -> str:
        written = _WRITTEN.get(row.name, COMPONENTS)
        return super().mask_of(row, "".join(each for each in allowed if each in written))
