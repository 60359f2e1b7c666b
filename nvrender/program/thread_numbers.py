"""What threads are called, and how many there are, where that is the same for all of them.

NV_shader_thread_group 2.X.3.2 and 2.X.3.3 leave both to the implementation; docs/semantics.md.
"""

from __future__ import annotations

from collections import OrderedDict
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
STATE = {"warpsize": 4, "warpspersm": 1, "smcount": 1}
_KEPT = 32
#: By the identities of programs, which are kept alive beside what they became.
_known: OrderedDict[int, tuple[Program, Program]] = OrderedDict()


def with_thread_numbers(program: Program) -> Program:
    """``program`` with constants in place of ``state.thread`` and, but for fragments, of thread attributes.

    The same program where it has none, and the same result for the same program.
    """
    if program.profile.family != "nv5":
        return program
    found = _known.get(id(program))
    if found is None:
        found = _known[id(program)] = program, _numbered(program)
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return found[1]


def _numbered(program: Program) -> Program:
    parameters = [
        _constant(STATE[row.name.rpartition(".")[2]]) if row.kind is BindingKind.THREAD else row
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
