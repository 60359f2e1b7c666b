"""What specifications forbid and drivers took: read on request, each with a warning (docs/semantics.md)."""

from __future__ import annotations

from dataclasses import dataclass, field

from nvrender.program import Mask
from nvrender.source import ProgramError, ProgramWarning

#: Relative offsets that lenient reading takes, up and down.
LARGEST_OFFSET = 2**15 - 1


@dataclass(slots=True)
class Leniency:
    """How a program is read: from which byte on, behind its header, and whether with what drivers took.

    ``options`` are those that the program need not say; ``warned`` gathers what was taken.
    """

    start: int
    lenient: bool = False
    options: frozenset[str] = frozenset()
    warned: list[ProgramWarning] = field(default_factory=list)

    def tolerate(self, error: ProgramError, taken: str) -> None:
        """Takes note of ``error``, or, read strictly, raises it; ``taken`` is what leniency makes of it."""
        parts = (error.source, error.position, error.message)
        if not self.lenient:
            offer = f"--lenient {taken}"
            hint = f"{error.hint} ({offer})" if error.hint else offer
            raise ProgramError(*parts, hint, error.section, error.rule)
        self.warned.append(ProgramWarning(*parts, error.hint, error.section, "lenient"))

    def without_w(self, mask: Mask, error: ProgramError) -> Mask:
        """A write mask whose w ``error`` is of; where nothing else is left, it is raised."""
        if not any(mask[:3]):
            raise error
        self.tolerate(error, "leaves w as it is")
        return (*mask[:3], False)
