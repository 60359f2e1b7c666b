"""What a builder sees of one instruction of a declared-name program."""

from __future__ import annotations

from nvrender.glsl.calls import cancel
from nvrender.glsl.declared.operands import Protection, TypedOperands
from nvrender.glsl.declared.word_types import KINDS, passes_words, read_type, written_type
from nvrender.glsl.expressions import Expression
from nvrender.ops.formulas import chooses_by, compares, orders
from nvrender.ops.memory_access import Rounding, Storage
from nvrender.program import (
    COMPONENTS,
    Clamp,
    Instruction,
    RegisterFile,
    Selector,
)
from nvrender.program.opcodes import OperandClass
from nvrender.program.profile import Stage


class InstructionView:
    """The TypedView of one instruction, with its operands as GLSL."""

    def __init__(
        self,
        context: TypedOperands,
        instruction: Instruction,
        components: tuple[int, ...],
        found: Expression | None = None,
    ) -> None:
        self._context = context
        self._instruction = instruction
        self.components = components
        self._found = found
        self.exact = context.exact
        destination = instruction.destination
        assert destination is not None
        self.kind = KINDS[instruction.type]
        self.result_kind = KINDS[written_type(instruction, destination)]
        self._opaque = ()
        stored = destination.register.file in (RegisterFile.TEMPORARY, RegisterFile.RESULT)
        self._hides = stored and not compares(instruction.operation)

    @property
    def flush(self) -> bool:
        return self._context.flush

    @property
    def operation(self) -> str:
        return self._instruction.operation

    @property
    def instruction(self) -> Instruction:
        return self._instruction

    @property
    def found(self) -> Expression:
        assert self._found is not None
        return self._found

    @property
    def differentiates(self) -> bool:
        return self._context.storage.program.profile.stage is Stage.FRAGMENT

    def function(self, name: str, text: str) -> None:
        self._context.functions[name] = text

    @property
    def passes_words(self) -> bool:
        return False

    @property
    def conversion(self) -> tuple[Storage, Storage, Rounding, Clamp | None]:
        result, source = self._instruction.storages
        rounding = self._instruction.rounding or Rounding.NEAREST
        return result, source, rounding, self._instruction.clamp

    @property
    def selectors(self) -> tuple[tuple[int | Selector, bool], ...] | None:
        extended = self._instruction.operands[0].extended
        return None if extended is None else tuple(zip(extended.selectors, extended.negate, strict=True))

    def constant(self, number: int) -> int | None:
        operand, storage = self._instruction.operands[number], self._context.storage
        if not storage.is_literal(operand.register) or operand.negate or operand.absolute:
            return None
        return storage.program.parameters[operand.register.index].words[operand.swizzle[0]]

    def operand(self, number: int, components: tuple[int, ...], *, full: bool = False) -> Expression:
        operand = self._instruction.sources[number]
        kind = KINDS[read_type(self._instruction, operand)]
        classes = self._instruction.opcode.operands
        if number < len(classes) and classes[number] is OperandClass.SCALAR:
            components = (0,) * len(components)
        return self._context.operand(
            operand, components, kind, full=full, protection=self._protection(number)
        )

    def _protection(self, number: int) -> Protection:
        instruction = self._instruction
        flushes = self.flush and (chooses_by(instruction.operation, number) or not passes_words(instruction))
        opaque = number < len(self._opaque) and self._opaque[number]
        clamped = instruction.clamp is not None and instruction.operation == "mov"
        return Protection(self._hides, flushes, opaque, clamped or orders(instruction.operation))

    def cancels(self, component: int, *, subtracted: bool) -> bool:
        """Whether the first two operands are floats, one value and its negative, or equal."""
        one, other = self._instruction.operands[:2]
        return not self.kind and cancel(one, other, component, subtracted=subtracted)

    def zero(self) -> Expression:
        return Expression(self._context.zero() if self._hides else "0.0")

    def one(self) -> Expression:
        return Expression("1.0")

    def hidden_zero(self) -> Expression:
        """0.0 that no compiler folds, for products that may be NaN."""
        return Expression(self._context.zero())

    def address(self, component: int) -> str:
        register = self._instruction.operands[0].register
        return f"{self._context.storage.of(register).at(register.index)}.{COMPONENTS[component]}"

    def helper(self, name: str, width: int = 1) -> str:
        return self._context.use(name, width)
