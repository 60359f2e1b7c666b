"""The vertex arrays of meshes: what a pipeline's vertex stage reads of each, as the words it reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.vertices import attribute_sources
from nvrender.gl.state.state import State
from nvrender.gpu.context.use import deleting
from nvrender.gpu.pipeline.mesh import Mesh
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.program import Program
from nvrender.program.long_attributes import SECOND, long_attributes, second_locations

Float32Array = npt.NDArray[np.float32]
_INITIAL: Float32Array = np.array([row.initial for row in ATTRIBUTES], np.float32)


class _Arrays(NamedTuple):
    """A vertex array, and the buffers made for it alone."""

    array: moderngl.VertexArray
    buffers: tuple[moderngl.Buffer, ...]

    def release(self) -> None:
        self.array.release()
        for buffer in self.buffers:
            buffer.release()


class VertexArrays:
    """The vertex arrays of the meshes drawn with one ``vertex`` program, None for the conventional stage.

    ``forgotten`` is called with a mesh whose vertex array is released.
    """

    def __init__(
        self,
        context: moderngl.Context,
        vertex: Program | None,
        *,
        feeds_geometry: bool,
        forgotten: Callable[[Mesh], None] | None = None,
    ) -> None:
        self._context = context
        self._vertex = vertex
        self._feeds_geometry = feeds_geometry
        self._arrays: dict[Mesh, _Arrays] = {}
        self._forgotten = forgotten

    def of(
        self, mesh: Mesh, program: moderngl.Program, current: moderngl.Buffer, state: State
    ) -> moderngl.VertexArray:
        """The vertex array of ``mesh``; what it lacks comes from ``current``, which has current values."""
        if mesh not in self._arrays:
            buffers = {
                number: self._context.buffer(rows.tobytes())
                for number, rows in _separate(self._vertex, mesh, program, state).items()
            }
            seconds = () if self._vertex is None else second_locations(self._vertex).values()
            array = mesh.vertex_array(
                program, current, buffers, feeds_geometry=self._feeds_geometry, seconds=seconds
            )
            self._arrays[mesh] = _Arrays(array, tuple(buffers.values()))
            mesh.used_by(self)
        return self._arrays[mesh].array

    def forget(self, mesh: Mesh) -> None:
        """Release what was made for ``mesh``."""
        if mesh in self._arrays:
            with deleting(self._context):
                self._arrays.pop(mesh).release()
            if self._forgotten is not None:
                self._forgotten(mesh)

    def changed(self, mesh: Mesh) -> None:
        """Forget what was made of the values of ``mesh``."""
        if mesh in self._arrays and self._arrays[mesh].buffers:
            self.forget(mesh)

    def release(self) -> None:
        """Release all; they are made anew where they are needed again."""
        for arrays in self._arrays.values():
            arrays.release()
        self._arrays = {}


def current_values(vertex: Program | None, state: State) -> Float32Array:
    """The (16, 4) words of each attribute's current value, as ``vertex`` reads them."""
    current: Float32Array = _INITIAL.copy()
    with np.errstate(all="ignore"):
        current[: len(state.current_attributes)] = state.current_attributes
    if vertex is not None and vertex.profile.declares_names:
        seconds = second_locations(vertex)
        for number, source in attribute_sources(vertex, {}, state)[0].items():
            location = seconds.get(number, number)
            if location < len(current):
                current[location] = source.rows(0, 1)[0]
    return current


def _separate(
    vertex: Program | None, mesh: Mesh, program: moderngl.Program, state: State
) -> dict[int, Float32Array]:
    """The (N, 4) words of attributes that the program does not read as the floats the mesh holds, by input.

    What it reads in 64 bits, integers that stay integers, floats read as integers, and components the
    language leaves out (NV_vertex_program4 2.X.3.2: a typeless attribute is read as each instruction says).
    """
    if vertex is None or not vertex.profile.declares_names:
        return {}
    sizes = dict(mesh.layout)
    floats = {number: np.broadcast_to(np.float32(0), (mesh.vertices, size)) for number, size in sizes.items()}
    sources, _ = attribute_sources(vertex, floats | mesh.integers, state)
    seconds, long = second_locations(vertex), long_attributes(vertex)
    integers = {
        member.location for name in program
        if isinstance(member := program[name], moderngl.Attribute) and str(member.shape) != "f"
    }  # fmt: skip
    wanted = [
        number
        for number, source in sources.items()
        if number % SECOND in sizes
        and (
            source.half is not None
            or source.integer
            or number in integers
            or source.array.shape[1] != sizes[number]
        )
    ]
    if not wanted:
        return {}
    doubles = {number: array for number, array in mesh.doubles.items() if number in long}
    sources, count = attribute_sources(vertex, mesh.arrays() | doubles, state)
    return {seconds.get(number, number): sources[number].rows(0, count) for number in wanted}
