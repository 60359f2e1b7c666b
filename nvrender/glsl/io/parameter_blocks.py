"""The uniform blocks of a declared-name program: its parameters, and the parameter buffers it reads."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.io.vertex import (
    BLOCK_POINTS,
    Member,
    ParameterBuffer,
    Parameters,
    buffer_block,
    parameter_block,
)
from nvrender.program import Program, RegisterFile
from nvrender.source import TargetError


def parameters_read(program: Program, storage: Storage) -> Parameters:
    """The uniform block of the parameters some instruction reads."""
    registers: list[int] = []
    members: list[Member] = []
    for variable in storage.all(RegisterFile.PARAMETER):
        covered = range(variable.start, variable.start + variable.count)
        bindings = tuple(program.parameters[index].name for index in covered)
        members.append(Member(variable.name, len(registers), variable.count, bindings))
        registers += covered
    return Parameters(
        parameter_block(program.profile.stage), "", len(registers), tuple(registers), tuple(members)
    )


def buffers_read(program: Program, storage: Storage) -> Iterator[ParameterBuffer]:
    """The buffers some instruction reads, as uniform blocks.

    Blocks, not buffer textures, since a vector of four words is padded in neither: a buffer object is bound
    as it is, and BUFFER4 elements read as vectors of their type.
    """
    for row in program.buffers:
        variable = storage.variables.get((RegisterFile.BUFFER, row.bank))
        if variable is None:
            continue
        stage = program.profile.stage
        room = BLOCK_POINTS[stage][2]
        if row.bank >= room:
            raise TargetError(
                f"{program.source.name}: program.buffer[{row.bank}] has no uniform block; "
                f"translations have them for buffers 0 to {room - 1}"
            )
        yield ParameterBuffer(
            row.bank,
            row.words,
            buffer_block(row.bank, stage),
            variable.name,
            f"{variable.kind}vec4",
            variable.vectors,
        )
