"""The attributes of fragments: their numbers, and the varyings they arrive in."""

from __future__ import annotations

from nvrender.glsl.registers.variables import RESULT_NAMES
from nvrender.languages.arb.fragment_bindings import FRAGMENT_ATTRIBUTES
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES, THREADS, item

POSITION, FOGCOORD, FACING, PRIMITIVE_ID = (
    FRAGMENT_ATTRIBUTES.index(name)
    for name in ("fragment.position", "fragment.fogcoord", "fragment.facing", "primitive.id")
)
POINT_COORDINATE, SAMPLE_ID, SAMPLE_MASK = (
    FRAGMENT_5_ATTRIBUTES.index(f"fragment.{name}") for name in ("pointcoord", "sampleid", "samplemask")
)
#: Colour of the front → that of the back.
BACK = {"COL0": "BFC0", "COL1": "BFC1"}
_ARRIVING = {
    "fragment.color.primary": "COL0",
    "fragment.color.secondary": "COL1",
    **{f"fragment.{name}": called for name, called in RESULT_NAMES.items()},
}
#: Attribute → the varying it arrives in: vertex and geometry stages write it under the same name.
VARYINGS: dict[int, str] = {
    number: _ARRIVING[name]
    for number, name in enumerate(FRAGMENT_ATTRIBUTES)
    if number not in (POSITION, FACING, PRIMITIVE_ID)
}
#: Attributes of which only x arrives.
SINGLE = frozenset(
    number for number, name in VARYINGS.items() if name in ("FOGC", *(f"CLP{plane}" for plane in range(8)))
)
#: Attributes that are the same everywhere in a pixel: numbers, and which thread or sample it is.
NUMBERS = frozenset(
    number
    for number, name in enumerate(FRAGMENT_5_ATTRIBUTES)
    if item(name) in ("id", "sampleid", "samplemask", "helperthread", *THREADS)
)
