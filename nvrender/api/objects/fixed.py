"""What capabilities, fixed functions and matrices are set to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from nvrender.api import enums
from nvrender.gl.patches import INITIAL as PATCH
from nvrender.gl.patches import Patch
from nvrender.gl.state.state import TEXTURE_UNITS, Box, State
from nvrender.oracle.raster.position import RasterVertex

#: The raster position at first (OpenGL 1.5, table 6.5).
RASTER = RasterVertex(
    (0.0, 0.0, 0.0, 1.0),
    (1.0, 1.0, 1.0, 1.0),
    (0.0, 0.0, 0.0, 1.0),
    0.0,
    ((0.0, 0.0, 0.0, 1.0),) * TEXTURE_UNITS,
)


@dataclass(slots=True)
class FixedState:
    """The State that is drawn with, and what becomes part of it at draws."""

    #: Left, bottom, width and height.
    viewport: Box
    scissor_box: Box
    state: State = field(default_factory=State)
    enabled: frozenset[int] = frozenset({enums.DITHER, enums.MULTISAMPLE})
    patch: Patch = PATCH
    cull_mode: str = "BACK"
    #: Of the front and the back of polygons.
    polygon_modes: tuple[int, int] = (enums.FILL, enums.FILL)
    #: How often each bit of the pattern counts, and the pattern.
    line_stipple: tuple[int, int] = (1, 0xFFFF)
    logic_operation: str = "COPY"
    hints: dict[int, int] = field(default_factory=dict)
    #: What SampleCoverage and SampleMaskIndexedNV set.
    sample_coverage: tuple[float, bool] = (1.0, False)
    sample_masks: tuple[int, ...] = (0xFFFFFFFF,)
    #: (texture unit, coordinate) → mode, also where it is not enabled.
    generation_modes: dict[tuple[int, int], str] = field(default_factory=dict)
    #: What ClampColor set.
    clamp_vertex_color: int = enums.TRUE
    clamp_fragment_color: int = enums.FIXED_ONLY_ARB
    clamp_read_color: int = enums.FIXED_ONLY_ARB
    matrix_mode: int = enums.MODELVIEW
    #: What lies below the top of each matrix stack, by the matrix's name in gl.inputs.params.
    matrix_stacks: dict[str, tuple[Any, ...]] = field(default_factory=dict)


@dataclass(slots=True)
class RasterState:
    """The current raster position."""

    vertex: RasterVertex = RASTER
    valid: bool = True
