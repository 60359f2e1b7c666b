"""The same draws on the GPU and on the oracle, for tests of what both must do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
from drawing import SQUARE

from nvrender.gl.state import Depth, PolygonOffset, State
from nvrender.gl.textures.texture import Texture
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame
from nvrender.program import Program

SIDES = ("gpu", "oracle")


@dataclass(frozen=True)
class Drawn:
    """One draw: ``attributes`` by number, of the whole frame's square if they have no positions."""

    state: State
    attributes: Mapping[int, Any]
    primitive: str = "QUADS"
    program: Program | None = None
    textures: Mapping[int, Texture] | None = None
    fragment: Program | None = None
    geometry: Program | None = None

    def arrays(self) -> dict[int, npt.NDArray[np.float32]]:
        square = {} if 0 in self.attributes else {0: SQUARE}
        return {
            number: np.array(values, np.float32) for number, values in (square | {**self.attributes}).items()
        }


def constant(*vector: float, count: int = 4) -> list[tuple[float, ...]]:
    """An attribute that is the same at each corner."""
    return [vector] * count


def picture_of(
    side: str,
    context: moderngl.Context,
    draws: Sequence[Drawn],
    *,
    size: tuple[int, int] = (4, 4),
    clear: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0),
    depth: float = 1.0,
    stencil: int = 0,
    samples: int = 0,
) -> npt.NDArray[np.uint8]:
    """(H, W, 4), top row first, after all ``draws``."""
    if side == "oracle":
        frame = Frame(size, max(samples, 1))
        frame.clear(clear, depth, stencil)
        for one in draws:
            stages = Stages(one.program, geometry=one.geometry, fragment=one.fragment)
            primitives = Primitives(one.primitive, one.arrays())
            draw(frame, stages, primitives, one.state, one.textures or {})
        return frame.picture()
    with ExitStack() as stack:
        target = stack.enter_context(Target(context, size, samples))
        target.clear(clear, depth, stencil)
        for one in draws:
            programs, state = (one.program, one.fragment), alike(one.state, context)
            pipeline = Pipeline(context, *programs, geometry=one.geometry, state=state)
            stack.enter_context(pipeline)
            mesh = stack.enter_context(Mesh(context, one.arrays(), primitive=one.primitive))
            pipeline.draw(mesh, target, one.textures)
        return target.read()


def alike(state: State, context: moderngl.Context) -> State:
    """With as many units of polygon offset as move by what those of ``state`` are on the oracle."""
    offset = state.polygon_offset
    if not offset.enabled or not offset.units:
        return state
    return state.with_(
        polygon_offset=PolygonOffset(True, offset.factor, offset.units * 2.0**-23 / resolvable(context))
    )


@cache
def resolvable(context: moderngl.Context) -> float:
    """r of polygon offset, which is the implementation's (OpenGL 1.5, 3.5.5)."""
    units, least, most = 2.0**20, 0.0, 0.5
    state = State(depth=Depth(True), polygon_offset=PolygonOffset(True, 0.0, units))
    mesh = {0: SQUARE, 3: constant(1.0, 1.0, 1.0, 1.0)}
    with ExitStack() as stack:
        target = stack.enter_context(Target(context, (1, 1)))
        pipeline = stack.enter_context(Pipeline(context, None, None, state=state))
        drawn = stack.enter_context(Mesh(context, mesh, primitive="QUADS"))
        for _ in range(24):
            middle = (least + most) / 2
            target.clear((0.0, 0.0, 0.0, 0.0), 0.5 + middle)
            pipeline.draw(drawn, target)
            least, most = (least, middle) if target.read().any() else (middle, most)
    return most / units


def color_of(side: str, context: moderngl.Context, *draws: Drawn, **options: Any) -> npt.NDArray[np.float64]:
    """The one colour of the frame, 0 to 1; interpolation may round it one way or the other."""
    image = picture_of(side, context, draws, **options)
    assert np.ptp(image, axis=(0, 1)).max() <= 1, f"the frame has more than one colour: {image.tolist()}"
    return np.asarray(image[0, 0] / 255.0)
