"""Where a draw is seen from: camera, mirror and model matrix at a moment of the scene."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from nvrender.scene.moment.matrices import Float64Array, inverse


@dataclass(frozen=True)
class View:
    """Camera and mirror of a pass: ``reflection`` is the mirror's matrix, or the identity.

    ``size`` is that of what the pass draws into, ``planes`` the distances of the near and far planes.
    """

    frame: int
    time: float
    size: tuple[int, int]
    projection: Float64Array
    view: Float64Array
    eye: tuple[float, ...]
    reflection: Float64Array
    planes: tuple[float, float]


@dataclass(frozen=True)
class Moment:
    """A frame as all its cameras see it: pass → view, PICTURE among them, and the targets' sizes.

    ``addresses`` are the GPU addresses of the scene's buffers.
    """

    views: Mapping[str, View]
    sizes: Mapping[str, tuple[int, int]]
    addresses: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Place:
    """A draw's ``model`` matrix, mirror included, under a view."""

    view: View
    model: Float64Array

    def in_space(self, point: Float64Array, space: str) -> Float64Array:
        """A point of the world in ``space``."""
        if space == "eye":
            return np.asarray(self.view.view @ point)
        return np.asarray(inverse(self.model) @ point) if space == "object" else point.copy()

    def to_eye(self, space: str) -> Float64Array:
        """The modelview matrix that a GL command's coordinates in ``space`` go through.

        What is given in the world is mirrored with it.
        """
        if space == "eye":
            return np.eye(4)
        return np.asarray(self.view.view @ (self.model if space == "object" else self.view.reflection))
