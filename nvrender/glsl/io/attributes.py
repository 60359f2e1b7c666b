"""The vertex attributes a program reads: the inputs they arrive in, and what main loads of them."""

from __future__ import annotations

from nvrender.glsl import library
from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.variables import Variable
from nvrender.glsl.io.interface import Attribute, Fetch, Result, Shader
from nvrender.glsl.io.vertices import POSITION_AND_CLIPPING, POSITION_INVARIANT
from nvrender.glsl.names import Names
from nvrender.glsl.targets import Target
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

    def inputs(self) -> list[str]:
        return [
            f"layout(location = {row.location}) in {self.attribute_kind(row.index)}vec4 {row.name};"
            for row in self.attributes
        ]

    def state_blocks(self) -> list[str]:
        block = POSITION_AND_CLIPPING if self.clip_planes else POSITION_INVARIANT
        return [block.format(binding=self.binding(1))] * self.program.position_invariant

    def functions(self) -> list[str]:
        if not self.program.position_invariant:
            return []
        return library.texts(library.POSITION, self.program.profile.family)

    def reads_directly(self, index: int) -> bool:
        return any(row.index == index for row in self.attributes)

    def element(self, index: int) -> tuple[str, str]:
        """An attribute as the shader has it, and of which kind; "" for what is no variable of its own."""
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
        if not arrays and index >= _LOCATIONS:
            location = seconds.get(index) if index >= SECOND else next(free, None)
        if location is None:
            raise TargetError(
                f"{program.source.name}: {binding} finds no input: {target.name} has {_LOCATIONS}, and the "
                f"program's other attributes take them all"
            )
        found.append(Attribute(index, binding, name, location))
    return tuple(found)
