"""Tables of a scene about the fixed function as parts of State."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from nvrender.gl import state as gl
from nvrender.scene.forms import fixed as ff

#: Where a scissor box is in a frame: left, bottom, width, height, parts of its size.
Box = tuple[float, float, float, float]


def combine(form: ff.CombineForm) -> gl.Combine:
    """COMBINE with GL's first arguments where the form has none."""
    usual, changes = gl.Combine(), dict[str, Any]()
    for field in fields(gl.Combine):
        given = getattr(form, field.name)
        if isinstance(given, tuple):
            given = (*given, *getattr(usual, field.name)[len(given) :])
        changes[field.name] = float(given) if field.name.endswith("scale") else given
    return gl.Combine(**changes)


def stencil(form: ff.StencilForm) -> gl.Stencil:
    """The stencil test, enabled."""
    return gl.Stencil(True, **{name: getattr(form, name) for name in form.__struct_fields__})


def modes(form: ff.GenerationForm) -> tuple[str, str, str, str]:
    """How s, t, r and q are generated."""
    return form.s, form.t, form.r, form.q


def scissor(box: Box, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """The pixels of a box, its sides rounded each."""
    left, bottom, width, height = box
    columns = [round(edge * size[0]) for edge in (left, left + width)]
    rows = [round(edge * size[1]) for edge in (bottom, bottom + height)]
    return columns[0], rows[0], columns[1] - columns[0], rows[1] - rows[0]
