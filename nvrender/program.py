"""Program: the one representation that everything after the checker reads.

Immutable and fully resolved: nobody after ``check`` looks at text or names again. Every part
carries the span it was written at.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from nvrender.isa.opcodes import DataType, Opcode
from nvrender.isa.profiles import Profile, Stage
from nvrender.source import InputError, Source, Span, TargetError

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
    input primitive whose attribute it is: its number, or chosen at run time.
    """

    file: RegisterFile
    index: int
    relative: RelativeAddress | None = None
    count: int = 0
    bank: int = 0
    vertex: int | RelativeAddress | None = None


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
    both signs in ``negate`` (NV_gpu_program4 2.X.4.2). ``type`` is what the words are read as.
    ``extended`` belongs to SWZ, whose operand has no other swizzle.
    """

    register: Register
    swizzle: Swizzle = IDENTITY_SWIZZLE
    absolute: bool = False
    negate: bool = False
    span: Span = NO_SPAN
    type: DataType = DataType.FLOAT
    extended: ExtendedSwizzle | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """``test`` on a condition code register, swizzled.

    A key of isa.conditions.PASSES, or of FLAG_PASSES where ``profile.flags``; without the register's
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


class Clamp(Enum):
    """What a float result is clamped to before it is tested and written (NV_gpu_program4 2.X.4.1)."""

    UNSIGNED = "SAT"  # [0, 1]
    SIGNED = "SSAT"  # [-1, 1]


class Multiply(Enum):
    """Which product MUL computes, besides the low 32 bits (NV_gpu_program4 2.X.8, MUL)."""

    HIGH = "HI"
    SIGNED_24 = "S24"
    UNSIGNED_24 = "U24"


@dataclass(frozen=True, slots=True)
class TextureAccess:
    """Texture image unit, target (a key of isa.textures.TARGETS) and constant texel offset."""

    unit: int
    target: str
    offset: tuple[int, int, int] = (0, 0, 0)
    span: Span = NO_SPAN


@dataclass(frozen=True, slots=True)
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
    """

    opcode: Opcode
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
    """A named register or array: ``name`` covers ``count`` registers of ``file`` from ``index``.

    ``type`` is the declared data type, None where typeless; ``size`` is SHORT, LONG or ""; ``bank`` the
    binding point of a buffer. ``alias`` is the name of the variable an ALIAS stands for, else "".
    ``interpolation`` are the modifiers of a fragment attribute. An attribute of a geometry program belongs
    to vertex ``vertex``, or to all ``vertices`` of the input primitive where that is not 0, of which an
    index in front of the others chooses one.
    """

    name: str
    file: RegisterFile
    index: int
    count: int = 1
    array: bool = False
    type: DataType | None = None
    size: str = ""
    bank: int = 0
    alias: str = ""
    span: Span = NO_SPAN
    interpolation: frozenset[str] = frozenset()
    vertex: int | None = None
    vertices: int = 0


class BindingKind(Enum):
    """What a program parameter is bound to (NV_gpu_program4 Tables X.1-11)."""

    ENVIRONMENT = "env"
    LOCAL = "local"
    CONSTANT = "constant"
    #: Named by DECLARE in the program (NV_fragment_program 3.11.2).
    NAMED = "named"
    MATERIAL = "material"
    LIGHT = "light"
    LIGHT_MODEL = "lightmodel"
    LIGHT_PRODUCT = "lightprod"
    TEXTURE_GENERATION = "texgen"
    FOG = "fog"
    CLIP_PLANE = "clip"
    POINT = "point"
    TEXTURE_ENVIRONMENT = "texenv"
    DEPTH = "depth"
    MATRIX = "matrix"


@dataclass(frozen=True, slots=True)
class Binding:
    """What one program parameter register holds.

    ``name`` is the binding's one name among several spellings, with every default filled in:
    ``program.env[4]``, ``state.material.front.ambient``, ``state.matrix.modelview[0].inverse.row[2]``;
    of a constant its canonical text. ``item`` is the property (``ambient``, ``spot.direction``,
    ``eye.s``, ``params``) or the matrix (``modelview``, ``mvp``, …), ``index`` the light, unit, plane,
    matrix or parameter number, ``face`` front or back, ``modifier`` inverse, transpose, invtrans or "",
    ``row`` the matrix row. A constant is ``words``, 32 bits each, written as ``type``; of a named local
    parameter ``name`` is its name and ``words`` what it holds unless the caller says otherwise.
    """

    name: str
    kind: BindingKind
    item: str = ""
    index: int = 0
    face: str = ""
    modifier: str = ""
    row: int = 0
    words: tuple[int, int, int, int] = (0, 0, 0, 0)
    type: DataType | None = DataType.FLOAT


@dataclass(frozen=True, slots=True)
class BoundAttribute:
    """An attribute the program binds, declared or used: its number, name and the type the GL gives.

    ``interpolation`` holds FLAT, CENTROID and NOPERSPECTIVE as they hold for the attribute wherever the
    program reads it (NV_fragment_program4 2.X.3.1).
    """

    index: int
    name: str
    type: DataType | None
    interpolation: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Buffer:
    """A program parameter buffer the program declares: binding point, words an element (1 or 4)."""

    bank: int
    words: int


@dataclass(frozen=True, slots=True)
class Geometry:
    """What a geometry program takes and makes (NV_geometry_program4 2.14.6.1-4).

    ``input`` is the input primitive, of ``vertices`` vertices; ``output`` the output primitive, of which
    at most ``limit`` vertices are emitted.
    """

    input: str
    vertices: int
    output: str
    limit: int


@dataclass(frozen=True)
class Program:
    """A loaded program.

    ``entry`` is the index execution starts at (label ``main``, else 0). ``variables`` are the
    registers the program names, in order of file and index; of the declared-name languages the declared
    ones, in order of the text. ``position_invariant`` is the option NV_position_invariant
    (NV_vertex_program2 2.14.6.1) or ARB_position_invariant (ARB_vertex_program 2.14.4.5.1).

    Of the declared-name languages ``profile`` is the header's with its options applied, ``parameters``
    tells what each PARAMETER register holds, ``attributes`` what each bound attribute number is called,
    ``buffers`` which buffers there are, ``temporaries`` how many TEMPORARY registers and ``parameter_count``
    what the parameters count against their limit (ARB_vertex_program 2.14.3.7). ``geometry`` is a geometry
    program's frame.
    """

    source: Source
    profile: Profile
    instructions: tuple[Instruction, ...]
    labels: tuple[Label, ...] = ()
    entry: int = 0
    options: frozenset[str] = frozenset()
    variables: tuple[Variable, ...] = ()
    comments: tuple[Comment, ...] = ()
    parameters: tuple[Binding, ...] = ()
    attributes: tuple[BoundAttribute, ...] = ()
    buffers: tuple[Buffer, ...] = ()
    temporaries: int = 0
    parameter_count: int = 0
    geometry: Geometry | None = None

    @property
    def position_invariant(self) -> bool:
        return "NV_position_invariant" in self.options or "ARB_position_invariant" in self.options

    def reads(self, file: RegisterFile) -> frozenset[int]:
        """Indices of ``file`` some operand names, of an array addressed relatively all.

        What a VP program reads as ``c[A…]`` is not among them.
        """
        found: set[int] = set()
        for instruction in self.instructions:
            for operand in instruction.operands:
                if operand.register.file is file:
                    found.update(_covered(operand.register))
        return frozenset(found)

    def writes(self, file: RegisterFile) -> frozenset[int]:
        """Indices of ``file`` some instruction names as destination, reached or not."""
        found: set[int] = set()
        for instruction in self.instructions:
            if instruction.destination is not None and instruction.destination.register.file is file:
                found.update(_covered(instruction.destination.register))
        return frozenset(found)

    @property
    def has_relative_parameters(self) -> bool:
        """True if some operand reads ``c[A…]`` or a PARAM array relatively."""
        return any(
            operand.register.relative is not None and operand.register.file is RegisterFile.PARAMETER
            for instruction in self.instructions
            for operand in instruction.operands
        )

    @property
    def results(self) -> tuple[str, ...]:
        """Names of the results the program writes, in table order; the position too if invariant."""
        written = self.writes(RegisterFile.RESULT)
        return tuple(
            name
            for index, name in enumerate(self.profile.results)
            if index in written or (name == self.profile.position and self.position_invariant)
        )


def _covered(register: Register) -> range:
    """The indices a register may turn out to be."""
    if register.relative is None:
        return range(register.index, register.index + 1)
    return range(register.index, register.index + register.count)


def check_stage(program: Program, runs: tuple[Stage, ...] = ()) -> None:
    """TargetError for a program of a stage that is read and checked, and not run yet, unless in ``runs``."""
    if not isinstance(program, Program):
        raise InputError(f"program is of type {type(program).__name__}; give what nvrender.load returns")
    stage = program.profile.stage
    if stage in (Stage.FRAGMENT, Stage.GEOMETRY) and stage not in runs:
        raise TargetError(f"{program.source.name} is a {stage.value} program, which does not run here yet")
