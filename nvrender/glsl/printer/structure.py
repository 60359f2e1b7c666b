"""Branches, loops and switches of the intermediate representation → lines of GLSL."""

from __future__ import annotations

from collections.abc import Sequence

from nvrender.glsl.expressions import vector_type
from nvrender.glsl.lines import Lines
from nvrender.glsl.printer.assignments import own_name
from nvrender.glsl.printer.expressions import printed
from nvrender.glsl.printer.statements import StatementPrinter, origin_of, step_of
from nvrender.glsl.threads.group_barriers import MEETING
from nvrender.ir.analysis.blocks import blocks_of, waits_between
from nvrender.ir.analysis.endings import exit_test, leaves_loop
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Barrier,
    Bitcast,
    Body,
    Break,
    Call,
    Const,
    Continue,
    Executed,
    Expression,
    If,
    Load,
    Loop,
    Return,
    Role,
    Select,
    Statement,
    Switch,
    Terminate,
    Var,
)
from nvrender.ir.types import INT, UINT
from nvrender.source import InternalError, Span

#: Cases of one switch (quirks.NESTING).
_GROUP = 24
#: Turns of a loop that has a constant number: what languages with a limit execute at most.
_MOST_TURNS = 65536
Cases = Sequence[tuple[tuple[int, Body], str]]


class Printer(StatementPrinter):
    """Prints functions."""

    #: Whether a Switch is around what is printed.
    chooses = False

    def structure(self, rest: Sequence[Statement]) -> int:
        node = rest[0]
        match node:
            case Assign(var=var) if var.role is Role.OUTPUT:
                pass  # the interface sets what results are at first
            case Assign() if own_name(node.var):
                return self._indexed(rest)
            case Assign():
                return self._assign(rest)
            case Barrier(origin=origin) if self.meets and origin is not None:
                return self._wait(rest, origin)
            case If():
                self._if(node)
            case Loop():
                self._loop(node)
            case Switch():
                self._switch(node)
            case Break():
                self.lines.add("break;")
            case Continue():
                self.lines.add("continue;")
            case Call():
                self._call(node)
            case Return():
                self.lines.add("return false;" if self.returns_bool else "return;")
            case Terminate():
                self.lines.add("return true;" if self.returns_bool else "return;")
            case _:
                raise InternalError(f"{type(node).__name__} has no text")
        return 1

    def _call(self, call: Call) -> None:
        name = self.functions[call.function]
        self.limited = self.shader.limit is not None
        if call.function not in self.ends:
            self.lines.add(f"{name}();")
        else:
            self.lines.add(f"if ({name}()) return{' true' if self.returns_bool else ''};")

    # --- numbers that ways of a branch set

    def _assign(self, rest: Sequence[Statement]) -> int:
        if taken := self._again(rest):
            return taken
        assert isinstance(rest[0], Assign)
        target, value, taken = self.assigned(rest[0], rest[1] if len(rest) > 1 else None)
        self.lines.add(f"{target} = {value};" if value else f"{target};")
        return taken

    def _again(self, rest: Sequence[Statement]) -> int:
        """A loop's next turn among blocks, or what is behind the loop: how many statements that were.

        ``block = --count > 0 && turns++ < 100 ? 1 : 2;``
        """
        match rest:
            case [
                Assign(var, value=other),
                Loop(body=(Assign(same, value=one), Break()), turns=turns, watched=True),
                *_,
            ] if var == same:
                counter, taken = turns, 2
            case [
                Assign() as step,
                Assign(var, value=other),
                Loop(body=(Assign(same, value=one), Break()), turns=Load() as turns, watched=True),
                *_,
            ] if var == same and step_of(step) and step.var == turns.var:
                counter, taken = turns, 3
            case _:
                return 0
        left = f"{self.language.read(counter).text} > 0" if isinstance(counter, Load) else ""
        if taken == 3:
            left = f"--{left}"
        test = both(left, self.watch)
        yes, no = (self.value(Assign(var, (0,), value)) for value in (one, other))
        self.lines.add(f"{self.name(var)} = {yes if test == 'true' else f'{test} ? {yes} : {no}'};")
        return taken

    def _chosen(self, node: If) -> tuple[str, str, str] | None:
        """The number that both ways of a branch set, and to what."""
        one, other = self._set(node.then), self._set(node.otherwise)
        if one is None or other is None or one[0] != other[0]:
            return None
        return self.name(one[0]), one[1], other[1]

    def _set(self, body: Body) -> tuple[Var, str] | None:
        """The number that is all that statements set, and how."""
        match body:
            case (Assign(index=None, origin=None) as only,) if only.var.type == INT:
                return only.var, self.value(only)
            case (Assign(index=None, origin=None) as first, Assign(index=None) as last) if (
                last.var.type == INT
            ):
                _, value, taken = self.assigned(first, last)
                return (last.var, value) if taken == 2 else None
        return None

    # --- branches

    def _if(self, node: If) -> None:
        then, otherwise = node.then, node.otherwise
        if chosen := self._chosen(node):
            name, one, other = chosen
            test = self.test(node.condition)
            value = {"true": one, "false": other}.get(test, f"{test} ? {one} : {other}")
            self.remarked([f"{name} = {value};"], node.origin)
            return
        if node.origin is None and len(then) == 2 and not otherwise and isinstance(then[0], Assign):
            target, value, taken = self.assigned(then[0], then[1])
            if taken == 2:
                self.lines.add(f"if ({self.test(node.condition)}) {target} = {value};")
                return
        negated = not then and bool(otherwise)
        if negated:
            then, otherwise = otherwise, ()
        head = f"if ({self.test(node.condition, negated=negated)})"
        if not otherwise and not self.language.exact and (line := self._only_line(then)):
            self.remarked([f"{head} {line}"], node.origin)
            return
        self.remarked([f"{head} {{"], node.origin)
        self.nested(then)
        if otherwise:
            self.lines.add("} else {")
            self.nested(otherwise)
        self.lines.add("}")

    def _only_line(self, body: Body) -> str:
        """The one short line that a body is, without a comment of its own; "" where it is more."""
        if len(body) != 1 or isinstance(body[0], If | Loop | Switch) or id(body[0]) in self.declared:
            return ""
        origin = origin_of(body[0])
        index = -1 if origin is None else self.remarks.indices.get(origin, -1)
        if self.limit or self.remarks.placement.stands_at(index):
            return ""
        outer, self.lines = self.lines, Lines(depth=-1)
        self.nested(body)
        inner, self.lines = self.lines, outer
        return inner.only()

    def _switch(self, node: Switch) -> None:
        """Many cases have a switch for each group of them."""
        value, letter = self._selected(node.value), "u" if node.value.type == UINT else ""
        around, self.chooses = self.chooses, True
        if node.origin is None:
            self.blocks(value, node)
        elif around or len(node.cases) > _GROUP or not self.language.glsl.modern:
            self._tests(node, value, letter)
        else:
            self.remarked([f"switch ({value}) {{"], node.origin)
            for number, body in node.cases:
                self.lines.add(f"case {number}{letter}: {self._inline(body)} break;", node.origin)
            self.lines.add("}", node.origin)
        self.chooses = around

    def _selected(self, value: Expression) -> str:
        """What a Switch goes by."""
        if isinstance(value, Select):
            yes, no = self._selected(value.yes), self._selected(value.no)
            return f"{self.test(value.condition)} ? {yes} : {no}"
        return printed(self.language, value).text

    def blocks(self, value: str, node: Switch) -> None:
        """Blocks of the program; many have a switch for each group of them."""
        cases = list(zip(node.cases, node.names or ("",) * len(node.cases), strict=True))
        if not self.language.glsl.modern:
            self._ways(value, cases)
            return
        if len(cases) <= _GROUP:
            self._cases(value, cases)
            return
        groups: dict[int, list[tuple[tuple[int, Body], str]]] = {}
        for case, name in cases:
            groups.setdefault(case[0] // _GROUP, []).append((case, name))
        self.lines.add(f"switch ({value} / {_GROUP}) {{")
        for number, group in groups.items():
            self.lines.add(f"case {number}:")
            self.lines.depth += 1
            self._cases(value, group)
            self.lines.add("break;")
            self.lines.depth -= 1
        self.lines.add("}")

    def _cases(self, value: str, cases: Cases) -> None:
        self.lines.add(f"switch ({value}) {{")
        for (number, body), name in cases:
            self.lines.add(f"case {number}:", comment=name)
            self.case(body)
            self.lines.add("    break;")
        self.lines.add("}")

    def _ways(self, value: str, cases: Cases) -> None:
        """Tests in a row, where there is no switch."""
        start = "if"
        for (number, body), name in cases:
            self.lines.add(f"{start} ({value} == {number}) {{", comment=name)
            self.case(body)
            start = "} else if"
        self.lines.add("}")

    def case(self, body: Body) -> None:
        """The statements of a block."""
        self.nested(body)

    def _tests(self, node: Switch, value: str, letter: str) -> None:
        """Tests in a row, where a switch would be too long or stands in another."""
        kind = vector_type(1, letter or "i")
        self.remarked(["{", f"    {kind} chosen = {value};"], node.origin)
        for number, body in node.cases:
            self.lines.add(f"    if (chosen == {number}{letter}) {self._inline(body)}", node.origin)
        self.lines.add("}", node.origin)

    def _inline(self, body: Body) -> str:
        """The one line of a body."""
        outer, self.lines = self.lines, Lines()
        self.statements(body)
        inner, self.lines = self.lines, outer
        (line,) = inner.text
        return line

    # --- loops

    def _loop(self, loop: Loop) -> None:
        """``while (condition)`` where the loop starts with its exit.

        Never ``do … while`` (quirks.DO_WHILE).
        """
        if loop.watched:
            self._repeat(loop)
            return
        self.limited = self.shader.limit is not None
        body = loop.body
        first = exit_test(body[0]) if body else None
        alone = exit_test(body[1]) if len(body) == 2 and body[0] == Executed(1) else None
        if first is not None:
            self._meeting(loop, (*first[1], *body[1:]))
        elif alone is not None and not alone[1] and self.limit:
            # Nothing changes what it tests (quirks.LOOP_LIMIT).
            self.lines.add("++executed;")
            self.remarked(
                [f"if ({self._stays(body[1])}) executed = {self.shader.limit};"], origin_of(body[1])
            )
        else:
            self._turns(self.limit or "true", body)

    def _stays(self, leaving: Statement) -> str:
        """What holds where a loop goes on behind the statement that may leave it."""
        found = exit_test(leaving)
        assert found is not None and isinstance(leaving, If)
        return self.test(leaving.condition, negated=not found[0])

    def _while(self, leaving: Statement, body: Body) -> None:
        self._turns(both(self.limit, self._stays(leaving)), body, origin_of(leaving))

    def _turns(self, test: str, body: Body, origin: Span | None = None) -> None:
        """A loop for as long as ``test`` holds, of a constant number of turns where loops have one."""
        head = [f"while ({test}) {{"]
        if not self.language.glsl.general:
            head = self._constant_turns(test)
        self.remarked(head, origin)
        self.nested(body)
        self.lines.add("}")

    def _constant_turns(self, test: str, steps: Sequence[str] = ()) -> list[str]:
        """The head of a loop of GLSL ES 1.00 (appendix A.4), with what stands first in it."""
        name = self.language.local_names.take("turn")
        lines = [f"for (int {name} = 0; {name} < {_MOST_TURNS}; {name}++) {{"]
        lines += [f"    if ({name} > 0) {step};" for step in steps]
        return lines + [f"    if (!({test})) break;"] * (test != "true")

    def _meeting(self, loop: Loop, body: Body) -> None:
        """A loop over blocks, whose invocations meet behind it if some wait there."""
        if not waits_between(blocks_of(self.shader)):
            self._while(loop.body[0], body)
            return
        self.meets = True
        self.lines.add("int waits = -1, resumes = -1;")
        self.lines.add("while (true) {")
        self.lines.depth += 1
        self._while(loop.body[0], body)
        self.language.use("group_meets", 1)
        self.lines.add(MEETING)
        self.lines.depth -= 1
        self.lines.add("}")

    def _wait(self, rest: Sequence[Statement], origin: Span) -> int:
        """A barrier among blocks, and where to go on behind it."""
        following = rest[1]
        assert isinstance(following, Assign)
        number = self.remarks.indices[origin]
        resumes = f"resumes = {self.value(following)};"
        self.remarked([f"waits = {number};", resumes, f"{self.name(following.var)} = -1;"], origin)
        return 2

    def _repeat(self, loop: Loop, heads: Sequence[Assign] = ()) -> None:
        """A watched loop; the watchdog bounds what all loops do together (docs/semantics.md).

        Where BRK may leave it, it counts while it tests (quirks.UNROLLING).
        """
        if loop.turns is None:
            self._turns(self.watch or "true", loop.body)
            return
        scoped = self._counted(loop, heads)
        self.nested(loop.body)
        self.lines.add("}")
        if scoped:
            self.lines.depth -= 1
            self.lines.add("}")

    def _indexed(self, rest: Sequence[Statement]) -> int:
        """A LOOP, whose index is set before."""
        heads: list[Assign] = []
        for node in rest:
            if isinstance(node, Loop):
                self._repeat(node, heads)
                break
            assert isinstance(node, Assign)
            heads.append(node)
        return len(heads) + 1

    def _times(self, turns: Expression) -> tuple[str, str]:
        """How often a loop runs, and the letter of that number's type."""
        match turns:
            case Bitcast(Apply("umin", (count, Const()))) if count.type == UINT:
                return printed(self.language, count).text, "u"
        return printed(self.language, turns).text, "i"

    def _step(self, node: Assign) -> str:
        """What changes a LOOP's index."""
        name, step = own_name(node.var), step_of(node)
        match node.value:
            case Apply("iadd", (Load(), Const() as added)) if not step:
                return f"{name} += {printed(self.language, added).text}"
        return f"{step}{name}" if step else f"{name} = {self.value(node)}"

    def _counted(self, loop: Loop, heads: Sequence[Assign]) -> bool:
        """The head of a loop that counts its turns down; True if a block around it has what it counts."""
        self.limited = self.shader.limit is not None
        name, left = self.language.local_names.take("count"), leaves_loop(loop.body)
        assert loop.turns is not None
        times, letter = self._times(loop.turns)
        nought = "0u" if letter == "u" else "0"
        test = both(both(self.limit, f"{name}{'--' if left else ''} > {nought}"), self.watch)
        if isinstance(loop.turns, Const) and self.most is not None:
            times = str(min(loop.turns.words[0], self.most))
        elif self.most is not None:
            least = self.language.built_in("min" if letter == "u" else "imin", 1)
            times = f"{least}({times}, {self.most}{nought[1:]})"
        first, steps = f"{vector_type(1, letter)} {name} = {times}", [] if left else [f"--{name}"]
        first = ", ".join([first, *(f"{own_name(node.var)} = {self.value(node)}" for node in heads)])
        steps += [self._step(node) for node in loop.continuing if isinstance(node, Assign)]
        if self.language.glsl.general:
            self.lines.add(f"for ({first}; {test};{' ' * bool(steps)}{', '.join(steps)}) {{")
            return False
        self.lines.add("{")
        self.lines.depth += 1
        self.lines.add(f"{first};")
        for line in self._constant_turns(test, steps):
            self.lines.add(line)
        return True


def both(first: str, second: str) -> str:
    """Two tests, either of which may be missing."""
    tests = [test for test in (first, second) if test and test != "true"]
    if len(tests) > 1:
        tests = [f"({test})" if "||" in test else test for test in tests]
    return " && ".join(tests) if tests else "true"
