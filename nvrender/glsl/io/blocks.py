"""The uniform blocks of a shader: what they are called, where they are bound, and what they hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nvrender.glsl.comments import sanitised
from nvrender.glsl.literals import float_literal
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import Variable
from nvrender.program import BindingKind, Program, RegisterFile
from nvrender.program.profile import Stage
from nvrender.source import TargetError


class _Points(NamedTuple):
    """The binding points of a stage's blocks: parameters, first buffer, and how many buffers."""

    parameters: int
    first_buffer: int
    buffers: int


#: Uniform blocks of program parameter buffers.
BUFFERS = 16
#: OpenGL 3.3 has 36 points; those of geometry and tessellation programs lie beyond.
_VERTEX = _Points(0, 4, BUFFERS)
_FRAGMENT = _Points(20, 21, 15)
_GEOMETRY = _Points(36, 37, 15)
_CONTROL = _Points(52, 53, 8)
_EVALUATION = _Points(61, 62, 8)
#: What says where which buffer lies in the memory that programs reach.
MEMORY_LAYOUT_BLOCK = "MemoryLayout"
MEMORY_LAYOUT = 70
BLOCK_POINTS = {
    Stage.VERTEX: _VERTEX,
    Stage.VERTEX_STATE: _VERTEX,
    Stage.COMPUTE: _VERTEX,
    Stage.FRAGMENT: _FRAGMENT,
    Stage.TESSELLATION_CONTROL: _CONTROL,
    Stage.TESSELLATION_EVALUATION: _EVALUATION,
    Stage.GEOMETRY: _GEOMETRY,
}
#: The stages that programs are for, as uniform blocks begin.
_PREFIXES = {
    Stage.TESSELLATION_CONTROL: "Control",
    Stage.TESSELLATION_EVALUATION: "Evaluation",
    Stage.GEOMETRY: "Geometry",
    Stage.FRAGMENT: "Fragment",
}


#: Where the environment of a stage is bound, program.env.
ENVIRONMENT_POINTS = {stage: MEMORY_LAYOUT + 1 + place for place, stage in enumerate(BLOCK_POINTS)}


def environment_block(stage: Stage) -> str:
    """The uniform block of program.env."""
    return f"{_PREFIXES.get(stage, 'Program')}Environment"


def buffer_block(bank: int, stage: Stage = Stage.VERTEX) -> str:
    """The uniform block of the buffer at a binding point."""
    return f"{_PREFIXES.get(stage, 'Program')}Buffer{bank}"


def parameter_block(stage: Stage) -> str:
    """The uniform block of a program's parameters: linked stages must call theirs differently."""
    return f"{_PREFIXES.get(stage, 'Program')}Parameters"


class Member(NamedTuple):
    """A member of the uniform block: ``count`` vec4 from number ``offset`` on; ``bindings`` of each."""

    name: str
    offset: int
    count: int  # type: ignore[assignment]  # hides tuple.count
    bindings: tuple[str, ...]


class Parameters(NamedTuple):
    """The uniform block of program parameters; ``count`` 0 where the program reads none.

    ``block`` is "" where each member is a uniform of its own.

    Of a declared-name program ``registers`` are the numbers of the parameters its ``members`` hold, in
    order, -1 of what none is; else it is the array ``array`` of the first ``count``.
    ``environment`` are the numbers of program.env that are read of its own block.
    """

    block: str
    array: str
    count: int  # type: ignore[assignment]  # hides tuple.count
    registers: tuple[int, ...] = ()
    members: tuple[Member, ...] = ()
    environment: tuple[int, ...] = ()


class ParameterBuffer(NamedTuple):
    """A program parameter buffer as a uniform block: ``array`` has ``vectors`` vectors of four words.

    ``name`` is what the shader calls the block.

    Of BUFFER variables ``words`` is 1 and element e is component e % 4 of vector e / 4; of BUFFER4
    variables it is 4. The block has no padding, so that the words lie in it as they lie in the buffer
    (NV_gpu_program4 2.X.3.6); ``type`` is what the translation reads the vectors as.
    """

    bank: int
    words: int
    block: str
    name: str
    array: str
    type: str
    vectors: int


def parameters_read(program: Program, storage: Storage) -> Parameters:
    """The uniform block of the parameters some instruction reads."""
    block = parameter_block(program.profile.stage) if storage.blocks else ""
    variables = storage.members
    if not program.profile.declares_names:
        return Parameters(block, variables[0].name, variables[0].count)
    registers: list[int] = []
    members: list[Member] = []
    for variable in variables:
        covered = storage.registers_of(variable)
        bindings = tuple(program.parameters[index].name if index >= 0 else "" for index in covered)
        members.append(Member(variable.name, len(registers), variable.count, bindings))
        registers += covered
    return Parameters(block, "", len(registers), tuple(registers), tuple(members), tuple(storage.environment))


def buffers_read(program: Program, storage: Storage) -> Iterator[ParameterBuffer]:
    """The buffers some instruction reads, as uniform blocks.

    Blocks, not buffer textures, since a vector of four words is padded in neither: a buffer object is bound
    as it is, and BUFFER4 elements read as vectors of their type.
    """
    stage = program.profile.stage
    room = BLOCK_POINTS[stage].buffers
    for row in program.buffers:
        variable = storage.variables.get((RegisterFile.BUFFER, row.bank))
        if variable is None:
            continue
        if row.bank >= room:
            raise TargetError(
                f"{program.source.name}: program.buffer[{row.bank}] has no uniform block; "
                f"translations have them for buffers 0 to {room - 1}"
            )
        block, type = buffer_block(row.bank, stage), f"{variable.kind}vec4"
        array = variable.block or variable.name
        block = block if storage.blocks else ""
        yield ParameterBuffer(row.bank, row.words, block, variable.name, array, type, variable.vectors)


def block_declaration(layout: str, block: str, members: Iterable[str], name: str = "") -> str:
    """A uniform block, which the shader calls ``name``, or of which it names the members alone."""
    inside = "".join(f"    {line}\n" for line in members)
    return f"layout({layout}) uniform {block} {{\n{inside}}}{' ' if name else ''}{name};"


def member(program: Program, variable: Variable) -> str:
    """A parameter as a block's member, with what is known of it behind it.

    That is what Cg metadata or a comment says, and the value its DECLARE gives it.
    """
    remarks = [variable.remark] if variable.uniform is None else [sanitised(variable.uniform.description)]
    for binding in program.parameters[variable.start : variable.start + 1]:
        if binding.kind is BindingKind.NAMED:
            remarks.append("at first " + ", ".join(float_literal(word).text for word in binding.words))
    remark = "; ".join(filter(None, remarks))
    return f"{variable.declaration};" + (f"  // {remark}" if remark else "")


def buffer_member(program: Program, row: ParameterBuffer) -> str:
    """A buffer as its block's member: what it holds, and which variables stand where if they are several."""
    text = f"program.buffer[{row.bank}]" + (", four elements a vector" if row.words == 1 else "")
    names = {
        variable.name: f"{variable.name} {'from' if variable.count > 1 else 'at'} {variable.index}"
        for variable in program.variables
        if variable.file is RegisterFile.BUFFER and row.bank in variable.points and not variable.alias
    }
    remark = f"{text}: {', '.join(names.values())}" if len(names) > 1 else text
    return f"{row.type} {row.array}[{row.vectors}];  // {remark}"
