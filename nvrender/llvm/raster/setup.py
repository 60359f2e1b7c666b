"""Clip coordinates → triangles in window coordinates, as OpenGL 1.5, 2.10, 2.11 and 3.5.1 have them.

First vertices are placed in the window, and triangles sorted into those that are seen and those that must be
cut; then, of all that are left, places are rounded to sub-pixels, and what is culled or can contain no sample
is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from llvmlite import ir

from nvrender.llvm.raster.code import Code, Number
from nvrender.llvm.raster.words import SUBPIXELS, Shared
from nvrender.llvm.types import DOUBLE, FLOAT, I1, I8, I16, I64, POINTER

ENTRY = "set_up"
#: What the three share: arrays by address, counts, and numbers of the viewport.
NAMES = tuple(
    (
        "clip distances window crossing outside vertices guard middle_x middle_y middle_z scale_x scale_y "
        "scale_z corners triangles seen cut cuts last owner records boxes front width height count level area"
    ).split()
)
#: Words of 64 bits of a triangle that is drawn, one behind the other, and where each begins: doubles of its
#: three corners, then whole numbers; the last word is empty. Boxes, which every thread looks at, lie by
#: themselves.
RECORD = 24
CORNERS = ("snapped_x", "snapped_y", "x", "y", "z", "inverse_w")
PLACES = {name: 3 * place for place, name in enumerate((*CORNERS, "corners"))} | {
    "last": 21,
    "owner": 22,
}
#: Bits of the word that says between which quads a triangle lies: the first one along x and the one behind
#: the last, then those along y.
BOX = (0, 16, 32, 48)
_LEAST_W = 2.0**-100
_BAD = 1 << 15
#: Bits of the sides of the view volume, and of the planes before those of the user.
_SIDES, _FIRST = 6, 7


@dataclass(frozen=True)
class SetUp:
    """``samples`` (S, 2) are places in sub-pixels; ``cull`` and ``counter_clockwise`` as in State."""

    samples: tuple[tuple[int, int], ...]
    cull: str
    counter_clockwise: bool


@dataclass(frozen=True)
class Place:
    """How many clip planes of the user's there are."""

    planes: int


def written(made_for: SetUp | Place, module: Any) -> None:
    """Adds the function ``set_up`` of either step, of the words NAMES, to a module."""
    if isinstance(made_for, SetUp):
        _set_up(made_for, module)
    else:
        _place(made_for, module)


def _place(place: Place, module: Any) -> None:
    code = Code(module, ENTRY, [POINTER])
    shared = Shared(code, code.arguments[0], NAMES)
    clip, window = shared.pointer("clip"), shared.pointer("window")
    count = shared.word("vertices")
    numbers = {name: shared.number(name) for name in NAMES if name.startswith(("middle", "scale", "guard"))}
    with code.loop(code.constant(I64, 0), count) as vertex:
        row = code.load(clip, vertex, ir.VectorType(FLOAT, 4)).to(DOUBLE)
        x, y, z, w = (row[axis] for axis in range(4))
        inverse = 1.0 / w
        placed = (
            (x * inverse + 1.0) * numbers["scale_x"] + numbers["middle_x"],
            (y * inverse + 1.0) * numbers["scale_y"] + numbers["middle_y"],
            z * inverse * numbers["scale_z"] + numbers["middle_z"],
            inverse,
        )
        for axis, value in enumerate(placed):
            code.store(value, window, vertex * 4 + axis)
        guard = numbers["guard"] * w
        sides = (w + x, w - x, w + y, w - y, w + z, w - z)
        crossing = _bits(
            code, (w - _LEAST_W, sides[4], sides[5], guard + x, guard - x, guard + y, guard - y), 0
        )
        outside = _bits(code, sides, 0)
        for plane in range(place.planes):
            distance = code.load(shared.pointer("distances"), vertex * place.planes + plane, FLOAT).to(DOUBLE)
            crossing = crossing | _bits(code, (distance,), _FIRST + plane)
            outside = outside | _bits(code, (distance,), _SIDES + plane)
        finite = (row - row).equals(0.0).cast(ir.IntType(4)).equals(-1)
        outside = outside | finite.select(code.constant(I64, 0), _BAD)
        code.store(crossing.to(I16), shared.pointer("crossing"), vertex)
        code.store(outside.to(I16), shared.pointer("outside"), vertex)
    _sort(code, shared)
    code.finish()


def _bits(code: Code, distances: tuple[Number, ...], first: int) -> Number:
    """A bit for each plane that a vertex is beyond, from bit ``first`` on; NaN is beyond all."""
    found = code.constant(I64, 0)
    for number, distance in enumerate(distances):
        found = found | (distance >= 0.0).select(code.constant(I64, 0), 1 << (first + number))
    return found


def _sort(code: Code, shared: Shared) -> None:
    """Which triangles may be seen, those not in ``seen`` wholly beyond a side, and which must be cut."""
    corners, count = shared.pointer("corners"), shared.word("triangles")
    codes = {name: shared.pointer(name) for name in ("crossing", "outside", "seen", "cut")}
    cuts = code.variable(code.constant(I64, 0))
    with code.loop(code.constant(I64, 0), count) as triangle:
        rows = [code.load(corners, count * corner + triangle, I64) for corner in range(3)]
        beyond = [code.load(codes["outside"], row, I16) for row in rows]
        across = [code.load(codes["crossing"], row, I16) for row in rows]
        every, some = beyond[0] & beyond[1] & beyond[2], beyond[0] | beyond[1] | beyond[2]
        # The sign is the bit of what is infinite or NaN.
        seen = every.equals(0) & (some >= 0)
        cut = seen & (across[0] | across[1] | across[2]).differs(0)
        code.store(seen.to(I8, signed=False), codes["seen"], triangle)
        code.store(cut.to(I8, signed=False), codes["cut"], triangle)
        cuts.set(cuts.get() + cut.to(I64, signed=False))
    shared.write("cuts", cuts.get())


def _set_up(made_for: SetUp, module: Any) -> None:
    code = Code(module, ENTRY, [POINTER])
    shared = Shared(code, code.arguments[0], NAMES)
    arrays = {
        name: shared.pointer(name)
        for name in ("window", "corners", "seen", "last", "owner", "records", "boxes", "front")
    }
    words = {name: shared.word(name) for name in ("triangles", "seen", "owner")}
    size = [shared.word(name).to(DOUBLE) * float(SUBPIXELS) for name in ("width", "height")]
    count, level = code.variable(code.constant(I64, 0)), code.variable(code.constant(I1, 1))
    covered = code.variable(code.constant(DOUBLE, 0.0))
    with code.loop(code.constant(I64, 0), words["triangles"]) as triangle:
        there = code.variable(code.constant(I1, 1))
        with code.when(words["seen"].differs(0)):
            there.set(code.load(arrays["seen"], triangle, I8).differs(0))
        with code.when(there.get()):
            each = _placed(code, arrays, words["triangles"], triangle)
            extents = [_extent(each.snapped[axis], size[axis]) for axis in (0, 1)]
            front = each.area > 0.0 if made_for.counter_clockwise else ~(each.area > 0.0)
            with code.when(_is_drawn(code, each, extents, front, made_for)):
                number = count.get()
                covered.set(covered.get() + each.area.function("fabs"))
                inverse = each.corners["inverse_w"]
                level.set(level.get() & inverse[0].equals(inverse[1]) & inverse[0].equals(inverse[2]))
                _record(code, arrays["records"], number, each)
                code.store(front.to(I8, signed=False), arrays["front"], number)
                owner = code.variable(triangle)
                with code.when(words["owner"].differs(0)):
                    owner.set(code.load(arrays["owner"], triangle, I64))
                last = code.load(arrays["last"], owner.get(), I64)
                for name, value in (("last", last), ("owner", owner.get())):
                    code.store(value, arrays["records"], number * RECORD + PLACES[name])
                code.store(_box(extents), arrays["boxes"], number)
                count.set(number + 1)
    shared.write("count", count.get())
    shared.write("level", level.get().to(I64, signed=False))
    shared.write("area", covered.get().words())
    code.finish()


@dataclass(frozen=True)
class _Triangle:
    """What ``corners`` have, by name, and twice the ``area`` in sub-pixels, negative if clockwise."""

    corners: dict[str, list[Number]]
    area: Number

    @property
    def snapped(self) -> tuple[list[Number], list[Number]]:
        """The columns and rows of corners in sub-pixels."""
        return self.corners["snapped_x"], self.corners["snapped_y"]


def _placed(code: Code, arrays: dict[str, Any], count: Number, triangle: Number) -> _Triangle:
    """One of ``count`` triangles in the window."""
    rows = [code.load(arrays["corners"], count * corner + triangle, I64) for corner in range(3)]

    def loaded(axis: int) -> list[Number]:
        return [code.load(arrays["window"], row * 4 + axis, DOUBLE) for row in rows]

    x, y = loaded(0), loaded(1)
    across, up = ([(row * float(SUBPIXELS)).function("rint") for row in axis] for axis in (x, y))
    area = (across[1] - across[0]) * (up[2] - up[0]) - (across[2] - across[0]) * (up[1] - up[0])
    columns = (across, up, x, y, loaded(2), loaded(3), rows)
    return _Triangle(dict(zip((*CORNERS, "corners"), columns, strict=True)), area)


def _is_drawn(
    code: Code, triangle: _Triangle, extents: list[tuple[Number, Number]], front: Number, made_for: SetUp
) -> Number:
    """Whether a triangle can contain samples and is not culled (OpenGL 1.5, 3.5.1)."""
    keep = triangle.area.differs(0.0)
    for axis in (0, 1):
        keep = keep & _holds_samples(extents[axis], made_for, axis)
    if made_for.cull:
        keep = keep & ~{"FRONT": front, "BACK": ~front}.get(made_for.cull, code.constant(I1, 1))
    return keep


def _record(code: Code, records: Any, number: Number, triangle: _Triangle) -> None:
    """Writes what corners have, counter-clockwise."""
    turn = triangle.area < 0.0
    for name, (first, second, third) in triangle.corners.items():
        ordered = (first, turn.select(third, second), turn.select(second, third))
        for corner, value in enumerate(ordered):
            code.store(value, records, number * RECORD + PLACES[name] + corner)


def _extent(places: list[Number], size: Number) -> tuple[Number, Number]:
    """The least and the largest place of corners, inside the frame."""
    low = places[0].at_most(places[1]).at_most(places[2]).at_least(0.0)
    return low, places[0].at_least(places[1]).at_least(places[2]).at_most(size)


def _box(extents: list[tuple[Number, Number]]) -> Number:
    """The quads between corners as one word."""
    (left, right), (bottom, top) = (
        tuple((each * (0.5 / SUBPIXELS)).function("floor").to(I64) for each in extent) for extent in extents
    )
    words = zip((left, right + 1, bottom, top + 1), BOX, strict=True)
    return reduce(or_, (word << bit for word, bit in words))


def _holds_samples(extent: tuple[Number, Number], made_for: SetUp, axis: int) -> Number:
    """Whether a row or column of samples lies between a least and a largest place."""
    offsets = sorted(sample[axis] for sample in made_for.samples)
    first, step = float(offsets[0]), SUBPIXELS / len(offsets)
    low, high = extent
    begin, end = ((low - first) / step).function("ceil"), ((high - first) / step).function("floor")
    return begin <= end
