"""Texture instructions as steps: operands → coordinates, level of detail and texels.

NV_gpu_program4 2.X.8, TEX to TXQ; NV_gpu_program5 2.X.8, TXG and TXGO; NV_vertex_program3 2.14.5.45-48;
ARB_fragment_program 3.11.6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from nvrender.gl.textures.texture import Texture, Textures
from nvrender.gl.textures.units import texture_problem
from nvrender.ops.evaluation.numerics import BoolArray, Float32Array, flush
from nvrender.ops.texture_targets import GATHER_OFFSETS, TARGETS, TEXEL_OFFSETS
from nvrender.oracle.machine.addressing import Chosen
from nvrender.oracle.machine.operands import Fetch, Loaded, Step
from nvrender.oracle.machine.wide_words import Fetch as WideFetch
from nvrender.oracle.texture.access import Derivatives, Lookup, Sample, fetch, sample, size
from nvrender.oracle.texture.filters import Offset
from nvrender.oracle.texture.gather import gather, gather_apart
from nvrender.program import Instruction

#: ComputePartialsX and ComputePartialsY: coordinates (4, n), or (4, 1) for all lanes → (4, n) differences.
Partials = Callable[[Float32Array], Derivatives]
#: (state rows, parameter table) → the partials of the lanes there.
PartialsOf = Callable[[Float32Array, Float32Array], Partials]


def texture_step(
    instruction: Instruction,
    loaded: Sequence[Loaded],
    textures: Textures,
    enabled: Sequence[int],
    first: int,
    partials: PartialsOf | None = None,
    look_up: Sample = sample,
    which: Chosen | None = None,
    handle: WideFetch | None = None,
) -> Step:
    """The step that writes the enabled components of what is read into the rows from ``first`` on.

    ``which`` chooses among the units of an array, lane by lane; outside it zeros are read. ``handle`` is
    that of each lane; zeros are read where ``textures`` has none of the handle that the instruction can read.
    ``partials`` belongs to fragment programs. Without it the automatic level of detail is 0: "the base
    LOD value for vertex texture lookups is defined to be zero" (NV_vertex_program3 2.14.5.45).
    """
    where = instruction.texture
    assert where is not None
    operands = [_vector(operand) for operand in loaded]

    def choices(f: Float32Array, c: Float32Array) -> Iterator[tuple[Texture | None, BoolArray]]:
        """Each texture some lane reads, and which lanes do."""
        if handle is not None:
            words = np.broadcast_to(handle(f, c), f.shape[1:])
            for key in where.keys(textures):
                if not texture_problem(instruction, textures[key]):
                    yield textures[key], words == np.uint64(key)
        elif which is not None:
            place, inside = which(f)
            for number, unit in enumerate(where.numbers):
                taken = np.broadcast_to(np.logical_and(inside, np.equal(place, number)), f.shape[1:])
                yield textures.get(unit), taken

    def step(f: Float32Array, c: Float32Array) -> None:
        lanes = None if partials is None else partials(f, c)
        values = [operand(f, c) for operand in operands]
        if which is None and handle is None:
            result = access(instruction, values, textures.get(where.unit), lanes, look_up)
        else:
            result = np.zeros((4, f.shape[1]), np.float32)
            for texture, taken in choices(f, c):
                if taken.any():  # every lane looks up, for the sake of its neighbours' levels of detail
                    found = access(instruction, values, texture, lanes, look_up)
                    np.copyto(result, found, where=taken)
        for component in enabled:
            f[first + component] = result[component]

    return step


def access(
    instruction: Instruction,
    operands: Sequence[Float32Array],
    texture: Texture | None,
    partials: Partials | None = None,
    look_up: Sample = sample,
) -> Float32Array:
    """(4, n) words: what a texture instruction yields for (4, n) operands, or (4, 1) shared by all lanes.

    A second coordinate operand stands behind the first, a texel offset last (NV_gpu_program5 2.X.2).
    """
    where, name, type = instruction.texture, instruction.operation, instruction.type
    assert where is not None
    row = TARGETS[where.target]
    if len(operands) > 1:
        lanes = max(operand.shape[1] for operand in operands)
        operands = [np.broadcast_to(operand, (4, lanes)) for operand in operands]
    coordinates = operands[0]
    second = operands[1][0] if len(instruction.operands) > len(instruction.opcode.operands) else None
    offset = _offset(operands[-1], row.offsets) if where.moved is not None else None
    family = instruction.opcode.family
    if not family.opaque and (texture is None or not texture.complete):
        return np.zeros((4, coordinates.shape[1]), np.float32)
    if not family.divides_cube_maps and where.target == "CUBE":
        name = name.replace("sample_projected", "sample")
    reference = second if row.compares and not row.reference else None
    if name == "texture_size":
        return size(texture, where, coordinates[0].view(np.int32))
    if name in ("fetch", "fetch_sample"):
        return fetch(texture, where, coordinates.view(np.int32), type=type, offset=offset)
    if name == "gather":
        return gather(texture, where, coordinates, type, offset, reference)
    if name == "gather_offsets":
        return gather_apart(texture, where, coordinates, type, _offsets(operands[1], operands[2]))
    if name == "sample_gradients":
        return look_up(Lookup(texture, where, coordinates, derivatives=(operands[1], operands[2]), type=type))
    fourth = coordinates[3] if second is None else second
    if name == "sample_level":
        return look_up(Lookup(texture, where, coordinates, detail=fourth, type=type, offset=offset))
    if name == "sample_projected":
        coordinates = projected(coordinates)
    derivatives = None
    if partials is not None:
        coordinates, ddx, ddy = np.broadcast_arrays(coordinates, *partials(coordinates))
        derivatives = (ddx, ddy)
    if name == "texture_level":
        if derivatives is None:  # docs/semantics.md
            return np.zeros((4, coordinates.shape[1]), np.float32)
        return look_up(Lookup(texture, where, coordinates, derivatives=derivatives, query=True))
    return look_up(Lookup(
        texture, where, coordinates,
        bias=np.broadcast_to(fourth, coordinates.shape[1:]) if name == "sample_bias" else None,
        derivatives=derivatives, type=type, offset=offset, reference=reference,
    ))  # fmt: skip


def projected(coordinates: Float32Array) -> Float32Array:
    """x, y and z divided by w (NV_gpu_program4 2.X.8, TXP)."""
    result: Float32Array = np.array(coordinates)
    np.divide(coordinates[:3], coordinates[3], out=result[:3])
    flush(result)
    return result


def _offset(operand: Float32Array, used: int) -> Offset:
    """A texel offset from a register, within its limits; what the target has no use for is 0 (2.X.4.4)."""
    words = np.clip(operand.view(np.int32), *TEXEL_OFFSETS).astype(np.int64)
    return tuple(words[axis] if axis < used else 0 for axis in range(3))


def _offsets(x: Float32Array, y: Float32Array) -> list[Offset]:
    """The four offsets of TXGO, within their limits."""
    wide = [np.clip(each.view(np.int32), *GATHER_OFFSETS).astype(np.int64) for each in (x, y)]
    return [(wide[0][corner], wide[1][corner]) for corner in range(4)]


def _vector(operand: Loaded) -> Fetch:
    """All four components of an operand."""
    parts = [operand.fetch((component,)) for component in range(4)]
    return lambda f, c: np.concatenate([part(f, c) for part in parts])
