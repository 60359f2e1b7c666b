"""What a frame asks of a fragment stage: fragments in, colours and depths out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from nvrender.oracle.raster.interpolate import Interpolation
from nvrender.oracle.raster.triangles import BoolArray, Float32Array, IndexArray


@dataclass(frozen=True)
class Fragments:
    """Fragments to be coloured: the triangle and the pixel of each, (N,).

    In quads 4k…4k+3 are a 2×2 quad, x fastest, of which some may be helpers that are not drawn.
    ``covered`` (N, S) are the samples their triangles cover, ``helpers`` (N,) those that are there for their
    neighbours alone, None for none. ``sample`` (N,) is the one each is run for, None where it is for all of
    them.
    """

    interpolation: Interpolation
    triangle: IndexArray
    x: IndexArray
    y: IndexArray
    covered: BoolArray
    helpers: BoolArray | None = None
    sample: IndexArray | None = None

    def chosen(self, which: IndexArray) -> Fragments:
        """Those with the numbers ``which``."""
        triangle, x, y = (row[which] for row in (self.triangle, self.x, self.y))
        sample = None if self.sample is None else self.sample[which]
        return Fragments(self.interpolation, triangle, x, y, self.covered[which], sample=sample)

    def __len__(self) -> int:
        return len(self.triangle)


@dataclass(frozen=True)
class Shaded:
    """What becomes of fragments.

    A colour (N, 4) an output, one alone for all outputs; which are still there, None for all; their depths
    (N,), None where they are the triangles'; the samples they leave of those covered, a bit each, (N,), None
    for all. ``seconds`` are colours for blending alone, (N, 4) an output.
    """

    colors: Sequence[Float32Array]
    alive: BoolArray | None = None
    depths: Float32Array | None = None
    masks: npt.NDArray[np.uint32] | None = None
    seconds: Sequence[Float32Array] = ()


@dataclass(frozen=True)
class Needs:
    """What a fragment stage asks of the frame.

    ``discards``: it may remove fragments or samples; ``depths``: it replaces their depths; ``quads``: it
    compares a fragment with its neighbours; ``effects``: it changes more than the frame, a fragment after the
    other; ``samples``: it runs for each sample by itself; ``early``: it runs after the tests of stencil and
    depth.
    """

    discards: bool = False
    depths: bool = False
    quads: bool = False
    effects: bool = False
    samples: bool = False
    early: bool = False


class Shade(Protocol):
    """A fragment stage: colours fragments."""

    @property
    def needs(self) -> Needs: ...

    def __call__(self, fragments: Fragments) -> Shaded: ...
