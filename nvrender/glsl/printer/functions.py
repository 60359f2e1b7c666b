"""A shader's first lines, its functions and main, around the program."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from nvrender.glsl.comments import comment_line
from nvrender.glsl.lines import Lines
from nvrender.glsl.names import Names
from nvrender.glsl.printer.structure import Printer
from nvrender.ir import visit
from nvrender.ir.nodes import Shader
from nvrender.source import Span


def shown(shader: Shader, indices: dict[Span, int]) -> list[int]:
    """The instructions that the shader has statements of, among those of ``indices``."""
    if not indices:
        return []
    statements = (node for function in shader.functions for node in visit.statements(function.body))
    places = {getattr(node, "origin", None) for node in statements}
    return sorted({number for span, number in indices.items() if span in places})


def function_names(shader: Shader, names: Names) -> dict[str, str]:
    """GLSL names of the subroutines."""
    return {function.name: names.take(function.name) for function in shader.functions[:-1]}


def written_functions(
    printer: Printer,
    *,
    wrapped: bool,
    prologue: Callable[[], Iterable[str]],
    closing: Callable[[], Iterable[str]],
) -> Lines:
    """Every function, main last; ``wrapped`` in a function of its own where the program may end early.

    ``prologue`` and ``closing`` are what main does before and after the program, asked for once its
    instructions are printed.
    """
    *functions, main = printer.shader.functions
    lines = printer.lines
    for function in functions:
        lines.add("")
        printer.function(function)
    lines.add("")
    if wrapped:
        printer.function(main, "void run_program() {")
        lines.add("")
    printer.lines = Lines()
    if wrapped:
        printer.lines.add("    run_program();")
    else:
        printer.body(main)
    lines.add("void main() {")
    lines.depth += 1
    for text in prologue():
        lines.add(text)
    lines.extend(printer.lines)
    for comment in printer.remarks.placement.end:
        lines.add(comment_line(comment))
    for text in closing():
        lines.add(text)
    lines.depth -= 1
    lines.add("}")
    printer.lines = lines
    return lines
