"""Lookups of the intermediate representation: which texture, and what of the operands is what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nvrender.ir.nodes import Expression, Sample
from nvrender.ir.types import Kind
from nvrender.llvm.lanes import Lanes
from nvrender.llvm.operations.quads import ACROSS, UP, difference
from nvrender.llvm.refusal import refused
from nvrender.llvm.textures import samplers
from nvrender.llvm.textures.samplers import Sampler
from nvrender.llvm.textures.sampling import Descriptor, Lookup, Question, missing
from nvrender.llvm.textures.slanted import texels
from nvrender.llvm.types import I32, I64, Rows, Value
from nvrender.ops.table import OPERATIONS
from nvrender.ops.texture_targets import TARGETS

_SAMPLING = ("sample", "sample_bias", "sample_level", "sample_gradients")


@dataclass(frozen=True)
class Bound:
    """The texture of an image unit: its sampler, None if nothing can be read, and where its words are."""

    sampler: Sampler | None
    base: Value


def sampled(
    lanes: Lanes, node: Sample, textures: Mapping[int, Bound], value: Callable[[Expression], Rows]
) -> Rows:
    """The four components that each lane reads; TargetError for lookups that are not supported."""
    texture, operation = node.texture, node.operation
    if texture.handle is not None or texture.index is not None:
        raise refused("lookups of textures that are chosen as the program runs")
    if operation not in (*_SAMPLING, "fetch", "texture_size"):
        raise refused(f"the texture operation {operation}")
    bound, whole = textures[texture.unit], node.type.kind is not Kind.FLOAT
    if bound.sampler is None:
        sized = operation == "texture_size"
        return missing(lanes, whole=whole, opaque=texture.opaque and not sized)
    operands = [value(row) for row in node.operands]
    offset = None if texture.offset is None else value(texture.offset)
    if operation == "texture_size":
        return _size(lanes, node, bound, operands[0][0])
    if operation == "fetch":
        return _fetched(lanes, node, bound, operands, offset)
    return texels(Lookup(lanes, bound.sampler, bound.base, _question(lanes, node, operands, offset)))


def _question(lanes: Lanes, node: Sample, operands: list[Rows], offset: Rows | None) -> Question:
    row, operation = TARGETS[node.texture.target], node.operation
    first, *rest = operands
    count = len(row.coordinates)
    coordinates = first[:count]
    reference = rest.pop(0)[0] if row.compares else None
    derivatives = None
    if operation == "sample_gradients":
        derivatives = rest[0][:count], rest[1][:count]
    elif OPERATIONS[operation].implicit_detail:
        ddx, ddy = (
            [difference(lanes, each, direction) for each in coordinates] for direction in (ACROSS, UP)
        )
        derivatives = ddx, ddy
    return Question(
        row.name, coordinates, first[count] if row.layer else None, reference,
        detail=rest[0][0] if operation == "sample_level" else None,
        bias=rest[0][0] if operation == "sample_bias" else None,
        derivatives=derivatives, offset=offset,
    )  # fmt: skip


def _level(lanes: Lanes, words: Descriptor, step: Value, *, mipmapped: bool) -> tuple[Value, Value]:
    """The level so many steps behind the base level, and whether there is one."""
    builder = lanes.builder
    base, deepest = (
        lanes.convert("trunc", words.spread(place, I64), I32) for place in (samplers.BASE, samplers.DEEPEST)
    )
    most = builder.sub(deepest, base) if mipmapped else lanes.like(step, 0)
    there = builder.icmp_unsigned("<=", step, most)
    return lanes.select(there, builder.add(base, step), base), there


def _size(lanes: Lanes, node: Sample, bound: Bound, level: Value) -> Rows:
    """Width, height, depth of a level, the layers behind them; zeros for what is not there (2.X.8, TXQ)."""
    words, row = Descriptor(lanes, bound.base), TARGETS[node.texture.target]
    number, there = _level(lanes, words, level, mipmapped=True)
    sampler = bound.sampler
    assert sampler is not None
    found = [words.of_level(number, 1 + axis) for axis in range(len(sampler.wraps))]
    if row.layer:
        images = lanes.convert("trunc", words.spread(samplers.IMAGES, I64), I32)
        six = lanes.like(images, 6)
        found.append(lanes.builder.udiv(images, six) if sampler.target == "ARRAYCUBE" else images)
    zero = lanes.constant(I32, 0)
    rows = [lanes.select(there, each, zero) for each in found]
    return rows + [zero] * (4 - len(rows))


def _fetched(lanes: Lanes, node: Sample, bound: Bound, operands: list[Rows], offset: Rows | None) -> Rows:
    """Single texels; zeros for what is not there (TexelFetch, NV_gpu_program4 Table X.18)."""
    builder, row, sampler = lanes.builder, TARGETS[node.texture.target], bound.sampler
    assert sampler is not None
    words, count = Descriptor(lanes, bound.base), len(row.coordinates)
    place = [lanes.words(each) for each in operands[0]]
    step = lanes.words(operands[1][0]) if row.level else lanes.constant(I32, 0)
    level, there = _level(lanes, words, step, mipmapped=sampler.mipmapped)
    number = words.of_level(level, 0)
    stride = None
    for axis in range(count):
        at = place[axis] if offset is None else builder.add(place[axis], offset[axis])
        size = words.of_level(level, 1 + axis)
        there = builder.and_(there, builder.icmp_unsigned("<", at, size))
        number = builder.add(number, at if stride is None else builder.mul(at, stride))
        stride = size if stride is None else builder.mul(stride, size)
    if row.layer:
        images = lanes.convert("trunc", words.spread(samplers.IMAGES, I64), I32)
        there = builder.and_(there, builder.icmp_unsigned("<", place[count], images))
        number = builder.add(number, builder.mul(place[count], stride))
    asked = Question(row.name, [])
    lookup = Lookup(lanes, sampler, bound.base, asked)
    found = lookup.expanded(lookup.read(number, there))
    return [lanes.select(there, row, lanes.like(row, 0)) for row in found]
