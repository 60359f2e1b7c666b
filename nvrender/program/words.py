"""Which programs handle words that are no floats."""

from __future__ import annotations

from nvrender.program import Program


def holds_words(program: Program) -> bool:
    """True if registers may hold words that are no floats, though these be denormals or NaNs.

    So they do in typeless languages (NV_gpu_program4 2.X.3.1), and where an instruction puts words together
    or takes them apart (RawBits, NV_fragment_program_option 3.11.5; NV_fragment_program 3.11.5).
    """
    rows = program.instructions
    return program.profile.flags or any(row.opcode.packs or row.opcode.unpacks for row in rows)
