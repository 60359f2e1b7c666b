"""Regions → lines of GLSL."""

from __future__ import annotations

from functools import cached_property

from nvrender.glsl.flow.blocks import GROUP, both, counter_type
from nvrender.glsl.flow.dispatch import DispatchEmitter
from nvrender.glsl.flow.region_facts import exit_test, falls_through, instructions_of, leaves_loop
from nvrender.glsl.io.subroutines import choice_lines
from nvrender.lower.control_flow.regions import (
    Block,
    Break,
    Call,
    Choice,
    Continue,
    Function,
    If,
    IfFlag,
    Loop,
    Region,
    Return,
    SetFlag,
    Terminate,
)
from nvrender.lower.control_flow.saved import saves
from nvrender.program import Condition


class Emitter(DispatchEmitter):
    """Writes the functions of a Flow, be they regions or dispatched blocks."""

    #: The subroutine that is being written, None in main.
    _function: Function | None = None

    @cached_property
    def _may_terminate(self) -> dict[str, bool]:
        return {function.name: function.may_terminate for function in self.flow.functions}

    def function(self, function: Function, signature: str | None = None) -> None:
        """A subroutine; a bool tells its caller that the program has ended."""
        kind = "bool" if function.may_terminate else "void"
        self.lines.add(signature or f"{kind} {self.functions[function.name]}() {{")
        self.body(function, is_main=False)
        if function.may_terminate and falls_through(function.body):
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
        kept = dict.fromkeys(self._saved(one) for one in instructions_of(function.body) if saves(one))
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
            for line in self.context.waits(id(region)):
                self.lines.add(line)
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

    def _if(self, region: If) -> None:
        then, otherwise, negated = region.then, region.otherwise, region.negated
        if not then and otherwise:
            then, otherwise, negated = otherwise, (), not negated
        self._branch(self.context.passes(region.condition, negated), then, otherwise, region.condition)

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
        first = exit_test(body[0]) if body else None
        alone = exit_test(body[1]) if len(body) == 2 and body[0] == Block((), 1) else None
        if first is not None:
            stays, inside, condition = first
            self._test(f"while ({both(limit, self.context.passes(condition, not stays))}) {{", condition)
            self._nested(inside + body[1:])
            self.lines.add("}")
        elif alone is not None and not alone[1] and self.flow.counted:
            # Nothing changes what it tests, and llvmpipe leaves a loop after 65,535 turns.
            self.regions(body[:1])
            stays, _, condition = alone
            test = self.context.passes(condition, not stays)
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
            name = self.context.numbered("count", self._counters)
            kind, nought = counter_type(loop.count)
            self._limited = self.flow.counted
            limit = f"executed < {self.limit}" if self.flow.counted else ""
            left = leaves_loop(loop.body)
            test = both(both(limit, f"{name}{'--' if left else ''} > {nought}"), self._watch)
            times = self.context.count(loop.count)
            if self._most is not None:
                times = f"min({times}, {self._most}{nought[1:]})"
            first, steps = f"{kind} {name} = {times}", [] if left else [f"--{name}"]
            if loop.indexed and self.context.loop_index:
                index = self.context.loop_index
                start, added = self.context.index_steps(loop.count)
                first, steps = f"{first}, {index} = {start}", [*steps, added]
            self.lines.add(f"for ({first}; {test};{' ' * bool(steps)}{', '.join(steps)}) {{")
        self._nested(loop.body)
        self.lines.add("}")

    def _call(self, call: Call) -> None:
        name = self.functions[call.function]
        self._limited = self.flow.counted
        if not self._may_terminate[call.function]:
            self.lines.add(f"{name}();")
        else:
            self.lines.add(f"if ({name}()) return{' true' if self._returns_bool else ''};")

    def _choice(self, choice: Choice) -> None:
        """A subroutine chosen by its number; one test after the other where a switch would be too long."""
        index = self.indices[id(choice.instruction)]
        self._remarks(self.placement.before.get(index))
        number, remark = self.context.subroutine(choice.register), self.placement.behind.get(index)
        calls = [(key, self.functions[called.function]) for key, (called,) in choice.ways]
        first, *rest = choice_lines(number, calls, longest=GROUP)
        self.lines.add(first, choice.instruction.span, remark)
        for line in rest:
            self.lines.add(line, choice.instruction.span)
        self._remarks(self.placement.after.get(index))
