"""How pixels lie in memory that commands read, and that they write."""

from __future__ import annotations

from dataclasses import dataclass, field

from nvrender.api.formats.pixels import PixelStore


@dataclass(slots=True)
class PixelState:
    """PixelStore of both directions (OpenGL 1.5, table 3.1)."""

    unpack: PixelStore = field(default_factory=PixelStore)
    pack: PixelStore = field(default_factory=PixelStore)
