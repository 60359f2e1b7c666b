"""The digest of translations: every program × target × interface × numerics, source and reflection.

Targets that are not usual have one hash for several, of the usual interface in fast numerics.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterator, Mapping
from typing import Any

import nvrender
from nvrender.glsl.kinds import STAGE_INTERFACES
from nvrender.glsl.targets import TARGETS, USUAL
from nvrender.languages.common.families import NV5
from nvrender.numerics import NUMERICS

from .corpus import Entry

_EARLIER = ("glsl330", "glsl430")
#: Targets that are not usual, by the name of their hash.
_OTHERS = {
    group: [name for name, row in TARGETS.items() if not row.usual and row.embedded is embedded]
    for group, embedded in (("desktop", False), ("es", True))
}


def variants(entry: Entry) -> Iterator[str]:
    """The translations of a program, by "target.interface.numerics"; generation 5 has a target more."""
    for target in USUAL if entry.program.profile.family == NV5 else _EARLIER:
        for interface in STAGE_INTERFACES[entry.program.profile.stage]:
            for numerics in NUMERICS:
                yield f"{target}.{interface}.{numerics}"
    for group in _OTHERS:
        yield f"{group}.{STAGE_INTERFACES[entry.program.profile.stage][0]}.fast"


def text(entry: Entry, variant: str) -> str:
    """A translation and all it says of itself; why there is none, where the target cannot express it."""
    targets, interface, numerics = variant.split(".")
    names = _OTHERS.get(targets, [targets])
    texts = [_text(entry, target, interface, numerics) for target in names]
    return "".join(sorted(texts, key=lambda text: text.startswith("! ")))


def _text(entry: Entry, target: str, interface: str, numerics: str) -> str:
    try:
        found = nvrender.translate(entry.program, target, interface=interface, numerics=numerics)
    except nvrender.TargetError as error:
        return f"! {error}\n"
    return f"{found.source}\n" + "".join(f"{line}\n" for line in _lines("", found))


def _lines(path: str, value: Any) -> Iterator[str]:
    """What a Translation holds beside its source, a value a line; "" and empty rows are left out."""
    if path == ".lines":
        yield f"{path} = {' '.join('-' if span is None else f'{span.start}:{span.end}' for span in value)}"
    elif dataclasses.is_dataclass(value):
        rows = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        yield from (
            line
            for key, row in rows.items()
            if key not in ("source", "resources")  # of resources see tests/glsl/test_resources.py
            for line in _lines(f"{path}.{key}", row)
        )
    elif isinstance(value, Mapping):
        yield from (line for key, row in value.items() for line in _lines(f"{path}[{key}]", row))
    elif isinstance(value, tuple):
        yield from (line for key, row in enumerate(value) for line in _lines(f"{path}[{key}]", row))
    elif isinstance(value, enum.Enum):
        yield f"{path} = {value.name}"
    elif value not in (None, "", False):
        yield f"{path} = {value!r}"
