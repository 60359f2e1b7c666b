"""The profiles of the register-named grammar: !!VP1.0, !!VP1.1, !!VP2.0 and !!VSP1.0."""

from __future__ import annotations

from types import MappingProxyType

from nvrender.languages.common.opcodes import opcodes_of
from nvrender.languages.vp.bindings import VP1_RESULTS, VP2_RESULTS
from nvrender.program.profile import Profile, Stage

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
