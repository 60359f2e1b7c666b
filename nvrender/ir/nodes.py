"""Nodes of the intermediate representation: what a program computes, structured and typed, without any text.

Variables keep the registers and loops of the program; an expression is a tree that has no effect. A
statement evaluates what it holds, then has its one effect. Every word that an access outside an array or a
buffer would read is 0, and what it would write is not written (docs/semantics.md), until a pass makes that
explicit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from nvrender.ir.types import FLOAT, Type, type_of
from nvrender.ops import memory_access
from nvrender.ops.memory_access import Rounding, Space, Storage
from nvrender.ops.modifiers import Clamp
from nvrender.records import Keeping, record
from nvrender.source import Span


class Role(Enum):
    """What a variable stands for."""

    TEMPORARY = "temporary"
    #: An attribute of the invocation.
    INPUT = "input"
    #: A result.
    OUTPUT = "output"
    PARAMETER = "parameter"
    BUFFER = "buffer"
    ADDRESS = "address"
    #: The numbers of the labels that subroutine parameters are set to.
    SUBROUTINE = "subroutine"
    #: A condition code register.
    CODE = "code"
    #: Made by lowering or by a pass.
    LOCAL = "local"

    #: Members are single objects; Enum's own hash is that of a name.
    __hash__ = object.__hash__


@record
class Var:
    """A variable of type ``type``, or with a ``length`` an array of so many; ``name`` is unique in a shader.

    ``binding`` is the number of the attribute, the result or the parameter, or the binding point of a
    buffer; of an array that of its first element. With ``vertices`` each of so many vertices of the primitive
    has one; ``patch``: all invocations on a patch have one together. ``value`` is which of the values it is,
    from 1, that the register ``binding`` holds in turn; 0 for a register itself.
    """

    name: str
    type: Type
    role: Role
    length: int = 0
    binding: int = 0
    vertices: int = 0
    patch: bool = False
    value: int = 0

    @property
    def stem(self) -> str:
        """The name without the number that tells it from others."""
        return self.name.partition("_")[0]

    @property
    def own(self) -> str:
        """The name without that of the function that has the variable; "" where all have it."""
        return self.name.rpartition(".")[2] if "." in self.name else ""


# --- expressions


@record
class Const:
    """Words, as many as ``type`` has components."""

    type: Type
    words: tuple[int, ...]


@record
class Load:
    """Components of a variable, of an array those of the element ``index``, a scalar integer.

    ``vertex``, a scalar INT, is the number of the vertex whose input it is; of a result the number of the
    invocation on the same patch, whose result as it is now is read.
    """

    var: Var
    components: tuple[int, ...]
    index: Expression | None = None
    vertex: Expression | None = None

    @property
    def type(self) -> Type:
        of, width = self.var.type, len(self.components)
        return of if of.width == width else type_of(of.kind, width, of.bits)


@record
class Swizzle:
    """Components of a value in any order, any of them several times."""

    value: Expression
    components: tuple[int, ...]

    @property
    def type(self) -> Type:
        return self.value.type.wide(len(self.components))


@record
class Apply:
    """The operation of a row of ``ops``, by its name, on as many operands as it has.

    ``type`` is that of the result, whose width is by the row's form: COMPONENTWISE that of the operands;
    REPLICATED 1; COMPOSED 4, the operands as wide as the row reads them. DERIVATIVE, QUAD and VOTE, of the
    operands' width, take what the active fragments of a quad hold; votes are of BOOL.
    """

    operation: str
    operands: tuple[Expression, ...]
    type: Type


@record
class Compose:
    """The components of its parts, which are of one kind, one after the other."""

    parts: tuple[Expression, ...]

    @property
    def type(self) -> Type:
        return self.parts[0].type.wide(sum(part.type.width for part in self.parts))


@record
class Bitcast:
    """The same bits as values of another type; two words are a LONG's low word and its high one."""

    value: Expression
    type: Type


@record
class Select:
    """``yes`` where ``condition`` holds, else ``no``, component by component or altogether."""

    condition: Expression
    yes: Expression
    no: Expression

    @property
    def type(self) -> Type:
        return self.yes.type


@record
class Convert:
    """Numbers of a storage type as numbers of another, of 8 to 64 bits (NV_gpu_program5 2.X.8, CVT)."""

    value: Expression
    source: Storage
    result: Storage
    rounding: Rounding
    clamp: Clamp | None
    type: Type


@record
class Texture:
    """What a lookup reads: the texture of image unit ``unit``, as ``target`` of ``ops.texture_targets``.

    Of ``units`` from there on ``index`` chooses one, and outside them zeros are read; or ``handle``, a UINT
    of 64 bits, names a texture; zeros are read where it names none of that target and type. ``offset`` is
    that of the texels, an INT for each coordinate that has one; ``component`` is what a gather gathers.
    Without a complete texture (0, 0, 0, 1) is read, zeros if not ``opaque``.
    """

    unit: int
    target: str
    units: int = 0
    index: Expression | None = None
    handle: Expression | None = None
    offset: Expression | None = None
    component: int = 0
    opaque: bool = True

    @property
    def moved(self) -> bool:
        """True if the texel offset is no constant."""
        return not isinstance(self.offset, Const | None)

    @property
    def numbers(self) -> range:
        """The units it may be of, none of them by a handle."""
        return range(self.unit, self.unit + (max(self.units, 1) if self.handle is None else 0))


@record
class Sample:
    """A lookup: four components of ``type``.

    ``operation`` is the name of a row of ``ops``. ``operands`` are the coordinates, s, t and r as the target
    has them, then the layer; of a target that compares the reference; then the bias, the level, the sample,
    the derivatives by x and by y, or the offsets of four texels. Of "texture_size" there is the level alone.
    Where a row's level of detail is implicit it is that of the coordinates' derivatives in the quad.
    """

    operation: str
    texture: Texture
    operands: tuple[Expression, ...]
    type: Type


@record
class Interpolate:
    """An input elsewhere in its pixel, as FLOAT.

    ``place`` is an offset from the centre, two FLOAT of pixels, at most half of one (docs/semantics.md), or
    the number of a sample, a UINT.
    """

    operation: str
    input: Load
    place: Expression | None = None

    @property
    def type(self) -> Type:
        return FLOAT.wide(self.input.type.width)


@record
class Memory:
    """What an access reaches, and where (NV_gpu_program5 2.X.4.5).

    ``address`` is a scalar UINT of 64 bits in GLOBAL memory; of an image as many INT as ``target`` has
    coordinates; else a byte, a scalar INT. ``unit`` is the binding point of a buffer or the image unit; or
    ``index`` chooses one of ``units`` from there on; or ``handle``, a UINT of 64 bits, names an image. What
    is written is seen by others, and what others write, if ``coherent``, or ``volatile`` at any time.
    Accesses of what is not there, or misaligned, are invalid: they give zeros, change nothing and, but for
    images and CONSTANT buffers, are counted.
    """

    space: Space
    address: Expression | None = None
    unit: int = 0
    units: int = 0
    index: Expression | None = None
    handle: Expression | None = None
    target: str = ""
    coherent: bool = False
    volatile: bool = False


@record
class Read:
    """What is loaded, in 32 or 64 bits: narrower integers are extended, halves are floats.

    An image has four components, 0, 0 and 1 for those that ``storage`` does not have. Without one it is an
    image's size. A Read is the whole value of an Assign.
    """

    memory: Memory
    storage: Storage | None
    type: Type


Expression = (
    Const | Load | Swizzle | Apply | Compose | Bitcast | Select | Convert | Sample | Interpolate | Read
)


# --- statements


@record
class Assign(Keeping):
    """Writes ``components`` of a variable, of an array those of the element ``index``.

    Where ``when`` does not hold, of every component or of each, what is there stays. ``origin`` is the place
    in the program's text.
    """

    var: Var
    components: tuple[int, ...]
    value: Expression
    when: Expression | None = None
    index: Expression | None = None
    origin: Span | None = None


@record
class If(Keeping):
    """``condition`` is a scalar BOOL."""

    condition: Expression
    then: Body
    otherwise: Body = ()
    origin: Span | None = None


@record
class Loop(Keeping):
    """Repeats ``body`` until a Break, then ``continuing``, which a Continue goes to as well.

    With ``turns``, a scalar INT that is read once, the body runs at most so often. A ``watched`` loop counts
    its turns against what all watched loops of an invocation may take together.
    """

    body: Body
    continuing: Body = ()
    turns: Expression | None = None
    watched: bool = False
    name: str = ""
    origin: Span | None = None


@record
class Switch(Keeping):
    """The case of the number that ``value``, a scalar integer, is, or none; no case runs into the next.

    ``names`` are what the program calls the cases, "" those it does not; there may be none.
    """

    value: Expression
    cases: tuple[tuple[int, Body], ...]
    names: tuple[str, ...] = ()
    origin: Span | None = None


@record
class Break(Keeping):
    """Leaves the innermost Loop."""


@record
class Continue(Keeping):
    """Goes to the end of the innermost Loop's body."""


@record
class Return(Keeping):
    """Leaves the function; the end of its body does the same."""


@record
class Terminate(Keeping):
    """Ends the invocation; its results stay as they are."""


@record
class Discard(Keeping):
    """Kills the fragment where ``condition``, a scalar BOOL, holds; it runs on as a helper of its quad."""

    condition: Expression
    origin: Span | None = None


@record
class Store(Keeping):
    """Stores numbers of 32 or 64 bits, as many as ``storage`` has; if ``formatted``, as texels."""

    memory: Memory
    storage: Storage
    value: Expression
    formatted: bool = False
    origin: Span | None = None


@record
class EmitVertex(Keeping):
    """Emits a vertex of the results as they are now, to the ``stream``, a scalar INT, or the first."""

    stream: Expression | None = None
    origin: Span | None = None


@record
class Atomic(Keeping):
    """Changes a word; the scalar ``var`` becomes what was there (NV_gpu_program5 2.X.8, ATOM).

    ``value`` are two numbers, of which COMPARE_AND_SWAP alone takes the second.
    """

    var: Var
    memory: Memory
    storage: Storage
    change: memory_access.Atomic
    value: Expression
    origin: Span | None = None


@record
class Barrier(Keeping):
    """Orders accesses of memory; one that ``waits`` is passed when all of the work group have reached it.

    ``group``: none but the work group need see the order.
    """

    waits: bool
    group: bool = False
    origin: Span | None = None


@record
class EndPrimitive(Keeping):
    """What is emitted from here on begins another primitive."""

    origin: Span | None = None


@record
class Call(Keeping):
    """Calls a function of the shader by name."""

    function: str


@record
class Executed(Keeping):
    """``count`` instructions of the program are executed from here on; see ``Shader.limit``."""

    count: int


Effect = Discard | Store | Atomic | Barrier | EmitVertex | EndPrimitive
Statement = Assign | If | Loop | Switch | Break | Continue | Return | Terminate | Effect | Call | Executed
Body = tuple[Statement, ...]


@record
class Function:
    """Functions have no parameters: the registers of a program are all its subroutines share."""

    name: str
    body: Body


@dataclass(frozen=True)
class Shader:
    """A program in the intermediate representation; functions are callees first, main last.

    ``limit`` is how many instructions an invocation may execute, where one could execute more. Of invocations
    each ``patch`` are on one patch and execute every statement together; of several that write a variable of
    the patch in one statement the last counts.
    """

    functions: tuple[Function, ...]
    variables: tuple[Var, ...]
    limit: int | None = None
    patch: int = 1
    #: The words a variable holds before the program writes it, where they are not all 0.
    initial: dict[str, tuple[int, ...]] = field(default_factory=dict)
    #: The place of an instruction whose value stands in another's → the place of that one.
    joined: dict[Span, Span] = field(default_factory=dict, compare=False)
