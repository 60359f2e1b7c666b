"""Instructions whose result nothing uses."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.ir.analysis.liveness import live_after
from nvrender.ir.analysis.uses import NONE, all_statements, in_vain
from nvrender.ir.nodes import Assign, Role
from nvrender.lower.program import lowered
from nvrender.program import Program, RegisterFile
from nvrender.source import ProgramWarning, Span, TargetError

_REGISTERS = frozenset({Role.TEMPORARY, Role.ADDRESS, Role.CODE, Role.OUTPUT})


def unused_values(program: Program) -> Iterator[ProgramWarning]:
    """What is written and on no path read before it is written again, as no result is at the end.

    What only makes such values is none either. What stands where no path comes is not looked at.
    """
    try:
        shader = lowered(program)
    except TargetError:
        return
    live = live_after(shader)
    vain: dict[Span, bool] = {}
    codes: dict[Span, bool] = {}
    for node in all_statements(shader):
        origin = getattr(node, "origin", None)
        if origin is None or (isinstance(node, Assign) and node.var.role not in _REGISTERS):
            continue
        dead = isinstance(node, Assign) and in_vain(node, live.get(id(node), NONE))
        found = codes if isinstance(node, Assign) and node.var.role is Role.CODE else vain
        found[origin] = found.get(origin, True) and dead
    for row in program.instructions:
        target = row.destination
        if row.implicit or target is None:
            continue
        value, code = vain.get(row.span), codes.get(row.span)
        if value is not False and code is not False and (value or code):
            written = program.source.quoted(target.span)
            message, hint = f"what is written to `{written}` here is never used", "leave the instruction out"
        elif code and target.register.file is not RegisterFile.CONDITION_CODE:
            message, hint = "the condition code that is set here is never tested", "leave its suffix out"
        else:
            continue
        yield ProgramWarning(program.source, target.span.start, message, hint, rule="unused-value")
