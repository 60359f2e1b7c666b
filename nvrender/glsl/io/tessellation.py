"""The shaders around tessellation programs: patches in, patches or vertices out."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.variables import RESULT_NAMES
from nvrender.glsl.declared.word_types import cast
from nvrender.glsl.expressions import Expression
from nvrender.glsl.io.declared import TypedInterface, keep_words, results_written
from nvrender.glsl.io.parameter_blocks import buffers_read, parameters_read
from nvrender.glsl.io.patch_inputs import CONTROL_OUTPUT, NAMES, is_of_patch, is_of_vertex, result_read
from nvrender.glsl.io.vertex import GEOMETRY_INPUT, Result
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.targets import Target
from nvrender.glsl.varyings import Varying, Varyings
from nvrender.languages.arb.generation5_bindings import CONTROL_RESULTS
from nvrender.program import Program, RegisterFile
from nvrender.program.profile import Stage

_LAYOUTS = {
    "EQUAL": "equal_spacing",
    "FRACTIONAL_EVEN": "fractional_even_spacing",
    "FRACTIONAL_ODD": "fractional_odd_spacing",
}
_POSITION = "gl_out[gl_InvocationID].gl_Position"
#: Names the translation of a tessellation program declares besides.
PATCH_NAMES = frozenset(
    prefix + RESULT_NAMES[name] for name in CONTROL_RESULTS for prefix in ("", GEOMETRY_INPUT, CONTROL_OUTPUT)
)


@dataclass(frozen=True)
class PatchInterface(TypedInterface):
    """What tessellation programs read: ``varyings`` of the vertices, ``patch_varyings`` of the patch."""

    varyings: tuple[Varying, ...] = ()
    patch_varyings: tuple[Varying, ...] = ()
    #: The results of the control program before an evaluation program, or the program's own.
    written: frozenset[str] = frozenset()
    prefix: str = GEOMETRY_INPUT

    @property
    def read(self) -> tuple[Varying, ...]:
        return (*self.varyings, *self.patch_varyings)

    @property
    def input_kinds(self) -> dict[int, str]:
        """The kind of each input's words, by attribute."""
        kinds = {row.name: row.kind for row in (*self.varyings, *self.patch_varyings)}
        names, found = NAMES[self.program.profile.stage], {}
        for index, name in self.inputs.items():
            called = names[index]
            integer = called in ("primitive.id", "primitive.invocation", "primitive.vertexcount")
            found[index] = "i" if integer else kinds.get(name, "")
            if self.program.profile.stage is Stage.TESSELLATION_CONTROL and (
                is_of_patch(called) or called.startswith("vertex.out.")
            ):
                result = CONTROL_RESULTS.index(result_read(called))
                variable = self.storage.variables.get((RegisterFile.RESULT, result))
                found[index] = "" if variable is None else variable.kind
        return found

    def fetches(self, through: str) -> list[tuple[str, str]]:
        return []

    def _inputs(self) -> list[str]:
        lines = [f"{row.qualifiers} in {row.declaration}[];".lstrip() for row in self.varyings]
        return lines + [f"patch in {row.declaration};" for row in self.patch_varyings]


class EvaluationInterface(PatchInterface):
    """A tessellation evaluation shader: its results leave as a vertex shader's."""

    def declarations(self, precise: str) -> list[str]:
        declared = self.program.tessellation
        assert declared is not None
        words = [declared.mode.lower(), _LAYOUTS[declared.spacing], declared.order.lower()]
        words += ["point_mode"] * declared.points
        lines = super().declarations(precise)
        place = len([line for line in lines if line.startswith("#define")])
        return [*lines[:place], f"layout({', '.join(words)}) in;", *self._inputs(), *lines[place:]]


class ControlInterface(PatchInterface):
    """A tessellation control shader; results are outputs, levels outputs that the end makes levels of."""

    def is_output(self, name: str) -> bool:
        return True

    def begins(self, row: Result) -> bool:
        """False for what is the patch's, which one thread begins."""
        return not row.result.startswith("patch.")

    @property
    def has_final_section(self) -> bool:
        return True

    def declarations(self, precise: str) -> list[str]:
        declared = self.program.tessellation
        assert declared is not None
        lines = [f"layout(vertices = {declared.vertices}) out;", *self._inputs(), *self.block_declarations()]
        for row in self.results:
            kind = f"{self.result_kind(row)}vec4"
            if row.result.startswith("patch."):
                lines.append(f"patch out {kind} {row.name};")
            elif row.result != "position":
                flat = "flat " if self.result_kind(row) else ""
                lines.append(f"{flat}out {kind} {CONTROL_OUTPUT}{RESULT_NAMES[row.result]}[];")
        for varying in self._unwritten:
            flat = f"{varying.qualifiers} " if varying.qualifiers else ""
            lines.append(f"{flat}out {varying.kind}vec4 {CONTROL_OUTPUT}{varying.name}[];")
        return lines

    @property
    def _unwritten(self) -> list[Varying]:
        """What the evaluation program reads of vertices, and nobody writes."""
        names = {RESULT_NAMES[row.result] for row in self.results}
        wanted = (self.next_stage or {}).values()
        return [row for row in wanted if row.name not in names and row.name not in _PATCH_RESULTS]

    def opening(self) -> list[str]:
        """Results of the patch begin as 0 before any thread writes them."""
        rows = [row for row in self.results if row.result.startswith("patch.")]
        if not rows:
            return []
        zeros = [f"    {row.name} = {self.result_kind(row)}vec4(0);" for row in rows]
        return ["if (gl_InvocationID == 0) {", *zeros, "}", "barrier();"]

    def closing(self) -> list[str]:
        lines = []
        for row in self.results:
            array = self.in_array(row)
            if array is not None:
                words = Expression(array.at(row.index), width=4)
                lines.append(f"{row.name} = {cast(words, array.kind, self.result_kind(row)).text};")
        if any(row.result.startswith("patch.tess") for row in self.results):
            lines.append("barrier();  // whichever thread wrote the levels")
        return [*lines, *self.unwritten_results(), *self.levels()]

    def result_kind(self, row: Result) -> str:
        """The kind of the words that leave: what the evaluation program reads, of the rest the program's."""
        wanted = (self.next_stage or {}).get(RESULT_NAMES[row.result])
        return super().result_kind(row) if wanted is None else wanted.kind

    def unwritten_results(self) -> list[str]:
        """What the next stage reads of a vertex and the program does not write."""
        zero = "zero" if self.exact else "0.0"
        lines = [
            f"{CONTROL_OUTPUT}{varying.name}[gl_InvocationID] = {varying.unwritten(zero)};"
            for varying in self._unwritten
        ]
        if all(row.result != "position" for row in self.results):
            lines.append(f"{_POSITION} = vec4(0.0, 0.0, 0.0, 1.0);")
        return lines

    def levels(self) -> list[str]:
        """The levels GL cuts by, 0 where nothing writes them."""
        written, lines = {row.result: row.name for row in self.results}, []
        for kind, count in (("Outer", 4), ("Inner", 2)):
            for number in range(count):
                level = written.get(f"patch.tess{kind.lower()}[{number}]")
                value = f"{level}.x" if level else "0.0"
                lines.append(f"gl_TessLevel{kind}[{number}] = {value};")
        return lines


_PATCH_RESULTS = frozenset(RESULT_NAMES[name] for name in CONTROL_RESULTS if name.startswith("patch."))


def patch_interface(
    program: Program,
    storage: Storage,
    names: Names,
    target: Target,
    options: Options,
    made: type[PatchInterface],
    kind: str,
) -> PatchInterface:
    """What a tessellation program reads and writes, in an interface of this kind; names every register."""
    control = program.profile.stage is Stage.TESSELLATION_CONTROL
    storage.name(names)
    read = sorted(index for file, index in storage.variables if file is RegisterFile.ATTRIBUTE)
    results = results_written(program, options)
    own = frozenset(program.results) if control else options.link.patch_results or frozenset()
    if kind == "patches" and not control:
        own = frozenset(CONTROL_RESULTS)  # whoever wrote them
    prefix = GEOMETRY_INPUT if control else CONTROL_OUTPUT
    varyings, patch_varyings, spelled = [], [], {}
    for index in read:
        name = NAMES[program.profile.stage][index]
        words = storage.variables[RegisterFile.ATTRIBUTE, index].kind
        spelled[index] = name
        if is_of_vertex(name) and not name.startswith("vertex.out.") and name != "vertex.position":
            spelled[index] = prefix + RESULT_NAMES[name.removeprefix("vertex.")]
            varyings.append(Varying(spelled[index], "flat" if words else "", words))
        elif is_of_patch(name) and not control and "patch.attrib" in name:
            spelled[index] = RESULT_NAMES[result_read(name)]
            if result_read(name) in own:
                patch_varyings.append(Varying(spelled[index], "", words))
    next_stage = options.link.read
    if kind == "control":
        results = _name_outputs(storage, next_stage or {}, results)
    else:
        keep_words(storage, results, next_stage)
    return made(
        kind if kind != "evaluation" else "vertex",
        target,
        program,
        storage,
        (),
        spelled,
        parameters_read(program, storage),
        results,
        options.link.state.flat_colors and not control,
        options.link.state.clip_distances and not options.link.output_prefix,
        tuple(buffers_read(program, storage)),
        next_stage=next_stage,
        output_prefix=options.link.output_prefix,
        sprites=bool(options.link.state.sprites) and not control,
        exact=options.exact,
        varyings=tuple(varyings),
        patch_varyings=tuple(patch_varyings),
        written=own,
        prefix=prefix,
    )


def _name_outputs(storage: Storage, next_stage: Varyings, results: tuple[Result, ...]) -> tuple[Result, ...]:
    """Results as outputs of the thread's own vertex, or of the patch, of the kinds that are read."""
    found = []
    for row in results:
        variable = storage.variables[RegisterFile.RESULT, row.index]
        plain, patch = row.name, row.result.startswith("patch.")
        name = plain if patch else f"{CONTROL_OUTPUT}{plain}[gl_InvocationID]"
        name = _POSITION if row.result == "position" else name
        if plain in next_stage:
            variable.kind = next_stage[plain].kind if not variable.array else variable.kind
        if not variable.array:
            variable.name = name
        found.append(Result(row.result, name, row.index))
    return tuple(found)
