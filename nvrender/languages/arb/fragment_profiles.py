"""The fragment profiles: !!ARBfp1.0 with its options, !!NVfp4.0, and the register-named !!FP1.0."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from nvrender.languages.arb import fragment_opcodes as arbfp
from nvrender.languages.arb import generation4_opcodes as nv4
from nvrender.languages.arb import languages
from nvrender.languages.arb.fragment_bindings import FP1_RESULTS, FRAGMENT_ATTRIBUTES, FRAGMENT_RESULTS
from nvrender.languages.common.opcodes import opcodes_of
from nvrender.program import limits
from nvrender.program.profile import Profile, Stage, limited

_COMMON_OPTIONS = frozenset(
    """
    ARB_fog_exp ARB_fog_exp2 ARB_fog_linear ARB_precision_hint_fastest ARB_precision_hint_nicest
    ARB_draw_buffers ATI_draw_buffers ARB_fragment_program_shadow ARB_fragment_coord_origin_upper_left
    ARB_fragment_coord_pixel_center_integer
    """.split()
)

ARB_FP1_0 = limited(
    Profile(
        header="!!ARBfp1.0",
        name="ARBfp1.0",
        stage=Stage.FRAGMENT,
        grammar="arb",
        family="arbfp",
        target="FRAGMENT_PROGRAM_ARB",
        section="ARB_fragment_program 3.11.2",
        attributes=len(FRAGMENT_ATTRIBUTES),
        results=FRAGMENT_RESULTS,
        opcodes=MappingProxyType(arbfp.offered(arbfp.BASE)),
        options=_COMMON_OPTIONS | {"NV_fragment_program", "NV_fragment_program2"},
        unary_plus=True,
        position="",
        language=languages.ARB_FRAGMENT,
    ),
    limits.FRAGMENT,
)

ARB_FP1_0_OPTION1 = limited(
    replace(
        ARB_FP1_0,
        name="ARBfp1.0 with NV_fragment_program",
        section="NV_fragment_program_option 3.11.2",
        opcodes=MappingProxyType(arbfp.offered(arbfp.OPTION1)),
        condition_codes=1,
        operand_bars=True,
        language=languages.ARB_FRAGMENT_OPTION1,
    ),
    limits.FRAGMENT,
)

ARB_FP1_0_OPTION2 = limited(
    replace(
        ARB_FP1_0_OPTION1,
        name="ARBfp1.0 with NV_fragment_program2",
        section="NV_fragment_program2 3.11.2",
        opcodes=MappingProxyType(arbfp.offered(arbfp.OPTION2)),
        labels=True,
        execution_limit=65536,
        nesting_ends=True,
        language=languages.ARB_FRAGMENT_OPTION2,
    ),
    limits.FRAGMENT,
)

NV_FP4_0 = limited(
    Profile(
        header="!!NVfp4.0",
        name="NVfp4.0",
        stage=Stage.FRAGMENT,
        grammar="arb",
        family="nv4",
        target="FRAGMENT_PROGRAM_ARB",
        section="NV_fragment_program4 2.X.2",
        attributes=len(FRAGMENT_ATTRIBUTES),
        results=FRAGMENT_RESULTS,
        opcodes=MappingProxyType(opcodes_of("nv4", without=(*nv4.GEOMETRY_ONLY, *nv4.MULTISAMPLE))),
        options=_COMMON_OPTIONS | {"NV_explicit_multisample"},
        condition_codes=2,
        unary_plus=True,
        operand_bars=True,
        labels=True,
        position="",
        language=languages.NV4_FRAGMENT,
        flags=True,
        call_overflow="skip",
        blocks=True,
    ),
    limits.FRAGMENT,
)

FP1_0 = limited(
    Profile(
        header="!!FP1.0",
        name="FP1.0",
        stage=Stage.FRAGMENT,
        grammar="fp1",
        family="fp1",
        target="FRAGMENT_PROGRAM_NV",
        section="NV_fragment_program 3.11.3",
        attributes=len(FRAGMENT_ATTRIBUTES),
        results=FP1_RESULTS,
        opcodes=MappingProxyType(opcodes_of("fp1")),
        condition_codes=1,
        unary_plus=True,
        operand_bars=True,
        position="",
        language=languages.FP1,
    ),
    limits.FP1,
)
