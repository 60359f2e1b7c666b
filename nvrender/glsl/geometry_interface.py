"""The shader around a geometry program: primitives in and out, and what EMIT stores."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.glsl import sprites
from nvrender.glsl.expressions import Expression
from nvrender.glsl.interface import Attribute, Result, Varying, clip_distances, point_size
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.storage import Storage
from nvrender.glsl.targets import Target
from nvrender.glsl.typed_interface import TypedInterface, buffers_read, parameters_read, results_written
from nvrender.glsl.variables import RESULT_NAMES
from nvrender.glsl.vertex_inputs import GIVEN_PRIMITIVE_ID, INPUTS, POSITION, PRIMITIVE_ID
from nvrender.glsl.word_types import cast
from nvrender.isa.geometry_bindings import GEOMETRY_ATTRIBUTES, GEOMETRY_RESULTS
from nvrender.isa.opcodes import Flow
from nvrender.program import Program, RegisterFile

_LAYOUTS = {
    "POINTS": "points",
    "LINES": "lines",
    "LINES_ADJACENCY": "lines_adjacency",
    "TRIANGLES": "triangles",
    "TRIANGLES_ADJACENCY": "triangles_adjacency",
    "LINE_STRIP": "line_strip",
    "TRIANGLE_STRIP": "triangle_strip",
}
#: Which input primitive an emitted vertex is of, and which strip, as transform feedback captures them.
EMITTED_PLACE = "emitted_place"
#: Names the translation of a geometry program declares besides.
GEOMETRY_NAMES = frozenset(
    {
        *INPUTS.values(),
        *(RESULT_NAMES[name] for name in GEOMETRY_RESULTS),
        *(GIVEN_PRIMITIVE_ID, EMITTED_PLACE, "emit_vertex", "emitted", "strip"),
    }
)


@dataclass(frozen=True)
class GeometryInterface(TypedInterface):
    """What a geometry program reads and writes.

    Of kind "geometry" a pipeline's geometry shader. Of kind "feedback" its emitted vertices leave as points,
    the results of ``captured`` as words, and ``EMITTED_PLACE`` with them.
    """

    varyings: tuple[Varying, ...] = ()
    places: bool = False
    counted: bool = False
    numbers_given: bool = False

    @property
    def read(self) -> tuple[Varying, ...]:
        return self.varyings

    @property
    def input_kinds(self) -> dict[int, str]:
        """The kind of each input's words, by attribute."""
        kinds = {row.name: row.kind for row in self.varyings}
        return {
            index: kinds.get(name, "i" if index == PRIMITIVE_ID else "")
            for index, name in self.inputs.items()
        }

    def is_output(self, name: str) -> bool:
        """False: outputs are undefined after EmitVertex, so that every result is a variable."""
        return False

    @property
    def has_final_section(self) -> bool:
        return False

    def declarations(self, precise: str) -> list[str]:
        geometry = self.program.geometry
        assert geometry is not None
        output = "points" if self.kind == "feedback" else _LAYOUTS[geometry.output]
        lines = [
            f"layout({_LAYOUTS[geometry.input]}) in;",
            f"layout({output}, max_vertices = {geometry.limit}) out;",
        ]
        lines += [f"{row.qualifiers} in {row.declaration}[];".lstrip() for row in self.varyings]
        lines += self.block_declarations()
        lines += self._outputs()
        return lines

    def _outputs(self) -> list[str]:
        lines, planes = [], []
        for row in self.results:
            if self.kind == "feedback" or _varies(row) or row.name in (self.next_stage or ()):
                lines.append(self._output(row).declared("out"))
            if self.kind != "feedback" and row.name.startswith("CLP"):
                planes.append(int(row.name[3:]))
        lines += [row.declared("out") for row in self._unwritten]
        if self.places:
            lines.append(f"flat out ivec2 {EMITTED_PLACE};  // input primitive, strip")
        if planes and self.clip_distances:
            lines.append(f"out float gl_ClipDistance[{max(planes) + 1}];")
        return lines + (sprites.outputs() if self.sprites else [])

    def opening(self) -> list[str]:
        """Something in every output that is captured: linkers drop those that nothing writes."""
        if self.kind != "feedback":
            return []
        lines = [f"{row.name} = {self.result_kind(row)}vec4(0);" for row in self.results]
        return lines + ([f"{EMITTED_PLACE} = ivec2(0);"] if self.places else [])

    def fetches(self, through: str) -> list[tuple[str, str]]:
        return []

    def closing(self) -> list[str]:
        return []

    @property
    def ends_primitive(self) -> str:
        """ENDPRIM."""
        return "++strip;" if self.kind == "feedback" else "EndPrimitive();"

    def counters(self) -> list[str]:
        """Variables of the file that EMIT and ENDPRIM count in."""
        geometry = self.program.geometry
        assert geometry is not None
        lines = [f"int emitted = 0;  // vertices: at most {geometry.limit}"] if self.counted else []
        return lines + (["int strip = 0;"] if self.kind == "feedback" else [])

    def emit_function(self) -> str:
        """EMIT: every result to its output; a vertex beyond the limit is ignored (docs/semantics.md)."""
        geometry = self.program.geometry
        assert geometry is not None
        lines = [f"if (emitted++ >= {geometry.limit}) return;"] if self.counted else []
        planes = {}
        for row in self.results:
            value = self._value(row)
            if self.kind == "feedback":
                lines.append(f"{row.name} = {value};")
                continue
            if not _varies(row) and row.name in (self.next_stage or ()):
                lines.append(f"{row.name} = {value};")
            if row.name == "HPOS":
                lines.append(f"gl_Position = {value};")
            elif row.name == "PSIZ":
                lines.append(point_size(value))
            elif row.name.startswith("CLP"):
                planes[int(row.name[3:])] = value
            elif row.result == "primid":
                lines.append(f"gl_PrimitiveID = {value}.x;")
            elif row.result == "layer":
                lines.append(f"gl_Layer = {value}.x;")
            elif row.name.startswith(("COL", "BFC")):
                lines.append(f"{row.name} = clamp({value}, 0.0, 1.0);")
            else:
                words = cast(Expression(value, width=4), self.result_kind(row), self._output(row).kind)
                lines.append(f"{row.name} = {words.text};")
        lines += [f"{row.name} = {row.unwritten};" for row in self._unwritten]
        if self.next_stage is not None and all(row.result != "primid" for row in self.results):
            lines.append("gl_PrimitiveID = 0;")
        if planes and self.clip_distances:
            lines += clip_distances(planes)
        lines += self.sprite_placement()
        if self.places:
            lines.append(f"{EMITTED_PLACE} = ivec2(gl_PrimitiveIDIn, strip);")
        body = "".join(f"    {line}\n" for line in (*lines, "EmitVertex();"))
        return f"// NV_geometry_program4 2.X.8.Z, EMIT\nvoid emit_vertex() {{\n{body}}}"

    def _value(self, row: Result) -> str:
        return self.storage.variables[RegisterFile.RESULT, row.index].at(row.index)


def _varies(row: Result) -> bool:
    """True if a result goes on under its own name."""
    return (
        row.name not in ("HPOS", "PSIZ") and row.result not in ("primid", "layer") and row.name[:3] != "CLP"
    )


def geometry_interface(
    program: Program,
    storage: Storage,
    names: Names,
    target: Target,
    kind: str,
    options: Options,
) -> GeometryInterface:
    """What ``program`` reads and writes in an interface of this ``kind``; names every register."""
    numbers_given = options.numbers_given
    storage.name(names)
    for variable in storage.all(RegisterFile.RESULT):
        if not variable.array:
            variable.name = names.take(f"result_{variable.name.removeprefix('result_')}")
    read = sorted(index for file, index in storage.variables if file is RegisterFile.ATTRIBUTE)
    read_varyings = []
    for index in read:
        if index in INPUTS:
            input_kind = options.inputs.get(
                INPUTS[index], storage.variables[RegisterFile.ATTRIBUTE, index].kind
            )
            read_varyings.append(Varying(INPUTS[index], "flat" if input_kind else "", input_kind))
    if PRIMITIVE_ID in read and numbers_given:
        read_varyings.append(Varying(GIVEN_PRIMITIVE_ID, "flat", "i"))
    number = GIVEN_PRIMITIVE_ID if numbers_given else "gl_PrimitiveIDIn"
    known = INPUTS | {POSITION: "gl_Position", PRIMITIVE_ID: number}
    spelled = {index: known[index] for index in read}
    results = results_written(program, options)
    return GeometryInterface(
        kind,
        target,
        program,
        storage,
        tuple(
            Attribute(index, GEOMETRY_ATTRIBUTES[index], spelled[index], place)
            for place, index in enumerate(read)
        ),
        spelled,
        parameters_read(program, storage),
        results,
        options.flat_colors and kind == "geometry",
        options.clip_distances,
        tuple(buffers_read(program, storage)),
        next_stage=options.varyings,
        sprites=bool(options.sprites) and kind == "geometry",
        varyings=tuple(read_varyings),
        places=kind == "feedback" and options.captures(EMITTED_PLACE),
        counted=_may_exceed(program),
        numbers_given=numbers_given,
    )


def _may_exceed(program: Program) -> bool:
    """True if EMIT may be executed more often than vertices are allowed."""
    assert program.geometry is not None
    repeated = any(one.opcode.flow in (Flow.REPEAT, Flow.CALL, Flow.BRANCH) for one in program.instructions)
    emits = sum(one.opcode.name == "EMIT" for one in program.instructions)
    return emits > program.geometry.limit or (repeated and emits > 0)
