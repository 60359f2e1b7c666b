"""What builders of every language are made of: operands, calls, and the choice of numerics."""

from __future__ import annotations

from nvrender.glsl.expressions import Expression, call
from nvrender.glsl.operations.view import Builder, View


def operands(view: View, count: int, *, full: bool = True) -> list[Expression]:
    """The operands in the components that are computed, all of one width if ``full``.

    If each is one component replicated, so is the result.
    """
    short = [view.operand(number, view.components) for number in range(count)]
    if not full or all(operand.width == 1 for operand in short):
        return short
    return [
        value if value.width > 1 else view.operand(number, view.components, full=True)
        for number, value in enumerate(short)
    ]


def built_in(function: str, count: int = 1) -> Builder:
    """A call of GLSL's own ``function`` with ``count`` operands, component by component."""

    def build(view: View) -> Expression:
        given = operands(view, count)
        name = f"i{function}" if view.kind == "i" and function in ("max", "min") else function
        return call(view.built_in(name, given[0].width), *given, width=given[0].width)

    return build


def called(name: str, count: int = 1) -> Builder:
    """A call of the helper ``name`` with ``count`` operands, component by component."""

    def build(view: View) -> Expression:
        given = operands(view, count)
        width = given[0].width
        return call(view.helper(name, width), *given, width=width)

    return build


def by_numerics(exact: Builder, fast: Builder) -> Builder:
    """One of two builders, as the translation is exact or fast."""
    return lambda view: exact(view) if view.exact else fast(view)
