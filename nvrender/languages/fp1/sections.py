"""Where NV_fragment_program states its rules, and for !!FP2.0 NV_fragment_program2."""

from __future__ import annotations

from dataclasses import replace

from nvrender.program.sections import Sections
from nvrender.source import Section

#: An instruction's own section, where texture image units are described.
TEXTURES = Section("NV_fragment_program 3.11.5.38", "texture-access")
SECTIONS = Sections(
    grammar="NV_fragment_program 3.11.3",
    variables="NV_fragment_program 3.11.2",
    attributes="NV_fragment_program 3.11.1.1",
    parameters="NV_fragment_program 3.11.2",
    temporaries="NV_fragment_program 3.11.1.2",
    results="NV_fragment_program 3.11.1.3",
    limits="NV_fragment_program 3.11.3",
    operands="NV_fragment_program 3.11.4.3",
    destinations="NV_fragment_program 3.11.4.4",
    suffixes="NV_fragment_program 3.11.4",
    conditions="NV_fragment_program 3.11.4.4",
    texture=TEXTURES,
)
#: What !!FP2.0 has besides works as NV_fragment_program2 says.
SECTIONS2 = replace(
    SECTIONS,
    addresses="NV_fragment_program2 3.11.3.Y",
    flow="NV_fragment_program2 3.11.4.X",
    suffixes="NV_fragment_program2 3.11.4",
)
