"""Images in an application's memory as arrays of components, and back (OpenGL 1.5, 3.6.4 and 4.3.2)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api.formats.pixels import PixelFormat, PixelStore
from nvrender.gl.textures.formats import Image
from nvrender.source import InputError

Floats = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint32]

#: Bits of the mantissas of R, G and B, and where each begins in a word; exponents have five bits.
_PACKED = ((6, 0), (6, 11), (5, 22))
_EXPONENTS, _BIAS = 31, 15
#: The shared exponent's own: bits of a mantissa.
_SHARED = 9
_SHARED_MAX = (2**_SHARED - 1) / 2**_SHARED * 2.0 ** (_EXPONENTS - _BIAS)


def packed_floats(values: Floats) -> Words:
    """(…, 3) R, G, B as (…) words of 11, 11 and 10 bits, R lowest: rounded to the closest, none negative.

    Finite values above the largest become that, NaN stays NaN.
    """
    found = np.zeros(values.shape[:-1], np.uint32)
    for component, (mantissa, shift) in enumerate(_PACKED):
        found |= _encoded(values[..., component], mantissa) << np.uint32(shift)
    return found


def _encoded(values: Floats, mantissa: int) -> Words:
    infinity = _EXPONENTS << mantissa
    finite = np.clip(np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0), 0.0, None)
    exponent = np.where(finite > 0, np.maximum(np.frexp(finite)[1] - 1, 1 - _BIAS), 1 - _BIAS)
    steps = np.rint(np.ldexp(finite, mantissa - exponent)).astype(np.int64)
    # Where rounding reaches the next power of two, the carry is the next exponent.
    words = np.minimum(((exponent + _BIAS - 1) << mantissa) + steps, infinity - 1)
    words = np.where(values == np.inf, infinity, np.where(np.isnan(values), infinity + 1, words))
    return words.astype(np.uint32)


def unpacked_floats(words: Words) -> Floats:
    """(…) words as (…, 3) R, G, B."""
    found = []
    for mantissa, shift in _PACKED:
        number = (words >> np.uint32(shift)).astype(np.int64) & ((1 << mantissa + 5) - 1)
        exponent, fraction = number >> mantissa, number & ((1 << mantissa) - 1)
        normal = np.ldexp(1.0 + fraction / (1 << mantissa), (exponent - _BIAS).astype(np.int32))
        small = np.ldexp(fraction / (1 << mantissa), 1 - _BIAS)
        special = np.where(fraction == 0, np.inf, np.nan)
        found.append(np.where(exponent == _EXPONENTS, special, np.where(exponent == 0, small, normal)))
    return np.stack(found, axis=-1)


def shared_exponents(values: Floats) -> Words:
    """(…, 3) R, G, B as (…) words of three mantissas of 9 bits, R lowest, and the exponent they share."""
    clamped = np.fmin(np.fmax(np.nan_to_num(values, nan=0.0, posinf=np.inf, neginf=0.0), 0.0), _SHARED_MAX)
    largest = clamped.max(axis=-1)
    exponent = np.where(largest > 0, np.frexp(largest)[1] - 1, -_BIAS - 1)
    exponent = np.maximum(exponent, -_BIAS - 1) + 1 + _BIAS
    most = np.floor(np.ldexp(largest, _BIAS + _SHARED - exponent) + 0.5)
    exponent = exponent + (most == 1 << _SHARED)
    mantissas = np.floor(np.ldexp(clamped, (_BIAS + _SHARED - exponent)[..., None]) + 0.5).astype(np.uint32)
    red, green, blue = (mantissas[..., component] for component in range(3))
    words: Words = red | green << 9 | blue << 18 | exponent.astype(np.uint32) << 27
    return words


def unshared_exponents(words: Words) -> Floats:
    """(…) words as (…, 3) R, G, B."""
    exponent = (words >> np.uint32(27)).astype(np.int32) - _BIAS - _SHARED
    mantissas = np.stack([(words >> np.uint32(shift)) & np.uint32(511) for shift in (0, 9, 18)], axis=-1)
    return np.asarray(np.ldexp(mantissas.astype(np.float64), exponent[..., None]))


def signed_fractions(numbers: npt.NDArray[np.integer], bits: int) -> Floats:
    """Signed normalized fixed point of so many bits as what it stands for (EXT_texture_snorm 2.19)."""
    return np.maximum(numbers / float((1 << bits - 1) - 1), -1.0)


def as_signed(values: Floats, bits: int) -> npt.NDArray[np.int64]:
    """The signed normalized fixed point nearest to values, which are clamped; NaN is 0."""
    most = (1 << bits - 1) - 1
    return np.floor(np.clip(np.nan_to_num(values), -1.0, 1.0) * most + 0.5).astype(np.int64)


#: Encoding of floats → a pixel's R, G, B from a word, and back.
FROM_WORDS = {"R11F_G11F_B10F": unpacked_floats, "RGB9_E5": unshared_exponents}
TO_WORDS = {"R11F_G11F_B10F": packed_floats, "RGB9_E5": shared_exponents}

Size = tuple[int, int, int]
_Floats = npt.NDArray[np.float64]


def unpacked(data: Any, size: Size, pixels: PixelFormat, store: PixelStore, dimensions: int) -> Image:
    """The pixels of an image of ``size`` (width, height, depth), (depth, height, width, components).

    ``data`` is memory, as that of vertex arrays is: bytes, an array of the type's elements, or a pair of
    either and a byte offset; a list is made such an array. Of this memory ``store`` says where pixels are.
    An array of the image's own shape, with or without the axis of components where there is one, is
    the image, whatever ``store`` says. ``dimensions`` is how many of width, height and depth there are.

    Elements are as they are in memory; of packed types the components as fractions. InputError for memory
    that ends too soon or is of another type.
    """
    width, height, depth = size
    shape = (depth, height, width, pixels.elements)
    if isinstance(data, np.ndarray) and _is_image(data, shape, dimensions):
        elements = _of_type(data, pixels).reshape(shape)
    else:
        elements = _rows(data, shape, pixels, store, dimensions)
    if store.swap_bytes:
        elements = elements.byteswap()
    return elements if pixels.packing is None else _fractions(elements[..., 0], pixels)


def _is_image(data: npt.NDArray[Any], shape: tuple[int, ...], dimensions: int) -> bool:
    axes = shape[3 - dimensions :]
    return data.ndim > 1 and (data.shape == axes or (axes[-1] == 1 and data.shape == axes[:-1]))


def _of_type(data: npt.NDArray[Any], pixels: PixelFormat) -> npt.NDArray[Any]:
    if data.dtype != pixels.element:
        raise InputError(
            f"the image was said to be of {pixels.element} and is of {data.dtype}; "
            "give one of the type, or bytes"
        )
    return data


def _rows(
    data: Any, shape: tuple[int, ...], pixels: PixelFormat, store: PixelStore, dimensions: int
) -> npt.NDArray[Any]:
    """The elements where ``store`` says that they are (3.6.4, equations 3.12 and 3.13)."""
    depth, height, width, elements = shape
    size = pixels.element.itemsize
    memory, offset = _memory(data, pixels)
    row = (store.row_length or width) * elements * size
    if size < store.alignment:
        row = -(-row // store.alignment) * store.alignment
    image = row * ((store.image_height if dimensions == 3 else 0) or height)
    skipped = store.skip_pixels * elements * size + store.skip_rows * row
    start = offset + skipped + (store.skip_images * image if dimensions == 3 else 0)
    if not depth * height * width:
        return np.zeros(shape, pixels.element)
    end = start + (depth - 1) * image + (height - 1) * row + width * elements * size
    if start < 0 or end > len(memory):
        raise InputError(f"the image takes bytes {start} to {end} of its memory, which has {len(memory)}")
    strides = (image, row, elements * size, size)
    raw: npt.NDArray[Any] = np.ndarray(shape, pixels.element, memory.data, start, strides)
    return raw


def _memory(data: Any, pixels: PixelFormat) -> tuple[npt.NDArray[np.uint8], int]:
    offset = 0
    if isinstance(data, tuple) and len(data) == 2 and isinstance(data[1], int):
        data, offset = data
    if isinstance(data, (bytes, bytearray, memoryview)):
        return np.frombuffer(data, np.uint8), offset
    if isinstance(data, np.ndarray):
        if data.dtype != np.uint8:
            _of_type(data, pixels)
        return np.ascontiguousarray(data).reshape(-1).view(np.uint8), offset
    try:
        made = np.array(data, pixels.element)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"an image is bytes or an array of {pixels.element}: {error}") from None
    return made.reshape(-1).view(np.uint8), offset


def _fractions(elements: npt.NDArray[Any], pixels: PixelFormat) -> Image:
    """The components of packed pixels as 0 to 1, float64 (3.6.4)."""
    packing = pixels.packing
    assert packing is not None
    if packing.encoding:
        return FROM_WORDS[packing.encoding](elements)
    found = np.empty((*elements.shape, len(packing.widths)), np.float64)
    for number, (width, shift) in enumerate(zip(packing.widths, packing.shifts, strict=True)):
        most = (1 << width) - 1
        found[..., number] = (elements >> shift & most) / most
    return found


def fractions(elements: Image) -> Image:
    """Elements as the numbers they stand for: integers as fractions (table 2.6), floats as they are."""
    if elements.dtype.kind == "f":
        return elements
    values = elements.astype(np.float64)
    if elements.dtype.kind == "i":
        values = 2 * values + 1
    return np.asarray(values / float(2 ** (8 * elements.dtype.itemsize) - 1))


def packed(components: Image, pixels: PixelFormat, store: PixelStore) -> npt.NDArray[Any]:
    """(…, C) components as elements of the type: fractions as its integers, integers as they are.

    (…, elements); the letters of ``components`` are those of the format. What does not fit is clamped
    (OpenGL 1.5, 4.3.2 and table 4.7).
    """
    if pixels.packing is not None:
        elements = _packed(components, pixels)[..., None]
    elif pixels.integer:
        limits = np.iinfo(pixels.element)
        elements = components.astype(np.int64).clip(limits.min, limits.max).astype(pixels.element)
    else:
        elements = _as_elements(components, pixels.element)
    return np.asarray(elements.byteswap() if store.swap_bytes else elements)


def _as_elements(components: Image, element: np.dtype[Any]) -> npt.NDArray[Any]:
    if components.dtype == element:
        return np.array(components)
    if element.kind == "f":
        with np.errstate(over="ignore"):
            return np.asarray(fractions(components), element)
    values, most, limits = _clamped(components), float(2 ** (8 * element.itemsize) - 1), np.iinfo(element)
    values = values * most if element.kind == "u" else (values * most - 1) / 2
    return np.asarray(np.floor(values + 0.5).clip(limits.min, limits.max), element)


def _packed(components: Image, pixels: PixelFormat) -> npt.NDArray[Any]:
    packing = pixels.packing
    assert packing is not None
    if packing.encoding:
        return TO_WORDS[packing.encoding](fractions(components).astype(np.float64))
    values = _clamped(components)
    found = np.zeros(values.shape[:-1], np.uint64)
    for number, (width, shift) in enumerate(zip(packing.widths, packing.shifts, strict=True)):
        whole = np.floor(values[..., number] * ((1 << width) - 1) + 0.5).astype(np.uint64)
        found |= whole << np.uint64(shift)
    return found.astype(packing.element)


def _clamped(components: Image) -> _Floats:
    """As fractions of 0 to 1; NaN is 0."""
    return np.fmin(np.fmax(fractions(components).astype(np.float64), 0.0), 1.0)
