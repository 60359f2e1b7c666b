"""LOADIM, STOREIM, ATOMIM and IMQ, prepared (EXT_shader_image_load_store 2.X.8, ARB_shader_image_size)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from nvrender.ops.evaluation.numerics import Float32Array
from nvrender.ops.memory_access import STORAGES, Storage
from nvrender.ops.types import DataType
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.machine.operands import Step, load
from nvrender.oracle.machine.wide_operands import numbers_of
from nvrender.oracle.memory import atomics, image_formats
from nvrender.oracle.memory import words as memory_words
from nvrender.oracle.memory.access import (
    Access,
    Locate,
    alive_of,
    chosen_number,
    goes_long,
    operand_words,
    put_result,
)
from nvrender.oracle.memory.image_spaces import Coordinates, Images, Int32Array, Int64Array
from nvrender.oracle.memory.spaces import BoolArray, Spaces
from nvrender.program import ImageAccess, Instruction, Operand

#: Target → the coordinates that count, whatever the operand holds in the others.
_COORDINATES = {
    **dict.fromkeys(("1D", "BUFFER"), (0,)),
    **dict.fromkeys(("2D", "RECT"), (0, 1)),
    **dict.fromkeys(("3D", "CUBE", "ARRAY2D", "ARRAYCUBE"), (0, 1, 2)),
    # y of a 1D array is no coordinate of its own (docs/semantics.md).
    "ARRAY1D": (0, 2),
    "2DMS": (0, 1, 3),
    "ARRAY2DMS": (0, 1, 2, 3),
}
#: A 1 as registers of 32 and 64 bits hold it.
_ONE = {False: {True: 0x3FF0000000000000, False: 0x3F800000}, True: {True: 1, False: 1}}

#: (state rows, shared values) → each lane's x, y, z and sample.
Numbers = Callable[[Float32Array, Float32Array], Coordinates]
#: The same and the images → each lane's unit, or that of all.
Units = Callable[[Float32Array, Float32Array, Images], Int64Array | int]


def access_of(instruction: Instruction, layout: Layout, finish: Sequence[Step]) -> Access:
    """The whole instruction; ``finish`` are the steps that take a result's words from the result rows."""
    match instruction.operation:
        case "image_load":
            return _load(instruction, layout, finish)
        case "image_store" if instruction.storages:
            return _store(instruction, layout)
        case "image_store":
            return _formatted_store(instruction, layout)
        case "image_atomic":
            return _atomic(instruction, layout, finish)
        case _:
            return _query(instruction, layout, finish)


def _image(instruction: Instruction) -> ImageAccess:
    assert instruction.image is not None
    return instruction.image


def _units(instruction: Instruction, layout: Layout) -> Units:
    """The image unit of every lane, −1 outside an array and of a handle that names none."""
    image = _image(instruction)
    if image.handle is not None:
        handles = numbers_of(image.handle, 0, layout)
        return lambda f, c, images: images.handled(np.broadcast_to(handles(f, c), f.shape[1:]))
    if image.relative is None:
        return lambda f, c, images: image.unit
    number, count = chosen_number(image.relative, layout), max(image.units, 1)

    def units(f: Float32Array, c: Float32Array, images: Images) -> Int64Array:
        found = number(f)
        return np.where((found >= 0) & (found < count), found + image.unit, -1)

    return units


def _coordinates(operand: Operand, target: str, layout: Layout) -> Numbers:
    """x, y, z and the sample, 0 where the target has none."""
    loaded = load(operand, 1, layout, (0, 1, 2, 3), False)
    fetches = {component: loaded.fetch((component,)) for component in _COORDINATES[target]}

    def coordinates(f: Float32Array, c: Float32Array) -> Coordinates:
        for step in loaded.steps:
            step(f, c)
        found: list[Int32Array | int] = [0, 0, 0, 0]
        for component, fetch in fetches.items():
            numbers = fetch(f, c)[0].view(np.int32)
            found[component] = numbers if len(numbers) == f.shape[1] else np.repeat(numbers, f.shape[1])
        return found

    return coordinates


def _texels(
    instruction: Instruction, layout: Layout, operand: Operand, *, reads: bool, writes: bool
) -> Locate:
    """Where the texel lies that each lane accesses, by its coordinates ``operand``, and whether it does."""
    units, alive, size = _units(instruction, layout), alive_of(layout), instruction.storages[0].bytes
    coordinates = _coordinates(operand, _image(instruction).target, layout)

    def texels(f: Float32Array, c: Float32Array, spaces: Spaces) -> tuple[Int64Array, BoolArray]:
        images = spaces.held.images
        places, valid = images.at(units(f, c, images), coordinates(f, c), size, reads=reads, writes=writes)
        return places, valid & alive(f)

    return texels


def _load(instruction: Instruction, layout: Layout, finish: Sequence[Step]) -> Access:
    storage, long = instruction.storages[0], goes_long(instruction)
    texels = _texels(instruction, layout, instruction.operands[0], reads=True, writes=False)
    one = np.uint64(_ONE[storage.type is not DataType.FLOAT][long])

    def access(f: Float32Array, c: Float32Array, spaces: Spaces) -> None:
        images, (places, valid) = spaces.held.images, texels(f, c, spaces)
        which = spaces.in_order(valid)
        spaces.note(images.region, places[which], storage.bytes, which, reads=True, writes=False)
        words = np.zeros((4, f.shape[1]), np.uint64)
        found = memory_words.read(images.region.data, places, valid, storage)
        words[: storage.count] = memory_words.loaded(found, storage, long=long)
        if storage.count < 4:
            words[3] = np.where(valid, one, np.uint64(0))
        put_result(f, layout, words, long)
        for step in finish:
            step(f, c)

    return access


def _store(instruction: Instruction, layout: Layout) -> Access:
    storage = instruction.storages[0]
    data = operand_words(instruction.operands[0], layout, storage, storage.count)
    texels = _texels(instruction, layout, instruction.operands[1], reads=False, writes=True)

    def access(f: Float32Array, c: Float32Array, spaces: Spaces) -> None:
        images, words = spaces.held.images, data(f, c)
        places, valid = texels(f, c, spaces)
        which = spaces.in_order(valid)
        spaces.note(images.region, places[which], storage.bytes, which, reads=False, writes=True)
        memory_words.write(images.region.data, places[which], storage, words[:, which])

    return access


def _formatted_store(instruction: Instruction, layout: Layout) -> Access:
    alive, units, type = alive_of(layout), _units(instruction, layout), instruction.type
    data = operand_words(instruction.operands[0], layout, STORAGES[f"{type.value}32X4"], 4)
    coordinates = _coordinates(instruction.operands[1], _image(instruction).target, layout)

    def access(f: Float32Array, c: Float32Array, spaces: Spaces) -> None:
        images, words = spaces.held.images, data(f, c)
        chosen = units(f, c, images)
        places, valid = images.at(chosen, coordinates(f, c), None, reads=False, writes=True)
        which = spaces.in_order(valid & alive(f))
        texels, sizes = np.zeros((len(which), 16), np.uint8), np.zeros(len(which), np.int64)
        for unit, lanes in images.chosen(np.broadcast_to(chosen, f.shape[1:])[which]):
            format = images.format(unit)
            if image_formats.takes(format, type):
                sizes[lanes] = format.bytes
                texels[lanes, : format.bytes] = image_formats.texels(format, type, words[:, which[lanes]])
        for size in np.unique(sizes[sizes > 0]):  # images of texels of other sizes have no texel in common
            lanes = np.flatnonzero(sizes == size)
            there = places[which[lanes]]
            spaces.note(images.region, there, int(size), which[lanes], reads=False, writes=True)
            images.region.data[there[:, None] + np.arange(size)] = texels[lanes, :size]

    return access


def _atomic(instruction: Instruction, layout: Layout, finish: Sequence[Step]) -> Access:
    storage, long = instruction.storages[0], goes_long(instruction)
    assert instruction.atomic is not None
    perform = atomics.performed(instruction.atomic, storage)
    operand = operand_words(instruction.operands[0], layout, storage, 2)
    texels = _texels(instruction, layout, instruction.operands[1], reads=True, writes=True)

    def access(f: Float32Array, c: Float32Array, spaces: Spaces) -> None:
        images, words = spaces.held.images, operand(f, c)
        places, valid = texels(f, c, spaces)
        which = spaces.in_order(valid)
        spaces.note(images.region, places[which], storage.bytes, which, reads=True, writes=True)
        found = np.zeros((1, f.shape[1]), np.uint64)
        found[0, which] = perform(images.region.data, places[which], *words[:, which])
        put_result(f, layout, np.repeat(memory_words.loaded(found, storage, long=long), 4, axis=0), long)
        for step in finish:
            step(f, c)

    return access


def unordered_of(instruction: Instruction, layout: Layout) -> Access | None:
    """An atomic operation whose result nobody reads, None if its order may show."""
    storage = instruction.storages[0]
    assert instruction.atomic is not None
    perform = atomics.unordered(instruction.atomic, storage)
    if perform is None:
        return None
    operand = operand_words(instruction.operands[0], layout, storage, 1)
    texels = _texels(instruction, layout, instruction.operands[1], reads=True, writes=True)

    def access(f: Float32Array, c: Float32Array, spaces: Spaces) -> None:
        images, words = spaces.held.images, operand(f, c)
        places, valid = texels(f, c, spaces)
        spaces.note_change(images.region, places, storage.bytes, valid)
        perform(images.region.data, places, valid, words[0])

    return access


def _query(instruction: Instruction, layout: Layout, finish: Sequence[Step]) -> Access:
    units, long = _units(instruction, layout), goes_long(instruction)
    storage = Storage(DataType.SIGNED, 32)

    def access(f: Float32Array, c: Float32Array, spaces: Spaces) -> None:
        words, images = np.zeros((4, f.shape[1]), np.uint64), spaces.held.images
        for unit, lanes in images.chosen(np.broadcast_to(units(f, c, images), f.shape[1:])):
            words[:3, lanes] = np.array(images.size(unit), np.uint64)[:, None]
        put_result(f, layout, memory_words.loaded(words, storage, long=long), long)
        for step in finish:
            step(f, c)

    return access
