"""Regions → lines of GLSL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from nvrender.flow.regions import (
    Block,
    Break,
    Call,
    Choice,
    Continue,
    DispatchBlock,
    Flow,
    Function,
    If,
    IfFlag,
    Jump,
    Loop,
    Region,
    Return,
    SetFlag,
    Terminate,
)
from nvrender.flow.saved import saves
from nvrender.glsl.comments import Placement
from nvrender.glsl.statements import Speech
from nvrender.glsl.subroutines import choice_lines, jump_lines
from nvrender.glsl.turns import stands_alone
from nvrender.isa.opcodes import DataType
from nvrender.program import Condition, Instruction, Operand, RegisterFile
from nvrender.source import InternalError, Span

#: Cases of one switch: Mesa's llvmpipe nests one in the other and silently drops what lies 80 deep.
GROUP = 24

#: What stands for a saved address register among the return addresses, all of which end the program below 0.
SAVED = -2


@dataclass
class Lines:
    """GLSL lines and the span of the program each came from."""

    text: list[str] = field(default_factory=list)
    spans: list[Span | None] = field(default_factory=list)
    depth: int = 0

    def add(self, text: str, span: Span | None = None, comment: str | None = None) -> None:
        """One line at the current depth, or several."""
        if comment is not None:
            text = f"{text}  // {comment}" if comment else text
        for line in text.split("\n"):
            self.text.append("    " * self.depth + line if line else "")
            self.spans.append(span)

    def extend(self, other: Lines) -> None:
        self.text.extend(other.text)
        self.spans.extend(other.spans)


class Emitter:
    """Writes the functions of a Flow.

    ``functions`` maps a Function's name to its GLSL name; ``flags`` likewise for boolean flags.
    """

    def __init__(
        self,
        speech: Speech,
        flow: Flow,
        placement: Placement,
        indices: dict[int, int],
        functions: dict[str, str],
        flags: dict[str, str],
        limit: int,
        watchdog: int | None = None,
    ) -> None:
        """``indices``: id of an Instruction or of a branch's Condition → the instruction's index.

        ``limit``: how many instructions a program may execute (NV_vertex_program2 2.14.2.3).
        ``watchdog``: how many turns its loops may take together, None where they need none.
        """
        self.speech = speech
        self.flow = flow
        self.placement = placement
        self.indices = indices
        self.functions = functions
        self.flags = flags
        self.limit = limit
        self._most = watchdog if watchdog is not None and stands_alone(flow) else None
        self._watch = f"turns++ < {watchdog}" if watchdog is not None and self._most is None else ""
        self.lines = Lines()
        self._function: Function | None = None
        self._counters = 0
        #: PUSHA's places → variables.
        self.saved: dict[int, str] = {}
        #: REP's Instruction → its variable, where loops are dispatched.
        self._loop_counters: dict[int, str] = {}
        self._stacked = any(block.jump.kind in ("call", "choose", "push", "pop") for block in flow.dispatch)
        #: False while so few instructions can have run that the limit is out of reach.
        self._limited = flow.counted
        self._ends = {function.name: function.may_terminate for function in flow.functions}

    def function(self, function: Function, signature: str | None = None) -> None:
        """A subroutine; a bool tells its caller that the program has ended."""
        kind = "bool" if function.may_terminate else "void"
        self.lines.add(signature or f"{kind} {self.functions[function.name]}() {{")
        self.body(function, is_main=False)
        if function.may_terminate and _falls_through(function.body):
            self.lines.depth += 1
            self.lines.add("return false;")
            self.lines.depth -= 1
        self.lines.add("}")

    def body(self, function: Function, *, is_main: bool) -> None:
        """The statements of a function, one level deeper."""
        self._function = None if is_main else function
        self._limited = self.flow.counted and not is_main
        self.lines.depth += 1
        for flag in function.flags:
            self.lines.add(f"bool {self.flags[flag]} = false;")
        kept = dict.fromkeys(self._saved(one) for one in _instructions(function.body) if saves(one))
        if kept:
            self.lines.add(f"ivec4 {', '.join(kept)};")
        body = function.body
        endings = (Return, Terminate) if is_main else () if function.may_terminate else (Return,)
        if body and isinstance(body[-1], endings):
            body = body[:-1]
        self.regions(body)
        if (
            is_main
            and self.lines.text
            and self.lines.text[-1].lstrip().startswith(("executed +=", "++executed"))
        ):
            del self.lines.text[-1], self.lines.spans[-1]  # nothing counts on
        self.lines.depth -= 1

    def regions(self, regions: tuple[Region, ...]) -> None:
        for region in regions:
            match region:
                case Block():
                    self.block(region.instructions, region.executed)
                case If():
                    self._if(region)
                case Loop():
                    self._loop(region)
                case IfFlag():
                    self._branch(self.flags[region.flag], region.then, region.otherwise)
                case SetFlag():
                    self.lines.add(f"{self.flags[region.flag]} = {'true' if region.value else 'false'};")
                case Break():
                    self.lines.add("break;")
                case Continue():
                    self.lines.add("continue;")
                case Call():
                    self._call(region)
                case Choice():
                    self._choice(region)
                case Return():
                    self.lines.add("return false;" if self._returns_bool else "return;")
                case Terminate():
                    self.lines.add("return true;" if self._returns_bool else "return;")

    @property
    def _returns_bool(self) -> bool:
        return self._function is not None and self._function.may_terminate

    def _nested(self, regions: tuple[Region, ...]) -> None:
        self.lines.depth += 1
        self.regions(regions)
        self.lines.depth -= 1

    def block(self, instructions: tuple[Instruction, ...], executed: int) -> None:
        """Statements; where instructions are counted, a result is written up to the limit only."""
        for position, instruction in enumerate(instructions, start=1):
            index = self.indices[id(instruction)]
            self._remarks(self.placement.before.get(index))
            guard = ""
            destination = instruction.destination
            if self._limited and (
                instruction.opcode.name == "KIL"
                or (destination and destination.register.file is RegisterFile.RESULT)
            ):
                guard = f"executed < {self.limit + 1 - position}"
            statements = (
                [self._saving(instruction)]
                if saves(instruction)
                else self.speech.statements(instruction, guard)
            )
            comment = self.placement.behind.get(index)
            if not statements and comment is not None:
                self.lines.add(f"// {comment}".rstrip(), instruction.span)
            for statement in statements:
                self.lines.add(statement, instruction.span, comment)
                comment = None
            self._remarks(self.placement.after.get(index))
        if self.flow.counted and executed:
            self.lines.add(f"executed += {executed};" if executed > 1 else "++executed;")

    def _saving(self, instruction: Instruction) -> str:
        """PUSHA or POPA where the function knows what it has saved."""
        place, register = self._saved(instruction), self.speech.saved_register(instruction)
        return f"{place} = {register};" if instruction.opcode.name == "PUSHA" else f"{register} = {place};"

    def _saved(self, instruction: Instruction) -> str:
        """The variable that keeps an address register."""
        place = self.flow.saved[self.indices[id(instruction)]]
        if place not in self.saved:
            self.saved[place] = self.speech.numbered("saved", place + 1)
        return self.saved[place]

    def _remarks(self, comments: list[str] | None) -> None:
        for comment in comments or ():
            self.lines.add(f"// {comment}".rstrip())

    def _test(self, text: str, condition: Condition | None) -> None:
        """A line that holds a branch's test, with the branch's comments."""
        index = self.indices.get(id(condition), -1)
        self._remarks(self.placement.before.get(index))
        self.lines.add(text, None if condition is None else condition.span, self.placement.behind.get(index))
        self._remarks(self.placement.after.get(index))

    def _if(self, region: If) -> None:
        then, otherwise, negated = region.then, region.otherwise, region.negated
        if not then and otherwise:
            then, otherwise, negated = otherwise, (), not negated
        self._branch(self.speech.passes(region.condition, negated), then, otherwise, region.condition)

    def _branch(
        self,
        test: str,
        then: tuple[Region, ...],
        otherwise: tuple[Region, ...],
        condition: Condition | None = None,
    ) -> None:
        self._test(f"if ({test}) {{", condition)
        self._nested(then)
        if otherwise:
            self.lines.add("} else {")
            self._nested(otherwise)
        self.lines.add("}")

    def _loop(self, loop: Loop) -> None:
        """``while (condition)`` where the loop starts with its exit.

        Never ``do … while``: Mesa's llvmpipe (22.3) goes on computing, for vertices that have left the
        loop, what is assigned before a loop's only exit and read after it.
        """
        if loop.repeats:
            self._repeat(loop)
            return
        limit = f"executed < {self.limit}" if self.flow.counted else ""
        self._limited = self.flow.counted
        body = loop.body
        first = _exit(body[0]) if body else None
        alone = _exit(body[1]) if len(body) == 2 and body[0] == Block((), 1) else None
        if first is not None:
            stays, inside, condition = first
            self._test(f"while ({_both(limit, self.speech.passes(condition, not stays))}) {{", condition)
            self._nested(inside + body[1:])
            self.lines.add("}")
        elif alone is not None and not alone[1] and self.flow.counted:
            # Nothing changes what it tests, and llvmpipe leaves a loop after 65,535 turns.
            self.regions(body[:1])
            stays, _, condition = alone
            test = self.speech.passes(condition, not stays)
            self._test(f"if ({test}) executed = {self.limit};", condition)
        else:
            self.lines.add(f"while ({limit or 'true'}) {{")
            self._nested(body)
            self.lines.add("}")

    def _repeat(self, loop: Loop) -> None:
        """REP; the watchdog bounds what all loops do together (docs/semantics.md).

        Where BRK may leave it, it counts while it tests: Mesa unrolls other loops of constant counts, and
        llvmpipe runs branches that deep a third slower.
        """
        if loop.count is None:
            self.lines.add(f"while ({self._watch or 'true'}) {{")
        else:
            self._counters += 1
            name = self.speech.numbered("count", self._counters)
            kind, nought = _counter_type(loop.count)
            self._limited = self.flow.counted
            limit = f"executed < {self.limit}" if self.flow.counted else ""
            left = _leaves(loop.body)
            test = _both(_both(limit, f"{name}{'--' if left else ''} > {nought}"), self._watch)
            times = self.speech.count(loop.count)
            if self._most is not None:
                times = f"min({times}, {self._most}{nought[1:]})"
            first, steps = f"{kind} {name} = {times}", [] if left else [f"--{name}"]
            if loop.indexed and self.speech.loop_index:
                index = self.speech.loop_index
                start, added = self.speech.index_steps(loop.count)
                first, steps = f"{first}, {index} = {start}", [*steps, added]
            self.lines.add(f"for ({first}; {test};{' ' * bool(steps)}{', '.join(steps)}) {{")
        self._nested(loop.body)
        self.lines.add("}")

    def _call(self, call: Call) -> None:
        name = self.functions[call.function]
        self._limited = self.flow.counted
        if not self._ends[call.function]:
            self.lines.add(f"{name}();")
        else:
            self.lines.add(f"if ({name}()) return{' true' if self._returns_bool else ''};")

    def _choice(self, choice: Choice) -> None:
        """A subroutine chosen by its number; one test after the other where a switch would be too long."""
        index = self.indices[id(choice.instruction)]
        self._remarks(self.placement.before.get(index))
        number, remark = self.speech.subroutine(choice.register), self.placement.behind.get(index)
        calls = [(key, self.functions[called.function]) for key, (called,) in choice.ways]
        first, *rest = choice_lines(number, calls, longest=GROUP)
        self.lines.add(first, choice.instruction.span, remark)
        for line in rest:
            self.lines.add(line, choice.instruction.span)
        self._remarks(self.placement.after.get(index))

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
            if any(block.jump.kind == "push" for block in flow.dispatch):
                self.lines.add(f"ivec4 saved[{flow.call_depth}];  // where stack has {SAVED}")
            self.lines.add("int depth = 0;")
        self._dispatched_counters()
        test = _both(f"executed < {self.limit}" if flow.counted else "", "block >= 0")
        self.lines.add(f"while ({test}) {{")
        self.lines.depth += 1
        if len(flow.dispatch) <= GROUP:
            self._switch(flow.dispatch)
        else:
            self._groups(flow.dispatch)
        self.lines.depth -= 1
        self.lines.add("}")
        self.lines.depth -= 1

    def _dispatched_counters(self) -> None:
        """A variable for every counted loop; one for each depth of the stack where calls may recurse."""
        for block in self.flow.dispatch:
            repeat = block.jump.instruction
            if block.jump.kind == "repeat" and repeat is not None and repeat.operands:
                self._counters += 1
                name = self.speech.numbered("count", self._counters)
                kind, nought = _counter_type(repeat.operands[0])
                self._loop_counters[id(repeat)] = f"{name}[depth]" if self.flow.recursive else name
                size = f"[{self.flow.call_depth + 1}]" if self.flow.recursive else f" = {nought}"
                self.lines.add(f"{kind} {name}{size};")

    def _repeats(self, jump: Jump) -> list[str]:
        """REP or ENDREP: another turn of the loop, or on behind it."""
        assert jump.instruction is not None
        target = -1 if jump.target is None else jump.target
        following = -1 if jump.following is None else jump.following
        lines, test = [], ""
        if jump.instruction.operands:
            count = jump.instruction.operands[0]
            name = self._loop_counters[id(jump.instruction)]
            if jump.kind == "repeat":
                lines.append(f"{name} = {self.speech.count(count)};")
            test = f"{name if lines else f'--{name}'} > {_counter_type(count)[1]}"
        test = _both(test, self._watch)
        return [
            *lines,
            f"block = {target};" if test == "true" else f"block = {test} ? {target} : {following};",
        ]

    def _switch(self, blocks: tuple[DispatchBlock, ...]) -> None:
        self.lines.add("switch (block) {")
        for block in blocks:
            self._case(block)
        self.lines.add("}")

    def _groups(self, blocks: tuple[DispatchBlock, ...]) -> None:
        """Many blocks, a switch for each group of them."""
        groups: dict[int, list[DispatchBlock]] = {}
        for block in blocks:
            groups.setdefault(block.number // GROUP, []).append(block)
        self.lines.add(f"switch (block / {GROUP}) {{")
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
        target = -1 if jump.target is None else jump.target
        following = -1 if jump.following is None else jump.following
        test = self.speech.passes(jump.condition)
        if test == "false":
            self.lines.add(f"block = {following};")
            return
        match jump.kind:
            case "next" | "branch" | "end":
                taken = [f"block = {target};"]
            case "call":
                taken = [
                    f"if (depth < {self.flow.call_depth}) {{",
                    f"    stack[depth++] = {following};",
                    f"    block = {target};",
                    "} else {",
                    f"    block = {following if self.flow.skips else -1};",
                    "}",
                ]
            case "choose":
                assert jump.instruction is not None
                number = self.speech.subroutine(jump.instruction.operands[0].register)
                taken = jump_lines(number, jump.ways, following, self.flow.call_depth)
            case "repeat" | "again":
                taken = self._repeats(jump)
            case "push":
                assert jump.instruction is not None
                taken = [
                    f"if (depth < {self.flow.call_depth}) {{",
                    f"    saved[depth] = {self.speech.saved_register(jump.instruction)};",
                    f"    stack[depth++] = {SAVED};",
                    f"    block = {target};",
                    "} else {",
                    "    block = -1;",
                    "}",
                ]
            case "pop" if not any(block.jump.kind == "push" for block in self.flow.dispatch):
                taken = ["block = -1;"]
            case "pop":
                assert jump.instruction is not None
                taken = [
                    f"if (depth > 0 && stack[depth - 1] == {SAVED}) {{",
                    f"    {self.speech.saved_register(jump.instruction)} = saved[--depth];",
                    f"    block = {target};",
                    "} else {",
                    "    block = -1;",
                    "}",
                ]
            case "return" if self._stacked:
                taken = ["block = depth > 0 ? stack[--depth] : -1;"]
            case "return":
                taken = ["block = -1;"]
            case _:
                raise InternalError(f"a dispatched block ends in {jump.kind!r}")
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
            self._test(f"block = {test} ? {target} : {following};", jump.condition)
        else:
            self._test(f"if ({test}) {{", jump.condition)
            self.lines.add("\n".join(f"    {line}" for line in taken))
            self.lines.add("} else {")
            self.lines.add(f"    block = {following};")
            self.lines.add("}")


def _exit(region: Region) -> tuple[bool, tuple[Region, ...], Condition] | None:
    """A region that breaks or goes on: the outcome of the condition that stays, what it runs then."""
    match region:
        case If(condition=condition, then=(Break(),), otherwise=inside, negated=negated):
            return negated, inside, condition
        case If(condition=condition, then=inside, otherwise=(Break(),), negated=negated):
            return not negated, inside, condition
    return None


def _leaves(regions: tuple[Region, ...]) -> bool:
    """True if a Break in the body of a loop leaves that loop."""
    for region in regions:
        match region:
            case Break():
                return True
            case If(then=then, otherwise=otherwise) | IfFlag(then=then, otherwise=otherwise):
                if _leaves(then) or _leaves(otherwise):
                    return True
            case _:
                pass
    return False


def _counter_type(count: Operand) -> tuple[str, str]:
    """The type of a loop's counter, and its zero."""
    return ("uint", "0u") if count.type is DataType.UNSIGNED else ("int", "0")


def _instructions(regions: tuple[Region, ...]) -> Iterator[Instruction]:
    """Every instruction of ``regions``."""
    for region in regions:
        match region:
            case Block(instructions=instructions):
                yield from instructions
            case If(then=then, otherwise=otherwise) | IfFlag(then=then, otherwise=otherwise):
                yield from _instructions(then)
                yield from _instructions(otherwise)
            case Loop(body=body):
                yield from _instructions(body)
            case _:
                pass


def _both(first: str, second: str) -> str:
    tests = [test for test in (first, second) if test and test != "true"]
    if len(tests) > 1:
        tests = [f"({test})" if "||" in test else test for test in tests]
    return " && ".join(tests) if tests else "true"


def _falls_through(regions: tuple[Region, ...]) -> bool:
    return not regions or not isinstance(regions[-1], (Return, Terminate))


def ends_early(flow: Flow) -> bool:
    """True if the main body can end before its last statement."""
    if flow.dispatch:
        return False
    body = flow.functions[-1].body
    if body and isinstance(body[-1], (Return, Terminate)):
        body = body[:-1]
    endings = {function.name for function in flow.functions if function.may_terminate}

    def ending(regions: tuple[Region, ...]) -> bool:
        for region in regions:
            match region:
                case Return() | Terminate():
                    return True
                case Call(function=function) if function in endings:
                    return True
                case If(then=then, otherwise=otherwise) | IfFlag(then=then, otherwise=otherwise):
                    if ending(then) or ending(otherwise):
                        return True
                case Loop(body=inner):
                    if ending(inner):
                        return True
                case _:
                    pass
        return False

    return ending(body)
