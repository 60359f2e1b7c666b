"""``nvrender.explain``: what a word of the languages means."""

from __future__ import annotations

from difflib import get_close_matches

from nvrender.reference.bindings import bindings, explained_binding, plain
from nvrender.reference.entries import Explanation
from nvrender.reference.instructions import explained_instruction, instruction_names
from nvrender.reference.words import explained_word, words
from nvrender.source import InputError, named


def explain(name: str, *, examples: bool = True) -> Explanation:
    """What ``name`` means: an instruction, a binding, an option or another word, a header, or a rule.

    Bindings may have numbers (``state.light[0].half``), ``HPOS`` is ``o[HPOS]``; letters of the other case
    are taken where there is no such word. A word that is several things is explained as the first.
    Without ``examples`` nothing is translated. InputError for what is no word, with those that are like it.
    """
    if not isinstance(name, str):
        raise InputError(f"explain takes a word, not a {type(name).__name__}")
    for word in dict.fromkeys((name, name.upper(), name.lower())):
        for binding in (word, f"o[{word}]", f"f[{word}]", f"v[{word}]"):
            if word in instruction_names():
                return explained_instruction(word, examples=examples)
            if plain(binding) in bindings():
                return explained_binding(binding)
        for found in explained_word(word):
            return found
    every = {*instruction_names(), *bindings(), *words()}
    near = get_close_matches(name, every, 4, 0.5) or get_close_matches(name.upper(), every, 4, 0.5)
    like = f"; did you mean {', '.join(near)}?" if near else ""
    raise InputError(f"{named(name)!r} is no instruction, binding, option, word or rule{like}")
