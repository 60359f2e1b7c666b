"""Texture coordinates → texels: wrap modes, layers, faces of cube maps (OpenGL 1.5, 3.8.6 to 3.8.8)."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.llvm.lanes import Lanes
from nvrender.llvm.types import DOUBLE, FLOAT, I1, I32, Rows, Value

#: Coordinates of a larger magnitude, in texels, count as this (docs/semantics.md).
_FARTHEST = 2.0**30


@dataclass(frozen=True)
class Axis:
    """The texels next to a coordinate along one axis, each with where it is outside the image, None nowhere.

    ``share`` is what the second counts; there is one texel alone where nothing is linear.
    """

    texels: tuple[tuple[Value, Value | None], ...]
    share: Value | None


def texels_along(
    lanes: Lanes,
    coordinate: Value,
    size: Value,
    wrap: str,
    *,
    linear: Value | bool | None,
    scaled: bool,
    offset: Value | None,
    powers: bool = False,
) -> Axis:
    """``linear``: where the filter is, None everywhere, False nowhere; ``scaled``: 1.0 is the image's end."""
    builder = lanes.builder
    extent = lanes.convert("sitofp", size, DOUBLE)
    u = builder.fmul(coordinate, extent) if scaled else coordinate
    if offset is not None:
        u = builder.fadd(u, lanes.convert("sitofp", offset, DOUBLE))
    u = lanes.at_most(lanes.at_least(u, -_FARTHEST), _FARTHEST)
    if wrap in ("CLAMP", "MIRROR_CLAMP"):
        least = lanes.like(u, 0.0) if wrap == "CLAMP" else builder.fneg(extent)
        u = lanes.select(builder.fcmp_ordered("<", u, least), least, u)
        u = lanes.select(builder.fcmp_ordered(">", u, extent), extent, u)
    if linear is False:
        place = lanes.convert("fptosi", lanes.rounded("floor", u), I32)
        return Axis((wrapped(lanes, place, size, wrap, False, powers),), None)
    moved = builder.fsub(u, lanes.like(u, 0.5))
    if linear is not None:
        moved = lanes.select(linear, moved, u)
    low = lanes.rounded("floor", moved)
    share = lanes.convert("fptrunc", builder.fsub(moved, low), FLOAT)
    first = lanes.convert("fptosi", low, I32)
    second = builder.add(first, lanes.like(first, 1))
    if linear is not None:
        share = lanes.select(linear, share, lanes.like(share, 0.0))
        second = lanes.select(linear, second, first)
    return Axis(tuple(wrapped(lanes, place, size, wrap, linear, powers) for place in (first, second)), share)


def wrapped(
    lanes: Lanes, place: Value, size: Value, wrap: str, linear: Value | bool | None, powers: bool
) -> tuple[Value, Value | None]:
    """Texel location wrap mode application (NV_gpu_program4 Table X.19), and what is outside.

    ``powers``: sizes are powers of two.
    """
    builder = lanes.builder
    last = builder.sub(size, lanes.like(size, 1))
    if wrap == "REPEAT":
        return _modulo(lanes, place, size, powers), None
    if wrap == "MIRRORED_REPEAT":
        twice = builder.shl(size, lanes.like(size, 1))
        there = _modulo(lanes, place, twice, powers)
        back = builder.sub(builder.sub(twice, lanes.like(twice, 1)), there)
        return lanes.select(builder.icmp_signed("<", there, size), there, back), None
    if wrap.startswith("MIRROR_CLAMP"):
        place = builder.xor(place, builder.ashr(place, lanes.like(place, 31)))
    inside = _limited(lanes, place, last)
    if wrap.endswith("TO_EDGE"):
        return inside, None
    beyond = builder.icmp_unsigned(">", place, last)
    if not wrap.endswith("TO_BORDER"):  # CLAMP meets the border where it is filtered
        beyond = lanes.constant(I1, 0) if linear is False else lanes.both(linear, beyond)
    return inside, beyond


def _limited(lanes: Lanes, place: Value, last: Value) -> Value:
    builder, zero = lanes.builder, lanes.like(place, 0)
    place = lanes.select(builder.icmp_signed("<", place, zero), zero, place)
    return lanes.select(builder.icmp_signed(">", place, last), last, place)


def _modulo(lanes: Lanes, place: Value, size: Value, powers: bool) -> Value:
    """place mod size, not negative: by doubles, in which both are exact."""
    builder = lanes.builder
    if powers:
        return builder.and_(place, builder.sub(size, lanes.like(size, 1)))
    wide, extent = (lanes.convert("sitofp", row, DOUBLE) for row in (place, size))
    turns = lanes.convert("fptosi", lanes.rounded("floor", builder.fdiv(wide, extent)), I32)
    return builder.sub(place, builder.mul(turns, size))


def layer_of(lanes: Lanes, coordinate: Value, layers: Value) -> Value:
    """Rounded to the nearest layer there is (EXT_texture_array 3.8.8)."""
    moved = lanes.rounded("floor", lanes.builder.fadd(coordinate, lanes.like(coordinate, 0.5)))
    limited = lanes.at_most(lanes.at_least(moved, 0.0), _FARTHEST)
    return _limited(
        lanes, lanes.convert("fptosi", limited, I32), lanes.builder.sub(layers, lanes.like(layers, 1))
    )


def face_and_place(
    lanes: Lanes, direction: Rows, slopes: tuple[Rows, Rows] | None
) -> tuple[Value, Rows, tuple[Rows, Rows] | None]:
    """The face +x, −x, +y, −y, +z, −z that a direction meets, s and t there, and their derivatives.

    Of components of the same magnitude x counts before y and y before z. Derivatives are by the quotient
    rule, every lane staying on its own face (OpenGL 1.5, table 3.19).
    """
    builder = lanes.builder
    x, y, z = (lanes.absolute(row) for row in direction)

    def least(a: Value, b: Value) -> Value:
        return builder.fcmp_ordered(">=", a, b)

    along_x = builder.and_(least(x, y), least(x, z))
    along_y = least(y, z)

    def chosen(of_x: Value, of_y: Value, of_z: Value) -> Value:
        return lanes.select(along_x, of_x, lanes.select(along_y, of_y, of_z))

    major = chosen(*direction)
    negative = builder.fcmp_ordered("<", major, lanes.like(major, 0.0))

    def turned(row: Value) -> Value:
        return lanes.select(negative, builder.fneg(row), row)

    def on_face(vector: Rows) -> Rows:
        """sc, tc and ma."""
        a, b, c = vector
        return [
            chosen(builder.fneg(turned(c)), a, turned(a)),
            chosen(builder.fneg(b), turned(c), builder.fneg(b)),
            turned(chosen(a, b, c)),
        ]

    sc, tc, ma = on_face(direction)
    zero, one = lanes.like(ma, 0.0), lanes.like(ma, 1.0)
    divisor = lanes.select(builder.fcmp_ordered("==", ma, zero), one, ma)
    place = [builder.fdiv(row, divisor) for row in (sc, tc)]
    found = None
    if slopes is not None:
        ddx, ddy = (_quotients(lanes, on_face(rows), place, divisor) for rows in slopes)
        found = ddx, ddy
    half = lanes.like(ma, 0.5)
    sure = [lanes.select(lanes.is_nan(row), zero, row) for row in place]
    number = [lanes.constant(I32, 2 * axis) for axis in range(3)]
    face = builder.add(chosen(*number), lanes.convert("zext", negative, I32))
    return face, [builder.fmul(builder.fadd(row, one), half) for row in sure], found


def _quotients(lanes: Lanes, slope: Rows, place: Rows, divisor: Value) -> Rows:
    """Derivatives of (sc / ma + 1) / 2 and of t likewise."""
    builder, half = lanes.builder, lanes.like(divisor, 0.5)
    return [
        builder.fmul(builder.fdiv(builder.fsub(own, builder.fmul(at, slope[2])), divisor), half)
        for own, at in zip(slope[:2], place, strict=True)
    ]
