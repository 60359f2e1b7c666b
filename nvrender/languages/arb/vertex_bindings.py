"""What the declared-name languages bind: attributes, results and state, as the specifications' tables list
them.

A pattern is a binding as it is written. ``[limit]`` stands for a number below that limit
(program.limits.Limits, or a number itself), ``[limit?]`` for one that may be left out, which means 0.
"""

from __future__ import annotations

from nvrender.ops.types import DataType
from nvrender.program.binding_rows import BindingRow

#: Numbers of the attributes beyond the 16 of Table X.2.1.
VERTEX_ID, VERTEX_INSTANCE, FIRST_WEIGHT, FIRST_MATRIX_INDEX = 16, 17, 18, 26
#: How many vertex attribute numbers there are.
VERTEX_ATTRIBUTE_COUNT = 34

#: ARB_vertex_program Tables X.2 and X.2.1. The number is that of the generic attribute in the same row
#: of Table X.2.1: a program may not bind both.
ARB_VERTEX_ATTRIBUTES: tuple[BindingRow, ...] = (
    BindingRow("vertex.position", "vertex.position", 0),
    BindingRow("vertex.weight[vertex_units?]", "vertex.weight[{}]", 1, multiple=4),
    BindingRow("vertex.normal", "vertex.normal", 2),
    BindingRow("vertex.color", "vertex.color.primary", 3),
    BindingRow("vertex.color.primary", "vertex.color.primary", 3),
    BindingRow("vertex.color.secondary", "vertex.color.secondary", 4),
    BindingRow("vertex.fogcoord", "vertex.fogcoord", 5),
    BindingRow("vertex.texcoord[texture_coordinates?]", "vertex.texcoord[{}]", 8, array=True),
    BindingRow("vertex.matrixindex[vertex_units]", "vertex.matrixindex[{}]", FIRST_MATRIX_INDEX, multiple=4),
    BindingRow("vertex.attrib[vertex_attributes]", "vertex.attrib[{}]", 0, array=True, type=None),
)
#: Generic attributes that conventional ones are too.
_ALIASED = 16


def attribute_number(row: BindingRow, numbers: tuple[int, ...]) -> int:
    """The number of the attribute that a vertex's binding with ``numbers`` is.

    Weights from the fifth on are no generic attribute's (ARB_vertex_program Table X.1).
    """
    number = numbers[0] // row.multiple if numbers else 0
    if row.multiple > 1 and number and row.index < _ALIASED:
        return FIRST_WEIGHT + number - 1
    return row.index + number


#: NV_vertex_program4 2.X.3.2: no weights, two numbers more.
NV4_VERTEX_ATTRIBUTES: tuple[BindingRow, ...] = (
    *(row for row in ARB_VERTEX_ATTRIBUTES if row.multiple == 1),
    BindingRow("vertex.id", "vertex.id", VERTEX_ID, type=DataType.SIGNED),
    BindingRow("vertex.instance", "vertex.instance", VERTEX_INSTANCE, type=DataType.SIGNED),
)

#: The results of a vertex program, under the names its results carry (NV_vertex_program4 Table X.4).
VERTEX_RESULTS: tuple[str, ...] = (
    "position", "color.front.primary", "color.front.secondary", "color.back.primary",
    "color.back.secondary", "fogcoord", "pointsize",
    *(f"texcoord[{unit}]" for unit in range(8)),
    *(f"clip[{plane}]" for plane in range(8)),
    *(f"attrib[{number}]" for number in range(16)),
    "id",
)  # fmt: skip
#: The components of a result that mean anything, where not all four do.
VERTEX_RESULT_COMPONENTS: dict[str, tuple[int, ...]] = {
    "fogcoord": (0,),
    "pointsize": (0,),
    "id": (0,),
    **{name: (0,) for name in VERTEX_RESULTS if name.startswith("clip")},
}


def _result(
    pattern: str, name: str, array: bool = False, type: DataType | None = DataType.FLOAT
) -> BindingRow:
    index = VERTEX_RESULTS.index(name.replace("{}", "0"))
    return BindingRow(f"result.{pattern}", name, index, array, type)


def _colours() -> tuple[BindingRow, ...]:
    """Every spelling of the four colours: the face defaults to front, the type to primary."""
    rows = []
    for face in ("", ".front", ".back"):
        for kind in ("", ".primary", ".secondary"):
            name = f"color{face or '.front'}{kind or '.primary'}"
            rows.append(_result(f"color{face}{kind}", name))
    return tuple(rows)


_TEXTURE_COORDINATE_RESULT = _result("texcoord[texture_coordinates?]", "texcoord[{}]", array=True)
_CLIP_RESULT = _result("clip[clip_distances]", "clip[{}]", array=True)
_POSITION_RESULT = _result("position", "position")

#: ARB_vertex_program Table X.4.
ARB_VERTEX_RESULTS: tuple[BindingRow, ...] = (
    _POSITION_RESULT,
    *_colours(),
    _result("fogcoord", "fogcoord"),
    _result("pointsize", "pointsize"),
    _TEXTURE_COORDINATE_RESULT,
)
#: NV_vertex_program2_option 2.14.3.4.
ARB_VERTEX_OPTION2_RESULTS: tuple[BindingRow, ...] = (*ARB_VERTEX_RESULTS, _CLIP_RESULT)
#: NV_vertex_program4 Table X.4.
NV4_VERTEX_RESULTS: tuple[BindingRow, ...] = (
    *ARB_VERTEX_OPTION2_RESULTS,
    _result("attrib[generic_results]", "attrib[{}]", array=True, type=None),
    _result("id", "id", type=DataType.SIGNED),
)

_FACES = ("", ".front", ".back")
_PRODUCTS = ("ambient", "diffuse", "specular")


def _faced(stem: str, items: tuple[str, ...], numbers: str = "") -> tuple[BindingRow, ...]:
    """Rows for both faces; without one the front face is meant."""
    return tuple(
        BindingRow(
            f"state.{stem}{numbers}{face}.{item}",
            f"state.{stem}{numbers and '[{}]'}{face or '.front'}.{item}",
        )
        for face in _FACES
        for item in items
    )


def _matrices(names: tuple[str, ...]) -> tuple[BindingRow, ...]:
    """Each matrix plain, inverted and transposed: one row, or (in lists) a range or all four."""
    rows = []
    for name in names:
        word = name.split("[")[0]
        number = "[{}]" if "[" in name else ""
        for modifier in ("", ".inverse", ".transpose", ".invtrans"):
            stem, canonical = f"state.matrix.{name}{modifier}", f"state.matrix.{word}{number}{modifier}"
            rows.append(BindingRow(stem, canonical, array=True))
            rows.append(BindingRow(f"{stem}.row[4]", f"{canonical}.row[{{}}]", array=True))
    return tuple(rows)


_COMMON_STATE: tuple[BindingRow, ...] = (
    *_faced("material", ("ambient", "diffuse", "specular", "emission", "shininess")),
    *(
        BindingRow(f"state.light[lights].{item}", f"state.light[{{}}].{item}")
        for item in (*_PRODUCTS, "position", "attenuation", "spot.direction", "half")
    ),
    BindingRow("state.lightmodel.ambient", "state.lightmodel.ambient"),
    *_faced("lightmodel", ("scenecolor",)),
    *_faced("lightprod", _PRODUCTS, "[lights]"),
    BindingRow("state.fog.color", "state.fog.color"),
    BindingRow("state.fog.params", "state.fog.params"),
)
_VERTEX_STATE: tuple[BindingRow, ...] = (
    *(
        BindingRow(f"state.texgen[texture_coordinates?].{plane}.{axis}", f"state.texgen[{{}}].{plane}.{axis}")
        for plane in ("eye", "object")
        for axis in "strq"
    ),
    BindingRow("state.clip[clip_planes].plane", "state.clip[{}].plane"),
    BindingRow("state.point.size", "state.point.size"),
    BindingRow("state.point.attenuation", "state.point.attenuation"),
)
_FRAGMENT_STATE: tuple[BindingRow, ...] = (
    BindingRow("state.texenv[texture_units?].color", "state.texenv[{}].color"),
    BindingRow("state.depth.range", "state.depth.range"),
)
_PARAMETERS: tuple[BindingRow, ...] = (
    BindingRow("program.env[environment_parameters]", "program.env[{}]", array=True, type=None),
    BindingRow("program.local[local_parameters]", "program.local[{}]", array=True, type=None),
)
_MATRICES = (
    "modelview[modelview_matrices?]",
    "projection",
    "mvp",
    "texture[texture_coordinates?]",
    "program[program_matrices]",
)

#: ARB_vertex_program Tables X.3.1-9.
ARB_VERTEX_PARAMETERS: tuple[BindingRow, ...] = (
    *_PARAMETERS,
    *_COMMON_STATE,
    *_VERTEX_STATE,
    *_matrices((*_MATRICES, "palette[palette_matrices]")),
)
#: ARB_fragment_program Tables X.3.1-8.
ARB_FRAGMENT_PARAMETERS: tuple[BindingRow, ...] = (
    *_PARAMETERS,
    *_COMMON_STATE,
    *_FRAGMENT_STATE,
    *_matrices((*_MATRICES, "palette[palette_matrices]")),
)
#: NV_gpu_program4 Tables X.1-11.
NV4_PARAMETERS: tuple[BindingRow, ...] = (
    *_PARAMETERS,
    *_COMMON_STATE,
    *_VERTEX_STATE,
    *_FRAGMENT_STATE,
    *_matrices(_MATRICES),
)
