"""What builders of every language are made of: operands, calls, and the choice of numerics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from nvrender.glsl.expressions import Expression, call
from nvrender.program import Operand


class CallView(Protocol):
    """What of an instruction being emitted a call needs."""

    @property
    def components(self) -> tuple[int, ...]:
        """The destination's components that are computed."""

    @property
    def exact(self) -> bool: ...

    def operand(self, number: int, components: tuple[int, ...], *, full: bool = False) -> Expression:
        """An operand's ``components``; one component if they are the same, unless ``full``."""

    def helper(self, name: str, width: int = 1) -> str:
        """The name to call the helper ``name`` by for operands of ``width`` components."""


AnyView = TypeVar("AnyView", bound=CallView)


def cancel(one: Operand, other: Operand, component: int, *, subtracted: bool) -> bool:
    """Whether the sum (difference) of two operands is of one value and its negative."""
    return (
        one.register == other.register
        and one.absolute == other.absolute
        and (one.negate == other.negate) is subtracted
        and one.swizzle[component] == other.swizzle[component]
    )


def operands(view: CallView, count: int, *, full: bool = True) -> list[Expression]:
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


def built_in(function: str, count: int = 1) -> Callable[[CallView], Expression]:
    """A call of GLSL's own ``function`` with ``count`` operands, component by component."""

    def build(view: CallView) -> Expression:
        given = operands(view, count)
        return call(function, *given, width=given[0].width)

    return build


def called(name: str, count: int = 1) -> Callable[[CallView], Expression]:
    """A call of the helper ``name`` with ``count`` operands, component by component."""

    def build(view: CallView) -> Expression:
        given = operands(view, count)
        width = given[0].width
        return call(view.helper(name, width), *given, width=width)

    return build


def by_numerics(
    exact: Callable[[AnyView], Expression], fast: Callable[[AnyView], Expression]
) -> Callable[[AnyView], Expression]:
    """One of two builders, as the translation is exact or fast."""
    return lambda view: exact(view) if view.exact else fast(view)
