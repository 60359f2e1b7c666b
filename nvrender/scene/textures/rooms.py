"""What a room of floor, horizon, sky and lamps looks like, by direction."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nvrender.scene.forms.textures import Room

Float64Array = npt.NDArray[np.float64]


def room(form: Room, directions: Float64Array) -> Float64Array:
    """Colours (…, 3) of unit directions (…, 3)."""
    height = directions[..., 1]
    up, down = np.sqrt(np.clip(height, 0, 1)), np.sqrt(np.clip(-height, 0, 1))
    horizon, sky, floor = (np.asarray(color) for color in (form.horizon, form.sky, form.floor))
    color = horizon + (sky - horizon) * up[..., None]
    below = horizon * 0.55 + (floor - horizon * 0.55) * down[..., None]
    edge = np.clip(height / 0.03 + 0.5, 0.0, 1.0)[..., None]
    color = below + (color - below) * edge
    for lx, ly, lz, size, brightness in form.lamps:
        toward = np.array([lx, ly, lz]) / (np.linalg.norm([lx, ly, lz]) or 1.0)
        angle = np.degrees(np.arccos(np.clip(directions @ toward, -1.0, 1.0)))
        lamp = np.clip((size - angle) / (0.35 * size + 1e-6), 0.0, 1.0)
        halo = np.exp(-((angle / (2.2 * size + 1e-6)) ** 2)) * 0.3
        color = color + brightness * (lamp * lamp * (3 - 2 * lamp) + halo)[..., None]
    return np.asarray(color)
