"""What a builder of the declared-name languages sees of an instruction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from nvrender.glsl.expressions import Expression
from nvrender.glsl.operations.view import View
from nvrender.ops.memory_access import Rounding, Storage
from nvrender.program import Clamp, Instruction, Selector


class TypedView(View, Protocol):
    """One instruction being emitted."""

    @property
    def kind(self) -> str:
        """The operation's type: "", "i" or "u"."""

    @property
    def result_kind(self) -> str:
        """The type the result is written as."""

    @property
    def operation(self) -> str:
        """The name of the operation it computes."""

    @property
    def instruction(self) -> Instruction: ...

    @property
    def found(self) -> Expression:
        """The words an instruction found in memory."""

    @property
    def differentiates(self) -> bool:
        """True where lookups have derivatives: in fragment programs."""

    @property
    def passes_words(self) -> bool:
        """True if floats that go on as they are may be words that are denormal."""

    @property
    def conversion(self) -> tuple[Storage, Storage, Rounding, Clamp | None]:
        """What CVT makes of what, and how."""

    @property
    def selectors(self) -> tuple[tuple[int | Selector, bool], ...] | None:
        """Per component what SWZ chooses and whether it is negated; None for other instructions."""

    def constant(self, number: int) -> int | None:
        """The word of a scalar operand that is a constant without a sign, else None."""

    def function(self, name: str, text: str) -> None:
        """Have the shader define a function, or several, that begin with a sampler's name."""


Builder = Callable[[TypedView], Expression]
