"""GLSL expressions with the precedence that decides where parentheses go."""

from __future__ import annotations

from typing import NamedTuple

CONDITIONAL, SUM, PRODUCT, UNARY, PRIMARY = range(5)


class Expression(NamedTuple):
    """GLSL text, its precedence, and how many components it has.

    ``bits`` are the kind and the expression whose bits a cast gives, ``positive`` what stands behind a minus
    sign.
    """

    text: str
    precedence: int = PRIMARY
    width: int = 1
    bits: tuple[str, Expression] | None = None
    positive: Expression | None = None

    def at(self, precedence: int) -> str:
        """The text, in parentheses where it binds less tightly than ``precedence``."""
        return self.text if self.precedence >= precedence else f"({self.text})"


class Vector(NamedTuple):
    """A vector of four as GLSL text; ``first`` has its first ``count`` components too, or is the first."""

    text: str
    first: str = ""
    count: int = 0  # type: ignore[assignment]  # hides tuple.count
    scalar: bool = False


def vector_type(width: int, kind: str = "") -> str:
    """``vec3``, ``ivec2`` (kind "i"), ``uint`` (kind "u"), ``float`` …"""
    if width == 1:
        return {"": "float", "i": "int", "u": "uint", "b": "bool"}[kind]
    return f"{kind}vec{width}"


def call(function: str, *arguments: Expression, width: int = 1) -> Expression:
    """A function's value, of ``width`` components."""
    return Expression(f"{function}({', '.join(argument.text for argument in arguments)})", PRIMARY, width)


def minus(operand: Expression) -> Expression:
    """-a, of one that has a minus sign what stands behind it."""
    return operand.positive or Expression(f"-{operand.at(PRIMARY)}", UNARY, operand.width, positive=operand)


def add(a: Expression, b: Expression) -> Expression:
    """a + b; a minus sign of either becomes a subtraction, which rounds the same."""
    width = max(a.width, b.width)
    if b.positive is not None:
        return Expression(f"{a.at(SUM)} - {b.positive.at(PRODUCT)}", SUM, width)
    if a.positive is not None:
        return Expression(f"{b.at(SUM)} - {a.positive.at(PRODUCT)}", SUM, width)
    return Expression(f"{a.at(SUM)} + {b.at(SUM)}", SUM, width)


def subtract(a: Expression, b: Expression) -> Expression:
    """a - b."""
    width = max(a.width, b.width)
    if b.positive is not None:
        return Expression(f"{a.at(SUM)} + {b.positive.at(SUM)}", SUM, width)
    return Expression(f"{a.at(SUM)} - {b.at(PRODUCT)}", SUM, width)


def multiply(a: Expression, b: Expression) -> Expression:
    """a * b."""
    return Expression(f"{a.at(PRODUCT)} * {b.at(UNARY)}", PRODUCT, max(a.width, b.width))


def splat(value: Expression, width: int, kind: str = "") -> Expression:
    """``value`` in ``width`` components."""
    if value.width == width:
        return value
    return Expression(f"{vector_type(width, kind)}({value.text})", PRIMARY, width)


def vector(components: list[Expression], kind: str = "") -> Expression:
    """The components side by side, written once where all are the same."""
    if len(components) == 1:
        return components[0]
    texts = [component.text for component in components]
    if len(set(texts)) == 1:
        return splat(components[0], len(components), kind)
    return Expression(f"{vector_type(len(texts), kind)}({', '.join(texts)})", PRIMARY, len(texts))
