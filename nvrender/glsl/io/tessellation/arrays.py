"""Tessellation programs over arrays of patches: compute shaders (NV_tessellation_program5 2.X.5).

``attributes`` holds a record for each patch: its number, what it has as a whole, then vertex after vertex.
An invocation is a patch, whose threads it runs, or a place of an evaluation program; places lie behind the
records, three coordinates and the number of the patch's record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nvrender.glsl.io.input_functions import InputFunctions
from nvrender.glsl.io.interface import Attribute, Result, array_declarations
from nvrender.glsl.io.tessellation.inputs import LEVELS, PATCH_RESULTS, PatchAttribute, PatchInputs
from nvrender.glsl.io.tessellation.pipeline import PatchShader
from nvrender.glsl.printer.lockstep import THREAD
from nvrender.glsl.threads.lockstep_inputs import LockstepInputs
from nvrender.languages.arb.generation5_bindings import CONTROL_RESULTS

#: How many invocations there are, how many vertices a patch has, and where places lie.
COUNTS = "patch_counts"
#: Names the shader declares besides.
NAMES = frozenset({COUNTS, "invocation", "record", "place_words"})


class PatchArrayShader(PatchShader):
    """Inputs are words of ``attributes``, results go to ``results``."""

    kind = "patches"
    purpose = "compute shader over patches"
    integer = f"{COUNTS}.y", False
    keeps_denormals = True

    @property
    def written(self) -> frozenset[str]:
        return super().written if self.is_control else frozenset(CONTROL_RESULTS)  # whoever wrote them

    @property
    def recorded(self) -> tuple[Attribute, ...]:
        """The record's vectors behind the first: those of the patch, then those of each vertex."""
        rows = self.attributes_read.items()
        found = [(index, row) for index, row in rows if row.of_patch and not self.is_control]
        found += [(index, row) for index, row in rows if row.of_input]
        return tuple(Attribute(index, row.name, row.name, at) for at, (index, row) in enumerate(found))

    @property
    def vertex_size(self) -> int:
        """Vectors of each vertex."""
        return sum(row.of_input for row in self.attributes_read.values())

    def input_kind(self, index: int, row: PatchAttribute) -> str:
        """Words, but for numbers, coordinates, levels, and what the program itself writes."""
        words = row.result and not row.own and row.result not in LEVELS
        return "u" if words else super().input_kind(index, row)

    def input_texts(self, chosen: InputFunctions) -> PatchInputs:
        made = ThreadArrayInputs if self.is_control else ArrayInputs
        offsets = {row.name: 1 + row.location for row in self.recorded}
        return made(
            self.program, self.storage, self.input_kinds, chosen, self.prefix, self.written,
            offsets, self.vertex_size,
        )  # fmt: skip

    def inputs(self) -> list[str]:
        return [
            *array_declarations(),
            f"uniform uvec3 {COUNTS};  // invocations, vertices of a patch, where places lie",
        ]

    def outputs(self) -> list[str]:
        place = [] if self.is_control else ["uvec4 place_words;"]
        return ["uint record;  // where the patch's lies", *place]

    def prologue(self) -> list[str]:
        size = 1 + len(self.recorded) - self.vertex_size
        stride = f"({size}u + {COUNTS}.y * {self.vertex_size}u)"
        lines = ["uint invocation = gl_GlobalInvocationID.x;", f"if (invocation >= {COUNTS}.x) return;"]
        if self.is_control:
            return [*lines, f"record = invocation * {stride};"]
        place = f"place_words = attributes[{COUNTS}.z + invocation];"
        return [*lines, place, f"record = place_words.w * {stride};"]

    def _word(self, row: Result) -> str:
        word = self.words(row, "u")
        return f"uvec4({word}.x, 0u, 0u, 0u)" if row.result in LEVELS else word

    def epilogue(self) -> list[str]:
        vertex = [self._word(row) for row in self.results if row.result not in PATCH_RESULTS]
        patch = [self._word(row) for row in self.results if row.result in PATCH_RESULTS]
        if not self.is_control:
            return _stored(vertex, f"invocation * {len(vertex)}u")
        threads = self.declared.vertices
        first = f"invocation * {threads * len(vertex) + len(patch)}u"
        each = _stored(vertex, f"{first} + uint({THREAD}) * {len(vertex)}u")
        head = f"for ({THREAD} = 0; {THREAD} < {threads}; ++{THREAD}) {{"
        loop = [head, *(f"    {line}" for line in each), "}"] if each else []
        return [*loop, *_stored(patch, f"{first} + {threads * len(vertex)}u")]


def _stored(words: list[str], first: str) -> list[str]:
    return [f"results[{first} + {place}u] = {word};" for place, word in enumerate(words)]


@dataclass
class ArrayInputs(PatchInputs):
    """What is read of the record and the place; ``offsets`` are in the record, of each patch or vertex."""

    offsets: Mapping[str, int]
    vertex_size: int

    def number(self, name: str) -> str:
        if name == "primitive.id":
            return "int(attributes[record].x)"
        return f"int({COUNTS}.y)" if name == "primitive.vertexcount" else super().number(name)

    def place(self) -> str:
        return "uintBitsToFloat(place_words.xyz)"

    def of_input(self, row: PatchAttribute, vertex: str) -> str:
        return f"attributes[record + {self.offsets[row.name]}u + uint({vertex}) * {self.vertex_size}u]"

    def of_patch(self, row: PatchAttribute) -> str:
        return super().of_patch(row) if row.own else f"attributes[record + {self.offsets[row.name]}u]"

    def level(self, row: PatchAttribute) -> str:
        return super().level(row) if row.own else f"uintBitsToFloat({self.of_patch(row)}.x)"


class ThreadArrayInputs(ArrayInputs, LockstepInputs):
    """The same of threads that one invocation runs."""
