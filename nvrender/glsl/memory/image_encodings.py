"""The texels that formatted stores write (EXT_shader_image_load_store 3.9.X)."""

from __future__ import annotations

from nvrender.glsl.expressions import Expression, call, splat
from nvrender.glsl.memory.storages import Use, with_zeros
from nvrender.ops.image_formats import Encoding, ImageFormat
from nvrender.ops.types import DataType

#: Bits of the first component → what packs four in words; of 32 nothing does.
_PACKED = {8: "nv_of_bytes", 10: "nv_of_colors", 11: "nv_of_unsigned_floats", 16: "nv_of_four_halves"}


def encoded(use: Use, format: ImageFormat, type: DataType) -> Expression:
    """``words`` of registers, of a type the format can hold, as the words of a texel, zeros behind them."""
    count, size = len(format.bits), format.bits[0]
    words = Expression("words" if count == 4 else f"words.{'xyz'[:count]}", width=count)
    fields = _fields(use, format, type, with_zeros(words))
    if size not in _PACKED:
        return fields
    return with_zeros(call(use(_PACKED[size], 1), fields, width=2 if size == 16 else 1))


def _fields(use: Use, format: ImageFormat, type: DataType, words: Expression) -> Expression:
    """The bits of each component; where a sign goes beyond them packing takes what it needs."""
    size, signed = format.bits[0], format.encoding in (Encoding.SIGNED, Encoding.SIGNED_NORMALIZED)
    limits = [(1 << bits - signed) - 1 for bits in format.bits]
    most = limits[0]
    match format.encoding:
        case Encoding.FLOAT if size == 16:
            return call(use("nv_half_of_float", 4), words, splat(Expression("0"), 4, "i"), width=4)
        case Encoding.NORMALIZED:
            return call(use("nv_normalized", 1), words, _each(limits, "", ".0"), width=4)
        case Encoding.SIGNED_NORMALIZED:
            return call(use("nv_signed_normalized", 1), words, Expression(f"{most}.0"), width=4)
        case Encoding.UNSIGNED if type is DataType.SIGNED:
            limits = [min(limit, 0x7FFFFFFF) for limit in limits]
            return _clamped(words, splat(Expression("0"), 4, "i"), _each(limits, "i", ""))
        case Encoding.SIGNED if type is DataType.SIGNED and size < 32:
            return _clamped(words, Expression(str(-most - 1)), Expression(str(most)))
        case Encoding.UNSIGNED | Encoding.SIGNED if type is DataType.UNSIGNED and most < 0xFFFFFFFF:
            return call("min", words, _each(limits, "u", "u"), width=4)
        case _:
            return words


def _each(limits: list[int], kind: str, suffix: str) -> Expression:
    """A limit for each of four components; of what is not there any will do."""
    texts = [f"{limit}{suffix}" for limit in limits]
    one = len(set(texts)) == 1
    return Expression(f"{kind}vec4({texts[0] if one else ', '.join(texts)})", width=4)


def _clamped(words: Expression, low: Expression, high: Expression) -> Expression:
    return Expression(f"uvec4(clamp(ivec4({words.text}), {low.text}, {high.text}))", width=4)
