"""The shader around a translated program: what it declares, and where attributes and results go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from nvrender.glsl.io import sprites
from nvrender.glsl.options import Options
from nvrender.glsl.targets import Target
from nvrender.glsl.varyings import GIVEN_PRIMITIVE_ID, Varying, Varyings
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.program import Program, RegisterFile
from nvrender.program.profile import Stage

#: Vertices a compute work group runs.
LOCAL_SIZE = 64

#: The conventional transform (NV_vertex_program2 2.14.6.1): one expression that every
#: position-invariant program and the fixed-function stage share, so that depths are equal.
POSITION_INVARIANT = """\
layout(std140{binding}) uniform FixedFunction {{
    vec4 mvp[4];
}};"""
#: The same with what user clipping needs: planes in eye space (OpenGL 1.5 2.11).
POSITION_AND_CLIPPING = """\
layout(std140{binding}) uniform FixedFunction {{
    vec4 mvp[4];
    vec4 modelview[4];
    vec4 clip_plane[6];
}};"""


def user_clipping(
    position: str, planes: tuple[int, ...], varyings: Varyings | None, *, feeds_geometry: bool
) -> list[str]:
    """Statements that set the distance of each enabled plane from the eye coordinates of ``position``.

    Those of ``varyings`` that hold distances get them too (NV_fragment_program4 2.X.3.2); a geometry program
    gets them alone, and clips by its own (NV_geometry_program4 2.X.3.2, 2.X.3.5).
    """
    rows = ", ".join(f"dot(modelview[{row}], {position})" for row in range(4))
    distances = [f"dot(clip_plane[{plane}], eye_position)" if plane in planes else "0.0"
                 for plane in range(max(planes) + 1)]  # fmt: skip
    lines = [f"vec4 eye_position = vec4({rows});"]
    if not feeds_geometry:
        lines += [f"gl_ClipDistance[{plane}] = {distance};" for plane, distance in enumerate(distances)]
    for plane in planes:
        if (row := (varyings or {}).get(f"CLP{plane}")) is not None:
            lines.append(f"{row.name} = {row.words(f'vec4({distances[plane]}, 0.0, 0.0, 1.0)')};")
    return lines


class Attribute(NamedTuple):
    """A vertex attribute: number, mnemonic ("" for 6 and 7), GLSL name, location."""

    index: int  # type: ignore[assignment]  # hides tuple.index
    mnemonic: str
    name: str
    location: int


class Member(NamedTuple):
    """A member of the uniform block: ``count`` vec4 from number ``offset`` on; ``bindings`` of each."""

    name: str
    offset: int
    count: int  # type: ignore[assignment]  # hides tuple.count
    bindings: tuple[str, ...]


class Parameters(NamedTuple):
    """The uniform block of program parameters; ``count`` 0 where the program reads none.

    Of a declared-name program ``registers`` are the numbers of the parameters its ``members`` hold, in
    order; else it is the array ``array`` of the first ``count``.
    """

    block: str
    array: str
    count: int  # type: ignore[assignment]  # hides tuple.count
    registers: tuple[int, ...] = ()
    members: tuple[Member, ...] = ()


#: The stages that programs are for, as uniform blocks begin.
BLOCK_PREFIXES = {
    Stage.TESSELLATION_CONTROL: "Control",
    Stage.TESSELLATION_EVALUATION: "Evaluation",
    Stage.GEOMETRY: "Geometry",
    Stage.FRAGMENT: "Fragment",
}
#: Uniform blocks of program parameter buffers: how many, and the binding point of the first.
BUFFERS = 16
FIRST_BUFFER = 4
#: The same of fragment programs, behind the block of their parameters: OpenGL 3.3 has 36 points.
FRAGMENT_BUFFERS = 15
FRAGMENT_PARAMETERS = FIRST_BUFFER + BUFFERS
#: The same of geometry programs, beyond what every OpenGL 3.3 has.
GEOMETRY_BUFFERS = 15
GEOMETRY_PARAMETERS = FRAGMENT_PARAMETERS + 1 + FRAGMENT_BUFFERS
#: The same of tessellation programs.
PATCH_BUFFERS = 8
CONTROL_PARAMETERS = GEOMETRY_PARAMETERS + 1 + GEOMETRY_BUFFERS
EVALUATION_PARAMETERS = CONTROL_PARAMETERS + 1 + PATCH_BUFFERS
#: What says where which buffer lies in the memory that programs reach.
MEMORY_LAYOUT_BLOCK = "MemoryLayout"
MEMORY_LAYOUT = EVALUATION_PARAMETERS + 1 + PATCH_BUFFERS
#: The binding points of a stage's blocks: of its parameters, of its first buffer, and how many buffers.
BLOCK_POINTS = {
    Stage.VERTEX: (0, FIRST_BUFFER, BUFFERS),
    Stage.VERTEX_STATE: (0, FIRST_BUFFER, BUFFERS),
    Stage.COMPUTE: (0, FIRST_BUFFER, BUFFERS),
    Stage.FRAGMENT: (FRAGMENT_PARAMETERS, FRAGMENT_PARAMETERS + 1, FRAGMENT_BUFFERS),
    Stage.TESSELLATION_CONTROL: (CONTROL_PARAMETERS, CONTROL_PARAMETERS + 1, PATCH_BUFFERS),
    Stage.TESSELLATION_EVALUATION: (EVALUATION_PARAMETERS, EVALUATION_PARAMETERS + 1, PATCH_BUFFERS),
    Stage.GEOMETRY: (GEOMETRY_PARAMETERS, GEOMETRY_PARAMETERS + 1, GEOMETRY_BUFFERS),
}
#: What stands before the name of a vertex result where a geometry shader reads it: what the geometry shader
#: itself hands on has the plain name.
GEOMETRY_INPUT = "vertex_"


def renamed(varyings: Varyings | None, prefix: str) -> list[str]:
    """Lines by which outputs get the names the next stage reads them under, where these have a prefix."""
    names = [name for name in varyings or () if prefix and name != GIVEN_PRIMITIVE_ID]
    return [f"#define {name} {prefix}{name}" for name in names]


def buffer_block(bank: int, stage: Stage = Stage.VERTEX) -> str:
    """The uniform block of the buffer at a binding point."""
    return f"{BLOCK_PREFIXES.get(stage, 'Program')}Buffer{bank}"


def parameter_block(stage: Stage) -> str:
    """The uniform block of a program's parameters: linked stages must call theirs differently."""
    return f"{BLOCK_PREFIXES.get(stage, 'Program')}Parameters"


class ParameterBuffer(NamedTuple):
    """A program parameter buffer as a uniform block: ``array`` has ``vectors`` vectors of four words.

    Of BUFFER variables ``words`` is 1 and element e is component e % 4 of vector e / 4; of BUFFER4
    variables it is 4. The block has no padding, so that the words lie in it as they lie in the buffer
    (NV_gpu_program4 2.X.3.6); ``type`` is what the translation reads the vectors as.
    """

    bank: int
    words: int
    block: str
    array: str
    type: str
    vectors: int


class Result(NamedTuple):
    """A result: the program's name for it, its GLSL name, its index in its register file."""

    result: str
    name: str
    index: int  # type: ignore[assignment]  # hides tuple.index


@dataclass(frozen=True)
class Interface:
    """What a program reads and writes, in the order buffers pack it."""

    kind: str
    target: Target
    position_invariant: bool
    vertex_state: bool
    attributes: tuple[Attribute, ...]
    parameters: Parameters
    results: tuple[Result, ...]
    flat_colors: bool = False
    clip_distances: bool = True
    buffers: tuple[ParameterBuffer, ...] = ()
    #: What the next stage reads, by name; None where nobody says.
    varyings: Varyings | None = None
    #: Whether that is a geometry shader, which takes colours as they are.
    output_prefix: str = ""
    #: Whether fragments ask where the point they are of lies.
    sprites: bool = False
    #: Whether what nothing writes must be nothing that a linker knows.
    exact: bool = False

    @property
    def hides_unwritten(self) -> bool:
        """True if what the next stage reads and nothing writes is made of the hidden zero."""
        return self.exact and bool(unwritten(self.varyings, [row.name for row in self.results]))

    def binding(self, number: int) -> str:
        """The layout's binding, where the target can say it."""
        return f", binding = {number}" if self.target.version >= 420 else ""

    def is_output(self, name: str) -> bool:
        """True if a result is a shader output under its own name, False if it is a variable."""
        if self.kind == "feedback":
            return not self.vertex_state
        if name in (self.varyings or ()):
            return not self._retyped(name)
        return self.kind == "vertex" and name != "HPOS" and name != "PSIZ" and not name.startswith("CLP")

    def variable(self, name: str) -> str:
        """What a result is called, in its own type where the next stage reads it as another."""
        return f"{name}_vector" if self._retyped(name) else name

    def _retyped(self, name: str) -> bool:
        return name in (self.varyings or ()) and bool(self._varying(name).kind)

    def observed(self, name: str) -> int:
        """How many components of a result can be seen afterwards."""
        few = name.startswith(("PSIZ", "CLP")) and not self.is_output(name)
        return 1 if self.kind == "vertex" and few else 4

    @property
    def has_final_section(self) -> bool:
        """True if something follows the program's own statements."""
        return self.kind != "feedback" or self.vertex_state or self.position_invariant

    def declarations(self, precise: str) -> list[str]:
        """Global declarations, one string each; ``precise`` stands before every output."""
        lines = renamed(self.varyings, self.output_prefix)
        if self.kind == "compute":
            lines.append(f"layout(local_size_x = {LOCAL_SIZE}) in;")
            if self.attributes:
                lines.append(
                    "layout(std430, binding = 0) readonly buffer Attributes {\n    vec4 attributes[];\n};"
                )
            lines.append("layout(std430, binding = 1) writeonly buffer Results {\n    vec4 results[];\n};")
            lines.append("uniform uint vertex_count;")
        else:
            lines.extend(f"layout(location = {row.location}) in vec4 {row.name};" for row in self.attributes)
        if self.parameters.count:
            block, array, count = self.parameters[:3]
            lines.append(
                f"layout(std140{self.binding(0)}) uniform {block} {{\n    vec4 {array}[{count}];\n}};"
            )
        if self.position_invariant:
            lines.append(POSITION_INVARIANT.format(binding=self.binding(1)))
        if self.kind == "feedback" and self.vertex_state:
            lines.extend(f"{precise}out vec4 {row.name};" for row in self.results)
        outputs = [row.name for row in self.results if self.is_output(row.name)]
        lines.extend(self._varying(name).declared("out", precise) for name in outputs)
        retyped = [row.name for row in self.results if self._retyped(row.name)]
        lines.extend(self._varying(name).declared("out") for name in retyped)
        outputs += retyped
        lines.extend(row.declared("out") for row in unwritten(self.varyings, outputs))
        if self.sprites:
            lines += sprites.outputs()
        if self.kind == "vertex":
            planes = [int(row.result[3:]) for row in self.results if row.result.startswith("CLP")]
            if planes and self.clip_distances:
                lines.append(f"out float gl_ClipDistance[{max(planes) + 1}];")
            if self.position_invariant:
                lines.append("invariant gl_Position;")
        return lines

    def opening(self) -> list[str]:
        """The first statements of main: nothing but in compute."""
        if self.kind != "compute":
            return []
        return ["uint vertex = gl_GlobalInvocationID.x;", "if (vertex >= vertex_count) return;"]

    def fetches(self, through: str = "") -> list[str]:
        """Statements (without type) that load the attributes, compute only, ``through`` a function."""
        if self.kind != "compute":
            return []
        return [
            f"{row.name} = {through}({element});" if through else f"{row.name} = {element};"
            for place, row in enumerate(self.attributes)
            for element in (f"attributes[{element_at(place, len(self.attributes))}]",)
        ]

    def closing(self) -> list[str]:
        """The last statements of main: results go where the interface wants them."""
        position = "fixed_function_position(v_OPOS)"
        lines = []
        if self.kind == "compute":
            for place, row in enumerate(self.results):
                value = position if row.result == "HPOS" and self.position_invariant else self._value(row)
                lines.append(f"results[{element_at(place, len(self.results))}] = {value};")
            return lines
        if self.kind == "feedback":
            if self.vertex_state:
                return [f"{row.name} = {self._value(row)};" for row in self.results]
            return [f"HPOS = {position};"] if self.position_invariant else []
        planes = {}
        for row in self.results:
            value = self.variable(row.name)
            if row.result == "HPOS":
                lines.append(f"gl_Position = {position if self.position_invariant else value};")
            elif row.result == "PSIZ":
                lines.append(point_size(value))
            elif row.result.startswith("CLP"):
                planes[int(row.result[3:])] = value
            elif row.result.startswith(("COL", "BFC")) and not self.output_prefix:
                lines.append(f"{value} = clamp({value}, 0.0, 1.0);")
            if self._retyped(row.name):
                lines.append(f"{row.name} = {self._varying(row.name).words(value)};")
        if planes and self.clip_distances:
            lines += clip_distances(planes)
        if self.sprites:
            sized = any(row.result == "PSIZ" for row in self.results)
            lines += sprites.placement("gl_PointSize" if sized else "")
        outputs = [row.name for row in self.results]
        return lines + unwritten_values(unwritten(self.varyings, outputs), self.exact)

    def _varying(self, name: str) -> Varying:
        flat = self.flat_colors and name.startswith(("COL", "BFC"))
        return (self.varyings or {}).get(name, Varying(name, "flat" if flat else ""))

    def _value(self, row: Result) -> str:
        return f"c[{row.index}]" if self.vertex_state else row.name


def point_size(value: str) -> str:
    """The statement that sets a vertex' point size.

    Sizes below 1 count as 1 (OpenGL 1.5, 3.3); GL clamps at the other end.
    """
    return f"gl_PointSize = max({value}.x, 1.0);"


def clip_distances(planes: Mapping[int, str]) -> list[str]:
    """Statements that set the distances of planes from vectors that hold them; of those between, 0."""
    return [
        f"gl_ClipDistance[{plane}] = {f'{planes[plane]}.x' if plane in planes else '0.0'};"
        for plane in range(max(planes) + 1)
    ]


def element_at(place: int, stride: int) -> str:
    """The index of a vertex' vector in an array that holds ``stride`` for each."""
    index = "vertex" if stride == 1 else f"vertex * {stride}u"
    return f"{index} + {place}u" if place else index


def unwritten(varyings: Varyings | None, written: Iterable[str]) -> list[Varying]:
    """What the next stage reads and this one does not write."""
    return [row for name, row in (varyings or {}).items() if name not in set(written)]


def unwritten_values(varyings: Iterable[Varying], exact: bool) -> list[str]:
    """The statements that give ``varyings`` what they are where nothing writes them."""
    zero = "zero" if exact else "0.0"
    return [f"{row.name} = {row.unwritten(zero)};" for row in varyings]


def interface_of(
    program: Program,
    target: Target,
    kind: str,
    options: Options,
) -> Interface:
    """What ``program`` reads and writes in an interface of this ``kind``."""
    profile = program.profile
    vertex_state = profile.stage is Stage.VERTEX_STATE
    read = set(program.reads(RegisterFile.ATTRIBUTE))
    if program.position_invariant:
        read.add(0)
    attributes = []
    for index in sorted(read):
        mnemonic = ATTRIBUTES[index].mnemonic
        attributes.append(Attribute(index, mnemonic, f"v_{mnemonic or index}", index))
    if vertex_state:
        written = sorted(program.writes(RegisterFile.PARAMETER))
        results = tuple(Result(f"c[{index}]", f"c_{index}", index) for index in written)
    else:
        results = tuple(Result(name, name, profile.results.index(name)) for name in program.results)
    if program.has_relative_parameters:
        count = profile.parameters
    else:
        used = program.reads(RegisterFile.PARAMETER) | program.writes(RegisterFile.PARAMETER)
        count = max(used, default=-1) + 1
    return Interface(
        kind,
        target,
        program.position_invariant,
        vertex_state,
        tuple(attributes),
        Parameters("ProgramParameters", "parameters" if vertex_state else "c", count),
        results,
        options.link.state.flat_colors and kind == "vertex",
        options.link.state.clip_distances,
        varyings=options.link.read,
        output_prefix=options.link.output_prefix,
        sprites=bool(options.link.state.sprites) and kind == "vertex",
        exact=options.exact,
    )
