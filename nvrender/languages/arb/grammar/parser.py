"""The grammar of ARB_vertex_program 2.14.2, ARB_fragment_program 3.11.2 and NV_gpu_program4 2.X.2.

One statement at a time, so that what precedes a syntax error is checked before it is raised. What a
header allows comes from its profile's Language; options change the profile as they are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from nvrender.languages.arb.grammar.cursor import close
from nvrender.languages.arb.grammar.declarations import UNBOUND
from nvrender.languages.arb.grammar.directives import DirectiveReader
from nvrender.languages.arb.options import with_options
from nvrender.languages.common.advice import shown
from nvrender.languages.common.leniency import Leniency
from nvrender.languages.common.nodes import (
    AnyOperand,
    EndNode,
    LabelNode,
    OptionNode,
    Statement,
    TextureNode,
)
from nvrender.languages.common.spellings import Spelling
from nvrender.languages.common.statements import Arguments, Jump
from nvrender.languages.common.tokens import is_word
from nvrender.ops.memory_access import Space
from nvrender.program import Condition
from nvrender.program.limits import Changes
from nvrender.program.opcodes import Flow, Opcode, OperandClass, ResultClass
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Source, Span

_END = "END"
_OPTION = "OPTION"
_NUMBERED = "SUBROUTINENUM"


class ArbParser(DirectiveReader):
    """Tokens → statements. ``profile`` is the header's, then the one its options make of it.

    A statement that breaks a restriction is yielded before the error is raised: ``preempted`` tells which
    of several errors is the first.
    """

    __slots__ = ("_limits", "options")

    def __init__(self, source: Source, profile: Profile, limits: Changes, leniency: Leniency) -> None:
        super().__init__(source, with_options(profile, frozenset(), limits), leniency)
        self._limits = limits
        self.options = leniency.options

    def statements(self) -> Iterator[Statement]:
        """Yields every statement, END the last; raises ProgramError at the first syntax error."""
        return chain(self._options(), self.directives(), self.body())

    def body(self) -> Iterator[Statement]:
        texts = self.texts
        declarations = self.language.declarations | frozenset(self.language.modifiers)
        while True:
            self.window()
            word = texts[self.index]
            statement: Statement
            if texts[self.index + 1] == ":" or self._is_numbered():
                statement = self._label(word)
            elif (spelling := self.words.get(word)) is not None:
                statement = self.instruction(spelling)
            elif word in declarations:
                statement = self.declaration()
            elif word == _END:
                break
            else:
                raise self.bad_word(word)
            yield statement
            if self.restriction is not None:
                raise self.restriction.error
        begin = self.starts[self.index]
        self.end()
        if self.missing_directive is not None:
            raise self.missing_directive
        yield EndNode(Span(begin, begin + len(_END)))

    def restricted(self) -> ProgramError | None:
        restriction, self.restriction = self.restriction, None
        return None if restriction is None else restriction.error

    def pretend(self, name: str) -> None:
        self.declared.setdefault(name, "")

    @property
    def name_count(self) -> int:
        return len(self.declared)

    def lost_names(self, words: Iterable[str], count: int) -> set[str]:
        lost = set(islice(reversed(self.declared), len(self.declared) - count))
        keyword = ""
        for word in words:
            if word in self.language.declarations:
                keyword = word
            elif keyword and word not in self.language.reserved:
                lost.add(word)
                self.declared.setdefault(word, keyword)
                keyword = keyword if keyword in UNBOUND else ""
        return lost

    def _options(self) -> Iterator[OptionNode]:
        while self.token == _OPTION and self.texts[self.index + 1] != ":":
            begin = self.starts[self.index]
            self.index += 1
            name = self.token
            if name not in self.profile.options:
                hint = close(name, self.profile.options) if is_word(name) else ""
                hint = hint or f"{self.profile.header} has {', '.join(sorted(self.profile.options))}"
                message = f"{self.profile.header} has no option {shown(name)}"
                error = self.error(message, hint, self.sections.options)
                if not is_word(name):
                    raise error
                self.restrict(error)
            self.index += 1
            self.end_of_statement(f"OPTION {shown(name)}")
            for rivals in self.language.exclusive:
                if name in rivals and (other := sorted(rivals & self.options - {name})):
                    message = f"OPTION {name} after OPTION {other[0]}: a program has one of them"
                    self.restrict(self.error_at(begin, message, section=self.sections.options))
            if self.restriction is not None:
                raise self.restriction.error
            self.options |= {name}
            yield OptionNode(name, self.span(begin))
            self.window()
        if self.options:
            self.use(with_options(self.profile, self.options, self._limits))

    def _is_numbered(self) -> bool:
        """True before ``SUBROUTINENUM(``."""
        texts, index = self.texts, self.index
        return texts[index + 1] == _NUMBERED and texts[index + 2] == "(" and self.language.sized

    def _label(self, word: str) -> LabelNode:
        begin = self.starts[self.index]
        if not self.language.labels and is_word(word):
            hint = f"OPTION {self.language.flow_option}; allows them"
            raise self.error(f"{self.profile.header} has no labels", hint, self.sections.flow)
        self.name("a label")
        span = Span(begin, begin + len(word))
        if self.token == _NUMBERED:
            return self._numbered_label(word, span)
        self.expect(":", "after a label")
        return LabelNode(word, span)

    def _numbered_label(self, word: str, span: Span) -> LabelNode:
        """``name SUBROUTINENUM(n):`` (ARB_shader_subroutine 2.X.2)."""
        section = self.sections.subroutines
        self.index += 1
        self.expect("(", "after SUBROUTINENUM")
        start = self.starts[self.index]
        number = self.integer("the number of a subroutine", section)
        most = self.limits.subroutine_numbers
        if number >= most:
            message = f"the number of a subroutine is 0 to {most - 1}"
            self.restrict(self.error_at(start, message, section=section))
        self.expect(")", "to close SUBROUTINENUM(")
        self.expect(":", "after SUBROUTINENUM(…)")
        return LabelNode(word, span, number, start)

    def preempted(self, error: ProgramError) -> ProgramError:
        """The first of ``error``, found in the last statement yielded, and what the statement has broken."""
        kept = self.restriction
        return error if kept is None or error.position < kept.start else kept.error

    # Instructions

    def opened(self, spelling: Spelling, begin: int) -> Spelling:
        if self.texts[self.index] == ".":
            spelling = self.modified(spelling)
        if spelling.clamp is not None or spelling.multiply is not None or spelling.opcode.storages:
            self.completed(spelling, begin)
        return spelling

    def arguments(self, opcode: Opcode) -> Arguments:
        if opcode.space is Space.IMAGE and opcode.result is ResultClass.NONE:
            access, operands = self.image_store(opcode)
            return None, operands, None, access
        return super().arguments(opcode)

    def declares(self, word: str) -> bool:
        return word in self.declared

    def access(self, opcode: Opcode, operands: list[AnyOperand]) -> TextureNode:
        if opcode.space is Space.IMAGE:
            self.expect(",", f"and an image unit after the operands of {opcode.name}")
            return self.image(opcode)
        self.expect(",", f"and a texture image unit after the operands of {opcode.name}")
        if len(operands) == 1 and not self.access_ahead():
            operands.append(self.operand(opcode))
            self.expect(",", f"and a texture image unit after the operands of {opcode.name}")
        return self.texture(opcode)

    def unfinished(self, opcode: Opcode) -> ProgramError:
        if self.token == "[" and opcode.flow is None:
            return self.error("an index stands before the suffix", section=self.sections.arrays)
        return super().unfinished(opcode)

    def jump(self, opcode: Opcode) -> Jump:
        """What branches, loops, calls and returns (FlowInstruction)."""
        flow = opcode.flow
        label = ""
        condition: Condition | None = None
        operands: tuple[AnyOperand, ...] = ()
        if OperandClass.LABEL in opcode.operands:
            label = self.name(f"a label after {opcode.name}")
        if flow is Flow.CALL_INDIRECT:
            operands = (self._subroutine(opcode),)
            condition = self._branch_condition()
        elif flow is Flow.IF:
            condition = self.test()
        elif flow in (Flow.BRANCH, Flow.CALL, Flow.RETURN, Flow.BREAK, Flow.CONTINUE):
            condition = self._branch_condition()
        elif flow in (Flow.REPEAT, Flow.LOOP) and (self.token != ";" or self.language.counted_parameters):
            operands = (self.operand(opcode),)
        return label, operands, condition

    def _subroutine(self, opcode: Opcode) -> AnyOperand:
        """The subroutine variable of CALI, perhaps with an index (ARB_shader_subroutine 2.X.2)."""
        begin = self.starts[self.index]
        if not is_word(self.token) or self.token in self.roots:
            message = f"expected a SUBROUTINE variable after {opcode.name}, found {shown(self.token)}"
            raise self.error(message, section=opcode.section)
        source = self.variable()
        return self.plain(source, begin)

    def _branch_condition(self) -> Condition | None:
        """``(GT.x)``, nothing, or a bare test where the language bears it (optBranchCond)."""
        if self.token == "(":
            return self.parenthesised()
        if self.language.bare_tests and self.token in self.language.tests:
            return self.test()
        return None
