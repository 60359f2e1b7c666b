"""What every header of generation 5 has beyond generation 4's (NV_gpu_program5)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from nvrender.languages.arb.headers import generation5
from nvrender.languages.common.families import NV5
from nvrender.ops import texture_targets as textures
from nvrender.program.language import Language
from nvrender.program.limits import Limits
from nvrender.program.profile import Profile, Stage, limited

DECLARATIONS = frozenset({"CBUFFER", "TEXTURE", "IMAGE", "SUBROUTINE", "SUBROUTINETYPE"})
ARRAYS = frozenset({"CBUFFER", "TEXTURE", "IMAGE", "SUBROUTINE"})
#: Options of every stage; those that say what the header implies have no effect.
OPTIONS = frozenset(
    """
    NV_gpu_program5_mem_extended NV_shader_storage_buffer NV_shader_atomic_float NV_bindless_texture
    NV_shader_thread_group NV_explicit_multisample NV_texture_multisample ARB_shader_image_size
    NV_shader_buffer_load NV_parameter_buffer_object2 NV_gpu_program_fp64
    """.split()
)


def language(base: Language, modifiers: dict[str, frozenset[str]] | None = None, **changes: Any) -> Language:
    """A language of generation 4 with what every stage has, more ``modifiers`` and other ``changes``."""
    grown = {
        word: keywords | ({"CBUFFER"} if "BUFFER" in keywords else set())
        for word, keywords in base.modifiers.items()
    }
    for word, keywords in (modifiers or {}).items():
        grown[word] = grown.get(word, frozenset()) | keywords
    common = replace(
        base,
        declarations=base.declarations | DECLARATIONS,
        arrays=base.arrays | ARRAYS,
        reserved=base.reserved | {"image"},
        modifiers=MappingProxyType(grown),
        texture_targets=textures.GENERATION_5,
        sized=True,
    )
    return replace(common, **changes)


def profile(base: Profile, most: Limits, **columns: Any) -> Profile:
    """A profile of generation 4 grown to generation 5, with the limits ``most`` and its own ``columns``."""
    grown = replace(base, **{"generation": 5, "family": NV5, "options": OPTIONS, **columns})
    opcodes = generation5.opcodes_of_stage(
        grown.stage is Stage.FRAGMENT, grown.stage is Stage.GEOMETRY, grown.stage is Stage.COMPUTE
    )
    return limited(replace(grown, opcodes=MappingProxyType(opcodes)), most)
