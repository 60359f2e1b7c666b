"""What options make of a profile of the declared-name grammar, and which of them have something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from nvrender.languages.arb import fragment_bindings
from nvrender.languages.arb import generation5_bindings as bindings
from nvrender.languages.arb.headers import generation4, generation5
from nvrender.languages.common.families import NV5
from nvrender.languages.profiles import PROFILES
from nvrender.ops import texture_targets as textures
from nvrender.program.language import Language
from nvrender.program.limits import Changes
from nvrender.program.profile import Profile, Stage, relimited

_DRAW_BUFFERS = frozenset({"ARB_draw_buffers", "ATI_draw_buffers"})


@cache
def with_options(profile: Profile, options: frozenset[str], limits: Changes = None) -> Profile:
    """The profile that a header's options make of it, with other ``limits`` where given.

    Options: those that exchange a profile for a ``larger`` one; those of generation 5; ARB_draw_buffers and
    ATI_draw_buffers; ARB_fragment_program_shadow and NV_explicit_multisample. What only marks the program,
    such as ARB_position_invariant, changes no profile.
    """
    profile = next((larger for option, larger in profile.larger if option in options), profile)
    opcodes, language = dict(profile.opcodes), profile.language
    if profile.generation == 5:
        for option in sorted(options):
            opcodes = generation5.with_option(opcodes, option, profile.stage is Stage.FRAGMENT)
        language = _generation5(language, options)
    if "ARB_fragment_program_shadow" in options and language.texture_targets == textures.BASE:
        language = replace(language, texture_targets=textures.BASE + textures.SHADOW)
    if options & _DRAW_BUFFERS:
        language = replace(language, results=(fragment_bindings.DRAW_BUFFERS, *language.results[1:]))
    if "NV_explicit_multisample" in options:
        if profile.generation == 4:
            opcodes |= {row.name: row for row in generation4.ROWS if row.name in generation4.MULTISAMPLE}
        language = replace(language, texture_targets=(*language.texture_targets, "RENDERBUFFER"))
    if language is not profile.language or opcodes != profile.opcodes:
        profile = replace(profile, opcodes=MappingProxyType(opcodes), language=language)
    return relimited(profile, limits)


def _generation5(language: Language, options: frozenset[str]) -> Language:
    """A language of generation 5 with what options add to its grammar."""
    if "NV_shader_thread_group" in options:
        attributes = (*language.attributes, *language.threads)
        parameters = (*language.parameters, *bindings.THREAD_STATE)
        language = replace(language, attributes=attributes, parameters=parameters)
    if "NV_shader_storage_buffer" in options:
        language = replace(
            language,
            declarations=language.declarations | {"STORAGE"},
            arrays=language.arrays | {"STORAGE"},
            parameters=(*language.parameters, *bindings.STORAGE_LENGTHS),
        )
    if "NV_bindless_texture" in options:
        language = replace(language, handles=True)
    if "NV_texture_multisample" in options:
        language = replace(language, texture_targets=(*language.texture_targets, *textures.MULTISAMPLE))
    if "ARB_blend_func_extended" in options:
        numbered = not options.isdisjoint(_DRAW_BUFFERS)
        language = replace(language, results=(*language.results, *bindings.blended(numbered)))
    return language


def headers_with(stage: Stage, has: Callable[[Profile, Language], object]) -> tuple[str, str]:
    """Headers, or where they have not an option of one, whose language ``has`` something.

    Those of this stage, and those of others.
    """
    found: dict[bool, list[str]] = {True: [], False: []}
    for header, profile in PROFILES.items():
        if profile.grammar != "arb":
            continue
        if profile.family == NV5 and any(found.values()):
            continue  # It has what the generation before has.
        offered = [(header, profile)]
        offered += [
            (f"{header} with {option}", with_options(profile, frozenset({option})))
            for option in sorted(profile.options)
        ]
        for name, other in offered:
            if has(other, other.language):
                found[profile.stage is stage].append(name)
                break
    return " or ".join(found[True]), " or ".join(found[False])
