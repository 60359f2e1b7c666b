"""The fragments that a scene's frame shades at a pixel, and what their programs execute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from nvrender.oracle.frame.fragments import Fragments
from nvrender.oracle.frame.frame import Frame
from nvrender.oracle.frame.program import Watch
from nvrender.oracle.frame.samples import DEPTH_MAX
from nvrender.oracle.frame.scene import Stage
from nvrender.oracle.machine.quads import compares_neighbours
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.memory.changes import taken_back
from nvrender.oracle.raster.triangles import Float32Array
from nvrender.oracle.trace.programs import Step, trace
from nvrender.program import Program
from nvrender.program.memory import reaching_outside
from nvrender.scene.model import Scene
from nvrender.scene.moment.evaluate import Draw

#: Fragments of a quad.
_QUAD = 4
#: Steps of a fragment that reaches memory.
_KEPT = 4000


@dataclass(frozen=True)
class PixelFragment:
    """A fragment of ``draw`` at the pixel, whose ``program`` is traced.

    ``attributes`` are those of the fragments it runs with, ``number`` its place among them; ``depth`` is its
    triangle's there. ``drawn`` tells that the pixel's colour or depth was another behind the draw, and that
    this fragment of the draw is what is seen. ``kept`` are the steps of one that reaches
    memory, which is another later.
    """

    draw: Draw
    program: Program
    attributes: Mapping[int, Float32Array]
    resources: Resources
    number: int
    depth: float
    drawn: bool = False
    kept: tuple[Step, ...] | None = None

    def steps(self) -> Iterator[Step]:
        """Every instruction the fragment executes; where it reaches memory the first thousands."""
        if self.kept is not None:
            return iter(self.kept)
        return trace(self.program, self.attributes, self.resources, self.number)


def fragments_at(scene: Scene, frame: int, size: tuple[int, int], x: int, y: int) -> list[PixelFragment]:
    """The fragments shaded by programs at a pixel of the picture, ``x``, ``y`` from the upper left, in order.

    What the tests of depth and stencil refuse before the program runs is not among them, nor what the fixed
    function colours. The frame's other passes are drawn whole, of the picture the pixel and those beside it.
    SceneError, InputError as ``render``.
    """
    stage = _PixelStage(scene, size, x, size[1] - 1 - y)
    stage.picture(frame)
    return stage.found


class _PixelStage(Stage):
    """Draws of the picture the quad around one pixel alone, and notes its fragments."""

    def __init__(self, scene: Scene, size: tuple[int, int], x: int, y: int) -> None:
        super().__init__(scene, size, 1)
        self.found: list[PixelFragment] = []
        self._x, self._y = x, y
        self._draw_now: Draw | None = None

    def _draw(self, one: Draw, frame: Frame, watch: Watch | None = None) -> None:
        if frame is not self._frame or one.fragment is None:
            super()._draw(one, frame)
            return
        quad = (self._x & ~1, self._y & ~1, 2, 2)
        scissor = one.state.scissor
        if scissor is not None:
            left, bottom = max(quad[0], scissor[0]), max(quad[1], scissor[1])
            right = min(quad[0] + 2, scissor[0] + scissor[2])
            top = min(quad[1] + 2, scissor[1] + scissor[3])
            quad = (left, bottom, max(right - left, 0), max(top - bottom, 0))
        first, before = len(self.found), self._pixel()
        self._draw_now = one
        super()._draw(replace(one, state=one.state.with_(scissor=quad)), frame, self._note)
        if len(self.found) > first and self._pixel() != before:
            seen = self._seen(one, first)
            self.found[seen] = replace(self.found[seen], drawn=True)

    def _seen(self, one: Draw, first: int) -> int:
        """Which fragment from ``first`` on is in the frame: the last one of its depth, or the last."""
        if not (one.state.depth.enabled and one.state.depth.write):
            return len(self.found) - 1
        depth = self._pixel()[1]
        rows = range(len(self.found) - 1, first - 1, -1)
        return min(rows, key=lambda row: abs(round(self.found[row].depth * DEPTH_MAX) - depth))

    def _pixel(self) -> tuple[bytes, int]:
        place = self._y * self._size[0] + self._x
        return self._frame.colors[0][place].tobytes(), int(self._frame.depth[place])

    def _note(
        self, program: Program, fragments: Fragments, arrays: Mapping[int, Float32Array], around: Resources
    ) -> None:
        here = (fragments.x == self._x) & (fragments.y == self._y)
        if fragments.helpers is not None:
            here &= ~fragments.helpers
        corner, right, up = fragments.interpolation.depths(fragments.triangle, fragments.x, fragments.y)
        depths = corner + 0.5 * right + 0.5 * up
        for number in np.flatnonzero(here).tolist():
            beside = _QUAD if compares_neighbours(program) else 1
            first = number & -beside
            rows = slice(first, min(first + beside, len(fragments)))
            cut = {index: array if len(array) == 1 else array[rows].copy() for index, array in arrays.items()}
            assert self._draw_now is not None
            found = PixelFragment(self._draw_now, program, cut, around, number - first, float(depths[number]))
            if reaching_outside(program) is not None:
                with taken_back(around.reached):
                    found = replace(found, kept=tuple(islice(found.steps(), _KEPT)))
            self.found.append(found)
