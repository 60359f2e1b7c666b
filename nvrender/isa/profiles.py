"""One row per program header: what it allows, and where its specification says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from nvrender.isa.bindings import VP1_RESULTS, VP2_RESULTS
from nvrender.isa.opcodes import Opcode, opcodes_of


class Stage(Enum):
    """Where a program runs."""

    VERTEX = "vertex"
    #: Runs once per ExecuteProgramNV and writes program parameters (NV_vertex_program2 2.14.5).
    VERTEX_STATE = "vertex state"


@dataclass(frozen=True, slots=True)
class Profile:
    """What one header allows (NV_vertex_program2 2.14.1.8 and the sections it names).

    ``grammar`` names the parser in ``syntax``; ``relative_offset`` is the inclusive range of n in
    c[A0.x+n]; ``call_depth`` is 0 where there are no calls; ``execution_limit`` None where programs
    are straight lines. ``position_invariant_instruction_limit`` is None where the option is absent.
    """

    header: str
    name: str
    stage: Stage
    grammar: str
    family: str
    target: str
    section: str
    instruction_limit: int
    parameters: int
    temporaries: int
    address_registers: int
    address_components: int
    relative_offset: tuple[int, int]
    attributes: int
    attribute_mnemonics: bool
    results: tuple[str, ...]
    opcodes: Mapping[str, Opcode] = field(hash=False)
    position_invariant_instruction_limit: int | None = None
    position_invariant_relative: bool = True
    options: frozenset[str] = frozenset()
    condition_codes: int = 0
    unary_plus: bool = False
    operand_bars: bool = False
    labels: bool = False
    writable_parameters: bool = False
    call_depth: int = 0
    execution_limit: int | None = None


_NV_POSITION_INVARIANT = frozenset({"NV_position_invariant"})

VP1_0 = Profile(
    header="!!VP1.0",
    name="VP1.0",
    stage=Stage.VERTEX,
    grammar="vp",
    family="vp1",
    target="VERTEX_PROGRAM_NV",
    section="NV_vertex_program 2.14.1.7",
    instruction_limit=128,
    parameters=96,
    temporaries=12,
    address_registers=1,
    address_components=1,
    relative_offset=(-64, 63),
    attributes=16,
    attribute_mnemonics=True,
    results=VP1_RESULTS,
    opcodes=MappingProxyType(opcodes_of("vp1", without=("ABS", "DPH", "RCC", "SUB"))),
)

VP1_1 = Profile(
    header="!!VP1.1",
    name="VP1.1",
    stage=Stage.VERTEX,
    grammar="vp",
    family="vp1",
    target="VERTEX_PROGRAM_NV",
    section="NV_vertex_program1_1 2.14.A",
    instruction_limit=128,
    position_invariant_instruction_limit=124,
    position_invariant_relative=False,
    parameters=96,
    temporaries=12,
    address_registers=1,
    address_components=1,
    relative_offset=(-64, 63),
    attributes=16,
    attribute_mnemonics=True,
    results=VP1_RESULTS,
    options=_NV_POSITION_INVARIANT,
    unary_plus=True,
    opcodes=MappingProxyType(opcodes_of("vp1")),
)

VP2_0 = Profile(
    header="!!VP2.0",
    name="VP2.0",
    stage=Stage.VERTEX,
    grammar="vp",
    family="vp2",
    target="VERTEX_PROGRAM_NV",
    section="NV_vertex_program2 2.14.1.8",
    instruction_limit=256,
    position_invariant_instruction_limit=252,
    parameters=256,
    temporaries=16,
    address_registers=2,
    address_components=4,
    relative_offset=(-256, 255),
    attributes=16,
    attribute_mnemonics=True,
    results=VP2_RESULTS,
    options=_NV_POSITION_INVARIANT,
    condition_codes=1,
    unary_plus=True,
    operand_bars=True,
    labels=True,
    call_depth=4,
    execution_limit=65536,
    opcodes=MappingProxyType(opcodes_of("vp2")),
)

VSP1_0 = Profile(
    header="!!VSP1.0",
    name="VSP1.0",
    stage=Stage.VERTEX_STATE,
    grammar="vp",
    family="vp1",
    target="VERTEX_STATE_PROGRAM_NV",
    section="NV_vertex_program2 2.14.5",
    instruction_limit=128,
    parameters=96,
    temporaries=12,
    address_registers=1,
    address_components=1,
    relative_offset=(-64, 63),
    attributes=1,
    attribute_mnemonics=False,
    results=(),
    writable_parameters=True,
    opcodes=MappingProxyType(opcodes_of("vp1", without=("ABS", "DPH", "RCC", "SUB"))),
)

#: Every profile, by header.
PROFILES: dict[str, Profile] = {row.header: row for row in (VP1_0, VP1_1, VP2_0, VSP1_0)}

#: Headers of related languages and what they begin, so that a message can say so.
UNSUPPORTED_HEADERS: dict[str, str] = {
    "!!FP1.0": "a fragment program (NV_fragment_program)",
    "!!FCP1.0": "a fragment combiner program (NV_fragment_program)",
    "!!ARBvp1.0": "a vertex program of ARB_vertex_program",
    "!!ARBfp1.0": "a fragment program of ARB_fragment_program",
    "!!NVvp4.0": "a vertex program of NV_vertex_program4",
    "!!NVfp4.0": "a fragment program of NV_fragment_program4",
    "!!NVgp4.0": "a geometry program of NV_geometry_program4",
    "!!NVvp5.0": "a vertex program of NV_gpu_program5",
    "!!NVfp5.0": "a fragment program of NV_gpu_program5",
    "!!NVgp5.0": "a geometry program of NV_gpu_program5",
    "!!NVtcp5.0": "a tessellation control program (NV_tessellation_program5)",
    "!!NVtep5.0": "a tessellation evaluation program (NV_tessellation_program5)",
    "!!NVcp5.0": "a compute program (NV_compute_program5)",
}
