"""GL state that shows what a program reads of it: no two numbers alike, no matrix its own transpose."""

from __future__ import annotations

import numpy as np

from nvrender.gl.inputs.fragments import fog_mode
from nvrender.gl.state.fragments import Fog, TextureUnit
from nvrender.gl.state.lighting import Light, LightModel, Material, TextureGeneration, Vector3, Vector4
from nvrender.gl.state.matrices import Matrix
from nvrender.gl.state.state import (
    CLIP_PLANES,
    LIGHTS,
    TEXTURE_UNITS,
    TRACKING_MATRICES,
    Point,
    State,
)
from nvrender.program import BindingKind, Program

_GIVEN = frozenset({BindingKind.ENVIRONMENT, BindingKind.LOCAL, BindingKind.CONSTANT, BindingKind.NAMED})


def sample_state(program: Program, *, seed: int = 0) -> State:
    """State for ``program``: GL's defaults where it reads none.

    Matrices, lights, materials, texture generation and environments, fog, clip planes and points, for the
    bindings of ``state.``, position-invariant programs and fog options. Matrices are far from singular.
    """
    reads = any(binding.kind not in _GIVEN for binding in program.parameters)
    if not (reads or program.position_invariant or fog_mode(program)):
        return State()
    return _Draw(seed).state()


class _Draw:
    """What is drawn from a seed, one thing after the other; another sequence than that of inputs."""

    def __init__(self, seed: int) -> None:
        self._generator = np.random.default_rng((seed, 1))

    def number(self, least: float, most: float) -> float:
        """A number that float32 holds."""
        return float(np.float32(self._generator.uniform(least, most)))

    def three(self, least: float = -2.0, most: float = 2.0) -> Vector3:
        return self.number(least, most), self.number(least, most), self.number(least, most)

    def four(self, least: float = -2.0, most: float = 2.0) -> Vector4:
        return *self.three(least, most), self.number(least, most)

    def color(self) -> Vector4:
        return self.four(0.0, 1.0)

    def matrix(self) -> Matrix:
        """Its diagonal outweighs the rest of every row."""
        rows = []
        for row in range(4):
            numbers = list(self.four(-0.5, 0.5))
            numbers[row] = self.number(1.75, 2.25)
            rows.append((numbers[0], numbers[1], numbers[2], numbers[3]))
        return rows[0], rows[1], rows[2], rows[3]

    def light(self, w: float) -> Light:
        return Light(
            ambient=self.color(), diffuse=self.color(), specular=self.color(), position=(*self.three(), w),
            spot_direction=self.three(), spot_exponent=self.number(0.5, 8.0),
            spot_cutoff=self.number(10.0, 80.0), attenuation=self.three(0.25, 1.0),
        )  # fmt: skip

    def material(self) -> Material:
        return Material(
            ambient=self.color(), diffuse=self.color(), specular=self.color(), emission=self.color(),
            shininess=self.number(1.0, 16.0),
        )  # fmt: skip

    def planes(self) -> tuple[Vector4, Vector4, Vector4, Vector4]:
        return self.four(), self.four(), self.four(), self.four()

    def point(self) -> Point:
        sizes = self.number(0.25, 1.0), self.number(8.0, 32.0)
        return Point(*sizes, self.number(1.0, 4.0), self.three(0.25, 1.0))

    def state(self) -> State:
        """Everything bindings reach."""
        return State(
            modelview=self.matrix(),
            projection=self.matrix(),
            texture=tuple(self.matrix() for _ in range(TEXTURE_UNITS)),
            program=tuple(self.matrix() for _ in range(TRACKING_MATRICES)),
            # In turns near and infinitely far: drivers take a negative w for a positive one.
            lights=tuple(self.light(number % 2 * self.number(0.5, 2.0)) for number in range(LIGHTS)),
            light_model=LightModel(ambient=self.color()),
            material=self.material(),
            back_material=self.material(),
            texture_generation=tuple(
                TextureGeneration(eye=self.planes(), object=self.planes()) for _ in range(TEXTURE_UNITS)
            ),
            texture_units=tuple(TextureUnit(color=self.color()) for _ in range(TEXTURE_UNITS)),
            fog=Fog(
                density=self.number(0.25, 1.0), start=self.number(-1.0, 0.0), end=self.number(1.0, 2.0),
                color=self.color(),
            ),
            clip_plane_equations=tuple(self.four() for _ in range(CLIP_PLANES)),
            point_size=self.number(1.0, 8.0),
            point=self.point(),
            depth_range=(self.number(0.0, 0.25), self.number(0.75, 1.0)),
        )  # fmt: skip
