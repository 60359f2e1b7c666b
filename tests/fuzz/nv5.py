"""Random programs of generation 5: generation 4's with sized types, bit fields, counts and conversions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nvrender.languages.arb.headers.generation5 import FRAGMENT_ONLY, QUAD_ONLY, ROWS, rows
from nvrender.languages.profiles import OPCODES
from nvrender.ops.memory_access import SCALARS, STORAGES, Storage
from nvrender.ops.rows import Form
from nvrender.ops.types import DataType
from nvrender.program.opcodes import Opcode, OperandClass

from .declared import COMPONENTS, LOOP_ATTRIBUTE, DeclaredSample, Unit
from .nv4 import EXACT, VERTEX, Nv4Writer

_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED
#: What computes something, or calls.
EXECUTED = frozenset(
    row.name for row in ROWS if row.row.form not in (Form.MEMORY, Form.BARRIER) and not row.streams
)
#: What stages have for themselves.
_APART = FRAGMENT_ONLY | QUAD_ONLY
_OWN = [OPCODES["nv5", name] for name in sorted(EXECUTED - _APART) if not OPCODES["nv5", name].is_flow]
PLAIN = [row for row in _OWN if not (row.rounded or row.long_result or row.long_operand or row.texture)]
_ALL_STORAGES = sorted(SCALARS)
#: What fits registers of 32 bits.
_STORAGES = [name for name in _ALL_STORAGES if STORAGES[name].bits <= 32]
_SIZED = {DataType.FLOAT: "F32", DataType.SIGNED: "S32", DataType.UNSIGNED: "U32"}

_PARAMETERS = (
    "SUBROUTINE Kind many[] = { program.subroutine[0..2] };",
    "SUBROUTINE Kind alone = program.subroutine[4];",
)

STAGE = replace(
    VERTEX,
    family="nv5",
    head=("!!NVvp5.0", "OPTION NV_shader_thread_group;", *VERTEX.head[1:]),
    exact=(*EXACT, *PLAIN, *PLAIN, *PLAIN),
)


#: What LONG attributes stand in the place of; each takes two inputs of sixteen.
_ALIASES = ("vertex.normal", "vertex.color", "vertex.fogcoord", "vertex.texcoord", "vertex.position")
#: LONG variables of floats, of integers, and an array of these.
LONG = {_F: ("D0", "D1", "D2"), _S: ("W0", "W1", "W2", "wa[1]"), _U: ("W0", "W1", "W2", "wa[2]")}
#: What is read in 64 bits, LONG attributes too.
_READ = {_F: (*LONG[_F], "lv"), _S: (*LONG[_S], "lw"), _U: (*LONG[_U], "lw")}
LONG_VARIABLES = ("LONG TEMP D0, D1; FLOAT LONG TEMP D2;", "LONG TEMP W0, W1, W2, wa[3], turns;")
LONG_STAGE = replace(
    STAGE,
    family="nv5-long",
    head=(
        *STAGE.head,
        *LONG_VARIABLES,
        "FLOAT LONG ATTRIB lv = vertex.attrib[2]; LONG ATTRIB lw = vertex.attrib[3];",
    ),
    attributes=STAGE.attributes | {_F: tuple(name for name in STAGE.attributes[_F] if name not in _ALIASES)},
)
#: (name, type) of what computes in 64 bits.
_WIDE = sorted(
    ((row, type) for row in rows().values() for type in row.wide if not row.is_flow),
    key=lambda pair: (pair[0].name, pair[1].value),
)


def generate_long(seed: int) -> DeclaredSample:
    """Programs with 64-bit variables and operations."""
    return LongWriter(seed, LONG_STAGE).sample()


def generate(seed: int) -> DeclaredSample:
    """The program of a seed: the same on every machine."""
    return Nv5Writer(seed, STAGE).sample()


class Nv5Writer(Nv4Writer):
    """A program with what generation 5 adds."""

    #: What CVT converts.
    storages: Sequence[str] = _STORAGES

    def first_call(self, units: Sequence[Unit]) -> int:
        """How many units come before any call."""
        return 1

    def sample(self) -> DeclaredSample:
        """Now and then with indirect calls, of blocks that call nothing: no cycle may have one in it."""
        found = super().sample()
        if self.chance(0.6):
            return found
        names = [f"c{number}" for number in range(self.random.randint(1, 4))]
        head = (*found.head, f"SUBROUTINETYPE Kind {{ {', '.join(names)} }};", *_PARAMETERS)
        units = list(found.units)
        for _ in range(self.random.randint(1, 4)):
            called = self.pick((f"many[{self.index(3)}]", "alone"))
            place = self.random.randint(self.first_call(units), len(units))
            units.insert(place, (f"CALI {called}{self.branch(0.4)};",))
        numbers = self.random.sample(range(256), len(names))
        for name, number in zip(names, numbers, strict=True):
            units.append((f"{name} SUBROUTINENUM({number}):",))
            units += [self.statement() for _ in range(self.random.randint(0, 3))]
        return replace(found, head=head, units=tuple(units))

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
        result, source = STORAGES[self.pick(self.storages)], STORAGES[self.pick(self.storages)]
        words = [result.name, source.name]
        words += [self.pick(("ROUND", "CEIL", "FLR", "TRUNC"))] if self.chance(0.6) else []
        if self.chance(0.4):
            words.append(self.pick(("SAT", "SSAT")) if result.type is DataType.FLOAT else "SAT")
        if self.chance(0.3):
            words.append(self.pick(("CC", "CC0", "CC1")))
        unchecked = self.chance(0.2)
        words += ["NTC"] if unchecked else []
        target = self.converted(result, unchecked) + self.mask_and_condition(COMPONENTS, 0.25)
        operand = self.convertible(source, unchecked) + self.swizzle(False, COMPONENTS)
        return (f"CVT.{'.'.join(words)} {target}, {operand};",)

    def converted(self, storage: Storage, unchecked: bool) -> str:
        """What CVT may write as a type."""
        return self.writable(storage.type, unchecked)

    def convertible(self, storage: Storage, unchecked: bool) -> str:
        """What it may read as one."""
        return self.readable(storage.type, unchecked)


class LongWriter(Nv5Writer):
    """A program with 64-bit variables; floats of theirs are never read as integers."""

    storages = _ALL_STORAGES
    long_read = _READ

    def converted(self, storage: Storage, unchecked: bool) -> str:
        """A LONG variable more often than not, of halves a variable of words."""
        if self.chance(0.4):
            return super().converted(storage, unchecked)
        return self.pick(LONG[_U if storage.name == "F16" else storage.type][:2])

    def convertible(self, storage: Storage, unchecked: bool) -> str:
        if self.chance(0.4):
            return super().convertible(storage, unchecked)
        return self.pick(self.long_read[_U if storage.name == "F16" else storage.type][-2:])

    def repeat(self) -> Unit:
        """Loops whose count has 64 bits, in LONG variables and others."""
        if self.chance(0.4):
            return super().repeat()
        counted = self.attribute(LOOP_ATTRIBUTE)
        constants = ("REP.S64 2;", "REP.F64 2.5;", "REP.U64 3;", "REP.S64 -4294967297;", "REP.F64 -0.5;")
        given = (f"REP.S64 {counted}.y;", f"REP.F64 {counted}.x;", f"REP.F64 -{counted}.x;")
        type, component = self.pick((("F64", "x"), ("S64", "y"), ("U64", "z")))
        kept = (f"MOV.{type} turns.w, |{counted}.{component}|;", f"REP.{type} {self.pick(('', '-'))}turns.w;")
        if type == "U64":
            kept = (kept[0], "REP.U64 turns.wxyz;")
        return self.pick(((self.pick(constants),), (self.pick(given),), kept))

    def main(self) -> list[Unit]:
        first = [f"PK64.U {name}, {self.attribute(6)};" for name in ("W0", "W1", "wa[0]", "wa[1]", "wa[2]")]
        floats = [f"MOV.F64 {name}, {self.attribute(1)};" for name in ("D0", "D1", "D2")]
        last = [f"UP64.U {self.pick(self.stage.generic)}, {self.pick(LONG[_U])};"]
        return [(line,) for line in (*first, *floats)] + super().main() + [(line,) for line in last]

    def statement(self) -> Unit:
        if self.chance(0.1):
            return self.conversion()
        return self.wide() if self.chance(0.35) else super().statement()

    def long_operand(self, type: DataType, scalar: bool) -> str:
        """A LONG variable, or a 32-bit operand that is widened."""
        if self.chance(0.3):
            return self.operand(type, scalar, False)
        name = self.pick(self.long_read[type])
        if name.startswith("wa") and self.arrays and self.chance(0.4):
            name = f"wa[{self.index(3)}]"
        name += self.swizzle(scalar)
        name = f"|{name}|" if self.chance(0.1) else name
        return f"-{name}" if self.chance(0.2) else name

    def wide(self) -> Unit:
        """An operation of 64 bits, a packing, or one of 32 bits between LONG and other variables."""
        draw = self.random.random()
        if draw < 0.1:
            name = self.pick(LONG[_U])
            return (f"PK64.U {name}{self.mask()}, {self.operand(_U, False, False)};",)
        if draw < 0.25:
            target = self.writable(_U, False) + self.mask_and_condition(COMPONENTS, 0.2)
            return (f"UP64.U {target}, {self.pick(self.long_read[_U])}{self.swizzle(False)};",)
        row, type = self.pick(_WIDE)
        result = row.written_type(type)
        words = [f"{type.value}64"]
        if row.condition_code and self.chance(0.4):
            words.append(self.pick(("CC0", "CC1")))
        if row.clamp and result is _F and self.chance(0.15):
            words.append(self.pick(("SAT", "SSAT")))
        self.random.shuffle(words)
        target = self.pick(LONG[result])
        if self.chance(0.25) and result is not _F:
            target = self.writable(result, False)
        target += self.mask_and_condition(COMPONENTS, 0.25)
        operands = [
            self.long_operand(row.operand_type(number, type), one is OperandClass.SCALAR)
            for number, one in enumerate(row.operands)
        ]
        return (f"{'.'.join((row.name, *words))} {target}, {', '.join(operands)};",)
