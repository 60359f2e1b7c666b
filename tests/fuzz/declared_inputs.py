"""Random inputs of declared-name programs: words that are floats, integers or special values, by chance."""

from __future__ import annotations

import random
import zlib
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from nvrender.languages.arb.vertex_bindings import VERTEX_ID, VERTEX_INSTANCE
from nvrender.program import BindingKind, Program
from nvrender.program.long_attributes import SECOND

from .declared import LOOP_ATTRIBUTE, DeclaredSample

Words = npt.NDArray[np.uint32]

_REGISTERS = 16
#: Zeros, infinities, NaN, the largest numbers, denormals, the edges of the integers.
FLOATS = (
    0x00000000, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F7FFFFF, 0xFF7FFFFF,
    0x00800000, 0x80800000, 0x3F800000, 0xBF800000, 0x3F7FFFFF, 0x00000001, 0x807FFFFF, 0x4EFFFFFF,
    0x4F000000, 0xCF000000, 0x4F800000,
)  # fmt: skip
_INTEGERS = (
    0, 1, 2, 3, 31, 32, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFF, 0x10000,
    0x7FFFFF, 0x800000, 0x1000000,
)  # fmt: skip
#: Attributes and local and environment parameters that hold integers, most of the time.
INTEGER_REGISTERS = (6, 7, 12, 13, 14)


Given = TypeVar("Given", bound="DeclaredInputs")


@dataclass(frozen=True)
class DeclaredInputs:
    """Words: attributes by number, (N, 4) each; parameters, (16, 4) each; the seed of what state holds."""

    attributes: dict[int, Words]
    local: Words
    environment: Words
    seed: int

    @property
    def count(self) -> int:
        return len(self.attributes[0])

    def vertices(self, chosen: list[int]) -> DeclaredInputs:
        """The same with some vertices only."""
        return replace(self, attributes={key: array[chosen] for key, array in self.attributes.items()})

    def rows(self, program: Program) -> npt.NDArray[np.float32]:
        """What the PARAMETER registers of ``program`` hold, (len(program.parameters), 4) words."""
        table = np.zeros((len(program.parameters), 4), np.uint32)
        for row, binding in zip(table, program.parameters, strict=True):
            match binding.kind:
                case BindingKind.CONSTANT:
                    row[:] = [word & 0xFFFFFFFF for word in binding.words]
                case BindingKind.LOCAL:
                    row[:] = self.local[binding.index]
                case BindingKind.ENVIRONMENT:
                    row[:] = self.environment[binding.index]
                case _:
                    source = random.Random(self.seed ^ zlib.crc32(binding.name.encode()))
                    row[:] = [_tame(source) for _ in range(4)]
        return table.view(np.float32)

    def arrays(self) -> dict[int, npt.NDArray[np.float32]]:
        """The attributes as the back ends take them."""
        seconds = {index + SECOND: np.roll(words, 1, axis=1) for index, words in self.attributes.items()}
        return {index: words.view(np.float32) for index, words in (self.attributes | seconds).items()}


def moderate(inputs: Given) -> Given:
    """The same of numbers whose sums and products are normal or 0: what plain GLSL promises is of these."""

    def moderated(words: Words) -> Words:
        values = words.view(np.float32)
        sizes = np.clip(np.nan_to_num(np.abs(values), nan=1.5), 2.0**-6, 2.0**6)
        return np.where(values == 0, values, np.copysign(sizes, values)).astype(np.float32).view(np.uint32)

    attributes = {index: moderated(words) for index, words in inputs.attributes.items()}
    local, environment = moderated(inputs.local), moderated(inputs.environment)
    return replace(inputs, attributes=attributes, local=local, environment=environment)


def has_types(sample: DeclaredSample) -> bool:
    """Whether instructions have types, and registers hold integers."""
    return sample.family.startswith("nv")


def draw(sample: DeclaredSample, count: int) -> DeclaredInputs:
    """The inputs that go with a sample, for ``count`` vertices."""
    source = random.Random(f"inputs {sample.family} {sample.seed}")
    rate = 0.0 if sample.tame else source.choice((0.0, 0.0, 0.03, 0.1, 0.3))
    spread = source.choice((2, 2, 8, 40, 120))
    integral = has_types(sample)
    crossed = source.choice((0.0, 0.02, 0.1)) if integral else 0.0

    def vectors(rows: int, integers: bool) -> Words:
        found = []
        for _ in range(4 * rows):
            whole = integers is not (source.random() < crossed)
            if whole and integral:
                found.append(integer(source, rate))
            else:
                found.append(_tame(source) if sample.tame else real(source, rate, spread))
        return np.array(found, np.uint32).reshape(rows, 4)

    attributes = {index: vectors(count, index in INTEGER_REGISTERS) for index in range(16)}
    table = [
        np.concatenate([vectors(1, index in INTEGER_REGISTERS) for index in range(_REGISTERS)])
        for _ in range(2)
    ]
    counts = attributes[LOOP_ATTRIBUTE]
    floats = source.choices((0.0, 0.5, 1.0, 2.75, 3.0, 5.0, -1.0, float("nan")), k=count)
    counts[:, 0] = np.array(floats, np.float32).view(np.uint32)
    for column in (1, 2, 3):
        counts[:, column] = source.choices((0, 0, 1, 2, 3, 4, 0xFFFFFFFF if column == 1 else 1), k=count)
    if sample.defined:
        indices = source.choices((0.0, 1.0, 2.0), k=count)
        attributes[6][:, 0] = np.array(indices, np.float32).view(np.uint32)
    attributes[VERTEX_ID] = np.zeros((count, 4), np.uint32)
    attributes[VERTEX_ID][:, 0] = np.arange(count)
    attributes[VERTEX_INSTANCE] = np.zeros((count, 4), np.uint32)
    return DeclaredInputs(attributes, table[0], table[1], sample.seed)


def _word(value: float) -> int:
    with np.errstate(over="ignore"):
        return int(np.float32(value).view(np.uint32))


def _tame(source: random.Random) -> int:
    """A multiple of 1/4: sums and products of a few are exact."""
    return _word(source.choice((source.randint(-5, 5), source.randint(-16, 16) / 4)))


def real(source: random.Random, rate: float, spread: int) -> int:
    """The word of a float, at ``rate`` a special one, else within 2 to the power of ``spread``."""
    if source.random() < rate:
        return source.choice(FLOATS)
    chosen = source.random()
    if chosen < 0.5:
        return _tame(source)
    if chosen < 0.75:
        return _word(source.uniform(-4, 4))
    return _word(source.uniform(-2, 2) * 2.0 ** source.randint(-spread, spread))


def integer(source: random.Random, rate: float) -> int:
    """The word of an integer, at ``rate`` a special one."""
    if source.random() < max(rate, 0.05):
        return source.choice(_INTEGERS)
    chosen = source.random()
    if chosen < 0.6:
        return source.randint(-8, 40) & 0xFFFFFFFF
    return source.getrandbits(32) if chosen < 0.9 else source.getrandbits(16)
