"""The register-named grammar of !!FP1.0 (NV_fragment_program 3.11.3).

One statement at a time, so that what precedes a syntax error is checked before it is raised: only the
error at the lowest offset counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.languages.arb.fragment_bindings import (
    FP1_ATTRIBUTES,
    FP1_HALF_TEMPORARIES,
    FP1_RESULTS,
    FP1_TEMPORARIES,
    FP1_UNITS,
)
from nvrender.languages.arb.nodes import TextureNode
from nvrender.languages.common.advice import shown
from nvrender.languages.common.spellings import Spelling, spellings
from nvrender.languages.common.tokens import integer_value, is_integer, is_number, is_word
from nvrender.languages.common.words import END, SCALAR_SUFFIXES
from nvrender.languages.fp1 import advice as fp1_advice
from nvrender.languages.fp1.nodes import DeclareNode, InstructionNode, OperandNode, Statement, constant
from nvrender.languages.fp1.values import ValueReader
from nvrender.ops.conditions import PASSES
from nvrender.ops.texture_targets import BASE
from nvrender.program import (
    FULL_MASK,
    IDENTITY_SWIZZLE,
    Binding,
    BindingKind,
    Condition,
    Destination,
    Register,
    RegisterFile,
    Swizzle,
)
from nvrender.program.limits import Limits
from nvrender.program.opcodes import Opcode, OperandClass, ResultClass
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Source

#: R0 to R31, and H0 to H63 behind them.
TEMPORARIES: dict[str, Register] = {
    **{f"R{index}": Register(RegisterFile.TEMPORARY, index) for index in range(FP1_TEMPORARIES)},
    **{
        f"H{index}": Register(RegisterFile.TEMPORARY, FP1_TEMPORARIES + index)
        for index in range(FP1_HALF_TEMPORARIES)
    },
}
#: The registers that only update the condition code.
CODES: dict[str, Register] = {
    name: Register(RegisterFile.CONDITION_CODE, index) for index, name in enumerate(("RC", "HC"))
}
_WRITABLE = TEMPORARIES | CODES
_ATTRIBUTES = {name: Register(RegisterFile.ATTRIBUTE, index) for name, index in FP1_ATTRIBUTES.items()}
_RESULTS = {name: Register(RegisterFile.RESULT, index) for index, name in enumerate(FP1_RESULTS)}
_REPLICATED = SCALAR_SUFFIXES["x"]
#: The mask of a destination whose own could not be read.
_NO_MASK = (False, False, False, False)


class Parser(ValueReader):
    """Tokens → statements."""

    __slots__ = ("_condition", "_destination", "_limits", "_mask_start", "_operands", "_texture")

    def __init__(self, source: Source, profile: Profile, limits: Limits) -> None:
        super().__init__(source, profile)
        self._limits = limits
        self._destination: Destination | None = None
        self._operands: list[OperandNode] = []
        self._condition: Condition | None = None
        self._texture: TextureNode | None = None
        self._mask_start: int | None = None

    def statements(self) -> Iterator[Statement]:
        """Yields every instruction and DECLARE; raises ProgramError at the first syntax error.

        Of an instruction that holds the error, the part before it is yielded first.
        """
        words = spellings(self.profile)
        while self.token != END:
            if self.index >= self.lexer.limit:
                self.index = self.lexer.refill(self.index)
            first, word = self.index, self.token
            if (spelling := words.get(word)) is not None:
                try:
                    self._instruction(spelling.opcode)
                except ProgramError:
                    yield self._node(spelling, first)
                    raise
                yield self._node(spelling, first)
            elif word == "DEFINE":
                self.define()
            elif word == "DECLARE":
                binding = self.declare()
                yield DeclareNode(binding, self.span(first))
            else:
                raise self.advise(fp1_advice.statement(word, self.profile))
        self.index += 1
        if self.token:
            raise self.error(f"{shown(self.token)} after END", "only white space and comments may follow END")

    def _node(self, spelling: Spelling, first: int) -> InstructionNode:
        return InstructionNode(
            spelling,
            self._destination,
            tuple(self._operands),
            self._condition,
            self._texture,
            self.span(first),
            self._mask_start,
        )

    def _instruction(self, opcode: Opcode) -> None:
        self.index += 1
        self._operands = []
        self._destination = None
        self._condition = None
        self._texture = None
        self._mask_start = None
        if opcode.result is ResultClass.NONE:
            first = self.index
            if self.token not in PASSES:
                raise self.advise(fp1_advice.condition(self.token))
            test, swizzle = self.test()
            self._condition = Condition(test, swizzle, 0, self.span(first))
        else:
            self._masked_destination()
            self._operand_list(opcode)
            if opcode.texture is not None:
                self._texture_access(opcode)
        if self.token != ";":
            advice = fp1_advice.after_operand(self.token) if self._operands else None
            raise self.advise(advice or fp1_advice.after_instruction(self.token, opcode, self.missing_end()))
        self.index += 1

    # Destinations (NV_fragment_program 3.11.4.4)

    def _masked_destination(self) -> None:
        first = self.index
        word = self.token
        register = _WRITABLE.get(word)
        if register is not None:
            self.index += 1
        elif word == "o":
            register = self._bracketed(_RESULTS)
        else:
            raise self.advise(fp1_advice.destination(word))
        self._destination = Destination(register, _NO_MASK, None, self.span(first))
        mask = FULL_MASK
        if self.token == ".":
            self._mask_start = self.starts[self.index]
            self.index += 1
            mask = self.write_mask()
        self._destination = Destination(register, mask, None, self.span(first))
        if self.token == "(":
            condition = self.parenthesised()
            self._destination = Destination(register, mask, condition, self.span(first))

    def _bracketed(self, registers: dict[str, Register]) -> Register:
        """``o[COLR]`` or ``f[TEX0]``."""
        letter = self.token
        self.index += 1
        self.expect("[", f"after {letter}")
        register = registers.get(self.token)
        if register is None:
            advice = fp1_advice.result if letter == "o" else fp1_advice.attribute
            raise self.advise(advice(self.token))
        self.index += 1
        self.expect("]", f"to close {letter}[")
        return register

    # Operands (NV_fragment_program 3.11.4.3)

    def _operand_list(self, opcode: Opcode) -> None:
        for given, operand_class in enumerate(opcode.operands):
            if self.token != ",":
                raise self._missing_operand(opcode, given)
            self.index += 1
            self._operand(operand_class is OperandClass.SCALAR)

    def _missing_operand(self, opcode: Opcode, given: int) -> ProgramError:
        token = self.token
        if not given:
            return self.advise(fp1_advice.after_destination(token, opcode))
        if token == ";":
            return self.advise(fp1_advice.operand_count(opcode, given))
        if advice := fp1_advice.after_operand(token):
            return self.advise(advice)
        return self.error(f"expected `,` before operand {given + 1} of {opcode.name}, found {shown(token)}")

    def _operand(self, scalar: bool) -> None:
        """Adds a vector or scalar operand (vectorSrc, scalarSrc); without its suffix until that is read."""
        first = self.index
        negate = inner = self.sign()
        absolute = self.token == "|"
        if absolute:
            self.index += 1
            inner = self.sign()
        place, word = self.index, self.token
        bare = False
        source: Register | Binding
        if is_word(word):
            source, bare = self._named_source(word)
        elif word == "{":
            source = constant(self.braces())
        elif is_number(word):
            # The sign directly before a number belongs to the constant (signedScalarConstant).
            source, bare = constant((self.number(inner),) * 4), True
            negate = negate and absolute
            if place > first and self.texts[place - 1] != "|":
                place -= 1
        else:
            raise self.advise(fp1_advice.operand(word))
        start = self.starts[place]
        swizzle = _REPLICATED if scalar else IDENTITY_SWIZZLE
        operands = self._operands
        operands.append(OperandNode(source, start, swizzle, absolute, negate, self.span(first)))
        if not bare:
            swizzle = self._suffix(scalar)
        if absolute:
            self.expect("|", "to close the absolute value")
        operands[-1] = OperandNode(source, start, swizzle, absolute, negate, self.span(first))

    def _named_source(self, word: str) -> tuple[Register | Binding, bool]:
        """A register or parameter, and whether it is a scalar constant, which takes no suffix."""
        register = TEMPORARIES.get(word)
        if register is not None:
            self.index += 1
            return register, False
        if word == "f":
            return self._bracketed(_ATTRIBUTES), False
        if word == "p":
            return self._numbered_local(), False
        value = self.named(word)
        self.index += 1
        return value.binding, value.scalar

    def _numbered_local(self) -> Binding:
        """``p[n]`` (numberedLocal)."""
        self.index += 1
        self.expect("[", "after p")
        token = self.token
        number = integer_value(token) if is_integer(token) else -1
        if not 0 <= number < self._limits.local_parameters:
            raise self.advise(fp1_advice.parameter(token, self._limits.local_parameters))
        self.index += 1
        self.expect("]", "to close p[")
        return Binding(f"program.local[{number}]", BindingKind.LOCAL, index=number, type=None)

    def _suffix(self, scalar: bool) -> Swizzle:
        if self.token == ".":
            self.index += 1
            return self.scalar_suffix() if scalar else self.vector_suffix()
        if scalar:
            raise self.advise(fp1_advice.scalar_operand(self.token))
        return IDENTITY_SWIZZLE

    def _texture_access(self, opcode: Opcode) -> None:
        """``, TEX0, 2D`` (texImageId)."""
        first = self.index
        self.expect(",", f"before the texture image unit of {opcode.name}")
        unit_start = self.starts[self.index]
        unit = FP1_UNITS.get(self.token)
        if unit is None:
            raise self.advise(fp1_advice.unit(self.token))
        self.index += 1
        self.expect(",", f"before the texture target of {opcode.name}")
        target, target_start = self.token, self.starts[self.index]
        if target not in BASE:
            raise self.advise(fp1_advice.target(target))
        self.index += 1
        span = self.span(first + 1)
        self._texture = TextureNode(unit, target, (0, 0, 0), unit_start, target_start, target_start, span)
