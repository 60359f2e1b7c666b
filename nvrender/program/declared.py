"""What programs of some stages declare, every loaded one of them."""

from __future__ import annotations

from nvrender.program import Compute, Geometry, Program, Tessellation


def geometry_of(program: Program) -> Geometry:
    """What a geometry program takes and makes."""
    assert program.geometry is not None
    return program.geometry


def tessellation_of(program: Program) -> Tessellation:
    """What a tessellation program declares."""
    assert program.tessellation is not None
    return program.tessellation


def compute_of(program: Program) -> Compute:
    """What a compute program declares."""
    assert program.compute is not None
    return program.compute
