"""Where texels of images lie (EXT_shader_image_load_store 3.9.X, Table X.5; ARB_shader_image_size).

An access is valid where texels have as many bytes as it has, the image may be read or written, and the
coordinates are inside it. Invalid ones are not counted.
"""

from __future__ import annotations

from collections.abc import Callable

from nvrender.ir import nodes
from nvrender.ir.nodes import Expression, Memory
from nvrender.llvm.lanes import Lanes
from nvrender.llvm.raster.code import Formulas, Number
from nvrender.llvm.refusal import refused
from nvrender.llvm.types import I32, I64, Rows, Value
from nvrender.ops.image_formats import IMAGE_COORDINATES

#: Words of an image unit: where the first texel bound is; bytes of one, 0 without an image; 1 if it may be
#: read, and written; texels bound along x, y and z, and samples; 1 if a sample is a coordinate;
#: what IMQ gives.
TEXELS, BYTES, READABLE, WRITABLE = range(4)
EXTENT, SAMPLED, SIZE = 4, 8, 9
WORDS = 12
Evaluate = Callable[[Expression], Rows]


class _Unit:
    """The words of each lane's image unit; zeros where its number is none."""

    def __init__(self, lanes: Lanes, memory: Memory, rows: Value, value: Evaluate) -> None:
        if memory.handle is not None:
            raise refused("images chosen by a handle")
        self._lanes, self._code = lanes, Formulas(lanes.builder)
        self._first = self._code.place(Number(self._code, rows), memory.unit, 8 * WORDS)
        self._there: Value = None
        if memory.index is not None:
            index = lanes.words(value(memory.index)[0])
            self._there = lanes.builder.icmp_unsigned("<", index, lanes.like(index, max(memory.units, 1)))
            wide = lanes.convert("zext", index, I64)
            self._offsets = lanes.builder.mul(wide, lanes.like(wide, 8 * WORDS))

    def word(self, number: int) -> Number:
        if self._there is None:
            return self._code.load(self._first, number, I64).spread(self._lanes.width)
        place = self._lanes.addresses(self._code.place(self._first, number, 8).value, self._offsets)
        return Number(self._code, self._lanes.gather(I64, place, self._there))


def located(
    lanes: Lanes, memory: Memory, size: int, rows: Value, value: Evaluate, *, reads: bool, writes: bool
) -> tuple[Value, Value]:
    """The address of the texel of ``size`` bytes that each lane accesses, and which are valid."""
    unit = _Unit(lanes, memory, rows, value)
    assert memory.address is not None
    bytes = unit.word(BYTES)
    there = bytes.equals(size)
    for needed, word in ((reads, READABLE), (writes, WRITABLE)):
        if needed:
            there = there & unit.word(word).differs(0)
    code = Formulas(lanes.builder)
    zero = Number(code, lanes.constant(I64, 0))
    coordinates = [zero] * 4
    for place, row in zip(IMAGE_COORDINATES[memory.target], value(memory.address), strict=True):
        coordinates[place] = Number(code, lanes.convert("sext", lanes.words(row), I64))
    coordinates[3] = unit.word(SAMPLED).differs(0).select(coordinates[3], zero)
    extents = [unit.word(EXTENT + axis) for axis in range(4)]
    for coordinate, extent in zip(coordinates, extents, strict=True):
        inside = lanes.builder.icmp_unsigned("<", coordinate.value, extent.value)
        there = there & Number(code, inside)
    x, y, z, sample = coordinates
    width, height, _, samples = extents
    texel = ((z * samples + sample) * height + y) * width + x
    return (unit.word(TEXELS) + texel * bytes).value, there.value


def size(lanes: Lanes, node: nodes.Read, rows: Value, value: Evaluate) -> Rows:
    """What IMQ gives."""
    unit = _Unit(lanes, node.memory, rows, value)
    found = [unit.word(SIZE + axis).to(I32).value for axis in range(3)]
    return [*found, lanes.constant(I32, 0)]
