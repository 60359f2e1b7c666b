"""The form in which every loaded program is handed on: what is the same for all threads is a constant.

NV_shader_thread_group 2.X.3.2 and 2.X.3.3 leave to the implementation what threads are called and how many
there are; docs/semantics.md.
"""

from __future__ import annotations

from dataclasses import replace

from nvrender.ops.types import DataType
from nvrender.program import (
    Binding,
    BindingKind,
    ImageAccess,
    Instruction,
    Operand,
    Program,
    Register,
    RegisterFile,
    TextureAccess,
)
from nvrender.program.profile import Stage

#: Of threads that are alone in their group: they have the number 0.
_ALONE = {
    "threadid": 0,
    "threadeqmask": 1,
    "threadltmask": 0,
    "threadlemask": 1,
    "threadgtmask": 0xFFFFFFFE,
    "threadgemask": 0xFFFFFFFF,
    "warpid": 0,
    "smid": 0,
}
#: state.thread: groups of four, one at a time.
_STATE = {"warpsize": 4, "warpspersm": 1, "smcount": 1}


def normalized(program: Program) -> Program:
    """``program`` with constants in place of ``state.thread`` and, but for fragments, of thread attributes.

    What loads a program hands on this; it has the program as it is written where that is another.
    """
    if not program.profile.language.sized:
        return program
    parameters = [
        _constant(_STATE[row.name.rpartition(".")[2]]) if row.kind is BindingKind.THREAD else row
        for row in program.parameters
    ]
    alone = {} if program.profile.stage is Stage.FRAGMENT else _alone(program)
    if not alone and parameters == [*program.parameters]:
        return program
    places = {}
    for index, value in alone.items():
        places[index] = len(parameters)
        parameters.append(_constant(value))
    return replace(
        program,
        parameters=tuple(parameters),
        attributes=tuple(row for row in program.attributes if row.index not in alone),
        instructions=tuple(_replaced(row, places) for row in program.instructions),
        written=program,
    )


def _alone(program: Program) -> dict[int, int]:
    """Number → value of each thread attribute the program binds."""
    rows = ((row.index, row.name.rpartition(".")[2]) for row in program.attributes)
    return {index: _ALONE[name] for index, name in rows if name in _ALONE}


def _constant(value: int) -> Binding:
    words = value, 0, 0, 0
    return Binding(f"{{{value}, 0, 0, 0}}", BindingKind.CONSTANT, words=words, type=DataType.UNSIGNED)


def _replaced(instruction: Instruction, places: dict[int, int]) -> Instruction:
    def operand(row: Operand) -> Operand:
        register = row.register
        if register.file is not RegisterFile.ATTRIBUTE or register.index not in places:
            return row
        return replace(row, register=Register(RegisterFile.PARAMETER, places[register.index]))

    texture: TextureAccess | None = instruction.texture
    if texture is not None:
        moved, handle = (None if row is None else operand(row) for row in (texture.moved, texture.handle))
        texture = replace(texture, moved=moved, handle=handle)
    image: ImageAccess | None = instruction.image
    if image is not None and image.handle is not None:
        image = replace(image, handle=operand(image.handle))
    operands = tuple(map(operand, instruction.operands))
    return replace(instruction, operands=operands, texture=texture, image=image)
