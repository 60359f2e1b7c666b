"""The attributes of a frame's fragments, as their programs read them (NV_fragment_program4 2.X.3.2)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.fragments import (
    COMPONENTS,
    POINT_COORDINATE,
    POSITION,
    SAMPLE_ID,
    SAMPLE_MASK,
    filled_up,
    positioned,
)
from nvrender.gl.inputs.vertices import attributes_read
from nvrender.gl.state.state import State
from nvrender.languages.arb.fragment_bindings import FRAGMENT_ATTRIBUTES
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES
from nvrender.oracle.frame.fragments import Fragments
from nvrender.oracle.frame.vertices import NAMES
from nvrender.oracle.machine.interpolation import interpolated, moves
from nvrender.oracle.machine.layout import CENTER, PLACES, RIGHT, UP, WEIGHTS
from nvrender.oracle.raster.interpolate import Beside, Lanes
from nvrender.oracle.raster.triangles import SAMPLES, SUBPIXELS, BoolArray, Float32Array, Triangles
from nvrender.oracle.raster.window import SPRITE
from nvrender.program import Program

FACING, PRIMITIVE_ID = (FRAGMENT_ATTRIBUTES.index(name) for name in ("fragment.facing", "primitive.id"))
_COLOR_NAMES = {"color.primary": "COL0", "color.secondary": "COL1"}
#: Attribute → the varying it is; the others are made by rasterisation.
VARYINGS = {
    **{
        index: _COLOR_NAMES.get(item) or NAMES[item]
        for index, item in enumerate(name.removeprefix("fragment.") for name in FRAGMENT_ATTRIBUTES)
        if index not in (POSITION, FACING, PRIMITIVE_ID)
    },
    POINT_COORDINATE: SPRITE,
}
BACK = {"COL0": "BFC0", "COL1": "BFC1"}
_UNWRITTEN = np.array([[0.0, 0.0, 0.0, 1.0]], np.float32)
_ZEROS = np.zeros((1, 4), np.float32)


class FragmentAttributes:
    """What ``program`` reads of fragments of ``triangles``.

    ``ids`` are the numbers of the assembled primitives, ``points`` tells that they are points. Attributes
    nobody wrote are (0, 0, 0, 1) (docs/semantics.md).
    """

    def __init__(
        self,
        program: Program,
        state: State,
        triangles: Triangles,
        ids: npt.NDArray[np.int32],
        *,
        points: bool,
    ) -> None:
        self._program = program
        self._state = state
        self._triangles = triangles
        self._ids = ids
        self._points = points
        self._reads = attributes_read(program)
        self._elsewhere = interpolated(program)
        declared = {"CENTROID": set[int](), "SAMPLE": set[int]()}
        for attribute in program.attributes:
            for word in attribute.interpolation & declared.keys():
                declared[word].add(attribute.index)
        self._centroid, self._sampled = declared["CENTROID"] & self._reads, declared["SAMPLE"] & self._reads
        #: Whether each sample is a fragment of its own (NV_gpu_program5 issue 8; ARB_sample_shading).
        self.samples = bool(self._sampled) or SAMPLE_ID in self._reads

    def __call__(self, fragments: Fragments) -> dict[int, Float32Array]:
        """(N, 4) or (1, 4) words of every attribute, and of how those change that are interpolated."""
        lanes = fragments.interpolation.lanes(fragments.triangle, fragments.x, fragments.y)
        inside = _inside(fragments) if self._centroid or self._elsewhere else None
        places = dict.fromkeys(self._centroid, inside) | dict.fromkeys(self._sampled, _at_sample(fragments))
        found = {}
        with np.errstate(all="ignore"):
            for index in self._reads:
                found[index] = self._attribute(index, fragments, lanes, places.get(index))
            for index in self._elsewhere:
                # IPAC and its kin ignore CENTROID and SAMPLE (NV_gpu_program5 2.X.8).
                found[CENTER + index] = self._attribute(index, _whole(fragments), lanes, None)
                found[RIGHT + index], found[UP + index] = self._changes(index, fragments, lanes)
        if self._elsewhere:
            # The centroid of a sample run by itself is that sample (docs/semantics.md).
            found |= _places(fragments, lanes, _at_sample(fragments) or inside)
        return found

    def _attribute(
        self, index: int, fragments: Fragments, lanes: Lanes, beside: Beside | None
    ) -> Float32Array:
        if index == POSITION:
            return self._position(fragments, lanes)
        if index == FACING:
            return self._facing(fragments)
        if index == PRIMITIVE_ID:
            return self._primitive_id(fragments)
        if index in (SAMPLE_ID, SAMPLE_MASK):
            return _words(_sample_numbers(fragments) if index == SAMPLE_ID else _masks(fragments))
        if index > POINT_COORDINATE:
            return _words(_thread_numbers(FRAGMENT_5_ATTRIBUTES[index], fragments))
        return self._varying(index, fragments, lanes, beside)

    def _position(self, fragments: Fragments, lanes: Lanes) -> Float32Array:
        """Window coordinates and 1/w, at the centre or at the sample, as the program's options count them."""
        right, up = _at_sample(fragments) or (0.0, 0.0)
        corner, along_x, along_y = fragments.interpolation.depths(
            fragments.triangle, fragments.x, fragments.y
        )
        z = corner + (0.5 + right) * along_x + (0.5 + up) * along_y
        weights = lanes.weights()
        inverse_w = lanes.inverse_w() + right * weights[1] + up * weights[2]
        rows = fragments.x + 0.5 + right, fragments.y + 0.5 + up, z, inverse_w
        position = np.stack(rows, axis=1).astype(np.float32)
        source = AttributeSource("fragment.position", position, False)
        return positioned(self._program, source, len(position), self._state).rows(0, len(position))

    def _facing(self, fragments: Fragments) -> Float32Array:
        found = np.repeat(_UNWRITTEN, len(fragments), axis=0)
        found[:, 0] = np.where(self._triangles.front[fragments.triangle], 1.0, -1.0)
        return found

    def _primitive_id(self, fragments: Fragments) -> Float32Array:
        return _words(self._ids[self._triangles.owner[fragments.triangle]])

    def _varying(self, index: int, fragments: Fragments, lanes: Lanes, beside: Beside | None) -> Float32Array:
        name = VARYINGS[index]
        if name == SPRITE and not self._points:
            return _ZEROS
        value = self._interpolated(name, lanes, beside)
        if name in BACK and self._state.vertex_program_two_side:
            # OpenGL 1.5, 2.14.1: the side is chosen before rasterisation.
            front = self._triangles.front[fragments.triangle]
            value = np.where(front[:, None], value, self._interpolated(BACK[name], lanes, beside))
        if components := COMPONENTS.get(FRAGMENT_5_ATTRIBUTES[index]):
            source = AttributeSource(FRAGMENT_5_ATTRIBUTES[index], value[:, :components], False)
            value = filled_up(self._program, source).rows(0, len(value))
        return value

    def _interpolated(self, name: str, lanes: Lanes, beside: Beside | None) -> Float32Array:
        name = self._replaced(name)
        if name not in self._triangles.varyings:
            return _UNWRITTEN
        return lanes.varying(name) if beside is None else lanes.beside(name, beside)

    def _replaced(self, name: str) -> str:
        """A point's own coordinates in place of a texture coordinate (ARB_point_sprite 3.3)."""
        unit = self._state.texture_units[int(name[3:])] if name.startswith("TEX") else None
        return SPRITE if unit is not None and unit.coord_replace and self._points else name

    def _changes(self, index: int, fragments: Fragments, lanes: Lanes) -> tuple[Float32Array, Float32Array]:
        """How an attribute changes to the right and up, (N, 4) each; of its own components alone."""
        if not moves(index):
            return _ZEROS, _ZEROS
        if index == POSITION:
            _, *depth = fragments.interpolation.depths(fragments.triangle, fragments.x, fragments.y)
            weights = lanes.weights()
            flip = -1.0 if "ARB_fragment_coord_origin_upper_left" in self._program.options else 1.0
            one, zero = np.ones(len(fragments)), np.zeros(len(fragments))
            rows = (one, zero, depth[0], weights[1]), (zero, flip * one, depth[1], weights[2])
            right, up = (np.stack(row, axis=1).astype(np.float32) for row in rows)
            return right, up
        name = VARYINGS[index]
        if name == SPRITE and not self._points:
            return _ZEROS, _ZEROS
        changes = self._changing(name, lanes)
        if name in BACK and self._state.vertex_program_two_side:
            front = self._triangles.front[fragments.triangle][:, None]
            pairs = zip(changes, self._changing(BACK[name], lanes), strict=True)
            changes = tuple(np.where(front, one, other) for one, other in pairs)
        components = COMPONENTS.get(FRAGMENT_5_ATTRIBUTES[index], 4)
        right, up = (np.where(np.arange(4) < components, change, np.float32(0.0)) for change in changes)
        return right, up

    def _changing(self, name: str, lanes: Lanes) -> tuple[Float32Array, ...]:
        name = self._replaced(name)
        return lanes.changes(name) if name in self._triangles.varyings else (_ZEROS, _ZEROS)


def _words(numbers: npt.NDArray[np.int32]) -> Float32Array:
    """Whole numbers in x, zeros else."""
    found = np.zeros((len(numbers), 4), np.float32)
    found[:, 0] = numbers.view(np.float32)
    return found


def _sample_numbers(fragments: Fragments) -> npt.NDArray[np.int32]:
    if fragments.sample is None:
        return np.zeros(len(fragments), np.int32)
    return fragments.sample.astype(np.int32)


def _masks(fragments: Fragments) -> npt.NDArray[np.int32]:
    """A bit for each sample that is covered and this fragment's."""
    covered = fragments.covered
    masks = (covered << np.arange(covered.shape[1])).sum(axis=1)
    if fragments.sample is not None:
        masks &= 1 << fragments.sample
    return np.asarray(masks, np.int32)


def _thread_numbers(name: str, fragments: Fragments) -> npt.NDArray[np.int32]:
    """What NV_shader_thread_group 2.X.3.2 has of a quad's thread, in a frame of one warp."""
    item = name.removeprefix("fragment.")
    if item == "helperthread":
        covered = fragments.covered
        seen = covered.any(axis=1)
        if fragments.sample is not None:
            seen = covered[np.arange(len(fragments)), fragments.sample]
        return np.asarray(np.where(seen, 0, -1), np.int32)
    if item in ("warpid", "smid"):
        return np.zeros(len(fragments), np.int32)
    thread = (fragments.x & 1 | (fragments.y & 1) << 1).astype(np.int64)
    own, below = 1 << thread, (1 << thread) - 1
    numbers = {
        "threadid": thread, "threadeqmask": own, "threadltmask": below, "threadlemask": below | own,
        "threadgtmask": ~(below | own), "threadgemask": ~below,
    }  # fmt: skip
    return np.asarray(numbers[item], np.int32)


def _whole(fragments: Fragments) -> Fragments:
    """The same pixels, no one sample of theirs."""
    return replace(fragments, sample=None)


def _at_sample(fragments: Fragments) -> Beside | None:
    """Where each fragment's own sample lies; None where it is the centre."""
    if fragments.sample is None:
        return None
    right, up = _offsets(fragments.covered.shape[1])[fragments.sample].T
    return right, up


def _offsets(samples: int) -> npt.NDArray[np.float64]:
    """(S, 2): the samples of a pixel, from its centre."""
    return np.array(SAMPLES[samples]) / SUBPIXELS - 0.5


def _inside(fragments: Fragments) -> Beside | None:
    """Where CENTROID attributes are taken: the centre, or a sample that is covered where some are not.

    None where all centres serve: with one sample a pixel (NV_fragment_program4 2.X.3.1).
    """
    covered = fragments.covered
    if covered.shape[1] == 1:
        return None
    first = _offsets(covered.shape[1])[covered.argmax(axis=1)]
    partly: BoolArray = np.asarray(covered.any(axis=1) & ~covered.all(axis=1))
    right, up = np.where(partly[:, None], first, 0.0).T
    return right, up


def _places(fragments: Fragments, lanes: Lanes, inside: Beside | None) -> dict[int, Float32Array]:
    """1/w with its changes; where CENTROID attributes are taken, and how many samples there are."""
    places, weights = (np.zeros((len(fragments), 4), np.float32) for _ in range(2))
    weights[:, :3] = np.stack(lanes.weights(), axis=1)
    if inside is not None:
        places[:, :2] = np.stack(inside, axis=1)
    places[:, 2] = fragments.covered.shape[1]
    return {WEIGHTS: weights, PLACES: places}
