"""What a plain ARB program is told by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nvrender.program import Program
from nvrender.source import ProgramWarning

#: What the command line calls this output.
ARB = "arb"


@dataclass(frozen=True)
class Assembly:
    """A plain ARB program: its text, and the text as a program.

    ``attributes``, ``parameters`` and ``results`` tell what each that the source names is called in the port:
    ``{"c[4]": "program.env[4]"}``. ``warnings`` tell what is beyond the limits.
    """

    source: str
    program: Program
    attributes: Mapping[str, str]
    parameters: Mapping[str, str]
    results: Mapping[str, str]
    warnings: tuple[ProgramWarning, ...]
