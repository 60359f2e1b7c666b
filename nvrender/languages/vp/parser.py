"""The register-named grammar of !!VP1.0, !!VP1.1, !!VP2.0 and !!VSP1.0 (NV_vertex_program2 2.14.1.8).

What a header allows comes from its profile; what the specifications forbid in prose is refused where it
stands, so the error raised is the one at the lowest offset.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from nvrender.languages.common.advice import shown, too_long
from nvrender.languages.common.leniency import Leniency
from nvrender.languages.common.nodes import LabelNode, OptionNode, Statement
from nvrender.languages.common.spellings import Spelling
from nvrender.languages.common.statements import Jump
from nvrender.languages.common.words import MASKS, OPTION
from nvrender.languages.vp import advice
from nvrender.languages.vp.operands import OperandReader
from nvrender.languages.vp.sections import BRANCHING, STATE_PROGRAMS
from nvrender.languages.vp.tables import tables_of
from nvrender.program import Condition, Destination, Instruction, Mask, Operand, Register, RegisterFile
from nvrender.program.opcodes import Opcode, ResultClass
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Source, Span

_CONDITION_CODE = Register(RegisterFile.CONDITION_CODE, 0)


def _instruction(
    spelling: Spelling,
    destination: Destination | None,
    operands: tuple[Operand, ...],
    condition: Condition | None,
    texture: None,
    label: str,
    span: Span,
) -> Instruction:
    return Instruction(
        spelling.opcode,
        destination=destination,
        operands=operands,
        condition_code=spelling.condition_code,
        condition=condition,
        target_name=label,
        span=span,
    )


class Parser(OperandReader):
    """Tokens → statements; ``options`` are those met."""

    __slots__ = ("_left", "options")

    made = staticmethod(_instruction)

    def __init__(self, source: Source, profile: Profile, leniency: Leniency) -> None:
        super().__init__(source, profile, leniency)
        self.options: set[str] = set()
        self._left = profile.instruction_limit

    def statements(self) -> Iterator[Statement]:
        return chain(self._options(), self.body())

    def _options(self) -> Iterator[OptionNode]:
        profile = self.profile
        while profile.options and self.token == OPTION:
            begin = self.starts[self.index]
            self.index += 1
            name = self.token
            if name not in profile.options:
                hint = f"{profile.header} has {', '.join(sorted(profile.options))}"
                message = f"expected an option name, found {shown(name)}"
                raise self.error(message, hint, self.sections.position_invariant)
            self.index += 1
            self.expect(";", f"after OPTION {name}")
            self.tables = tables_of(profile, True)
            self.options.add(name)
            self._left = profile.position_invariant_instruction_limit or self._left
            yield OptionNode(name, self.span(begin))
            self.window()

    def other_statement(self, word: str) -> Iterator[LabelNode]:
        """A label."""
        profile = self.profile
        is_label = advice.is_word(word) and self.texts[self.index + 1] == ":"
        if not is_label or word in self.language.reserved:
            raise self.advise(advice.statement(word, self.tables))
        if not self.language.labels:
            what = f"label {shown(word)}"
            raise self.advise(advice.needs(what, profile, lambda row: row.labels, BRANCHING))
        begin = self.starts[self.index]
        self.index += 2
        yield LabelNode(word, Span(begin, begin + len(word)))

    # Instructions

    def opened(self, spelling: Spelling, begin: int) -> Spelling:
        self._left -= 1
        if self._left < 0:
            section = self.sections.position_invariant if self.options else self.profile.section
            message = too_long(self.profile, bool(self.options))
            raise self.error_at(begin, message, section=section, rule="too-many-instructions")
        self.accessed = {}
        return spelling

    def jump(self, opcode: Opcode) -> Jump:
        label = self._label_operand(opcode) if opcode.operands else ""
        return label, (), self.parenthesised() if self.token == "(" else None

    def _label_operand(self, opcode: Opcode) -> str:
        word = self.token
        if not advice.is_word(word):
            raise self.error(f"expected a label after {opcode.name}, found {shown(word)}", "", opcode.section)
        if word in self.language.reserved:
            message = f"{word} is a reserved word and cannot be a label"
            raise self.error(message, "", BRANCHING, rule="reserved-name")
        self.index += 1
        return word

    def missing_operand(self, opcode: Opcode, given: int) -> ProgramError:
        if self.token == "." and not given:
            return self.error("`.` after a complete destination: one write mask, before the condition mask")
        return super().missing_operand(opcode, given)

    def unfinished(self, opcode: Opcode) -> ProgramError:
        if opcode.is_flow and advice.is_word(self.token) and self.texts[self.index - 1] != ")":
            return self.unended(opcode.name, "a condition is written in parentheses, as in (GT.x)")
        return super().unfinished(opcode)

    # Destinations (NV_vertex_program2 2.14.2.2)

    def target(self, opcode: Opcode) -> Register:
        word = self.token
        if opcode.result is ResultClass.ADDRESS:
            register = self.address_register(opcode)
            if register is None:
                raise self.advise(advice.address_destination(word, opcode, self.profile))
            return register
        register = self.temporaries.get(word)
        if register is not None:
            self.named.add(word)
            self.index += 1
            return register
        if word == "o" and self.profile.results:
            return self._result()
        if word == "c" and self.profile.writable_parameters:
            return self._written_parameter()
        if word == "CC" and self.profile.condition_codes:
            self.index += 1
            return _CONDITION_CODE
        raise self.advise(advice.destination(word, self.tables))

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

    def address_mask(self, opcode: Opcode) -> Mask:
        """The ``.x`` an address register of one component always carries (addrWriteMask), or any mask."""
        if self.profile.address_components != 1:
            return super().address_mask(opcode)
        self.expect(".", "and x after the address register")
        word = self.token
        if word[:1] != "x":
            raise self.advise(advice.address_component(word, self.profile))
        if word != "x":
            raise self.error(f"expected `,` after A0.x, found {shown(word[1:])}", offset=1)
        self.index += 1
        return MASKS["x"]

    def untestable(self) -> ProgramError:
        what, section = "a condition mask", self.sections.destinations
        return self.advise(advice.needs(what, self.profile, lambda row: row.condition_codes, section))
