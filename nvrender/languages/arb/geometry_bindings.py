"""What geometry programs bind (NV_geometry_program4 2.X.3.2, 2.X.3.5)."""

from __future__ import annotations

from nvrender.languages.arb.vertex_bindings import (
    NV4_VERTEX_RESULTS,
    VERTEX_RESULT_COMPONENTS,
    VERTEX_RESULTS,
)
from nvrender.ops.types import DataType
from nvrender.program.binding_rows import BindingRow

#: What draws and PRIMITIVE_IN call patches (ARB_tessellation_shader, NV_gpu_program5 2.X.7).
PATCHES = "PATCHES"
#: The attributes of a geometry program; the number of an attribute is its place here. All but the last
#: are one vertex's, and an input primitive has several (NV_geometry_program4 Table X.2).
GEOMETRY_ATTRIBUTES: tuple[str, ...] = (
    *(f"vertex.{name}" for name in VERTEX_RESULTS),
    "primitive.id",
)
#: The results: a vertex program's but its id, and two more (NV_geometry_program4 Table X.3).
GEOMETRY_RESULTS: tuple[str, ...] = (*VERTEX_RESULTS[:-1], "primid", "layer")
GEOMETRY_RESULT_COMPONENTS: dict[str, tuple[int, ...]] = {
    **{name: places for name, places in VERTEX_RESULT_COMPONENTS.items() if name != "id"},
    "primid": (0,),
    "layer": (0,),
}

#: Vertices of each input primitive (NV_geometry_program4 2.14.6.1).
INPUT_PRIMITIVES: dict[str, int] = {
    "POINTS": 1,
    "LINES": 2,
    "LINES_ADJACENCY": 4,
    "TRIANGLES": 3,
    "TRIANGLES_ADJACENCY": 6,
}
#: Vertices the smallest output primitive needs (NV_geometry_program4 2.14.6.2).
OUTPUT_PRIMITIVES: dict[str, int] = {"POINTS": 1, "LINE_STRIP": 2, "TRIANGLE_STRIP": 3}


def vertex_attribute(row: BindingRow) -> BindingRow:
    """The attribute that holds what a vertex program writes to a result."""
    pattern = row.pattern.replace("result.", "vertex.", 1).replace("generic_results", "generic_attributes")
    return BindingRow(pattern, f"vertex.{row.name}", row.index, row.array, row.type, vertices=True)


#: NV_geometry_program4 Table X.2.
NV4_GEOMETRY_ATTRIBUTES: tuple[BindingRow, ...] = (
    *map(vertex_attribute, NV4_VERTEX_RESULTS),
    BindingRow(
        "primitive.id", "primitive.id", GEOMETRY_ATTRIBUTES.index("primitive.id"), type=DataType.SIGNED
    ),
)
#: NV_geometry_program4 Table X.3.
NV4_GEOMETRY_RESULTS: tuple[BindingRow, ...] = (
    *(row for row in NV4_VERTEX_RESULTS if row.name != "id"),
    BindingRow("result.primid", "primid", GEOMETRY_RESULTS.index("primid"), type=DataType.SIGNED),
    BindingRow("result.layer", "layer", GEOMETRY_RESULTS.index("layer"), type=DataType.SIGNED),
)
