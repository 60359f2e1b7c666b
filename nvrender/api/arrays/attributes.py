"""VertexAttrib*NV and VertexAttrib*ARB: current values, and the vertices of Begin and End.

NV_vertex_program 2.6.3 and 2.14.1.1; ARB_vertex_program 2.7.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from nvrender.api.arguments import Vector4, flat, listed, vector, whole, word_float
from nvrender.api.command import family
from nvrender.api.errors import invalid_value
from nvrender.api.objects.vertices import ImmediateState
from nvrender.source import InputError

ATTRIBUTES = 16
_NV = "NV_vertex_program 2.14.1.1"
_ARB = "ARB_vertex_program 2.7"

Convert = Callable[[Any], float]

#: Letter of a command → (bits, signed).
INTEGERS = {
    "b": (8, True), "s": (16, True), "i": (32, True), "ub": (8, False), "us": (16, False), "ui": (32, False),
}  # fmt: skip


def put(immediate: ImmediateState, index: int, value: Vector4, section: str) -> None:
    """Set an attribute; 0 makes a vertex between Begin and End, and nothing elsewhere."""
    if index == 0:
        if immediate.begun is not None:
            immediate.current[0] = value
            immediate.vertex(value)
    elif 0 < index < ATTRIBUTES:
        immediate.current[index], immediate.rest = value, None
    else:
        check_index(index, section)


def check_index(index: int, section: str) -> int:
    """INVALID_VALUE for the number of no attribute."""
    number = whole(index, "index")
    if not 0 <= number < ATTRIBUTES:
        raise invalid_value(f"index is {number}; attributes are 0 to {ATTRIBUTES - 1}", section)
    return number


def converter(letter: str, *, normalized: bool) -> Convert:
    """How one number of a command's type becomes a float (OpenGL 1.5, table 2.6)."""
    if letter not in INTEGERS:
        return word_float if letter == "f" else float
    integer = integer_converter(letter)
    if not normalized:
        return lambda value: float(integer(value))
    bits, signed = INTEGERS[letter]
    most = (1 << bits) - 1
    return lambda value: (2 * integer(value) + 1) / most if signed else integer(value) / most


def integer_converter(letter: str) -> Callable[[Any], int]:
    """How one number of a command's type becomes an integer; InputError for what does not fit."""
    bits, signed = INTEGERS[letter]
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)

    def convert(value: Any) -> int:
        number = operator.index(value)
        if not low <= number <= high:
            raise InputError(f"{number} is no number of {bits} bits from {low} to {high}")
        return number

    return convert


def filled(numbers: Any, convert: Convert) -> Vector4:
    """Numbers of a command, filled up with 0, 0, 1."""
    try:
        x, *rest = map(convert, numbers)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"an attribute is numbers of the command's type, not {numbers!r}") from None
    y, z, w = (*rest, *(0.0, 0.0, 1.0)[len(rest) :])
    return x, y, z, w


#: What follows the numbers of a command, by how many they are.
_FILL = (), (0.0, 0.0, 1.0), (0.0, 1.0), (1.0,), ()


def setter(size: int, convert: Convert) -> Callable[[Any], Vector4]:
    """``filled`` of so many numbers; InputError for others."""
    plain, fill = (float,) * size if convert in (float, word_float) else None, _FILL[size]

    def value(numbers: Any) -> Vector4:
        if tuple(map(type, numbers)) == plain:
            found: Vector4 = (*numbers, *fill)
            return found
        if len(numbers) != size:
            raise InputError(f"{size} numbers are needed, not {len(numbers)}")
        return filled(numbers, convert)

    return value


def _scalar(size: int, convert: Convert, section: str) -> Callable[..., None]:
    def one(immediate: ImmediateState, index: int, x: Any) -> None:
        put(immediate, index, filled((x,), convert), section)

    def two(immediate: ImmediateState, index: int, x: Any, y: Any) -> None:
        put(immediate, index, filled((x, y), convert), section)

    def three(immediate: ImmediateState, index: int, x: Any, y: Any, z: Any) -> None:
        put(immediate, index, filled((x, y, z), convert), section)

    def four(immediate: ImmediateState, index: int, x: Any, y: Any, z: Any, w: Any) -> None:
        put(immediate, index, filled((x, y, z, w), convert), section)

    def four_floats(immediate: ImmediateState, index: int, x: float, y: float, z: float, w: float) -> None:
        try:
            value = (float(x), float(y), float(z), float(w))
        except (TypeError, ValueError, OverflowError):
            value = filled((x, y, z, w), convert)
        if x != x or y != y or z != z or w != w:  # a NaN keeps its word
            value = filled((x, y, z, w), convert)
        put(immediate, index, value, section)

    plain = convert in (float, word_float)
    return (one, two, three, four_floats if plain else four)[size - 1]


def _vector(size: int, convert: Convert, section: str) -> Callable[..., None]:
    def vector_(immediate: ImmediateState, index: int, v: Any) -> None:
        put(immediate, index, filled(vector(v, size, "v"), convert), section)

    return vector_


def _several(size: int, convert: Convert) -> Callable[..., None]:
    def attributes(immediate: ImmediateState, index: int, v: Any) -> None:
        """From the last to the first, so that attribute 0 comes last."""
        numbers = listed(flat(v, "v"))
        count, rest = divmod(len(numbers), size)
        if rest:
            raise InputError(f"v has {len(numbers)} numbers; it must have {size} for each attribute")
        first = check_index(index, _NV)
        if first + count > ATTRIBUTES:
            last = first + count - 1
            raise invalid_value(f"attributes {first} to {last} are set; the last is {ATTRIBUTES - 1}", _NV)
        values = [filled(numbers[place * size : (place + 1) * size], convert) for place in range(count)]
        for place in reversed(range(count)):
            put(immediate, first + place, values[place], _NV)

    return attributes


def _register(suffix: str, section: str) -> None:
    for size in (1, 2, 3, 4):
        for letter in "sfd":
            convert = converter(letter, normalized=False)
            name = f"VertexAttrib{size}{letter}"
            what = f"Set {size} component{'s' * (size > 1)} of an attribute"
            family(f"{name}{suffix}", _scalar(size, convert, section), f"{what}.", inside=True)
            family(f"{name}v{suffix}", _vector(size, convert, section), f"{what} to a vector.", inside=True)


def _register_all() -> None:
    _register("NV", _NV)
    _register("ARB", _ARB)
    bytes_ = converter("ub", normalized=True)
    what = "Set an attribute to bytes, of which 255 is 1."
    for name, section in (("VertexAttrib4ub{}NV", _NV), ("VertexAttrib4Nub{}ARB", _ARB)):
        family(name.format(""), _scalar(4, bytes_, section), what, inside=True)
        family(name.format("v"), _vector(4, bytes_, section), what, inside=True)
    for letter in INTEGERS:
        plain, normalized = (converter(letter, normalized=on) for on in (False, True))
        whole_ = "Set an attribute to integers as they are."
        parts = "Set an attribute to integers of which the largest is 1."
        family(f"VertexAttrib4{letter}vARB", _vector(4, plain, _ARB), whole_, inside=True)
        family(f"VertexAttrib4N{letter}vARB", _vector(4, normalized, _ARB), parts, inside=True)
    for size in (1, 2, 3, 4):
        for letter in "sfd":
            convert = converter(letter, normalized=False)
            name, what = (
                f"VertexAttribs{size}{letter}vNV",
                "Set attributes from index on, the first one last.",
            )
            family(name, _several(size, convert), what, inside=True)
    family("VertexAttribs4ubvNV", _several(4, bytes_), "Set attributes from index on to bytes.", inside=True)


_register_all()
