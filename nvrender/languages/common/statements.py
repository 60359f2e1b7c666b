"""Operands, destinations, condition tests and instructions of every grammar."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator

from nvrender.languages.common.advice import shown
from nvrender.languages.common.cursor import Cursor
from nvrender.languages.common.nodes import (
    AnyDestination,
    AnyOperand,
    ConstantNode,
    DestinationNode,
    InstructionNode,
    OperandNode,
    Source,
    Statement,
    Target,
    TextureNode,
    ValueNode,
)
from nvrender.languages.common.spellings import Spelling, spellings
from nvrender.languages.common.words import END
from nvrender.ops.memory_access import Space
from nvrender.program import (
    FULL_MASK,
    IDENTITY_SWIZZLE,
    Condition,
    Destination,
    Instruction,
    Mask,
    Operand,
    Register,
    Swizzle,
)
from nvrender.program.opcodes import Opcode, OperandClass, ResultClass
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Span

Arguments = tuple[AnyDestination | None, Iterable[AnyOperand], Condition | None, TextureNode | None]
Jump = tuple[str, Iterable[AnyOperand], Condition | None]

_MODIFIERS = frozenset("+-|")
_CONSTANTS = (ConstantNode, ValueNode)


class StatementReader(Cursor):
    """Reads instructions; what registers, constants and branches look like is a grammar's."""

    __slots__ = ("words",)

    #: What an instruction becomes of its parts.
    made: Callable[..., InstructionNode | Instruction] = InstructionNode

    def use(self, profile: Profile) -> None:
        super().use(profile)
        self.words = spellings(profile)

    def statements(self) -> Iterator[Statement]:
        """Every statement; raises ProgramError at the first error."""
        return self.body()

    def body(self) -> Iterator[Statement]:
        """The statements from the current token on, none of those that only begin a program."""
        while True:
            if self.index >= self.lexer.limit:
                self.window()
            word = self.texts[self.index]
            if (spelling := self.words.get(word)) is not None:
                yield self.instruction(spelling)
            elif word == END:
                break
            else:
                yield from self.other_statement(word)
        self.end()

    def other_statement(self, word: str) -> Iterator[Statement]:
        """A statement that begins with ``word``, which is no opcode word."""
        raise NotImplementedError

    # What is known of statements that are wrong (common.recovery)

    def begins(self, word: str) -> bool:
        """True for a word that begins statements, which is the current token."""
        language = self.language
        naming = word in language.declarations or word in language.modifiers
        return naming or word in self.words or self.texts[self.index + 1] == ":"

    def restricted(self) -> ProgramError | None:
        """What the statement read last breaks although the grammar allows it; the next begins anew."""
        return None

    @property
    def name_count(self) -> int:
        """How many names are declared."""
        return 0

    def lost_names(self, words: Iterable[str], count: int) -> set[str]:
        """What a statement of these words would have declared; ``count`` names were before it."""
        return set()

    def pretend(self, name: str) -> None:
        """Takes a name for declared from here on, if the grammar can do without knowing more."""

    # Instructions

    def instruction(self, spelling: Spelling) -> InstructionNode | Instruction:
        """One instruction with its ``;``; its opcode word is the current token."""
        begin = self.starts[self.index]
        self.index += 1
        spelling = self.opened(spelling, begin)
        opcode = spelling.opcode
        label = ""
        destination, texture = None, None
        if opcode.row.flow is None:
            destination, operands, condition, texture = self.arguments(opcode)
        else:
            label, operands, condition = self.jump(opcode)
        if self.texts[self.index] != ";":
            raise self.unfinished(opcode)
        self.index += 1
        span = Span(begin, self.starts[self.index - 1] + 1)
        return self.made(spelling, destination, tuple(operands), condition, texture, label, span)

    @abstractmethod
    def opened(self, spelling: Spelling, begin: int) -> Spelling:
        """What follows the opcode word, at byte ``begin``, directly."""

    @abstractmethod
    def jump(self, opcode: Opcode) -> Jump:
        """Label, operands and condition of what branches, loops, calls or returns."""

    def arguments(self, opcode: Opcode) -> Arguments:
        """Destination, operands, condition and texture or image of what does not."""
        texts = self.texts
        destination, condition, texture = None, None, None
        operands: list[AnyOperand] = []
        comma = opcode.result is not ResultClass.NONE
        if comma:
            destination = self.destination(opcode)
        for operand_class in opcode.operands:
            if comma:
                if texts[self.index] != ",":
                    if operand_class is OperandClass.OPTIONAL_VECTOR:
                        break
                    raise self.missing_operand(opcode, len(operands))
                self.index += 1
            comma = True
            if operand_class is OperandClass.VECTOR:
                operands.append(self.operand(opcode))
            elif operand_class is OperandClass.SCALAR:
                operands.append(self.operand(opcode, scalar=True))
            elif self._tests(operand_class):
                condition = self.test()
            else:
                operands.append(self.other_operand(opcode, operand_class))
        if opcode.row.lookup is not None or opcode.space is Space.IMAGE:
            texture = self.access(opcode, operands)
        return destination, operands, condition, texture

    def _tests(self, operand_class: OperandClass) -> bool:
        """True for a condition test; a declared variable of the same name comes first."""
        if operand_class is OperandClass.VECTOR_OR_CONDITION:
            return self.token in self.language.tests and not self.declares(self.token)
        return operand_class is OperandClass.CONDITION

    def declares(self, word: str) -> bool:
        """True for the name of a variable."""
        return False

    def access(self, opcode: Opcode, operands: list[AnyOperand]) -> TextureNode | None:
        """Unit and target of a texture or image."""
        return None

    def missing_operand(self, opcode: Opcode, given: int) -> ProgramError:
        """Something else where the ``,`` before an operand must be."""
        count, token = len(opcode.operands), self.token
        if token == ";":
            message = f"{opcode.name} takes {count} operand{'s' * (count > 1)}, {given} given"
            return self.error(message, section=self.count_section(opcode), rule="operand-count")
        if token == "(" and not given:
            message = "one condition mask at most may follow a destination"
            return self.error(message, section=self.sections.destinations)
        place = "after the destination" if not given else f"before operand {given + 1}"
        return self.error(f"expected `,` {place} of {opcode.name}, found {shown(token)}")

    def count_section(self, opcode: Opcode) -> str:
        """Where it is said how many operands an instruction takes, "" in the grammar."""
        return ""

    def unfinished(self, opcode: Opcode) -> ProgramError:
        """Something else where the ``;`` after an instruction must be."""
        count, token = len(opcode.operands), self.token
        if token == "," and opcode.flow is None:
            what = " and a texture" if opcode.texture is not None and self.language.lettered else ""
            message = f"{opcode.name} takes {count} operand{'s' * (count != 1)}{what}, not more"
            return self.error(message, section=self.count_section(opcode), rule="operand-count")
        if token == "." and opcode.flow is None:
            message = "one suffix at most may follow an operand, and none follows `|`"
            return self.error(message, section=self.sections.operands)
        return self.unended(opcode.name)

    def unended(self, what: str, hint: str = "") -> ProgramError:
        """Something else where the ``;`` after ``what`` must be."""
        message = f"expected `;` after {what}, found {shown(self.token)}"
        return self.error(message, hint, rule="missing-semicolon")

    # Operands

    def operand(self, opcode: Opcode, scalar: bool = False) -> AnyOperand:
        """A vector or scalar operand (vectorSrc, scalarSrc)."""
        texts, first = self.texts, self.index
        negate = absolute = inner = False
        if texts[first] in _MODIFIERS:
            negate = self.sign()
            if absolute := texts[self.index] == "|":
                if not self.language.bars:
                    raise self.unbarred()
                self.index += 1
                inner = self.sign()
        source = self.read_source(opcode)
        index = self.index
        if isinstance(source, _CONSTANTS) and source.scalar:
            swizzle = self.constant_suffix(source, scalar, opcode)
        elif texts[index] == "." and scalar and (component := self.components.get(texts[index + 1])):
            swizzle = component
            self.index = index + 2
        elif scalar:
            swizzle = self.scalar_suffix(opcode)
        else:
            swizzle = self.swizzle() if texts[index] == "." else IDENTITY_SWIZZLE
        if absolute:
            self.expect("|", "to close the absolute value")
        last = self.index - 1
        span = Span(self.starts[first], self.starts[last] + len(texts[last]))
        if isinstance(source, Register):
            return Operand(source, swizzle, absolute, negate, span)
        return OperandNode(source, swizzle, negate, absolute, inner, span)

    @abstractmethod
    def read_source(self, opcode: Opcode) -> Source | Register:
        """What an operand reads, without signs, bars and suffix."""

    def unbarred(self) -> ProgramError:
        """A bar where the language has none."""
        return self.error("an absolute value needs an option", section=self.sections.operands)

    def constant_suffix(self, constant: ConstantNode | ValueNode, scalar: bool, opcode: Opcode) -> Swizzle:
        """What may follow a scalar constant: nothing."""
        return (0, 0, 0, 0) if scalar else IDENTITY_SWIZZLE

    def scalar_suffix(self, opcode: Opcode) -> Swizzle:
        """The component of a scalar operand."""
        return self.component(self.scalar_operand(opcode))

    def scalar_operand(self, opcode: Opcode) -> str:
        """What messages call an operand of one component."""
        return "a scalar operand"

    def other_operand(self, opcode: Opcode, operand_class: OperandClass) -> AnyOperand:
        """No vector and no scalar: a whole address register (NV_vertex_program2 2.14.3.3)."""
        begin = self.starts[self.index]
        source = self.address_register(opcode)
        if source is None:
            message = f"expected an address register without sign or bars, found {shown(self.token)}"
            raise self.error(message, section=opcode.section)
        if self.token == ".":
            message = f"the operand of {opcode.name} is a whole address register"
            raise self.error(message, section=opcode.section)
        return self.plain(source, begin)

    @abstractmethod
    def address_register(self, opcode: Opcode) -> Source | Register | None:
        """An address register that is read; None where the token cannot be one."""

    def plain(self, source: Source | Register, begin: int) -> AnyOperand:
        """An operand without sign, bars and suffix, from byte ``begin`` on."""
        if isinstance(source, Register):
            return Operand(source, span=self.span(begin))
        return OperandNode(source, IDENTITY_SWIZZLE, False, False, False, self.span(begin))

    # Destinations and conditions

    def destination(self, opcode: Opcode) -> AnyDestination:
        """A register, its write mask and condition mask (instResult)."""
        begin = self.starts[self.index]
        target = self.target(opcode)
        dot, mask = self.index, FULL_MASK
        masked = self.texts[dot] == "."
        if opcode.result is ResultClass.ADDRESS:
            mask = self.address_mask(opcode)
        elif masked:
            self.index += 1
            mask = self.write_mask()
        if opcode.three_components:
            mask = self.three_component_mask(mask, self.starts[dot] if masked else begin)
        condition = self.parenthesised() if self.texts[self.index] == "(" else None
        last = self.index - 1
        span = Span(begin, self.starts[last] + len(self.texts[last]))
        if isinstance(target, Register):
            return Destination(target, mask, condition, span)
        return DestinationNode(target, mask, condition, span, masked)

    @abstractmethod
    def target(self, opcode: Opcode) -> Target | Register:
        """What a destination writes, without masks."""

    def address_mask(self, opcode: Opcode) -> Mask:
        """The write mask of an address register."""
        return self.write_mask() if self.take(".") else FULL_MASK

    def three_component_mask(self, mask: Mask, begin: int) -> Mask:
        """The mask, at byte ``begin``, of a destination whose w cannot be written."""
        return mask

    def parenthesised(self) -> Condition:
        """``(GT.x)`` (ccMask)."""
        begin = self.starts[self.index]
        if not self.language.tests:
            raise self.untestable()
        self.index += 1
        test, register, swizzle = self._test()
        self.expect(")", "to close the condition")
        return Condition(test, swizzle, register, Span(begin, self.starts[self.index - 1] + 1))

    def untestable(self) -> ProgramError:
        """A condition mask where the language has none."""
        message = f"{self.profile.header} has no condition masks"
        return self.error(message, section=self.sections.destinations)

    def test(self) -> Condition:
        """``GT.x`` (ccTest)."""
        begin = self.starts[self.index]
        test, register, swizzle = self._test()
        return Condition(test, swizzle, register, self.span(begin))

    def _test(self) -> tuple[str, int, Swizzle]:
        found = self.language.tests.get(self.texts[self.index])
        if found is None:
            raise self.untested()
        self.index += 1
        return *found, self.swizzle()

    def untested(self) -> ProgramError:
        """A word that is no condition test."""
        hint = f"conditions are {', '.join(self.language.tests)}"
        return self.error(f"expected a condition, found {shown(self.token)}", hint, self.sections.conditions)
