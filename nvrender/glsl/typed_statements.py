"""One instruction of a declared-name language → GLSL statements: types, arrays, masks, condition codes."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from nvrender.flow.counts import constant_number
from nvrender.glsl.constants import Constants
from nvrender.glsl.expressions import PRIMARY, SUM, UNARY, Expression, call, negated, splat, vector_type
from nvrender.glsl.helpers import DEFINED
from nvrender.glsl.lookups import Sampler
from nvrender.glsl.statements import Speech, letters
from nvrender.glsl.storage import (
    KINDS,
    Code,
    Storage,
    Variable,
    cast,
    copies_words,
    passes_words,
    read_type,
    written_type,
)
from nvrender.glsl.turns import constant_count
from nvrender.glsl.typed_helpers import HELPERS, Each
from nvrender.glsl.typed_ops import BUILDERS, UNDERFLOWING
from nvrender.glsl.vertex_inputs import VertexInputs
from nvrender.isa.opcodes import DataType, OperandClass
from nvrender.isa.profiles import Stage
from nvrender.program import (
    COMPONENTS,
    Clamp,
    Condition,
    Destination,
    Instruction,
    Multiply,
    Operand,
    Register,
    RegisterFile,
    RelativeAddress,
    Selector,
    TextureAccess,
)
from nvrender.source import TargetError

_RELATIONS = {
    "EQ": ("==", "equal"),
    "NE": ("!=", "notEqual"),
    "LT": ("<", "lessThan"),
    "GE": (">=", "greaterThanEqual"),
    "LE": ("<=", "lessThanEqual"),
    "GT": (">", "greaterThan"),
}
#: Test → what holds where it fails, or NaN too. GE and LT are apart for NaN; SF holds for it.
_INVERTS = {
    "LT": ("GE", True), "GE": ("LT", True), "GT": ("LE", True), "LE": ("GT", True),
    "SF": ("NSF", False), "NSF": ("SF", False),
}  # fmt: skip
_ORDERED = frozenset({"LT", "GE", "LE", "GT"})
#: Opcodes that compare a constant zero, or of one: no compiler can fold wrongly what they do.
_HARMLESS = frozenset("SEQ SGE SGT SLE SLT SNE MAX MIN FLR ABS ARL ARR".split())
#: Opcodes that ask whether one float is less than another.
_ORDERS = frozenset("CMP LIT MAX MIN PK2US PK4B PK4UB SGE SGT SLE SLT SSG".split())
#: Opcodes that do no arithmetic.
_COPIES = frozenset({"MOV", "ABS", "SWZ", "SFL", "STR"})


def float_literal(word: int) -> Expression:
    """A float32's bits as GLSL text that reads back as the same float."""
    value: float = struct.unpack("<f", struct.pack("<I", word))[0]
    if word & 0x7F800000 == 0x7F800000 or 0 < word & 0x7FFFFFFF < 0x00800000:
        return Expression(f"uintBitsToFloat(0x{word:08x}u)")
    text = next(text for digits in range(1, 10) if _reads_as(text := f"{value:.{digits}g}", word))
    if "e" in text:
        mantissa, exponent = text.split("e")
        text = f"{mantissa}e{int(exponent)}" if -5 < int(exponent) < 10 else text
        text = repr(float(text)) if 0 <= int(exponent) < 10 else f"{mantissa}e{int(exponent)}"
    elif "." not in text:
        text += ".0"
    return Expression(text, UNARY if text.startswith("-") else PRIMARY)


def _reads_as(text: str, word: int) -> bool:
    try:
        return struct.pack("<f", float(text)) == struct.pack("<I", word)
    except OverflowError:  # fewer digits than the largest floats need
        return False


def literal(word: int, kind: str) -> Expression:
    """A word as a constant of ``kind``."""
    if not kind:
        return float_literal(word)
    if kind == "u":
        return Expression(f"{word}u" if word < 1 << 16 else f"0x{word:x}u")
    if word == 0x80000000:
        return Expression("~0x7fffffff", UNARY)
    value = word - (word >> 31 << 32)
    return Expression(str(value), UNARY if value < 0 else PRIMARY)


@dataclass
class TypedSpeech(Speech):
    """How a declared-name program is said in GLSL; ``arrays`` are the array reads that need a function."""

    storage: Storage = field(kw_only=True)
    arrays: dict[tuple[str, int, int], tuple[str, Variable]] = field(default_factory=dict)
    codes: dict[int, str] = field(default_factory=dict)
    take_name: Callable[[str], str] = field(kw_only=True)
    #: What a KIL that passes does.
    kill: str = "discard;"
    #: What an ENDPRIM does.
    ends_primitive: str = "EndPrimitive();"
    #: What a geometry program reads of its vertices.
    inputs: VertexInputs | None = None
    #: The samplers texels are fetched from by a function.
    fetches: dict[Sampler, None] = field(default_factory=dict)
    constants: Constants = field(kw_only=True)
    #: Those of ``arrays`` whose index the compiler may know.
    known: set[tuple[str, int, int]] = field(default_factory=set)

    def use(self, name: str, width: int) -> str:
        if (name, width) not in self.helpers:
            helper = HELPERS[name]
            if isinstance(helper, Each) and width > 1:
                self.use(name, 1)
            else:
                for callee, callee_width in helper.calls:
                    self.use(callee, callee_width)
                for callee in helper.same_width_calls:
                    self.use(callee, width)
            self.helpers[name, width] = None
        return DEFINED.get(name, name)

    def numbered(self, name: str, number: int) -> str:
        return self.take_name(name if number == 1 else f"{name}_{number}")

    def saved_register(self, instruction: Instruction) -> str:
        register = instruction.operands[0].register if instruction.operands else None
        if register is None:
            assert instruction.destination is not None
            register = instruction.destination.register
        return self.storage.of(register).at(register.index)

    def count(self, operand: Operand) -> str:
        profile = self.storage.program.profile
        assert profile.limits is not None
        most = profile.limits.loop_count if profile.nesting_ends else 2**31 - 1
        if operand.type is not DataType.FLOAT:
            return self.operand(operand, (0,), KINDS[operand.type]).text
        constant = constant_count(self.storage.program, operand)
        if constant < math.inf:
            return f"{min(constant, most):.0f}"
        value = self.whole(operand, 0)
        return f"min({value}, {most})" if profile.nesting_ends else value

    @property
    def loop_index(self) -> str:
        variable = self.storage.variables.get((RegisterFile.ADDRESS, 0))
        scoped = variable is not None and self.storage.program.profile.nesting_ends
        return variable.name if variable is not None and scoped else ""

    def index_steps(self, operand: Operand) -> tuple[str, str]:
        """A0.x is never below 0 (NV_fragment_program2 3.11.3.Y)."""
        index, program = self.loop_index, self.storage.program
        start, step = (constant_number(program, operand, component) for component in (1, 2))
        first = f"max({self.whole(operand, 1)}, 0)"
        if start is not None and abs(start) < 2**31:
            first = f"{max(start, 0):.0f}"
        if step is not None and 0 <= step < 2**16:
            return first, f"{index} += {step:.0f}" if step != 1 else f"++{index}"
        return first, f"{index} = max({index} + {self.whole(operand, 2)}, 0)"

    def whole(self, operand: Operand, component: int) -> str:
        """A component of a loop's operand, rounded down."""
        constant = constant_number(self.storage.program, operand, component)
        if constant is not None and abs(constant) < 2**31:
            return f"{constant:.0f}"
        value = self.operand(operand, (component,), "")
        return f"{self.use('nv_int', 1)}(floor({value.text}))" if self.exact else f"int(floor({value.text}))"

    def operand(
        self,
        operand: Operand,
        components: tuple[int, ...],
        kind: str,
        *,
        full: bool = False,
        hide: bool = False,
        flushed: bool = False,
        opaque: bool = False,
        compared: bool = False,
    ) -> Expression:
        """An operand's ``components`` as ``kind``.

        Constant zeros go under a name with ``hide``; ``flushed``: words that are a denormal as a float are 0.
        ``opaque``: no compiler knows the value, though it be constant. ``compared``: the instruction asks
        for its order.
        """
        chosen = tuple(operand.swizzle[component] for component in components)
        if operand.extended is not None:
            chosen = components
        if self.storage.is_literal(operand.register):
            value = self._literal(operand, chosen, kind, full=full, hide=hide)
        else:
            if not full and len(set(chosen)) == 1:
                chosen = chosen[:1]
            text, source = self._fetch(operand.register)
            if self.storage.of(operand.register).packed:
                value = cast(Expression(text), source, kind)
                value = splat(value, len(chosen), kind) if full else value
            else:
                value = cast(Expression(text + letters(chosen), PRIMARY, len(chosen)), source, kind)
            if flushed and not kind and (source or self._moves_words(operand.register)):
                value = call(self.use("nv_flush", value.width), value, width=value.width)
        if opaque and not kind:
            self.zero()
            value = call(self.use("nv_opaque", value.width), value, width=value.width)
        if operand.absolute and not kind and self.exact and (operand.negate or compared):
            return self._signed(value, operand.negate)
        if operand.absolute:
            value = call("abs", value, width=value.width)
        if operand.negate:
            inner = negated(value)
            value = inner or Expression(f"-{value.at(PRIMARY)}", UNARY, value.width)
        return value

    def _signed(self, value: Expression, negative: bool) -> Expression:
        """|x| or -|x| by its bits: Mesa takes |x| > 0.0 and -|x| < 0.0 for x != 0.0, NaN too."""
        operator, word = ("|", "0x80000000u") if negative else ("&", "0x7fffffffu")
        mask = f"uvec{value.width}({word})" if value.width > 1 else word
        words = Expression(f"floatBitsToUint({value.text}) {operator} {mask}")
        return call("uintBitsToFloat", words, width=value.width)

    def _moves_words(self, register: Register) -> bool:
        """True for floats that may be words that some instruction passed on, and so are not flushed."""
        variable = self.storage.of(register)
        passed = variable.moved if variable.file is RegisterFile.ATTRIBUTE else variable.passed
        return passed and self.storage.program.profile.flags

    def _literal(
        self, operand: Operand, chosen: tuple[int, ...], kind: str, *, full: bool, hide: bool
    ) -> Expression:
        words = [self.storage.program.parameters[operand.register.index].words[c] for c in chosen]
        parts = [literal(word, kind) for word in words]
        if hide and not kind and self.exact:
            parts = [
                self._hidden(part) if word << 1 & 0xFFFFFFFF == 0 else part
                for part, word in zip(parts, words, strict=True)
            ]
        if len(set(words)) == 1:
            return splat(parts[0], len(parts), kind) if full else parts[0]
        return Expression(
            f"{vector_type(len(parts), kind)}({', '.join(part.text for part in parts)})", PRIMARY, len(parts)
        )

    def _hidden(self, part: Expression) -> Expression:
        zero = self.zero()
        return Expression(f"-{zero}", UNARY) if part.text.startswith("-") else Expression(zero)

    def _fetch(self, register: Register) -> tuple[str, str]:
        """A register's text and kind."""
        if self.inputs is not None and register.file is RegisterFile.ATTRIBUTE:
            return self.inputs.fetch(register)
        variable = self.storage.of(register)
        if register.relative is None:
            return variable.at(register.index), variable.kind
        key = variable.name, register.index - variable.start, register.count
        if key not in self.arrays:
            whole = key[1] == 0 and key[2] == variable.count
            name = self.take_name(f"{key[0]}_at" if whole else f"{key[0]}_at_{key[1]}_{key[2]}")
            self.arrays[key] = name, variable
        if self.exact and self.constants.indexes(register):
            self.known.add(key)
            self.zero()
        return f"{self.arrays[key][0]}({self.index(register.relative)})", variable.kind

    def index(self, relative: RelativeAddress) -> str:
        """What a relative address adds to the array's start."""
        variable = self.storage.variables[relative.file, relative.register]
        if self.loop_index:
            return f"{self.loop_index} + {relative.offset}" if relative.offset else self.loop_index
        text = f"{variable.at(relative.register)}.{COMPONENTS[relative.component]}"
        text = cast(Expression(text), variable.kind, "i").text
        if relative.offset:
            text += f" {'-' if relative.offset < 0 else '+'} {abs(relative.offset)}"
        return text

    # Tests

    def code(self, register: int) -> Code:
        return self.storage.codes[register]

    def test(self, condition: Condition, component: int) -> str:
        """Whether one component of a condition code, before the swizzle, passes."""
        code, name = self.code(condition.register), self.codes[condition.register]
        letter = COMPONENTS[component]
        value, nought = f"{name}.{letter}", "0" if code.kind else "0.0"
        overflow = f"{name}_overflow.{letter} != 0" if code.overflow else ""
        carry = f"{name}_carry.{letter} != 0" if code.carry else ""
        match condition.test:
            case "TR" | "FL":
                return "true" if condition.test == "TR" else "false"
            case "LT" if overflow:
                return f"({value} < {nought}) != ({overflow})"
            case "GE" if overflow:
                return f"({value} >= {nought}) != ({overflow})"
            case "GT" if overflow:
                return f"({value} >= {nought}) != ({overflow}) && {value} != {nought}"
            case "LE" if overflow:
                if code.kind:
                    return f"({value} < 0) != ({value} == 0 || {overflow})"
                negative = f"({value} < 0.0 || isnan({value}))"
                return f"{negative} != ({value} == 0.0 || isnan({value}) || {overflow})"
            case "NAN":
                return "false" if code.kind else f"isnan({value})"
            case "LEG":
                return "true" if code.kind else f"!isnan({value})"
            case "SF":
                return f"{value} < 0" if code.kind else f"{value} < 0.0 || isnan({value})"
            case "NSF":
                return f"{value} >= {nought}"
            case "OF":
                return overflow or "false"
            case "NOF":
                return f"{name}_overflow.{letter} == 0" if code.overflow else "true"
            case "CF":
                return carry or "false"
            case "NCF":
                return f"{name}_carry.{letter} == 0" if code.carry else "true"
            case "AB":
                return f"{carry} && {value} != {nought}" if carry else "false"
            case "BLE":
                return f"{name}_carry.{letter} == 0 || {value} == {nought}" if carry else "true"
            case test:
                return f"{value} {_RELATIONS[test][0]} {nought}"

    def _fails(self, condition: Condition, component: int) -> str:
        """Where a test that orders a float does not pass: the opposite holds, or the code is NaN."""
        opposite, nan = _INVERTS[condition.test]
        text = self.test(replace(condition, test=opposite), component)
        value = f"{self.codes[condition.register]}.{COMPONENTS[component]}"
        return f"({text}) || isnan({value})" if nan else text

    def relation(self, condition: Condition, components: tuple[int, ...]) -> str | None:
        """The tests of several components as one vector of bool; None where no relation tells."""
        code = self.code(condition.register)
        if condition.test not in _RELATIONS or (condition.test in _ORDERED and code.overflow):
            return None
        zeros = f"{vector_type(len(components), code.kind)}({'0' if code.kind else '0.0'})"
        name = f"{self.codes[condition.register]}{letters(components)}"
        return f"{_RELATIONS[condition.test][1]}({name}, {zeros})"

    def passes(self, condition: Condition | None, negated: bool = False) -> str:
        if condition is None or condition.test in ("TR", "FL"):
            return "true" if (condition is None or condition.test == "TR") is not negated else "false"
        components = tuple(sorted(set(condition.swizzle)))
        if negated and self.exact and not self.code(condition.register).kind and condition.test in _INVERTS:
            # Named by what holds then, NaN too: Mesa takes !(a > b) for a <= b.
            tests = [self._fails(condition, component) for component in components]
            return tests[0] if len(tests) == 1 else " && ".join(f"({test})" for test in tests)
        if len(components) > 1 and (relation := self.relation(condition, components)) is not None:
            return f"!any({relation})" if negated else f"any({relation})"
        tests = [self.test(condition, component) for component in components]
        if len(tests) == 1:
            return f"!({tests[0]})" if negated else tests[0]
        joined = " || ".join(f"({test})" for test in tests)
        return f"!({joined})" if negated else joined

    # Statements

    def statements(self, instruction: Instruction, guard: str = "") -> list[str]:
        destination = instruction.destination
        name = instruction.opcode.name
        if name == "KIL":
            return self._kill(instruction, guard)
        if name in ("EMIT", "ENDPRIM"):
            return ["emit_vertex();" if name == "EMIT" else self.ends_primitive]
        if instruction.opcode.key not in BUILDERS or destination is None:
            raise TargetError(f"{name} is not translated yet")
        condition = destination.condition
        if condition is not None and condition.test == "TR":
            condition = None
        if condition is not None and condition.test == "FL":
            return []
        return _Writer(self, instruction, destination, condition, guard).lines()

    def _kill(self, instruction: Instruction, guard: str) -> list[str]:
        """KIL: where any component is below zero, or passes (NV_fragment_program4 2.X.8, KIL)."""
        if not instruction.operands:
            test = self.passes(instruction.condition)
        else:
            operand = instruction.operands[0]
            kind = KINDS[operand.type]
            if kind == "u":
                return []
            components = tuple(sorted(set(operand.swizzle)))
            places = tuple(operand.swizzle.index(component) for component in components)
            value = self.operand(operand, places, kind, full=True)
            nought = "0" if kind else "0.0"
            if value.width == 1:
                test = f"{value.at(SUM)} < {nought}"
            else:
                test = f"any(lessThan({value.text}, {vector_type(value.width, kind)}({nought})))"
        tests = [text for text in (guard, test) if text not in ("", "true")]
        if "false" in tests:
            return []
        if len(tests) > 1:
            return [f"if ({' && '.join(f'({text})' for text in tests)}) {self.kill}"]
        return [f"if ({tests[0]}) {self.kill}" if tests else self.kill]


def _flag(name: str) -> str:
    """``CC0_carry`` → ``carry``."""
    return name.rsplit("_", 1)[1]


class _Writer:
    """The statements of one instruction."""

    def __init__(
        self,
        speech: TypedSpeech,
        instruction: Instruction,
        destination: Destination,
        condition: Condition | None,
        guard: str,
    ) -> None:
        self.speech = speech
        self.instruction = instruction
        self.destination = destination
        self.condition = condition
        self.guard = guard
        self.components = tuple(c for c in range(4) if destination.mask[c])
        self.variable = speech.storage.of(destination.register)
        #: What the words are handled as: a plain copy gives them no type.
        self.kind = KINDS[written_type(instruction, destination)]
        copy = copies_words(instruction) and not speech.storage.is_literal(instruction.operands[0].register)
        if copy:
            self.kind = self.variable.kind
        self.site = _Site(speech, instruction, self.components, self.kind if copy else None)

    def lines(self) -> list[str]:
        value = self._value()
        code = self.instruction.condition_code
        tests: list[int] = []
        if self.condition is not None:
            tests = sorted({self.condition.swizzle[c] for c in self.components})
        guards = [self.guard] if self.guard else []
        if self.condition is not None and len(tests) == 1:
            test = self.speech.test(self.condition, tests[0])
            if test == "false":
                return []
            guards += [] if test == "true" else [test]
        mixed = len(tests) > 1
        relative = self.destination.register.relative
        if code is None and not mixed and not self._needs_precise():
            return self._guarded(guards, self._store(value, self.components))
        if code is not None and not mixed and relative is None and not self.kind:
            row = self.speech.code(code)
            if not (row.kind or self.variable.kind or row.overflow or row.carry):
                place = letters(self.components)
                target = f"{self._target()}{place}"
                text = self._spread(value).text
                return self._guarded(guards, [f"{self.speech.codes[code]}{place} = {target} = {text};"])
        return self._guarded(guards, self._block(value, code, mixed), block=True)

    def _value(self) -> Expression:
        instruction = self.instruction
        value = BUILDERS[instruction.opcode.key](self.site)
        if instruction.texture is not None and instruction.opcode.name != "TXQ":
            found = self.speech.storage.samplers[instruction.texture.unit].kind
            value = cast(value, found, self.site.result_kind)
        if instruction.opcode.name in UNDERFLOWING and self.speech.flush and not self.site.result_kind:
            value = Expression(
                f"{self.site.helper('nv_flush', value.width)}({value.text})", PRIMARY, value.width
            )
        if instruction.precision == "X":
            if self.speech.exact:
                value = call(self.site.helper("nv_fixed_point", value.width), value, width=value.width)
            else:
                value = Expression(f"clamp({value.text}, -2.0, 1.9990234375)", PRIMARY, value.width)
        if instruction.clamp is not None:
            signed = instruction.clamp is Clamp.SIGNED
            if self.speech.exact:
                name = "nv_saturate_signed" if signed else "nv_saturate"
                value = call(self.site.helper(name, value.width), value, width=value.width)
            else:
                low = "-1.0" if signed else "0.0"
                value = Expression(f"clamp({value.text}, {low}, 1.0)", PRIMARY, value.width)
        return value

    def _needs_precise(self) -> bool:
        """True for float arithmetic into a variable of words, which cannot be precise itself."""
        instruction = self.instruction
        return (
            self.speech.exact
            and not self.kind
            and bool(self.variable.kind)
            and not (instruction.opcode.packs or instruction.opcode.name in _COPIES)
        )

    def _spread(self, value: Expression) -> Expression:
        return splat(value, len(self.components), self.kind)

    def _target(self) -> str:
        """The destination; of an array at a run-time index the element, which ``_store`` guards."""
        relative = self.destination.register.relative
        if relative is None:
            return self.variable.at(self.destination.register.index)
        start = self.destination.register.index - self.variable.start
        index = self.speech.index(relative)
        return f"{self.variable.name}[{f'{start} + {index}' if start else index}]"

    def _store(self, value: Expression, components: tuple[int, ...]) -> list[str]:
        """Writes ``components``; outside an array the write vanishes."""
        width = len(components)
        stored = cast(splat(value, width, self.kind), self.kind, self.variable.kind)
        line = f"{self._target()}{letters(components)} = {stored.text};"
        relative = self.destination.register.relative
        if relative is None:
            return [line]
        return [f"if (uint({self.speech.index(relative)}) < {self.destination.register.count}u) {line}"]

    def _block(self, value: Expression, code: int | None, mixed: bool) -> list[str]:
        """The value under a name, then its uses: the code is still the old one for every test."""
        width = len(self.components)
        precise = "precise " if self.speech.exact and not self.kind else ""
        lines = [f"{precise}{vector_type(width, self.kind)} value = {self._spread(value).text};"]
        named = Expression("value", PRIMARY, width)
        flags = [] if code is None else self._flags(code)
        if not mixed:
            place = letters(self.components)
            lines += [f"{name}{place} = {text};" for name, text in flags]  # of operands not yet overwritten
            if code is not None:
                lines.append(f"{self.speech.codes[code]}{place} = {self._code_value(code, named)};")
            return lines + self._store(named, self.components)
        assert self.condition is not None
        tested = tuple(self.condition.swizzle[component] for component in self.components)
        relation = self.speech.relation(self.condition, tested)
        if relation is None:
            parts = ", ".join(self.speech.test(self.condition, component) for component in tested)
            relation = f"bvec{width}({parts})"
        lines.append(f"bvec{width} passed = {relation};")
        for name, text in flags:
            lines.append(f"{vector_type(width, 'i')} {_flag(name)} = {text};")
        for number, component in enumerate(self.components):
            element = Expression(f"value.{COMPONENTS[number]}")
            stores = self._store(element, (component,))
            if code is not None:
                letter = COMPONENTS[component]
                stores.append(f"{self.speech.codes[code]}.{letter} = {self._code_value(code, element)};")
                for name, _ in flags:
                    stores.append(f"{name}.{letter} = {_flag(name)}.{COMPONENTS[number]};")
            test = f"if (passed.{COMPONENTS[number]})"
            if len(stores) == 1:
                lines.append(f"{test} {stores[0]}")
            else:
                lines += [f"{test} {{", *(f"    {line}" for line in stores), "}"]
        return lines

    def _code_value(self, code: int, value: Expression) -> str:
        """The value as the condition code keeps it: its sign, its zeros, its NaNs."""
        kind = self.speech.code(code).kind
        if kind == self.kind:
            return value.text
        text = value.text
        if self.kind == "u":
            text = f"{vector_type(value.width, 'i')}({text})"
        return text if kind == "i" else f"{vector_type(value.width)}({text})"

    def _flags(self, code: int) -> list[tuple[str, str]]:
        """The overflow and carry flags that tests read (NV_gpu_program4 2.X.4.3)."""
        row, name = self.speech.code(code), self.speech.codes[code]
        width = len(self.components)
        wanted = [kind for kind in ("overflow", "carry") if getattr(row, kind)]
        terms = self._terms()
        flags = []
        for kind in wanted:
            text = f"{vector_type(width, 'i')}(0)"
            if terms is not None:
                difference, a, b = terms
                operation = "difference" if difference else "sum"
                helper = self.site.helper(f"nv_{operation}_{kind}", width)
                text = f"{helper}({a}, {b})"
            flags.append((f"{name}_{kind}", text))
        return flags

    def _terms(self) -> tuple[bool, str, str] | None:
        """Whether the last addition subtracts, and its terms without signs; None where it sets no flag."""
        instruction, name = self.instruction, self.instruction.opcode.name
        width = len(self.components)
        if not self.kind or name not in ("ADD", "SUB", "MAD", "SAD"):
            return None

        def term(number: int) -> tuple[bool, str]:
            operand = instruction.operands[number]
            value = self.site.operand(number, self.components, full=True, unsigned=True)
            return operand.negate, f"{vector_type(width, 'i')}({value.text})"

        if name in ("ADD", "SUB"):
            (first, a), (second, b) = term(0), term(1)
            second ^= name == "SUB"
        elif name == "MAD":
            (one, x), (other, y), (second, b) = term(0), term(1), term(2)
            first, a = one ^ other, f"{x} * {y}"
        else:
            x, y = (self.site.operand(number, self.components, full=True).text for number in (0, 1))
            helper = self.site.helper("nv_difference" if self.site.kind == "i" else "nv_udifference", width)
            second, b = term(2)
            first, a = False, f"{vector_type(width, 'i')}({helper}({x}, {y}))"
        if first and second:
            return None
        return (first or second), *((b, a) if first else (a, b))

    def _guarded(self, guards: list[str], lines: list[str], block: bool = False) -> list[str]:
        if not guards:
            return ["{", *(f"    {line}" for line in lines), "}"] if block else lines
        test = guards[0] if len(guards) == 1 else " && ".join(f"({guard})" for guard in guards)
        if len(lines) == 1 and not block:
            return [f"if ({test}) {lines[0]}"]
        return [f"if ({test}) {{", *(f"    {line}" for line in lines), "}"]


class _Site:
    """What a builder sees of one instruction."""

    def __init__(
        self,
        speech: TypedSpeech,
        instruction: Instruction,
        components: tuple[int, ...],
        copied: str | None,
    ) -> None:
        self._speech = speech
        self._instruction = instruction
        self._copied = copied
        self.components = components
        self.exact = speech.exact
        destination = instruction.destination
        assert destination is not None
        self.kind = KINDS[instruction.type] if copied is None else copied
        self.result_kind = KINDS[written_type(instruction, destination)] if copied is None else copied
        if instruction.opcode.packs or instruction.opcode.unpacks or instruction.opcode.family == "arb":
            self.kind = KINDS[read_type(instruction, instruction.operands[0])]
        self._opaque = speech.constants.hides(instruction) if speech.exact else ()
        stored = destination.register.file in (RegisterFile.TEMPORARY, RegisterFile.RESULT)
        self._hides = stored and (instruction.opcode.name not in _HARMLESS or _bounds_zero(instruction))

    @property
    def flush(self) -> bool:
        return self._speech.flush

    @property
    def name(self) -> str:
        return self._instruction.opcode.name

    @property
    def texture(self) -> TextureAccess:
        access = self._instruction.texture
        assert access is not None
        return access

    @property
    def differentiates(self) -> bool:
        return self._speech.storage.program.profile.stage is Stage.FRAGMENT

    def fetch(self) -> str:
        sampler = self._speech.storage.samplers[self.texture.unit]
        self._speech.fetches[sampler] = None
        return f"fetch_{sampler.name}"

    @property
    def multiply(self) -> Multiply | None:
        return self._instruction.multiply

    @property
    def selectors(self) -> tuple[tuple[int | Selector, bool], ...]:
        extended = self._instruction.operands[0].extended
        assert extended is not None
        return tuple(zip(extended.selectors, extended.negate, strict=True))

    def constant(self, number: int) -> int | None:
        operand, storage = self._instruction.operands[number], self._speech.storage
        if not storage.is_literal(operand.register) or operand.negate or operand.absolute:
            return None
        return storage.program.parameters[operand.register.index].words[operand.swizzle[0]]

    def operand(
        self, number: int, components: tuple[int, ...], *, full: bool = False, unsigned: bool = False
    ) -> Expression:
        """``unsigned``: without the operand's sign."""
        operand = self._instruction.operands[number]
        kind = KINDS[read_type(self._instruction, operand)] if self._copied is None else self._copied
        if self._instruction.opcode.operands[number] is OperandClass.SCALAR:
            components = (0,) * len(components)
        if unsigned and operand.negate:
            operand = Operand(operand.register, operand.swizzle, operand.absolute, False, type=operand.type)
        compared = self._instruction.opcode.name == "CMP" and number == 0
        flushed = self.flush and (compared or not passes_words(self._instruction))
        opaque = bool(self._opaque) and self._opaque[number]
        clamped = self._instruction.clamp is not None and self._instruction.opcode.name == "MOV"
        ordered = clamped or self._instruction.opcode.name in _ORDERS
        return self._speech.operand(
            operand,
            components,
            kind,
            full=full,
            hide=self._hides,
            flushed=flushed,
            opaque=opaque,
            compared=ordered,
        )

    def cancels(self, component: int, *, subtracted: bool) -> bool:
        """The sum (difference) of the first two operands is of one value and its negative."""
        a, b = self._instruction.operands[:2]
        return (
            a.register == b.register
            and a.absolute == b.absolute
            and (a.negate == b.negate) is subtracted
            and a.swizzle[component] == b.swizzle[component]
        )

    def zero(self) -> Expression:
        return Expression(self._speech.zero() if self._hides else "0.0")

    def hidden_zero(self) -> Expression:
        """0.0 that no compiler folds, for products that may be NaN."""
        return Expression(self._speech.zero())

    def address(self, component: int) -> str:
        register = self._instruction.operands[0].register
        return f"{self._speech.storage.of(register).at(register.index)}.{COMPONENTS[component]}"

    def helper(self, name: str, width: int = 1) -> str:
        return self._speech.use(name, width)


def _bounds_zero(instruction: Instruction) -> bool:
    """True where a compiler may find min(0.0, x) or max(0.0, x) to be 0.0 because it knows the sign of x."""
    name = instruction.opcode.name
    return name == "MIN" or (name == "MAX" and any(operand.negate for operand in instruction.operands))
