"""The shader around a geometry program: primitives in and out, and what EMIT stores."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.variables import RESULT_NAMES
from nvrender.glsl.declared.word_types import cast
from nvrender.glsl.expressions import Expression
from nvrender.glsl.io import sprites
from nvrender.glsl.io.declared import TypedInterface, results_written
from nvrender.glsl.io.parameter_blocks import buffers_read, parameters_read
from nvrender.glsl.io.patch_records import RECORD_NAMES, VALUES, VERTICES, Records, records_of, takes_patches
from nvrender.glsl.io.vertex import Attribute, Result, clip_distances, point_size, unwritten_values
from nvrender.glsl.io.vertex_inputs import INPUTS, INVOCATION, POSITION, PRIMITIVE_ID, VERTEX_COUNT
from nvrender.glsl.io.vertex_streams import (
    STREAM_NAMES,
    emitting,
    further_streams,
    stream_declarations,
    switched,
)
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.targets import Target
from nvrender.glsl.varyings import GIVEN_PRIMITIVE_ID, Varying
from nvrender.languages.arb.generation5_bindings import GEOMETRY_5_ATTRIBUTES
from nvrender.languages.arb.geometry_bindings import GEOMETRY_RESULTS
from nvrender.program import Program, RegisterFile
from nvrender.program.opcodes import Flow
from nvrender.source import TargetError

_LAYOUTS = {
    "POINTS": "points",
    "LINES": "lines",
    "LINES_ADJACENCY": "lines_adjacency",
    "TRIANGLES": "triangles",
    "TRIANGLES_ADJACENCY": "triangles_adjacency",
    "PATCHES": "points",  # each patch a point: nvrender.glsl.io.patch_records
    "LINE_STRIP": "line_strip",
    "TRIANGLE_STRIP": "triangle_strip",
}
#: Which input primitive an emitted vertex is of, and which strip, as transform feedback captures them; of
#: several invocations or streams, which of those.
EMITTED_PLACE = "emitted_place"
#: The attributes that are one integer, and no vertex's.
_NUMBERS = (PRIMITIVE_ID, INVOCATION, VERTEX_COUNT)
_PLAIN, _WHOLE = 2, 4
#: The operations that emit a vertex.
EMITTING = frozenset({"emit", "emit_stream"})
#: Names the translation of a geometry program declares besides.
GEOMETRY_NAMES = frozenset(
    {
        *INPUTS.values(),
        *(RESULT_NAMES[name] for name in GEOMETRY_RESULTS),
        *(
            GIVEN_PRIMITIVE_ID,
            EMITTED_PLACE,
            "emit_vertex",
            "emitted",
            "strip",
            "stream",
            *RECORD_NAMES,
            *STREAM_NAMES,
        ),
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
    records: Records | None = None
    #: The further vertex streams that are written.
    streams: tuple[int, ...] = ()

    @property
    def read(self) -> tuple[Varying, ...]:
        return self.varyings

    @property
    def input_kinds(self) -> dict[int, str]:
        """The kind of each input's words, by attribute."""
        if self.records is not None:
            own = (INVOCATION, VERTEX_COUNT)
            return {index: "i" if index in own else "u" for index in self.inputs}
        kinds = {row.name: row.kind for row in self.varyings}
        return {
            index: kinds.get(name, "i" if index in _NUMBERS else "") for index, name in self.inputs.items()
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
        invocations = f", invocations = {geometry.invocations}" if geometry.invocations > 1 else ""
        lines = [
            f"layout({_LAYOUTS[geometry.input]}{invocations}) in;",
            f"layout({output}, max_vertices = {geometry.limit}) out;",
        ]
        lines += [f"{row.qualifiers} in {row.declaration}[];".lstrip() for row in self.varyings]
        lines += [] if self.records is None else self.records.declarations
        lines += self.block_declarations()
        lines += self._outputs(precise)
        return lines

    def _outputs(self, precise: str) -> list[str]:
        lines, planes = [], []
        for row in self.results:
            if self.kind == "feedback" or _varies(row) or row.name in (self.next_stage or ()):
                lines.append(self._output(row).declared("out"))
            if self.kind != "feedback" and row.name.startswith("CLP"):
                planes.append(int(row.name[3:]))
        lines += [row.declared("out") for row in self._unwritten]
        if self.places:
            what = ("input primitive", "strip", "invocation", "stream")[: self._place_size]
            lines.append(f"flat out ivec{self._place_size} {EMITTED_PLACE};  // {', '.join(what)}")
        if planes and self.clip_distances:
            lines.append(f"out float gl_ClipDistance[{max(planes) + 1}];")
        kinds = {row.name: self.result_kind(row) for row in self.results}
        lines += stream_declarations(self.streams, self.results, kinds, precise)
        return lines + (sprites.outputs() if self.sprites else [])

    def opening(self) -> list[str]:
        """Something in every output that is captured: linkers drop those that nothing writes."""
        if self.kind != "feedback":
            return []
        lines = [f"{row.name} = {self.result_kind(row)}vec4(0);" for row in self.results]
        return lines + ([f"{EMITTED_PLACE} = ivec{self._place_size}(0);"] if self.places else [])

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

    @property
    def several_streams(self) -> bool:
        """Whether EMIT says which stream it goes to."""
        return self.program.geometry is not None and self.program.geometry.streams > 1

    @property
    def _place_size(self) -> int:
        return place_components(self.program)

    @property
    def _place(self) -> str:
        """Where a vertex is emitted."""
        geometry = self.program.geometry
        assert geometry is not None
        if self._place_size == _PLAIN:
            return "ivec2(gl_PrimitiveIDIn, strip)"
        invocation = "gl_InvocationID" if geometry.invocations > 1 else "0"
        stream = "stream" if geometry.streams > 1 else "0"
        return f"ivec4(gl_PrimitiveIDIn, strip, {invocation}, {stream})"

    def emit_function(self) -> str:
        """EMIT and EMITS: every result to its output.

        A vertex beyond the limit, or for a stream that is not there, is ignored (docs/semantics.md); only
        stream 0 is rasterised (ARB_transform_feedback3).
        """
        geometry = self.program.geometry
        assert geometry is not None
        streams = geometry.streams
        counting = [f"if (uint(stream) >= {streams}u) return;"] if streams > 1 else []
        counting += [f"if (emitted++ >= {geometry.limit}) return;"] if self.counted else []
        if streams > 1 and self.kind != "feedback" and not self.streams:
            counting.append("if (stream != 0) return;  // only stream 0 is rasterised")
        lines = self._emitting()
        if self.streams:
            values = {row.name: self._value(row) for row in self.results}
            further = {number: emitting(number, self.results, values) for number in self.streams}
            lines = switched({0: lines, **further})
        body = "".join(f"    {line}\n" for line in (*counting, *lines))
        if streams > 1:
            return f"// NV_gpu_program5 2.X.8.Z, EMIT and EMITS\nvoid emit_vertex(int stream) {{\n{body}}}"
        return f"// NV_geometry_program4 2.X.8.Z, EMIT\nvoid emit_vertex() {{\n{body}}}"

    def _emitting(self) -> list[str]:
        """Statements that emit a vertex to stream 0, or as a point to be captured."""
        lines = [line for row in self.results for line in self._stores(row)]
        lines += unwritten_values(self._unwritten, self.exact)
        if self.next_stage is not None and all(row.result != "primid" for row in self.results):
            lines.append("gl_PrimitiveID = 0;")
        planes = {int(row.name[3:]): self._value(row) for row in self.results if row.name.startswith("CLP")}
        if planes and self.clip_distances and self.kind != "feedback":
            lines += clip_distances(planes)
        lines += self.sprite_placement()
        if self.places:
            lines.append(f"{EMITTED_PLACE} = {self._place};")
        return [*lines, "EmitVertex();"]

    def _stores(self, row: Result) -> list[str]:
        """Statements that hand a result on; clip distances go together."""
        value = self._value(row)
        if self.kind == "feedback":
            return [f"{row.name} = {value};"]
        read = [f"{row.name} = {value};"] if not _varies(row) and row.name in (self.next_stage or ()) else []
        if row.name == "HPOS":
            return [*read, f"gl_Position = {value};"]
        if row.name == "PSIZ":
            return [*read, point_size(value)]
        if row.name.startswith("CLP"):
            return read
        if row.result == "primid":
            return [*read, f"gl_PrimitiveID = {value}.x;"]
        if row.result == "layer":
            return [*read, f"gl_Layer = {value}.x;"]
        if row.name.startswith(("COL", "BFC")):
            return [*read, f"{row.name} = clamp({value}, 0.0, 1.0);"]
        words = cast(Expression(value, width=4), self.result_kind(row), self._output(row).kind)
        return [*read, f"{row.name} = {words.text};"]

    def _value(self, row: Result) -> str:
        return self.storage.variables[RegisterFile.RESULT, row.index].at(row.index)


def place_components(program: Program) -> int:
    """How many words EMITTED_PLACE has."""
    assert program.geometry is not None
    several = program.geometry.invocations > 1 or program.geometry.streams > 1
    return _WHOLE if several else _PLAIN


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
    numbers_given = options.link.numbers_given
    _refuse(program, target, streams=options.link.streams and kind == "geometry")
    storage.name(names)
    for variable in storage.all(RegisterFile.RESULT):
        if not variable.array:
            variable.name = names.take(f"result_{variable.name.removeprefix('result_')}")
    read = sorted(index for file, index in storage.variables if file is RegisterFile.ATTRIBUTE)
    records = records_of(read) if takes_patches(program) else None
    read_varyings = []
    for index in read if records is None else ():
        if index in INPUTS:
            input_kind = dict(options.link.inputs).get(
                INPUTS[index], storage.variables[RegisterFile.ATTRIBUTE, index].kind
            )
            read_varyings.append(Varying(INPUTS[index], "flat" if input_kind else "", input_kind))
    if records is None and PRIMITIVE_ID in read and numbers_given:
        read_varyings.append(Varying(GIVEN_PRIMITIVE_ID, "flat", "i"))
    number = GIVEN_PRIMITIVE_ID if numbers_given else "gl_PrimitiveIDIn"
    known = INPUTS | {POSITION: "gl_Position", PRIMITIVE_ID: number}
    known |= {INVOCATION: "gl_InvocationID", VERTEX_COUNT: "vertex_count"}
    known |= {} if records is None else dict.fromkeys(records.vertices, VERTICES)
    known |= {} if records is None else dict.fromkeys(records.values, VALUES)
    spelled = {index: known[index] for index in read}
    results = results_written(program, options)
    return GeometryInterface(
        kind,
        target,
        program,
        storage,
        tuple(
            Attribute(index, GEOMETRY_5_ATTRIBUTES[index], spelled[index], place)
            for place, index in enumerate(read)
            if index not in (INVOCATION, VERTEX_COUNT)
        ),
        spelled,
        parameters_read(program, storage),
        results,
        options.link.state.flat_colors and kind == "geometry",
        options.link.state.clip_distances,
        tuple(buffers_read(program, storage)),
        next_stage=options.link.read,
        sprites=bool(options.link.state.sprites) and kind == "geometry",
        exact=options.exact,
        varyings=tuple(read_varyings),
        places=kind == "feedback" and options.link.captures(EMITTED_PLACE),
        counted=_may_exceed(program),
        numbers_given=numbers_given,
        records=records,
        streams=further_streams(program) if options.link.streams and kind == "geometry" else (),
    )


def _refuse(program: Program, target: Target, *, streams: bool) -> None:
    """TargetError for what came with GLSL 4.00."""
    geometry = program.geometry
    assert geometry is not None
    if streams and target.version < 400 and further_streams(program):
        raise TargetError(
            f"{program.source.name}: vertex streams need GLSL 4.00, which {target.name} has not; glsl430 has"
        )
    if geometry.invocations > 1 and target.version < 400:
        raise TargetError(
            f"{program.source.name}: INVOCATIONS {geometry.invocations} needs GLSL 4.00, which {target.name} "
            f"has not; glsl430 has"
        )


def _may_exceed(program: Program) -> bool:
    """True if EMIT may be executed more often than vertices are allowed."""
    assert program.geometry is not None
    again = (Flow.REPEAT, Flow.CALL, Flow.CALL_INDIRECT, Flow.BRANCH)
    repeated = any(one.opcode.flow in again for one in program.instructions)
    emits = sum(one.operation in EMITTING for one in program.instructions)
    return emits > program.geometry.limit or (repeated and emits > 0)
