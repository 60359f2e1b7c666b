"""What of a declared-name program cannot be translated, and what its translation must look out for."""

from __future__ import annotations

from nvrender.glsl.targets import Target
from nvrender.ops.rows import NEIGHBOURS, Form
from nvrender.program import Program
from nvrender.program.memory import reaching_outside
from nvrender.source import TargetError


def differentiates_after_kills(program: Program) -> bool:
    """True if an instruction that compares the fragments of a quad may follow a KIL.

    GLSL 4.60 8.14: derivatives are undefined once a fragment of the quad is discarded.
    """
    rows = [instruction.row for instruction in program.instructions]
    kills = [index for index, row in enumerate(rows) if row.form is Form.KILL]
    if not kills:
        return False
    first = 0 if any(row.flow is not None for row in rows) else kills[0]
    return any(row.implicit_detail or row.form in NEIGHBOURS for row in rows[first:])


def check_translatable(program: Program, target: Target) -> None:
    """Raises TargetError for the first instruction that cannot be translated for the target."""
    reaches = reaching_outside(program)
    if reaches is not None and not target.compute:
        what = "storage buffers" if reaches.image is None else "images"
        raise TargetError(
            f"{program.source.place(reaches.span)}: {reaches.opcode.name} needs {what}, which "
            f"{target.name} has not; glsl430 has"
        )
