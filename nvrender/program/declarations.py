"""What a program declares: variables, parameters, buffers, the frame of its stage."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from nvrender.ops.types import DataType
from nvrender.program.registers import NO_SPAN, RegisterFile
from nvrender.source import Span


@dataclass(frozen=True, slots=True)
class Variable:
    """A named register or array: ``name`` covers ``count`` registers of ``file`` from ``index``.

    ``type`` is the declared data type, None where typeless; ``size`` is SHORT, LONG or ""; ``bank`` the
    binding point of a buffer. ``alias`` is the name of the variable an ALIAS stands for, else "".
    ``interpolation`` are the modifiers of a fragment attribute. An attribute of a geometry program belongs
    to vertex ``vertex``, or to all ``vertices`` of the input primitive where that is not 0, of which an
    index in front of the others chooses one. ``banks`` is how many binding points a buffer has that is
    bound to a range of them, else 0; ``bytes``: its elements are bytes (CBUFFER). ``subroutine`` is the type
    of a subroutine variable.
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
    banks: int = 0
    bytes: bool = False
    subroutine: str = ""

    @property
    def points(self) -> range:
        """The binding points of a buffer."""
        return range(self.bank, self.bank + max(self.banks, 1))


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
    STORAGE_LENGTH = "storagelen"
    THREAD = "thread"


@dataclass(frozen=True, slots=True)
class Binding:
    """What one program parameter register holds.

    ``name`` is the binding's one name among several spellings, with every default filled in:
    ``program.env[4]``, ``state.material.front.ambient``, ``state.matrix.modelview[0].inverse.row[2]``;
    of a constant its canonical text. ``item`` is the property (``ambient``, ``spot.direction``,
    ``eye.s``, ``params``) or the matrix (``modelview``, ``mvp``, …), ``index`` the light, unit, plane,
    matrix or parameter number, ``face`` front or back, ``modifier`` inverse, transpose, invtrans or "",
    ``row`` the matrix row. A constant is ``words``, ``bits`` each, written as ``type``; of a named local
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
    bits: int = 32


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

    @property
    def counts(self) -> bool:
        """Against MAX_PROGRAM_ATTRIBS: what the GL numbers itself does not (docs/semantics.md)."""
        return self.type in (None, DataType.FLOAT)


@dataclass(frozen=True, slots=True)
class Buffer:
    """A program parameter buffer the program declares: binding point, words an element (1 or 4).

    ``bytes``: it is bound to CBUFFER variables too, or to nothing else.
    """

    bank: int
    words: int
    bytes: bool = False


@dataclass(frozen=True, slots=True)
class Geometry:
    """What a geometry program takes and makes (NV_geometry_program4 2.14.6.1-4).

    ``input`` is the input primitive, of ``vertices`` vertices; ``output`` the output primitive, of which
    at most ``limit`` vertices are emitted. It runs ``invocations`` times (NV_gpu_program5 2.X.7.Y). Patches
    have any number of vertices, and ``vertices`` is the most there may be. ``streams`` is how many vertex
    streams there are to emit to: one, or with EMITS the limit (ARB_transform_feedback3).
    """

    input: str
    vertices: int
    output: str
    limit: int
    invocations: int = 1
    streams: int = 1


@dataclass(frozen=True, slots=True)
class Tessellation:
    """What a tessellation program declares (NV_tessellation_program5 2.X.7.Y).

    ``vertices`` are a control program's vertices of the output patch, 0 in an evaluation program, whose
    ``mode`` is TRIANGLES, QUADS or ISOLINES.
    """

    vertices: int = 0
    mode: str = ""
    spacing: str = "EQUAL"
    order: str = "CCW"
    points: bool = False

    @property
    def coordinates(self) -> int:
        """How many coordinates a vertex has in its patch; the others are 0."""
        return 3 if self.mode == "TRIANGLES" else 2


@dataclass(frozen=True, slots=True)
class Compute:
    """Work group size and bytes of shared memory of a compute program (NV_compute_program5 2.X.7.Y).

    ``shared`` is None where the program declares none.
    """

    size: tuple[int, int, int]
    shared: int | None = None


@dataclass(frozen=True, slots=True)
class SubroutineType:
    """The labels a subroutine parameter of this type may be set to (ARB_shader_subroutine 2.X.5)."""

    name: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SubroutineParameter:
    """``program.subroutine[index]``: its type, and the number of the label it is set to.

    -1 where the type has no labels. A loaded program has the lowest number of each type.
    """

    index: int
    type: str
    chosen: int
