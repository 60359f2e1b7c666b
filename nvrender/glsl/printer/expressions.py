"""Expressions of the intermediate representation → GLSL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from nvrender.glsl.expressions import PRIMARY, UNARY, Expression, call, vector_type
from nvrender.glsl.literals import literal
from nvrender.glsl.operations.table import builder_of
from nvrender.ir.nodes import Apply, Const, Load, Role, Swizzle, Var
from nvrender.ir.nodes import Expression as Node
from nvrender.ir.types import Kind
from nvrender.lower.operands import swizzled
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS
from nvrender.program import COMPONENTS
from nvrender.source import InternalError

LETTERS = {Kind.FLOAT: "", Kind.INT: "i", Kind.UINT: "u", Kind.BOOL: "b"}
_ALL: dict[tuple[int, ...], str] = {(0, 1, 2, 3): ""}
_SIGNS = {"fneg": "-", "ineg": "-"}


def letters(components: tuple[int, ...]) -> str:
    """``.xyz``; nothing for all four in order."""
    known = _ALL.get(components)
    if known is None:
        known = _ALL[components] = "." + "".join(COMPONENTS[component] for component in components)
    return known


class Texts(Protocol):
    """What expressions are printed with: the names of a shader, and the helpers it calls."""

    exact: bool
    flush: bool

    @property
    def builders(self) -> Mapping[str, Callable[[Any], Expression]]: ...

    def name(self, load: Load) -> str:
        """A variable, or an element of an array."""

    def use(self, name: str, width: int) -> str:
        """The name to call a helper by."""

    def zero(self) -> str:
        """0.0 that no compiler knows, where numerics are exact."""

    def one(self) -> str: ...

    def computed(self, load: Load) -> bool:
        """True if a NaN in what is loaded can come from arithmetic."""


def printed(texts: Texts, node: Node, *, full: bool = False, target: Var | None = None) -> Expression:
    """``node`` as GLSL; one component for several that are the same, unless ``full``.

    ``target`` is the variable the value is for.
    """
    match node:
        case Load():
            components = node.components
            if not full and len(set(components)) == 1:
                components = components[:1]
            place = letters(components) if node.var.type.width > 1 else ""
            return Expression(texts.name(node) + place, PRIMARY, len(components))
        case Const():
            return _constant(node, full=full)
        case Apply(operation="fabs" | "fneg" | "ineg" | "iabs"):
            return _signed(texts, node, full=full)
        case Swizzle(value=Apply() as value, components=components):
            if OPERATIONS[value.operation].form is Form.COMPOSED:
                return _built(texts, value, components, target)
            return printed(texts, value, target=target)
        case Apply():
            return _built(texts, node, tuple(range(node.type.width)), target)
        case _:
            raise InternalError(f"{type(node).__name__} has no text")


def _constant(node: Const, *, full: bool) -> Expression:
    parts = [literal(word, LETTERS[node.type.kind]) for word in node.words]
    if len(parts) == 1 or (not full and len(set(parts)) == 1):
        return parts[0]
    texts = ", ".join(part.text for part in parts[: 1 if len(set(parts)) == 1 else 4])
    width = len(parts)
    return Expression(f"{vector_type(width, LETTERS[node.type.kind])}({texts})", PRIMARY, width)


def _signed(texts: Texts, node: Apply, *, full: bool) -> Expression:
    value = printed(texts, node.operands[0], full=full)
    if node.operation in _SIGNS:
        return Expression(f"-{value.at(PRIMARY)}", UNARY, value.width)
    return call("abs", value, width=value.width)


def _built(texts: Texts, node: Apply, components: tuple[int, ...], target: Var | None) -> Expression:
    builder = builder_of(texts.builders, OPERATIONS[node.operation])
    return builder(ApplyView(texts, node, components, target))


class ApplyView:
    """What a builder sees of an operation: its operands as text."""

    def __init__(self, texts: Texts, node: Apply, components: tuple[int, ...], target: Var | None) -> None:
        self._texts = texts
        self._node = node
        self.components = components
        self.exact = texts.exact
        self.flush = texts.flush
        self._stays = target is not None and target.role is Role.TEMPORARY

    def _part(self, number: int, components: tuple[int, ...]) -> Node:
        return swizzled(self._node.operands[number], components)

    def operand(self, number: int, components: tuple[int, ...], *, full: bool = False) -> Expression:
        return printed(self._texts, self._part(number, components), full=full)

    def same(self, components: tuple[int, ...]) -> bool:
        return self._part(0, components) == self._part(1, components)

    def cancels(self, component: int, *, subtracted: bool) -> bool:
        """Whether the sum (difference) of both operands is of one value and its negative."""
        one, other = self._part(0, (component,)), self._part(1, (component,))
        return one == (other if subtracted else opposite(other)) or (
            not subtracted and opposite(one) == other
        )

    def computed(self, number: int, components: tuple[int, ...]) -> bool:
        return any(self._texts.computed(load) for load in loads(self._part(number, components)))

    def address(self, component: int) -> str:
        return self.operand(0, (component,)).text

    def zero(self) -> Expression:
        return Expression(self._texts.zero() if self._stays else "0.0")

    def one(self) -> Expression:
        return Expression(self._texts.one() if self._stays else "1.0")

    def hidden_zero(self) -> Expression:
        """0.0 that no compiler folds, for products that may be NaN."""
        return Expression(self._texts.zero())

    def helper(self, name: str, width: int = 1) -> str:
        return self._texts.use(name, width)


def opposite(node: Node) -> Node | None:
    """The operand of a negation."""
    return node.operands[0] if isinstance(node, Apply) and node.operation in _SIGNS else None


def loads(node: Node) -> list[Load]:
    """The loads of an operand: of a register, its absolute value or its negative."""
    while isinstance(node, Apply) and node.operation in ("fneg", "fabs"):
        node = node.operands[0]
    return [node] if isinstance(node, Load) else []
