"""How long names of registers will be, before they are given: what decides how much goes into a line."""

from __future__ import annotations

from nvrender.glsl.names import spelled
from nvrender.glsl.registers.variables import PARAMETERS
from nvrender.ir.nodes import Role, Shader
from nvrender.lower.registers import ROLES
from nvrender.program import Program
from nvrender.program.profile import Stage

_BLOCK = len(PARAMETERS) + 1


def name_lengths(program: Program, shader: Shader) -> dict[tuple[Role, int], int]:
    """The lengths by the registers' roles and numbers, of those of a shader that the program tells."""
    found: dict[tuple[Role, int], int] = {}
    for row in program.variables:
        role = ROLES.get(row.file)
        named = role is not Role.INPUT or program.profile.stage is Stage.VERTEX
        if role is not None and not row.alias and named:
            block = _BLOCK if role is Role.PARAMETER else 0
            for place in range(row.count):
                size = block + len(row.name) + (2 + len(str(place)) if row.array else 0)
                found.setdefault((role, row.index + place), size)
    for attribute in program.attributes:
        usual = len(spelled(attribute.name)) if program.profile.stage is Stage.VERTEX else 4
        found.setdefault((Role.INPUT, attribute.index), usual)
    for var in shader.variables:
        if var.role is Role.PARAMETER:
            found.setdefault((var.role, var.binding), _BLOCK + len(f"c[{var.binding}]"))
    return found
