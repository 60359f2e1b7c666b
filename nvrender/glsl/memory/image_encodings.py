"""GLSL functions that make texels of what formatted stores write (EXT_shader_image_load_store 3.9.X)."""

from __future__ import annotations

from nvrender.glsl.library import Function, functions, made, names
from nvrender.ops.image_formats import IMAGE_FORMATS, Encoding, ImageFormat
from nvrender.ops.types import DataType

_SECTION = "EXT_shader_image_load_store 3.9.X"


def encode_name(format: ImageFormat, type: DataType) -> str:
    """The function for data of a type; "" where the format cannot hold it."""
    if format.encoding.whole is (type is DataType.FLOAT):
        return ""
    suffix = "" if type is DataType.FLOAT else f"_{type.value.lower()}"
    return f"nv_encode_{format.name.lower()}{suffix}"


def _encode(format: ImageFormat, type: DataType) -> Function:
    """Words of registers → the words of a texel, zeros behind them."""
    calls: dict[str, None] = {}
    words: list[list[str]] = [[]]
    offset = 0
    for component, size in zip("xyzw", format.bits, strict=False):
        if offset == 32:
            words.append([])
            offset = 0
        field = _field(format.encoding, size, type, f"words.{component}", calls)
        words[-1].append(f"{field} << {offset}" if offset else field)
        offset += size
    parts = ["\n            | ".join(fields) for fields in words] + ["0u"] * (4 - len(words))
    text = (
        f"uvec4 {encode_name(format, type)}(uvec4 words) {{\n"
        "    return uvec4(\n        " + ",\n        ".join(parts) + ");\n}"
    )
    return _function(text)


def _field(encoding: Encoding, size: int, type: DataType, word: str, calls: dict[str, None]) -> str:
    """The bits of one component, in parentheses where something is combined with them."""
    most, mask = (1 << size - 1) - 1, (1 << size) - 1
    match encoding:
        case Encoding.FLOAT if size == 32:
            return word
        case Encoding.FLOAT if size == 16:
            calls["nv_half_of_float"] = None
            return f"nv_half_of_float({word}, 0)"
        case Encoding.FLOAT:
            calls["nv_unsigned_float"] = None
            return f"nv_unsigned_float({word}, {size - 5})"
        case Encoding.NORMALIZED:
            calls["nv_unit"] = None
            return f"uint(int(roundEven({mask}.0 * nv_unit(uintBitsToFloat({word})))))"
        case Encoding.SIGNED_NORMALIZED:
            calls["nv_signed_unit"] = None
            return f"(uint(int(roundEven({most}.0 * nv_signed_unit(uintBitsToFloat({word}))))) & {mask}u)"
        case Encoding.UNSIGNED if type is DataType.SIGNED:
            top = 0x7FFFFFFF if size == 32 else mask
            return f"uint(clamp(int({word}), 0, {top}))"
        case Encoding.UNSIGNED:
            return word if size == 32 else f"min({word}, {mask}u)"
        case Encoding.SIGNED if type is DataType.UNSIGNED:
            return f"min({word}, {most}u)"
        case Encoding.SIGNED:
            return word if size == 32 else f"(uint(clamp(int({word}), {-most - 1}, {most})) & {mask}u)"


def _function(text: str, section: str = _SECTION) -> Function:
    return Function((section,), text.partition("(")[0].split()[1], (), (text,))


HELPERS: dict[str, Function] = {
    "nv_signed_unit": _function(
        "float nv_signed_unit(float a) {\n    return isnan(a) ? 0.0 : clamp(a, -1.0, 1.0);\n}"
    ),
    "nv_unsigned_float": _function(
        "uint nv_unsigned_float(uint a, int bits) {\n"
        "    uint infinity = 31u << bits, exponent = a >> 23 & 0xffu, fraction = a & 0x7fffffu;\n"
        "    if (exponent == 255u && fraction != 0u) return infinity | 1u << (bits - 1);\n"
        "    if ((a & 0x80000000u) != 0u || exponent == 0u) return 0u;\n"
        "    if (exponent == 255u) return infinity;\n"
        "    if (exponent > 142u) return infinity - 1u;\n"
        "    uint whole = fraction | 0x800000u;\n"
        "    uint shift = uint(23 - bits) + (exponent > 112u ? 0u : min(113u - exponent, 12u));\n"
        "    uint word = (whole >> shift) + (exponent > 112u ? (exponent - 113u) << bits : 0u);\n"
        "    word += uint(nv_round_up(word, whole & ((1u << shift) - 1u), 1u << (shift - 1u), false, 0));\n"
        "    return min(word, infinity - 1u);\n}",
        "OpenGL 3.0, 2.1.3 and 2.1.4",
    ),
    **{
        name: _encode(format, type)
        for format in IMAGE_FORMATS.values()
        for type in DataType
        if (name := encode_name(format, type))
    },
}

made |= HELPERS
functions.cache_clear()
names.cache_clear()
