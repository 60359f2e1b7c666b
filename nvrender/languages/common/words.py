"""Words alike in several languages: of statements, suffixes and write masks."""

from __future__ import annotations

from itertools import product

from nvrender.program import COMPONENTS, Mask, Swizzle

#: Words that begin a statement besides the opcodes.
END, OPTION = "END", "OPTION"


def _mask(letters: str) -> Mask:
    return "x" in letters, "y" in letters, "z" in letters, "w" in letters


#: Ordered subsets of xyzw (NV_vertex_program2 2.14.1.8, optionalWriteMask).
MASKS: dict[str, Mask] = {
    letters: _mask(letters)
    for bits in range(1, 16)
    for letters in ["".join(letter for place, letter in enumerate(COMPONENTS) if bits >> place & 1)]
}

#: One component, which stands in all four places (scalarSuffix).
SCALAR_SUFFIXES: dict[str, Swizzle] = {
    letter: (place, place, place, place) for place, letter in enumerate(COMPONENTS)
}

#: One component or four (swizzleSuffix).
VECTOR_SUFFIXES: dict[str, Swizzle] = SCALAR_SUFFIXES | {
    "".join(COMPONENTS[place] for place in places): (places[0], places[1], places[2], places[3])
    for places in product(range(4), repeat=4)
}

RGBA = "rgba"
_TO_RGBA = str.maketrans(COMPONENTS, RGBA)

#: Suffix words of operands and of destinations, with the rgba letters and without.
SWIZZLES: dict[bool, dict[str, Swizzle]] = {
    False: VECTOR_SUFFIXES,
    True: VECTOR_SUFFIXES | {word.translate(_TO_RGBA): value for word, value in VECTOR_SUFFIXES.items()},
}
SCALARS: dict[bool, dict[str, Swizzle]] = {
    rgba: {word: value for word, value in words.items() if len(word) == 1} for rgba, words in SWIZZLES.items()
}
WRITE_MASKS: dict[bool, dict[str, Mask]] = {
    False: MASKS,
    True: MASKS | {word.translate(_TO_RGBA): value for word, value in MASKS.items()},
}
