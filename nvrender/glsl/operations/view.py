"""What a builder sees of an operation, whatever the language."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from nvrender.glsl.expressions import Expression
from nvrender.ops.memory_access import Rounding, Storage
from nvrender.ops.modifiers import Clamp


class Matrix(NamedTuple):
    """A variable that is a matrix of GLSL's type ``type``; ``by_rows`` where its registers are the rows."""

    name: str
    type: str
    by_rows: bool


class View(Protocol):
    """An operation that is printed: its operands as text, and the helpers it calls.

    ``components`` are those of the result that are computed; ``flush``: the target may keep denormals that
    exact numerics must not; ``counts``: some pixels stand for no fragment, which ``idle`` tells. ``kind`` is
    the letter of the operands' type, "", "i" or "u", ``result_kind`` that of the result's.
    """

    components: tuple[int, ...]
    exact: bool
    flush: bool
    counts: bool
    kind: str
    result_kind: str

    @property
    def conversion(self) -> tuple[Storage, Storage, Rounding, Clamp | None]:
        """What CVT makes of what, and how."""

    @property
    def passes_words(self) -> bool:
        """True if floats that go on as they are may be words that are denormal."""

    def operand(self, number: int, components: tuple[int, ...], *, full: bool = False) -> Expression:
        """An operand's ``components``; one component if they are the same, unless ``full``."""

    def given(self, components: tuple[int, ...]) -> list[Expression]:
        """Every operand, in these components."""

    def constant(self, number: int) -> int | None:
        """The word of a scalar operand that is a constant, else None."""

    def same(self, components: tuple[int, ...]) -> bool:
        """True if operands 0 and 1 are the same value in every one of ``components``."""

    def cancels(self, component: int, *, subtracted: bool) -> bool:
        """Whether the first two operands are one value and its negative, or equal if ``subtracted``."""

    def negative(self) -> tuple[str, Expression, Expression]:
        """What asks whether operand 0 is less than 0: the end of a set-on's name, and its operands."""

    def matrix(self) -> Matrix | None:
        """The variable that all operands but the first are the rows or columns of, None without one."""

    def address(self, component: int) -> str:
        """A component of the address register operand 0 names."""

    def zero(self) -> Expression:
        """0.0 for the destination."""

    def hidden_zero(self) -> Expression:
        """0.0 that no compiler folds, for products that may be NaN."""

    def helper(self, name: str, width: int = 1) -> str:
        """The name to call the helper ``name`` by for operands of ``width`` components."""

    def built_in(self, name: str, width: int) -> str:
        """The name to call GLSL's function ``name`` by, or what stands for it."""


Builder = Callable[[View], Expression]
