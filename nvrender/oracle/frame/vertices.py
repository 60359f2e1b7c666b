"""The vertex stage of a draw on the oracle: arrays → results of all vertices."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.params import matrix_named
from nvrender.gl.inputs.results import Results
from nvrender.gl.inputs.vertices import attribute_sources, attributes_read, buffer_arrays, parameter_array
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Textures
from nvrender.gl.textures.units import texture_units
from nvrender.languages.arb.vertex_bindings import VERTEX_ID, VERTEX_INSTANCE
from nvrender.memory import VECTOR_BYTES, check_memory
from nvrender.oracle.fixed.conventional import conventional_results
from nvrender.oracle.geometry.runs import execute as run_geometry
from nvrender.oracle.machine.parallel import ordered
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.machine.vertices import run_vertices, transformed
from nvrender.oracle.memory.spaces import Held, spaces_of
from nvrender.oracle.patches.programs import evaluate
from nvrender.oracle.raster.triangles import Float32Array, IndexArray, Triangles, Vertices
from nvrender.oracle.raster.window import triangles
from nvrender.program import Program
from nvrender.program.memory import reaching_outside

#: The declared-name languages' results under the names of the VP family's.
NAMES = {
    "position": "HPOS", "fogcoord": "FOGC", "pointsize": "PSIZ",
    "color.front.primary": "COL0", "color.front.secondary": "COL1",
    "color.back.primary": "BFC0", "color.back.secondary": "BFC1",
    **{f"texcoord[{unit}]": f"TEX{unit}" for unit in range(8)},
    **{f"clip[{plane}]": f"CLP{plane}" for plane in range(8)},
    **{f"attrib[{number}]": f"ATTR{number}" for number in range(16)},
}  # fmt: skip
COLORS = ("COL0", "COL1", "BFC0", "BFC1")
#: Vertices a core runs at a time.
_PART = 1 << 16


@dataclass(frozen=True)
class Engine:
    """What runs the programs of vertices, and puts triangles together, as these functions do.

    ``part`` vertices run in one call, each part on a core.
    """

    vertices: Callable[..., Results] = run_vertices
    evaluation: Callable[..., Results] = evaluate
    geometry: Callable[..., Results] = run_geometry
    triangles: Callable[..., Triangles] = triangles
    part: int = _PART


ORACLE = Engine()


@dataclass(frozen=True, slots=True)
class Environment:
    """What all programs of a draw have: the state, textures by image unit, and the ``memory`` they reach."""

    state: State
    textures: Textures
    memory: Held | None = None
    engine: Engine = ORACLE

    def resources(self, program: Program, parameters: Any) -> Resources:
        """What ``program`` has, ``parameters`` as run takes them; InputError where it lacks memory."""
        buffers = buffer_arrays(program, parameters)
        return Resources(
            parameter_array(program, parameters, self.state),
            buffers,
            texture_units(program, self.textures),
            spaces=spaces_of(program, self.memory, buffers),
        )


def vertex_results(
    program: Program | None,
    parameters: Any,
    environment: Environment,
    attributes: Mapping[int, npt.NDArray[Any]],
    instances: int,
    read: Container[str],
    used: npt.NDArray[Any] | None = None,
) -> dict[str, Float32Array]:
    """The vertex stage: result → (N, 4), of ``instances`` times all vertices, colours as they are written.

    Results have the names of the VP family, ``id`` besides. Without a program the conventional stage has
    those of its results that are ``read``. There and around ARB_position_invariant programs the distances
    from enabled clip planes are those of eye coordinates, whatever the program writes
    (ARB_vertex_program 2.11; NV_geometry_program4 2.X.3.2).

    A program that reaches memory runs once for each vertex that is ``used``, in order of their numbers;
    what others have is 0.
    """
    state = environment.state
    total = instances * len(next(iter(attributes.values())))
    each = len(attributes) + (12 if program is None else len(program.results))
    check_memory(total * each * VECTOR_BYTES, f"{total} vertices of all instances", "draw fewer instances")
    if program is None:
        values, position = conventional_results(attributes, state, instances, read)
        return values | _eye_distances(state, position, len(position))
    reads, reaches = attributes_read(program), reaching_outside(program) is not None
    given: dict[Any, Any] = {number: array for number, array in attributes.items() if number in reads}
    count = len(next(iter(attributes.values())))
    if reaches and used is not None and len(numbers := np.unique(used)) < count:
        given = {number: array[numbers] for number, array in given.items()} | {"vertex.id": numbers[:, None]}
        found = _run(program, parameters, environment, given, len(numbers), instances)
        places = (numbers + count * np.arange(instances)[:, None]).reshape(-1)
        return {name: _scattered(array, places, count * instances) for name, array in found.items()}
    return _run(program, parameters, environment, given, count, instances)


def _scattered(rows: Float32Array, places: IndexArray, count: int) -> Float32Array:
    """``count`` rows, those at ``places`` given, the others 0."""
    found = np.zeros((count, 4), np.float32)
    found[places] = rows
    return found


def _run(
    program: Program,
    parameters: Any,
    environment: Environment,
    given: dict[Any, Any],
    count: int,
    instances: int,
) -> dict[str, Float32Array]:
    """The results of ``program``, once for each instance of ``count`` vertices."""
    reads, state, memory = attributes_read(program), environment.state, environment.memory
    numbers = given.pop("vertex.id", np.arange(count)[:, None])
    if instances > 1:
        given = {number: np.tile(array, (instances, 1)) for number, array in given.items()}
    if VERTEX_ID in reads:
        given["vertex.id"] = np.tile(numbers, (instances, 1))
    if instances > 1 and VERTEX_INSTANCE in reads:
        given["vertex.instance"] = np.repeat(np.arange(instances), count)[:, None]
    sources, total = attribute_sources(program, given, state, count * instances)
    rows = parameter_array(program, parameters, state)
    buffers = buffer_arrays(program, parameters)

    step = environment.engine.part

    def part(start: int) -> Results:
        resources = Resources(rows, buffers, environment.textures, spaces=spaces_of(program, memory, buffers))
        stop = min(start + step, total)
        return environment.engine.vertices(program, sources, resources, state, start, stop)

    # What one part does to memory the next one finds; one alone needs no other thread.
    in_turn = map if total <= step or reaching_outside(program) is not None else ordered
    parts = list(in_turn(part, range(0, max(total, 1), step)))
    values = {
        NAMES.get(name, name): parts[0][name] if len(parts) == 1 else np.concatenate([p[name] for p in parts])
        for name in parts[0]
    }
    values.setdefault("HPOS", np.zeros((total, 4), np.float32))  # docs/semantics.md
    if program.position_invariant and program.profile.declares_names:
        values |= _eye_distances(state, sources[0].rows(0, total), total)
    return values


def handed_over(values: Mapping[str, Float32Array], state: State, read: Container[str]) -> Vertices:
    """What rasterisation gets of the last stage before it; its varyings are the results that are ``read``.

    A plane whose distance nobody writes clips nothing.
    """
    varyings = {name: array for name, array in values.items() if name in read}
    for name in COLORS:
        if name in varyings:
            varyings[name] = clamped(varyings[name])
    enabled = (f"CLP{plane}" for plane, on in enumerate(state.clip_planes) if on)
    written = [values[name][:, 0] for name in enabled if name in values]
    distances = np.stack(written, axis=1) if written else np.empty((len(values["HPOS"]), 0), np.float32)
    sizes = values["PSIZ"][:, 0] if "PSIZ" in values and state.vertex_program_point_size else None
    return Vertices(values["HPOS"], varyings, distances, sizes)


def clamped(colors: Float32Array) -> Float32Array:
    """OpenGL 1.5, 2.13.6: colours are clamped at the vertices; NaN is 0."""
    with np.errstate(invalid="ignore"):
        found = np.fmax(colors, np.float32(0.0))
        return np.asarray(np.minimum(found, np.float32(1.0), out=found))


def _eye_distances(state: State, position: Float32Array, total: int) -> dict[str, Float32Array]:
    """The distances of the eye coordinates from the enabled clip planes, as results."""
    enabled = [plane for plane, on in enumerate(state.clip_planes) if on]
    if not enabled:
        return {}
    eye = transformed(matrix_named(state, "MODELVIEW").astype(np.float32), position, total)
    planes = np.array([state.clip_plane_equations[plane] for plane in enabled], np.float32)
    found = {}
    for plane, equation in zip(enabled, planes, strict=True):
        found[f"CLP{plane}"] = transformed(np.tile(equation, (4, 1)), eye, total)
        found[f"CLP{plane}"][:, 1:] = 0.0, 0.0, 1.0
    return found
