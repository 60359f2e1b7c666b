"""Tessellation programs over arrays of patches: compute shaders (NV_tessellation_program5 2.X.5).

``attributes`` holds a record for each patch: its number, what it has as a whole, then vertex after vertex.
An invocation is a patch, whose threads it runs, or a place of an evaluation program; places lie behind the
records, three coordinates and the number of the patch's record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nvrender.glsl.declared.word_types import cast
from nvrender.glsl.expressions import Expression
from nvrender.glsl.io.patch_inputs import NAMES as ATTRIBUTES
from nvrender.glsl.io.patch_inputs import PatchInputs, is_of_patch, is_of_vertex, result_read
from nvrender.glsl.io.tessellation import PatchInterface
from nvrender.glsl.io.vertex import LOCAL_SIZE, Attribute, Result
from nvrender.glsl.printer.lockstep import THREAD
from nvrender.glsl.threads.lockstep_inputs import LockstepInputs
from nvrender.program import RegisterFile
from nvrender.program.profile import Stage

#: How many invocations there are, how many vertices a patch has, and where places lie.
COUNTS = "patch_counts"
#: Names the shader declares besides.
NAMES = frozenset({COUNTS, "invocation", "record", "place_words"})


@dataclass(frozen=True)
class PatchArrays(PatchInterface):
    """Inputs are words of ``attributes``, results go to ``results``."""

    def is_output(self, name: str) -> bool:
        return False

    @property
    def _names(self) -> tuple[str, ...]:
        return ATTRIBUTES[self.program.profile.stage]

    def _read_of(self, kind: str) -> list[str]:
        """What is read of each vertex, or of each patch, in order."""
        names = [self._names[index] for index in sorted(self.inputs)]
        if kind == "vertex":
            return [name for name in names if is_of_vertex(name) and not name.startswith("vertex.out.")]
        control = self.program.profile.stage is Stage.TESSELLATION_CONTROL
        return [] if control else [name for name in names if is_of_patch(name)]

    @property
    def recorded(self) -> tuple[Attribute, ...]:
        """The record's vectors behind the first: those of the patch, then those of each vertex."""
        names = [*self._read_of("patch"), *self._read_of("vertex")]
        return tuple(Attribute(self._names.index(name), name, name, at) for at, name in enumerate(names))

    @property
    def offsets(self) -> dict[str, int]:
        """Where in the record the vectors of the patch, and those of its first vertex, lie."""
        return {row.name: 1 + row.location for row in self.recorded}

    @property
    def vertex_size(self) -> int:
        """Vectors of each vertex."""
        return len(self._read_of("vertex"))

    @property
    def input_kinds(self) -> dict[int, str]:
        """Words, but for numbers, coordinates, levels, and what the program itself writes."""
        kinds = super().input_kinds
        for index in kinds:
            name = self._names[index]
            words = is_of_vertex(name) and not name.startswith("vertex.out.")
            words |= "patch.attrib" in name and ".out." not in name
            if words:
                kinds[index] = "u"
        return kinds

    def declarations(self, precise: str) -> list[str]:
        return [
            f"layout(local_size_x = {LOCAL_SIZE}) in;",
            "layout(std430, binding = 0) readonly buffer Attributes {\n    uvec4 attributes[];\n};",
            "layout(std430, binding = 1) writeonly buffer Results {\n    uvec4 results[];\n};",
            f"uniform uvec3 {COUNTS};  // invocations, vertices of a patch, where places lie",
            *self.block_declarations(),
            "uint record;  // where the patch's lies",
            *(["uvec4 place_words;"] * (self.program.profile.stage is Stage.TESSELLATION_EVALUATION)),
        ]

    def opening(self) -> list[str]:
        size = 1 + len(self._read_of("patch"))
        stride = f"({size}u + {COUNTS}.y * {self.vertex_size}u)"
        lines = ["uint invocation = gl_GlobalInvocationID.x;", f"if (invocation >= {COUNTS}.x) return;"]
        if self.program.profile.stage is Stage.TESSELLATION_CONTROL:
            return [*lines, f"record = invocation * {stride};"]
        place = f"place_words = attributes[{COUNTS}.z + invocation];"
        return [*lines, place, f"record = place_words.w * {stride};"]

    def _word(self, row: Result) -> str:
        variable = self.storage.variables[RegisterFile.RESULT, row.index]
        word = cast(Expression(variable.at(row.index), width=4), variable.kind, "u").text
        return f"uvec4({word}.x, 0u, 0u, 0u)" if row.result.startswith("patch.tess") else word

    def closing(self) -> list[str]:
        vertex = [row for row in self.results if not row.result.startswith("patch.")]
        patch = [row for row in self.results if row.result.startswith("patch.")]
        declared = self.program.tessellation
        assert declared is not None
        if self.program.profile.stage is Stage.TESSELLATION_EVALUATION:
            return _stored([self._word(row) for row in vertex], f"invocation * {len(vertex)}u")
        threads = declared.vertices
        first = f"invocation * {threads * len(vertex) + len(patch)}u"
        each = _stored([self._word(row) for row in vertex], f"{first} + uint({THREAD}) * {len(vertex)}u")
        head = f"for ({THREAD} = 0; {THREAD} < {threads}; ++{THREAD}) {{"
        loop = [head, *(f"    {line}" for line in each), "}"] if each else []
        whole = _stored([self._word(row) for row in patch], f"{first} + {threads * len(vertex)}u")
        return [*loop, *whole]


def _stored(words: list[str], first: str) -> list[str]:
    return [f"results[{first} + {place}u] = {word};" for place, word in enumerate(words)]


@dataclass
class ArrayInputs(PatchInputs):
    """What is read of the record and the place; ``offsets`` and ``vertex_size`` are PatchArrays'."""

    offsets: Mapping[str, int] | None = None
    vertex_size: int = 0

    def _at(self, name: str) -> str:
        assert self.offsets is not None
        return f"record + {self.offsets[name]}u"

    def number(self, name: str) -> str:
        if name == "primitive.id":
            return "int(attributes[record].x)"
        return f"int({COUNTS}.y)" if name == "primitive.vertexcount" else super().number(name)

    def place(self) -> str:
        return "uintBitsToFloat(place_words.xyz)"

    def of_input(self, name: str, vertex: str) -> str:
        return f"attributes[{self._at(name)} + uint({vertex}) * {self.vertex_size}u]"

    def of_patch(self, name: str) -> str:
        if name.startswith("primitive.out."):
            return super().of_patch(name)
        text = f"attributes[{self._at(name)}]"
        level = result_read(name).startswith("patch.tess")
        return f"vec4(uintBitsToFloat({text}.x), 0.0, 0.0, 0.0)" if level else text


class ThreadArrayInputs(ArrayInputs, LockstepInputs):
    """The same of threads that one invocation runs."""
