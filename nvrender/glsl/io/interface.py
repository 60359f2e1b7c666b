"""The shader around a translated program: five questions, and what all kinds of shaders answer alike."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

from nvrender.glsl.expressions import Expression
from nvrender.glsl.io.blocks import (
    BLOCK_POINTS,
    ENVIRONMENT_POINTS,
    ParameterBuffer,
    Parameters,
    block_declaration,
    buffer_member,
    buffers_read,
    environment_block,
    member,
    parameters_read,
)
from nvrender.glsl.io.input_functions import InputFunctions, InputTexts
from nvrender.glsl.io.subroutines import subroutine_declarations
from nvrender.glsl.link import DrawState
from nvrender.glsl.options import Options
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import ENVIRONMENT, PARAMETERS, RESULT_NAMES, Variable
from nvrender.glsl.targets import Target
from nvrender.glsl.textures.older import older_extensions
from nvrender.glsl.varyings import GIVEN_PRIMITIVE_ID, Varying, Varyings, unwritten
from nvrender.glsl.word_types import cast
from nvrender.program import Program, RegisterFile

#: Invocations of a work group that runs over arrays.
_LOCAL_SIZE = 64
#: Results by what becomes of them: GL's clip distances, and colours, which are clamped.
CLIP_PLANES = {f"CLP{plane}": plane for plane in range(8)}
COLORS = frozenset({"COL0", "COL1", "BFC0", "BFC1"})


class Attribute(NamedTuple):
    """A vertex attribute: number, mnemonic ("" for 6 and 7), GLSL name, location."""

    index: int  # type: ignore[assignment]  # hides tuple.index
    mnemonic: str
    name: str
    location: int


class Result(NamedTuple):
    """A result: the program's name for it, its GLSL name, its index in its register file."""

    result: str
    name: str
    index: int  # type: ignore[assignment]  # hides tuple.index


class Fetch(NamedTuple):
    """What main loads into a variable at first, of a ``kind`` of words; None if it is declared elsewhere."""

    target: str
    value: str
    kind: str | None = None


class Leaving(NamedTuple):
    """Where a result goes of which all is written at once: GLSL's variable, the components that it takes.

    ``limits`` are the least and the greatest number there, None for any.
    """

    target: str
    components: tuple[int, ...] = (0, 1, 2, 3)
    limits: tuple[float | None, float | None] = (None, None)


def array_declarations(kind: str = "u", *, inputs: bool = True) -> list[str]:
    """The buffers of what all invocations read and write: words, or floats of kind ""."""
    read = f"layout(std430, binding = 0) readonly buffer Attributes {{\n    {kind}vec4 attributes[];\n}};"
    written = f"layout(std430, binding = 1) writeonly buffer Results {{\n    {kind}vec4 results[];\n}};"
    return [f"layout(local_size_x = {_LOCAL_SIZE}) in;", *[read] * inputs, written]


@dataclass(frozen=True)
class Shader:
    """What a program reads and writes, in the order buffers pack it, and what all kinds say of it."""

    storage: Storage
    target: Target
    options: Options
    attributes: tuple[Attribute, ...]
    results: tuple[Result, ...]
    #: The results that instructions write as they leave.
    in_place: frozenset[str] = field(default=frozenset(), kw_only=True)

    #: What the kind is called, in a word and in the shader's first line.
    kind: ClassVar[str]
    purpose: ClassVar[str]
    #: An integer that is never negative, and whether its type is signed: the hidden zero is made of it.
    integer: ClassVar[tuple[str, bool]] = "gl_VertexID", True
    #: Whether drivers may keep denormals here, which the languages do not have (docs/semantics.md).
    keeps_denormals: ClassVar[bool] = False

    @property
    def program(self) -> Program:
        return self.storage.program

    @property
    def state(self) -> DrawState:
        return self.options.link.state

    @property
    def next_stage(self) -> Varyings | None:
        """What the next stage reads, by name; None where nobody says."""
        return self.options.link.read

    @property
    def precise(self) -> str:
        """What stands before floats that are outputs."""
        return "precise " if self.options.exact else ""

    @property
    def position(self) -> str:
        """The attribute that the conventional transform reads."""
        return ""

    @property
    def clip_planes(self) -> tuple[int, ...]:
        """The enabled clip planes that a position-invariant program's vertices are clipped by."""
        return self.state.clip_planes if self.program.position_invariant else ()

    @property
    def read(self) -> tuple[Varying, ...]:
        """What the stage before must write."""
        return ()

    @property
    def input_vectors(self) -> int:
        """How many vectors those are."""
        return len(self.read)

    @property
    def uniform_blocks(self) -> int:
        """How many the shader has, but for the layout of memory."""
        parameters = bool(self.parameters.count) + bool(self.parameters.environment) + len(self.buffers)
        return (parameters + len(self.state_blocks())) * self.target.blocks

    @property
    def texture_count(self) -> int:
        """How many textures the shader reads."""
        return len(self.storage.samplers)

    @property
    def counts_faults(self) -> bool:
        """Whether an invocation counts its own invalid accesses, and tells of them at its end."""
        return False

    @property
    def hides_unwritten(self) -> bool:
        """True if what the next stage reads and nothing writes is made of the hidden zero."""
        return self.options.exact and any(row.name != GIVEN_PRIMITIVE_ID for row in self.left_out)

    @property
    def left_out(self) -> list[Varying]:
        """What the next stage reads and the program does not write."""
        return unwritten(self.next_stage, [row.name for row in self.results])

    @property
    def recorded(self) -> tuple[Attribute, ...]:
        """The attributes as a translation lists them."""
        return self.attributes

    @cached_property
    def parameters(self) -> Parameters:
        return parameters_read(self.program, self.storage)

    @cached_property
    def buffers(self) -> tuple[ParameterBuffer, ...]:
        return tuple(buffers_read(self.program, self.storage))

    def binding(self, number: int) -> str:
        """The layout's binding, where the target can say it."""
        return f", binding = {number}" if self.target.bindings else ""

    def variable(self, row: Result) -> Variable | None:
        """What holds a result; None for one that no instruction names."""
        return self.storage.variables.get((RegisterFile.RESULT, row.index))

    def value(self, row: Result) -> str:
        """A result where the program has ended."""
        variable = self.variable(row)
        return row.name if variable is None else variable.at(row.index)

    def output_kind(self, row: Result) -> str:
        """The kind of the words that leave as a result."""
        return self.result_kind(row)

    def result_kind(self, row: Result) -> str:
        """The kind ("", "i", "u") of the words a result holds."""
        variable = self.variable(row)
        return "" if variable is None else variable.kind

    def words(self, row: Result, kind: str) -> str:
        """A result as words of ``kind``."""
        return cast(Expression(self.value(row), width=4), self.result_kind(row), kind).text

    def is_output(self, name: str) -> bool:
        """True if a result is a shader output, False if it is a variable."""
        return False

    def begins(self, row: Result) -> bool:
        """True if a result is an output that main gives its first value."""
        return self.is_output(row.name)

    def leaving(self, row: Result) -> Leaving | None:
        """How a result leaves; None where that takes more than an assignment."""
        return None

    def observed(self, row: Result) -> frozenset[int]:
        """The components of a result that are seen once the program has ended."""
        return frozenset(range(4))

    def first_value(self, variable: Variable) -> str:
        """What a result is at first where that is not zeros."""
        return ""

    def reads_directly(self, index: int) -> bool:
        """True for an attribute that the shader has as it is, under the variable's name."""
        return True

    def element(self, index: int) -> tuple[str, str]:
        """An attribute as the shader has it, and of which kind."""
        raise NotImplementedError

    def fetches(self, through: str) -> list[Fetch]:
        """The attributes that main loads; floats go ``through`` a function."""
        state = [Fetch(name, text, "") for name, text in self.storage.state.items()]
        return state + [
            row
            for variable in self.storage.all(RegisterFile.ATTRIBUTE)
            for index in range(variable.start, variable.start + variable.count)
            if variable.array or variable.high is not None or not self.reads_directly(index)
            for row in self.fetched(variable, index, through)
        ]

    def fetched(self, variable: Variable, index: int, through: str) -> list[Fetch]:
        """One attribute, loaded into its variable."""
        text, source = self.element(index)
        value = cast(Expression(text, width=4), source, variable.kind).text
        words = self.storage.holds_words and (variable.moved or not variable.used_as_float)
        if through and not (variable.kind or words):
            value = f"{through}({value})"
        return [Fetch(variable.at(index), value, None if variable.array else variable.kind)]

    @property
    def extensions(self) -> list[str]:
        """Those that what surrounds the program needs."""
        if self.target.modern:
            return []
        rows = self.storage.samplers.values()
        return [name for row in rows for name in older_extensions(row.target, embedded=self.target.embedded)]

    @property
    def optional_extensions(self) -> list[str]:
        """Lines that ask for extensions only where compilers know them."""
        return []

    @property
    def helpers(self) -> tuple[tuple[str, int], ...]:
        """The helpers that the end of main calls, and their widths."""
        return ()

    @property
    def has_final_section(self) -> bool:
        """True if something follows the program's own statements."""
        return True

    def input_texts(self, chosen: InputFunctions) -> InputTexts | None:
        """What instructions read of a primitive or patch; None where attributes are variables."""
        return None

    def variables(self) -> list[str]:
        """Declarations of what instructions count or remember besides registers."""
        return []

    def functions(self) -> list[str]:
        """Functions that instructions, or the end of main, call."""
        return []

    def inputs(self) -> list[str]:
        """Declarations of what comes from the stage before, or from arrays."""
        raise NotImplementedError

    def outputs(self) -> list[str]:
        """Declarations of what goes to the next stage, or to arrays."""
        raise NotImplementedError

    def prologue(self) -> list[str]:
        """The first statements of main."""
        return []

    def epilogue(self) -> list[str]:
        """The last statements of main: results go where the kind of shader wants them."""
        raise NotImplementedError

    def state_blocks(self) -> list[str]:
        """Declarations of the blocks of the state that the shader reads besides."""
        return []

    def blocks(self) -> list[str]:
        """Declarations of uniforms: parameters, program parameter buffers, samplers."""
        points = BLOCK_POINTS[self.program.profile.stage]
        lines = []
        if self.parameters.count:
            members = [member(self.program, row) for row in self.storage.members]
            lines += self.block(points.parameters, self.parameters.block, members, PARAMETERS)
        if self.parameters.environment:
            stage, array = self.program.profile.stage, f"{self.storage.environment_array};"
            lines += self.block(ENVIRONMENT_POINTS[stage], environment_block(stage), [array], ENVIRONMENT)
        lines += self.storage.offsets
        for buffer in self.buffers:
            text = buffer_member(self.program, buffer)
            lines += self.block(points.first_buffer + buffer.bank, buffer.block, [text], buffer.name)
        lines += subroutine_declarations(self.program, embedded=self.target.embedded)
        for sampler in self.storage.samplers.values():
            layout = f"layout(binding = {sampler.unit}) " if self.target.bindings else ""
            lines.append(f"{layout}uniform {self.target.sampler_precision}{sampler.type} {sampler.name};")
        return lines + self.state_blocks()

    def block(self, point: int, block: str, members: Iterable[str], name: str = "") -> list[str]:
        """A uniform block, which the shader calls ``name``, or its members as uniforms that stand alone."""
        if not self.target.blocks:
            return [f"uniform {row}" for row in members]
        return [block_declaration(f"std140{self.binding(point)}", block, members, name)]

    def handed(self, direction: str) -> str:
        """What stands before what the stage before or the next one has, ``in`` or ``out`` of this one."""
        return direction if self.target.modern else "varying"


def results_written(program: Program, captured: tuple[str, ...] | None = None) -> tuple[Result, ...]:
    """The results of ``program`` that are to leave the shader: those ``captured``, or all."""
    return tuple(
        Result(name, RESULT_NAMES[name], program.profile.results.index(name))
        for name in program.results
        if captured is None or name in captured
    )
