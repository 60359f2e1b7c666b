"""The buffers of a scene: how large they are beside a picture, where they lie, what is in them at first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.conventional import CONVENTIONAL_ATTRIBUTES
from nvrender.gl.inputs.global_memory import Memory, Stores, addresses_of, stores_of
from nvrender.gl.textures.images import ImageKey
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.program.limits import Limits
from nvrender.scene.forms.memory import ELEMENTS, BufferForm, FromMemory
from nvrender.scene.forms.scene import SceneForm
from nvrender.scene.meshes.shapes import MeshData
from nvrender.scene.model import Scene
from nvrender.scene.textures.images import first_images, image_keys
from nvrender.source import InputError, SceneError

#: A buffer of ``memory`` by name, or of ``storage`` by binding.
BufferKey = str | int
#: What all buffers of a scene may take together.
MOST_BYTES = 2**28
#: Of the three U32 that say how many work groups there are.
COUNTS_BYTES = 12
_WORD = 4


def elements(form: BufferForm, size: tuple[int, int]) -> int:
    """How many elements a buffer has beside a picture of ``size``."""
    return form.count if form.count is not None else (form.per_pixel or 1) * size[0] * size[1]


def nbytes(form: BufferForm, size: tuple[int, int]) -> int:
    """How many bytes a buffer has."""
    return elements(form, size) * ELEMENTS[form.type][1] * _WORD


def buffers(form: SceneForm) -> Iterator[tuple[BufferKey, BufferForm]]:
    """All buffers of a scene."""
    yield from form.memory.items()
    yield from form.storage.items()


def place_of(key: BufferKey) -> str:
    """Where the scene says what a buffer is."""
    return f"memory.{key}" if isinstance(key, str) else f"storage.{key}"


def check_size(form: SceneForm, size: tuple[int, int]) -> None:
    """SceneError where the buffers are too large beside a picture of ``size``."""
    total = 0
    for key, buffer in buffers(form):
        needed = nbytes(buffer, size)
        total += needed
        if isinstance(key, int) and needed > Limits().storage_size:
            raise SceneError(
                f"{place_of(key)}: takes {needed} bytes beside a picture of {size[0]} × {size[1]}; a storage "
                f"buffer has {Limits().storage_size} at most"
            )
        if total > MOST_BYTES:
            raise SceneError(
                f"{place_of(key)}: takes {needed >> 20} MiB beside a picture of {size[0]} × {size[1]}, with "
                f"those before it {total >> 20}; at most {MOST_BYTES >> 20} are taken"
            )


def buffer_addresses(form: SceneForm, size: tuple[int, int]) -> dict[str, int]:
    """The GPU address of every buffer beside a picture of ``size``; SceneError where they are too large."""
    check_size(form, size)
    return addresses_of({name: nbytes(buffer, size) for name, buffer in form.memory.items()})


def first_contents(scene: Scene, size: tuple[int, int]) -> Stores:
    """What is in all buffers and images at first. SceneError where they are too large."""
    form = scene.form
    check_size(form, size)
    memory = Memory(
        {name: contents(buffer, size) for name, buffer in form.memory.items()},
        {name: buffer.access for name, buffer in form.memory.items()},
    )
    storage = {binding: contents(buffer, size) for binding, buffer in form.storage.items()}
    try:
        return stores_of(memory, storage, Limits(), first_images(scene, size))
    except InputError as error:
        raise SceneError(str(error)) from None


def contents(form: BufferForm, size: tuple[int, int]) -> npt.NDArray[Any]:
    """(n, components) numbers of a buffer at first."""
    kind, components = ELEMENTS[form.type]
    with np.errstate(over="ignore"):
        found = np.full(elements(form, size) * components, form.fill, kind)
        given = np.array(form.values[: len(found)], kind)
    found[: len(given)] = given
    return found.reshape(-1, components)


def persistent(form: SceneForm) -> bool:
    """True if something is in a buffer or an image that later frames find."""
    return bool(living(form))


def living(form: SceneForm) -> tuple[BufferKey | ImageKey, ...]:
    """The buffers and images that live on from frame to frame."""
    found = tuple(key for key, buffer in buffers(form) if not buffer.each_frame)
    return (*found, *image_keys(form, each_frame=False))


def renewed(form: SceneForm) -> tuple[BufferKey | ImageKey, ...]:
    """The buffers and images that begin anew in every frame."""
    found = tuple(key for key, buffer in buffers(form) if buffer.each_frame)
    return (*found, *image_keys(form, each_frame=True))


# --- meshes


def mesh_buffer(mesh: FromMemory) -> BufferKey:
    """The buffer that the vertices lie in."""
    return mesh.memory if mesh.memory is not None else mesh.storage or 0


def check_mesh(form: SceneForm, name: str, mesh: FromMemory) -> None:
    """SceneError with the key unless there is such a buffer, and attributes of these names."""
    key, place = mesh_buffer(mesh), f"meshes.{name}"
    table: Mapping[Any, BufferForm] = form.memory if isinstance(key, str) else form.storage
    if key not in table:
        known = ", ".join(map(str, table)) or "none"
        what = "memory" if isinstance(key, str) else "storage"
        raise SceneError(f"{place}.{what}: there is no buffer {key!r}; this scene has {known}")
    if not table[key].type.startswith("F32"):
        raise SceneError(f"{place}: {place_of(key)} is of {table[key].type}; vertices are of F32")
    numbers = [attribute_number(attribute, place) for attribute in mesh.attributes]
    if 0 not in numbers:
        raise SceneError(f"{place}.attributes: has no vertex.position")
    if len(set(numbers)) < len(numbers):
        raise SceneError(f"{place}.attributes: one attribute stands there by two names")


def attribute_number(name: str, place: str) -> int:
    """The number of an attribute of a mesh."""
    if name.isdecimal() and int(name) < len(ATTRIBUTES):
        return int(name)
    if name not in CONVENTIONAL_ATTRIBUTES:
        raise SceneError(
            f"{place}.attributes.{name}: is no attribute; attributes are 0 to 15, or names such as "
            f"vertex.position and texcoord[1]"
        )
    return CONVENTIONAL_ATTRIBUTES[name]


def mesh_of(form: SceneForm, name: str, mesh: FromMemory, size: tuple[int, int]) -> MeshData:
    """The mesh: zeros, until what the buffer holds is drawn. SceneError where the buffer has too little."""
    key = mesh_buffer(mesh)
    buffer = form.memory[key] if isinstance(key, str) else form.storage[key]
    layout = tuple(
        (attribute_number(attribute, f"meshes.{name}"), count) for attribute, count in mesh.attributes.items()
    )
    there = nbytes(buffer, size) // (_WORD * sum(count for _, count in layout))
    wanted = there if mesh.count is None else mesh.count
    if not 0 < wanted <= there:
        raise SceneError(f"meshes.{name}.count: is {max(wanted, 1)}; {place_of(key)} has {there} vertices")
    return replace(_zeros(layout, wanted, mesh.primitive), source=key)


@lru_cache(maxsize=16)
def _zeros(layout: tuple[tuple[int, int], ...], count: int, primitive: str) -> MeshData:
    attributes = {number: np.zeros((count, components), np.float32) for number, components in layout}
    return MeshData(attributes, None, primitive)


def vertices(data: npt.NDArray[Any], mesh: MeshData) -> dict[int, npt.NDArray[np.float32]]:
    """The attributes of ``mesh`` in a buffer that begins with ``data``, bytes."""
    widths = {number: array.shape[1] for number, array in mesh.attributes.items()}
    size = _WORD * sum(widths.values()) * mesh.vertices
    rows = np.frombuffer(data[:size].tobytes(), np.float32).reshape(mesh.vertices, -1)
    found, first = {}, 0
    for number, width in widths.items():
        found[number] = np.ascontiguousarray(rows[:, first : first + width])
        first += width
    return found
