"""Assignments of numbers of 64 bits, or of what is made of these, component by component.

NV_gpu_program5 2.X.4.1.
"""

from __future__ import annotations

from collections.abc import Sequence

from nvrender.glsl.emit.operands import Operands
from nvrender.glsl.expressions import vector_type
from nvrender.glsl.lines import block
from nvrender.glsl.operations.bits import ODD
from nvrender.glsl.printer.bounds import bounds
from nvrender.glsl.printer.conditions import test
from nvrender.glsl.printer.expressions import letters, printed
from nvrender.glsl.registers.elements import written_element
from nvrender.glsl.registers.variables import DOUBLE, Code, Variable
from nvrender.glsl.wide.texts import NUMBERS, PAIRS
from nvrender.glsl.wide.values import TYPES, Values, component, truth
from nvrender.ir import visit
from nvrender.ir.analysis.uses import FLAGS
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Bitcast,
    Compose,
    Const,
    Convert,
    Expression,
    Load,
    Role,
    Select,
    Swizzle,
)
from nvrender.ir.types import BOOL, INT, Kind
from nvrender.passes.condition_codes import SUMS
from nvrender.program import COMPONENTS

#: Names of the statements here.
LOCAL_NAMES = frozenset(
    f"{word}_{letter}" for word in ("number", "value", "wide", "passed", "sum") for letter in COMPONENTS
)
#: What gives either flag of a sum → what gives both, and each.
_SUMS = {name: (flags, names) for flags, names in SUMS.items() for name in names}
_TO_FLOAT = ("i2f", "u2f")
_CLAMPS = ("fsaturate", "fsaturate_signed")


def is_long(nodes: Sequence[Assign]) -> bool:
    """True for what computes in 64 bits, or writes them; other statements narrow what they read."""
    if all(node.var.role is Role.LOCAL and node.var.type == INT for node in nodes):
        return False  # what a loop counts down
    return any(node.var.type.bits == 64 or _computes(node.value) for node in nodes)


def _computes(node: Expression) -> bool:
    match node:
        case Apply("resize", (value,)):
            loads = (row for row in visit.expressions(value) if isinstance(row, Load))
            # What was found in memory is pairs of words.
            return _computes(value) or any(load.var.role is Role.LOCAL for load in loads)
        case Apply(operands=operands):
            return any(row.type.bits == 64 or _computes(row) for row in operands)
        case Convert(source=source, result=result):
            return 64 in (source.bits, result.bits)
        case Bitcast(value, type):
            return value.type.bits != type.bits or _computes(value)
        case Swizzle(value):
            return _computes(value)
        case Compose(parts):
            return any(map(_computes, parts))
    return False


def statements(
    context: Operands, nodes: Sequence[Assign], guard: str, before: Sequence[str] = ()
) -> list[str]:
    """What one instruction assigns behind what it declares; ``guard`` is a condition under which it does."""
    lines, declares = _Statements(context, nodes).lines()
    if guard and lines:
        lines, declares = block(lines, guard) if declares else [f"if ({guard}) {lines[0]}"], False
    return block([*before, *lines]) if declares or before else lines


class _Statements:
    def __init__(self, context: Operands, nodes: Sequence[Assign]) -> None:
        self.context = context
        self.values = Values(context)
        last = nodes[-1]
        self.components = last.components
        stores = [node for node in nodes if node.var.role not in (Role.LOCAL, Role.CODE)]
        #: What is written in a register, and what it becomes.
        self.store = stores[0] if stores else None
        self.value = next(node.value for node in nodes if node.var.type.kind is not Kind.BOOL)
        #: The operands of the sum whose flags are asked for.
        self.sum = next((node.value for node in nodes if _is_sum(node.value)), None)
        self.code: Code | None = None
        if last.var.role is Role.CODE:
            self.code = context.storage.codes[last.var.binding]
            numbers = (node.value for node in nodes if node.var.role is Role.CODE)
            number = next(value for value in numbers if value.type.kind is not Kind.BOOL)
            while isinstance(number, Apply):
                number = number.operands[0]
            self.half = isinstance(number, Convert)
            self.of = number.type.kind
        if isinstance(self.value, Bitcast) and self.value.value.type.bits == self.value.type.bits:
            self.value = self.value.value
        names = {node.var: node.value for node in nodes if node.var.type.kind is Kind.BOOL}
        self.when = bounds(last.when)[1]
        if isinstance(self.when, Load):
            self.when = names.get(self.when.var, self.when)
        self.variable: Variable | None = None
        if self.store is not None:
            self.variable = written_element(context, self.store).variable
        self.numbers: set[str] = set()

    def lines(self) -> tuple[list[str], bool]:
        """What is done, and whether it has names of its own."""
        if isinstance(self.when, Const):
            if not any(self.when.words):
                return [], False
            self.when = None
        if (plain := self._plain()) is not None:
            return [plain], False
        parts = [
            (COMPONENTS[place], component(self.value, number)) for number, place in enumerate(self.components)
        ]
        lines: list[str] = []
        for letter, value in parts:
            lines += self._computed(letter, value)
        lines += self._sums()
        if self.when is not None:
            for number, (letter, _) in enumerate(parts):
                lines.append(f"bool passed_{letter} = {test(self.context, self.when, number)};")
        for letter, value in parts:
            stores = self._stores(letter, value)
            if self.when is not None:
                stores = [f"if (passed_{letter}) {{", *(f"    {line}" for line in stores), "}"]
            lines += stores
        return lines, True

    def _plain(self) -> str | None:
        """Doubles in one statement; None where that does not do."""
        if self.context.exact or self.when is not None or self.code is not None:
            return None
        if self.store is None or self.context.inside(self.store) or self.variable is None:
            return None
        value, kind = self.value, self.variable.kind
        narrowed = isinstance(value, Apply) and value.operation == "resize" and value.type.bits == 32
        if narrowed and isinstance(value, Apply):
            value = value.operands[0]
        if kind not in ("", DOUBLE) or value.type.bits != 64 or value.type.kind is not Kind.FLOAT:
            return None
        text = self.values.doubles(value)
        if text is None:
            return None
        if kind != DOUBLE:
            text = f"{vector_type(len(self.components))}({text})"
        return f"{self.context.target(self.store)}{letters(self.components)} = {text};"

    # --- what is computed

    def _computed(self, letter: str, value: Expression) -> list[str]:
        """``wide_x``, the low and the high word of the number; of a 32-bit destination its word in x."""
        values, kind, long = self.values, value.type.kind, value.type.bits == 64
        inner = value
        if isinstance(inner, Apply) and inner.operation == "resize":
            inner = inner.operands[0]
        clamps = [inner.operation] if isinstance(inner, Apply) and inner.operation in _CLAMPS else []
        source = inner.operands[0] if clamps and isinstance(inner, Apply) else inner
        if isinstance(source, Apply) and source.operation in _TO_FLOAT and inner.type.bits == 32:
            return self._float_of(letter, source, clamps)
        if long and inner.type.bits == 32 and kind is Kind.FLOAT and not _is_words(source):
            named = printed(self.context, inner).text
            lines = [f"{'precise ' * self.context.exact}float value_{letter} = {named};"]
            words = values.call("nv_double_of_float", f"floatBitsToUint(value_{letter})")
            return [*lines, f"uvec2 wide_{letter} = {words};"]
        if (
            _is_words(source)
            or self._takes_words(source)
            or values.computes_words(inner.type.kind)
            or inner.type.bits == 32
        ):
            return [f"uvec2 wide_{letter} = {self._words(value)};"]
        precise = "precise " if self.context.exact and kind is Kind.FLOAT else ""
        lines = [f"{precise}{TYPES[kind]} number_{letter} = {values.number(inner)};"]
        if self.variable is not None and self.variable.kind == DOUBLE and kind is Kind.FLOAT:
            self.numbers.add(letter)
            return lines
        number = f"number_{letter}"
        words = values.unpacked(number, kind) if long or kind is not Kind.FLOAT else self._narrow(number)
        return [*lines, f"uvec2 wide_{letter} = {words};"]

    def _takes_words(self, node: Expression) -> bool:
        """True for a number of an integer that is a pair of words."""
        if not isinstance(node, Apply) or node.operation not in _TO_FLOAT:
            return False
        return self.values.computes_words(node.operands[0].type.kind)

    def _narrow(self, number: str) -> str:
        return f"uvec2(floatBitsToUint({self.values.call('nv_flush', f'float({number})')}), 0u)"

    def _words(self, value: Expression) -> str:
        """What only arranges or converts words, and integers that are pairs of words."""
        values, long = self.values, value.type.bits == 64
        if isinstance(value, Apply) and value.operation == "resize":
            (inner,) = value.operands
            if value.type.kind is Kind.FLOAT and not long and not isinstance(inner, Convert):
                return f"uvec2({values.word(value)}, 0u)"
            if not isinstance(inner, Convert) or value.type.kind is not Kind.FLOAT:
                return values.words(value if long and not isinstance(inner, Convert) else inner)
            if long:
                return values.call("nv_double_of_float", f"{values.words(inner)}.x")
            return f"uvec2({values.call('nv_float_of_double', values.words(inner), '0')}, 0u)"
        if isinstance(value, Convert) or long:
            return values.words(value)
        return f"uvec2({values.word(value)}, 0u)"

    def _float_of(self, letter: str, node: Apply, clamps: list[str]) -> list[str]:
        """A 64-bit integer as a float of 32 bits."""
        values, (source,) = self.values, node.operands
        if values.computes_words(source.type.kind):
            # Rounded once.
            text = values.call(
                "nv_double_of_words", values.words(source), truth(node.operation == "i2f"), str(ODD)
            )
            text = values.call("nv_double_of_float", values.call("nv_float_of_double", text, "0"))
            for clamp in clamps:
                text = values.call("nv_double_limited", text, truth(clamp != "fsaturate"))
            return [f"uvec2 wide_{letter} = uvec2({values.call('nv_float_of_double', text, '0')}, 0u);"]
        text = f"double(float({values.number(source)}))"
        for clamp in clamps:
            text = NUMBERS[clamp](values.call, text)
        precise = "precise " if self.context.exact else ""
        return [
            f"{precise}double number_{letter} = {text};",
            f"uvec2 wide_{letter} = {self._narrow(f'number_{letter}')};",
        ]

    # --- what is stored

    def _stores(self, letter: str, value: Expression) -> list[str]:
        words, number, lines = f"wide_{letter}", f"number_{letter}", list[str]()
        long = value.type.bits == 64
        if self.store is not None and self.variable is not None:
            inside, target = self.context.inside(self.store), self.context.target(self.store)
            if letter in self.numbers:
                words = f"unpackDouble2x32({number})"
                lines = [f"{target}.{letter} = {number};"]
            elif long and self.variable.kind == DOUBLE:
                lines = [f"{target}.{letter} = packDouble2x32({words});"]
            elif long:
                high = self.context.high_target(self.store)
                lines = [
                    f"{inside}{one}.{letter} = {words}.{part};" for one, part in ((target, "x"), (high, "y"))
                ]
            else:
                text = {"u": f"{words}.x", "i": f"int({words}.x)"}.get(
                    self.variable.kind, f"uintBitsToFloat({words}.x)"
                )
                lines = [f"{inside}{target}.{letter} = {text};"]
        if self.code is not None:
            plain = not self.context.exact and self.of is Kind.FLOAT and letter in self.numbers
            kept = f"float(sign({number}))" if plain else self._coded(self.code, words, long)
            lines.append(f"{self.code.name}.{letter} = {kept};")
            for flag in FLAGS:
                if getattr(self.code, flag):
                    lines.append(f"{self.code.flag(flag)}.{letter} = {self._flag(flag, letter)};")
        return lines

    def _coded(self, code: Code, words: str, long: bool) -> str:
        """What the condition code keeps of the words written."""
        float_type = self.of is Kind.FLOAT
        if self.half:
            text = self.values.call("nv_from_half", f"{words}.x")
        elif long:
            text = self.values.call("nv_double_code" if float_type else "nv_long_code", words)
        else:
            text = f"uintBitsToFloat({words}.x)" if float_type else f"int({words}.x)"
        return text if float_type or code.kind else f"float({text})"

    # --- OF and CF of the last addition (NV_gpu_program4 2.X.4.3)

    def _flag(self, flag: str, letter: str) -> str:
        return f"sum_{letter}.{'x' if flag == 'overflow' else 'y'}" if self.sum is not None else "false"

    def _sums(self) -> list[str]:
        """``sum_x``, where tests read flags."""
        if not isinstance(self.sum, Apply):
            return []
        values, lines = self.values, list[str]()
        flags, operations = _SUMS[self.sum.operation]
        for number, place in enumerate(self.components):
            terms = tuple(component(term, number) for term in self.sum.operands)
            if terms[0].type.bits == 32:
                both = (printed(self.context, Apply(name, terms, BOOL)).text for name in operations)
                text = f"bvec2({', '.join(both)})"
            elif self.context.integer_words:
                text = PAIRS[flags](values.call, *map(values.words, terms))
            else:
                text = NUMBERS[flags](values.call, *map(values.number, terms))
            lines.append(f"bvec2 sum_{COMPONENTS[place]} = {text};")
        return lines


def _is_sum(node: Expression) -> bool:
    return isinstance(node, Apply) and node.operation in _SUMS


def _is_words(node: Expression) -> bool:
    """True for what moves, converts or arranges words, which takes no arithmetic."""
    if isinstance(node, Swizzle):
        node = node.value
    moved = node.value if isinstance(node, Bitcast) else node
    if isinstance(moved, Load | Select) and moved.type.bits == 64:
        return True
    while True:
        match node:
            case Apply("fneg" | "fabs" | "ineg" | "iabs", (value,)):
                node = value
            case Bitcast(value=value) if node.type.bits == value.type.bits:
                node = value
            case _:
                break
    if isinstance(node, Const) or (isinstance(node, Load) and node.var.role is Role.LOCAL):
        return True
    return isinstance(node, Convert) or (isinstance(node, Bitcast) and node.type.bits != node.value.type.bits)
