"""What of a declared-name program cannot be translated, and what its translation must look out for."""

from __future__ import annotations

from nvrender.flow.saved import saves
from nvrender.glsl.comments import sanitised
from nvrender.glsl.declared.builders import BUILDERS
from nvrender.glsl.io.geometry import EMITTING
from nvrender.glsl.targets import Target
from nvrender.glsl.wide.writer import is_wide
from nvrender.ops.rows import NEIGHBOURS
from nvrender.ops.table import OPERATIONS
from nvrender.program import Instruction, Program
from nvrender.program.memory import reaching_outside
from nvrender.source import TargetError

#: What is a statement without a result.
_STATEMENTS = EMITTING | {"barrier", "end_primitive", "image_store", "kill", "memory_barrier", "store"}


def differentiates_after_kills(program: Program) -> bool:
    """True if an instruction that compares the fragments of a quad may follow a KIL.

    GLSL 4.60 8.14: derivatives are undefined once a fragment of the quad is discarded.
    """
    names = [instruction.operation for instruction in program.instructions]
    if "kill" not in names:
        return False
    first = 0 if any(one.opcode.is_flow for one in program.instructions) else names.index("kill")
    rows = map(OPERATIONS.__getitem__, names[first:])
    return any(row.implicit_detail or row.form in NEIGHBOURS for row in rows)


def check_translatable(program: Program, target: Target) -> None:
    """Raises TargetError for the first instruction that cannot be translated, yet or for the target."""
    reaches = reaching_outside(program)
    if reaches is not None and not target.compute:
        line, column = program.source.line_and_column(reaches.span.start)
        what = "storage buffers" if reaches.image is None else "images"
        raise TargetError(
            f"{program.source.name}:{line}:{column}: {reaches.opcode.name} needs {what}, which "
            f"{target.name} has not; glsl430 has"
        )
    for instruction in program.instructions:
        opcode, name = instruction.opcode, instruction.operation
        stated = name in BUILDERS or name in _STATEMENTS
        if not (stated or is_wide(instruction) or opcode.is_flow or saves(instruction)):
            raise _untranslated(program, instruction, f"{opcode.name} is")


def _untranslated(program: Program, instruction: Instruction, what: str) -> TargetError:
    span = instruction.span
    text = program.source.data[span.start : span.end].decode("latin-1").strip()
    line, _ = program.source.line_and_column(span.start)
    return TargetError(f"{program.source.name}:{line}: {what} not translated yet: {sanitised(text)}")
