"""What may be asked of a result besides the operation."""

from __future__ import annotations

from enum import Enum


class Clamp(Enum):
    """What a float result is clamped to before it is tested and written (NV_gpu_program4 2.X.4.1)."""

    UNSIGNED = "SAT"  # [0, 1]
    SIGNED = "SSAT"  # [-1, 1]
