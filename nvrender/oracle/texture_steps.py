"""Texture instructions as steps: operands → coordinates, level of detail and texels.

NV_gpu_program4 2.X.8, TEX to TXQ; NV_vertex_program3 2.14.5.45-48; ARB_fragment_program 3.11.6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from nvrender.gl.textures import Texture, Textures
from nvrender.oracle.addressing import Chosen
from nvrender.oracle.numerics import Float32Array, flush
from nvrender.oracle.operands import Fetch, Loaded, Step
from nvrender.oracle.texture import Derivatives, Sample, fetch, sample, size
from nvrender.oracle.texture_gather import gather
from nvrender.program import Instruction
from nvrender.source import TargetError

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
) -> Step:
    """The step that writes the enabled components of what is read into the rows from ``first`` on.

    ``which`` chooses among the units of an array, lane by lane; outside it zeros are read.
    ``partials`` belongs to fragment programs. Without it the automatic level of detail is 0: "the base
    LOD value for vertex texture lookups is defined to be zero" (NV_vertex_program3 2.14.5.45).
    """
    where = instruction.texture
    assert where is not None
    if where.target == "RENDERBUFFER":
        raise TargetError(f"renderbuffers are not read as textures yet: {instruction.opcode.name}")
    operands = [_vector(operand) for operand in loaded]

    def step(f: Float32Array, c: Float32Array) -> None:
        lanes = None if partials is None else partials(f, c)
        values = [operand(f, c) for operand in operands]
        if which is None:
            result = access(instruction, values, textures.get(where.unit), lanes, look_up)
        else:
            place, inside = which(f)
            result = np.zeros((4, f.shape[1]), np.float32)
            for number, unit in enumerate(where.numbers):
                taken = np.broadcast_to(np.logical_and(inside, np.equal(place, number)), f.shape[1:])
                if taken.any():  # every lane looks up, for the sake of its neighbours' levels of detail
                    found = access(instruction, values, textures.get(unit), lanes, look_up)
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
    """(4, n) words: what a texture instruction yields for (4, n) operands, or (4, 1) shared by all lanes."""
    where, name, type = instruction.texture, instruction.opcode.name, instruction.type
    assert where is not None
    coordinates = operands[0]
    if instruction.opcode.family == "fp1":
        if texture is None or not texture.complete:
            # NV_fragment_program 3.11.5.38
            return np.zeros((4, max(operand.shape[1] for operand in operands)), np.float32)
        if where.target == "CUBE":
            name = name.replace("TXP", "TEX")  # 3.11.5.40 divides no cube map coordinates
    if name == "TXQ":
        return size(texture, where, coordinates[0].view(np.int32))
    if name == "TXF":
        return fetch(texture, where, coordinates.view(np.int32), type=type)
    if name == "TXG":
        return gather(texture, where, coordinates, type)
    if name == "TXD":
        coordinates, ddx, ddy = np.broadcast_arrays(*operands)
        return look_up(texture, where, coordinates, derivatives=(ddx, ddy), type=type)
    if name == "TXL":
        return look_up(texture, where, coordinates, detail=coordinates[3], type=type)
    if name == "TXP":
        coordinates = projected(coordinates)
    derivatives = None
    if partials is not None:
        coordinates, ddx, ddy = np.broadcast_arrays(coordinates, *partials(coordinates))
        derivatives = (ddx, ddy)
    bias = coordinates[3] if name == "TXB" else None
    return look_up(texture, where, coordinates, bias=bias, derivatives=derivatives, type=type)


def projected(coordinates: Float32Array) -> Float32Array:
    """x, y and z divided by w (NV_gpu_program4 2.X.8, TXP)."""
    result: Float32Array = np.array(coordinates)
    np.divide(coordinates[:3], coordinates[3], out=result[:3])
    flush(result)
    return result


def _vector(operand: Loaded) -> Fetch:
    """All four components of an operand."""
    parts = [operand.fetch((component,)) for component in range(4)]
    return lambda f, c: np.concatenate([part(f, c) for part in parts])
