"""Shaders of vertex programs: a pipeline's, one whose outputs are the raw results, one over arrays."""

from __future__ import annotations

from nvrender.glsl import library
from nvrender.glsl.io.built_ins import attribute_names, attribute_value
from nvrender.glsl.io.interface import Attribute, Fetch, Result, Shader, array_declarations
from nvrender.glsl.io.vertices import FIXED_FUNCTION, POSITION_AND_CLIPPING, POSITION_INVARIANT, VertexMaker
from nvrender.glsl.names import Names
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import PARAMETERS, Variable
from nvrender.glsl.targets import Target
from nvrender.glsl.varyings import of_kind
from nvrender.languages.arb.vertex_bindings import VERTEX_ID, VERTEX_INSTANCE
from nvrender.program import RegisterFile
from nvrender.program.long_attributes import SECOND, long_attributes, second_locations
from nvrender.source import TargetError

#: Attribute locations every OpenGL has.
_LOCATIONS = 16
#: What vertex shaders know without an input.
BUILT_IN = {VERTEX_ID: "gl_VertexID", VERTEX_INSTANCE: "gl_InstanceID"}


class AttributeShader(Shader):
    """The shader around a vertex program."""

    @property
    def position(self) -> str:
        """The attribute that the conventional transform reads."""
        variable = self.storage.variables.get((RegisterFile.ATTRIBUTE, 0))
        return variable.at(0) if variable is not None else self._input(0)

    def value(self, row: Result) -> str:
        if row.name == "HPOS" and self.program.position_invariant:
            if self.options.built_ins:
                return "ftransform()"
            return f"fixed_function_position({self.position})"
        return super().value(row)

    def result_kind(self, row: Result) -> str:
        invariant = row.name == "HPOS" and self.program.position_invariant
        return "" if invariant else super().result_kind(row)

    def _input(self, index: int) -> str:
        return next(row.name for row in self.attributes if row.index == index)

    def attribute_kind(self, index: int) -> str:
        """The kind of the words an attribute is read as."""
        if index >= SECOND:
            return "u"
        variable = self.storage.variables.get((RegisterFile.ATTRIBUTE, index))
        return "" if variable is None else variable.kind

    @property
    def _writes_parameters(self) -> bool:
        """True for a vertex state program, which has a copy of the parameters."""
        return self.program.profile.writable_parameters

    def prologue(self) -> list[str]:
        # A loop (quirks.ARRAY_COPIES).
        return [
            f"for (int i = 0; i < {row.count}; ++i) {row.name}[i] = {PARAMETERS}.{row.name}[i];"
            for row in self.storage.all(RegisterFile.PARAMETER)
            if self._writes_parameters
        ]

    def inputs(self) -> list[str]:
        return [
            f"{self._place(row)} {self.attribute_kind(row.index)}vec4 {row.name};"
            for row in self.attributes
            if not self._built_in(row.index)
        ]

    def _place(self, row: Attribute) -> str:
        """What says that a variable is an attribute, and where it lies."""
        layout = f"layout(location = {row.location}) " if self.target.attribute_locations else ""
        return f"{layout}{'in' if self.target.modern else 'attribute'}"

    def state_blocks(self) -> list[str]:
        block = POSITION_AND_CLIPPING if self.clip_planes else POSITION_INVARIANT
        needed = self.program.position_invariant and not self.options.built_ins
        return self.block(1, FIXED_FUNCTION, block) if needed else []

    def functions(self) -> list[str]:
        used = library.POSITION if self.target.modern else library.POSITION_BY_ROWS
        needed = self.program.position_invariant and not self.options.built_ins
        return library.texts(used if needed else {}, self.program.profile.family)

    def _built_in(self, index: int) -> str:
        """A vector of four of an attribute that GLSL itself has, else ""."""
        return attribute_value(self.storage, index) if self.options.built_ins else ""

    @property
    def recorded(self) -> tuple[Attribute, ...]:
        """The attributes that callers find by a name or a location."""
        return tuple(row for row in self.attributes if not self._built_in(row.index))

    def reads_directly(self, index: int) -> bool:
        if self._built_in(index):
            return index in attribute_names(self.storage)
        return any(row.index == index for row in self.attributes)

    def element(self, index: int) -> tuple[str, str]:
        """An attribute as the shader has it, and of which kind; "" for what is no variable of its own."""
        if built_in := self._built_in(index):
            return built_in, ""
        if index in BUILT_IN and not self.reads_directly(index):
            return f"ivec4({BUILT_IN[index]}, 0, 0, 0)", "i"
        return self._input(index), self.attribute_kind(index)

    def fetched(self, variable: Variable, index: int, through: str) -> list[Fetch]:
        """One attribute, of 64 bits its low and its high words."""
        if variable.high is None:
            return super().fetched(variable, index, through)
        halves = [self.element(number)[0] for number in (index, index + SECOND)]
        texts = (", ".join(f"{half}.{letters}" for half in halves) for letters in ("xz", "yw"))
        kind = None if variable.array else "u"
        pairs = zip((variable, variable.high), texts, strict=True)
        return [Fetch(row.at(index), f"uvec4({text})", kind) for row, text in pairs]


class VertexShader(VertexMaker, AttributeShader):
    """Results are outputs, or what GL has of a vertex: position, point size, clip distances."""

    kind = "vertex"
    purpose = "vertex shader"


class FeedbackShader(AttributeShader):
    """Results are outputs; those of a vertex state program are the parameters it writes."""

    kind = "feedback"
    purpose = "vertex shader for transform feedback"

    def is_output(self, name: str) -> bool:
        return True

    @property
    def has_final_section(self) -> bool:
        return bool(self.epilogue())

    def outputs(self) -> list[str]:
        rows = [of_kind(row.name, self.result_kind(row)) for row in self.results]
        word = self.handed("out")
        return [row.declared(word, "" if row.kind else self.precise) for row in rows]

    def epilogue(self) -> list[str]:
        lines = [f"{row.name} = {self.value(row)};" for row in self.results if self.value(row) != row.name]
        if self.target.modern:
            return lines
        # GLSL 1.20 7.1: a shader that does not write it is ill-formed.
        position = [row.name for row in self.results if row.name == "HPOS"]
        return [*lines, f"gl_Position = {position[0] if position else 'vec4(0.0)'};"]


class ArrayShader(AttributeShader):
    """Invocations are vertices. Attributes and results lie side by side, or each in an array of its own.

    They are words where languages type them.
    """

    kind = "compute"
    purpose = "compute shader"
    integer = "vertex_count", False
    keeps_denormals = True

    @property
    def _words(self) -> str:
        return "u" if self.program.profile.declares_names else ""

    def inputs(self) -> list[str]:
        return [*array_declarations(self._words, inputs=bool(self.attributes)), "uniform uint vertex_count;"]

    def outputs(self) -> list[str]:
        return []

    def prologue(self) -> list[str]:
        lines = ["uint vertex = gl_GlobalInvocationID.x;", "if (vertex >= vertex_count) return;"]
        return lines + super().prologue()

    def reads_directly(self, index: int) -> bool:
        return False

    def element(self, index: int) -> tuple[str, str]:
        place = next(place for place, row in enumerate(self.attributes) if row.index == index)
        return f"attributes[{self._element(place, len(self.attributes))}]", self._words

    def fetches(self, through: str) -> list[Fetch]:
        rows = super().fetches(through)
        if self.program.position_invariant and (RegisterFile.ATTRIBUTE, 0) not in self.storage.variables:
            value = self.element(0)[0] if not self._words else f"uintBitsToFloat({self.element(0)[0]})"
            rows.append(Fetch(self.position, f"{through}({value})" if through else value, ""))
        return rows

    def epilogue(self) -> list[str]:
        return [
            f"results[{self._element(place, len(self.results))}] = {self.words(row, self._words)};"
            for place, row in enumerate(self.results)
        ]

    def _element(self, place: int, count: int) -> str:
        """The index of the vector ``place`` of the ``count`` that a vertex has."""
        if self.options.link.apart:
            return f"vertex + {place}u * vertex_count" if place else "vertex"
        index = "vertex" if count == 1 else f"vertex * {count}u"
        return f"{index} + {place}u" if place else index


def attributes_of(
    storage: Storage, names: Names, target: Target, *, arrays: bool, numbers_given: bool
) -> tuple[Attribute, ...]:
    """The attributes that are read, two of each of 64 bits; TargetError for too many inputs."""
    program = storage.program
    read = {index for file, index in storage.variables if file is RegisterFile.ATTRIBUTE}
    read |= {0} if program.position_invariant else set()
    read -= set() if arrays or numbers_given else set(BUILT_IN)
    long, seconds = long_attributes(program), second_locations(program)
    read |= {index + SECOND for index in long & read}
    # Weights and matrix indices have numbers beyond the locations there are.
    taken = read | set(seconds.values())
    free = (location for location in range(_LOCATIONS) if location not in taken)
    found = []
    for index in sorted(read):
        number = index % SECOND
        known = (row.name for row in program.attributes if row.index == number)
        binding = next(known, f"vertex.attrib[{number}]")
        location: int | None = index
        if not arrays and index >= _LOCATIONS:
            location = seconds.get(index) if index >= SECOND else next(free, None)
        if location is None:
            raise TargetError(
                f"{program.source.name}: {binding} finds no input: {target.name} has {_LOCATIONS}, and the "
                f"program's other attributes take them all"
            )
        found.append(Attribute(index, binding, _input_name(storage, names, index, number in long), location))
    return tuple(found)


def _input_name(storage: Storage, names: Names, index: int, long: bool) -> str:
    """What an input is called: the variable it is read into, or by what it is."""
    number = index % SECOND
    variable = storage.variables.get((RegisterFile.ATTRIBUTE, number))
    spelled = storage.attribute_name(number)
    if index == 0 and spelled == "vertex_attrib_0":
        spelled = "vertex_position"
    own = variable.name if variable is not None and not variable.array else ""
    if long:
        return names.take(f"{own or spelled}_{'xy' if index == number else 'zw'}")
    return own or names.take(spelled)
