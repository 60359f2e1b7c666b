"""The shader around a declared-name program: typed attributes and results, named parameters."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nvrender.glsl.comments import sanitised
from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.variables import RESULT_NAMES, Variable
from nvrender.glsl.declared.word_types import cast
from nvrender.glsl.expressions import Expression
from nvrender.glsl.io import sprites
from nvrender.glsl.io.parameter_blocks import buffers_read, parameters_read
from nvrender.glsl.io.subroutines import subroutine_declarations
from nvrender.glsl.io.vertex import (
    BLOCK_POINTS,
    LOCAL_SIZE,
    POSITION_AND_CLIPPING,
    POSITION_INVARIANT,
    Attribute,
    ParameterBuffer,
    Parameters,
    Result,
    clip_distances,
    element_at,
    point_size,
    renamed,
    unwritten,
    unwritten_values,
    user_clipping,
)
from nvrender.glsl.literals import float_literal
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.targets import Target
from nvrender.glsl.varyings import GIVEN_PRIMITIVE_ID, Varying, Varyings
from nvrender.languages.arb.vertex_bindings import VERTEX_ID, VERTEX_INSTANCE
from nvrender.program import BindingKind, Program, RegisterFile
from nvrender.program.long_attributes import SECOND, long_attributes, second_locations
from nvrender.source import TargetError

#: Attribute locations every OpenGL has.
_LOCATIONS = 16
#: What vertex shaders know without an input.
_BUILT_IN = {VERTEX_ID: "gl_VertexID", VERTEX_INSTANCE: "gl_InstanceID"}


@dataclass(frozen=True)
class TypedInterface:
    """What a program reads and writes, in the order buffers pack it.

    Compute buffers hold words (uvec4), each read and written as its attribute's or result's type.
    """

    kind: str
    target: Target
    program: Program
    storage: Storage
    attributes: tuple[Attribute, ...]
    inputs: dict[int, str]
    parameters: Parameters
    results: tuple[Result, ...]
    flat_colors: bool
    clip_distances: bool
    buffers: tuple[ParameterBuffer, ...]
    #: The enabled clip planes that a position-invariant program's vertices are clipped by.
    clip_planes: tuple[int, ...] = ()
    #: What the next stage reads, by name; None where nobody says.
    next_stage: Varyings | None = None
    #: Whether that is a geometry shader, which takes colours as they are.
    output_prefix: str = ""
    #: Whether fragments ask where the point they are of lies.
    sprites: bool = False
    exact: bool = False

    @property
    def hides_unwritten(self) -> bool:
        """True if what the next stage reads and nothing writes is made of the hidden zero."""
        return self.exact and any(row.name != GIVEN_PRIMITIVE_ID for row in self._unwritten)

    @property
    def position_invariant(self) -> bool:
        """True if the program leaves its position to the fixed function."""
        return self.program.position_invariant

    def binding(self, number: int) -> str:
        return f", binding = {number}" if self.target.version >= 420 else ""

    def is_output(self, name: str) -> bool:
        """True if a result is a shader output, False if it is a variable."""
        if self.kind == "feedback" or name in (self.next_stage or ()):
            return True
        return self.kind == "vertex" and name not in ("HPOS", "PSIZ") and not name.startswith("CLP")

    def in_array(self, row: Result) -> Variable | None:
        """The array that holds a result chosen at run time."""
        variable = self.storage.variables.get((RegisterFile.RESULT, row.index))
        return variable if variable is not None and variable.array else None

    def result_kind(self, row: Result) -> str:
        """The kind ("", "i", "u") of the words a result holds."""
        variable = self.storage.variables.get((RegisterFile.RESULT, row.index))
        return "" if variable is None else variable.kind

    def attribute_kind(self, index: int) -> str:
        """The kind of the words an attribute is read as."""
        if index >= SECOND:
            return "u"
        variable = self.storage.variables.get((RegisterFile.ATTRIBUTE, index))
        return "" if variable is None else variable.kind

    @property
    def loads_position(self) -> bool:
        """True if only the conventional transform reads attribute 0, which is no input."""
        unread = (RegisterFile.ATTRIBUTE, 0) not in self.storage.variables
        return self.kind == "compute" and self.position_invariant and unread

    @property
    def read(self) -> tuple[Varying, ...]:
        """What the stage before must write."""
        return ()

    def begins(self, row: Result) -> bool:
        """True if a result is an output that main gives its first value."""
        return self.is_output(row.name)

    @property
    def counts_faults(self) -> bool:
        """True if an invocation counts its own invalid accesses, and tells of them at its end."""
        return False

    @property
    def has_final_section(self) -> bool:
        return (
            self.kind != "feedback"
            or self.position_invariant
            or any(self.in_array(row) is not None for row in self.results)
        )

    def declarations(self, precise: str) -> list[str]:
        """Global declarations, one string each; ``precise`` stands before every float output."""
        lines = renamed(self.next_stage, self.output_prefix)
        if self.kind == "compute":
            lines.append(f"layout(local_size_x = {LOCAL_SIZE}) in;")
            if self.attributes:
                lines.append(
                    "layout(std430, binding = 0) readonly buffer Attributes {\n    uvec4 attributes[];\n};"
                )
            lines.append("layout(std430, binding = 1) writeonly buffer Results {\n    uvec4 results[];\n};")
            lines.append("uniform uint vertex_count;")
        else:
            lines.extend(
                f"layout(location = {row.location}) in {self.attribute_kind(row.index)}vec4 {row.name};"
                for row in self.attributes
            )
        lines += self.block_declarations()
        if self.clip_planes:
            lines.append(POSITION_AND_CLIPPING.format(binding=self.binding(1)))
            if not self.output_prefix:
                lines.append(f"out float gl_ClipDistance[{max(self.clip_planes) + 1}];")
        elif self.position_invariant:
            lines.append(POSITION_INVARIANT.format(binding=self.binding(1)))
        for row in self.results:
            if self.is_output(row.name):
                lines.append(self._output(row).declared("out", precise if not self._output(row).kind else ""))
        lines += [row.declared("out") for row in self._unwritten]
        if self.sprites:
            lines += sprites.outputs()
        if self.kind == "vertex":
            planes = [int(row.name[3:]) for row in self.results if row.name.startswith("CLP")]
            if planes and self.clip_distances and not self.clip_planes:
                lines.append(f"out float gl_ClipDistance[{max(planes) + 1}];")
            if self.position_invariant:
                lines.append("invariant gl_Position;")
        return lines

    def block_declarations(self) -> list[str]:
        """The uniform blocks of parameters and of program parameter buffers, and the samplers."""
        lines: list[str] = []
        stage = self.program.profile.stage
        members = self.storage.all(RegisterFile.PARAMETER)
        if members:
            inside = "\n".join(f"    {self._member(variable)}" for variable in members)
            point = BLOCK_POINTS[stage][0]
            lines.append(
                f"layout(std140{self.binding(point)}) uniform {self.parameters.block} {{\n{inside}\n}};"
            )
        lines += self.storage.offsets
        for buffer in self.buffers:
            binding = self.binding(BLOCK_POINTS[stage][1] + buffer.bank)
            member = f"{buffer.type} {buffer.array}[{buffer.vectors}];  // {self._buffer_remark(buffer)}"
            lines.append(f"layout(std140{binding}) uniform {buffer.block} {{\n    {member}\n}};")
        lines += subroutine_declarations(self.program)
        for sampler in self.storage.samplers.values():
            layout = f"layout(binding = {sampler.unit}) " if self.target.version >= 420 else ""
            lines.append(f"{layout}uniform {sampler.type} {sampler.name};")
        return lines

    def _member(self, variable: Variable) -> str:
        """A parameter, with what Cg metadata or a comment says of it, and the value its DECLARE gives it."""
        binding = self.program.parameters[variable.start]
        remarks = [variable.remark] if variable.uniform is None else [sanitised(variable.uniform.description)]
        if binding.kind is BindingKind.NAMED:
            remarks.append("at first " + ", ".join(float_literal(word).text for word in binding.words))
        remark = "; ".join(filter(None, remarks))
        named = replace(variable, name=self.member_name(variable))
        return f"{named.declaration};" + (f"  // {remark}" if remark else "")

    def member_name(self, variable: Variable) -> str:
        """What the block calls a parameter."""
        return variable.name

    def _buffer_remark(self, row: ParameterBuffer) -> str:
        """What a block holds, and which variables stand where where they are several."""
        text = f"program.buffer[{row.bank}]" + (", four elements a vector" if row.words == 1 else "")
        names = {
            variable.name: f"{variable.name} {'from' if variable.count > 1 else 'at'} {variable.index}"
            for variable in self.program.variables
            if variable.file is RegisterFile.BUFFER and row.bank in variable.points and not variable.alias
        }
        return f"{text}: {', '.join(names.values())}" if len(names) > 1 else text

    def opening(self) -> list[str]:
        """The first statements of main: nothing but in compute."""
        if self.kind != "compute":
            return []
        return ["uint vertex = gl_GlobalInvocationID.x;", "if (vertex >= vertex_count) return;"]

    def fetches(self, through: str) -> list[tuple[str, str]]:
        """(target, value) of every attribute variable that is not an input; floats go ``through``."""
        rows = []
        places = {row.index: place for place, row in enumerate(self.attributes)}
        for variable in self.storage.all(RegisterFile.ATTRIBUTE):
            for index in range(variable.start, variable.start + variable.count):
                if variable.high is not None:
                    rows += self._long_fetches(variable, index, places)
                    continue
                words = self.storage.holds_words and (variable.moved or not variable.used_as_float)
                flushed = "" if words else through
                value = self._loaded(index, variable.kind, places, flushed)
                if value:
                    rows.append((variable.at(index), value))
        if self.loads_position:
            rows.append((self.inputs[0], self._loaded(0, "", places, through)))
        return rows

    def _long_fetches(self, variable: Variable, index: int, places: dict[int, int]) -> list[tuple[str, str]]:
        """Low and high words of an attribute of 64 bits."""
        halves = [self.inputs[number] for number in (index, index + SECOND)]
        if self.kind == "compute":
            numbers = (places[number] for number in (index, index + SECOND))
            halves = [f"attributes[{element_at(place, len(self.attributes))}]" for place in numbers]
        assert variable.high is not None
        words = (", ".join(f"{half}.{letters}" for half in halves) for letters in ("xz", "yw"))
        targets = (variable.at(index), variable.high.at(index))
        return [(target, f"uvec4({text})") for target, text in zip(targets, words, strict=True)]

    def _loaded(self, index: int, kind: str, places: dict[int, int], through: str) -> str:
        if self.kind == "compute":
            element = f"attributes[{element_at(places[index], len(self.attributes))}]"
            value = cast(Expression(element, width=4), "u", kind).text
            return f"{through}({value})" if through and not kind else value
        if index in _BUILT_IN and index not in self.inputs:
            return cast(Expression(f"ivec4({_BUILT_IN[index]}, 0, 0, 0)", width=4), "i", kind).text
        variable = self.storage.variables.get((RegisterFile.ATTRIBUTE, index))
        return self.inputs[index] if variable is not None and variable.array else ""

    def closing(self) -> list[str]:
        """The last statements of main: results go where the interface wants them."""
        invariant = position = ""
        if self.position_invariant:
            attribute = self.storage.variables.get((RegisterFile.ATTRIBUTE, 0))
            position = attribute.at(0) if attribute else self.inputs[0]
            invariant = f"fixed_function_position({position})"
        lines = unwritten_values(self._unwritten, self.exact)
        if self.kind == "compute":
            for place, row in enumerate(self.results):
                value, kind = self._value(row), self.result_kind(row)
                if row.name == "HPOS" and invariant:
                    value, kind = invariant, ""
                word = cast(Expression(value, width=4), kind, "u").text
                lines.append(f"results[{element_at(place, len(self.results))}] = {word};")
            return lines
        for row in self.results:
            if self.is_output(row.name) and ((row.name == "HPOS" and invariant) or self.in_array(row)):
                words = Expression(self._value(row), width=4)
                text = cast(words, self.result_kind(row), self._output(row).kind).text
                lines.append(f"{row.name} = {invariant if row.name == 'HPOS' else text};")
        if self.kind == "feedback":
            return lines
        planes = {}
        for row in self.results:
            value = self._value(row)
            if row.name == "HPOS":
                lines.append(f"gl_Position = {invariant or value};")
            elif row.name == "PSIZ":
                lines.append(point_size(value))
            elif row.name.startswith("CLP"):
                planes[int(row.name[3:])] = value
            elif row.name.startswith(("COL", "BFC")) and not self.output_prefix:
                lines.append(f"{row.name} = clamp({row.name}, 0.0, 1.0);")
        if planes and self.clip_distances and not self.clip_planes:
            lines += clip_distances(planes)
        if self.clip_planes:
            lines += user_clipping(
                position, self.clip_planes, self.next_stage, feeds_geometry=bool(self.output_prefix)
            )
        return lines + self.sprite_placement()

    def sprite_placement(self) -> list[str]:
        """Statements that hand over where a point lies."""
        sized = any(row.name == "PSIZ" for row in self.results)
        return sprites.placement("gl_PointSize" if sized else "") if self.sprites else []

    def _output(self, row: Result) -> Varying:
        """A result as it goes to the next stage."""
        if (wanted := (self.next_stage or {}).get(row.name)) is not None:
            return wanted
        kind = self.result_kind(row)
        flat = bool(kind) or (self.flat_colors and row.name.startswith(("COL", "BFC")))
        return Varying(row.name, "flat" if flat else "", kind)

    @property
    def _unwritten(self) -> list[Varying]:
        return unwritten(self.next_stage, [row.name for row in self.results])

    def _value(self, row: Result) -> str:
        array = self.in_array(row)
        return row.name if array is None else array.at(row.index)


def results_written(program: Program, options: Options) -> tuple[Result, ...]:
    """The results of ``program`` that are to leave the shader."""
    return tuple(
        Result(name, RESULT_NAMES[name], program.profile.results.index(name))
        for name in program.results
        if options.link.captures(name)
    )


def keep_words(storage: Storage, results: tuple[Result, ...], next_stage: Varyings | None) -> None:
    """What the next stage reads as another type are the words (NV_fragment_program4 2.X.3.2)."""
    for row in results:
        variable = storage.variables.get((RegisterFile.RESULT, row.index))
        if variable is not None and not variable.array and row.name in (next_stage or {}):
            variable.kind = (next_stage or {})[row.name].kind


def typed_interface(
    program: Program,
    storage: Storage,
    names: Names,
    target: Target,
    kind: str,
    options: Options,
) -> TypedInterface:
    """What ``program`` reads and writes in an interface of this ``kind``; names the attributes."""
    read = {index for file, index in storage.variables if file is RegisterFile.ATTRIBUTE}
    if program.position_invariant:
        read.add(0)
    if kind != "compute" and not options.link.numbers_given:
        read -= set(_BUILT_IN)
    attributes = _attributes(program, storage, names, target, kind, read)
    results = tuple(
        Result(name, RESULT_NAMES[name], program.profile.results.index(name)) for name in program.results
    )
    next_stage = options.link.read
    keep_words(storage, results, next_stage)
    return TypedInterface(
        kind,
        target,
        program,
        storage,
        attributes,
        {row.index: row.name for row in attributes},
        parameters_read(program, storage),
        results,
        options.link.state.flat_colors and kind == "vertex",
        options.link.state.clip_distances,
        tuple(buffers_read(program, storage)),
        options.link.state.clip_planes if kind == "vertex" and program.position_invariant else (),
        next_stage,
        options.link.output_prefix,
        bool(options.link.state.sprites) and kind == "vertex",
        options.exact,
    )


def _attributes(
    program: Program, storage: Storage, names: Names, target: Target, kind: str, read: set[int]
) -> tuple[Attribute, ...]:
    """The inputs of the attributes that are read, two of each of 64 bits; TargetError for too many."""
    long, seconds = long_attributes(program), second_locations(program)
    read = read | {index + SECOND for index in long & read}
    # Weights and matrix indices have numbers beyond the locations there are.
    taken = read | set(seconds.values())
    free = (location for location in range(_LOCATIONS) if location not in taken)
    found = []
    for index in sorted(read):
        number = index % SECOND
        variable = storage.variables.get((RegisterFile.ATTRIBUTE, number))
        spelled = storage.attribute_name(number)
        if index == 0 and spelled == "vertex_attrib_0":
            spelled = "vertex_position"
        own = variable.name if variable is not None and not variable.array else ""
        if number in long:
            name = names.take(f"{own or spelled}_{'xy' if index == number else 'zw'}")
        else:
            name = own or names.take(spelled)
        known = (row.name for row in program.attributes if row.index == number)
        binding = next(known, f"vertex.attrib[{number}]")
        location: int | None = index
        if kind != "compute" and index >= _LOCATIONS:
            location = seconds.get(index) if index >= SECOND else next(free, None)
        if location is None:
            raise TargetError(
                f"{program.source.name}: {binding} finds no input: {target.name} has {_LOCATIONS}, and the "
                f"program's other attributes take them all"
            )
        found.append(Attribute(index, binding, name, location))
    return tuple(found)
