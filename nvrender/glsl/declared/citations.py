"""What functions are cited by in programs of NV_fragment_program."""

from __future__ import annotations

import re

from nvrender.glsl.declared.helpers import HELPERS
from nvrender.languages.fp1.headers.fp1_0 import ROWS

_SECTIONS = {row.name: row.section for row in ROWS}


def cited(helper: str) -> str:
    """A helper's citation as NV_fragment_program has the instruction it cites."""
    text = HELPERS[helper].section
    found = re.match(r"NV_gpu_program4 2\.X\.8, (\w+)", text)
    if found is not None and found[1] in _SECTIONS:
        return f"{_SECTIONS[found[1]]}, {text[found.start(1) :]}"
    return text.replace("NV_gpu_program4 2.X.4.1: SAT", "NV_fragment_program 3.11.4.4: _SAT")
