"""Directives, and declarations of memory and of units, of programs of generation 4 and 5."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.program import Program, RegisterFile, Variable

_SPACES = {
    RegisterFile.BUFFER: "buffer",
    RegisterFile.STORAGE: "storage",
    RegisterFile.SHARED: "sharedmem",
}
_UNITS = {RegisterFile.TEXTURE: "texture", RegisterFile.IMAGE: "image"}
#: Files whose registers are chosen by a declared name alone.
NAMED = frozenset({*_SPACES, *_UNITS, RegisterFile.SUBROUTINE})


def directives(program: Program) -> Iterator[str]:
    """What a program of its stage declares before all else."""
    if (geometry := program.geometry) is not None:
        yield f"PRIMITIVE_IN {geometry.input};"
        yield f"PRIMITIVE_OUT {geometry.output};"
        yield f"VERTICES_OUT {geometry.limit};"
        if geometry.invocations > 1:
            yield f"INVOCATIONS {geometry.invocations};"
    if (tessellation := program.tessellation) is not None:
        if tessellation.vertices:
            yield f"VERTICES_OUT {tessellation.vertices};"
        else:
            yield f"TESS_MODE {tessellation.mode};"
            yield f"TESS_SPACING {tessellation.spacing};"
            yield f"TESS_VERTEX_ORDER {tessellation.order};"
            if tessellation.points:
                yield "TESS_POINT_MODE;"
    if (compute := program.compute) is not None:
        yield f"GROUP_SIZE {' '.join(map(str, compute.size))};"
        if compute.shared is not None:
            yield f"SHARED_MEMORY {compute.shared};"


def subroutine_types(program: Program) -> Iterator[str]:
    """The types of subroutine parameters."""
    for row in program.subroutine_types:
        yield f"SUBROUTINETYPE {row.name} {{ {', '.join(row.labels)} }};".replace("{  }", "{ }")


def keyword(variable: Variable, words: int) -> str:
    """What declares a variable of these files; ``words`` are those of a parameter buffer's element."""
    match variable.file:
        case RegisterFile.BUFFER if variable.bytes:
            return "CBUFFER"
        case RegisterFile.BUFFER:
            return "BUFFER4" if words == 4 else "BUFFER"
        case RegisterFile.SUBROUTINE:
            return f"SUBROUTINE {variable.subroutine}"
        case _:
            return variable.file.name


def item(variable: Variable) -> str:
    """What a variable of these files is bound to, as one binding."""
    first, last = variable.index, variable.index + variable.count - 1
    numbers = f"[{first}..{last}]" if variable.array and last > first else f"[{first}]"
    if variable.file in _UNITS:
        return _UNITS[variable.file] + numbers
    if variable.file is RegisterFile.SUBROUTINE:
        return "program.subroutine" + numbers
    bank = f"[{variable.bank}]"
    if variable.banks:
        bank = f"[{variable.bank}..{variable.bank + variable.banks - 1}]"
    if variable.file is RegisterFile.SHARED:
        bank = ""
    return f"program.{_SPACES[variable.file]}{bank}{numbers}"
