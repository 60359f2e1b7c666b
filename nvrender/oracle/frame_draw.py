"""One draw on the oracle: vertex stage, primitives, fragment stage, frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs import attribute_sources, attributes_read, buffer_arrays, parameter_array
from nvrender.gl.params import matrix_named
from nvrender.gl.results import Results
from nvrender.gl.state import State
from nvrender.gl.textures import Texture
from nvrender.isa.arb_bindings import VERTEX_ID, VERTEX_INSTANCE
from nvrender.oracle import raster_window
from nvrender.oracle.fixed import FixedFunction
from nvrender.oracle.frame import Frame, Operations
from nvrender.oracle.parallel import ordered
from nvrender.oracle.raster import Float32Array, Rules, Triangles, Vertices
from nvrender.oracle.raster_assembly import CORNERS, assembled
from nvrender.oracle.vertices import run_vertices, transformed
from nvrender.program import Program

#: The declared-name languages' results under the names of the VP family's.
_NAMES = {
    "position": "HPOS", "fogcoord": "FOGC", "pointsize": "PSIZ",
    "color.front.primary": "COL0", "color.front.secondary": "COL1",
    "color.back.primary": "BFC0", "color.back.secondary": "BFC1",
    **{f"texcoord[{unit}]": f"TEX{unit}" for unit in range(8)},
    **{f"clip[{plane}]": f"CLP{plane}" for plane in range(8)},
    **{f"attrib[{number}]": f"ATTR{number}" for number in range(16)},
}  # fmt: skip
#: Vertices a core runs at a time.
_PART = 1 << 16
_COLORS = ("COL0", "COL1", "BFC0", "BFC1")
_CORNERS = {1: raster_window.points, 2: raster_window.lines, 3: raster_window.triangles}


def draw(
    frame: Frame,
    program: Program,
    attributes: Mapping[int, npt.NDArray[Any]],
    indices: npt.NDArray[Any] | None,
    primitive: str,
    parameters: Any,
    state: State,
    textures: Mapping[int, Texture],
    *,
    instances: int = 1,
) -> None:
    """Draw vertices with a vertex program into ``frame``.

    ``attributes`` by number, ``indices`` in the order drawn or None, ``primitive`` a key of CORNERS;
    ``parameters`` as nvrender.run takes them. The state tracks nothing any more.
    """
    triangles = primitives(
        program, attributes, indices, primitive, parameters, state, frame.size, frame.samples, instances
    )
    shade = FixedFunction(state, triangles, textures, points=primitive == "POINTS")
    frame.draw(triangles, shade, Operations(state.depth, state.blend, shade.discards))


def primitives(
    program: Program,
    attributes: Mapping[int, npt.NDArray[Any]],
    indices: npt.NDArray[Any] | None,
    primitive: str,
    parameters: Any,
    state: State,
    size: tuple[int, int],
    samples: int,
    instances: int = 1,
) -> Triangles:
    """What there is to be filled of one draw, instance after instance."""
    vertices = shaded_vertices(program, attributes, parameters, state, instances)
    count = len(vertices.clip) // instances
    order = np.arange(count) if indices is None else np.asarray(indices).reshape(-1).astype(np.intp)
    corners = assembled(primitive, order)
    if instances > 1:
        corners = np.concatenate([corners + count * number for number in range(instances)], axis=1)
    rules = Rules(
        size, samples,
        depth_range=(_clamped(state.depth_range[0]), _clamped(state.depth_range[1])),
        cull_face=state.cull_face, front_face=state.front_face, point_size=state.point_size,
        flat=frozenset(_COLORS) if state.flat_shading else frozenset(),
    )  # fmt: skip
    return _CORNERS[CORNERS[primitive]](vertices, corners, rules)


def shaded_vertices(
    program: Program,
    attributes: Mapping[int, npt.NDArray[Any]],
    parameters: Any,
    state: State,
    instances: int,
) -> Vertices:
    """The vertex stage: ``instances`` times all vertices."""
    reads = attributes_read(program)
    given: dict[Any, Any] = {number: array for number, array in attributes.items() if number in reads}
    count = len(next(iter(attributes.values())))
    if instances > 1:
        given = {number: np.tile(array, (instances, 1)) for number, array in given.items()}
        if VERTEX_INSTANCE in reads:
            given["vertex.instance"] = np.repeat(np.arange(instances), count)[:, None]
        if VERTEX_ID in reads:
            given["vertex.id"] = np.tile(np.arange(count), instances)[:, None]
    sources, total = attribute_sources(program, given, state, count * instances)
    rows = parameter_array(program, parameters, state)
    extra = {"buffers": buffer_arrays(program, parameters)}

    def part(start: int) -> Results:
        return run_vertices(program, sources, rows, start, min(start + _PART, total), state, extra)

    parts = list(ordered(part, range(0, max(total, 1), _PART)))
    values = {
        _NAMES.get(name, name): parts[0][name]
        if len(parts) == 1
        else np.concatenate([p[name] for p in parts])
        for name in parts[0]
    }
    distances = _distances(program, values, state, sources, total)
    sizes = values.pop("PSIZ", None)
    varyings = {name: array for name, array in values.items() if not name.startswith(("HPOS", "CLP"))}
    for name in _COLORS:
        if name in varyings:
            # OpenGL 1.5, 2.13.6: colours are clamped at the vertices; NaN is 0.
            with np.errstate(invalid="ignore"):
                varyings[name] = np.minimum(np.fmax(varyings[name], np.float32(0.0)), np.float32(1.0))
    return Vertices(
        values["HPOS"],
        varyings,
        distances,
        sizes[:, 0] if sizes is not None and state.vertex_program_point_size else None,
    )


def _distances(
    program: Program, values: Mapping[str, Float32Array], state: State, sources: Mapping[int, Any], total: int
) -> Float32Array:
    """(N, P) distances from the enabled clip planes.

    Those the program writes; of ARB_position_invariant programs those of the eye coordinates
    (ARB_vertex_program 2.11). A plane whose distance nobody writes clips nothing.
    """
    enabled = [plane for plane, on in enumerate(state.clip_planes) if on]
    if not enabled:
        return np.empty((total, 0), np.float32)
    if program.position_invariant and program.profile.language is not None:
        position = sources[0].rows(0, total)
        eye = transformed(matrix_named(state, "MODELVIEW").astype(np.float32), position, total)
        planes = np.array([state.clip_plane_equations[plane] for plane in enabled], np.float32)
        equations = (np.tile(plane, (4, 1)) for plane in planes)
        return np.stack([transformed(rows, eye, total)[:, 0] for rows in equations], axis=1)
    written = [values[f"CLP{plane}"][:, 0] for plane in enabled if f"CLP{plane}" in values]
    return np.stack(written, axis=1) if written else np.empty((total, 0), np.float32)


def _clamped(value: float) -> float:
    """OpenGL 1.5, 2.10.1: DepthRange clamps."""
    return min(max(value, 0.0), 1.0)
