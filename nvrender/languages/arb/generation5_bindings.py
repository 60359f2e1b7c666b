"""What programs of generation 5 bind beyond generation 4's (NV_gpu_program5, NV_tessellation_program5,
NV_compute_program5 and NV_shader_thread_group 2.X.3.2, 2.X.3.5).
"""

from __future__ import annotations

from dataclasses import replace

from nvrender.languages.arb.fragment_bindings import (
    FRAGMENT_ATTRIBUTES,
    FRAGMENT_RESULT_COMPONENTS,
    FRAGMENT_RESULTS,
    NV4_FRAGMENT_ATTRIBUTES,
    NV4_FRAGMENT_RESULTS,
)
from nvrender.languages.arb.geometry_bindings import (
    GEOMETRY_ATTRIBUTES,
    NV4_GEOMETRY_ATTRIBUTES,
    vertex_attribute,
)
from nvrender.languages.arb.vertex_bindings import (
    NV4_VERTEX_ATTRIBUTES,
    NV4_VERTEX_RESULTS,
    VERTEX_ATTRIBUTE_COUNT,
    VERTEX_RESULT_COMPONENTS,
    VERTEX_RESULTS,
)
from nvrender.ops.types import DataType
from nvrender.program.binding_rows import BindingRow

_INT, _UINT = DataType.SIGNED, DataType.UNSIGNED

#: How many attributes per patch are numbered, whatever the limit is.
_PATCH_ATTRIBUTES = 32
_PATCH = (
    *(f"tessouter[{number}]" for number in range(4)),
    *(f"tessinner[{number}]" for number in range(2)),
    *(f"patch.attrib[{number}]" for number in range(_PATCH_ATTRIBUTES)),
)
_LEVELS = {name: (0,) for name in _PATCH if name.startswith("tess")}
_PATCH_ROWS = (
    ("tessouter[4]", "tessouter[{}]", DataType.FLOAT),
    ("tessinner[2]", "tessinner[{}]", DataType.FLOAT),
    ("patch.attrib[patch_attributes]", "patch.attrib[{}]", None),
)

#: NV_shader_thread_group 2.X.3.2.
THREADS = "threadid threadeqmask threadltmask threadlemask threadgtmask threadgemask warpid smid".split()


def item(attribute: str) -> str:
    """What an attribute is, without what it is of: ``vertex.texcoord[1]`` is a ``texcoord[1]``."""
    return attribute.partition(".")[2]


class Numbers:
    """Hands out the numbers of a stage's attributes: a number is the place among ``names``."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def row(self, pattern: str, name: str, type: DataType | None = DataType.FLOAT) -> BindingRow:
        """The row that calls ``name`` ``pattern``."""
        array = name.endswith("[{}]")
        index = self.names.index(name.replace("{}", "0"))
        patch = name.partition("primitive.")[2].removeprefix("out.").startswith(("tess", "patch"))
        return BindingRow(pattern, name, index, array, type, patch=patch)

    def patch(self, prefix: str, optional: str, named: str = "primitive") -> tuple[BindingRow, ...]:
        """Levels and attributes of the patch; ``optional`` is "?" where the number may be left out."""
        return tuple(
            self.row(f"{prefix}.{pattern[:-1]}{optional}]", f"{named}.{name}", type)
            for pattern, name, type in _PATCH_ROWS
        )

    def threads(self, *prefixes: str) -> tuple[BindingRow, ...]:
        """What NV_shader_thread_group adds, under the first prefix's names."""
        return tuple(
            self.row(f"{prefix}.{name}", f"{prefixes[0]}.{name}", _UINT)
            for prefix in prefixes
            for name in THREADS
        )


def _threads(prefix: str) -> tuple[str, ...]:
    return tuple(f"{prefix}.{name}" for name in THREADS)


# Vertex programs

_BEFORE = tuple(f"attribute {number}" for number in range(VERTEX_ATTRIBUTE_COUNT))
_VERTEX = Numbers((*_BEFORE, *_threads("vertex")))
VERTEX_ATTRIBUTE_TOTAL = len(_VERTEX.names)
VERTEX_ATTRIBUTES = NV4_VERTEX_ATTRIBUTES
VERTEX_THREADS = _VERTEX.threads("vertex")

# Tessellation control programs (NV_tessellation_program5 Tables X.2 to X.6)

CONTROL_ATTRIBUTES: tuple[str, ...] = (
    *(f"vertex.{name}" for name in VERTEX_RESULTS),
    *(f"vertex.out.{name}" for name in VERTEX_RESULTS),
    "primitive.id", "primitive.invocation", "primitive.vertexcount",
    *(f"primitive.out.{name}" for name in _PATCH),
    *_threads("primitive"),
)  # fmt: skip
_CONTROL = Numbers(CONTROL_ATTRIBUTES)


def _of_vertex(prefix: str, kind: str) -> tuple[BindingRow, ...]:
    """Attributes of one vertex under ``prefix``; ``kind`` is what their names begin with."""
    rows = []
    for row in map(vertex_attribute, NV4_VERTEX_RESULTS):
        name = row.name.replace("vertex.", f"{kind}.", 1)
        index = CONTROL_ATTRIBUTES.index(name.replace("{}", "0"))
        rows.append(replace(row, pattern=row.pattern.replace("vertex", prefix, 1), name=name, index=index))
    return tuple(rows)


_INPUTS = (*_of_vertex("vertex", "vertex"), *_of_vertex("vertex.in", "vertex"))
CONTROL_ROWS: tuple[BindingRow, ...] = (
    *_INPUTS,
    *_of_vertex("vertex.out", "vertex.out"),
    *(
        _CONTROL.row(f"{prefix}.{name}", f"primitive.{name}", _INT)
        for prefix in ("primitive", "primitive.in", "primitive.out")
        for name in ("id", "invocation")
    ),
    *(
        _CONTROL.row(f"{prefix}.vertexcount", "primitive.vertexcount", _INT)
        for prefix in ("primitive", "primitive.in")
    ),
    *_CONTROL.patch("primitive.out", "", "primitive.out"),
)
CONTROL_THREADS = _CONTROL.threads("primitive", "primitive.in", "primitive.out")
CONTROL_RESULTS: tuple[str, ...] = (
    *VERTEX_RESULTS,
    *(f"patch.{name.removeprefix('patch.')}" for name in _PATCH),
)
CONTROL_RESULT_ROWS: tuple[BindingRow, ...] = (
    *NV4_VERTEX_RESULTS,
    *(
        BindingRow(
            f"result.patch.{pattern.removeprefix('patch.')}",
            f"patch.{name.removeprefix('patch.')}",
            CONTROL_RESULTS.index(f"patch.{name.removeprefix('patch.')}".replace("{}", "0")),
            array=True,
            type=type,
        )
        for pattern, name, type in _PATCH_ROWS
    ),
)
CONTROL_RESULT_COMPONENTS: dict[str, tuple[int, ...]] = VERTEX_RESULT_COMPONENTS | {
    f"patch.{name}": places for name, places in _LEVELS.items()
}

# Tessellation evaluation programs

EVALUATION_ATTRIBUTES: tuple[str, ...] = (
    *(f"vertex.{name}" for name in VERTEX_RESULTS),
    "vertex.tesscoord", "primitive.id", "primitive.vertexcount",
    *(f"primitive.{name}" for name in _PATCH),
    *_threads("primitive"),
)  # fmt: skip
_EVALUATION = Numbers(EVALUATION_ATTRIBUTES)
EVALUATION_ROWS: tuple[BindingRow, ...] = (
    *_INPUTS,
    _EVALUATION.row("vertex.tesscoord", "vertex.tesscoord"),
    *(
        _EVALUATION.row(f"{prefix}.{name}", f"primitive.{name}", _INT)
        for prefix in ("primitive", "primitive.in")
        for name in ("id", "vertexcount")
    ),
    *_EVALUATION.patch("primitive", "?"),
    *_EVALUATION.patch("primitive.in", "?"),
)
EVALUATION_THREADS = _EVALUATION.threads("primitive", "primitive.in")

# Geometry programs (NV_gpu_program5 2.X.3.2)

GEOMETRY_5_ATTRIBUTES: tuple[str, ...] = (
    *GEOMETRY_ATTRIBUTES, "primitive.invocation", "primitive.vertexcount",
    *(f"primitive.{name}" for name in _PATCH),
    *_threads("primitive"),
)  # fmt: skip
_GEOMETRY = Numbers(GEOMETRY_5_ATTRIBUTES)
GEOMETRY_ROWS: tuple[BindingRow, ...] = (
    *NV4_GEOMETRY_ATTRIBUTES,
    *(_GEOMETRY.row(name, name, _INT) for name in ("primitive.invocation", "primitive.vertexcount")),
    *_GEOMETRY.patch("primitive", "?"),
)
GEOMETRY_THREADS = _GEOMETRY.threads("primitive")

# Fragment programs (NV_gpu_program5 2.X.3.2, 2.X.3.5)

FRAGMENT_5_ATTRIBUTES: tuple[str, ...] = (
    *FRAGMENT_ATTRIBUTES, "fragment.sampleid", "fragment.samplemask", "fragment.pointcoord",
    *_threads("fragment"), "fragment.helperthread",
)  # fmt: skip
_FRAGMENT = Numbers(FRAGMENT_5_ATTRIBUTES)
FRAGMENT_ROWS: tuple[BindingRow, ...] = (
    *NV4_FRAGMENT_ATTRIBUTES,
    _FRAGMENT.row("fragment.sampleid", "fragment.sampleid", _INT),
    _FRAGMENT.row("fragment.samplemask", "fragment.samplemask", _UINT),
    _FRAGMENT.row("fragment.pointcoord", "fragment.pointcoord"),
)
FRAGMENT_THREADS = (
    *_FRAGMENT.threads("fragment"),
    _FRAGMENT.row("fragment.helperthread", "fragment.helperthread", _INT),
)
FRAGMENT_5_RESULTS: tuple[str, ...] = (
    *FRAGMENT_RESULTS, "samplemask", *(f"color[{number}].secondary" for number in range(8)),
)  # fmt: skip
FRAGMENT_RESULT_ROWS: tuple[BindingRow, ...] = (
    *NV4_FRAGMENT_RESULTS,
    BindingRow("result.samplemask", "samplemask", FRAGMENT_5_RESULTS.index("samplemask"), type=None),
)
FRAGMENT_5_RESULT_COMPONENTS = FRAGMENT_RESULT_COMPONENTS | {"samplemask": (0,)}


def blended(numbered: bool) -> tuple[BindingRow, ...]:
    """What ARB_blend_func_extended adds; colours have numbers under ARB_draw_buffers."""
    number = "[draw_buffers?]" if numbered else ""
    first, second = ("color[{}]", "color[{}].secondary") if numbered else ("color[0]", "color[0].secondary")
    secondary = FRAGMENT_5_RESULTS.index("color[0].secondary")
    return (
        BindingRow(f"result.color{number}.primary", first, type=None),
        BindingRow(f"result.color{number}.secondary", second, secondary, type=None),
    )


# Compute programs (NV_compute_program5 Table X.1)

COMPUTE_ATTRIBUTES: tuple[str, ...] = (
    *(f"invocation.{name}" for name in "localid globalid groupid groupcount groupsize localindex".split()),
    *_threads("invocation"),
)
_COMPUTE = Numbers(COMPUTE_ATTRIBUTES)
COMPUTE_ROWS: tuple[BindingRow, ...] = tuple(
    _COMPUTE.row(name, name, _UINT) for name in COMPUTE_ATTRIBUTES[:6]
)
COMPUTE_THREADS = _COMPUTE.threads("invocation")

# Program parameters

#: NV_shader_storage_buffer_object 2.X.3.3.
STORAGE_LENGTHS: tuple[BindingRow, ...] = (
    BindingRow("program.storagelen[storage_bindings]", "program.storagelen[{}]", array=True, type=_UINT),
)
#: NV_shader_thread_group 2.X.3.3.
THREAD_STATE: tuple[BindingRow, ...] = tuple(
    BindingRow(f"state.thread.{name}", f"state.thread.{name}", type=_INT)
    for name in ("warpsize", "warpspersm", "smcount")
)

#: Attributes no interpolation modifier may stand before, besides generation 4's.
UNINTERPOLATED = frozenset(
    name for name in FRAGMENT_5_ATTRIBUTES[len(FRAGMENT_ATTRIBUTES) :] if name.startswith("fragment.")
)
