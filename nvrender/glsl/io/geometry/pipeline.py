"""The shader around a geometry program: primitives in and out, and what EMIT stores."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.glsl.io.fragment import sprites
from nvrender.glsl.io.geometry.inputs import (
    INPUTS,
    INVOCATION,
    NUMBERS,
    POSITION,
    PRIMITIVE_ID,
    VERTEX_COUNT,
    VertexInputs,
)
from nvrender.glsl.io.geometry.patch_records import (
    RECORD_NAMES,
    VALUES,
    VERTICES,
    RecordInputs,
    Records,
    records_read,
    takes_patches,
)
from nvrender.glsl.io.geometry.streams import (
    STREAM_NAMES,
    emitting,
    further_streams,
    stream_declarations,
    switched,
)
from nvrender.glsl.io.input_functions import InputFunctions
from nvrender.glsl.io.interface import CLIP_PLANES, COLORS, Attribute, Fetch, Result, Shader, results_written
from nvrender.glsl.io.vertices import (
    GIVEN,
    clip_distances,
    declared_distances,
    outgoing,
    point_size,
    sprite_placement,
)
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import RESULT_NAMES
from nvrender.glsl.targets import Target
from nvrender.glsl.varyings import GIVEN_PRIMITIVE_ID, Varying, of_kind, unwritten_values
from nvrender.ir.analysis.places import nodes_of
from nvrender.ir.analysis.trip_counts import emits_in_loops, most_emitted
from nvrender.ir.nodes import EmitVertex
from nvrender.languages.arb.generation5_bindings import GEOMETRY_5_ATTRIBUTES
from nvrender.languages.arb.geometry_bindings import GEOMETRY_RESULTS
from nvrender.lower.program import lowered
from nvrender.program import Geometry, Program, RegisterFile
from nvrender.program.declared import geometry_of
from nvrender.source import TargetError

_LAYOUTS = {
    "POINTS": "points",
    "LINES": "lines",
    "LINES_ADJACENCY": "lines_adjacency",
    "TRIANGLES": "triangles",
    "TRIANGLES_ADJACENCY": "triangles_adjacency",
    "PATCHES": "points",  # each patch a point: nvrender.glsl.io.geometry.patch_records
    "LINE_STRIP": "line_strip",
    "TRIANGLE_STRIP": "triangle_strip",
}
#: Which input primitive an emitted vertex is of, and which strip, as transform feedback captures them; of
#: several invocations or streams, which of those.
EMITTED_PLACE = "emitted_place"
#: How many vertices an invocation emitted.
_BEFORE = "emitted_before"
_PLAIN, _WHOLE = 2, 4
#: Results that are numbers of GL's, and what it calls them.
_NUMBERS = {"primid": "gl_PrimitiveID", "layer": "gl_Layer"}
#: Names the translation of a geometry program declares besides.
GEOMETRY_NAMES = frozenset(
    {
        *INPUTS.values(),
        *(RESULT_NAMES[name] for name in GEOMETRY_RESULTS),
        *(GIVEN_PRIMITIVE_ID, EMITTED_PLACE, _BEFORE, "emit_vertex", "emitted", "strip", "stream"),
        *RECORD_NAMES,
        *STREAM_NAMES,
    }
)


@dataclass(frozen=True)
class GeometryProgram(Shader):
    """The shader around a geometry program, whose attributes are no variables.

    ``arriving`` is what the stage before hands over of each vertex, by attribute, ``records`` where patches
    lie.
    """

    arriving: dict[int, Varying]
    records: Records | None

    integer = "gl_PrimitiveIDIn", True

    @property
    def geometry(self) -> Geometry:
        return geometry_of(self.program)

    @property
    def read(self) -> tuple[Varying, ...]:
        return tuple(self.arriving.values())

    @property
    def texture_count(self) -> int:
        return super().texture_count + (0 if self.records is None else self.records.texture_count)

    def input_texts(self, chosen: InputFunctions) -> VertexInputs:
        """What instructions read."""
        read = {index for file, index in self.storage.variables if file is RegisterFile.ATTRIBUTE}
        given = self.options.link.numbers_given
        if self.records is not None:
            own = (INVOCATION, VERTEX_COUNT)
            kinds = {index: "i" if index in own else "u" for index in read}
            return RecordInputs(self.program, self.storage, kinds, chosen, given, self.records)
        kinds = {index: "i" if index in NUMBERS else "" for index in read}
        kinds |= {index: row.kind for index, row in self.arriving.items()}
        return VertexInputs(self.program, self.storage, kinds, chosen, given)

    def fetches(self, through: str) -> list[Fetch]:
        return []

    @property
    def has_final_section(self) -> bool:
        return False

    def inputs(self) -> list[str]:
        invocations = self.geometry.invocations
        several = f", invocations = {invocations}" if invocations > 1 else ""
        return [
            f"layout({_LAYOUTS[self.geometry.input]}{several}) in;",
            f"layout({self.made}, max_vertices = {self.geometry.limit}) out;",
            *(row.declared("in", array="[]") for row in self.read),
            *([] if self.records is None else self.records.declarations),
        ]

    @property
    def made(self) -> str:
        """The primitives that leave."""
        return _LAYOUTS[self.geometry.output]

    @property
    def ends_primitive(self) -> str:
        """ENDPRIM."""
        return "EndPrimitive();"

    @property
    def _counts(self) -> bool:
        """True if EMIT may be executed more often than vertices are allowed."""
        return most_emitted(lowered(self.program)) > self.geometry.limit

    def variables(self) -> list[str]:
        limit = self.geometry.limit
        return [f"int emitted = 0;  // vertices: at most {limit}"] if self._counts else []

    def epilogue(self) -> list[str]:
        return []

    def functions(self) -> list[str]:
        """EMIT and EMITS: every result to its output.

        A vertex beyond the limit, or for a stream that is not there, is ignored (docs/semantics.md); only
        stream 0 is rasterised (ARB_transform_feedback3).
        """
        if not nodes_of(lowered(self.program), EmitVertex):
            return []
        streams = self.geometry.streams
        counting = [f"if (uint(stream) >= {streams}u) return;"] if streams > 1 else []
        counting += [f"if (emitted++ >= {self.geometry.limit}) return;"] if self._counts else []
        body = "".join(f"    {line}\n" for line in (*counting, *self.emitted()))
        if streams > 1:
            return [f"// NV_gpu_program5 2.X.8.Z, EMIT and EMITS\nvoid emit_vertex(int stream) {{\n{body}}}"]
        return [f"// NV_geometry_program4 2.X.8.Z, EMIT\nvoid emit_vertex() {{\n{body}}}"]

    def emitted(self) -> list[str]:
        """Statements that emit a vertex."""
        raise NotImplementedError


class GeometryShader(GeometryProgram):
    """A pipeline's geometry shader."""

    kind = "geometry"
    purpose = "geometry shader"

    @property
    def streams(self) -> tuple[int, ...]:
        """The further vertex streams that are written."""
        return further_streams(self.program) if self.options.link.streams else ()

    @property
    def _planes(self) -> dict[int, str]:
        """The planes whose distances the program sets, and the vectors that hold them."""
        rows = (row for row in self.results if row.name in CLIP_PLANES and self.state.clip_distances)
        return {CLIP_PLANES[row.name]: self.value(row) for row in rows}

    def _goes_on(self, row: Result) -> bool:
        """True if the next stage has a result under its own name."""
        return row.name in (self.next_stage or ()) or row.name not in (*GIVEN, *_NUMBERS)

    def outputs(self) -> list[str]:
        lines = [outgoing(self, row).declared("out") for row in self.results if self._goes_on(row)]
        lines += [row.declared("out") for row in self.left_out]
        lines += declared_distances(self._planes)
        kinds = {row.name: self.result_kind(row) for row in self.results}
        lines += stream_declarations(self.streams, self.results, kinds, self.precise)
        return lines + (sprites.outputs() if self.state.sprites else [])

    def prologue(self) -> list[str]:
        """Another vertex, of which compilers do not know that none emits it (quirks.REPEATED_VERTICES)."""
        rows = [row for row in self.results if self._goes_on(row)]
        smooth = [row for row in rows if "flat" not in outgoing(self, row).interpolation]
        if self.made == "points" or not smooth or not emits_in_loops(lowered(self.program)):
            return []
        return [
            "if (gl_PrimitiveIDIn < 0) {  // never: Mesa 26 does not interpolate what one EmitVertex emits",
            *(f"    {row.name} = vec4(0.0);" for row in smooth),
            "    EmitVertex();",
            "}",
        ]

    def emitted(self) -> list[str]:
        lines = [*self._rasterized(), "EmitVertex();"]
        if self.geometry.streams > 1 and not self.streams:
            return ["if (stream != 0) return;  // only stream 0 is rasterised", *lines]
        if not self.streams:
            return lines
        values = {row.name: self.value(row) for row in self.results}
        further = {number: emitting(number, self.results, values) for number in self.streams}
        return switched({0: lines, **further})

    def _rasterized(self) -> list[str]:
        """Statements that hand on all results, to stream 0."""
        lines = [line for row in self.results for line in self._stores(row)]
        lines += unwritten_values(self.left_out, exact=self.options.exact)
        if self.next_stage is not None and all(row.result != "primid" for row in self.results):
            lines.append("gl_PrimitiveID = 0;")
        return [*lines, *clip_distances(self._planes), *sprite_placement(self)]

    def _stores(self, row: Result) -> list[str]:
        """Statements that hand a result on; clip distances go together."""
        value = self.value(row)
        if row.name in COLORS:
            return [f"{row.name} = clamp({value}, 0.0, 1.0);"]
        lines = [f"{row.name} = {self.words(row, outgoing(self, row).kind)};"] if self._goes_on(row) else []
        if row.name == "HPOS":
            lines.append(f"gl_Position = {value};")
        elif row.name == "PSIZ":
            lines.append(point_size(value))
        elif row.result in _NUMBERS:
            lines.append(f"{_NUMBERS[row.result]} = {value}.x;")
        return lines


class CapturedGeometryShader(GeometryProgram):
    """A geometry shader whose emitted vertices leave as points: the captured results, as words.

    With them goes ``EMITTED_PLACE``.
    """

    kind = "feedback"
    purpose = "geometry shader for transform feedback"
    made = "points"
    ends_primitive = "++strip;"

    @property
    def _place_size(self) -> int:
        """How many words tell where a vertex was emitted, 0 where nobody asks."""
        return place_components(self.program) if self.options.link.captures(EMITTED_PLACE) else 0

    def variables(self) -> list[str]:
        counting = [f"int {_BEFORE} = 0;"] * (self.options.link.tessellated and bool(self._place_size))
        return [*super().variables(), "int strip = 0;", *counting]

    def outputs(self) -> list[str]:
        lines = [outgoing(self, row).declared("out") for row in self.results]
        if self._place_size:
            first = "vertex of its invocation" if self.options.link.tessellated else "input primitive"
            what = (first, "strip", "invocation", "stream")[: self._place_size]
            lines.append(f"flat out ivec{self._place_size} {EMITTED_PLACE};  // {', '.join(what)}")
        return lines

    def prologue(self) -> list[str]:
        """Something in every output that is captured: linkers drop those that nothing writes."""
        lines = [f"{row.name} = {self.result_kind(row)}vec4(0);" for row in self.results]
        return lines + [f"{EMITTED_PLACE} = ivec{self._place_size}(0);"] * bool(self._place_size)

    def emitted(self) -> list[str]:
        numbers = [  # quirks.PATCH_NUMBERS
            f"{_BEFORE}++" if self.options.link.tessellated else "gl_PrimitiveIDIn",
            "strip",
            "gl_InvocationID" if self.geometry.invocations > 1 else "0",
            "stream" if self.geometry.streams > 1 else "0",
        ][: self._place_size]
        place = f"{EMITTED_PLACE} = ivec{self._place_size}({', '.join(numbers)});"
        stores = [f"{row.name} = {self.value(row)};" for row in self.results]
        return [*stores, *[place] * bool(numbers), "EmitVertex();"]


def place_components(program: Program) -> int:
    """How many words EMITTED_PLACE has."""
    geometry = geometry_of(program)
    return _WHOLE if geometry.invocations > 1 or geometry.streams > 1 else _PLAIN


def geometry_shader(
    storage: Storage, names: Names, target: Target, kind: str, options: Options
) -> GeometryProgram:
    """The shader of this ``kind`` around a program; names every register."""
    program, link = storage.program, options.link
    _refuse(program, target, streams=link.streams and kind == "geometry")
    storage.name(names)
    for variable in storage.all(RegisterFile.RESULT):
        if not variable.array:
            name = RESULT_NAMES[program.profile.results[variable.start]]
            variable.name = names.take("result_id" if name == "result_id" else f"result_{name}")
    records = records_read(program) if takes_patches(program) else None
    read = sorted(index for file, index in storage.variables if file is RegisterFile.ATTRIBUTE)
    if records is not None:  # as those who fill them know them
        read = sorted(program.reads(RegisterFile.ATTRIBUTE))
    arriving: dict[int, Varying] = {}
    for index in read if records is None else ():
        if index in INPUTS:
            own = storage.variables[RegisterFile.ATTRIBUTE, index].kind
            words = dict(link.inputs).get(INPUTS[index], own)
            arriving[index] = of_kind(INPUTS[index], words)
    if records is None and PRIMITIVE_ID in read and link.numbers_given:
        arriving[PRIMITIVE_ID] = of_kind(GIVEN_PRIMITIVE_ID, "i")
    known = INPUTS | {POSITION: "gl_Position"}
    known[PRIMITIVE_ID] = GIVEN_PRIMITIVE_ID if link.numbers_given else "gl_PrimitiveIDIn"
    known |= {} if records is None else dict.fromkeys(records.vertices, VERTICES)
    known |= {} if records is None else dict.fromkeys(records.values, VALUES)
    attributes = tuple(
        Attribute(index, GEOMETRY_5_ATTRIBUTES[index], known[index], place)
        for place, index in enumerate(read)
        if index not in (INVOCATION, VERTEX_COUNT)
    )
    made = GeometryShader if kind == "geometry" else CapturedGeometryShader
    results = results_written(program, options.link.captured)
    return made(storage, target, options, attributes, results, arriving, records)


def _refuse(program: Program, target: Target, *, streams: bool) -> None:
    """TargetError for what came with GLSL 4.00."""
    geometry = geometry_of(program)
    if streams and target.version < 400 and further_streams(program):
        raise TargetError(
            f"{program.source.name}: vertex streams need GLSL 4.00, which {target.name} has not; glsl430 has"
        )
    if geometry.invocations > 1 and target.version < 400:
        raise TargetError(
            f"{program.source.name}: INVOCATIONS {geometry.invocations} needs GLSL 4.00, which {target.name} "
            f"has not; glsl430 has"
        )
