"""Random inputs: ordinary numbers, small integers and special values, by chance."""

from __future__ import annotations

import math
import random
import struct
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .generator import LOOP_ATTRIBUTE, STEP_PARAMETER, Sample

Float32Array = npt.NDArray[np.float32]

_SPECIALS = tuple(
    struct.unpack("<f", struct.pack("<I", bits))[0]
    for bits in (
        0x00000000, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F7FFFFF, 0xFF7FFFFF,
        0x00800000, 0x80800000, 0x3F800000, 0xBF800000, 0x3F800001, 0x3F7FFFFF, 0x5F800000, 0x1F800000,
    )
)  # fmt: skip


@dataclass(frozen=True)
class Inputs:
    """Attributes by number, (N, 4) each, and the (profile.parameters, 4) parameters."""

    attributes: dict[int, Float32Array]
    parameters: Float32Array

    @property
    def count(self) -> int:
        return len(self.attributes[0])

    def vertices(self, chosen: list[int]) -> Inputs:
        """The same with some vertices only."""
        return Inputs({key: array[chosen] for key, array in self.attributes.items()}, self.parameters)


def draw(sample: Sample, count: int) -> Inputs:
    """The inputs that go with a sample, for ``count`` vertices."""
    source = random.Random(sample.seed ^ 0x5EED)
    rate = source.choice((0.0, 0.0, 0.03, 0.1, 0.3))
    spread = source.choice((2, 2, 8, 40, 120))
    attributes = {index: _vectors(source, count, rate, spread) for index in range(sample.profile.attributes)}
    if LOOP_ATTRIBUTE in attributes:
        turns = [source.choice((0, 0, 1, 2, 3, 5, 9)) for _ in range(count)]
        attributes[LOOP_ATTRIBUTE][:, 0] = turns
    parameters = _vectors(source, sample.profile.parameters, rate / 2, spread)
    parameters[STEP_PARAMETER] = (1.0, 1.0, 2.0 * math.pi * 0.999, 1.0)
    return Inputs(attributes, parameters)


def _vectors(source: random.Random, count: int, rate: float, spread: int) -> Float32Array:
    values = [_value(source, rate, spread) for _ in range(4 * count)]
    with np.errstate(over="ignore"):
        return np.array(values, np.float32).reshape(count, 4)


def _value(source: random.Random, rate: float, spread: int) -> float:
    if source.random() < rate:
        return source.choice(_SPECIALS)
    draw = source.random()
    if draw < 0.35:
        return float(source.randint(-5, 5))
    if draw < 0.5:
        return source.randint(-40, 40) / 4
    if draw < 0.75:
        return source.uniform(-4, 4)
    return math.ldexp(source.uniform(-2, 2), source.randint(-spread, spread))
