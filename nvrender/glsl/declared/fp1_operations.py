"""What NV_fragment_program computes otherwise than the later fragment languages (3.11.4.2, 3.11.5)."""

from __future__ import annotations

import re

from nvrender.glsl.calls import by_numerics, called
from nvrender.glsl.declared.calls import ONE, X
from nvrender.glsl.declared.helpers import HELPERS
from nvrender.glsl.declared.operations import FRAGMENT_LANGUAGES
from nvrender.glsl.declared.site import Builder, TypedSite
from nvrender.glsl.expressions import Expression, call, vector
from nvrender.languages.fp1.opcodes import ROWS
from nvrender.program import Instruction

#: Instructions whose results lie within it wherever their operands do.
_WITHIN = frozenset("FLR FRC MAX MIN MOV SEQ SFL SGE SGT SLE SLT SNE STR".split())
_SECTIONS = {row.name: row.section for row in ROWS}


def leaves_fixed_point(instruction: Instruction) -> bool:
    """True if operands within the range may give a result outside."""
    return instruction.opcode.name not in _WITHIN


def fixed_point(site: TypedSite, value: Expression) -> Expression:
    """A value converted to fixed point; steps finer than 1/1024 are kept (docs/semantics.md)."""
    name = site.helper("nv_fx12" if site.exact else "nv_fast_fx12", value.width)
    return call(name, value, width=value.width)


def _light(site: TypedSite) -> Expression:
    """LIT: the power is POW's, special cases and all (3.11.5.13)."""

    def component(place: int) -> Expression:
        x = site.operand(0, X)
        match place:
            case 1:
                zero = Expression("0.0")
                return call(site.helper("nv_positive"), x) if site.exact else call("max", x, zero)
            case 2:
                helper = site.helper("nv_fp1_specular" if site.exact else "nv_fp1_fast_specular")
                return call(helper, x, site.operand(0, (1,)), site.operand(0, (3,)))
            case _:
                return ONE

    return vector([component(place) for place in site.components])


_OWN: dict[str, Builder] = {
    "LIT": _light,
    "MAX": by_numerics(called("nv_fp1_max", 2), FRAGMENT_LANGUAGES["MAX"]),
    "MIN": by_numerics(called("nv_fp1_min", 2), FRAGMENT_LANGUAGES["MIN"]),
    "RSQ": by_numerics(called("nv_fp1_rsq"), FRAGMENT_LANGUAGES["RSQ"]),
}

#: One builder for every instruction but KIL.
BUILDERS: dict[tuple[str, str], Builder] = {
    row.key: _OWN.get(row.name) or FRAGMENT_LANGUAGES[row.name] for row in ROWS if row.name != "KIL"
}


def cited(helper: str) -> str:
    """A helper's citation as NV_fragment_program has the instruction it cites."""
    text = HELPERS[helper].section
    found = re.match(r"NV_gpu_program4 2\.X\.8, (\w+)", text)
    if found is not None and found[1] in _SECTIONS:
        return f"{_SECTIONS[found[1]]}, {text[found.start(1) :]}"
    return text.replace("NV_gpu_program4 2.X.4.1: SAT", "NV_fragment_program 3.11.4.4: _SAT")
