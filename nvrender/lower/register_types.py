"""The types that bindings and declarations give registers that hold words (NV_gpu_program4 2.X.3.1)."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.ir.types import INT, UINT, Kind, Type
from nvrender.ops.types import DataType
from nvrender.program import BindingKind, Program, RegisterFile
from nvrender.records import once

KINDS = {DataType.FLOAT: Kind.FLOAT, DataType.SIGNED: Kind.INT, DataType.UNSIGNED: Kind.UINT}
TYPES = {kind: type for type, kind in KINDS.items()}
_TYPELESS_RESULTS = "attrib", "patch.attrib", "samplemask"
_INTEGERS = "id", "primid", "layer"
#: What callers and programs set, to words of any type.
_TYPELESS_PARAMETERS = (BindingKind.ENVIRONMENT, BindingKind.LOCAL, BindingKind.CONSTANT)


def type_of_words(program: Program, file: RegisterFile, numbers: range) -> Type:
    """The type of registers that are one variable: words, unless all that tells a type tells one."""
    if file is RegisterFile.ADDRESS:
        return INT
    kinds = {KINDS[type] for type in _told(program, file, numbers)}
    return Type(kinds.pop()) if len(kinds) == 1 else UINT


def _told(program: Program, file: RegisterFile, numbers: range) -> Iterator[DataType]:
    if file is RegisterFile.RESULT:
        for name in map(program.profile.results.__getitem__, numbers):
            # In languages without types colours are floats, and are clamped.
            typeless = name.startswith(_TYPELESS_RESULTS)
            if not (typeless or (program.profile.flags and name.startswith("color["))):
                yield DataType.SIGNED if name in _INTEGERS else DataType.FLOAT
    elif file is RegisterFile.ATTRIBUTE:
        rows = (row for row in program.attributes if row.index in numbers)
        yield from (row.type for row in rows if row.type is not None)
    elif file is RegisterFile.PARAMETER:
        for index in numbers:
            if program.parameters[index].kind not in _TYPELESS_PARAMETERS:
                yield DataType.FLOAT
    declared = _declared(program)
    for number in numbers:
        yield from declared.get((file, number), ())


@once
def _declared(program: Program) -> dict[tuple[RegisterFile, int], set[DataType]]:
    """By a register's file and number the types of the variables that are in it."""
    found: dict[tuple[RegisterFile, int], set[DataType]] = {}
    for variable in program.variables:
        if variable.type is not None:
            for number in range(variable.index, variable.index + variable.count):
                found.setdefault((variable.file, number), set()).add(variable.type)
    return found
