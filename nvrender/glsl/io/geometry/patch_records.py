"""What a geometry shader reads of patches: records in buffer textures (NV_gpu_program5 2.X.3.2).

GLSL's geometry shaders take no patches. Each patch is a point instead, and the shader finds the attributes of
its vertices, and what is the patch's own, by ``gl_PrimitiveIDIn``.
"""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.glsl.expressions import Vector
from nvrender.glsl.io.geometry.inputs import (
    INVOCATION,
    PRIMITIVE_ID,
    SINGLE,
    VERTEX_COUNT,
    VERTEX_ID,
    VertexInputs,
)
from nvrender.glsl.io.input_functions import Vertices, number, single
from nvrender.languages.arb.generation5_bindings import GEOMETRY_5_ATTRIBUTES
from nvrender.program import Program, RegisterFile

#: The buffer textures of vertices, of patches, and how many vertices a patch has.
VERTICES, VALUES, SIZE = "patch_vertices", "patch_values", "patch_size"
#: How many attributes of a vertex one buffer texture has: what transform feedback captures at once.
PER_RECORD = 16
#: Names the translation of a program that takes patches declares besides.
RECORD_NAMES = frozenset({VALUES, SIZE, *(f"{VERTICES}_{number}" for number in range(3))})


def takes_patches(program: Program) -> bool:
    """True for a geometry program of PATCHES."""
    return program.geometry is not None and program.geometry.input == "PATCHES"


@dataclass(frozen=True)
class Records:
    """The attributes in the records, in order: ``vertices`` those of a vertex, ``values`` the patch's."""

    vertices: tuple[int, ...]
    values: tuple[int, ...]

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The attributes of each buffer texture of vertices."""
        rows = self.vertices
        return tuple(rows[first : first + PER_RECORD] for first in range(0, len(rows), PER_RECORD))

    @property
    def texture_count(self) -> int:
        return len(self.groups) + bool(self.values)

    @property
    def declarations(self) -> list[str]:
        """The uniforms."""
        lines = [
            f"uniform usamplerBuffer {VERTICES}_{number};  // {_listed(group)}"
            for number, group in enumerate(self.groups)
        ]
        lines += [f"uniform usamplerBuffer {VALUES};  // {_listed(self.values)}"] if self.values else []
        return [*lines, f"uniform int {SIZE};  // vertices of a patch"]

    def texel(self, index: int, vertex: str) -> str:
        """The words of an attribute."""
        if index in self.values:
            place = _place("gl_PrimitiveIDIn", len(self.values), self.values.index(index))
            return f"texelFetch({VALUES}, {place})"
        number = self.vertices.index(index)
        group = self.groups[number // PER_RECORD]
        first = f"(gl_PrimitiveIDIn * {SIZE} + int({vertex}))"
        return (
            f"texelFetch({VERTICES}_{number // PER_RECORD}, {_place(first, len(group), number % PER_RECORD)})"
        )


def records_read(program: Program) -> Records:
    """The records of what a geometry program reads of its patches, what every invocation knows aside."""
    own, read = (INVOCATION, VERTEX_COUNT), sorted(program.reads(RegisterFile.ATTRIBUTE))
    return Records(
        tuple(index for index in read if index < PRIMITIVE_ID),
        tuple(index for index in read if index >= PRIMITIVE_ID and index not in own),
    )


@dataclass
class RecordInputs(VertexInputs):
    """The attributes' texts: words, unsigned."""

    records: Records

    def text(self, index: int, vertex: str) -> Vector:
        if index == VERTEX_COUNT:
            return number(SIZE)
        if index == INVOCATION:
            return super().text(index, vertex)
        texel = self.records.texel(index, vertex)
        return single(texel, "u", number=index == VERTEX_ID) if index in SINGLE else Vector(texel)

    def vertices(self, index: int) -> Vertices | None:
        return Vertices(f"uint({SIZE})", f"uint({SIZE}) - 1u") if index < PRIMITIVE_ID else None


def _place(first: str, stride: int, column: int) -> str:
    text = f"{first} * {stride}" if stride > 1 else first
    return f"{text} + {column}" if column else text


def _listed(indices: tuple[int, ...]) -> str:
    return ", ".join(GEOMETRY_5_ATTRIBUTES[index] for index in indices)
