"""What textures are made of: targets, formats, wrap modes and filters (OpenGL 1.5, 3.8)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.ops.texture_targets import MULTISAMPLE

#: Target → axes of an image before its components, as numpy orders them: L layers, F faces, S samples, D H W
#: texels.
TARGET_AXES = {
    "1D": "W", "2D": "HW", "3D": "DHW", "CUBE": "FHW", "RECT": "HW", "ARRAY1D": "LW", "ARRAY2D": "LHW",
    "BUFFER": "W", "ARRAYCUBE": "LFHW", "2DMS": "SHW", "ARRAY2DMS": "LSHW",
}  # fmt: skip
#: Targets of one level.
SINGLE = ("RECT", "BUFFER", *MULTISAMPLE)
#: Base format → components of an image (OpenGL 1.5, table 3.15).
BASE_FORMATS = {
    "ALPHA": 1, "LUMINANCE": 1, "LUMINANCE_ALPHA": 2, "INTENSITY": 1, "RGB": 3, "RGBA": 4, "DEPTH": 1,
}  # fmt: skip
#: Kind of texel → the dtypes images of it may have. Unsigned integers of kind float stand for 0 to 1.
KINDS: dict[str, tuple[type[np.generic], ...]] = {
    "float": (np.uint8, np.uint16, np.float16, np.float32),
    "signed": (np.int8, np.int16, np.int32),
    "unsigned": (np.uint8, np.uint16, np.uint32),
}
WRAPS = (
    "REPEAT", "MIRRORED_REPEAT", "CLAMP", "CLAMP_TO_EDGE", "CLAMP_TO_BORDER",
    "MIRROR_CLAMP", "MIRROR_CLAMP_TO_EDGE", "MIRROR_CLAMP_TO_BORDER",
)  # fmt: skip
RECT_WRAPS = ("CLAMP", "CLAMP_TO_EDGE", "CLAMP_TO_BORDER")
MAG_FILTERS = ("NEAREST", "LINEAR")
MIN_FILTERS = (
    *MAG_FILTERS,
    "NEAREST_MIPMAP_NEAREST", "LINEAR_MIPMAP_NEAREST", "NEAREST_MIPMAP_LINEAR", "LINEAR_MIPMAP_LINEAR",
)  # fmt: skip
DEPTH_MODES = ("LUMINANCE", "INTENSITY", "ALPHA")
SRGB_FORMATS = ("LUMINANCE", "LUMINANCE_ALPHA", "RGB", "RGBA")
BUFFER_FORMATS = ("ALPHA", "LUMINANCE", "LUMINANCE_ALPHA", "INTENSITY", "RGBA")
#: Base format of an image by its components, where none is given.
DEFAULT_FORMATS = {1: "LUMINANCE", 2: "LUMINANCE_ALPHA", 3: "RGB", 4: "RGBA"}

Image = npt.NDArray[Any]
