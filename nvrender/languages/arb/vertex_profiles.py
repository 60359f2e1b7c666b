"""The vertex profiles of the declared-name grammar: !!ARBvp1.0 with its options, and !!NVvp4.0."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from nvrender.languages.arb import generation4_opcodes as nv4
from nvrender.languages.arb import languages
from nvrender.languages.arb.vertex_bindings import VERTEX_ATTRIBUTE_COUNT, VERTEX_RESULTS
from nvrender.languages.common.opcodes import opcodes_of
from nvrender.program import limits
from nvrender.program.opcodes import Opcode, OperandClass
from nvrender.program.profile import Profile, Stage, limited


def _straight_line() -> dict[str, Opcode]:
    """ARB_vertex_program's own instructions: ARL reads a scalar (2.14.5.3) and nothing sets a code."""
    rows = {
        name: replace(row, condition_code=False, clamp=False)
        for name, row in opcodes_of("arb").items()
        if row.since == "ARBvp1.0"
    }
    rows["ARL"] = replace(rows["ARL"], operands=(OperandClass.SCALAR,))
    return rows


_ARB_VERTEX_OPTIONS = frozenset(
    {"ARB_position_invariant", "NV_vertex_program2", "NV_vertex_program3", "ARB_fragment_program_shadow"}
)

ARB_VP1_0 = limited(
    Profile(
        header="!!ARBvp1.0",
        name="ARBvp1.0",
        stage=Stage.VERTEX,
        grammar="arb",
        family="arb",
        target="VERTEX_PROGRAM_ARB",
        section="ARB_vertex_program 2.14.2",
        address_components=1,
        relative_offset=(-64, 63),
        attributes=VERTEX_ATTRIBUTE_COUNT,
        results=VERTEX_RESULTS,
        opcodes=MappingProxyType(_straight_line()),
        options=_ARB_VERTEX_OPTIONS,
        unary_plus=True,
        position="position",
        language=languages.ARB_VERTEX,
    ),
    limits.VERTEX,
)

ARB_VP1_0_OPTION2 = limited(
    replace(
        ARB_VP1_0,
        name="ARBvp1.0 with NV_vertex_program2",
        section="NV_vertex_program2_option 2.14.2",
        address_components=4,
        opcodes=MappingProxyType(
            {
                name: replace(row, clamp=False)
                for name, row in opcodes_of("arb").items()
                if row.since in (ARB_VP1_0.name, "ARBvp1.0 with NV_vertex_program2")
            }
        ),
        condition_codes=1,
        operand_bars=True,
        labels=True,
        execution_limit=65536,
        language=languages.ARB_VERTEX_OPTION2,
    ),
    limits.VERTEX,
)

ARB_VP1_0_OPTION3 = limited(
    replace(
        ARB_VP1_0_OPTION2,
        name="ARBvp1.0 with NV_vertex_program3",
        section="NV_vertex_program3 2.14.2",
        opcodes=MappingProxyType(opcodes_of("arb")),
        condition_codes=2,
        language=languages.ARB_VERTEX_OPTION3,
    ),
    limits.VERTEX,
)

NV_VP4_0 = limited(
    Profile(
        header="!!NVvp4.0",
        name="NVvp4.0",
        stage=Stage.VERTEX,
        grammar="arb",
        family="nv4",
        target="VERTEX_PROGRAM_ARB",
        section="NV_vertex_program4 2.X.2",
        attributes=VERTEX_ATTRIBUTE_COUNT,
        results=VERTEX_RESULTS,
        opcodes=MappingProxyType(
            opcodes_of("nv4", without=(*nv4.FRAGMENT_ONLY, *nv4.GEOMETRY_ONLY, *nv4.MULTISAMPLE))
        ),
        options=frozenset({"ARB_position_invariant", "NV_explicit_multisample"}),
        condition_codes=2,
        unary_plus=True,
        operand_bars=True,
        labels=True,
        position="position",
        language=languages.NV4_VERTEX,
        flags=True,
        call_overflow="skip",
        blocks=True,
    ),
    limits.VERTEX,
)
