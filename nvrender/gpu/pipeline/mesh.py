"""What a Pipeline draws: meshes."""

from __future__ import annotations

import weakref
from collections.abc import Collection, Mapping
from typing import Any, Protocol

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import whole_number
from nvrender.gl.inputs.conventional import CONVENTIONAL_ATTRIBUTES
from nvrender.gpu.context.context import check_context
from nvrender.gpu.context.current import gone
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.context.use import deleting
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.memory import check_memory, memory_for
from nvrender.source import InputError

Float32Array = npt.NDArray[np.float32]
IndexArray = npt.NDArray[np.int64]

#: How moderngl calls what a shader input is made of, by what it calls the input's own type.
_WORDS = {"f": "4f", "i": "4i", "I": "4u"}

#: An attribute is a converted array, one of all attributes, and on the GPU.
_COPIES = 3

_MODES = {
    "POINTS": moderngl.POINTS,
    "LINES": moderngl.LINES,
    "LINE_LOOP": moderngl.LINE_LOOP,
    "LINE_STRIP": moderngl.LINE_STRIP,
    "TRIANGLES": moderngl.TRIANGLES,
    "TRIANGLE_STRIP": moderngl.TRIANGLE_STRIP,
    "TRIANGLE_FAN": moderngl.TRIANGLE_FAN,
    "LINES_ADJACENCY": moderngl.LINES_ADJACENCY,
    "LINE_STRIP_ADJACENCY": moderngl.LINE_STRIP_ADJACENCY,
    "TRIANGLES_ADJACENCY": moderngl.TRIANGLES_ADJACENCY,
    "TRIANGLE_STRIP_ADJACENCY": moderngl.TRIANGLE_STRIP_ADJACENCY,
    "QUADS": moderngl.TRIANGLES,
    "QUAD_STRIP": moderngl.TRIANGLES,
    "POLYGON": moderngl.TRIANGLES,
    "PATCHES": moderngl.PATCHES,
}
PRIMITIVES = tuple(_MODES)
#: Vertices of one draw, which GL counts in 32 bits.
_MOST = (1 << 31) - 1


class _VertexArrays(Protocol):
    def forget(self, mesh: Mesh) -> None: ...

    def changed(self, mesh: Mesh) -> None: ...


class Mesh:
    """Vertices on the GPU, in one interleaved buffer, and the order to draw them in.

    ``attributes`` maps attribute numbers, or their names (``"NRML"``, ``"Normal"``, ``"vertex.normal"``), to
    (N, 1…4) arrays; unsigned bytes count as value/255, other types as they are, and missing components
    are 0, 0, 1. Integers stay integers where an NV4 program reads them as such. ``indices`` are integers
    into the vertices, any shape; ``primitive`` is one of PRIMITIVES.
    QUADS, QUAD_STRIP and POLYGON are split so that each triangle ends at the vertex whose colour
    flat shading takes (OpenGL 1.5, table 2.12); geometry programs get quads as V0 V1 V2, V0 V2 V3
    (NV_geometry_program4 issue 17). Without attributes ``vertices`` says how many there are, of which a
    program may read ``vertex.id``. InputError names the array that is wrong.
    """

    @memory_for("a mesh", "draw it in parts")
    def __init__(
        self,
        context: moderngl.Context,
        attributes: Mapping[Any, npt.ArrayLike],
        indices: npt.ArrayLike | None = None,
        primitive: str = "TRIANGLES",
        *,
        vertices: int | None = None,
    ) -> None:
        check_context(context)
        if primitive not in _MODES:
            raise InputError(f"primitive is {primitive!r}; it must be one of {', '.join(PRIMITIVES)}")
        attributes = _arrays(attributes)
        arrays, self.integers = _numbered(attributes) if attributes or vertices is None else ({}, {})
        #: Those given as doubles, for what reads them in 64 bits.
        self.doubles = _doubles(attributes)
        vertices = _count(arrays, vertices)
        order = _indices(indices, vertices)
        if primitive in _SPLITS:
            places = _SPLITS[primitive](vertices if order is None else len(order))
            order = places.astype(np.uint32) if order is None else order[places]
        self.context = context
        self.primitive = primitive
        self.vertices = vertices
        self.mode: int = _MODES[primitive]
        self.layout = tuple((number, array.shape[1]) for number, array in arrays.items())
        self.count = vertices if order is None else len(order)
        with state_guard(context):
            self.vertex_buffer = _buffer(context, _interleaved(arrays))
            self.index_buffer = None if order is None else _buffer(context, order)
        self._cut_buffer: moderngl.Buffer | None = None
        self._users: weakref.WeakSet[_VertexArrays] = weakref.WeakSet()
        self._released = False

    def write(self, attributes: Mapping[Any, npt.ArrayLike]) -> bool:
        """Give the vertices other values; False, and nothing is done, where the attributes are others.

        That is where they have another form, or are integers.
        """
        attributes = _arrays(attributes)
        arrays, integers = _numbered(attributes)
        layout = tuple((number, array.shape[1]) for number, array in arrays.items())
        vertices = len(next(iter(arrays.values())))
        if (layout, vertices) != (self.layout, self.vertices) or integers or self.integers:
            return False
        with state_guard(self.context):
            self.vertex_buffer.orphan()  # draws that are not finished keep what they read
            self.vertex_buffer.write(np.ascontiguousarray(_interleaved(arrays)))
        self.doubles = _doubles(attributes)
        for user in list(self._users):
            user.changed(self)
        return True

    def vertex_array(
        self,
        program: moderngl.Program,
        constants: moderngl.Buffer | None = None,
        separate: Mapping[int, moderngl.Buffer] | None = None,
        *,
        feeds_geometry: bool = False,
        seconds: Collection[int] = (),
    ) -> moderngl.VertexArray:
        """A vertex array of ``program``; its attributes this mesh lacks come from ``constants``.

        ``constants`` holds 16 times four words, the current value of each attribute. Attributes in
        ``separate`` have four words a vertex there. ``feeds_geometry``: for a geometry program. ``seconds``
        are inputs that are not the attributes of their numbers.
        """
        if self._released:
            raise InputError("this mesh has been released")
        # gl_VertexID and its kin count as attributes too, at location -1.
        attributes = (member for name in program if isinstance(member := program[name], moderngl.Attribute))
        words = {
            attribute.location: _WORDS[str(attribute.shape)]
            for attribute in attributes
            if attribute.location >= 0
        }
        content: list[Any] = []
        elsewhere = separate or {}
        other = {*elsewhere, *seconds}
        own = [number for number, _ in self.layout if number in words and number not in other]
        if own:
            parts = (f"{size}f" if number in own else f"{size}x4" for number, size in self.layout)
            content.append((self.vertex_buffer, " ".join(parts), *own))
        # Drivers leave out inputs that nothing depends on.
        for number, buffer in elsewhere.items():
            if number in words:
                content.append((buffer, words[number], number))
        rest = sorted(number for number in words if number not in own and number not in elsewhere)
        if constants is not None and rest:
            parts = (words[number] if number in rest else "4x4" for number in range(len(ATTRIBUTES)))
            content.append((constants, " ".join(parts) + "/r", *rest))
        order = self.index_buffer
        if order is not None and feeds_geometry and self.primitive == "QUADS":
            order = self._cut(order)
        return self.context.vertex_array(program, content, order, mode=self.mode)

    def _cut(self, order: moderngl.Buffer) -> moderngl.Buffer:
        """The ``order`` of quads in triangles that begin at their first vertex."""
        if self._cut_buffer is None:
            quads = np.frombuffer(order.read(), np.uint32)[: self.count].reshape(-1, 6)
            self._cut_buffer = _buffer(self.context, np.ascontiguousarray(quads[:, _CUT]))
        return self._cut_buffer

    def arrays(self) -> dict[int, npt.NDArray[Any]]:
        """The attributes by number, (N, 1…4): integers as they were given, all else as float32."""
        if len(self.integers) == len(self.layout):
            return dict(self.integers)
        with state_guard(self.context):
            data = np.frombuffer(self.vertex_buffer.read(), np.float32)
        columns = data.reshape(-1, sum(size for _, size in self.layout))
        arrays: dict[int, npt.NDArray[Any]] = {}
        first = 0
        for number, size in self.layout:
            arrays[number] = self.integers.get(number, columns[:, first : first + size])
            first += size
        return arrays

    def used_by(self, user: _VertexArrays) -> None:
        """``user.forget(mesh)`` is called when this mesh is released, ``changed`` when it is written."""
        self._users.add(user)

    def release(self) -> None:
        """Release the buffers, and the vertex arrays that pipelines made of them.

        Of a context that is released nothing is left to do.
        """
        self._released = True
        if gone(self.context):
            return
        with deleting(self.context):
            for user in list(self._users):
                user.forget(self)
            self.vertex_buffer.release()
            for buffer in (self.index_buffer, self._cut_buffer):
                if buffer is not None:
                    buffer.release()

    def __enter__(self) -> Mesh:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def _doubles(attributes: Mapping[Any, npt.ArrayLike]) -> dict[int, npt.NDArray[Any]]:
    """Every attribute given as doubles, as it is."""
    arrays = {_number(key): np.asarray(values) for key, values in attributes.items()}
    return {number: array.copy() for number, array in arrays.items() if array.dtype == np.float64}


def _arrays(attributes: Mapping[Any, npt.ArrayLike]) -> dict[Any, npt.NDArray[Any]]:
    """InputError for what is no mapping, and for values that are no array."""
    if not isinstance(attributes, Mapping):
        raise InputError(f"attributes are a mapping by number or name, not a {type(attributes).__name__}")
    arrays = {}
    for key, values in attributes.items():
        try:
            arrays[key] = np.asarray(values)
        except ValueError as error:
            raise InputError(f"attribute {key!r} is no array: {error}") from None
    return arrays


def _number(key: Any) -> int:
    """The attribute that ``key`` names."""
    number = CONVENTIONAL_ATTRIBUTES.get(key) if isinstance(key, str) else key
    if number is None or not 0 <= number < len(ATTRIBUTES):
        raise InputError(
            f"there is no vertex attribute {key!r}; attributes are 0 to 15, OPOS to TEX7, or named as "
            "vertex.position and texcoord[1]"
        )
    return int(number)


def _numbered(
    attributes: Mapping[Any, npt.ArrayLike],
) -> tuple[dict[int, Float32Array], dict[int, npt.NDArray[Any]]]:
    """Every attribute as floats, and those that are integers as they are."""
    check_memory(
        sum(np.asarray(values).size for values in attributes.values()) * _COPIES * 4,
        "the attributes of a mesh",
        "draw it in parts",
    )
    arrays: dict[int, Float32Array] = {}
    integers: dict[int, npt.NDArray[Any]] = {}
    for key, values in attributes.items():
        number = _number(key)
        if number in arrays:
            raise InputError(f"attribute {number} is given twice, once as {key!r}")
        arrays[number] = _attribute(key, values)
        if (array := np.asarray(values)).dtype.kind in "iub":
            integers[number] = array.copy()
    if not arrays:
        raise InputError("a mesh needs at least one attribute")
    lengths = {key: len(array) for key, array in arrays.items()}
    if len(set(lengths.values())) > 1:
        raise InputError(f"attributes of different lengths: {lengths}")
    if 0 in lengths.values():
        raise InputError("a mesh needs at least one vertex")
    return arrays, integers


def _count(arrays: Mapping[int, Float32Array], vertices: int | None) -> int:
    """How many vertices there are, by the attributes or without them."""
    there = next(map(len, arrays.values()), vertices)
    if (count := whole_number(there)) is None or not 0 < count <= _MOST:
        raise InputError(f"vertices is {vertices!r}; a mesh has a number of vertices, 1 to {_MOST}")
    if vertices not in (None, count):
        raise InputError(f"vertices is {vertices!r}, and the attributes have {count}; leave it out")
    return count


def _interleaved(arrays: Mapping[int, Float32Array]) -> Float32Array:
    rows = list(arrays.values()) or [np.zeros((0, 1), np.float32)]
    return rows[0] if len(rows) == 1 else np.concatenate(rows, axis=1)


def _attribute(key: int | str, values: npt.ArrayLike) -> Float32Array:
    array = np.asarray(values)
    if array.dtype.kind not in "fiub" or array.ndim != 2 or not 1 <= array.shape[1] <= 4:
        raise InputError(
            f"attribute {key!r} is {array.dtype} of shape {array.shape}; "
            "numbers of shape (N, 1) to (N, 4) are needed"
        )
    with np.errstate(over="ignore"):
        converted: Float32Array = array.astype(np.float32, copy=False)
    return converted / np.float32(255) if array.dtype == np.uint8 else converted


def _indices(indices: npt.ArrayLike | None, vertices: int) -> npt.NDArray[np.uint32] | None:
    if indices is None:
        return None
    array = np.asarray(indices)
    check_memory(array.size * _COPIES * 4, "the indices of a mesh", "draw it in parts")
    array = array.reshape(-1)
    if array.dtype.kind not in "iu":
        raise InputError(f"indices are {array.dtype}; integers are needed")
    if not len(array):
        raise InputError("a mesh needs at least one index")
    if int(array.min()) < 0 or int(array.max()) >= vertices:
        raise InputError(f"indices run from {array.min()} to {array.max()}; the mesh has {vertices} vertices")
    return array.astype(np.uint32)


def _quads(count: int) -> IndexArray:
    """Places in the order drawn, three a triangle, for ``count`` vertices."""
    first = np.arange(0, count // 4 * 4, 4)[:, None]
    return np.asarray(first + np.array([0, 1, 3, 1, 2, 3])).reshape(-1)


#: Of those six the places of V0 V1 V2, V0 V2 V3.
_CUT = [0, 1, 4, 0, 4, 2]


def _quad_strip(count: int) -> IndexArray:
    first = np.arange(0, max(count // 2 * 2 - 2, 0), 2)[:, None]
    return np.asarray(first + np.array([0, 1, 3, 2, 0, 3])).reshape(-1)


def _polygon(count: int) -> IndexArray:
    """A polygon is flat-shaded with the colour of its first vertex."""
    middle = np.arange(1, max(count - 1, 1))[:, None]
    return np.asarray(middle * np.array([1, 1, 0]) + np.array([0, 1, 0])).reshape(-1)


_SPLITS = {"QUADS": _quads, "QUAD_STRIP": _quad_strip, "POLYGON": _polygon}


def _buffer(context: moderngl.Context, data: npt.NDArray[Any]) -> moderngl.Buffer:
    data = np.ascontiguousarray(data)
    return context.buffer(data) if data.nbytes else context.buffer(reserve=4)
