"""Inputs of random draws: what lies where in the frame, the state around the programs, and all they reach."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender import Texture
from nvrender.gl.inputs.global_memory import Stores
from nvrender.gl.patches import INITIAL, Patch
from nvrender.gl.state import COMPARISONS, Depth, State, Stencil
from nvrender.languages.load import load
from nvrender.program import BindingKind, Program

from . import declared_inputs, memory_inputs
from .declared_inputs import DeclaredInputs, Words
from .nv5_draws import DrawSample
from .nv5_images import images_of
from .nv5_stages import AWAY, LANES, SHAPES, SIDE

_MODES = ("TRIANGLES", "TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN")
_PLACE = 8
#: How far interpolation may be off: thin triangles are steep.
_NEAR = 2.0**-10
_OPERATIONS = ("KEEP", "INCR", "DECR", "INVERT")


@dataclass(frozen=True)
class DrawInputs:
    """``attributes`` by number, (N, 4) words as floats; parameters by stage; ``states`` has one a draw."""

    attributes: Mapping[int, npt.NDArray[np.float32]]
    given: Mapping[str, DeclaredInputs]
    primitive: str
    patch: Patch
    states: tuple[State, ...]
    stores: Stores
    buffers: Mapping[int, Words]
    textures: Mapping[int, Texture]

    #: Shrinking leaves the vertices alone.
    count = 1

    def parameters(self, stage: str, program: Program) -> dict[str, Any]:
        """What ``program`` names, as nvrender.run takes it."""
        return parameters_of(self.given[stage], self.buffers, program)


def parameters_of(given: DeclaredInputs, buffers: Mapping[int, Words], program: Program) -> dict[str, Any]:
    """The parameters and buffers ``program`` names: words, of integers as such."""
    found: dict[str, Any] = {}
    for binding in program.parameters:
        if binding.kind in (BindingKind.LOCAL, BindingKind.ENVIRONMENT):
            table = given.local if binding.kind is BindingKind.LOCAL else given.environment
            whole = binding.index in declared_inputs.INTEGER_REGISTERS
            found[binding.name] = table[binding.index].view(np.int32 if whole else np.float32)
    banks = [buffer.bank for buffer in program.buffers]
    return found | {f"program.buffer[{bank}]": buffers[bank] for bank in banks}


def draw(sample: DrawSample, count: int) -> DrawInputs:
    """The inputs that go with a sample; the draw says how many vertices there are."""
    source = random.Random(f"draw {sample.family} {sample.seed}")
    patches = "evaluation" in sample.stages
    primitive = "PATCHES" if patches else source.choice(_MODES)
    places = _quads(source) if patches else _triangles(source, primitive)
    while ties(places, primitive) or (not patches and near_whole(places, primitive)):
        places = _quads(source) if patches else _triangles(source, primitive)
    given = {name: declared_inputs.draw(one, len(places)) for name, one in sample.stages.items()}
    attributes = {
        number: given["vertex"].attributes[number].view(np.float32) for number in range(1, 16) if number != 5
    }
    attributes[_PLACE] = places
    programs = [load(one.text) for one in sample.stages.values()]
    stores, buffers, textures = memory_inputs.reached(sample.family, sample.seed, programs, LANES)
    stores = Stores(stores.memory, stores.storage, images_of(sample.seed, SHAPES))
    levels = tuple(float(source.choice((1, 2, 4))) for _ in range(4))
    inner = float(source.choice((1, 2, 4)))
    states = tuple(_state(source) for _ in range(source.choice((1, 1, 2))))
    patch = Patch(4, levels, (inner, inner)) if patches else INITIAL  # type: ignore[arg-type]
    return DrawInputs(attributes, given, primitive, patch, states, stores, buffers, textures)


def _triangles(source: random.Random, primitive: str) -> npt.NDArray[np.float32]:
    """Up to four triangles, now and then in part outside, at 16ths of pixels.

    Each has a depth. Those of a strip or fan may share pixels and have one, which is 0: of another clipping
    makes others beside it (OpenGL 1.5, 2.11), and which of them is LESS nobody knows.
    """
    count = {"TRIANGLES": 3 * source.randint(1, 4)}.get(primitive, source.randint(3, 6))
    depth = source.sample(range(-7, 8), count)
    rows = []
    for vertex in range(count):
        reach = (-2, SIDE + 2) if source.random() < 0.5 else (0, SIDE)
        place = [source.randint(16 * reach[0], 16 * reach[1]) / 16 for _ in range(2)]
        height = depth[vertex // 3] / 8 if primitive == "TRIANGLES" else 0.0
        rows.append((*place, height, source.choice((0.5, 1.0, 1.0, 2.0))))
    return np.array(rows, np.float32)


def _quads(source: random.Random) -> npt.NDArray[np.float32]:
    """Up to four convex quads at eighths of pixels, each with a depth."""
    rows: list[tuple[float, ...]] = []
    for depth in source.sample(range(-7, 8), source.randint(1, 4)):
        left, bottom = source.randint(-1, SIDE - 3), source.randint(-1, SIDE - 3)
        width, height = source.randint(3, SIDE), source.randint(3, SIDE)
        for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)):
            moved = [source.randint(-6, 6) / 8 for _ in range(2)]
            rows.append((left + width * x + moved[0], bottom + height * y + moved[1], depth / 8, 1.0))
    return np.array(rows, np.float32)


def ties(places: npt.NDArray[np.float32], primitive: str) -> bool:
    """Whether an edge comes near the middle of a pixel.

    Whose that pixel is is left open, and so is where exactly clipping puts an edge (OpenGL 1.5, 2.11, 3.5.1).
    """
    points = 16 * places[:, :2].astype(np.float64) - 8
    numbers = np.arange(len(points))
    if primitive == "PATCHES":
        pairs = [(first + k, first + (k + 1) % 4) for first in numbers[::4] for k in range(4)]
    elif primitive == "TRIANGLES":
        pairs = [(first + k, first + (k + 1) % 3) for first in numbers[::3] for k in range(3)]
    else:
        pairs = [(one, other) for one in numbers for other in numbers[:one]]
    rows, columns = np.mgrid[0:SIDE, 0:SIDE] * 16
    for one, other in pairs:
        (x, y), (dx, dy) = points[one], points[other] - points[one]
        if (np.abs(dx * (rows - y) - dy * (columns - x)) <= 0.125 * np.hypot(dx, dy)).any():
            return True
    return False


def near_whole(places: npt.NDArray[np.float32], primitive: str) -> bool:
    """Whether a place that is interpolated comes near a whole number, whose FLR rounding decides.

    It is not the pixel's own where w differs, being interpolated in perspective (OpenGL 1.5, 3.5.1).
    Triangles alone, at the middle of pixels and where IPAO moves it.
    """
    rows = places.astype(np.float64)
    numbers = np.arange(len(rows))
    if primitive == "TRIANGLES":
        triangles = numbers.reshape(-1, 3)
    else:
        first = numbers[:-2] if primitive == "TRIANGLE_STRIP" else numbers[:-2] * 0
        triangles = np.stack([first, numbers[1:-1], numbers[2:]], axis=1)
    y, x = np.mgrid[0:SIDE, 0:SIDE].reshape(2, -1) + 0.5
    pixels = np.stack([x, y, np.ones_like(x)])
    for corners in rows[triangles]:
        outline = np.stack([corners[:, 0], corners[:, 1], np.ones(3)])
        if not np.linalg.det(outline):
            continue
        covered = (np.linalg.solve(outline, pixels) >= 0).all(axis=0)
        for moved in ((0.0, 0.0, 0.0), AWAY):
            shares = np.linalg.solve(outline, pixels[:, covered] + np.reshape(moved, (3, 1))) / corners[:, 3:]
            found = corners[:, :2].T @ shares / shares.sum(axis=0)
            if (np.abs(found - np.round(found)) <= _NEAR).any():
                return True
    return False


def _state(source: random.Random) -> State:
    fields: dict[str, Any] = {}
    if source.random() < 0.3:
        fields["scissor"] = tuple(source.randint(0, SIDE // 2) for _ in range(4))
    if source.random() < 0.5:
        fields["depth"] = Depth(True, source.choice(COMPARISONS), source.random() < 0.8)
    if source.random() < 0.3:
        fields["stencil"] = Stencil(
            True, source.choice(COMPARISONS), source.randint(0, 3), fail=source.choice(_OPERATIONS),
            depth_fail=source.choice(_OPERATIONS), depth_pass=source.choice(_OPERATIONS),
        )  # fmt: skip
    if source.random() < 0.2:
        fields["cull_face"] = source.choice(("FRONT", "BACK"))
    if source.random() < 0.2:
        fields["color_mask"] = tuple(source.random() < 0.6 for _ in range(4))
    if source.random() < 0.2:
        fields["vertex_program_two_side"] = True
    return State(**fields)
