"""Operation → builder, for the languages whose registers have types or are all floats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nvrender.glsl.declared import operations
from nvrender.glsl.declared.view import Builder
from nvrender.glsl.expressions import Expression
from nvrender.glsl.threads import quad_groups
from nvrender.ops.rows import Form
from nvrender.ops.table import ROWS

_BY_FORM: dict[Form, Builder] = {
    Form.TEXTURE: lambda view: view.found,
}
#: One builder for every operation that writes a register, but those of 64 bits.
BUILDERS: dict[str, Callable[[Any], Expression]] = {
    **{row.name: _BY_FORM[row.form] for row in ROWS if row.form in _BY_FORM},
    **operations.BUILDERS,
    **quad_groups.BUILDERS,
}
