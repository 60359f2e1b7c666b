"""Inputs of random fragment programs: quads of fragments, fog, and textures for the units a program reads."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from nvrender import Texture
from nvrender.gl.state import COMPARISONS, Fog, State
from nvrender.gl.textures.formats import BASE_FORMATS, DEPTH_MODES, RECT_WRAPS, WRAPS
from nvrender.languages.arb.fragment_bindings import FRAGMENT_ATTRIBUTES
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES
from nvrender.languages.load import load
from nvrender.program import Instruction

from . import declared_inputs
from .arbfp import AUTOMATIC, FILTER_PLACES, FIRST_FILTERED, RECT_PLACES, TEXEL_PLACES
from .declared import DeclaredSample
from .declared_inputs import DeclaredInputs, Words
from .nvfp4 import INTEGERS

_FIRST_COORDINATES = FRAGMENT_ATTRIBUTES.index("fragment.texcoord[0]")
_FIRST_GENERIC = FRAGMENT_ATTRIBUTES.index("fragment.attrib[0]")
POSITION = FRAGMENT_ATTRIBUTES.index("fragment.position")
_FACING = FRAGMENT_ATTRIBUTES.index("fragment.facing")
NUMBER = FRAGMENT_ATTRIBUTES.index("primitive.id")
_FOG_COORDINATE = FRAGMENT_ATTRIBUTES.index("fragment.fogcoord")
#: In these llvmpipe blends the border in where a coordinate is 0, and NV_gpu_program4 Table X.19 does not.
_BORDER_AT_0 = ("MIRROR_CLAMP", "MIRROR_CLAMP_TO_BORDER")
_LOOPS = 8


@dataclass(frozen=True)
class FragmentInputs(DeclaredInputs):
    """Attributes by their numbers as fragment attributes; what the units hold; the fog."""

    textures: dict[int, Texture]
    state: State

    def vertices(self, chosen: list[int]) -> DeclaredInputs:
        """The quads of some fragments."""
        quads = sorted({place // 4 for place in chosen})
        return super().vertices([4 * quad + corner for quad in quads for corner in range(4)])


def draw(sample: DeclaredSample, count: int, *, textured: bool = True) -> FragmentInputs:
    """The inputs that go with a sample, for ``count`` fragments, a multiple of 4; without textures if not
    ``textured``.
    """
    plain = declared_inputs.draw(sample, count)
    source = random.Random(f"fragments {sample.family} {sample.seed}")
    attributes = {index: words for index, words in plain.attributes.items() if index < 14}
    attributes[POSITION][:, 2] &= 0x7FFFFFFF  # the depth, where no instruction writes one
    for number in range(16):
        attributes[_FIRST_GENERIC + number] = plain.attributes[number]
    if declared_inputs.has_types(sample):
        attributes |= _identities(source, count)
    if sample.family == "nvfp5":
        attributes |= _quads(source, count)
    for number, table in _places(source, count).items():
        attributes[_FIRST_COORDINATES + number] = table.astype(np.float32).view(np.uint32)
    fogged = np.array([[abs(source.uniform(0, 4)), 0, 0, 1] for _ in range(count)], np.float32)
    attributes[_FOG_COORDINATE] = fogged.view(np.uint32)
    local = plain.local.copy()
    loops = (source.randint(0, 4), source.randint(0, 2), source.randint(0, 2), 0)
    local[_LOOPS] = np.array(loops, np.float32).view(np.uint32)
    fog = Fog(
        density=source.choice((0.25, 1.0)), start=0.5, end=source.choice((2.0, 3.5)),
        color=(0.25, source.uniform(0, 1), 1.5, -0.5),
    )  # fmt: skip
    accesses = {row.texture.unit: row for row in load(sample.text).instructions if row.texture and textured}
    textures = {
        unit: _texture(random.Random(f"{sample.seed} {unit}"), unit, row, sample)
        for unit, row in accesses.items()
        if row.texture is not None
    }
    if textures and source.random() < 0.1:
        del textures[min(textures)]
    return FragmentInputs(
        attributes, local, plain.environment, sample.seed, textures, State(fog=fog)
    )  # fmt: skip


def _identities(source: random.Random, count: int) -> dict[int, Words]:
    """Floats where integers were drawn: colours and coordinates; which side, and numbers of primitives."""
    found = {}
    for index in (1, 2, *range(_FIRST_COORDINATES, _FIRST_COORDINATES + 5)):
        numbers = [[source.randint(-16, 16) / 4 for _ in range(4)] for _ in range(count)]
        found[index] = np.array(numbers, np.float32).view(np.uint32)
    facing = np.array([[source.choice((-1.0, 1.0)), 0, 0, 1] for _ in range(count)], np.float32)
    numbers = np.array([[source.randint(0, 99), 0, 0, 0] for _ in range(count)], np.uint32)
    return found | {_FACING: facing.view(np.uint32), NUMBER: numbers}


def _quads(source: random.Random, count: int) -> dict[int, Words]:
    """What generation 5 tells fragments: the thread of their quad, their samples, their place in a point."""
    threads, masks = (np.zeros((count, 4), np.uint32) for _ in range(2))
    threads[:, 0] = np.arange(count) % 4
    masks[:, 0] = [source.randint(1, 15) for _ in range(count)]
    tables = [[source.randint(0, 16) / 16, source.randint(0, 16) / 16, 0, 1] for _ in range(count)]
    places = np.array(tables, np.float32).view(np.uint32)
    names = ("fragment.threadid", "fragment.samplemask", "fragment.pointcoord")
    return dict(zip(map(FRAGMENT_5_ATTRIBUTES.index, names), (threads, masks, places), strict=True))


def _places(source: random.Random, count: int) -> dict[int, np.ndarray]:  # type: ignore[type-arg]
    """Coordinate set → coordinates: odd 64ths and odd quarters, which no texel's edge is, and slopes."""
    generator = np.random.default_rng(source.randrange(1 << 30))
    texels = (2 * generator.integers(-40, 80, (count, 4)) + 1) / 64.0
    for _ in range(9):  # no direction is at the edge of a cube's face
        for one, other in ((0, 1), (0, 2), (1, 2)):
            texels[np.abs(texels[:, one]) == np.abs(texels[:, other]), other] += 1 / 32.0
    texels[:, 3] = generator.choice([0.5, 1.0, 2.0], count)
    edges = (2 * generator.integers(-10, 40, (count, 4)) + 1) / 4.0
    edges[:, 2] = texels[:, 2]
    edges[:, 3] = generator.choice([0.5, 1.0, 2.0], count)
    quads = count // 4
    middle = generator.uniform(-1.0, 2.0, (quads, 1, 4))
    # Along one axis and by powers of two, whose logarithms llvmpipe has right (others to 1/12 only).
    slopes = np.zeros((2, quads, 1, 4))
    along, axis = generator.integers(0, 2, quads), generator.integers(0, 3, quads)
    steps = generator.choice([-1.0, 1.0], quads) * 2.0 ** generator.integers(-6, 1, quads)
    slopes[along, np.arange(quads), 0, axis] = steps
    corners = np.arange(4)
    smooth = middle + slopes[0] * (corners % 2)[:, None] + slopes[1] * (corners // 2)[:, None]
    smooth[..., 3] = generator.choice([1.0, 2.0], (quads, 1))
    smooth = smooth.reshape(-1, 4)
    return {TEXEL_PLACES: texels, RECT_PLACES: edges, FILTER_PLACES: smooth}


def _texture(source: random.Random, unit: int, instruction: Instruction, sample: DeclaredSample) -> Texture:
    """A texture for an access; of units that do not filter, with single texels and sides of powers of two."""
    assert instruction.texture is not None
    target = instruction.texture.target
    kind = target.removeprefix("SHADOW")
    compares = kind != target
    filters = unit >= FIRST_FILTERED
    generator = np.random.default_rng(source.randrange(1 << 30))
    sides = (1, 2, 4, 8, 16, 5, 6) if filters and unit not in AUTOMATIC else (1, 2, 4, 8, 16)
    width, height, depth = source.choice(sides), source.choice(sides), source.choice((1, 2, 4))
    shape = {
        "1D": (width,), "2D": (height, width), "3D": (depth, min(height, 8), min(width, 8)),
        "CUBE": (6, width, width), "RECT": (height, width),
        "ARRAY1D": (depth, width), "ARRAY2D": (depth, height, width),
    }[kind]  # fmt: skip
    base_format = "DEPTH" if compares or (kind in ("1D", "2D", "RECT") and source.random() < 0.1) else ""
    base_format = base_format or source.choice([name for name in BASE_FORMATS if name != "DEPTH"])
    size = (*shape, BASE_FORMATS[base_format])
    if declared_inputs.has_types(sample) and unit in INTEGERS:
        dtype, signed = (np.int32, "signed") if unit % 2 else (np.uint32, "unsigned")
        whole = generator.integers(0 if unit % 2 == 0 else -(2**31), 2**31, (*shape, 4)).astype(dtype)
        return Texture(kind, (whole,), "RGBA", signed, wrap_s="CLAMP_TO_EDGE", wrap_t="CLAMP_TO_EDGE")
    fields: dict[str, Any] = {"wrap_s": "CLAMP_TO_EDGE", "wrap_t": "CLAMP_TO_EDGE", "wrap_r": "CLAMP_TO_EDGE"}
    if base_format == "DEPTH":
        image = (generator.integers(0, 32, size) * 2 + 1) / np.float32(64)
        fields["compare_function"] = source.choice(COMPARISONS)
        fields["depth_mode"] = source.choice(DEPTH_MODES)
    elif filters and source.random() < 0.3:
        image = generator.integers(0, 256, size).astype(np.uint8)
    else:
        image = generator.integers(-8, 9, size) / np.float32(4)
    if kind != "CUBE":  # llvmpipe clamps to the edges of a face, whatever the wrap modes
        wraps = RECT_WRAPS if kind == "RECT" else WRAPS
        left = _BORDER_AT_0 if filters and sample.defined else ()
        wraps = tuple(wrap for wrap in wraps if wrap not in left)
        fields |= {name: source.choice(wraps) for name in ("wrap_s", "wrap_t", "wrap_r")}
    # A driver's references are not kept in 0 to 1 where depths are floats: none compares with 0 or 1.
    edge = int(compares and sample.defined)
    fields["border_color"] = tuple(source.randint(edge, 8 - edge) / 8 for _ in range(4))
    filter = source.choice(("NEAREST", "LINEAR")) if filters and not compares else "NEAREST"
    texture = Texture(
        kind, (image.astype(image.dtype if image.dtype == np.uint8 else np.float32),), base_format,
        min_filter=filter, mag_filter=filter, **fields,
    )  # fmt: skip
    if kind == "RECT" or base_format == "DEPTH" or source.random() < 0.5:
        return texture
    return _mipmapped(source, texture, unit in AUTOMATIC)


def _mipmapped(source: random.Random, texture: Texture, automatic: bool) -> Texture:
    """With levels: the same for all fragments, or what their coordinates ask for."""
    texture = texture.with_mipmaps()
    last = len(texture.levels) - 1
    if texture.mag_filter == "LINEAR":
        texture = texture.with_(min_filter=f"LINEAR_MIPMAP_{source.choice(('NEAREST', 'LINEAR'))}")
    texture = texture.with_(base_level=min(source.choice((0, 0, 1)), last))
    if automatic and texture.target != "CUBE":
        return texture.with_(lod_bias=source.choice((0.0, 0.0, 0.25, -0.25, 1.0)))
    between = source.choice((0.0, 0.25)) if "MIPMAP_LINEAR" in texture.min_filter else 0.0
    level = source.randint(0, last) + between
    return texture.with_(min_lod=float(level), max_lod=float(level))
