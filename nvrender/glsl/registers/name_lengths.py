"""How long names of registers will be, before they are given: what decides how much goes into a line."""

from __future__ import annotations

from nvrender.glsl.cg_names import named_registers
from nvrender.glsl.names import safe, short_input, spelled
from nvrender.glsl.registers.variables import PARAMETERS
from nvrender.ir.nodes import Role, Shader
from nvrender.lower.registers import ROLES
from nvrender.program import BindingKind, Program
from nvrender.program.profile import Stage

_BLOCK = len(PARAMETERS) + 1
#: Of attributes that are not called as the results of the stage before, like TEX0.
_BUILT_IN = {
    "fragment.position": len("gl_FragCoord"),
    "vertex.tesscoord": len("gl_TessCoord"),
    "invocation.globalid": len("invocation_globalid"),
}
_RESULT = len("TEX0")
#: Parameters that have the block's name as part of their own.
_OF_PROGRAM = (BindingKind.ENVIRONMENT, BindingKind.LOCAL)


def name_lengths(program: Program, shader: Shader) -> dict[tuple[Role, int], int]:
    """The lengths by the registers' roles and numbers, of those of a shader that the program tells."""
    found: dict[tuple[Role, int], int] = {}
    for row in program.variables:
        role = ROLES.get(row.file)
        named = role is not Role.INPUT or program.profile.stage is Stage.VERTEX
        if role is not None and not row.alias and named:
            block = _BLOCK if role is Role.PARAMETER else 0
            for place in range(row.count):
                size = block + len(safe(row.name)) + (2 + len(str(place)) if row.array else 0)
                found.setdefault((role, row.index + place), size)
    vertex = program.profile.stage is Stage.VERTEX
    for attribute in program.attributes:
        size = len(short_input(spelled(attribute.name))) if vertex else _BUILT_IN.get(attribute.name, _RESULT)
        found.setdefault((Role.INPUT, attribute.index), size)
    sizes = _parameters(program)
    for var in shader.variables:
        if var.role is Role.PARAMETER:
            size = sizes.get(var.binding, len(f"c[{var.binding}]"))
            found.setdefault((var.role, var.binding), _BLOCK + size)
    return found


def _parameters(program: Program) -> dict[int, int]:
    """The lengths of what has no declared name: called after its binding, or as one of Cg's uniforms."""
    declares = program.profile.declares_names
    found = {
        number: len(spelled(row.name)) - (_BLOCK if row.kind in _OF_PROGRAM else 0)
        for number, row in enumerate(program.parameters)
    }
    for row in named_registers(program):
        for place in range(row.count):
            element = f"{row.name}[{place}]" if declares else f"c[{row.name} + {place}]"
            alone = row.name if declares else f"c[{row.name}]"
            found[row.start + place] = len(element if row.array else alone)
    return found
