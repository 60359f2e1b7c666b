"""Numbers of 64 bits that 32-bit operations read (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

from nvrender.glsl.expressions import Expression, call, vector
from nvrender.glsl.printer.expressions import LETTERS
from nvrender.glsl.wide.values import LongTexts, Values, component
from nvrender.glsl.word_types import cast
from nvrender.ir.nodes import Apply, Bitcast, Convert, Load, Role, Select, Swizzle
from nvrender.ir.nodes import Expression as Node
from nvrender.program import COMPONENTS


def narrowed(context: LongTexts, node: Node) -> Expression:
    """A value of 32 bits that is made of numbers of 64."""
    parts = [_narrowed(context, component(node, place)) for place in range(node.type.width)]
    return vector(parts, LETTERS[node.type.kind])


def _narrowed(context: LongTexts, node: Node) -> Expression:
    """One component."""
    values, kind = Values(context), LETTERS[node.type.kind]
    if isinstance(node, Swizzle):
        assert isinstance(node.value, Bitcast)
        text = f"{values.words(node.value.value)}.{COMPONENTS[node.components[0]]}"
        return cast(Expression(text), "u", kind)
    if isinstance(node, Convert):
        return cast(Expression(f"{values.words(node)}.x"), "u", kind)
    assert isinstance(node, Apply)
    (value,) = node.operands
    inner = value.value if isinstance(value, Bitcast) else value
    local = isinstance(inner, Load) and inner.var.role is Role.LOCAL
    if isinstance(inner, Load | Select) and not local:
        return _of_variable(values, inner, kind)
    if not kind:
        return Expression(f"{context.use('nv_flush', 1)}(float({values.number(value)}))")
    return cast(Expression(f"{values.words(value)}.x"), "u", kind)


def _of_variable(values: Values, load: Load | Select, kind: str) -> Expression:
    """A LONG variable's component."""
    if values.is_double(load):
        return cast(Expression(f"float({values.double(load)})"), "", kind)
    if kind:
        return cast(Expression(values.context.long_parts(load)[0]), "u", kind)
    value = Expression(f"float(packDouble2x32({values.words(load)}))")
    return call(values.context.use("nv_flush", 1), value)
