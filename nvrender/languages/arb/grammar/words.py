"""Suffix words with the letters rgba, and which headers have something."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.languages.arb.options import with_options
from nvrender.languages.common.words import MASKS, VECTOR_SUFFIXES
from nvrender.languages.profiles import PROFILES
from nvrender.program import COMPONENTS, Mask, Swizzle
from nvrender.program.language import Language
from nvrender.program.profile import Profile, Stage

RGBA = "rgba"
_TO_RGBA = str.maketrans(COMPONENTS, RGBA)

#: Suffix words of operands and of destinations, with the rgba letters and without.
SWIZZLES: dict[bool, dict[str, Swizzle]] = {
    False: VECTOR_SUFFIXES,
    True: VECTOR_SUFFIXES | {word.translate(_TO_RGBA): value for word, value in VECTOR_SUFFIXES.items()},
}
WRITE_MASKS: dict[bool, dict[str, Mask]] = {
    False: MASKS,
    True: MASKS | {word.translate(_TO_RGBA): value for word, value in MASKS.items()},
}


def headers_with(stage: Stage, has: Callable[[Profile, Language], object]) -> tuple[str, str]:
    """Headers, or where they have not an option of one, whose language ``has`` something.

    Those of this stage, and those of others.
    """
    found: dict[bool, list[str]] = {True: [], False: []}
    for header, profile in PROFILES.items():
        if profile.grammar != "arb":
            continue
        if profile.family == "nv5" and any(found.values()):
            continue  # It has what the generation before has.
        offered = [(header, profile)]
        offered += [
            (f"{header} with {option}", with_options(profile, frozenset({option})))
            for option in sorted(profile.options)
        ]
        for name, other in offered:
            if has(other, other.declared_language):
                found[profile.stage is stage].append(name)
                break
    return " or ".join(found[True]), " or ".join(found[False])
