"""GetIntegerIndexedvEXT and GetBooleanIndexedvEXT (NV_explicit_multisample 6.1.1)."""

from __future__ import annotations

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.command import command
from nvrender.api.errors import invalid_enum
from nvrender.api.multisample import sample_mask
from nvrender.api.parameter_buffers import TARGETS, bound_to
from nvrender.api.record import Record

_SECTION = "NV_explicit_multisample 6.1.1"


@command()
def GetIntegerIndexedvEXT(gl: Record, target: int, index: int) -> int:
    """The buffer bound to a binding point, 0 for none, or a word of the sample mask."""
    return _value(gl, target, index)


@command()
def GetBooleanIndexedvEXT(gl: Record, target: int, index: int) -> bool:
    """Whether what GetIntegerIndexedvEXT gives is not 0."""
    return bool(_value(gl, target, index))


def _value(gl: Record, target: int, index: int) -> int:
    number = whole(index, "index")
    if target in TARGETS:
        return bound_to(gl, target, number)
    if target == enums.SAMPLE_MASK_VALUE_NV:
        return sample_mask(gl, number)
    known = "SAMPLE_MASK_VALUE_NV, VERTEX_PROGRAM_PARAMETER_BUFFER_NV and its kin"
    raise invalid_enum("target", target, known, _SECTION)
