"""What a program reads and writes, as plain data for ``--json`` and manifests."""

from __future__ import annotations

from typing import Any

from nvrender.isa.bindings import ATTRIBUTES
from nvrender.program import Program, RegisterFile


def describe(program: Program) -> dict[str, Any]:
    """Profile, options, instruction count, attributes, parameters and results of a program."""
    names = {row.index: row.mnemonic for row in ATTRIBUTES} | {
        row.index: row.name for row in program.attributes
    }
    parameters = sorted(program.reads(RegisterFile.PARAMETER))
    return {
        "profile": program.profile.name,
        "options": sorted(program.options),
        "instructions": len(program.instructions),
        "attributes": [
            {"index": index, "name": names[index]} for index in sorted(program.reads(RegisterFile.ATTRIBUTE))
        ],
        "parameters": {"absolute": parameters, "relative": program.has_relative_parameters},
        "results": list(program.results),
        "written_parameters": sorted(program.writes(RegisterFile.PARAMETER)),
    }
