"""The shape of an opcode row: what the specifications' instruction tables have as columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING

from nvrender.ops.rows import Flow as Flow
from nvrender.ops.rows import Form, Operation
from nvrender.ops.rows import Lookup as Lookup
from nvrender.ops.table import OPERATIONS
from nvrender.ops.types import DataType
from nvrender.program.families import Family

if TYPE_CHECKING:
    from nvrender.ops.memory_access import Atomics, Space


class OperandClass(Enum):
    """How an operand is written and loaded."""

    VECTOR = "v"  # a register with none, one or four suffix components
    SCALAR = "s"  # a register with exactly one suffix component
    ADDRESS = "A"  # a bare address register
    LABEL = "L"  # a label
    CONDITION = "c"  # a condition test
    VECTOR_OR_CONDITION = "vc"  # either (KIL)
    WHOLE = "V"  # a register without sign, bars and suffix (SWZ)
    OPTIONAL_VECTOR = "v?"  # a vector that may be left out
    MEMORY = "m"  # a variable of memory, without sign, bars and suffix
    SUBROUTINE = "c()"  # a subroutine variable


class ResultClass(Enum):
    """What an opcode produces."""

    VECTOR = "v"
    SCALAR = "ssss"  # one value, replicated to every component
    ADDRESS = "A"  # an address register
    NONE = "-"


class PrecisionKind(Enum):
    """How far a result may lie from the exact one.

    ROUNDED: every operation of the written expression is rounded to nearest, left to right.
    ABSOLUTE: error below the bound, or below one unit of the result's last place where that is more.
    PERIODIC: as ABSOLUTE for angles in [0, 2 pi); beyond, where the specification lets the error grow
    with the angle, below bound * |angle|.
    BINADE: error below bound * 2^floor(log2 |result|).
    BINADE_ABOVE: error below bound * 2^ceil(log2 |result|): an absolute bound given for operands in
    one binade whose results lie in (1/2, 1].
    LIT_POWER: the combined EXP and LOG error of LIT's z.
    RELATIVE: error below bound * |result|.
    """

    EXACT = "exact"
    ROUNDED = "rounded"
    ABSOLUTE = "absolute"
    PERIODIC = "periodic"
    BINADE = "binade"
    BINADE_ABOVE = "binade above"
    LIT_POWER = "lit power"
    RELATIVE = "relative"


@dataclass(frozen=True, slots=True)
class Precision:
    """The precision one result component is owed, and the section that grants it."""

    kind: PrecisionKind
    bound: float = 0.0
    section: str = ""


Precisions = tuple[Precision, Precision, Precision, Precision]

EXACT = Precision(PrecisionKind.EXACT)
ROUNDED = Precision(PrecisionKind.ROUNDED)
#: What programs of the ARB languages and generation 4 are owed, about 1 part in 10^5 (OpenGL 2.1.1;
#: ARB_vertex_program issue 22, ARB_fragment_program issue 1).
RELATIVE = Precision(PrecisionKind.RELATIVE, 1e-5, "OpenGL 2.1.1")
ABSOLUTE = Precision(PrecisionKind.ABSOLUTE, 1e-5, "OpenGL 2.1.1")


_LETTERS = {DataType.FLOAT: "f", DataType.SIGNED: "i", DataType.UNSIGNED: "u"}


@dataclass(frozen=True, slots=True)
class Opcode:
    """One row of an opcode table.

    ``operation`` names the ``row`` of ``ops.table`` that it means, its ``_`` standing for the letter of the
    instruction's type; ``condition_code`` tells whether condition code updates are offered (column C);
    ``since`` is the first profile name that has the opcode; ``precision`` has one entry per result component
    and holds for float results. ``types`` are the data types the instruction may be given (columns F and I),
    ``default`` the one it has without a modifier (column D); ``operand_types`` and ``result_type``
    override it for operands and results whose type is fixed, None where they follow the instruction.
    ``clamp`` is column S; ``precisions`` are the precision suffixes it takes (columns R, H and X).
    ``unmodified`` opcodes take no type, ``multiply`` ones HI, S24 and U24; ``three_components`` ones may
    not write w.

    Generation 5: ``wide`` are the types it computes in 64 bits too; ``storages`` the storage modifiers it
    takes, of which it has ``storage_counts`` (least, most); ``space`` is the memory it reaches, ``atomics``
    what it may do there; ``cached`` takes COH and VOL, ``precise`` PREC, ``group`` CTA.
    """

    family: Family
    name: str
    operation: str
    operands: tuple[OperandClass, ...]
    result: ResultClass
    section: str
    condition_code: bool = False
    since: str = ""
    precision: Precisions = (Precision(PrecisionKind.EXACT),) * 4
    types: frozenset[DataType] = frozenset({DataType.FLOAT})
    default: DataType = DataType.FLOAT
    operand_types: tuple[DataType | None, ...] = ()
    result_type: DataType | None = None
    clamp: bool = False
    precisions: str = ""
    unmodified: bool = False
    multiply: bool = False
    three_components: bool = False
    wide: frozenset[DataType] = frozenset()
    storages: frozenset[str] = frozenset()
    storage_counts: tuple[int, int] = (0, 0)
    space: Space | None = None
    atomics: Atomics = ()
    cached: bool = False
    precise: bool = False
    group: bool = False
    row: Operation = field(init=False, repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<Opcode {self.name}: {self.operation}>"

    def __post_init__(self) -> None:
        object.__setattr__(self, "row", OPERATIONS[self.operation_of(self.default)])

    @property
    def key(self) -> tuple[str, str]:
        """(family, name): what the oracle's and the emitter's tables are keyed by."""
        return self.family.name, self.name

    @property
    def selectors(self) -> bool:
        """True where four selectors follow the operand."""
        return OperandClass.WHOLE in self.operands

    @property
    def flow(self) -> Flow | None:
        """What it does to the program counter."""
        return self.row.flow

    @property
    def is_flow(self) -> bool:
        """True for what branches, loops, calls and returns."""
        return self.row.flow is not None

    @property
    def texture(self) -> Lookup | None:
        """How the texture is accessed whose image unit and target follow the operands."""
        return self.row.lookup

    @property
    def packs(self) -> bool:
        """True for what puts several values into one word."""
        return self.row.packs

    @property
    def unpacks(self) -> bool:
        """True for what takes several values from one word."""
        return self.row.unpacks

    @property
    def interpolates(self) -> bool:
        """True for what reads a fragment attribute elsewhere."""
        return self.row.form is Form.INTERPOLATION

    @property
    def rounded(self) -> bool:
        """True for what takes a rounding and two storage modifiers."""
        return self.operation == "convert"

    @property
    def long_result(self) -> bool:
        """True for what wants a LONG variable for its result."""
        return self.operation == "pack64"

    @property
    def long_operand(self) -> bool:
        """True for what wants LONG variables for its operands."""
        return self.operation == "unpack64"

    @property
    def streams(self) -> bool:
        """True for what emits to one of several streams."""
        return self.operation == "emit_stream"

    def operation_of(self, type: DataType) -> str:
        """The name of the operation an instruction of ``type`` means."""
        return f"{_LETTERS[type]}{self.operation[1:]}" if self.operation.startswith("_") else self.operation

    def operand_type(self, position: int, operation: DataType) -> DataType:
        """The type operand ``position`` is read as in an instruction of type ``operation``."""
        fixed = self.operand_types[min(position, len(self.operand_types) - 1)] if self.operand_types else None
        return fixed or operation

    def written_type(self, operation: DataType) -> DataType:
        """The type of the result of an instruction of type ``operation``."""
        return self.result_type or operation


def named(rows: Iterable[Opcode]) -> Mapping[str, Opcode]:
    """Rows by the name of their instruction."""
    return MappingProxyType({row.name: row for row in rows})
