"""Inputs that meet what compilers know: INF, NaN and zeros in half of the lanes."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES

from .arbfp import FILTER_PLACES, RECT_PLACES, TEXEL_PLACES
from .declared import LOOP_ATTRIBUTE
from .declared_inputs import FLOATS, DeclaredInputs
from .fragment_inputs import FragmentInputs
from .inputs import Inputs

#: Vertices or fragments that have them together: a quad is whole.
_TOGETHER = 4
_PLACES = (TEXEL_PLACES, RECT_PLACES, FILTER_PLACES)
_COORDINATES = {f"fragment.texcoord[{number}]" for number in _PLACES}
_COUNTS = f"fragment.attrib[{LOOP_ATTRIBUTE}]"


def with_specials(draw: Callable[[Any, int], Any], sample: Any, count: int) -> Any:
    """What ``draw`` gives a sample, some words of its attributes special ones."""
    inputs: Any = draw(sample, count)
    if not isinstance(inputs, DeclaredInputs | Inputs):
        return inputs
    source = np.random.default_rng(random.Random(f"specials {sample.seed}").getrandbits(32))
    rate = source.choice((0.0, 0.1, 0.3, 0.6))
    special = np.array(FLOATS, np.uint32)
    if isinstance(inputs, Inputs):  # transformed by the fixed function, to which OpenGL leaves denormals
        special = special[~_denormal(special)]
    attributes: Any = dict(inputs.attributes)
    for number in _numbers(inputs):
        words = attributes[number].copy()
        chosen = source.random(words.shape) < rate
        chosen &= (np.arange(len(words)) // _TOGETHER % 2 == 1)[:, None]
        words.view(np.uint32)[chosen] = source.choice(special, int(chosen.sum()))
        attributes[number] = words
    return replace(inputs, attributes=attributes)


def _denormal(words: Any) -> Any:
    return (words & 0x7F800000 == 0) & (words & 0x7FFFFFFF != 0)


def _numbers(inputs: Any) -> list[int]:
    """Attributes that may hold anything: not what counts, nor where lookups are."""
    if not isinstance(inputs, FragmentInputs):
        return [number for number in inputs.attributes if number < LOOP_ATTRIBUTE]
    names = [
        name
        for name in FRAGMENT_5_ATTRIBUTES
        if name.startswith(("fragment.color", "fragment.attrib", "fragment.texcoord"))
    ]
    kept = {*_COORDINATES, _COUNTS}
    numbers = [FRAGMENT_5_ATTRIBUTES.index(name) for name in names if name not in kept]
    return [number for number in numbers if number in inputs.attributes]
