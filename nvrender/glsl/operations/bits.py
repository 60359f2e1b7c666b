"""Builders of generation 5's bit fields, counts and conversions (NV_gpu_program5 2.X.8)."""

from __future__ import annotations

from nvrender.glsl.expressions import PRIMARY, Expression, call, splat, vector, vector_type
from nvrender.glsl.operations.view import Builder, View
from nvrender.glsl.word_types import cast
from nvrender.ops.memory_access import Rounding, Storage
from nvrender.ops.types import DataType
from nvrender.program import Clamp

#: How functions of the library are told of a rounding.
ROUNDINGS = {Rounding.NEAREST: 0, Rounding.UP: 1, Rounding.DOWN: 2, Rounding.TOWARD_ZERO: 3}
#: What sets the last bit where something is lost, so that a second rounding does no harm.
ODD = 4

_FUNCTIONS = {
    Rounding.NEAREST: "roundEven",
    Rounding.UP: "ceil",
    Rounding.DOWN: "floor",
    Rounding.TOWARD_ZERO: "",
}


def _unsigned(view: View, value: Expression) -> Expression:
    """Words as unsigned integers."""
    return value if view.kind == "u" else call(vector_type(value.width, "u"), value, width=value.width)


def _typed(view: View, value: Expression) -> Expression:
    """Unsigned words as the result's integers."""
    return value if view.kind == "u" else call(vector_type(value.width, "i"), value, width=value.width)


def _place(view: View, width: int) -> list[Expression]:
    """Width and offset of a bit field, which all components share."""
    return [splat(_unsigned(view, view.operand(0, (place,))), width, "u") for place in (0, 1)]


def _extract(name: str) -> Builder:
    def build(view: View) -> Expression:
        width = len(view.components)
        value = view.operand(1, view.components, full=True)
        return call(view.helper(name, width), *_place(view, width), value, width=width)

    return build


def _insert(view: View) -> Expression:
    width = len(view.components)
    words = [_unsigned(view, view.operand(number, view.components, full=True)) for number in (1, 2)]
    return _typed(view, call(view.helper("nv_bfi", width), *_place(view, width), *words, width=width))


def _bits(name: str) -> Builder:
    """What a helper makes of a word."""

    def build(view: View) -> Expression:
        words = _unsigned(view, view.operand(0, view.components))
        return _typed(view, call(view.helper(name, words.width), words, width=words.width))

    return build


def _highest_of_signed(view: View) -> Expression:
    """Of a negative number the highest 0."""
    a = view.operand(0, view.components)
    a = Expression(f"{a.at(PRIMARY)} ^ ({a.at(PRIMARY)} >> 31)", 0, a.width)
    words = _unsigned(view, a)
    return _typed(view, call(view.helper("nv_btfm", words.width), words, width=words.width))


def _constant(value: bool | int, unsigned: bool = False) -> Expression:
    if isinstance(value, bool):
        return Expression("true" if value else "false")
    return Expression(f"{value}u" if unsigned else str(value))


def _convert(view: View) -> Expression:
    """CVT, component by component; the result's words as its type."""
    result, source, rounding, clamp = view.conversion
    if not view.exact and clamp is None and (plain := _plain(view, source, result, rounding)) is not None:
        return plain
    parts = []
    if (source.name, result.name) == ("F16", "F32") and rounding is Rounding.NEAREST and clamp is None:
        return _number_of_half(view, view.operand(0, view.components))
    for component in view.components:
        value = view.operand(0, (component,))
        if source.name == result.name == "F32":
            parts.append(call(view.helper("nv_flush"), value))
            continue
        word = _converted(view, value, source, result, ROUNDINGS[rounding], clamp)
        parts.append(cast(word, "u", view.result_kind))
    found = vector(parts, view.result_kind)
    return found if clamp is None or view.result_kind else _clamped(view, found, clamp)


def _clamped(view: View, value: Expression, clamp: Clamp) -> Expression:
    signed = clamp is Clamp.SIGNED
    if view.exact:
        name = "nv_saturate_signed" if signed else "nv_saturate"
        return call(view.helper(name, value.width), value, width=value.width)
    return Expression(f"clamp({value.text}, {'-1.0' if signed else '0.0'}, 1.0)", width=value.width)


def _plain(view: View, source: Storage, result: Storage, rounding: Rounding) -> Expression | None:
    """A conversion between floats and integers of 32 bits as GLSL's own, None where it has none."""
    float_source, float_result = (row.type is DataType.FLOAT for row in (source, result))
    if (source.bits, result.bits) != (32, 32) or (float_result and rounding is not Rounding.NEAREST):
        return None
    value = view.operand(0, view.components)
    if float_source is float_result:
        return value if float_source else None
    if float_source and _FUNCTIONS[rounding]:
        value = call(_FUNCTIONS[rounding], value, width=value.width)
    return call(vector_type(value.width, view.result_kind), value, width=value.width)


def _number_of_half(view: View, value: Expression) -> Expression:
    words = cast(value, view.kind, "u")
    return call(view.helper("nv_from_half", words.width), words, width=words.width)


def _converted(
    view: View, value: Expression, source: Storage, result: Storage, rounding: int, clamp: Clamp | None
) -> Expression:
    """The result's word."""
    signed = _constant(result.type is DataType.SIGNED)
    bits, clamped = _constant(result.bits, unsigned=True), _constant(clamp is not None)
    if source.type is DataType.FLOAT:
        number = value if source.bits == 32 else _number_of_half(view, value)
        if result.type is not DataType.FLOAT:
            arguments = (call("floatBitsToUint", number), _constant(rounding), bits, signed, clamped)
            return call(view.helper("nv_integer_of_float"), *arguments)
        return _float(view, call("floatBitsToUint", number), result, rounding, clamp)
    word = value if view.kind == "u" else call("uint", value)
    extend = _constant(source.type is DataType.SIGNED)
    if source.bits < 32:
        word = call(view.helper("nv_narrow"), word, _constant(source.bits, unsigned=True), extend)
    if result.type is not DataType.FLOAT:
        return call(view.helper("nv_integer_of_integer"), word, extend, bits, signed, clamped)
    first = rounding if result.bits == 32 else ODD
    found = call(view.helper("nv_float_of_integer"), word, extend, _constant(first))
    return found if result.bits == 32 else _float(view, found, result, rounding, clamp)


def _float(view: View, word: Expression, result: Storage, rounding: int, clamp: Clamp | None) -> Expression:
    """The bits of a float as those of ``result``, clamped before where it is a half."""
    if result.bits == 32:
        return word
    if clamp is not None:
        name = "nv_saturate_signed" if clamp is Clamp.SIGNED else "nv_saturate"
        word = call("floatBitsToUint", call(view.helper(name), call("uintBitsToFloat", word)))
    return call(view.helper("nv_half_of_float"), word, _constant(rounding))


#: Operation → builder.
BUILDERS: dict[str, Builder] = {
    "iextract": _extract("nv_bfe"),
    "uextract": _extract("nv_ubfe"),
    "insert": _insert,
    "reverse": _bits("nv_bfr"),
    "count": _bits("nv_btc"),
    "lowest": _bits("nv_btfl"),
    "ihighest": _highest_of_signed,
    "uhighest": _bits("nv_btfm"),
    "convert": _convert,
}
