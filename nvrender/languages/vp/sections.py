"""Where NV_vertex_program2 and NV_vertex_program1_1 state the rules of the vertex program family."""

from __future__ import annotations

from nvrender.program.sections import Sections
from nvrender.source import Section

GRAMMAR = "NV_vertex_program2 2.14.1.8"
BRANCHING = Section("NV_vertex_program2 2.14.2.3", "flow")
STATE_PROGRAMS = Section("NV_vertex_program2 2.14.5", "parameter")
UNARY_PLUS = Section("NV_vertex_program1_1 2.14.A", "needs-header")
SECTIONS = Sections(
    grammar=GRAMMAR,
    variables="NV_vertex_program2 2.14.1.4",
    attributes=GRAMMAR,
    parameters=GRAMMAR,
    addresses="NV_vertex_program2 2.14.1.3",
    temporaries="NV_vertex_program2 2.14.1.4",
    results="NV_vertex_program2 2.14.1.5",
    operands="NV_vertex_program2 2.14.2.1",
    destinations="NV_vertex_program2 2.14.2.2",
    conditions="NV_vertex_program2 2.14.2.2",
    flow=BRANCHING,
    options="NV_vertex_program2 2.14.6",
    position_invariant="NV_vertex_program2 2.14.6.1",
)
