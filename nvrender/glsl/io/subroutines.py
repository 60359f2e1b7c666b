"""Subroutine parameters as a uniform array of label numbers (ARB_shader_subroutine 2.X.5)."""

from __future__ import annotations

from nvrender.glsl.comments import sanitised
from nvrender.ir.nodes import Role
from nvrender.lower.program import lowered
from nvrender.program import Program
from nvrender.program.profile import Stage

#: No SUBROUTINENUM is as large (ARB_shader_subroutine, MAX_PROGRAM_SUBROUTINE_NUM_NV).
NO_SUBROUTINE = 0xFFFFFFFF


def subroutine_array(stage: Stage) -> str:
    """What the array is called; linked stages must call theirs differently."""
    return f"{stage.name.lower()}_subroutines"


def subroutine_declarations(program: Program, *, embedded: bool) -> list[str]:
    """The array, set to what the program chooses; callers may set the uniform otherwise.

    In GLSL ES uniforms have no first values: callers must set it.
    """
    if all(var.role is not Role.SUBROUTINE for var in lowered(program).variables):
        return []
    rows = {row.index: row for row in program.subroutine_parameters}
    values = [rows[index].chosen if index in rows else -1 for index in range(max(rows) + 1)]
    numbers = ", ".join(f"{value if value >= 0 else NO_SUBROUTINE}u" for value in values)
    labels = {row.name: row.number for row in program.labels}
    name, size = subroutine_array(program.profile.stage), len(values)
    first = "" if embedded else f" = uint[{size}]({numbers})"
    remark = f"  // {numbers}: the" if embedded else "  // the"
    lines = [f"uniform uint {name}[{size}]{first};{remark} numbers of what CALI calls"]
    for kind in program.subroutine_types:
        members = [str(index) for index, row in rows.items() if row.type == kind.name]
        ways = [f"{label} {labels[label]}" for label in kind.labels]
        if members:
            lines.append(f"// {', '.join(members)}: {sanitised(kind.name)} ({sanitised(', '.join(ways))})")
    return lines
