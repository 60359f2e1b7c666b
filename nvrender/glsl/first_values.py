"""Which first values a shader can show, so that only those are written."""

from __future__ import annotations

from dataclasses import replace

from nvrender.ir.analysis.assignment import exposed
from nvrender.ir.analysis.uses import Slots
from nvrender.ir.nodes import Assign, Role, Shader
from nvrender.records import once


@once
def seen_first_values(shader: Shader, observed: Slots) -> Slots:
    """The slots whose first value is read, or is still there where a result is ``observed``.

    What lowering puts into results at first is their first value here.
    """
    *functions, main = shader.functions
    count = 0
    for statement in main.body:
        if not isinstance(statement, Assign) or statement.origin or statement.var.role is not Role.OUTPUT:
            break
        count += 1
    return exposed(replace(shader, functions=(*functions, replace(main, body=main.body[count:]))), observed)
