"""What went wrong in a context."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.api import enums
from nvrender.source import GLError


@dataclass(slots=True)
class ErrorState:
    """``code`` is the first error since GetError; ``faults`` counts accesses to memory that were invalid.

    With ``raises`` errors are raised, and none is kept.
    """

    raises: bool
    code: int = enums.NO_ERROR
    faults: int = 0

    def note(self, error: GLError) -> None:
        """Keep an error for GetError, the first one counting (OpenGL 1.5, 2.5), or raise it."""
        if self.raises:
            raise error
        self.code = self.code or error.code
