"""The statements that an instruction has become."""

from __future__ import annotations

from nvrender.ir import visit
from nvrender.ir.nodes import Shader, Statement
from nvrender.source import Span


def by_origin(shader: Shader) -> dict[Span, tuple[Statement, ...]]:
    """Place in the program's text → the statements of its instruction that hold no others, in order.

    Of an instruction that stands in several places of the shader those of the first.
    """
    found: dict[Span, list[Statement]] = {}
    for function in shader.functions:
        last: Span | None = None
        taken = set(found)
        for statement in visit.statements(function.body):
            origin = getattr(statement, "origin", None)
            if origin is None or any(True for _ in visit.bodies(statement)):
                continue
            if origin != last and origin in found:
                taken.add(origin)
            last = origin
            if origin not in taken:
                found.setdefault(origin, []).append(statement)
    return {origin: tuple(rows) for origin, rows in found.items()}
