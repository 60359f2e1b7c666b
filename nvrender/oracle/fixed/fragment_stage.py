"""The fixed-function fragment stage: texture environments, colour sum, fog and alpha test.

OpenGL 1.5, 3.8 to 3.10 and 4.1.4.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nvrender.gl.state.fragments import AlphaTest, Fog, TextureUnit
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Texture
from nvrender.oracle.fixed.combine import Sources, combined, environment
from nvrender.oracle.frame.fragments import Fragments, Needs, Shaded
from nvrender.oracle.frame.stencil import passes
from nvrender.oracle.raster.triangles import BoolArray, Float32Array, Triangles
from nvrender.oracle.raster.window import SPRITE
from nvrender.oracle.texture.access import Lookup, sample
from nvrender.oracle.texture.detail import detail_matters
from nvrender.program import TextureAccess

_UNWRITTEN = np.array([0.0, 0.0, 0.0, 1.0], np.float32)


def fixed_varyings(state: State) -> frozenset[str]:
    """The varyings the fixed function may read."""
    units = (f"TEX{number}" for number, unit in enumerate(state.texture_units) if unit.enabled)
    return frozenset({"COL0", "COL1", "BFC0", "BFC1", "FOGC", *units})


class FixedFunction:
    """Colours fragments of ``triangles`` as ``state`` says.

    Its ``color_sum`` and ``vertex_program_two_side`` are those that count after the stages before, whatever
    they are. ``textures`` are those of the enabled units. Varyings nobody wrote are (0, 0, 0, 1).
    """

    def __init__(
        self, state: State, triangles: Triangles, textures: Mapping[int, Texture], *, points: bool
    ) -> None:
        self._state = state
        self._triangles = triangles
        self._textures = textures
        self._points = points
        test = state.alpha_test
        self.needs = Needs(discards=test.enabled and test.function != "ALWAYS")

    def __call__(self, fragments: Fragments) -> Shaded:
        with np.errstate(all="ignore"):
            color = self._color(fragments)
            return Shaded((color,), self._alive(color))

    def _color(self, fragments: Fragments) -> Float32Array:
        state, written = self._state, self._triangles.varyings
        values = _Values(fragments, self._triangles)
        color = self._selected(values, "0")
        color = self._textured(color, values)
        summed = "COL1" in written or (state.vertex_program_two_side and "BFC1" in written)
        if summed and state.color_sum:
            # The second colour's alpha counts as 0 (3.9, NV_vertex_program 3.9).
            color = color.copy()
            color[:, :3] = np.minimum(color[:, :3] + self._selected(values, "1")[:, :3], 1.0)
        if state.fog.enabled and "FOGC" in written:
            color = fogged(state.fog, color, values.center("FOGC")[:, 0])
        return color

    def _textured(self, color: Float32Array, values: _Values) -> Float32Array:
        """After the environments of the units, one after the other (3.8.13, 3.8.15)."""
        # Incomplete textures disable their units (OpenGL 1.5, 3.8.10).
        units = {
            number: unit
            for number, unit in enumerate(self._state.texture_units)
            if unit.enabled and self._textures[number].complete
        }
        texels = {}
        for number, unit in units.items():
            name = SPRITE if unit.coord_replace and self._points else f"TEX{number}"
            texels[number] = self._texel(number, unit, name, values)
        primary = color
        for number, unit in units.items():
            if unit.mode == "COMBINE":
                constant = np.clip(np.array(unit.color, np.float32), 0.0, 1.0)
                color = combined(unit.combine, Sources(number, texels, constant, primary, color))
            else:
                color = environment(unit, color, texels[number])
        return color

    def _texel(self, number: int, unit: TextureUnit, name: str, values: _Values) -> Float32Array:
        """(N, 4) looked up at the coordinates ``name``, divided by q."""
        place = projected(values.center(name))
        texture = self._textures[number]
        slopes = values.gradients(name) if detail_matters(texture) else None
        derivatives = None if slopes is None else (slopes[0].T, slopes[1].T)
        access = TextureAccess(number, unit.target)
        return np.ascontiguousarray(sample(Lookup(texture, access, place.T, derivatives=derivatives)).T)

    def _selected(self, values: _Values, digit: str) -> Float32Array:
        """The colour of the face that is seen (OpenGL 1.5, 2.14.1)."""
        front = values.center(f"COL{digit}")
        if not self._state.vertex_program_two_side:
            return front
        seen = self._triangles.front[values.fragments.triangle]
        return np.where(seen[:, None], front, values.center(f"BFC{digit}"))

    def _alive(self, color: Float32Array) -> BoolArray | None:
        return alpha_passes(self._state.alpha_test, color[:, 3]) if self.needs.discards else None


class _Values:
    """Varyings at the centres of fragments."""

    def __init__(self, fragments: Fragments, triangles: Triangles) -> None:
        self.fragments = fragments
        self._triangles = triangles
        self._lanes = fragments.interpolation.lanes(fragments.triangle, fragments.x, fragments.y)
        self._quads: _Quads | None = None

    def center(self, name: str) -> Float32Array:
        if name not in self._triangles.varyings:
            return np.repeat(_UNWRITTEN[None], len(self.fragments), axis=0)
        return self._lanes.varying(name)

    def gradients(self, name: str) -> tuple[Float32Array, Float32Array] | None:
        """How much the divided coordinates change to the right and upwards, one value for each 2×2 quad."""
        if name not in self._triangles.varyings:
            return None
        if self._quads is None:
            self._quads = _Quads(self.fragments)
        return self._quads.gradients(name)


class _Quads:
    """The 2×2 quads of fragments, those of one quad beside each other."""

    def __init__(self, fragments: Fragments) -> None:
        triangle, x, y = fragments.triangle, fragments.x & ~1, fragments.y & ~1
        begins = np.ones(len(triangle), np.bool_)
        begins[1:] = (triangle[1:] != triangle[:-1]) | (x[1:] != x[:-1]) | (y[1:] != y[:-1])
        first = np.flatnonzero(begins)
        self._quad = np.cumsum(begins) - 1
        self._lanes = fragments.interpolation.lanes(triangle[first], x[first], y[first])
        zero = np.zeros(len(first))
        self._shares = [self._lanes.shares(place) for place in ((zero + 1, zero), (zero, zero + 1))]

    def gradients(self, name: str) -> tuple[Float32Array, Float32Array]:
        """(N, 4) each, of each fragment."""
        corner = projected(self._lanes.varying(name))
        right, above = (projected(self._lanes.varying(name, shares)) for shares in self._shares)
        right, above = right - corner, above - corner
        return right.take(self._quad, axis=0), above.take(self._quad, axis=0)


def projected(coordinates: Float32Array) -> Float32Array:
    """s, t and r divided by q (OpenGL 1.5, 3.8.7)."""
    if (coordinates[:, 3] == 1.0).all():
        return coordinates
    divided = coordinates.copy()
    divided[:, :3] /= coordinates[:, 3:]
    return np.asarray(divided)


def fogged(fog: Fog, color: Float32Array, coordinate: Float32Array) -> Float32Array:
    """OpenGL 1.5, 3.10, equations 3.24 to 3.26; (N, 4), alpha as it was."""
    if fog.mode == "LINEAR":
        # Where start is end: full before the distance, none from it on (docs/semantics.md).
        span = fog.end - fog.start
        factor = (fog.end - coordinate) / span if span else np.where(coordinate < fog.end, 1.0, 0.0)
    else:
        factor = np.exp(-((fog.density * coordinate.astype(np.float64)) ** (2 if fog.mode == "EXP2" else 1)))
    factor = np.clip(factor, 0.0, 1.0)[:, None]
    mixed = color.copy()
    mixed[:, :3] = factor * color[:, :3] + (1.0 - factor) * np.clip(fog.color[:3], 0.0, 1.0)
    return np.asarray(mixed)


def alpha_passes(test: AlphaTest, alpha: Float32Array) -> BoolArray:
    """OpenGL 1.5, 4.1.4; alpha and reference are fixed point of eight bits (2.14.9)."""
    reference = np.floor(min(max(test.reference, 0.0), 1.0) * 255.0 + 0.5)
    rounded = np.floor(np.clip(alpha, 0.0, 1.0) * np.float32(255.0) + np.float32(0.5))
    return passes(test.function, rounded, reference)
