"""Blocks, loops, labels and calls (NV_gpu_program4 2.X.5; NV_vertex_program2_option 2.14.4)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from nvrender.languages.arb.grammar.cursor import close
from nvrender.languages.arb.rules.rules import Context, Rules
from nvrender.languages.common.advice import shown
from nvrender.languages.common.nodes import InstructionNode, LabelNode
from nvrender.languages.common.recovery import Errors
from nvrender.program import Instruction, Label
from nvrender.program.opcodes import Flow, Opcode
from nvrender.source import Span

_ENTRY = "main"
#: The rule of what opens, leaves and closes blocks.
_BLOCK = "block"
#: Among more labels a misspelt one is not looked for.
_SUGGESTED = 256
#: What opens blocks, as it is written.
_WORDS = {Flow.IF: "IF", Flow.REPEAT: "REP", Flow.LOOP: "LOOP"}
_OPENED = {Flow.ENDIF: Flow.IF, Flow.END_REPEAT: Flow.REPEAT, Flow.END_LOOP: Flow.LOOP}


@dataclass(slots=True)
class _Block:
    """An open IF, REP or LOOP: the index of its instruction and what has been seen in it."""

    flow: Flow
    index: int
    span: Span
    counted: bool
    alternative: int = -1
    left: bool = False
    #: Indices of the BRK and CONT of this loop.
    jumps: list[int] = field(default_factory=list)


class FlowChecker(Rules):
    """Follows the blocks of a program and finds the partner of each instruction that has one."""

    cited = "flow"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._open: list[_Block] = []
        self._targets: dict[int, int] = {}
        self._calls: list[tuple[int, InstructionNode]] = []
        self._depth = {Flow.IF: 0, Flow.REPEAT: 0}
        self._last_label = -1
        self._numbers: dict[int, str] = {}
        self.labels: dict[str, Label] = {}

    def _place(self, block: _Block) -> str:
        line, column = self.source.line_and_column(block.span.start)
        return f"the {_WORDS[block.flow]} of line {line}, column {column}"

    # Labels

    def label(self, node: LabelNode, instructions: list[Instruction], end: Opcode | None) -> None:
        """A label: it closes no block, and ends the subroutine before it (``end`` is RET's row)."""
        self.check_label(node)
        if instructions or self.labels:
            self._return(instructions, end, node.span)
        self.place_label(node, len(instructions))

    def check_label(self, node: LabelNode) -> None:
        """A label stands outside all blocks, and once."""
        if self._open:
            message = f"label {shown(node.name)} inside {self._place(self._open[-1])}"
            raise self.fail(node.span, message, "labels stand outside all blocks", rule=_BLOCK)
        known = self.labels.get(node.name)
        if known is not None:
            line, column = self.source.line_and_column(known.span.start)
            message = f"label {shown(node.name)} is defined twice"
            hint = f"first defined at line {line}, column {column}"
            raise self.fail(node.span, message, hint, rule="declared-twice")

    def place_label(self, node: LabelNode, index: int) -> None:
        """A label before instruction number ``index``."""
        self._last_label = index
        self.labels[node.name] = Label(node.name, self._last_label, node.span, node.number)
        if node.number is not None:
            other = self._numbers.setdefault(node.number, node.name)
            if other != node.name:
                raise self.fail(node.number_start, f"{node.number} is the number of {shown(other)} already")

    def _return(self, instructions: list[Instruction], end: Opcode | None, span: Span) -> None:
        """An implicit RET, unless the text has one (NV_gpu_program4 2.X.5)."""
        if end is None or not self.profile.blocks:
            return
        last = instructions[-1] if instructions else None
        returned = last is not None and last.opcode.flow is Flow.RETURN and last.condition is None
        labelled = self._last_label == len(instructions)
        if not returned or labelled:
            instructions.append(Instruction(end, span=span, implicit=True))

    # Instructions

    def instruction(self, node: InstructionNode, index: int) -> None:
        """An instruction that branches, loops, calls or returns, about to be number ``index``."""
        opcode = node.spelling.opcode
        match opcode.flow:
            case Flow.IF | Flow.REPEAT | Flow.LOOP:
                self._enter(node, opcode.flow, index)
            case Flow.ELSE:
                self._alternative(node, index)
            case Flow.ENDIF | Flow.END_REPEAT | Flow.END_LOOP:
                self._leave(node, opcode.flow, index)
            case Flow.BREAK | Flow.CONTINUE:
                self._jump(node, opcode.flow, index)
            case Flow.RETURN:
                for block in self._open:
                    block.left = True
            case Flow.BRANCH | Flow.CALL:
                self._calls.append((index, node))

    def _enter(self, node: InstructionNode, flow: Flow, index: int) -> None:
        kind = Flow.IF if flow is Flow.IF else Flow.REPEAT
        depth = self._depth[kind]
        limit = self.limits.if_depth if flow is Flow.IF else self.limits.loop_depth
        if depth >= limit:
            raise self.fail(node.span, f"{_WORDS[kind]} blocks nest at most {limit} deep", rule=_BLOCK)
        self._depth[kind] = depth + 1
        self._open.append(_Block(flow, index, node.span, bool(node.operands)))

    def _innermost(self, node: InstructionNode, wanted: Flow) -> _Block:
        """The innermost open block, which must be a ``wanted`` one."""
        name = node.spelling.opcode.name
        if not self._open:
            raise self.fail(node.span, f"{name} without {_WORDS[wanted]}", rule=_BLOCK)
        block = self._open[-1]
        if block.flow is not wanted:
            message = f"{name} inside {self._place(block)}, which is still open"
            raise self.fail(node.span, message, rule=_BLOCK)
        return block

    def _alternative(self, node: InstructionNode, index: int) -> None:
        block = self._innermost(node, Flow.IF)
        if block.alternative >= 0:
            raise self.fail(node.span, f"a second ELSE of {self._place(block)}", rule=_BLOCK)
        block.alternative = index
        self._targets[block.index] = index

    def _leave(self, node: InstructionNode, flow: Flow, index: int) -> None:
        block = self._innermost(node, _OPENED[flow])
        self._open.pop()
        self._depth[Flow.IF if flow is Flow.ENDIF else Flow.REPEAT] -= 1
        if flow is Flow.ENDIF:
            self._targets[block.alternative if block.alternative >= 0 else block.index] = index
            return
        if not block.counted and not block.left:
            message = "an endless loop: REP without a count and without BRK or RET"
            raise self.fail(block.span, message, rule=_BLOCK)
        self._targets[block.index] = index
        self._targets[index] = block.index
        for jump in block.jumps:
            self._targets[jump] = index

    def _jump(self, node: InstructionNode, flow: Flow, index: int) -> None:
        for block in reversed(self._open):
            if block.flow in (Flow.REPEAT, Flow.LOOP):
                block.jumps.append(index)
                block.left |= flow is Flow.BREAK
                return
        raise self.fail(node.span, f"{node.spelling.opcode.name} outside a loop", rule=_BLOCK)

    @property
    def in_loop(self) -> bool:
        """True inside a LOOP block, which has a loop index (NV_fragment_program2 3.11.3.Y)."""
        return any(block.flow is Flow.LOOP for block in self._open)

    # The end of the program

    def check_end(self, span: Span, errors: Errors) -> None:
        """What is wrong with the whole: blocks that are open at ``span``, labels that are not there."""
        if self._open:
            block = self._open[-1]
            errors.report(self.fail(span, f"{self._place(block)} is not closed", rule=_BLOCK))
        for _, node in self._calls:
            if node.label not in self.labels and node.label not in errors.lost:
                name, end_of_text = node.spelling.opcode.name, len(self.source.data)
                line, column = self.source.line_and_column(node.span.start)
                message = f"label {shown(node.label)} is not defined"
                hint = f"{name} at line {line}, column {column} goes there"
                if near := close(node.label, frozenset(list(self.labels)[:_SUGGESTED])):
                    hint += f"; {near}"
                errors.report(self.fail(end_of_text, message, hint, rule="undefined-label"))

    def finish(self, instructions: list[Instruction], end: Opcode | None, span: Span) -> int:
        """Closes the program, sets every target in place and returns the entry."""
        if self.labels:
            self._return(instructions, end, span)
        for index, node in self._calls:
            self._targets[index] = self.labels[node.label].index
        for index, target in self._targets.items():
            instructions[index] = replace(instructions[index], target=target)
        if _ENTRY in self.labels:
            return self.labels[_ENTRY].index
        return next((index for index, one in enumerate(instructions) if not one.implicit), 0)
