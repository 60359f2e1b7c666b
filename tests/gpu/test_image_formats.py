"""What accesses make of the bits of texels (EXT_shader_image_load_store 2.X.8, 3.9.X, Tables X.2 and X.3)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from image_programs import BACKENDS, run, words

from nvrender.gl.textures.image_texels import texel_dtype
from nvrender.gl.textures.images import Image
from nvrender.languages.arb.headers.generation5 import rows
from nvrender.ops.image_formats import IMAGE_FORMATS, Encoding
from nvrender.ops.memory_access import STORAGES
from nvrender.ops.types import DataType

#: A texel of 16 bytes whose parts are negative, positive, halves and floats that are numbers.
TEXEL = np.array([0xC1F83C81, 0x3F80BE00, 0x80017FFF, 0xFFC0007F], np.uint32)
#: Bytes of a texel → a format of so many, and the dtype of its words.
RAW: dict[int, tuple[str, Any, int]] = {
    1: ("R8I", np.int8, 1),
    2: ("RG8", np.uint8, 2),
    4: ("R11F_G11F_B10F", np.uint32, 1),
    8: ("RGBA16_SNORM", np.int16, 4),
    16: ("RGBA32F", np.float32, 4),
}
EXTENDED = "OPTION NV_gpu_program5_mem_extended;\n"
PLAIN = sorted(rows()["LOADIM"].storages)
#: Those of NV_gpu_program5_mem_extended, which Table X.3 does not list, go by their size (docs/semantics.md).
MORE = sorted(name for name, row in STORAGES.items() if row.extended and row.bytes <= 16)
MODIFIERS = pytest.mark.parametrize("name", PLAIN)


def _image(size: int) -> Image:
    format, dtype, count = RAW[size]
    texel = np.frombuffer(TEXEL.tobytes()[:size], dtype)
    other = np.zeros_like(texel)
    return Image(
        np.stack([other, texel]).reshape(2, count) if count > 1 else np.array([other, texel])[:, 0],
        format,
        "1D",
    )


def _loaded(name: str, data: bytes) -> list[int]:
    """Words that a load gives of the bytes of a texel (2.X.8, LOADIM)."""
    row = STORAGES[name]
    kind = {DataType.FLOAT: "f", DataType.SIGNED: "i", DataType.UNSIGNED: "u"}[row.type]
    parts = np.frombuffer(data, f"<{kind}{row.bits // 8}")
    one = np.float32(1) if kind == "f" else np.int32(1)
    whole = parts.astype(np.float32 if kind == "f" else np.int32 if kind == "i" else np.uint32)
    found = [int(part) for part in whole.view(np.uint32)]
    fill = [0, 0, 0, int(one.view(np.uint32))]
    return found + fill[len(found) :]


@BACKENDS
@pytest.mark.parametrize("name", [*PLAIN, *MORE])
def test_unformatted_loads_copy_bits(backend: str, name: str) -> None:
    """The storage modifier gives the type; what it has not is (0, 0, 1)."""
    options = EXTENDED if STORAGES[name].extended else ""
    size = STORAGES[name].bytes
    results = run(
        f"MOV.U c, {{1, 0, 0, 0}};\nLOADIM.{name} t, c, image[0], 1D;\nMOV result.attrib[0], t;",
        {0: _image(size)},
        backend,
        options=options,
    )
    assert words(results)[0].tolist() == _loaded(name, TEXEL.tobytes()[:size])


@BACKENDS
@MODIFIERS
def test_unformatted_accesses_of_another_size_are_invalid(backend: str, name: str) -> None:
    """Table X.3: the storage modifier must match the image unit format."""
    for size in RAW:
        image = _image(size)
        body = (
            f"MOV.U c, {{1, 0, 0, 0}};\nLOADIM.{name} t, c, image[0], 1D;\nMOV result.attrib[0], t;\n"
            f"MOV.U c.x, 0;\nSTOREIM.{name} image[0], {{1}}.x, c, 1D;"
        )
        results = run(body, {0: image}, backend)
        matches = size == STORAGES[name].bytes
        assert bool(words(results)[0].any()) is matches
        assert (results.images[0].tobytes() != image.texels.tobytes()) is matches


@BACKENDS
@pytest.mark.parametrize("name", [*PLAIN, *MORE])
def test_unformatted_stores_drop_high_bits(backend: str, name: str) -> None:
    """2.X.8, STOREIM: bits are copied, of 8 and 16 the least significant."""
    row = STORAGES[name]
    image = _image(row.bytes)
    if row.type is DataType.FLOAT:
        values: Any = np.array([1.5, -2.0, 0.25, 65504.0], np.float32)
    else:
        values = np.array([0x12345678, -3, 0x7FFFFFFF, -(2**31)], np.int64).astype(np.int32)
    body = f"MOV.U c, {{1, 0, 0, 0}};\nSTOREIM.{name} image[0], vertex.attrib[0], c, 1D;"
    options = EXTENDED if row.extended else ""
    left = run(body, {0: image}, backend, {0: values[None]}, options).images[0]
    if row.type is DataType.FLOAT:
        wanted = values[: row.count].astype(f"<f{row.bits // 8}").tobytes()
    else:
        wanted = values[: row.count].astype(f"<i{row.bits // 8}").tobytes()
    assert left.tobytes() == image.texels.tobytes()[: row.bytes] + wanted


#: What stores are given: inside every range, at its ends, beyond, halves between two, and no numbers.
FLOATS = np.array(
    [
        [0.0, 1.0, -1.0, 0.5],
        [0.25, 0.75, 0.1, 0.9],
        [2.0, -2.0, -0.0, 1e-30],
        [np.inf, -np.inf, np.nan, 0.3],
        [65504.0, 65519.0, 65520.0, 70000.0],
        [6e-8, 3e-8, 2.9e-8, 1e-5],
        [64512.0, 65024.0, 65000.0, 1e9],
        [1.015625, 1.0234375, 0.999, 1.03],
        [-0.5, 0.50196, 0.7529, 0.33333],
        [6.1e-5, 6.0e-5, 9.5e-7, 3.0e-5],
    ],
    np.float32,
)
INTEGERS = np.array(
    [[0, 1, -1, 127], [128, 255, 256, 3], [-128, -129, 1023, 1024], [32767, 32768, 65535, 65536],
     [-32768, -32769, 4, 2], [2**31 - 1, -(2**31), 5, -5]], np.int64,
)  # fmt: skip


def _normalized(values: Any, bits: int, *, signed: bool) -> Any:
    """The product is a float32, as where PK4UB packs (docs/semantics.md)."""
    whole = np.float32((1 << bits - 1) - 1 if signed else (1 << bits) - 1)
    numbers = np.where(np.isnan(values), np.float32(0), values)
    return np.rint(np.clip(numbers, np.float32(-1 if signed else 0), np.float32(1)) * whole).astype(np.int64)


def _small_float(value: float, fraction: int) -> int:
    """The unsigned float nearest to a number, by trying them all (OpenGL 3.0, 2.1.3)."""
    if np.isnan(value):
        return 31 << fraction | 1 << fraction - 1
    if value == np.inf:
        return 31 << fraction
    bits = np.arange(31 << fraction)
    exponent, part = bits >> fraction, (bits & ((1 << fraction) - 1)) / (1 << fraction)
    numbers = np.where(exponent == 0, part * 2.0**-14, (1 + part) * 2.0 ** (exponent - 15.0))
    distance = np.abs(numbers - max(value, 0.0))
    nearest = np.flatnonzero(distance == distance.min())
    return int(nearest[nearest % 2 == 0][0] if len(nearest) > 1 else nearest[0])


def _stored(name: str, values: Any) -> Any:
    """The texels that a format has of (n, 4) numbers, as the array of an image."""
    row = IMAGE_FORMATS[name]
    if name == "R11F_G11F_B10F":
        return np.array(
            [
                _small_float(r, 6) | _small_float(g, 6) << 11 | _small_float(b, 5) << 22
                for r, g, b, _ in values.tolist()
            ],
            np.uint32,
        )
    fields = []
    for place, bits in enumerate(row.bits):
        column = values[:, place]
        match row.encoding:
            case Encoding.FLOAT:
                with np.errstate(over="ignore"):
                    fields.append(column.astype(f"f{bits // 8}"))
            case Encoding.NORMALIZED | Encoding.SIGNED_NORMALIZED:
                fields.append(_normalized(column, bits, signed=row.encoding is Encoding.SIGNED_NORMALIZED))
            case Encoding.UNSIGNED:
                fields.append(np.clip(column, 0, (1 << bits) - 1))
            case Encoding.SIGNED:
                fields.append(np.clip(column, -(1 << bits - 1), (1 << bits - 1) - 1))
    if row.packed:
        shifts = np.cumsum([0, *row.bits])[:-1]
        return sum(field << shift for field, shift in zip(fields, shifts, strict=True)).astype(np.uint32)
    whole = np.stack(fields, axis=1).astype(texel_dtype(row))
    return whole if len(row.bits) > 1 else whole[:, 0]


def _run_stores(name: str, type: str, values: Any, backend: str, numerics: str = "exact") -> Any:
    blank = np.full_like(_stored(name, values), 3)
    image = Image(blank, name, "BUFFER", access="WRITE_ONLY")
    given = np.ascontiguousarray(values, np.float32 if values.dtype.kind == "f" else None)
    if values.dtype.kind != "f":
        given = values.astype(np.uint32).view(np.int32)
    suffix = f".{type}" if type else ""
    body = f"MOV.U c, 0;\nMOV.U c.x, vertex.id.x;\nSTOREIM{suffix} image[0], vertex.attrib[0], c, BUFFER;"
    return run(body, {0: image}, backend, {0: given}, numerics=numerics).images[0]


@BACKENDS
@pytest.mark.parametrize("name", [n for n, row in IMAGE_FORMATS.items() if not row.encoding.whole])
def test_formatted_stores_convert_floats(backend: str, name: str) -> None:
    """As TexImage converts RGBA and FLOAT."""
    for type in ("", "F"):
        left = _run_stores(name, type, FLOATS, backend)
        wanted = _stored(name, FLOATS)
        if wanted.dtype.kind == "f":
            nan = np.isnan(wanted)
            assert (np.isnan(left) == nan).all() and (left[~nan] == wanted[~nan]).all()
        else:
            assert left.tolist() == wanted.tolist()


@BACKENDS
@pytest.mark.parametrize("type", ["S", "U"])
@pytest.mark.parametrize("name", [n for n, row in IMAGE_FORMATS.items() if row.encoding.whole])
def test_formatted_stores_limit_integers(backend: str, name: str, type: str) -> None:
    """As TexImage converts RGBA_INTEGER and INT or UNSIGNED_INT: to the nearest that a component has."""
    numbers = INTEGERS if type == "S" else INTEGERS % 2**32
    assert _run_stores(name, type, numbers, backend).tolist() == _stored(name, numbers).tolist()


@BACKENDS
@pytest.mark.parametrize(
    ("name", "type"), [("RGBA8", "S"), ("R32F", "U"), ("RGBA8UI", "F"), ("R8I", ""), ("RGB10_A2", "U")]
)
def test_formatted_stores_that_teximage_refuses_have_no_effect(backend: str, name: str, type: str) -> None:
    values = np.ones((2, 4), np.float32 if type in ("", "F") else np.int64)
    assert (_run_stores(name, type, values, backend) == 3).all()


@BACKENDS
def test_fast_numerics_store_the_same_of_plain_numbers(backend: str) -> None:
    values = np.array([[0.2, 0.4, 0.6, 0.8]], np.float32)
    for name in ("RGBA8", "RGB10_A2", "RG16_SNORM", "RGBA16F", "R11F_G11F_B10F"):
        left = _run_stores(name, "F", values, backend, "fast")
        assert left.tolist() == _stored(name, values).tolist()


@BACKENDS
def test_views_convert_to_the_format_of_the_unit(backend: str) -> None:
    """3.9.X: formats of one class; what one view stores, another loads as its bits."""
    texels = np.zeros((4,), np.uint32)
    views = ("RGB10_A2", "RGBA8_SNORM", "RG16F", "R11F_G11F_B10F")
    image = Image(texels, "R32UI", "1D")
    units = {unit: image.with_(view=name) for unit, name in enumerate(views)}
    body = "".join(
        f"MOV.U c, {{{unit}, 0, 0, 0}};\nSTOREIM.F image[{unit}], {{1, 0.5, -0.5, 1}}, c, 1D;\n"
        for unit in units
    )
    left = run(body, units, backend).images
    assert left[0].tolist() == [0xC00803FF, 0x7FC0407F, 0x38003C00, 0x001C03C0]
    assert all((left[unit] == left[0]).all() for unit in units)


ATOMICS = [
    ("ADD", "U32", 5, 7, 0, 12), ("ADD", "S32", 5, -7, 0, -2), ("ADD", "U32", 2**32 - 1, 2, 0, 1),
    ("MIN", "U32", 5, 2**32 - 1, 0, 5), ("MIN", "S32", 5, -1, 0, -1),
    ("MAX", "U32", 5, 2**32 - 1, 0, 2**32 - 1),
    ("MAX", "S32", 5, -1, 0, 5), ("IWRAP", "U32", 5, 6, 0, 6), ("IWRAP", "U32", 6, 6, 0, 0),
    ("IWRAP", "U32", 7, 6, 0, 0), ("DWRAP", "U32", 5, 6, 0, 4), ("DWRAP", "U32", 0, 6, 0, 6),
    ("DWRAP", "U32", 7, 6, 0, 6), ("AND", "U32", 0b1100, 0b1010, 0, 0b1000),
    ("OR", "S32", 0b1100, 0b1010, 0, 0b1110),
    ("XOR", "U32", 0b1100, 0b1010, 0, 0b0110), ("EXCH", "S32", 5, -9, 0, -9), ("EXCH", "U32", 5, 9, 0, 9),
    ("CSWAP", "U32", 5, 5, 8, 8), ("CSWAP", "U32", 5, 6, 8, 5), ("CSWAP", "S32", -5, -5, 8, 8),
]  # fmt: skip


@BACKENDS
@pytest.mark.parametrize(("name", "type", "old", "a", "b", "new"), ATOMICS)
def test_atomics(backend: str, name: str, type: str, old: int, a: int, b: int, new: int) -> None:
    """Table X.4; the result is what was there, in every component that is written."""
    for format in ("R32UI", "RGBA8"):
        texels = np.array([old % 2**32], np.uint32)
        image = Image(texels if format == "R32UI" else texels.view(np.uint8).reshape(1, 4), format, "BUFFER")
        given = np.array([[a % 2**32, b % 2**32, 1, 1]], np.uint32)
        body = (
            f"MOV.U c, 0;\nATOMIM.{name}.{type} t, vertex.attrib[0], c, image[0], BUFFER;\n"
            "MOV result.attrib[0], t;"
        )
        results = run(body, {0: image}, backend, {0: given})
        assert words(results)[0].tolist() == [old % 2**32] * 4
        assert results.images[0].reshape(-1).view(np.uint32)[0] == new % 2**32


@BACKENDS
def test_float_atomics(backend: str) -> None:
    """NV_shader_atomic_float: ADD and EXCH of F32."""
    body = (
        "MOV.U c, 0;\nATOMIM.ADD.F32 t, {0.5}, c, image[0], 1D;\nMOV result.attrib[0], t;\n"
        "MOV.U c.x, 1;\nATOMIM.EXCH.F32 t, {-3.5}, c, image[0], 1D;\nMOV result.attrib[1], t;"
    )
    image = Image(np.array([1.25, 9.0], np.float32), "R32F", "1D")
    results = run(body, {0: image}, backend, options="OPTION NV_shader_atomic_float;\n")
    assert results.images[0].tolist() == [1.75, -3.5]
    assert results["attrib[0]"][0].tolist() == [1.25] * 4 and results["attrib[1]"][0].tolist() == [9.0] * 4
