"""What a scene file may say about memory: buffers, and what reads counts and vertices from them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from nvrender.scene.forms.base import MAX_POINTS, Form, exactly_one
from nvrender.scene.forms.meshes import MeshForm

#: Elements of a buffer beside a picture, or in each of its pixels.
MAX_ELEMENTS = 2**26
MAX_GROUPS = 65535

Binding = Annotated[int, Meta(ge=0, lt=8)]
_Groups = Annotated[int, Meta(ge=0, le=MAX_GROUPS)]
_Side = Annotated[int, Meta(ge=1, le=1024)]
ElementType = Literal[
    "U32", "U32X2", "U32X4", "S32", "S32X2", "S32X4", "F32", "F32X2", "F32X4",
]  # fmt: skip
#: Type → what numpy calls a number of it, and how many an element has.
ELEMENTS = {
    f"{letter}32{many}": (kind, count)
    for letter, kind in (("U", "u4"), ("S", "i4"), ("F", "f4"))
    for many, count in (("", 1), ("X2", 2), ("X4", 4))
}
_GREATEST_FLOAT = (2 - 2**-23) * 2.0**127
_RANGES = {"U": (0, 2**32 - 1), "S": (-(2**31), 2**31 - 1)}


class BufferForm(Form, frozen=True):
    """``count`` elements of a ``type``, or ``per_pixel`` of them for each pixel of the picture.

    They begin as ``values``, component after component, and all behind those as ``fill``; ``each_frame``:
    anew in every frame.
    """

    type: ElementType = "F32"
    count: Annotated[int, Meta(ge=1, le=MAX_ELEMENTS)] | None = None
    per_pixel: Annotated[int, Meta(ge=1, le=64)] | None = None
    values: tuple[int | float, ...] = ()
    fill: int | float = 0
    each_frame: bool = False

    def __post_init__(self) -> None:
        exactly_one(self, "count", "per_pixel")
        if self.count is not None and len(self.values) > self.count * ELEMENTS[self.type][1]:
            raise ValueError(f"values are more than the {self.count} elements have components")
        for number in (*self.values, self.fill):
            if self.type[0] in _RANGES:
                low, high = _RANGES[self.type[0]]
                if not isinstance(number, int) or not low <= number <= high:
                    raise ValueError(f"{number} is no number of a {self.type}: {low} to {high}")
            elif abs(number) > _GREATEST_FLOAT:
                raise ValueError(f"{number} is no number of a {self.type}: up to {_GREATEST_FLOAT:.8g}")


class MemoryForm(BufferForm, frozen=True):
    """A buffer that programs reach by its GPU address."""

    access: Literal["READ_ONLY", "READ_WRITE", "WRITE_ONLY"] = "READ_WRITE"


class GroupsForm(Form, frozen=True):
    """How many work groups: what is in a buffer, or as many as cover the picture.

    ``memory`` or ``storage`` is the buffer, ``offset`` the byte where three U32 lie. ``cover`` is how many
    pixels a group has along x and y.
    """

    memory: str | None = None
    storage: Binding | None = None
    cover: tuple[_Side, _Side] | None = None
    offset: Annotated[int, Meta(ge=0, multiple_of=4)] = 0

    def __post_init__(self) -> None:
        exactly_one(self, "memory", "storage", "cover")
        if self.offset and self.cover is not None:
            raise ValueError("offset belongs to a buffer")


Groups = Annotated[tuple[_Groups, ...], Meta(min_length=1, max_length=3)] | GroupsForm


class FromMemory(MeshForm, tag="memory", kw_only=True, frozen=True):
    """Vertices that lie in a buffer of F32: ``attributes`` are how many numbers each has, in order."""

    memory: str | None = None
    storage: Binding | None = None
    attributes: Annotated[dict[str, Annotated[int, Meta(ge=1, le=4)]], Meta(min_length=1)] = msgspec.field(
        default_factory=lambda: {"vertex.position": 4}
    )
    primitive: Literal["POINTS", "LINES", "LINE_STRIP", "TRIANGLES", "TRIANGLE_STRIP"] = "POINTS"
    count: Annotated[int, Meta(ge=1, le=MAX_POINTS)] | None = None

    def __post_init__(self) -> None:
        exactly_one(self, "memory", "storage")
