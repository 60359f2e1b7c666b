"""The grammar of ARB_vertex_program 2.14.2, ARB_fragment_program 3.11.2 and NV_gpu_program4 2.X.2.

One statement at a time, so that what precedes a syntax error is checked before it is raised. What a
header allows comes from its profile's Language; options change the profile as they are read.
"""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.isa.geometry_bindings import INPUT_PRIMITIVES, OUTPUT_PRIMITIVES
from nvrender.isa.limits import Changes
from nvrender.isa.profiles import Profile, with_options
from nvrender.isa.rows import Flow, OperandClass, ResultClass
from nvrender.program import Condition
from nvrender.source import ProgramError, Source, Span
from nvrender.syntax.advice import shown
from nvrender.syntax.arb_cursor import close, is_word
from nvrender.syntax.arb_modifiers import ModifierReader
from nvrender.syntax.arb_nodes import (
    EndNode,
    InstructionNode,
    LabelNode,
    OperandNode,
    OptionNode,
    PrimitiveNode,
    Spelling,
    Statement,
    TextureNode,
)
from nvrender.syntax.arb_words import spellings

_END = "END"
_OPTION = "OPTION"
#: What a geometry program begins with: keyword → word → vertices (NV_geometry_program4 2.14.6.1-4).
_PRIMITIVES: dict[str, dict[str, int]] = {
    "PRIMITIVE_IN": INPUT_PRIMITIVES,
    "PRIMITIVE_OUT": OUTPUT_PRIMITIVES,
    "VERTICES_OUT": {},
}


class ArbParser(ModifierReader):
    """Tokens → statements. ``profile`` is the header's, then the one its options make of it.

    A statement that breaks a restriction is yielded before the error is raised: ``preempted`` tells which
    of several errors is the first.
    """

    __slots__ = ("_limits", "_words", "options")

    def __init__(self, source: Source, profile: Profile, limits: Changes = None) -> None:
        super().__init__(source, with_options(profile, frozenset(), limits))
        self._limits = limits
        self._words = spellings(self.profile)
        self.options: frozenset[str] = frozenset()

    def statements(self) -> Iterator[Statement]:
        """Yields every statement, END the last; raises ProgramError at the first syntax error."""
        yield from self._options()
        if self.language.vertex_arrays:
            yield from self._primitives()
        texts = self.texts
        declarations = self.language.declarations | frozenset(self.language.modifiers)
        while True:
            self.window()
            word = texts[self.index]
            statement: Statement
            if texts[self.index + 1] == ":":
                statement = self._label(word)
            elif (spelling := self._words.get(word)) is not None:
                statement = self._instruction(spelling)
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
        self.index += 1
        self.window()
        if self.token:
            hint = "only white space and comments may follow END"
            raise self.error(f"{shown(self.token)} after END", hint)
        yield EndNode(Span(begin, begin + len(_END)))

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
            self._words = spellings(self.profile)

    def _primitives(self) -> Iterator[PrimitiveNode]:
        """What a geometry program takes and makes: each once, before all else.

        NV_geometry_program4 2.X.2 and 2.14.6.1-4.
        """
        section = self.sections.geometry
        seen: set[str] = set()
        self.window()
        while self.token in _PRIMITIVES and self.texts[self.index + 1] != ":":
            begin = self.starts[self.index]
            keyword = self.token
            if keyword in seen:
                raise self.error(f"a second {keyword}", section=section)
            seen.add(keyword)
            self.index += 1
            word, number = self.token, 0
            if keyword == "VERTICES_OUT":
                number = self._vertices_out()
            elif word in _PRIMITIVES[keyword]:
                number = _PRIMITIVES[keyword][word]
                self.index += 1
            else:
                hint = f"primitives are {', '.join(_PRIMITIVES[keyword])}"
                raise self.error(f"{shown(word)} is no primitive of {keyword}", hint, section)
            if keyword == "PRIMITIVE_IN":
                self.input_vertices = number
            self.expect(";", f"after {keyword}")
            yield PrimitiveNode(keyword, word, number, self.span(begin))
            self.window()
        if missing := [keyword for keyword in _PRIMITIVES if keyword not in seen]:
            hint = "a geometry program begins with PRIMITIVE_IN, PRIMITIVE_OUT and VERTICES_OUT"
            raise self.error(f"{missing[0]} is missing before {shown(self.token)}", hint, section)

    def _vertices_out(self) -> int:
        section = self.sections.geometry
        start, most = self.index, self.limits.output_vertices
        number = self.integer("how many vertices at most", section)
        if not 1 <= number <= most:
            self.index = start
            raise self.error(f"VERTICES_OUT is 1 to {most}", section=section)
        return number

    def _label(self, word: str) -> LabelNode:
        begin = self.starts[self.index]
        if not self.language.labels and is_word(word):
            hint = f"OPTION {self.language.flow_option}; allows them"
            raise self.error(f"{self.profile.header} has no labels", hint, self.sections.flow)
        self.name("a label")
        self.index += 1
        return LabelNode(word, Span(begin, begin + len(word)))

    def preempted(self, error: ProgramError) -> ProgramError:
        """The first of ``error``, found in the last statement yielded, and what the statement has broken."""
        kept = self.restriction
        return error if kept is None or error.position < kept.start else kept.error

    # Instructions

    def _instruction(self, spelling: Spelling) -> InstructionNode:
        texts = self.texts
        begin = self.starts[self.index]
        self.index += 1
        if texts[self.index] == ".":
            spelling = self.modified(spelling)
        opcode = spelling.opcode
        if spelling.clamp is not None or spelling.multiply is not None:
            self.completed(spelling, begin)
        if opcode.flow is not None:
            node = self._flow(spelling, opcode.flow, begin)
        else:
            destination = None
            operands: list[OperandNode] = []
            condition: Condition | None = None
            comma = opcode.result is not ResultClass.NONE
            if comma:
                destination = self.destination(opcode)
            for operand_class in opcode.operands:
                if comma:
                    if texts[self.index] != ",":
                        raise self._missing_operand(spelling, len(operands))
                    self.index += 1
                if operand_class is OperandClass.VECTOR_OR_CONDITION and self._is_test():
                    condition = self.test()
                else:
                    operands.append(self.operand(opcode, operand_class))
                comma = True
            texture: TextureNode | None = None
            if opcode.texture:
                self.expect(",", f"and a texture image unit after the operands of {opcode.name}")
                texture = self.texture(opcode)
            node = InstructionNode(
                spelling, destination, tuple(operands), condition, texture, "", Span(begin, begin)
            )
        if texts[self.index] != ";":
            raise self._unfinished(spelling)
        self.index += 1
        return node._replace(span=Span(begin, self.starts[self.index - 1] + 1))

    def _is_test(self) -> bool:
        """True for a condition test; a declared variable of the same name comes first."""
        return self.token in self.language.tests and self.token not in self.declared

    def _missing_operand(self, spelling: Spelling, given: int) -> ProgramError:
        opcode = spelling.opcode
        count = len(opcode.operands)
        token = self.token
        if token == ";":
            plural = "s" if count > 1 else ""
            return self.error(f"{opcode.name} takes {count} operand{plural}, {given} given")
        if token == "(" and not given:
            message = "one condition mask at most may follow a destination"
            return self.error(message, section=self.sections.destinations)
        place = "after the destination" if not given else f"before operand {given + 1}"
        return self.error(f"expected `,` {place} of {opcode.name}, found {shown(token)}")

    def _unfinished(self, spelling: Spelling) -> ProgramError:
        opcode = spelling.opcode
        count = len(opcode.operands)
        token = self.token
        if token == "," and opcode.flow is None:
            return self.error(f"{opcode.name} takes {count} operand{'s' if count != 1 else ''}, not more")
        if token == "." and opcode.flow is None:
            message = "one suffix at most may follow an operand, and none follows `|`"
            return self.error(message, section=self.sections.operands)
        if token == "[" and opcode.flow is None:
            return self.error("an index stands before the suffix", section=self.sections.arrays)
        return self.unended(opcode.name)

    def _flow(self, spelling: Spelling, flow: Flow, begin: int) -> InstructionNode:
        """What branches, loops, calls and returns (FlowInstruction)."""
        opcode = spelling.opcode
        label = ""
        condition: Condition | None = None
        operands: tuple[OperandNode, ...] = ()
        if OperandClass.LABEL in opcode.operands:
            label = self.name(f"a label after {opcode.name}")
        if flow is Flow.IF:
            condition = self.test()
        elif flow in (Flow.BRANCH, Flow.CALL, Flow.RETURN, Flow.BREAK, Flow.CONTINUE):
            condition = self._branch_condition()
        elif flow in (Flow.REPEAT, Flow.LOOP) and (self.token != ";" or self.language.counted_parameters):
            operands = (self.operand(opcode, opcode.operands[0]),)
        return InstructionNode(spelling, None, operands, condition, None, label, Span(begin, begin))

    def _branch_condition(self) -> Condition | None:
        """``(GT.x)``, nothing, or a bare test where the language bears it (optBranchCond)."""
        if self.token == "(":
            return self.parenthesised()
        if self.language.bare_tests and self.token in self.language.tests:
            return self.test()
        return None
