"""One instruction → one GLSL statement: operands, write mask, condition mask, condition code."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from nvrender.glsl.calls import cancel
from nvrender.glsl.expressions import PRIMARY, UNARY, Expression, vector_type
from nvrender.glsl.formulas import Term, formulas
from nvrender.glsl.helpers import DEFINED, HELPERS
from nvrender.glsl.operations.table import builder_of
from nvrender.glsl.registers.operations import BUILDERS
from nvrender.program import COMPONENTS, Condition, Destination, Instruction, Operand, Register, RegisterFile
from nvrender.program.opcodes import ResultClass
from nvrender.source import InternalError, TargetError

#: test → GLSL operator and vector relation; NaN falls out right (NV_vertex_program2 2.14.2.2).
RELATIONS = {
    "EQ": ("==", "equal"),
    "NE": ("!=", "notEqual"),
    "LT": ("<", "lessThan"),
    "GE": (">=", "greaterThanEqual"),
    "LE": ("<=", "lessThanEqual"),
    "GT": (">", "greaterThan"),
}
#: Tests whose complement is one operator for NaN too.
_COMPLEMENT = {"EQ": "!=", "NE": "=="}
_FAST_COMPLEMENT = {**_COMPLEMENT, "LT": ">=", "GE": "<", "LE": ">", "GT": "<="}
#: Tests that fail where the opposite holds or the code is NaN. NaN is named, since Mesa turns
#: ``!(a > b)`` into ``a <= b``.
_OPPOSITE = {"LT": "GE", "GE": "LT", "LE": "GT", "GT": "LE"}
_LETTERS: dict[tuple[int, ...], str] = {(0, 1, 2, 3): ""}
#: A vector of four of one of GL's variables: a scalar, or one or three components and numbers behind them.
_MADE = re.compile(r"[iu]?vec4\((gl_\w+)((?:, [0-9.]+u?)*)\)")


def letters(components: tuple[int, ...]) -> str:
    """``.xyz``; nothing for all four in order."""
    known = _LETTERS.get(components)
    if known is None:
        known = _LETTERS[components] = "." + "".join(COMPONENTS[component] for component in components)
    return known


def picked(text: str, components: tuple[int, ...]) -> Expression:
    """Components of a vector of four; of one made of GL's variable and numbers the variable's own."""
    if "(" in text and (match := _MADE.fullmatch(text)):
        name, rest = match[1], match[2].count(",")
        if rest == 1 and max(components) < 3:
            return Expression(name + letters(components), PRIMARY, len(components))
        if (rest == 0 and len(components) == 1) or (rest == 3 and components == (0,)):
            return Expression(name)
    return Expression(text + letters(components), PRIMARY, len(components))


@dataclass
class EmitContext:
    """What is known of one program's translation: register names by file, and what its text needs.

    ``names`` holds (file, index) → name, ``places`` what Cg metadata calls parameters; ``flush`` tells that
    the target may keep denormals, which the language does not have.
    """

    family: str
    exact: bool
    names: dict[tuple[RegisterFile, int], str]
    flush: bool = False
    places: dict[int, str] = field(default_factory=dict)
    helpers: dict[tuple[str, int], None] = field(default_factory=dict)
    relative: bool = False
    hides_zero: bool = False
    hides_one: bool = False
    copies: dict[tuple[int, int], bool] = field(default_factory=dict)

    def register(self, file: RegisterFile, index: int) -> str:
        if file is RegisterFile.PARAMETER:
            return f"c[{self.places.get(index, index)}]"
        return self.names[file, index]

    def use(self, name: str, width: int) -> str:
        """Notes that the helper is called, after the helpers it calls itself; its GLSL name."""
        if (name, width) not in self.helpers:
            for callee, callee_width in HELPERS[name].calls:
                self.use(callee, callee_width)
            for callee in HELPERS[name].same_width_calls:
                self.use(callee, width)
            self.helpers[name, width] = None
        return DEFINED.get(name, name)

    def numbered(self, name: str, number: int) -> str:
        """A variable's name: a counted loop's ``count``, a saved register's ``saved``."""
        raise InternalError(f"{name} {number} in a language without it")

    def waits(self, key: int) -> list[str]:
        """What stands before the instruction or region with this id."""
        return []

    def saved_register(self, instruction: Instruction) -> str:
        """The address register PUSHA or POPA names."""
        raise InternalError(f"{instruction.opcode.name} in a language without it")

    def subroutine(self, register: Register) -> str:
        """The number that a subroutine parameter is set to."""
        raise InternalError("a language without subroutine parameters")

    def count(self, operand: Operand) -> str:
        """How often a counted loop runs."""
        raise InternalError("a language without counted loops")

    @property
    def loop_index(self) -> str:
        """The variable of a LOOP's index, "" where no instruction reads it."""
        return ""

    def index_steps(self, operand: Operand) -> tuple[str, str]:
        """What a LOOP's index begins with, and what changes it."""
        raise InternalError("a language without LOOP")

    def zero(self) -> str:
        """0.0 for a register that arithmetic may read; exact numerics hide that it is a constant."""
        self.hides_zero |= self.exact
        return "zero" if self.exact else "0.0"

    def one(self) -> str:
        """1.0 for a register that arithmetic may read: 1.0 less 1.0 would be a constant 0.0."""
        self.hides_one |= self.exact
        return "one" if self.exact else "1.0"

    def passes(self, condition: Condition | None, negated: bool = False) -> str:
        """A test of any of the four swizzled components; "true" or "false" where it is constant."""
        if condition is None or condition.test in ("TR", "FL"):
            return "true" if (condition is None or condition.test == "TR") is not negated else "false"
        operator, relation = RELATIONS[condition.test]
        components = tuple(sorted(set(condition.swizzle)))
        code = self.names[RegisterFile.CONDITION_CODE, condition.register]
        if len(components) > 1:
            width = len(components)
            value, zeros = f"{code}{letters(components)}", f"{vector_type(width)}(0.0)"
            if negated and self.exact and condition.test in _OPPOSITE:
                opposite = RELATIONS[_OPPOSITE[condition.test]][1]
                held, nan = f"uvec{width}({opposite}({value}, {zeros}))", f"uvec{width}(isnan({value}))"
                return f"all(bvec{width}({held} | {nan}))"
            text = f"any({relation}({value}, {zeros}))"
            return f"!{text}" if negated else text
        if not negated:
            return f"{code}{letters(components)} {operator} 0.0"
        complement = (_COMPLEMENT if self.exact else _FAST_COMPLEMENT).get(condition.test)
        if complement is not None:
            return f"{code}{letters(components)} {complement} 0.0"
        value = f"{code}{letters(components)}"
        return f"{value} {RELATIONS[_OPPOSITE[condition.test]][0]} 0.0 || isnan({value})"

    def statements(self, instruction: Instruction, guard: str = "") -> list[str]:
        """The instruction as GLSL, each a statement; empty where it has no effect.

        ``guard`` is a condition the destination is only written under.
        """
        destination = instruction.destination
        if destination is None:
            raise TargetError(f"{instruction.opcode.name} writes nothing")
        code = instruction.condition_code
        file = destination.register.file
        condition = destination.condition
        if condition is not None and condition.test == "TR":
            condition = None
        if (condition is not None and condition.test == "FL") or (
            file is RegisterFile.CONDITION_CODE and code is None
        ):
            return []
        view = _InstructionView(self, instruction, tuple(c for c in range(4) if destination.mask[c]))
        value = builder_of(BUILDERS, instruction.row)(view)
        if self.family == "vp1":
            self._note(instruction, view)
        return self._write(instruction, destination, condition, view.components, value, guard)

    def _write(
        self,
        instruction: Instruction,
        destination: Destination,
        condition: Condition | None,
        components: tuple[int, ...],
        value: Expression,
        guard: str,
    ) -> list[str]:
        place, width = letters(components), len(components)
        is_address = instruction.opcode.result is ResultClass.ADDRESS
        kind = "i" if is_address else ""
        if value.width != width:
            value = Expression(f"{vector_type(width, kind)}({value.text})", PRIMARY, width)
        tests = [] if condition is None else sorted({condition.swizzle[c] for c in components})
        code = instruction.condition_code
        codes = None if code is None else f"{self.names[RegisterFile.CONDITION_CODE, code]}{place}"
        target = None
        if destination.register.file is not RegisterFile.CONDITION_CODE:
            target = self.register(destination.register.file, destination.register.index) + place
        if len(tests) > 1:
            assert condition is not None
            passed = self._component_tests(condition, components)
            assigned = self._mixed(target, codes, value, passed, width, is_address)
        elif target is None:
            text = f"{vector_type(width)}({value.text})" if is_address else value.text
            assigned = [f"{codes} = {text};"]
        elif codes is None:
            assigned = [f"{target} = {value.text};"]
        elif is_address:
            assigned = [f"{target} = {value.text};", f"{codes} = {vector_type(width)}({target});"]
        else:
            assigned = [f"{codes} = {target} = {value.text};"]
        if len(tests) == 1:
            assert condition is not None
            operator, _ = RELATIONS[condition.test]
            register = self.names[RegisterFile.CONDITION_CODE, condition.register]
            test = f"{register}{letters((tests[0],))} {operator} 0.0"
            guard = f"{guard} && {test}" if guard else test
        if not guard:
            return assigned
        if len(assigned) == 1:
            return [f"if ({guard}) {assigned[0]}"]
        return [f"if ({guard}) {{", *(f"    {line}" for line in assigned), "}"]

    def _component_tests(self, condition: Condition, components: tuple[int, ...]) -> str:
        register = self.names[RegisterFile.CONDITION_CODE, condition.register]
        tested = letters(tuple(condition.swizzle[component] for component in components))
        zero = f"{vector_type(len(components))}(0.0)"
        return f"{RELATIONS[condition.test][1]}({register}{tested}, {zero})"

    def _mixed(
        self,
        target: str | None,
        codes: str | None,
        value: Expression,
        passed: str,
        width: int,
        is_address: bool,
    ) -> list[str]:
        """Each component under its own test; the code is still the old one for every test."""
        kind = vector_type(width)
        if is_address:  # whole numbers this small are exact as floats; GLSL 3.30 mixes no integers
            mixed = f"mix({kind}({target}), {kind}({value.text}), {passed})"
            stored = [] if target is None else [f"{target} = {vector_type(width, 'i')}({mixed});"]
            new = f"{kind}({value.text})" if target is None else f"{kind}({target})"
        else:
            stored = [] if target is None else [f"{target} = mix({target}, {value.text}, {passed});"]
            new = value.text if target is None else target
        if codes is not None:
            stored.append(f"{codes} = mix({codes}, {new}, {passed});")
        return stored

    def _note(self, instruction: Instruction, view: _InstructionView) -> None:
        """Keeps which temporaries hold unchanged copies of inputs (NV_vertex_program 2.14.1.11)."""
        destination = instruction.destination
        if destination is None or destination.register.file is not RegisterFile.TEMPORARY:
            return
        nodes = formulas(instruction.operation)
        states = {
            component: isinstance(node, Term) and not view.computed(node.number, (node.component,))
            for component, node in ((component, nodes[component]) for component in view.components)
        }
        for component, state in states.items():
            self.copies[destination.register.index, component] = state


class _InstructionView:
    """What a builder sees of one instruction."""

    def __init__(self, context: EmitContext, instruction: Instruction, components: tuple[int, ...]) -> None:
        self._context = context
        self._operands = instruction.operands
        self.components = components
        self.exact = context.exact
        destination = instruction.destination
        self._is_temporary = destination is not None and destination.register.file is RegisterFile.TEMPORARY

    def operand(self, number: int, components: tuple[int, ...], *, full: bool = False) -> Expression:
        operand = self._operands[number]
        chosen = tuple([operand.swizzle[component] for component in components])
        if not full and len(set(chosen)) == 1:
            chosen = chosen[:1]
        text, width = self._fetch(operand) + letters(chosen), len(chosen)
        precedence = PRIMARY
        if operand.absolute:
            text = f"abs({text})"
        if operand.negate:
            text, precedence = f"-{text}", UNARY
        return Expression(text, precedence, width)

    def _fetch(self, operand: Operand) -> str:
        register = operand.register
        relative = register.relative
        if relative is None:
            return self._context.register(register.file, register.index)
        self._context.relative = True
        address = self._context.names[RegisterFile.ADDRESS, relative.register]
        index = f"{address}.{COMPONENTS[relative.component]}"
        if relative.offset:
            index += f" {'-' if relative.offset < 0 else '+'} {abs(relative.offset)}"
        return f"parameter({index})"

    def same(self, components: tuple[int, ...]) -> bool:
        a, b = self._operands[:2]
        return (
            a.register == b.register
            and a.absolute == b.absolute
            and a.negate == b.negate
            and all(a.swizzle[component] == b.swizzle[component] for component in components)
        )

    def cancels(self, component: int, *, subtracted: bool) -> bool:
        """The sum (difference) of the two operands is of one value and its negative."""
        one, other = self._operands[:2]
        return cancel(one, other, component, subtracted=subtracted)

    def computed(self, number: int, components: tuple[int, ...]) -> bool:
        operand = self._operands[number]
        if operand.register.file is not RegisterFile.TEMPORARY:
            return False
        copies = self._context.copies
        index = operand.register.index
        return not all(copies.get((index, operand.swizzle[component]), True) for component in components)

    def address(self, component: int) -> str:
        register = self._operands[0].register
        return f"{self._context.names[RegisterFile.ADDRESS, register.index]}.{COMPONENTS[component]}"

    @property
    def flush(self) -> bool:
        return self._context.flush

    def zero(self) -> Expression:
        return Expression(self._context.zero() if self._is_temporary else "0.0")

    def one(self) -> Expression:
        return Expression(self._context.one() if self._is_temporary else "1.0")

    def hidden_zero(self) -> Expression:
        """0.0 that no compiler folds, for products that may be NaN."""
        return Expression(self._context.zero())

    def helper(self, name: str, width: int = 1) -> str:
        return self._context.use(name, width)
