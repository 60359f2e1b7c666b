"""Instructions, labels and comments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from nvrender.ops.memory_access import Atomic, Rounding, Storage
from nvrender.ops.modifiers import Clamp
from nvrender.ops.rows import Operation
from nvrender.ops.table import OPERATIONS
from nvrender.ops.types import DataType
from nvrender.program.opcodes import Opcode
from nvrender.program.registers import (
    NO_SPAN,
    Condition,
    Destination,
    Operand,
    Register,
    RegisterFile,
    RelativeAddress,
)
from nvrender.source import Span

#: Handles are the numbers from here on, of 64 bits; what is below are units (docs/semantics.md).
FIRST_HANDLE = 1 << 32


class Multiply(Enum):
    """Which product MUL computes, besides the low 32 bits (NV_gpu_program4 2.X.8, MUL)."""

    HIGH = "HI"
    SIGNED_24 = "S24"
    UNSIGNED_24 = "U24"


@dataclass(frozen=True, slots=True)
class TextureAccess:
    """Texture image unit, target (a key of ops.texture_targets.TARGETS) and constant texel offset.

    Generation 5: with ``units`` any of so many units from ``unit`` on, ``relative`` chooses which;
    ``handle`` holds the handle that stands in the unit's place; ``component`` is the one TXG and TXGO gather;
    ``moved`` holds a texel offset that is no constant (NV_gpu_program5 2.X.4.4).
    """

    unit: int
    target: str
    offset: tuple[int, int, int] = (0, 0, 0)
    span: Span = NO_SPAN
    units: int = 0
    relative: RelativeAddress | None = None
    handle: Operand | None = None
    component: int = 0
    moved: Operand | None = None

    @property
    def numbers(self) -> range:
        """The units it may access, none of them by a handle."""
        if self.handle is not None:
            return range(0)
        return range(self.unit, self.unit + max(self.units, 1))

    def keys(self, given: Iterable[int]) -> Iterable[int]:
        """What of units and handles ``given`` it may access."""
        if self.handle is not None:
            return (key for key in given if key >= FIRST_HANDLE)
        return self.numbers

    @property
    def register(self) -> Register:
        """The unit, or the array of units it is chosen from, as a register."""
        return Register(RegisterFile.TEXTURE, self.unit, self.relative, self.units)


@dataclass(frozen=True, slots=True)
class ImageAccess:
    """Image unit and target; the rest as in a TextureAccess (EXT_shader_image_load_store 2.X.3.X)."""

    unit: int
    target: str
    span: Span = NO_SPAN
    units: int = 0
    relative: RelativeAddress | None = None
    handle: Operand | None = None

    @property
    def numbers(self) -> range:
        """The units it may access, none of them by a handle."""
        if self.handle is not None:
            return range(0)
        return range(self.unit, self.unit + max(self.units, 1))

    @property
    def register(self) -> Register:
        """The unit, or the array of units it is chosen from, as a register."""
        return Register(RegisterFile.IMAGE, self.unit, self.relative, self.units)


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """One instruction.

    ``condition_code`` is the condition code register it updates (the C suffix), else None.
    ``target`` is the index of the instruction a BRA or CAL goes to, which may be one past the last;
    of the ELSE of an IF, or its ENDIF if it has none; of the ENDIF of an ELSE; of the ENDREP of a REP,
    BRK or CONT; of the REP of an ENDREP; and of LOOP and ENDLOOP likewise. ``condition`` belongs to BRA,
    CAL, RET, IF, BRK, CONT and KIL; None is "always".

    ``type`` is the operation's data type; operands and destination have the types they are read and
    written as, which some opcodes fix. ``precision`` is the suffix R, H or X as written, "" without one.
    ``unchecked`` is NTC. ``implicit``: a RET that is not in the text but ends a subroutine block before
    its next label or at the end of the program (NV_gpu_program4 2.X.5).

    Generation 5 (NV_gpu_program5 2.X.4.1): ``bits`` is the width of the operation; ``storages`` are the
    storage modifiers, of CVT the result's and the operand's, else one at most; ``atomic``, ``rounding``,
    ``coherent`` (COH), ``volatile`` (VOL), ``precise`` (PREC) and ``group`` (CTA) are the others.
    """

    opcode: Opcode = field(kw_only=False)
    destination: Destination | None = None
    operands: tuple[Operand, ...] = ()
    condition_code: int | None = None
    condition: Condition | None = None
    target: int | None = None
    target_name: str = ""
    span: Span = NO_SPAN
    type: DataType = DataType.FLOAT
    clamp: Clamp | None = None
    multiply: Multiply | None = None
    texture: TextureAccess | None = None
    precision: str = ""
    unchecked: bool = False
    implicit: bool = False
    bits: int = 32
    storages: tuple[Storage, ...] = ()
    atomic: Atomic | None = None
    rounding: Rounding | None = None
    coherent: bool = False
    volatile: bool = False
    precise: bool = False
    group: bool = False
    image: ImageAccess | None = None
    #: The row of the op table that it means.
    row: Operation = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        row = self.opcode.row
        if self.type is not self.opcode.default:
            row = OPERATIONS[self.opcode.operation_of(self.type)]
            # Of floats it is refused, but at the end of the program.
            row = OPERATIONS[f"{row.name}_high"] if self.multiply is Multiply.HIGH else row
        object.__setattr__(self, "row", row)

    @property
    def operation(self) -> str:
        """The name of its row of the op table."""
        return self.row.name

    @property
    def unit(self) -> Register | None:
        """The texture or image unit it accesses, or the array that is chosen from; None without one."""
        access = self.texture or self.image
        return None if access is None else access.register

    @property
    def sources(self) -> tuple[Operand, ...]:
        """All it reads: ``operands``, then the texel offset and the handle of its texture or image."""
        texture, image = self.texture, self.image
        if texture is not None:
            rows = texture.moved, texture.handle
            return (*self.operands, *(row for row in rows if row is not None))
        if image is not None and image.handle is not None:
            return (*self.operands, image.handle)
        return self.operands


@dataclass(frozen=True, slots=True)
class Label:
    """A label and the index of the instruction it stands before (may be one past the last).

    ``number`` is its SUBROUTINENUM, None without one (ARB_shader_subroutine 2.X.5).
    """

    name: str
    index: int
    span: Span = NO_SPAN
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment's text without ``#`` and its span."""

    text: str
    span: Span
