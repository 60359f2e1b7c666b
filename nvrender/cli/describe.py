"""What a program reads and writes, as plain data for ``--json`` and manifests."""

from __future__ import annotations

from typing import Any

from nvrender.isa.bindings import ATTRIBUTES
from nvrender.program import Program, RegisterFile


def describe(program: Program) -> dict[str, Any]:
    """Profile, options, instruction count, attributes, parameters and results of a program."""
    position = {0} if program.position_invariant else set()
    attributes = sorted(program.reads(RegisterFile.ATTRIBUTE) | position)
    parameters = sorted(program.reads(RegisterFile.PARAMETER))
    return {
        "profile": program.profile.name,
        "options": sorted(program.options),
        "instructions": len(program.instructions),
        "attributes": [{"index": index, "name": ATTRIBUTES[index].mnemonic} for index in attributes],
        "parameters": {"absolute": parameters, "relative": program.has_relative_parameters},
        "results": list(program.results),
        "written_parameters": sorted(program.writes(RegisterFile.PARAMETER)),
    }
