"""One row per program header: what it allows, and where its specification says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from types import MappingProxyType

from nvrender.isa import languages, limits, nv4, textures
from nvrender.isa.arb_bindings import VERTEX_ATTRIBUTE_COUNT, VERTEX_RESULTS
from nvrender.isa.bindings import VP1_RESULTS, VP2_RESULTS
from nvrender.isa.languages import Language
from nvrender.isa.limits import Changes, Limits, changed
from nvrender.isa.opcodes import Opcode, OperandClass, opcodes_of


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
    ``position`` is the result that holds the position.

    Headers of the declared-name grammar have a ``language`` and ``limits``; the numbers here are those
    of ``limits``. With ``flags`` a condition code is the four flags of NV_gpu_program4 2.X.3.7, else the
    sign of a value. ``call_overflow`` tells what a CAL does that nests too deeply: "end" the program or
    "skip" the call. ``blocks``: a subroutine ends before the next label (NV_gpu_program4 2.X.5).
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
    position: str = "HPOS"
    language: Language | None = None
    limits: Limits | None = None
    flags: bool = False
    call_overflow: str = "end"
    blocks: bool = False


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


def _limited(profile: Profile, limits: Limits) -> Profile:
    """A profile with these limits, and the fields that repeat them."""
    return replace(
        profile,
        limits=limits,
        instruction_limit=limits.instructions,
        position_invariant_instruction_limit=limits.instructions - 4,
        parameters=limits.parameters,
        temporaries=limits.temporaries,
        address_registers=limits.address_registers,
        call_depth=limits.call_depth if profile.labels else 0,
    )


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

ARB_VP1_0 = _limited(
    Profile(
        header="!!ARBvp1.0",
        name="ARBvp1.0",
        stage=Stage.VERTEX,
        grammar="arb",
        family="arb",
        target="VERTEX_PROGRAM_ARB",
        section="ARB_vertex_program 2.14.2",
        instruction_limit=0,
        parameters=0,
        temporaries=0,
        address_registers=0,
        address_components=1,
        relative_offset=(-64, 63),
        attributes=VERTEX_ATTRIBUTE_COUNT,
        attribute_mnemonics=False,
        results=VERTEX_RESULTS,
        opcodes=MappingProxyType(_straight_line()),
        options=_ARB_VERTEX_OPTIONS,
        unary_plus=True,
        position="position",
        language=languages.ARB_VERTEX,
    ),
    limits.ARB_VERTEX,
)

ARB_VP1_0_OPTION2 = _limited(
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
    limits.ARB_VERTEX_OPTION2,
)

ARB_VP1_0_OPTION3 = _limited(
    replace(
        ARB_VP1_0_OPTION2,
        name="ARBvp1.0 with NV_vertex_program3",
        section="NV_vertex_program3 2.14.2",
        opcodes=MappingProxyType(opcodes_of("arb")),
        condition_codes=2,
        language=languages.ARB_VERTEX_OPTION3,
    ),
    limits.ARB_VERTEX_OPTION3,
)

NV_VP4_0 = _limited(
    Profile(
        header="!!NVvp4.0",
        name="NVvp4.0",
        stage=Stage.VERTEX,
        grammar="arb",
        family="nv4",
        target="VERTEX_PROGRAM_ARB",
        section="NV_vertex_program4 2.X.2",
        instruction_limit=0,
        parameters=0,
        temporaries=0,
        address_registers=0,
        address_components=0,
        relative_offset=(0, 0),
        attributes=VERTEX_ATTRIBUTE_COUNT,
        attribute_mnemonics=False,
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
    limits.NV4_VERTEX,
)

#: The profiles of the register-named grammar, by header.
VP_PROFILES: dict[str, Profile] = {row.header: row for row in (VP1_0, VP1_1, VP2_0, VSP1_0)}

#: Every profile, by header, as it is without options.
PROFILES: dict[str, Profile] = {**VP_PROFILES, **{row.header: row for row in (ARB_VP1_0, NV_VP4_0)}}


@cache
def with_options(profile: Profile, options: frozenset[str], limits: Changes = None) -> Profile:
    """The profile that a header's options make of it, with other ``limits`` where given.

    Options: NV_vertex_program2_option, NV_vertex_program3 (which implies the former),
    ARB_fragment_program_shadow and NV_explicit_multisample; what only marks the program, such as
    ARB_position_invariant, changes no profile.
    """
    if "NV_vertex_program3" in options:
        profile = ARB_VP1_0_OPTION3
    elif "NV_vertex_program2" in options:
        profile = ARB_VP1_0_OPTION2
    language = profile.language
    assert language is not None
    if "ARB_fragment_program_shadow" in options and language.texture_targets == textures.BASE:
        language = replace(language, texture_targets=textures.BASE + textures.SHADOW)
    if "NV_explicit_multisample" in options:
        rows = {name: row for name, row in opcodes_of("nv4").items() if name in nv4.MULTISAMPLE}
        profile = replace(profile, opcodes=MappingProxyType({**profile.opcodes, **rows}))
        language = replace(language, texture_targets=(*language.texture_targets, "RENDERBUFFER"))
    if language is not profile.language:
        profile = replace(profile, language=language)
    if limits is not None:
        assert profile.limits is not None
        profile = _limited(profile, changed(profile.limits, limits))
    return profile


#: Headers of related languages and what they begin, so that a message can say so.
UNSUPPORTED_HEADERS: dict[str, str] = {
    "!!FP1.0": "a fragment program (NV_fragment_program)",
    "!!FCP1.0": "a fragment combiner program (NV_fragment_program)",
    "!!ARBfp1.0": "a fragment program of ARB_fragment_program",
    "!!NVfp4.0": "a fragment program of NV_fragment_program4",
    "!!NVgp4.0": "a geometry program of NV_geometry_program4",
    "!!NVvp5.0": "a vertex program of NV_gpu_program5",
    "!!NVfp5.0": "a fragment program of NV_gpu_program5",
    "!!NVgp5.0": "a geometry program of NV_gpu_program5",
    "!!NVtcp5.0": "a tessellation control program (NV_tessellation_program5)",
    "!!NVtep5.0": "a tessellation evaluation program (NV_tessellation_program5)",
    "!!NVcp5.0": "a compute program (NV_compute_program5)",
}
