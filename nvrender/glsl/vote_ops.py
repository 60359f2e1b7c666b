"""Builders of thread groups' votes, where a group is one thread (NV_gpu_program5 2.X.8, TGALL to TGEQ)."""

from __future__ import annotations

from nvrender.glsl.expressions import SUM, Expression, vector_type
from nvrender.glsl.typed_ops import constant, truth
from nvrender.glsl.typed_site import Builder, TypedSite


def nonzero(site: TypedSite) -> Expression:
    """TGALL and TGANY: TRUE where the thread's own operand is not zero."""
    a = site.operand(0, site.components)
    zero = {"": "0.0", "i": "0", "u": "0u"}[site.kind]
    if a.width == 1:
        return truth(site, f"{a.at(SUM)} != {zero}", 1)
    return truth(site, f"notEqual({a.text}, {vector_type(a.width, site.kind)}({zero}))", a.width)


#: Opcode → builder; a thread alone always agrees.
BUILDERS: dict[str, Builder] = {"TGALL": nonzero, "TGANY": nonzero, "TGEQ": constant(True)}
