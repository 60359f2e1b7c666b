"""What every part of the checker has: the program's source, what its header allows, and errors."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from nvrender.languages.common.leniency import Leniency
from nvrender.program.limits import Limits
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Source, Span


class Context(NamedTuple):
    """What a program is checked by; ``limits`` are the profile's but for what options take of them."""

    source: Source
    profile: Profile
    limits: Limits
    #: Read strictly, of which nothing is gathered.
    leniency: Leniency = Leniency(0)


class Rules:
    """A part of the checker; its errors cite the section ``cited`` unless told otherwise."""

    cited: ClassVar[str] = "operands"

    def __init__(self, context: Context) -> None:
        self.context = context
        self.source, self.profile, self.limits, self.leniency = context
        self.language = context.profile.language
        self.sections = self.language.sections

    def fail(
        self, place: Span | int, message: str, hint: str = "", section: str = "", rule: str = ""
    ) -> ProgramError:
        """The error of what begins at ``place``; ``rule`` if it is not the section's."""
        start = place if isinstance(place, int) else place.start
        cited: str = section or getattr(self.sections, self.cited)
        return ProgramError(self.source, start, message, hint, cited, rule)
