"""A row of bindings: the columns of the specifications' tables of attributes and results."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.ops.types import DataType


@dataclass(frozen=True, slots=True)
class BindingRow:
    """A pattern and what it means.

    ``name`` is the binding's one name among several spellings, ``{}`` for its numbers. ``index`` is the
    number of the attribute or result, to which the binding's own number is added. ``array``: a range
    ``[a..b]`` may stand in array declarations, and members of an array may follow each other.
    ``type`` is the type the GL gives or takes, None where any. ``relative``: ``[A.x+n]`` may stand.
    ``vertices``: it is an attribute of one of several vertices, which a number tells. ``patch``: patches
    alone have it.
    """

    pattern: str
    name: str
    index: int = 0
    array: bool = False
    type: DataType | None = DataType.FLOAT
    relative: bool = False
    multiple: int = 1
    vertices: bool = False
    patch: bool = False
