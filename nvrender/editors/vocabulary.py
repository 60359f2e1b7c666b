"""The words of all languages together, from their tables, for what colours programs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from nvrender.languages.profiles import PROFILES
from nvrender.ops.memory_access import STORAGES, Atomic, Rounding
from nvrender.ops.texture_targets import TARGETS
from nvrender.reference.languages import variants

#: What may stand behind an instruction: precision, condition code, clamp; modifiers behind dots.
SUFFIXES = r"[RHX]?(?:C[01]?)?(?:_S?SAT)?"
HEADER = r"!![A-Za-z]+[0-9]+\.[0-9]+"
COMMENT = r"#.*$"
NUMBER = r"(?<![\w$])(?:0x[0-9A-Fa-f]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)(?![\w$])"
LABEL = r"^\s*[A-Za-z_$][\w$]*(?=\s*:)"
REGISTER = r"\b(?:[RH][0-9]+|A[0-9]+|RC|HC|CC[01]?)\b|\b[vofcp](?=\[)"
SWIZZLE = r"(?<=[\w\])}|])\.(?:[xyzw]{1,4}|[rgba]{1,4})\b"


@cache
def instructions() -> tuple[str, ...]:
    """The longest first, so that a pattern of them finds ENDREP before END."""
    return _sorted(name for row in variants() for name in row.profile.opcodes)


@cache
def declarations() -> tuple[str, ...]:
    """What begins a statement that is no instruction."""
    languages = [row.profile.language for row in variants()]
    found = {word for row in languages for word in (*row.declarations, *row.modifiers)}
    found |= {one.keyword for row in languages for one in row.directives}
    return _sorted(found | {"END", "OPTION"})


@cache
def conditions() -> tuple[str, ...]:
    return _sorted(word for row in variants() for word in row.profile.language.tests)


@cache
def bindings() -> tuple[str, ...]:
    """The first words of bindings."""
    languages = [row.profile.language for row in variants()]
    rows = (row for one in languages for row in (*one.attributes, *one.results, *one.parameters))
    return _sorted({row.pattern.split(".")[0] for row in rows} | {"texture", "image", "handle", "offset"})


@cache
def constants() -> tuple[str, ...]:
    """Texture targets, the words of directives, and options."""
    found = {*TARGETS} | {option for row in PROFILES.values() for option in row.options}
    for row in variants():
        found |= {word for one in row.profile.language.directives for word in one.words or ()}
    return _sorted(found)


@cache
def modifiers() -> tuple[str, ...]:
    """What stands behind a dot of an instruction."""
    found = {*STORAGES, *(row.value for row in Atomic), *(row.value for row in Rounding)}
    found |= set("F S U F32 F64 S32 S64 U32 U64 HI S24 U24 CC CC0 CC1 SAT SSAT NTC COH VOL PREC CTA".split())
    return _sorted(found)


def either(words: Iterable[str]) -> str:
    """A pattern of one of them."""
    return f"(?:{'|'.join(map(re.escape, words))})"


def _sorted(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(words), key=lambda word: (-len(word), word)))
