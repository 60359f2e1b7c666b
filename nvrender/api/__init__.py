"""The GL object model of the specifications: commands, their errors and the state they keep."""

from __future__ import annotations

from nvrender.api.context import Context as Context
from nvrender.source import GLError as GLError

__all__ = ["Context", "GLError"]
