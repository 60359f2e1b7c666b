"""Blocks that one ``switch`` in a loop dispatches → lines of GLSL."""

from __future__ import annotations

from functools import cached_property

from nvrender.glsl.flow.blocks import GROUP, BlockEmitter, both, counter_type
from nvrender.glsl.io.subroutines import jump_lines
from nvrender.glsl.threads.group_barriers import MEETING
from nvrender.lower.control_flow.regions import DispatchBlock, Jump
from nvrender.program import Instruction
from nvrender.source import InternalError

#: What stands for a saved address register among the return addresses, all of which end the program below 0.
SAVED = -2
#: The number of no block, which ends the program.
END = -1


class DispatchEmitter(BlockEmitter):
    """Writes the blocks of a Flow that has no regions."""

    #: What holds the number of the block that runs, and the return addresses.
    block_number = "block"
    stack = "stack"

    @cached_property
    def _stacked(self) -> bool:
        return any(block.jump.kind in ("call", "choose", "push", "pop") for block in self.flow.dispatch)

    @cached_property
    def _pushes(self) -> bool:
        return any(block.jump.kind == "push" for block in self.flow.dispatch)

    @cached_property
    def _loop_counters(self) -> dict[int, str]:
        """id of a REP's Instruction → its variable; filled by _dispatched_counters."""
        return {}

    def dispatch(self) -> None:
        """The whole program as one ``switch`` over block numbers in a loop."""
        flow = self.flow
        self.lines.depth += 1
        if flow.entry is None:
            self.lines.depth -= 1
            return
        self.lines.add(f"int block = {flow.entry};")
        if self._stacked:
            self.lines.add(f"int stack[{flow.call_depth}];")
            if self._pushes:
                self.lines.add(f"ivec4 saved[{flow.call_depth}];  // where stack has {SAVED}")
            self.lines.add("int depth = 0;")
        self._dispatched_counters()
        meets = any(block.jump.kind == "wait" for block in flow.dispatch)
        if meets:
            self.lines.add("int waits = -1, resumes = -1;")
            self.lines.add("while (true) {")
            self.lines.depth += 1
        test = both(f"executed < {self.limit}" if flow.counted else "", "block >= 0")
        self.lines.add(f"while ({test}) {{")
        self.lines.depth += 1
        self._cases()
        self.lines.depth -= 1
        self.lines.add("}")
        if meets:
            self.lines.add(MEETING)
            self.lines.depth -= 1
            self.lines.add("}")
        self.lines.depth -= 1

    def _cases(self) -> None:
        """The switch, or a switch of switches."""
        if len(self.flow.dispatch) <= GROUP:
            self._switch(self.flow.dispatch)
        else:
            self._groups(self.flow.dispatch)

    def _dispatched_counters(self) -> None:
        """A variable for every counted loop; one for each depth of the stack where calls may recurse."""
        for block in self.flow.dispatch:
            repeat = block.jump.instruction
            if block.jump.kind == "repeat" and repeat is not None and repeat.operands:
                self._counters += 1
                name = self.context.numbered("count", self._counters)
                kind, nought = counter_type(repeat.operands[0])
                text, size = self._counter(name, nought)
                self._loop_counters[id(repeat)] = text
                self.lines.add(f"{kind} {name}{size};")

    def _counter(self, name: str, nought: str) -> tuple[str, str]:
        """What a loop's counter is called, and what its declaration says behind its name."""
        if self.flow.recursive:
            return f"{name}[depth]", f"[{self.flow.call_depth + 1}]"
        return name, f" = {nought}"

    def _repeats(self, jump: Jump) -> list[str]:
        """REP or ENDREP: another turn of the loop, or on behind it."""
        target, following, repeat = _number(jump.target), _number(jump.following), _instruction(jump)
        lines, test = [], ""
        if repeat.operands:
            count = repeat.operands[0]
            name = self._loop_counters[id(repeat)]
            if jump.kind == "repeat":
                lines.append(f"{name} = {self.context.count(count)};")
            test = f"{name if lines else f'--{name}'} > {counter_type(count)[1]}"
        test = both(test, self._watch)
        return [
            *lines,
            f"block = {target};" if test == "true" else f"block = {test} ? {target} : {following};",
        ]

    def _switch(self, blocks: tuple[DispatchBlock, ...]) -> None:
        self.lines.add(f"switch ({self.block_number}) {{")
        for block in blocks:
            self._case(block)
        self.lines.add("}")

    def _groups(self, blocks: tuple[DispatchBlock, ...]) -> None:
        """Many blocks, a switch for each group of them."""
        groups: dict[int, list[DispatchBlock]] = {}
        for block in blocks:
            groups.setdefault(block.number // GROUP, []).append(block)
        self.lines.add(f"switch ({self.block_number} / {GROUP}) {{")
        for number, group in groups.items():
            self.lines.add(f"case {number}:")
            self.lines.depth += 1
            self._switch(tuple(group))
            self.lines.add("break;")
            self.lines.depth -= 1
        self.lines.add("}")

    def _case(self, block: DispatchBlock) -> None:
        self.lines.add(f"case {block.number}:", comment=block.label)
        self.lines.depth += 1
        self.block(block.instructions, block.executed)
        self._jump(block.jump)
        self.lines.add("break;")
        self.lines.depth -= 1

    def _jump(self, jump: Jump) -> None:
        """Chooses the next block, with the comments of the instruction that ends this one."""
        test, following = self.context.passes(jump.condition), _number(jump.following)
        if test == "false":
            self.lines.add(f"block = {following};")
            return
        taken = self._taken(jump)
        if jump.kind == "choose" and test != "true":
            taken = [f"block = {following};", f"if ({test}) {{", *(f"    {line}" for line in taken), "}"]
        if jump.instruction is not None:
            index = self.indices[id(jump.instruction)]
            self._remarks(self.placement.before.get(index))
            remark = self.placement.behind.get(index)
            self.lines.add(taken[0], jump.instruction.span, remark)
            if taken[1:]:
                self.lines.add("\n".join(taken[1:]), jump.instruction.span)
            self._remarks(self.placement.after.get(index))
        elif test == "true":
            self.lines.add("\n".join(taken))
        elif len(taken) == 1 and jump.kind != "return":
            self._test(f"block = {test} ? {_number(jump.target)} : {following};", jump.condition)
        else:
            first, *rest = _either(test, taken, following)
            self._test(first, jump.condition)
            self.lines.add("\n".join(rest))

    def _taken(self, jump: Jump) -> list[str]:
        """Statements that choose the next block where a jump's condition holds."""
        target, following = _number(jump.target), _number(jump.following)
        match jump.kind:
            case "next" | "branch" | "end":
                return [f"block = {target};"]
            case "call":
                pushed = [f"{self.stack}[depth++] = {following};", f"block = {target};"]
                full = following if self.flow.skips else END
                return _either(f"depth < {self.flow.call_depth}", pushed, full)
            case "choose":
                number = self.context.subroutine(_instruction(jump).operands[0].register)
                return jump_lines(number, jump.ways, following, self.flow.call_depth, self.stack)
            case "repeat" | "again":
                return self._repeats(jump)
            case "wait":
                waited = self.indices[id(_instruction(jump))]
                return [f"waits = {waited};", f"resumes = {target};", f"block = {END};"]
            case "push":
                kept = f"saved[depth] = {self.context.saved_register(_instruction(jump))};"
                pushed = [kept, f"{self.stack}[depth++] = {SAVED};", f"block = {target};"]
                return _either(f"depth < {self.flow.call_depth}", pushed, END)
            case "pop" if self._pushes:
                popped = [f"{self.context.saved_register(_instruction(jump))} = saved[--depth];"]
                top = f"depth > 0 && {self.stack}[depth - 1] == {SAVED}"
                return _either(top, [*popped, f"block = {target};"], END)
            case "return" if self._stacked:
                return [f"block = depth > 0 ? {self.stack}[--depth] : {END};"]
            case "pop" | "return":
                return [f"block = {END};"]
        raise InternalError(f"a dispatched block ends in {jump.kind!r}")


def _number(block: int | None) -> int:
    return END if block is None else block


def _instruction(jump: Jump) -> Instruction:
    assert jump.instruction is not None
    return jump.instruction


def _either(test: str, lines: list[str], otherwise: int) -> list[str]:
    """``lines`` where a test holds, else on to the block with this number."""
    return [
        f"if ({test}) {{",
        *(f"    {line}" for line in lines),
        "} else {",
        f"    block = {otherwise};",
        "}",
    ]
