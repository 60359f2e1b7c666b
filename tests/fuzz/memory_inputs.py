"""Inputs of random programs that reach memory: buffers, storage buffers, parameter buffers, textures."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender import Memory, Texture
from nvrender.gl.inputs.global_memory import Stores
from nvrender.gl.inputs.results import Results
from nvrender.gl.textures.formats import WRAPS
from nvrender.languages.load import load
from nvrender.program import FIRST_HANDLE, Program

from . import declared_inputs, fragment_inputs
from .declared import DeclaredSample
from .declared_inputs import DeclaredInputs, Words
from .fragment_inputs import FragmentInputs
from .nv5_memory import ALL_BANK, MINE_BANK, OWN, READ_BYTES

_LANES = 64
#: How many turns loops take together: invocations whose order shows run one by one.
TURNS = 200
#: How the names begin of what is left in memory, and its rows of four words to a vertex.
MEMORY_NAMES = ("memory ", "storage ", "faults")
ROWS = OWN // 16


@dataclass(frozen=True)
class MemoryInputs(DeclaredInputs):
    """The memory there is at first, the words of parameter buffers, and what image units hold."""

    stores: Stores
    buffers: dict[int, Words]
    textures: dict[int, Texture]


@dataclass(frozen=True)
class FragmentMemoryInputs(FragmentInputs):
    """The same of fragments, whose numbers are those of primitives."""

    stores: Stores
    buffers: dict[int, Words]


Reaching = MemoryInputs | FragmentMemoryInputs


def draw(sample: DeclaredSample, count: int) -> MemoryInputs:
    """The inputs that go with a sample, for ``count`` vertices, 64 at most."""
    plain = declared_inputs.draw(sample, count)
    stores, buffers, textures = reached(sample.family, sample.seed, [load(sample.text)])
    return MemoryInputs(
        plain.attributes, plain.local, plain.environment, sample.seed, stores, buffers, textures
    )


def draw_fragments(sample: DeclaredSample, count: int) -> FragmentMemoryInputs:
    """The same for ``count`` fragments, a multiple of 4, 64 at most."""
    plain = fragment_inputs.draw(sample, count, textured=False)
    numbers = np.zeros((count, 4), np.uint32)
    numbers[:, 0] = np.arange(count)
    stores, buffers, textures = reached(sample.family, sample.seed, [load(sample.text)])
    return FragmentMemoryInputs(
        plain.attributes | {fragment_inputs.NUMBER: numbers},
        plain.local, plain.environment, sample.seed, textures, plain.state, stores, buffers,
    )  # fmt: skip


def reached(
    family: str, seed: int, programs: Sequence[Program], lanes: int = _LANES
) -> tuple[Stores, dict[int, Words], dict[int, Texture]]:
    """Memory of ``lanes`` invocations, parameter buffers, and what the units that are read hold."""
    source = random.Random(f"memory {family} {seed}")
    rate = source.choice((0.0, 0.05, 0.2))

    def words(count: int) -> Words:
        drawn = [declared_inputs.integer(source, rate) for _ in range(count)]
        floats = [declared_inputs.real(source, rate, 8) for _ in range(count)]
        mixed = [source.choice(pair) for pair in zip(drawn, floats, strict=True)]
        return np.array(mixed, np.uint32)

    def own() -> Words:
        return np.resize(words(_LANES * OWN // 4), lanes * OWN // 4)

    memory = Memory(
        {"read": words(READ_BYTES // 4), "all": words(OWN // 4), "own": own()},
        access={"read": "READ_ONLY"},
    )
    sizes = (READ_BYTES, READ_BYTES // 2)
    storage = {bank: words(size // 4) for bank, size in enumerate(sizes)}
    storage |= {MINE_BANK: own(), ALL_BANK: words(OWN // 4)}
    buffers = {0: words(READ_BYTES // 4), 1: words(READ_BYTES // 8)}
    instructions = [row for program in programs for row in program.instructions]
    accesses = [row.texture for row in instructions if row.texture is not None]
    textures = {
        unit: _texture(random.Random(f"{seed} {unit}"), unit, access.target)
        for access in accesses
        for unit in access.numbers
    }
    for access in accesses:
        for number in (1, 2) if access.handle is not None else ():
            drawn = random.Random(f"{seed} handle {number}")
            textures[FIRST_HANDLE + number] = _texture(drawn, 0, access.target)
    # Pipelines refuse missing textures.
    if textures and lanes == _LANES and source.random() < 0.1:
        del textures[min(textures)]
    return Stores(memory, storage), buffers, textures


def _texture(source: random.Random, unit: int, target: str) -> Texture:
    """Single texels, sides of powers of two, one level for all."""
    generator = np.random.default_rng(source.randrange(1 << 30))
    width, height, depth = source.choice((1, 2, 8, 16)), source.choice((1, 2, 4, 8)), source.choice((1, 2, 4))
    shape = {
        "1D": (width,), "2D": (height, width), "3D": (depth, height, width), "CUBE": (6, width, width),
        "ARRAY1D": (depth, width), "ARRAY2D": (depth, height, width), "ARRAYCUBE": (depth, 6, width, width),
        "2DMS": (4, height, width), "ARRAY2DMS": (depth, 2, height, width),
    }[target]  # fmt: skip
    if unit >= 4:
        dtype, kind = (np.int32, "signed") if unit % 2 else (np.uint32, "unsigned")
        whole = generator.integers(-(2**31) if unit % 2 else 0, 2**31, (*shape, 4)).astype(dtype)
        return Texture(target, (whole,), "RGBA", kind, wrap_s="CLAMP_TO_EDGE", wrap_t="CLAMP_TO_EDGE")
    image = (generator.integers(-8, 9, (*shape, 4)) / 4).astype(np.float32)
    fields: dict[str, Any] = {}
    if target.endswith("MS"):
        return Texture(target, (image,))
    if not target.endswith("CUBE"):  # llvmpipe clamps to the edges of a face, whatever the wrap modes
        fields = {name: source.choice(WRAPS) for name in ("wrap_s", "wrap_t", "wrap_r")}
        fields["border_color"] = tuple(source.randint(0, 8) / 8 for _ in range(4))
    texture = Texture(target, (image,), "RGBA", min_filter="NEAREST", mag_filter="NEAREST", **fields)
    if source.random() < 0.5:
        return texture
    texture = texture.with_mipmaps()
    level = float(source.randint(0, len(texture.levels) - 1))
    return texture.with_(min_filter="NEAREST_MIPMAP_NEAREST", min_lod=level, max_lod=level)


def with_memory(results: dict[str, npt.NDArray[np.float32]], left: Any) -> Results:
    """Results, and what is left in memory as rows of four words, and how many accesses were invalid.

    ``left`` is whatever has ``memory``, ``storage`` and ``faults``.
    """
    found = {f"memory {name}": array for name, array in left.memory.items()}
    found |= {f"storage {bank}": array for bank, array in left.storage.items()}
    rows = {name: array.view(np.float32).reshape(-1, 4) for name, array in found.items()}
    faults = np.full((1, 4), left.faults, np.uint32).view(np.float32)
    return Results({**results, **rows, "faults": faults})
