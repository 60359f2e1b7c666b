"""The names of attributes and results of vertices where no program says its own."""

from __future__ import annotations

from nvrender.gl.state.state import Point, State
from nvrender.languages.vp.bindings import ATTRIBUTES

#: Attribute names and the conventional commands they alias (NV_vertex_program2 tables X.2 and X.3), and the
#: bindings of ARB_vertex_program Table X.2.1.
CONVENTIONAL_ATTRIBUTES = {
    name: row.index for row in ATTRIBUTES for name in (row.alias, row.mnemonic) if name
}
CONVENTIONAL_ATTRIBUTES |= {
    f"{vertex}{name}": number
    for vertex in ("", "vertex.")
    for name, number in (
        ("position", 0), ("normal", 2), ("color", 3), ("color.primary", 3), ("color.secondary", 4),
        ("fogcoord", 5), ("texcoord", 8), *((f"texcoord[{unit}]", 8 + unit) for unit in range(8)),
        *((f"attrib[{number}]", number) for number in range(len(ATTRIBUTES))),
    )
}  # fmt: skip


def conventional_names(state: State) -> tuple[str, ...]:
    """The results the conventional vertex stage hands over to the conventional fragment stage."""
    two_side = state.lighting and state.light_model.two_side
    separate = state.light_model.separate_specular if state.lighting else state.color_sum
    names = ["HPOS", "COL0", *["BFC0"] * two_side]
    if separate:
        names += ["COL1", *["BFC1"] * two_side]
    names += ["FOGC"] * state.fog.enabled + ["PSIZ"] * (state.point != Point())
    return (*names, *(f"TEX{unit}" for unit, row in enumerate(state.texture_units) if row.enabled))
