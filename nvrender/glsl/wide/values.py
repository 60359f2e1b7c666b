"""Values of 64 bits as GLSL: as numbers, or as pairs of words, the low one in x (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

import math
import struct
from typing import Protocol

from nvrender.glsl.hidden import hidden_zeros
from nvrender.glsl.operations.bits import ODD, ROUNDINGS
from nvrender.glsl.printer.expressions import LETTERS, letters, printed
from nvrender.glsl.registers.elements import ElementTexts, read_element, selected
from nvrender.glsl.registers.variables import DOUBLE
from nvrender.glsl.wide.texts import NUMBERS, PAIRS, VECTORS
from nvrender.ir.nodes import (
    Apply,
    Bitcast,
    Compose,
    Const,
    Convert,
    Expression,
    Load,
    Role,
    Select,
    Swizzle,
    Var,
)
from nvrender.ir.types import UINT, Kind, Type
from nvrender.lower.operands import bitcast, swizzled
from nvrender.ops import memory_access
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS
from nvrender.ops.types import DataType
from nvrender.program import Clamp

#: What a load found, under a name.
FOUND = "found"
TYPES = {Kind.FLOAT: "double", Kind.INT: "int64_t", Kind.UINT: "uint64_t"}
_PACK = {Kind.FLOAT: "packDouble2x32", Kind.INT: "packInt2x32", Kind.UINT: "packUint2x32"}
_UNPACK = {Kind.FLOAT: "unpackDouble2x32", Kind.INT: "unpackInt2x32", Kind.UINT: "unpackUint2x32"}
_WORD = 0xFFFFFFFF
#: Words that drivers take for 1.0, -1.0 and -0.0 where they choose between them (quirks.SELECTED_WORDS).
_SELECTED = frozenset({0x3F800000, 0xBF800000, 0x80000000})
#: What is the same whatever the operands are.
_CONSTANT = ("false", "true")
_SIGNS = ("fneg", "ineg", "fabs", "iabs")


def component(node: Expression, place: int) -> Expression:
    """One component of a value; words that make numbers go with these."""
    match node:
        case Swizzle(value=value, components=components):
            if isinstance(value, Apply) and OPERATIONS[value.operation].form is Form.REPLICATED:
                return value
            return component(value, components[place])
        case Bitcast(value=value, type=type) if value.type.bits > type.bits:
            number = Bitcast(component(value, place // 2), type.wide(2))
            return Swizzle(number, (place % 2,))
        case Bitcast(value=value, type=type) if value.type.bits < type.bits:
            return Bitcast(swizzled(value, (2 * place, 2 * place + 1)), type.wide(1))
        case Bitcast(value=value, type=type):
            return Bitcast(component(value, place), type.wide(1))
        case Convert(value=value, type=type):
            return Convert(
                component(value, place), node.source, node.result, node.rounding, node.clamp, type.wide(1)
            )
        case Apply(operation="mov", operands=(value,)):
            return component(value, place)
        case Apply(operation=operation, operands=operands, type=type):
            if OPERATIONS[operation].form is Form.COMPONENTWISE:
                return Apply(operation, tuple(component(row, place) for row in operands), type.wide(1))
        case Compose(parts=parts):
            for part in parts:
                if place < part.type.width:
                    return component(part, place)
                place -= part.type.width
    return swizzled(node, (place,))


def pair_of(load: Load) -> str:
    """The words of a number of 64 bits that was found in memory."""
    width, place = load.var.type.width, load.components[0]
    name = FOUND if width < 3 else f"{FOUND}_{place // 2}"
    return name if width == 1 else f"{name}.{'zw' if place % 2 else 'xy'}"


class LongTexts(ElementTexts, Protocol):
    """What numbers of 64 bits are printed with besides."""

    @property
    def integer_words(self) -> bool:
        """True if 64-bit integers are pairs of words."""

    def long_parts(self, load: Load | Select) -> tuple[str, str]:
        """The low and the high word of a LONG variable's component that is no double."""


class Values:
    """The texts of scalars of 64 bits, and of what is made of them."""

    def __init__(self, context: LongTexts) -> None:
        self.context = context
        self.exact = context.exact

    def call(self, name: str, *arguments: str) -> str:
        return f"{self.context.use(name, 1)}({', '.join(arguments)})"

    def computes_words(self, kind: Kind) -> bool:
        """True for integers where GLSL has none of 64 bits."""
        return kind is not Kind.FLOAT and self.context.integer_words

    # --- numbers

    def number(self, node: Expression) -> str:
        """A number, in parentheses where it needs them among others."""
        kind = node.type.kind
        match node:
            case Load() | Select():
                return self._packed(kind, node)
            case Const(words=(word,)):
                known = literal(word) if kind is Kind.FLOAT and not self.exact else None
                normal = 0 < word >> 52 & 0x7FF < 0x7FF
                return known or self._packed(kind, node, opaque=not normal)
            case Bitcast(value=Apply(operation="ineg", operands=(inner,))):
                return negative(self.number(bitcast(inner, node.type)))
            case Bitcast(value=value) if value.type.bits < 64:
                return self._packed(kind, node)
            case Bitcast(value=Const(words=words)):
                return self.number(Const(node.type, words))
            case Bitcast(value=Load() | Select() as value):
                return self._packed(kind, value)
            case Bitcast(value=value):
                return f"{TYPES[kind]}({self.number(value)})"
            case Apply(operation="resize", operands=(value,)):
                return self._widened(value)
            case Apply(operation="fflush" | "fopaque", operands=(value,)):
                return self.number(value)
            case Apply(operation="fneg" | "ineg" | "fabs" | "iabs" as name, operands=(value,)):
                return self._signed(name, self.number(value))
            case Apply(operation="i2f" | "u2f", operands=(value,)):
                return f"double({self.number(value)})"
            case Apply(operation=name) if name[1:] in _CONSTANT:
                return NUMBERS[name](self.call, "", "")
            case Apply(operation=name, operands=operands):
                return NUMBERS[name](self.call, *map(self.number, operands))
        return self._packed(kind, node)

    def _packed(self, kind: Kind, node: Expression, *, opaque: bool = True) -> str:
        """A number of two words; ``opaque`` doubles no compiler knows (quirks.FOLDING)."""
        if isinstance(node, Load) and self.is_double(node) and kind is Kind.FLOAT:
            return self.double(node)
        words = self.words(node)
        if kind is Kind.FLOAT and opaque and self.exact:
            self.context.zero()
            return self.call("nv_opaque_double", words)
        if kind is Kind.FLOAT:
            return self.call("nv_double", words)
        return f"{_PACK[kind]}({f'ivec2({words})' if kind is Kind.INT else words})"

    def _widened(self, value: Expression) -> str:
        """A number of 32 bits."""
        kind = value.type.kind
        if kind is Kind.FLOAT and self.exact:
            value = Apply("fopaque", (value,), value.type)
        text = printed(self.context, value).text
        if kind is Kind.FLOAT:
            return f"double({self.call('nv_flush', text)})"
        # quirks.LONG_SIGNS
        return self.call("nv_long", text) if kind is Kind.INT else f"uint64_t({text})"

    @staticmethod
    def _signed(operation: str, text: str) -> str:
        return negative(text) if operation in ("fneg", "ineg") else f"abs({text})"

    def is_double(self, load: Load | Select) -> bool:
        """True for what a dvec4 holds."""
        if isinstance(load, Load) and load.var.role is Role.LOCAL:
            return False
        return read_element(self.context, load).variable.kind == DOUBLE

    def double(self, load: Load | Select) -> str:
        """Components of a dvec4."""
        element = read_element(self.context, load)
        return element.variable.at(element.number) + letters(selected(load))

    # --- words

    def words(self, node: Expression) -> str:
        """A scalar of 64 bits as uvec2."""
        match node:
            case Load(var=Var(role=Role.LOCAL)):
                return pair_of(node)
            case Load() | Select():
                if self.is_double(node):
                    return f"unpackDouble2x32({self.double(node)})"
                return f"uvec2({', '.join(self.context.long_parts(node))})"
            case Const(words=(word,)):
                return f"uvec2({self._half(word & _WORD)}, {self._half(word >> 32)})" if word else "uvec2(0u)"
            case Bitcast(value=value) if value.type.bits < 64:
                return self._pair(value)
            case Bitcast(value=value):
                return self.words(value)
            case Apply(operation="resize", operands=(value,)):
                return self._extended(value)
            case Apply(operation="fflush", operands=(value,)):
                return self.call("nv_double_flushed", self.words(value))
            case Convert():
                return self._converted(node)
            case Apply(operation="fsaturate" | "fsaturate_signed" as name, operands=(value,)):
                return self.call("nv_double_limited", self.words(value), truth(name != "fsaturate"))
            case Apply(operation="i2f" | "u2f" as name, operands=(value,)) if self.computes_words(
                value.type.kind
            ):
                return self.call("nv_double_of_words", self.words(value), truth(name == "i2f"), "0")
            case Apply(operation=name, operands=operands) if name in _SIGNS or self.computes_words(
                node.type.kind
            ):
                if name == "distance":
                    name = f"{LETTERS[operands[0].type.kind]}distance"
                return PAIRS[name](self.call, *map(self.words, operands))
        return self.unpacked(self.number(node), node.type.kind)

    def _half(self, word: int) -> str:
        """A word of a number of the program's text."""
        if not self.exact or word not in _SELECTED:
            return f"0x{word:x}u"
        self.context.zero()
        return f"0x{word:x}u | {hidden_zeros('u', 1)}"

    def unpacked(self, number: str, kind: Kind) -> str:
        """The words of a number."""
        if kind is Kind.FLOAT:
            return self.call("nv_double_words", number)
        words = f"{_UNPACK[kind]}({number})"
        return f"uvec2({words})" if kind is Kind.INT else words

    def _pair(self, value: Expression) -> str:
        """Two words of 32 bits."""
        parts = [printed(self.context, bitcast(swizzled(value, (place,)), UINT)).text for place in (0, 1)]
        return f"uvec2({', '.join(parts)})"

    def _extended(self, value: Expression) -> str:
        if value.type.kind is Kind.FLOAT:
            return self.call("nv_double_of_float", self.word(value))
        if value.type.kind is Kind.INT:
            return self.call("nv_words", printed(self.context, value).text)
        return f"uvec2({printed(self.context, value).text}, 0u)"

    def word(self, value: Expression) -> str:
        """A scalar of 32 bits as uint."""
        match value:
            case Apply(operation="mov", operands=(inner,)):
                return self.word(inner)
            case Apply(operation="resize", operands=(inner,)) if value.type.kind is Kind.FLOAT:
                return self.call("nv_float_of_double", self.words(inner), "0")
        return printed(self.context, bitcast(value, UINT)).text

    # --- conversions (NV_gpu_program5 2.X.8, CVT)

    def _converted(self, node: Convert) -> str:
        """Integers and doubles in 64 bits; of floats of 32 or 16 bits the word in x."""
        result, source, clamp, rounding = node.result, node.source, node.clamp, str(ROUNDINGS[node.rounding])
        if source.type is DataType.FLOAT:
            number = self._source_double(node.value, source)
            if result.type is not DataType.FLOAT:
                return self.call("nv_integer_of_double", number, rounding, *_integer(result, clamp))
        else:
            number, signed = self._source_integer(node.value, source), truth(source.type is DataType.SIGNED)
            if result.type is not DataType.FLOAT:
                return self.call("nv_integer_of_words", number, signed, *_integer(result, clamp))
            how = rounding if result.bits == 64 else str(ODD)
            number = self.call("nv_double_of_words", number, signed, how)
        if clamp is not None:
            number = self.call("nv_double_limited", number, truth(clamp is Clamp.SIGNED))
        if result.bits == 64:
            return number
        if result.bits == 32:
            return f"uvec2({self.call('nv_float_of_double', number, rounding)}, 0u)"
        single = self.call("nv_float_of_double", number, str(ODD))
        return f"uvec2({self.call('nv_half_of_float', single, rounding)}, 0u)"

    def _source_double(self, value: Expression, source: memory_access.Storage) -> str:
        if source.bits == 64:
            return self.words(value)
        word = f"{self.words(value)}.x" if value.type.bits == 64 else self.word(value)
        if source.bits == 16:
            word = f"floatBitsToUint({self.call('nv_from_half', word)})"
        return self.call("nv_double_of_float", word)

    def _source_integer(self, value: Expression, source: memory_access.Storage) -> str:
        if source.bits == 64:
            return self.words(value)
        word, signed = self.word(value), source.type is DataType.SIGNED
        if source.bits < 32:
            word = self.call("nv_narrow", word, f"{source.bits}u", truth(signed))
        return self.call("nv_words", f"int({word})") if signed else f"uvec2({word}, 0u)"

    # --- doubles of several components, in fast numerics

    def doubles(self, node: Expression) -> str | None:
        """All components in one expression; None where it takes more than that."""
        width = node.type.width
        match node:
            case Load():
                return self.double(node) if self.is_double(node) else None
            case Const(words=words):
                numbers = [literal(word) for word in words]
                known = [number for number in numbers if number is not None]
                if len(known) < width:
                    return None
                return _splat(known[0], width) if len(set(known)) == 1 else f"dvec{width}({', '.join(known)})"
            case Bitcast(value=Load() | Const() as value, type=Type(kind=Kind.FLOAT)):
                same = isinstance(value, Const) or self.is_double(value)
                return (
                    self.doubles(Const(node.type, value.words) if isinstance(value, Const) else value)
                    if same
                    else None
                )
            case Apply(operation="fflush" | "mov", operands=(value,)):
                return self.doubles(value)
            case Apply(operation="resize", operands=(value,)) if value.type.kind is Kind.FLOAT:
                return f"{double_type(width)}({printed(self.context, value, full=True).text})"
            case Apply(operation="fneg" | "fabs" as name, operands=(value,)):
                inner = self.doubles(value)
                return None if inner is None else self._signed(name, inner)
            case Swizzle(value=Apply(type=Type(width=1)) as value):
                inner = self.doubles(value)
                return None if inner is None else _splat(inner, width)
            case Apply(operation=name, operands=operands) if name in VECTORS:
                if name == "fdiv":
                    operands = (operands[0], component(operands[1], 0))
                texts = [self.doubles(row) for row in operands]
                return None if None in texts else VECTORS[name](self.call, *texts)
        return None


def double_type(width: int) -> str:
    return "double" if width == 1 else f"dvec{width}"


def _splat(text: str, width: int) -> str:
    return text if width == 1 else f"{double_type(width)}({text})"


def literal(word: int) -> str | None:
    """A double of these 64 bits as GLSL has it; None for what has no number."""
    value: float = struct.unpack("<d", struct.pack("<Q", word))[0]
    return f"{value!r}lf" if math.isfinite(value) else None


def negative(text: str) -> str:
    """A double, or one that is no sum, with the other sign."""
    return text[1:] if text[:1] == "-" else f"(-{text})"


def truth(value: bool) -> str:
    """A boolean as GLSL has it."""
    return "true" if value else "false"


def _integer(result: memory_access.Storage, clamp: Clamp | None) -> tuple[str, str, str]:
    """How functions are told of an integer type: bits, sign, and whether to clamp."""
    return f"{result.bits}u", truth(result.type is DataType.SIGNED), truth(clamp is not None)
