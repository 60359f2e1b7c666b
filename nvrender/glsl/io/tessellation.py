"""What the shaders around tessellation programs share: what they read of vertices and of the patch."""

from __future__ import annotations

from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.variables import RESULT_NAMES
from nvrender.glsl.io.input_functions import InputFunctions
from nvrender.glsl.io.interface import Fetch, Shader
from nvrender.glsl.io.patch_inputs import (
    ATTRIBUTES,
    CONTROL_OUTPUT,
    LEVELS,
    NUMBERS,
    PatchAttribute,
    PatchInputs,
)
from nvrender.glsl.io.vertices import GEOMETRY_INPUT
from nvrender.glsl.varyings import Varying
from nvrender.languages.arb.generation5_bindings import CONTROL_RESULTS
from nvrender.program import RegisterFile
from nvrender.program.profile import Stage

#: Names the translation of a tessellation program declares besides.
PATCH_NAMES = frozenset(
    prefix + RESULT_NAMES[name] for name in CONTROL_RESULTS for prefix in ("", GEOMETRY_INPUT, CONTROL_OUTPUT)
)


class PatchShader(Shader):
    """The shader around a tessellation program, whose attributes are no variables."""

    storage: Storage
    integer = "gl_PrimitiveID", True

    @property
    def is_control(self) -> bool:
        return self.program.profile.stage is Stage.TESSELLATION_CONTROL

    @property
    def attributes_read(self) -> dict[int, PatchAttribute]:
        """The attributes by their numbers, in order."""
        read = sorted(index for file, index in self.storage.variables if file is RegisterFile.ATTRIBUTE)
        return {index: ATTRIBUTES[self.program.profile.stage][index] for index in read}

    @property
    def prefix(self) -> str:
        """What the names of a vertex's inputs begin with."""
        return GEOMETRY_INPUT if self.is_control else CONTROL_OUTPUT

    @property
    def written(self) -> frozenset[str]:
        """The results of the control program before an evaluation program, or the program's own."""
        return (
            frozenset(self.program.results)
            if self.is_control
            else self.options.link.patch_results or frozenset()
        )

    def _varying(self, index: int, name: str, *, flat: bool) -> Varying:
        kind = self.storage.variables[RegisterFile.ATTRIBUTE, index].kind
        return Varying(name, "flat" if kind and flat else "", kind)

    @property
    def _of_vertices(self) -> dict[int, Varying]:
        """What the stage before hands over with each vertex, by attribute."""
        return {
            index: self._varying(index, self.prefix + RESULT_NAMES[row.result], flat=True)
            for index, row in self.attributes_read.items()
            if row.of_input and row.result != "position"
        }

    @property
    def _of_patches(self) -> dict[int, Varying]:
        """What the control program hands over with each patch, by attribute."""
        return {
            index: self._varying(index, RESULT_NAMES[row.result], flat=False)
            for index, row in self.attributes_read.items()
            if row.of_patch
            and row.result not in LEVELS
            and not self.is_control
            and row.result in self.written
        }

    @property
    def read(self) -> tuple[Varying, ...]:
        return (*self._of_vertices.values(), *self._of_patches.values())

    @property
    def input_kinds(self) -> dict[int, str]:
        """The kind of each input's words, by attribute."""
        return {index: self.input_kind(index, row) for index, row in self.attributes_read.items()}

    def input_kind(self, index: int, row: PatchAttribute) -> str:
        """The kind of an input's words: an own result's, or that of the variable it is read into."""
        if row.name in NUMBERS:
            return "i"
        if row.own:
            made = self.storage.variables.get((RegisterFile.RESULT, CONTROL_RESULTS.index(row.result)))
            return "" if made is None else made.kind
        arriving = self._of_vertices | self._of_patches
        return arriving[index].kind if index in arriving else ""

    def input_texts(self, chosen: InputFunctions) -> PatchInputs:
        """What instructions read."""
        return PatchInputs(self.program, self.storage, self.input_kinds, chosen, self.prefix, self.written)

    def reads_directly(self, index: int) -> bool:
        return True

    def fetches(self, through: str) -> list[Fetch]:
        return []

    def inputs(self) -> list[str]:
        lines = [row.declared("in", array="[]") for row in self._of_vertices.values()]
        return lines + [f"patch {row.declared('in')}" for row in self._of_patches.values()]
