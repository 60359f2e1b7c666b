"""The profiles of NV_gpu_program5 and its kin: six headers, one a stage."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from nvrender.languages.arb import generation5_bindings as bindings
from nvrender.languages.arb import generation5_languages as languages
from nvrender.languages.arb import generation5_opcodes as nv5
from nvrender.languages.arb.fragment_profiles import NV_FP4_0
from nvrender.languages.arb.geometry_profiles import NV_GP4_0
from nvrender.languages.arb.vertex_bindings import VERTEX_RESULTS
from nvrender.languages.arb.vertex_profiles import NV_VP4_0
from nvrender.program import limits
from nvrender.program.language import Language
from nvrender.program.limits import Limits
from nvrender.program.profile import Profile, Stage, limited

#: Options of every stage; those that say what the header implies have no effect.
_OPTIONS = frozenset(
    """
    NV_gpu_program5_mem_extended NV_shader_storage_buffer NV_shader_atomic_float NV_bindless_texture
    NV_shader_thread_group NV_explicit_multisample NV_texture_multisample ARB_shader_image_size
    NV_shader_buffer_load NV_parameter_buffer_object2 NV_gpu_program_fp64
    """.split()
)


def _profile(
    base: Profile,
    name: str,
    section: str,
    language: Language,
    most: Limits,
    *,
    stage: Stage | None = None,
    target: str = "",
    attributes: int,
    results: tuple[str, ...],
    options: frozenset[str] = frozenset(),
) -> Profile:
    """``base`` grown to generation 5."""
    stage = stage or base.stage
    opcodes = nv5.opcodes_of_stage(stage is Stage.FRAGMENT, stage is Stage.GEOMETRY, stage is Stage.COMPUTE)
    profile = replace(
        base,
        header=f"!!{name}",
        name=name,
        stage=stage,
        family="nv5",
        target=target or base.target,
        section=section,
        attributes=attributes,
        results=results,
        opcodes=MappingProxyType(opcodes),
        options=_OPTIONS | options,
        language=language,
    )
    return limited(profile, most)


NV_VP5_0 = _profile(
    NV_VP4_0,
    "NVvp5.0",
    "NV_gpu_program5 2.X.2",
    languages.VERTEX,
    limits.VERTEX,
    attributes=bindings.VERTEX_ATTRIBUTE_TOTAL,
    results=VERTEX_RESULTS,
    options=frozenset({"ARB_position_invariant"}),
)
NV_TCP5_0 = _profile(
    NV_GP4_0,
    "NVtcp5.0",
    "NV_tessellation_program5 2.X.2",
    languages.CONTROL,
    limits.CONTROL,
    stage=Stage.TESSELLATION_CONTROL,
    target="TESS_CONTROL_PROGRAM_NV",
    attributes=len(bindings.CONTROL_ATTRIBUTES),
    results=bindings.CONTROL_RESULTS,
)
NV_TEP5_0 = _profile(
    NV_GP4_0,
    "NVtep5.0",
    "NV_tessellation_program5 2.X.2",
    languages.EVALUATION,
    limits.EVALUATION,
    stage=Stage.TESSELLATION_EVALUATION,
    target="TESS_EVALUATION_PROGRAM_NV",
    attributes=len(bindings.EVALUATION_ATTRIBUTES),
    results=VERTEX_RESULTS,
)
NV_GP5_0 = _profile(
    NV_GP4_0,
    "NVgp5.0",
    "NV_gpu_program5 2.X.2",
    languages.GEOMETRY,
    limits.GEOMETRY,
    attributes=len(bindings.GEOMETRY_5_ATTRIBUTES),
    results=NV_GP4_0.results,
)
NV_FP5_0 = _profile(
    NV_FP4_0,
    "NVfp5.0",
    "NV_gpu_program5 2.X.2",
    languages.FRAGMENT,
    limits.FRAGMENT,
    attributes=len(bindings.FRAGMENT_5_ATTRIBUTES),
    results=bindings.FRAGMENT_5_RESULTS,
    options=NV_FP4_0.options | {"NV_early_fragment_tests", "ARB_blend_func_extended"},
)
NV_CP5_0 = _profile(
    NV_VP4_0,
    "NVcp5.0",
    "NV_compute_program5 2.X.2",
    languages.COMPUTE,
    limits.COMPUTE,
    stage=Stage.COMPUTE,
    target="COMPUTE_PROGRAM_NV",
    attributes=len(bindings.COMPUTE_ATTRIBUTES),
    results=(),
)

PROFILES = (NV_VP5_0, NV_TCP5_0, NV_TEP5_0, NV_GP5_0, NV_FP5_0, NV_CP5_0)


def with_options(profile: Profile, options: frozenset[str]) -> Profile:
    """A profile of generation 5 with the opcodes and the grammar its options add."""
    opcodes = dict(profile.opcodes)
    for option in sorted(options):
        opcodes = nv5.with_option(opcodes, option, profile.stage is Stage.FRAGMENT)
    assert profile.language is not None
    language = languages.with_options(profile.language, options)
    return replace(profile, opcodes=MappingProxyType(opcodes), language=language)
