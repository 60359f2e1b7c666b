"""Texture environments (OpenGL 1.5, 3.8.13, tables 3.21 to 3.23)."""

from __future__ import annotations

import numpy as np

from nvrender.gl.state.fragments import TextureUnit
from nvrender.oracle.raster.triangles import Float32Array


def environment(unit: TextureUnit, fragment: Float32Array, texel: Float32Array) -> Float32Array:
    """The colour after one unit: ``fragment`` Cf and Af, ``texel`` what the texture yields, (N, 4) each.

    ``texel`` has luminance and intensity in the colour, as lookups have. DECAL is undefined for formats
    other than RGB and RGBA: the fragment's colour is left as it is.
    """
    color, alpha = fragment[:, :3], fragment[:, 3:]
    texel_color, texel_alpha = texel[:, :3], texel[:, 3:]
    constant = np.clip(np.array(unit.color, np.float32), 0.0, 1.0)
    has_color = unit.base_format != "ALPHA"
    has_alpha = unit.base_format in ("ALPHA", "LUMINANCE_ALPHA", "INTENSITY", "RGBA")
    intensity = unit.base_format == "INTENSITY"
    if unit.mode == "DECAL":
        if unit.base_format not in ("RGB", "RGBA"):
            return fragment
        share = texel_alpha if unit.base_format == "RGBA" else np.float32(1.0)
        return _joined(color * (1 - share) + texel_color * share, alpha)
    if unit.mode == "REPLACE":
        return _joined(texel_color if has_color else color, texel_alpha if has_alpha else alpha)
    new_alpha = alpha * texel_alpha if has_alpha else alpha
    if unit.mode == "MODULATE":
        return _joined(color * texel_color if has_color else color, new_alpha)
    if unit.mode == "BLEND":
        new_color = color * (1 - texel_color) + constant[:3] * texel_color
        if intensity:
            new_alpha = alpha * (1 - texel_alpha) + constant[3:] * texel_alpha
    else:
        # ADD: sums are clamped.
        new_color = np.minimum(color + texel_color, 1.0)
        if intensity:
            new_alpha = np.minimum(alpha + texel_alpha, 1.0)
    return _joined(new_color if has_color else color, new_alpha)


def _joined(color: Float32Array, alpha: Float32Array) -> Float32Array:
    return np.concatenate([color, alpha], axis=1).astype(np.float32)
