"""Fragment programs as the fragment stage of a frame (ARB_fragment_program 3.11, NV_fragment_program4)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.arrays import AttributeSource
from nvrender.gl.fragments import COMPONENTS, FOG_COORDINATE, POSITION, filled_up, positioned
from nvrender.gl.inputs import attributes_read, buffer_arrays, parameter_array
from nvrender.gl.results import Results
from nvrender.gl.state import State
from nvrender.gl.texture_units import texture_units
from nvrender.gl.textures import Textures
from nvrender.isa.fragment_bindings import DEPTHS, FRAGMENT_ATTRIBUTES
from nvrender.oracle.fixed import alpha_passes
from nvrender.oracle.fragments import finished
from nvrender.oracle.frame_fragments import Fragments, Needs, Shaded
from nvrender.oracle.frame_vertices import COLORS, NAMES
from nvrender.oracle.machine import execute
from nvrender.oracle.memory_spaces import Held, spaces_of
from nvrender.oracle.quads import compares_neighbours
from nvrender.oracle.raster import SAMPLES, SUBPIXELS, BoolArray, Float32Array, Triangles
from nvrender.oracle.raster_interpolate import Beside, Lanes
from nvrender.oracle.raster_window import SPRITE
from nvrender.program import Program
from nvrender.program.memory import reaching_outside

FACING, PRIMITIVE_ID = (FRAGMENT_ATTRIBUTES.index(name) for name in ("fragment.facing", "primitive.id"))
_COLOR_NAMES = {"color.primary": "COL0", "color.secondary": "COL1"}
#: Attribute → the varying it is; the others are made by rasterisation.
VARYINGS = {
    index: _COLOR_NAMES.get(item) or NAMES[item]
    for index, item in enumerate(name.removeprefix("fragment.") for name in FRAGMENT_ATTRIBUTES)
    if index not in (POSITION, FACING, PRIMITIVE_ID)
}
_BACK = {"COL0": "BFC0", "COL1": "BFC1"}
_UNWRITTEN = np.array([[0.0, 0.0, 0.0, 1.0]], np.float32)
_NO_ID = np.zeros((1, 4), np.float32)
#: The options with which a program has a colour for each output.
_SEVERAL = frozenset({"ARB_draw_buffers", "ATI_draw_buffers"})


def program_varyings(program: Program) -> frozenset[str]:
    """The varyings ``program`` reads, on either side."""
    names = {VARYINGS[index] for index in attributes_read(program) if index in VARYINGS}
    return frozenset(names | {_BACK[name] for name in names if name in _BACK})


def interpolation_rules(program: Program | None, state: State) -> tuple[frozenset[str], frozenset[str]]:
    """The varyings that are flat, and those linear in the window (NV_fragment_program4 2.X.3.1)."""
    flat = set(COLORS) if state.flat_shading else set()
    linear = set()
    for attribute in () if program is None else program.attributes:
        name = VARYINGS.get(attribute.index, "")
        both = {name, _BACK.get(name, name)}
        if "FLAT" in attribute.interpolation:
            flat |= both
        if "NOPERSPECTIVE" in attribute.interpolation:
            linear |= both
    return frozenset(flat), frozenset(linear)


class FragmentProgram:
    """Colours fragments of ``triangles`` by ``program``; ``outputs`` colour buffers take what it writes.

    ``height`` is the window's, ``ids`` the number of each assembled primitive, ``points`` tells that they are
    points. Attributes nobody wrote are (0, 0, 0, 1) (docs/semantics.md).
    """

    def __init__(
        self,
        program: Program,
        parameters: Any,
        state: State,
        triangles: Triangles,
        textures: Textures,
        *,
        height: int,
        outputs: int,
        ids: npt.NDArray[np.int32],
        points: bool,
        memory: Held | None = None,
    ) -> None:
        self._program = program
        self._state = state.with_(window_height=height)
        self._triangles = triangles
        self._parameters = parameter_array(program, parameters, state)
        units = texture_units(program, textures)
        buffers = buffer_arrays(program, parameters)
        spaces = spaces_of(program, memory, buffers)
        self._extra: dict[str, Any] = {"buffers": buffers, "textures": units, "spaces": spaces}
        self._reads = attributes_read(program)
        self._ids = ids
        self._outputs = outputs
        self._points = points
        self._centroid = frozenset(
            attribute.index for attribute in program.attributes if "CENTROID" in attribute.interpolation
        )
        test = state.alpha_test
        self._tests_alpha = test.enabled and test.function != "ALWAYS"
        kills = any(instruction.opcode.name == "KIL" for instruction in program.instructions)
        self.needs = Needs(
            discards=kills or self._tests_alpha,
            depths=any(name in DEPTHS for name in program.results),
            quads=compares_neighbours(program, units),
            effects=reaching_outside(program) is not None,
        )

    def __call__(self, fragments: Fragments) -> Shaded:
        count = len(fragments)
        arrays = self._attributes(fragments)
        outcome = execute(
            self._program, arrays, self._parameters, count, helpers=fragments.helpers, **self._extra
        )
        outcome = finished(self._program, outcome, arrays, self._state)
        depths = next((outcome[name][:, 2] for name in outcome if name in DEPTHS), None)
        return Shaded(self._colors(outcome, count), self._alive(outcome), depths)

    def _colors(self, outcome: Results, count: int) -> list[Float32Array]:
        """The colour of each output; one that nobody writes is 0.

        Without an option for several, colour 0 goes to all (ARB_draw_buffers 3.11.3.4, 4.2.1).
        """
        nothing = np.zeros((count, 4), np.float32)
        if not _SEVERAL & set(self._program.options):
            first = _first_color(outcome)
            return [nothing if first is None else first]
        return [outcome.arrays.get(f"color[{number}]", nothing) for number in range(max(self._outputs, 1))]

    def _alive(self, outcome: Results) -> BoolArray | None:
        """Those neither killed nor removed by the alpha test, which a colour nobody writes passes."""
        if not self.needs.discards:
            return None
        alive = ~outcome["killed"]
        if self._tests_alpha:
            first = _first_color(outcome)
            if self._state.alpha_test.function == "NEVER":
                alive[:] = False
            elif first is not None:
                alive &= alpha_passes(self._state.alpha_test, first[:, 3])
        return np.asarray(alive)

    def _attributes(self, fragments: Fragments) -> dict[int, Float32Array]:
        """(N, 4) or (1, 4) words of every attribute the program reads."""
        interpolation = fragments.interpolation
        lanes = interpolation.lanes(fragments.triangle, fragments.x, fragments.y)
        beside = _inside(fragments) if self._centroid & self._reads else None
        found = {}
        with np.errstate(all="ignore"):
            for index in self._reads:
                if index == POSITION:
                    found[index] = self._position(fragments, lanes)
                elif index == FACING:
                    found[index] = self._facing(fragments)
                elif index == PRIMITIVE_ID:
                    found[index] = self._primitive_id(fragments)
                else:
                    found[index] = self._varying(index, fragments, lanes, beside)
        return found

    def _position(self, fragments: Fragments, lanes: Lanes) -> Float32Array:
        """Window coordinates and 1/w at the centre, as the program's options count them."""
        x, y = (np.add(places, 0.5, dtype=np.float64) for places in (fragments.x, fragments.y))
        corner, right, up = fragments.interpolation.depths(fragments.triangle, fragments.x, fragments.y)
        z = corner + 0.5 * right + 0.5 * up
        position = np.stack([x, y, z, lanes.inverse_w()], axis=1).astype(np.float32)
        source = AttributeSource("fragment.position", position, False)
        return positioned(self._program, source, len(position), self._state).rows(0, len(position))

    def _facing(self, fragments: Fragments) -> Float32Array:
        found = np.repeat(_UNWRITTEN, len(fragments), axis=0)
        found[:, 0] = np.where(self._triangles.front[fragments.triangle], 1.0, -1.0)
        return found

    def _primitive_id(self, fragments: Fragments) -> Float32Array:
        found = np.repeat(_NO_ID, len(fragments), axis=0)
        found[:, 0] = self._ids[self._triangles.owner[fragments.triangle]].view(np.float32)
        return found

    def _varying(self, index: int, fragments: Fragments, lanes: Lanes, beside: Beside | None) -> Float32Array:
        name = VARYINGS[index]
        value = self._interpolated(name, index, lanes, beside)
        if name in _BACK and self._state.vertex_program_two_side:
            # OpenGL 1.5, 2.14.1: the side is chosen before rasterisation.
            front = self._triangles.front[fragments.triangle]
            value = np.where(front[:, None], value, self._interpolated(_BACK[name], index, lanes, beside))
        if components := COMPONENTS.get(FRAGMENT_ATTRIBUTES[index]):
            source = AttributeSource(FRAGMENT_ATTRIBUTES[index], value[:, :components], False)
            if index == FOG_COORDINATE:
                source = filled_up(self._program, source)
            value = source.rows(0, len(value))
        return value

    def _interpolated(self, name: str, index: int, lanes: Lanes, beside: Beside | None) -> Float32Array:
        unit = self._state.texture_units[int(name[3:])] if name.startswith("TEX") else None
        if unit is not None and unit.coord_replace and self._points:
            name = SPRITE  # ARB_point_sprite 3.3
        if name not in self._triangles.varyings:
            return _UNWRITTEN
        if beside is not None and index in self._centroid:
            return lanes.beside(name, beside)
        return lanes.varying(name)


def _first_color(outcome: Results) -> Float32Array | None:
    """Colour 0, None where the program does not write it."""
    return next((outcome[name] for name in ("color[0]", "COLR", "COLH") if name in outcome), None)


def _inside(fragments: Fragments) -> Beside | None:
    """Where CENTROID attributes are taken: the centre, or a sample that is covered where some are not.

    None where all centres serve: with one sample a pixel (NV_fragment_program4 2.X.3.1).
    """
    covered = fragments.covered
    samples = covered.shape[1]
    if samples == 1:
        return None
    places = np.array(SAMPLES[samples]) / SUBPIXELS - 0.5
    first = places[covered.argmax(axis=1)]
    partly: BoolArray = np.asarray(covered.any(axis=1) & ~covered.all(axis=1))
    right, up = np.where(partly[:, None], first, 0.0).T
    return right, up
