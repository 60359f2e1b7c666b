"""One row per program header: what it allows, and where its specification says so."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import MappingProxyType

from nvrender.languages.arb import fragment_bindings, generation5_profiles
from nvrender.languages.arb import generation4_opcodes as nv4
from nvrender.languages.arb.fragment_profiles import (
    ARB_FP1_0,
    ARB_FP1_0_OPTION1,
    ARB_FP1_0_OPTION2,
    FP1_0,
    NV_FP4_0,
)
from nvrender.languages.arb.geometry_profiles import NV_GP4_0
from nvrender.languages.arb.vertex_profiles import ARB_VP1_0, ARB_VP1_0_OPTION2, ARB_VP1_0_OPTION3, NV_VP4_0
from nvrender.languages.common.opcodes import opcodes_of
from nvrender.languages.vp.profiles import VP1_0, VP1_1, VP2_0, VSP1_0
from nvrender.ops import texture_targets as textures
from nvrender.program.limits import Changes, changed
from nvrender.program.profile import Profile, limited

#: The profiles of the register-named grammar, by header.
VP_PROFILES: dict[str, Profile] = {row.header: row for row in (VP1_0, VP1_1, VP2_0, VSP1_0)}

#: Every profile, by header, as it is without options.
PROFILES: dict[str, Profile] = {
    **VP_PROFILES,
    **{row.header: row for row in (ARB_VP1_0, FP1_0, ARB_FP1_0, NV_VP4_0, NV_GP4_0, NV_FP4_0)},
    **{row.header: row for row in generation5_profiles.PROFILES},
}


#: Options that exchange a profile for another, the larger first.
_EXCHANGED = (
    ("NV_vertex_program3", ARB_VP1_0_OPTION3),
    ("NV_vertex_program2", ARB_VP1_0_OPTION2),
    ("NV_fragment_program2", ARB_FP1_0_OPTION2),
    ("NV_fragment_program", ARB_FP1_0_OPTION1),
)


@cache
def with_options(profile: Profile, options: frozenset[str], limits: Changes = None) -> Profile:
    """The profile that a header's options make of it, with other ``limits`` where given.

    Options: NV_vertex_program2_option and NV_vertex_program3, NV_fragment_program_option and
    NV_fragment_program2, of which the later imply the earlier; ARB_draw_buffers and ATI_draw_buffers;
    ARB_fragment_program_shadow and NV_explicit_multisample. What only marks the program, such as
    ARB_position_invariant, changes no profile.
    """
    profile = next((larger for option, larger in _EXCHANGED if option in options), profile)
    if profile.family == "nv5":
        profile = generation5_profiles.with_options(profile, options)
    language = profile.language
    assert language is not None
    if "ARB_fragment_program_shadow" in options and language.texture_targets == textures.BASE:
        language = replace(language, texture_targets=textures.BASE + textures.SHADOW)
    if not options.isdisjoint(("ARB_draw_buffers", "ATI_draw_buffers")):
        language = replace(language, results=(fragment_bindings.DRAW_BUFFERS, *language.results[1:]))
    if "NV_explicit_multisample" in options and profile.family == "nv4":
        rows = {name: row for name, row in opcodes_of("nv4").items() if name in nv4.MULTISAMPLE}
        profile = replace(profile, opcodes=MappingProxyType({**profile.opcodes, **rows}))
    if "NV_explicit_multisample" in options:
        language = replace(language, texture_targets=(*language.texture_targets, "RENDERBUFFER"))
    if language is not profile.language:
        profile = replace(profile, language=language)
    if limits is not None:
        assert profile.limits is not None
        profile = limited(profile, changed(profile.limits, limits))
    return profile


#: Headers of related languages and what they begin, so that a message can say so.
UNSUPPORTED_HEADERS: dict[str, str] = {
    "!!FCP1.0": "a fragment combiner program (NV_fragment_program)",
}
