"""The names of vertex attributes where no program says its own."""

from __future__ import annotations

from nvrender.isa.bindings import ATTRIBUTES

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
