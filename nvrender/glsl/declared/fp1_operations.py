"""What NV_fragment_program computes otherwise than the later fragment languages (3.11.4.2, 3.11.5)."""

from __future__ import annotations

import re

from nvrender.glsl.declared.helpers import HELPERS
from nvrender.glsl.declared.site import TypedSite
from nvrender.glsl.expressions import Expression, call
from nvrender.glsl.formulas import keeps_range
from nvrender.languages.fp1.opcodes import ROWS
from nvrender.program import Instruction

_SECTIONS = {row.name: row.section for row in ROWS}


def leaves_fixed_point(instruction: Instruction) -> bool:
    """True if operands within the range may give a result outside."""
    return not keeps_range(instruction.operation)


def fixed_point(site: TypedSite, value: Expression) -> Expression:
    """A value converted to fixed point; steps finer than 1/1024 are kept (docs/semantics.md)."""
    name = site.helper("nv_fx12" if site.exact else "nv_fast_fx12", value.width)
    return call(name, value, width=value.width)


def cited(helper: str) -> str:
    """A helper's citation as NV_fragment_program has the instruction it cites."""
    text = HELPERS[helper].section
    found = re.match(r"NV_gpu_program4 2\.X\.8, (\w+)", text)
    if found is not None and found[1] in _SECTIONS:
        return f"{_SECTIONS[found[1]]}, {text[found.start(1) :]}"
    return text.replace("NV_gpu_program4 2.X.4.1: SAT", "NV_fragment_program 3.11.4.4: _SAT")
