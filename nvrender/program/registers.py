"""Registers, operands, destinations and conditions of instructions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from nvrender.ops.types import DataType
from nvrender.source import Span

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
    #: The write-only CC register: the value is discarded (NV_vertex_program2 2.14.1.4). In !!FP1.0 there are
    #: two, RC and HC, of 32-bit and 16-bit floats (NV_fragment_program 3.11.1.2).
    CONDITION_CODE = "condition code"
    #: Program parameter buffers; Register.bank is the binding point (NV_gpu_program4 2.X.3.6).
    BUFFER = "buffer"
    #: Generation 5: units of textures and images, bytes of storage buffers and of shared memory, subroutine
    #: parameters.
    TEXTURE = "texture"
    IMAGE = "image"
    STORAGE = "storage"
    SHARED = "shared"
    SUBROUTINE = "subroutine"

    #: Members are single objects; Enum's own hash is that of a name.
    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class RelativeAddress:
    """``A0.x + offset``: a component of a register of ``file``, read as signed integer, and a constant.

    ``file`` is ADDRESS or TEMPORARY (NV_gpu_program4 2.X.4.2).
    """

    register: int
    component: int
    offset: int
    file: RegisterFile = RegisterFile.ADDRESS


@dataclass(frozen=True, slots=True)
class Register:
    """One register: ``index`` counts within its file.

    RESULT indices count into ``profile.results``, ATTRIBUTE indices are the attribute's number,
    PARAMETER indices of the declared-name languages count into ``Program.parameters``.
    With ``relative`` the register is chosen at run time: it is ``index`` plus the relative address,
    which must lie in 0…``count`` - 1. In the VP family ``index`` is 0 and ``count`` 0, which means the
    whole file. ``bank`` is the binding point of a buffer. ``vertex`` is the vertex of a geometry program's
    input primitive whose attribute it is: its number, or chosen at run time. Of ``banks`` binding points
    from ``bank`` on ``bank_relative`` chooses one at run time, if any (NV_gpu_program5 2.X.3.6); ``bytes``:
    its elements are bytes; ``long``: its components have 64 bits (NV_gpu_program5 2.X.3.1).
    """

    file: RegisterFile
    index: int
    relative: RelativeAddress | None = None
    count: int = 0
    bank: int = 0
    vertex: int | RelativeAddress | None = None
    banks: int = 0
    bank_relative: RelativeAddress | None = None
    bytes: bool = False
    long: bool = False


def covered(register: Register) -> range:
    """The indices of its file that a register addressed relatively, or not, may be."""
    return range(register.index, register.index + (register.count if register.relative is not None else 1))


def banks_of(register: Register) -> range:
    """The binding points that a buffer chosen at run time, or not, may be of (NV_gpu_program5 2.X.3.6)."""
    return range(register.bank, register.bank + (register.banks if register.bank_relative is not None else 1))


def chosen_by(register: Register) -> Iterator[RelativeAddress]:
    """What chooses a register at run time: an element of its array, a vertex, a binding point."""
    for place in (register.relative, register.vertex, register.bank_relative):
        if isinstance(place, RelativeAddress):
            yield place


class Selector(Enum):
    """What an extended swizzle may choose besides the four components (ARB_vertex_program 2.14.5.26)."""

    ZERO = "0"
    ONE = "1"


@dataclass(frozen=True, slots=True)
class ExtendedSwizzle:
    """SWZ's selectors: a component index, ZERO or ONE each, and whether it is negated."""

    selectors: tuple[int | Selector, int | Selector, int | Selector, int | Selector]
    negate: Mask


@dataclass(frozen=True, slots=True)
class Operand:
    """A loaded operand: fetch, swizzle, absolute value, then negation (NV_vertex_program2 2.14.2.1).

    A scalar operand has its one component in all four places of ``swizzle``. A sign inside bars
    has no effect and is not kept; an unsigned operand, which bars leave as it is, has no bars and
    both signs in ``negate`` (NV_gpu_program4 2.X.4.2). ``type`` is what the words are read as, ``bits`` how
    many of them the operation has.
    ``extended`` belongs to SWZ, whose operand has no other swizzle.
    """

    register: Register
    swizzle: Swizzle = IDENTITY_SWIZZLE
    absolute: bool = False
    negate: bool = False
    span: Span = NO_SPAN
    type: DataType = DataType.FLOAT
    extended: ExtendedSwizzle | None = None
    bits: int = 32


@dataclass(frozen=True, slots=True)
class Condition:
    """``test`` on a condition code register, swizzled.

    A key of ops.conditions.PASSES, or of FLAG_PASSES where ``profile.flags``; without the register's
    number, which is ``register``.
    """

    test: str
    swizzle: Swizzle = IDENTITY_SWIZZLE
    register: int = 0
    span: Span = NO_SPAN


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a result goes, which components, and the condition mask that guards them.

    ``type`` is what the words are written as.
    """

    register: Register
    mask: Mask = FULL_MASK
    condition: Condition | None = None
    span: Span = NO_SPAN
    type: DataType = DataType.FLOAT
