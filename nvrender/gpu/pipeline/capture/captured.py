"""What linked stages make, captured by transform feedback and read back (NV_transform_feedback)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.primitives import OWN, POLYGONS, assemble
from nvrender.gl.inputs.results import Emitted, Float32Array, Results, emitted_results
from nvrender.glsl.io.geometry.pipeline import EMITTED_PLACE, place_components
from nvrender.glsl.registers.variables import RESULT_NAMES
from nvrender.gpu.arrays.compiled import Pass
from nvrender.gpu.arrays.geometry.emitted import emitted_words, most_emitted, stride
from nvrender.gpu.arrays.geometry.records import PatchRecords
from nvrender.gpu.pipeline.capture.stages import CapturingStages
from nvrender.gpu.pipeline.mesh import Mesh
from nvrender.memory import check_memory
from nvrender.program import Program

#: Corners of what is captured → how they make primitives.
_STRIPS = {1: "POINTS", 2: "LINE_STRIP", 3: "TRIANGLE_STRIP"}
_BYTES_PER_RESULT = 16
#: The column of places that tells of an invocation.
_INVOCATION = 2

#: Draws a pass, which is captured.
Draw = Callable[[Pass], None]


@dataclass(frozen=True)
class Capture:
    """``results`` of linked stages, the last perhaps a ``geometry`` program's.

    ``array_of`` makes a program's vertex array and binds what it reads. Buffers live until ``stack`` closes.
    Colours are clamped (NV_transform_feedback 2.X).
    """

    stages: CapturingStages
    geometry: Program | None
    results: tuple[str, ...]
    array_of: Callable[[moderngl.Program], moderngl.VertexArray]
    stack: ExitStack

    @cached_property
    def passes(self) -> tuple[Pass, ...]:
        """What is drawn, one after the other."""
        place = 0 if self.geometry is None else place_components(self.geometry)
        return tuple(Pass(linked.program, group, place) for linked, group in self.stages.passes)

    def output(self, context: moderngl.Context, most: int) -> moderngl.Buffer:
        """Room for ``most`` vertices of one pass; InputError where all of them fit in no memory."""
        check_memory(
            most * max(len(self.results), 1) * _BYTES_PER_RESULT,
            f"{most} captured vertices with {len(self.results)} results",
            "ask for fewer results=, or capture a smaller mesh",
        )
        words = max((stride(step) for step in self.passes), default=0)
        buffer = context.buffer(reserve=max(most * words, 4))
        self.stack.callback(buffer.release)
        return buffer

    def emitted(
        self, geometry: Program, output: moderngl.Buffer, most: int, draw: Draw, *, tessellated: bool = False
    ) -> Results:
        """What the geometry program emits, ``most`` vertices at most.

        Of primitives that are ``tessellated`` those that emit something are counted.
        """
        found = emitted_words(self.passes, output, most, draw)
        places = found.pop(EMITTED_PLACE)
        if tessellated:
            places = _counted(places)
        return emitted_results(geometry, places, self._clamped(found))

    def primitives(
        self, output: moderngl.Buffer, most: int, draw: Draw, vertices: npt.NDArray[np.int64]
    ) -> Results:
        """Primitives of the ``most`` vertices that ``draw`` captures: (P, 1…3) numbers of them."""
        found: dict[str, Float32Array] = {}
        for step in self.passes:
            words = np.zeros((most, len(step.results), 4), np.float32)
            if most:
                draw(step)
                output.read_into(words, words.nbytes)
            rows = words[vertices.reshape(-1)]
            found |= {name: np.ascontiguousarray(rows[:, column]) for column, name in enumerate(step.results)}
        source = np.repeat(np.arange(len(vertices), dtype=np.int32), vertices.shape[1])
        emitted = Emitted(_STRIPS[vertices.shape[1]], source, np.zeros(len(source), np.int32))
        return Results(self._clamped(found), emitted=emitted)

    def _clamped(self, found: Mapping[str, npt.NDArray[Any]]) -> dict[str, Float32Array]:
        return {name: clamped(name, found[name]) for name in self.results}


def _counted(places: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Numbers of vertices in their invocations as numbers of input primitives.

    Invocations on a primitive follow each other (NV_gpu_program5 2.X.7.Y).
    """
    begins = places[:, 0] == 0
    invocations = places[begins, _INVOCATION]
    others = np.append(True, invocations[1:] <= invocations[:-1])[: len(invocations)]
    source = (np.cumsum(others) - 1)[np.cumsum(begins) - 1]
    return np.column_stack([source.astype(np.int32), places[:, 1:]])


def captured_mesh(capture: Capture, mesh: Mesh, instances: int) -> Results:
    """What the stages make of ``mesh``, drawn ``instances`` times.

    The strips of a geometry program are not told apart by instances.
    """
    geometry = capture.geometry
    mode = moderngl.POINTS if geometry is None else mesh.mode
    primitives = assemble(_mode(mesh), mesh.count).vertices
    if geometry is None:
        most = mesh.count * instances
    else:
        most = len(primitives) * instances * most_emitted(geometry)
    output = capture.output(mesh.context, most)

    def draw(step: Pass) -> None:
        array = capture.array_of(step.program)
        array.transform(output, mode, vertices=mesh.count, instances=instances)

    if geometry is not None:
        return capture.emitted(geometry, output, most, draw)
    own = OWN.get(mesh.primitive)  # neighbours are none of a primitive
    corners = primitives if own is None else primitives[:, own]
    vertices = np.concatenate([corners + mesh.count * number for number in range(instances)])
    return capture.primitives(output, most, draw, vertices)


def captured_records(capture: Capture, geometry: Program, records: PatchRecords) -> Results:
    """What a geometry program makes of patches, a point for each."""
    most = records.count * most_emitted(geometry)
    output = capture.output(records.context, most)

    def draw(step: Pass) -> None:
        capture.array_of(step.program)  # its uniforms
        array = records.array(step.program, capture.stack)
        array.transform(output, moderngl.POINTS, vertices=records.count)

    return capture.emitted(geometry, output, most, draw)


def _mode(mesh: Mesh) -> str:
    """What GL draws: polygons are triangles already."""
    return "TRIANGLES" if mesh.primitive in POLYGONS else mesh.primitive


def clamped(name: str, values: npt.NDArray[Any]) -> Float32Array:
    """Colours between 0 and 1, everything else as it is (NV_transform_feedback 2.X)."""
    if RESULT_NAMES.get(name, name)[:3] not in ("COL", "BFC"):
        return values
    with np.errstate(invalid="ignore"):
        within: Float32Array = np.minimum(np.fmax(values, np.float32(0.0)), np.float32(1.0))
    return within
