"""Random programs of every stage of a draw: memory, images, textures, flow, 64 bits and subroutines.

Each invocation has a number of its own among those of all stages, by which it finds what is its own. Where a
program's side effects show how often it runs, which is left open of evaluation programs, there are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nvrender.ops.memory_access import Atomic, Storage
from nvrender.ops.types import DataType

from . import nv5_images
from .declared import DeclaredSample, Unit
from .nv4 import EXACT, Stage
from .nv5 import LONG, LONG_STAGE, LONG_VARIABLES, PLAIN
from .nv5_images import ImageWriter, Shapes
from .nv5_memory import OPTIONS, OWN, READ, READ_BYTES, SHARED, VARIABLES, VOTES, MemoryWriter
from .nvfp4 import FragmentWriter

_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED
#: The side of the frame, in pixels; the primitives of a draw have numbers below this.
SIDE, PRIMITIVES = 8, 8
#: How far IPAO moves a place, in pixels.
AWAY = 0.25, -0.125, 0.0
#: The number of each stage's first invocation, and how many there are.
FIRST = {"vertex": 0, "control": 64, "evaluation": 128, "geometry": 256, "fragment": 320}
LANES = FIRST["fragment"] + SIDE * SIDE * PRIMITIVES
#: As nv5_images has them, for so many invocations.
SHAPES: Shapes = {
    "1D": ((1024,), (("x", 0, 10),)),
    "BUFFER": ((1030,), (("x", 0, 10),)),
    "2D": ((32, 33), (("x", 0, 5), ("y", 5, 5))),
    "RECT": ((32, 32), (("x", 0, 5), ("y", 5, 5))),
    "3D": ((16, 8, 9), (("x", 0, 3), ("y", 3, 3), ("z", 6, 4))),
    "CUBE": ((6, 16, 16), (("x", 0, 4), ("y", 4, 4), ("z", 8, 2))),
    "ARRAY1D": ((16, 64), (("x", 0, 6), ("z", 6, 4))),
    "ARRAY2D": ((16, 8, 8), (("x", 0, 3), ("y", 3, 3), ("z", 6, 4))),
}
#: What may be done any number of times.
_AGAIN = frozenset({Atomic.MINIMUM, Atomic.MAXIMUM, Atomic.AND, Atomic.OR, Atomic.EXCHANGE})
_REPEATED = [place for place, (operation, _, _) in SHARED.items() if operation in _AGAIN]

_HEAD = (*OPTIONS, nv5_images.OPTION)
_HELD = (*LONG_VARIABLES, *VARIABLES, *nv5_images.VARIABLES)
#: What stages hand on as it is; the rest is theirs to write.
_HANDED = (7, *range(9, 16))
_GENERIC = tuple(f"result.attrib[{number}]" for number in range(3))
_OUTPUTS = ("{}OUTPUT o3 = result.attrib[3];", "{}OUTPUT o[3] = {{ result.attrib[4..6] }};")
#: In the middle of a texel, whatever the texture's sides.
_PLACES = "MOV result.texcoord[5], { 0.328125, -0.421875, 1.140625, 1 };", "MOV result.texcoord[7], 0.75;"
_QUIET = tuple(row for row in PLAIN if row.name not in VOTES)

VERTEX = replace(
    LONG_STAGE,
    head=(LONG_STAGE.head[0], *_HEAD, *LONG_STAGE.head[1:], *VARIABLES, *nv5_images.VARIABLES),
    float_results=("result.texcoord[1]", "result.color.back"),
)


def of_vertices(
    family: str, header: str, directives: Sequence[str], count: int, *more: str, given: int = 16
) -> Stage:
    """A stage that takes ``count`` vertices at once, and chooses between ``given`` attributes of theirs."""
    last = count - 1
    return Stage(
        family,
        (
            header,
            *_HEAD,
            *directives,
            "ATTRIB av = vertex.attrib[9]; ATTRIB ai = vertex.attrib[12];"
            if count > 2
            else "PARAM av[3] = { program.local[9..11] }; PARAM ai[3] = { program.local[12..14] };",
            f"ATTRIB given[] = {{ vertex.attrib[0..{given - 1}] }}; ATTRIB corner = vertex.position;",
            "ATTRIB pixel = vertex.texcoord[0];",
            *_HELD,
        ),
        {
            _F: (f"vertex[{last}].attrib[1]", "vertex[0].attrib[4]", f"vertex[{last}].texcoord[1]",
                 "corner[0]", "av[0]", "av[ix.x]", "given[jx.y][ix.x]", *more),
            _S: ("vertex[0].attrib[6]", f"vertex[{last}].attrib[7]", "ai[0]", "primitive.id"),
            _U: ("vertex[0].attrib[7]", f"vertex[{last}].attrib[14]", f"ai[{last}]"),
        },
        _GENERIC,
        ("result.texcoord[1]", "result.color.back"),
        (),
        _OUTPUTS,
        True,
        "vertex[0].attrib[{}]",
        (*EXACT, *_QUIET),
    )  # fmt: skip


FRAGMENT = Stage(
    "nv5",
    (
        "!!NVfp5.0",
        *_HEAD,
        "OPTION ARB_draw_buffers;",
        *(f"FLAT ATTRIB a{number} = fragment.attrib[{number}];" for number in (*range(8), 12, 14, 15)),
        "FLAT ATTRIB v4 = fragment.attrib[4];",
        "FLAT ATTRIB av[] = { fragment.attrib[9], fragment.attrib[10..11] };",
        "FLAT ATTRIB ai[3] = { fragment.attrib[12..14] };",
        "FLAT ATTRIB number = primitive.id; FLAT ATTRIB flat1 = fragment.texcoord[1];",
        "TEMP Q0, Q1, Q2;",
        *_HELD,
    ),
    {
        _F: ("a1", "a4", "a2", "a5", "flat1", "av[0]", "fragment.facing"),
        _S: ("a6", "a7", "a3", "ai[1]", "number"),
        _U: ("a7", "a14", "a0", "ai[2]"),
    },
    ("Q0", "Q1", "Q2"),
    ("result.color[0]", "result.color[1]"),
    (),
    ("{}TEMP o3;",),
    False,
    "a{}",
    (*EXACT, *_QUIET),
)  # fmt: skip

CONTROL = of_vertices(
    "nvtcp5", "!!NVtcp5.0", ("VERTICES_OUT 4;", "INT TEMP me;"), 4, "vertex.out[1].attrib[0]"
)
CONTROL = replace(CONTROL, generic=(*_GENERIC, "result.patch.attrib[0]", "result.patch.attrib[1]"))
EVALUATION = of_vertices("nvtep5", "!!NVtep5.0", ("TESS_MODE QUADS;",), 4, "vertex.tesscoord")


def geometry(invocations: int) -> Stage:
    """Of triangles, one each."""
    strip = ("PRIMITIVE_IN TRIANGLES;", "PRIMITIVE_OUT TRIANGLE_STRIP;", "VERTICES_OUT 3;")
    return of_vertices("nvgp5", "!!NVgp5.0", (*strip, f"INVOCATIONS {invocations};"), 3)


class DrawWriter(ImageWriter, MemoryWriter):
    """A program of one stage; ``A.z`` is the number of the invocation.

    ``units`` are the targets of texture units, which the stages of a draw share.
    """

    number = "A.z"
    shapes = SHAPES
    often = 0.12
    long_read = LONG
    #: What comes before, where A.z becomes the invocation's number in its stage, and that of the first.
    numbering: Unit = ()
    first = 0

    def __init__(self, seed: int, stage: Stage, like: DrawWriter | None = None) -> None:
        super().__init__(seed, stage)
        if like is not None:
            self.units, self.images = like.units, like.images

    def places(self) -> Unit:
        return (
            *self.numbering,
            f"ADD.U A.z, A.z, {self.first};",
            *super().places(),
            *self.texels(),
        )

    def main(self) -> list[Unit]:
        first, *rest = MemoryWriter.main(self)
        return [first, *((line,) for line in (*self.placed(), *self.handed())), *rest]

    def sample(self) -> DeclaredSample:
        found = super().sample()
        return replace(found, kept=(*found.kept, *self.placed()))

    def placed(self) -> Unit:
        """Where a vertex lies, which stays as it is: elsewhere clipping and rounding have their say."""
        return ()

    def handed(self) -> Unit:
        """What the next stage relies on."""
        return ()


class VertexDrawWriter(DrawWriter):
    """``vertex.attrib[8]`` has the place in the window, the depth and w."""

    numbering = ("AND.U A.z, vertex.id.x, 63;",)
    first = FIRST["vertex"]
    long_read = MemoryWriter.long_read

    def placed(self) -> Unit:
        return (
            "MAD T, vertex.attrib[8], { 0.25, 0.25, 1, 0 }, { -1, -1, 0, 1 };",
            "MUL result.position, T, vertex.attrib[8].w;",
        )

    def handed(self) -> Unit:
        return (
            "MOV result.texcoord[0], vertex.attrib[8];",
            *_PLACES,
            *(f"MOV.U.NTC result.attrib[{number}], vertex.attrib[{number}];" for number in _HANDED),
        )


class FragmentDrawWriter(DrawWriter, FragmentWriter):
    """Fragments of one number of a primitive lie beside each other, never over each other."""

    numbering = (
        "CVT.S32.F32.FLR T, fragment.position;",
        f"MAD.S T.x, T.y, {SIDE}, T.x;",
        f"MAD.S T.x, number.x, {SIDE * SIDE}, T.x;",
        f"AND.U A.z, T.x, {SIDE * SIDE * PRIMITIVES - 1};",
    )
    first = FIRST["fragment"]

    def handed(self) -> Unit:
        """Whole numbers of what is interpolated, which draw_inputs keeps away from them."""
        moved = f"IPAO T, fragment.texcoord[0], {{ {AWAY[0]}, {AWAY[1]} }};"
        away = self.pick((moved, "IPAC T, fragment.texcoord[0];"))
        return "FLR F0.xy, fragment.texcoord[0];", away, "FLR R1.xy, T;", "MOV result.color[0], F0;"

    def main(self) -> list[Unit]:
        return [*super().main(), *[(f"STORE.U32X4 Q{self.pick('012')}, A.y;",)] * self.chance(0.5)]


class EmittingWriter(DrawWriter):
    """A geometry program that emits the triangle it takes, each invocation with a number of its own."""

    first = FIRST["geometry"]

    numbering = ("AND.U A.z, primitive.id.x, 3;", "MAD.U A.z, A.z, 2, primitive.invocation.x;")

    def handed(self) -> Unit:
        return (*_PLACES, *(f"MOV.U.NTC result.attrib[{n}], given[0][{n}];" for n in _HANDED))

    def main(self) -> list[Unit]:
        lines = ["MAD.S result.primid.x, primitive.invocation.x, 4, primitive.id.x;"]
        for vertex in range(3):
            lines += [
                f"MOV result.position, corner[{vertex}];",
                f"MOV result.texcoord[0], pixel[{vertex}];",
                "EMIT;",
            ]
        return [*super().main(), tuple(lines)]


class UnownedWriter(EmittingWriter):
    """Behind a tessellator, where several triangles have one number: nothing is an invocation's own."""

    def place(self, storage: Storage, own: bool) -> tuple[list[str], str, str]:
        return super().place(storage, own=False)

    def store(self) -> Unit:
        return self.shared_atomic(sorted(SHARED))

    def atomic(self) -> Unit:
        return self.shared_atomic(sorted(SHARED))

    def own(self) -> Unit:
        return self.unordered()

    def main(self) -> list[Unit]:
        return [unit for unit in super().main() if not unit[0].startswith("STORE")]


class ControlWriter(DrawWriter):
    """A control program of four threads, which hands its vertices on."""

    numbering = ("AND.U A.z, primitive.id.x, 3;", "MAD.U A.z, A.z, 4, primitive.invocation.x;")
    first = FIRST["control"]

    def placed(self) -> Unit:
        return "MOV.S me, primitive.invocation;", "MOV result.position, corner[me.x];"

    def handed(self) -> Unit:
        level = self.pick("124")
        return (
            "MOV result.texcoord[0], pixel[me.x];",
            *(f"MOV.U.NTC result.attrib[{n}], given[me.x][{n}];" for n in _HANDED),
            *(f"MOV result.patch.tessouter[{n}], {self.pick('124')};" for n in range(4)),
            *(f"MOV result.patch.tessinner[{n}], {level};" for n in range(2)),
        )


class EvaluationWriter(DrawWriter):
    """An evaluation program of quads, which may run several times for a vertex and never faults."""

    numbering = (
        "MUL T, vertex.tesscoord, 4;",
        "CVT.S32.F32.FLR T, T;",
        "MAD.S T.x, T.y, 5, T.x;",
        "AND.S T.z, primitive.id.x, 3;",
        "MAD.S T.x, T.z, 25, T.x;",
        "AND.U A.z, T.x, 127;",
    )
    first = FIRST["evaluation"]
    own_loads = 0.0

    def placed(self) -> Unit:
        return (
            "MOV T, vertex.tesscoord;",
            "SUB G0, corner[1], corner[0]; MAD G0, T.x, G0, corner[0];",
            "SUB G1, corner[2], corner[3]; MAD G1, T.x, G1, corner[3];",
            "SUB G1, G1, G0; MAD result.position, T.y, G1, G0;",
        )

    def handed(self) -> Unit:
        return (
            "MAD T, T.y, G1, G0; MAD result.texcoord[0], T, 4, 4;",
            *_PLACES,
            *(f"MOV.U.NTC result.attrib[{n}], given[0][{n}];" for n in _HANDED),
        )

    def byte(self, size: int, storage: Storage) -> str:
        return f"AND.U M.x, {self.operand(_U, True, False)}, {(size // 2 - 1) & ~(storage.bytes - 1)};"

    def place(self, storage: Storage, own: bool) -> tuple[list[str], str, str]:
        before, space = [self.byte(OWN if own else READ_BYTES, storage)], self.chance(0.5)
        if own:
            line = f"ADD.U M.x, M.x, {'A.y' if space else 'A.x'};"
            return [*before, line], "" if space else "B", "M.x" if space else "mb[M.x]"
        if space:
            return [*before, f"ADD.U M.x, M.x, {READ};"], "", "M.x"
        return before, "B", "rb[0][M.x]"

    def atomic(self) -> Unit:
        return self.shared_atomic(_REPEATED)

    def own(self) -> Unit:
        return self.wild_load()

    def unordered(self) -> Unit:
        return self.wild_load()
