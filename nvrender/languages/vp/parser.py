"""The register-named grammar of !!VP1.0, !!VP1.1, !!VP2.0 and !!VSP1.0 (NV_vertex_program2 2.14.1.8).

One statement at a time, so that what precedes a syntax error is checked before it is raised: only the
error at the lowest offset counts. What a header allows comes from its profile.
"""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.languages.common.advice import shown
from nvrender.languages.common.words import END, MASKS, OPTION
from nvrender.languages.vp import advice
from nvrender.languages.vp.advice import BRANCHING, POSITION_INVARIANT, STATE_PROGRAMS
from nvrender.languages.vp.nodes import InstructionStatement, LabelStatement, OptionStatement, Statement
from nvrender.languages.vp.operands import OperandReader
from nvrender.languages.vp.tables import tables_of
from nvrender.program import (
    FULL_MASK,
    Condition,
    Destination,
    Mask,
    Operand,
    Register,
    RegisterFile,
)
from nvrender.program.opcodes import Opcode, OperandClass, ResultClass
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Source, Span

_AFTER_MASK = frozenset(",(")
_CONDITION_CODE = Register(RegisterFile.CONDITION_CODE, 0)


class Parser(OperandReader):
    """Tokens → statements."""

    __slots__ = ("_condition", "_destination", "_operands", "_target")

    def __init__(self, source: Source, profile: Profile) -> None:
        super().__init__(source, profile)
        self._destination: Destination | None = None
        self._operands: list[Operand] = []
        self._condition: Condition | None = None
        self._target = ""

    def statements(self) -> Iterator[Statement]:
        """Yields every statement; raises ProgramError at the first syntax error.

        Of an instruction that holds the error, the part before it is yielded first.
        """
        yield from self._options()
        texts, starts, lexer, opcodes = self.texts, self.starts, self.lexer, self.tables.opcodes
        while True:
            if self.index >= lexer.limit:
                self.index = lexer.refill(self.index)
            begin = starts[self.index]
            word = texts[self.index]
            if word in opcodes:
                opcode, sets_condition_code = opcodes[word]
                try:
                    self._instruction(opcode)
                except ProgramError:
                    self._keep_pending()
                    yield self._statement(opcode, sets_condition_code, begin)
                    raise
                yield self._statement(opcode, sets_condition_code, begin)
            elif word == END:
                break
            else:
                yield self._label(word)
        self.index += 1
        if self.token:
            raise self.error(f"{shown(self.token)} after END", "only white space and comments may follow END")

    def _statement(self, opcode: Opcode, sets_condition_code: bool, begin: int) -> InstructionStatement:
        return InstructionStatement(
            opcode,
            sets_condition_code,
            self._destination,
            tuple(self._operands),
            self._condition,
            self._target,
            Span(begin, self.starts[self.index - 1] + 1),
        )

    def _keep_pending(self) -> None:
        """Adds the register of an operand that ended in an error."""
        if self.pending is not None:
            span = Span(self.starts[self.pending_index], self.starts[self.index])
            self._operands.append(Operand(self.pending, span=span))

    def _options(self) -> Iterator[Statement]:
        profile = self.tables.profile
        while profile.options and self.token == OPTION:
            begin = self.starts[self.index]
            self.index += 1
            name = self.token
            if name not in profile.options:
                hint = f"{profile.header} has {', '.join(sorted(profile.options))}"
                raise self.error(f"expected an option name, found {shown(name)}", hint, POSITION_INVARIANT)
            self.index += 1
            self.expect(";", f"after OPTION {name}")
            self.tables = tables_of(profile, True)
            yield OptionStatement(name, Span(begin, self.starts[self.index - 1] + 1))
            if self.index >= self.lexer.limit:
                self.index = self.lexer.refill(self.index)

    def _label(self, word: str) -> LabelStatement:
        profile = self.tables.profile
        is_label = advice.is_word(word) and self.texts[self.index + 1] == ":"
        if not is_label or word in self.tables.reserved:
            raise self.advise(advice.statement(word, self.tables))
        if not profile.labels:
            what = f"label {shown(word)}"
            raise self.advise(advice.needs(what, profile, lambda row: row.labels, BRANCHING))
        begin = self.starts[self.index]
        self.index += 2
        return LabelStatement(word, Span(begin, begin + len(word)))

    # Instructions

    def _instruction(self, opcode: Opcode) -> None:
        self.index += 1
        self.pending = None
        self._operands = []
        self._destination = None
        self._condition = None
        self._target = ""
        if opcode.result is ResultClass.NONE:
            if opcode.operands:
                self._target = self._label_operand(opcode)
            if self.token == "(":
                self._condition = self.parenthesised()
        else:
            self._destination = self._masked_destination(opcode)
            self._operand_list(opcode)
        if self.texts[self.index] != ";":
            conditional = self._condition is not None
            raise self.advise(advice.after_instruction(self.token, opcode, conditional))
        self.index += 1

    def _operand_list(self, opcode: Opcode) -> None:
        texts, operands = self.texts, self._operands
        for operand_class in opcode.operands:
            if texts[self.index] != ",":
                raise self._missing_operand(opcode)
            self.index += 1
            if operand_class is OperandClass.ADDRESS:
                operands.append(self.address_operand())
            else:
                operands.append(self.operand(operand_class is OperandClass.SCALAR))
                self.pending = None

    def _missing_operand(self, opcode: Opcode) -> ProgramError:
        given = len(self._operands)
        if not given:
            return self.advise(advice.after_destination(self.token, opcode, self.tables.profile))
        if self.token == ";":
            return self.advise(advice.operand_count(opcode, given))
        return self.error(
            f"expected `,` before operand {given + 1} of {opcode.name}, found {shown(self.token)}"
        )

    def _label_operand(self, opcode: Opcode) -> str:
        word = self.token
        if not advice.is_word(word):
            raise self.error(f"expected a label after {opcode.name}, found {shown(word)}", "", opcode.section)
        if word in self.tables.reserved:
            raise self.error(f"{word} is a reserved word and cannot be a label", "", BRANCHING)
        self.index += 1
        return word

    # Destinations (NV_vertex_program2 2.14.2.2)

    def _masked_destination(self, opcode: Opcode) -> Destination:
        texts, starts = self.texts, self.starts
        first = self.index
        mask = FULL_MASK
        if opcode.result is ResultClass.ADDRESS:
            register = self._address_register(opcode)
            if self.tables.profile.address_components == 1:
                mask = self._required_x()
        else:
            register = self._destination_register(texts[first])
        if texts[self.index] == "." and mask is FULL_MASK:
            mask = self._mask()
        condition = None
        if texts[self.index] == "(" and self.tables.profile.condition_codes:
            condition = self.parenthesised()
        last = self.index - 1
        return Destination(register, mask, condition, Span(starts[first], starts[last] + len(texts[last])))

    def _destination_register(self, word: str) -> Register:
        tables = self.tables
        register = tables.temporaries.get(word)
        if register is not None:
            self.named.add(word)
            self.index += 1
            return register
        if word == "o" and tables.profile.results:
            return self._result()
        if word == "c" and tables.profile.writable_parameters:
            return self._written_parameter()
        if word == "CC" and tables.profile.condition_codes:
            self.index += 1
            return _CONDITION_CODE
        raise self.advise(advice.destination(word, tables))

    def _result(self) -> Register:
        self.index += 1
        self.expect("[", "after o")
        register = self.tables.results.get(self.token)
        if register is None:
            raise self.advise(advice.result(self.token, self.tables))
        self.index += 1
        self.expect("]", "to close o[")
        return register

    def _written_parameter(self) -> Register:
        """``c[n]`` as destination of a vertex state program (NV_vertex_program2 2.14.5)."""
        self.index += 1
        self.expect("[", "after c")
        if self.token in self.tables.addresses:
            raise self.error("a written parameter is named by its number", "", STATE_PROGRAMS)
        register = self.numbered(RegisterFile.PARAMETER, self.tables.parameters)
        self.expect("]", "to close c[")
        return register

    def _address_register(self, opcode: Opcode) -> Register:
        word = self.token
        register = self.tables.addresses.get(word)
        if register is None:
            raise self.advise(advice.address_destination(word, opcode, self.tables.profile))
        self.named.add(word)
        self.index += 1
        return register

    def _required_x(self) -> Mask:
        """The ``.x`` an address register of one component always carries (addrWriteMask)."""
        self.expect(".", "and x after the address register")
        word = self.token
        if word[:1] != "x":
            raise self.advise(advice.address_component(word, self.tables.profile))
        if word != "x":
            raise self.error(f"expected `,` after A0.x, found {shown(word[1:])}", offset=1)
        self.index += 1
        return MASKS["x"]

    def _mask(self) -> Mask:
        mask = MASKS.get(self.texts[self.index + 1])
        if mask is not None and self.texts[self.index + 2] in _AFTER_MASK:
            self.index += 2
            return mask
        self.index += 1
        return self.write_mask()
