"""What a builder sees of an instruction, whatever the language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from nvrender.glsl.calls import CallView
from nvrender.glsl.expressions import Expression


class View(CallView, Protocol):
    """One instruction being emitted: its operands as text, and the helpers it calls."""

    @property
    def flush(self) -> bool:
        """True if the target may keep denormals that exact numerics must not."""

    def cancels(self, component: int, *, subtracted: bool) -> bool:
        """Whether the first two operands are one value and its negative, or equal if ``subtracted``."""

    def address(self, component: int) -> str:
        """A component of the address register operand 0 names."""

    def zero(self) -> Expression:
        """0.0 for the destination."""

    def one(self) -> Expression:
        """1.0 for the destination."""

    def hidden_zero(self) -> Expression:
        """0.0 that no compiler folds."""


Builder = Callable[[View], Expression]
AnyView = TypeVar("AnyView", bound=View)
