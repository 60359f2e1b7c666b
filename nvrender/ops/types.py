"""How the words of a component are read."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


class DataType(Enum):
    """How the 32-bit words of a component are read (NV_gpu_program4 2.X.3.1, 2.X.4.1)."""

    FLOAT = "F"
    SIGNED = "S"
    UNSIGNED = "U"

    #: Members are single objects; Enum's own hash is that of a name.
    __hash__ = object.__hash__
