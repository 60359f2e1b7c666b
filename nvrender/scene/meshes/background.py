"""The background of a scene as coloured vertices in clip space."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nvrender.scene.forms.passes import Background
from nvrender.scene.meshes.shapes import grid_indices

_CELLS = (64, 36)


def background(
    form: Background, size: tuple[int, int]
) -> tuple[dict[int, npt.NDArray[np.float32]], npt.NDArray[np.uint32]]:
    """Attributes 0 (clip coordinates) and 3 (colours), and indices, that fill a picture of ``size``."""
    across, along = _CELLS
    u, v = np.meshgrid(np.linspace(0.0, 1.0, across + 1), np.linspace(0.0, 1.0, along + 1), indexing="ij")
    stops = np.linspace(0.0, 1.0, len(form.colors)) if len(form.colors) > 1 else np.array([0.0])
    table = np.asarray(form.colors, np.float64)
    color = np.stack([np.interp(v, stops, table[:, channel]) for channel in range(3)], -1)
    aspect = size[0] / size[1]
    for glow in form.glows:
        distance = np.hypot((u - 0.5) * aspect - glow.at[0], v - 0.5 - glow.at[1]) / glow.radius
        color = color + np.exp(-distance * distance * 2.0)[..., None] * np.asarray(glow.color)
    points = np.stack([2 * u - 1, 2 * v - 1], -1)
    attributes = {0: points.reshape(-1, 2), 3: np.clip(color, 0.0, 1.0).reshape(-1, 3)}
    return {key: value.astype(np.float32) for key, value in attributes.items()}, grid_indices(across, along)
