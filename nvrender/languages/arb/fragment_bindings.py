"""What fragment programs bind (ARB_fragment_program Tables X.1-4, NV_fragment_program4 2.X.3.2, 2.X.3.5)."""

from __future__ import annotations

from nvrender.ops.types import DataType
from nvrender.program.binding_rows import BindingRow

#: The attributes of a fragment program, under the names messages and reflections use; the number of
#: an attribute is its place here.
FRAGMENT_ATTRIBUTES: tuple[str, ...] = (
    "fragment.position", "fragment.color.primary", "fragment.color.secondary", "fragment.fogcoord",
    "fragment.facing", "primitive.id",
    *(f"fragment.texcoord[{unit}]" for unit in range(8)),
    *(f"fragment.clip[{plane}]" for plane in range(8)),
    *(f"fragment.attrib[{number}]" for number in range(16)),
)  # fmt: skip

#: The results of a fragment program.
FRAGMENT_RESULTS: tuple[str, ...] = (*(f"color[{number}]" for number in range(8)), "depth")
#: The results that hold the depth, by language.
DEPTHS = frozenset({"depth", "DEPR"})
#: The components of a result that mean anything, where not all four do (ARB_fragment_program 3.11.3.4).
FRAGMENT_RESULT_COMPONENTS: dict[str, tuple[int, ...]] = {"depth": (2,)}


def _attribute(
    pattern: str, name: str = "", array: bool = False, type: DataType | None = DataType.FLOAT
) -> BindingRow:
    canonical = name or pattern.split("[")[0]
    index = FRAGMENT_ATTRIBUTES.index(canonical.replace("{}", "0"))
    return BindingRow(pattern, canonical, index, array, type)


_FACING = _attribute("fragment.facing")

#: ARB_fragment_program Table X.1.
ARB_FRAGMENT_ATTRIBUTES: tuple[BindingRow, ...] = (
    _attribute("fragment.color", "fragment.color.primary"),
    _attribute("fragment.color.primary"),
    _attribute("fragment.color.secondary"),
    _attribute("fragment.texcoord[texture_coordinates?]", "fragment.texcoord[{}]", array=True),
    _attribute("fragment.fogcoord"),
    _attribute("fragment.position"),
)
#: NV_fragment_program2 3.11.3.1.
ARB_FRAGMENT_OPTION2_ATTRIBUTES: tuple[BindingRow, ...] = (*ARB_FRAGMENT_ATTRIBUTES, _FACING)
#: NV_fragment_program4 Table X.2.
NV4_FRAGMENT_ATTRIBUTES: tuple[BindingRow, ...] = (
    *ARB_FRAGMENT_OPTION2_ATTRIBUTES,
    _attribute("fragment.clip[clip_distances]", "fragment.clip[{}]", array=True),
    _attribute("fragment.attrib[generic_attributes]", "fragment.attrib[{}]", array=True, type=None),
    _attribute("primitive.id", type=DataType.SIGNED),
)

#: Attributes no interpolation modifier may stand before (NV_fragment_program4 2.X.3.1).
UNMODIFIED = frozenset({"fragment.position", "fragment.facing", "fragment.fogcoord", "fragment.clip[{}]"})


#: ARB_fragment_program Table X.4; result.color is the first colour (ARB_draw_buffers 3.11.3.4).
ARB_FRAGMENT_RESULTS: tuple[BindingRow, ...] = (
    BindingRow("result.color", "color[0]"),
    BindingRow("result.depth", "depth", FRAGMENT_RESULTS.index("depth")),
)
NV4_FRAGMENT_RESULTS: tuple[BindingRow, ...] = (
    BindingRow("result.color", "color[0]", type=None),
    ARB_FRAGMENT_RESULTS[1],
)
#: What ARB_draw_buffers and ATI_draw_buffers put in place of result.color.
DRAW_BUFFERS = BindingRow("result.color[draw_buffers?]", "color[{}]", type=None)
