"""Program: the one representation that everything after the checker reads.

Immutable and fully resolved: nobody after ``check`` looks at text or names again. Every part
carries the span it was written at.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from nvrender.isa.opcodes import Opcode
from nvrender.isa.profiles import Profile
from nvrender.source import Source, Span

#: Component indices a swizzle or mask holds: x, y, z, w.
COMPONENTS = "xyzw"
IDENTITY_SWIZZLE = (0, 1, 2, 3)
FULL_MASK = (True, True, True, True)
NO_SPAN = Span(0, 0)

Swizzle = tuple[int, int, int, int]
Mask = tuple[bool, bool, bool, bool]


class RegisterFile(Enum):
    """What a register belongs to."""

    TEMPORARY = "temporary"
    ATTRIBUTE = "attribute"
    PARAMETER = "parameter"
    RESULT = "result"
    ADDRESS = "address"
    #: The write-only CC register: the value is discarded (NV_vertex_program2 2.14.1.4).
    CONDITION_CODE = "condition code"


@dataclass(frozen=True, slots=True)
class RelativeAddress:
    """``A0.x + offset``: an address register component and a constant."""

    register: int
    component: int
    offset: int


@dataclass(frozen=True, slots=True)
class Register:
    """One register: ``index`` counts within its file.

    RESULT indices count into ``profile.results``, ATTRIBUTE indices are the attribute's number.
    With ``relative`` the index is 0 and the register is chosen at run time.
    """

    file: RegisterFile
    index: int
    relative: RelativeAddress | None = None


@dataclass(frozen=True, slots=True)
class Operand:
    """A loaded operand: fetch, swizzle, absolute value, then negation (NV_vertex_program2 2.14.2.1).

    A scalar operand has its one component in all four places of ``swizzle``. A sign inside bars
    has no effect and is not kept.
    """

    register: Register
    swizzle: Swizzle = IDENTITY_SWIZZLE
    absolute: bool = False
    negate: bool = False
    span: Span = NO_SPAN


@dataclass(frozen=True, slots=True)
class Condition:
    """``test`` (a key of isa.conditions.PASSES) on a condition code register, swizzled."""

    test: str
    swizzle: Swizzle = IDENTITY_SWIZZLE
    register: int = 0
    span: Span = NO_SPAN


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a result goes, which components, and the condition mask that guards them."""

    register: Register
    mask: Mask = FULL_MASK
    condition: Condition | None = None
    span: Span = NO_SPAN


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction.

    ``condition_code`` is the condition code register it updates (the C suffix), else None.
    ``target`` is the index of the instruction a BRA or CAL goes to, which may be one past the last.
    ``condition`` belongs to BRA, CAL and RET; None is "always".
    """

    opcode: Opcode
    destination: Destination | None = None
    operands: tuple[Operand, ...] = ()
    condition_code: int | None = None
    condition: Condition | None = None
    target: int | None = None
    target_name: str = ""
    span: Span = NO_SPAN


@dataclass(frozen=True, slots=True)
class Label:
    """A label and the index of the instruction it stands before (may be one past the last)."""

    name: str
    index: int
    span: Span = NO_SPAN


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment's text without ``#`` and its span."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Variable:
    """A named register or array: ``name`` covers ``count`` registers of ``file`` from ``index``."""

    name: str
    file: RegisterFile
    index: int
    count: int = 1


@dataclass(frozen=True)
class Program:
    """A loaded program.

    ``entry`` is the index execution starts at (label ``main``, else 0). ``variables`` are the
    registers the program names, in order of file and index. ``position_invariant`` is the option
    NV_position_invariant (NV_vertex_program2 2.14.6.1).
    """

    source: Source
    profile: Profile
    instructions: tuple[Instruction, ...]
    labels: tuple[Label, ...] = ()
    entry: int = 0
    options: frozenset[str] = frozenset()
    variables: tuple[Variable, ...] = ()
    comments: tuple[Comment, ...] = ()

    @property
    def position_invariant(self) -> bool:
        return "NV_position_invariant" in self.options

    def reads(self, file: RegisterFile) -> frozenset[int]:
        """Indices of ``file`` some operand names absolutely."""
        return frozenset(
            operand.register.index
            for instruction in self.instructions
            for operand in instruction.operands
            if operand.register.file is file and operand.register.relative is None
        )

    def writes(self, file: RegisterFile) -> frozenset[int]:
        """Indices of ``file`` some instruction names as destination, reached or not."""
        return frozenset(
            instruction.destination.register.index
            for instruction in self.instructions
            if instruction.destination is not None and instruction.destination.register.file is file
        )

    @property
    def has_relative_parameters(self) -> bool:
        """True if some operand reads ``c[A…]``."""
        return any(
            operand.register.relative is not None
            for instruction in self.instructions
            for operand in instruction.operands
        )

    @property
    def results(self) -> tuple[str, ...]:
        """Names of the results the program writes, in table order; HPOS too if position-invariant."""
        written = self.writes(RegisterFile.RESULT)
        return tuple(
            name
            for index, name in enumerate(self.profile.results)
            if index in written or (name == "HPOS" and self.position_invariant)
        )
