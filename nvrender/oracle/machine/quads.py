"""Differences between the fragments of a 2×2 quad (NV_fragment_program_option 3.11.5.30-31)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.texture import Textures
from nvrender.ops.evaluation.numerics import Float32Array, Int32Array, flush
from nvrender.ops.rows import NEIGHBOURS
from nvrender.oracle.texture.detail import detail_matters
from nvrender.program import Instruction, Program
from nvrender.program.profile import Stage

#: The bit of a lane's number that tells neighbours apart: fragments 4k…4k+3 are a quad, x fastest.
ALONG_X, ALONG_Y = 1, 2
DERIVATIVES = {"fddx": ALONG_X, "fddy": ALONG_Y}


def compares_neighbours(program: Program, textures: Textures | None = None) -> bool:
    """True if fragments need their neighbours: for derivatives, or for levels of detail of ``textures``.

    None stands for textures of any kind.
    """
    return program.profile.stage is Stage.FRAGMENT and any(
        reads_neighbours(instruction)
        and (textures is None or instruction.texture is None or looks_beside(instruction, textures))
        for instruction in program.instructions
    )


def looks_beside(instruction: Instruction, textures: Textures) -> bool:
    """True for a texture instruction that chooses its level of detail, where the texture has a choice."""
    access = instruction.texture
    if access is None or not instruction.opcode.row.implicit_detail:
        return False
    found = [textures[unit] for unit in access.keys(textures) if unit in textures]
    return instruction.operation == "texture_level" or any(map(detail_matters, found))


def reads_neighbours(instruction: Instruction) -> bool:
    """True for what depends on the other fragments of the quad, or may."""
    form = instruction.opcode.row.form
    return instruction.texture is not None or form in NEIGHBOURS


def differences(values: Float32Array, lanes: Int32Array, direction: int) -> Float32Array:
    """The higher neighbour's values less the lower one's, (k, n) of values (k, n) or (k, 1).

    ``lanes`` are the numbers of the n fragments, in any order. Where the neighbour is not among them, because
    there is none or because it took another way through the program, it counts as equal (docs/semantics.md).
    """
    count = len(lanes)
    if values.shape[1] != count:
        values = np.broadcast_to(values, (len(values), count))
    if count % 4 == 0 and _whole(lanes):
        return _in_order(values, direction)
    places, there = _neighbours(lanes, direction)
    if not there.all():
        places = np.where(there, places, np.arange(count))
    other = values[:, places]
    upper = (lanes & direction) != 0
    found: Float32Array = np.where(upper, values - other, other - values)
    flush(found)
    return found


def _whole(lanes: Int32Array) -> bool:
    """Whether ``lanes`` are all there are, in order."""
    last = len(lanes) - 1
    return bool(lanes[0] == 0 and lanes[-1] == last and (lanes[1:] > lanes[:-1]).all())


def _in_order(values: Float32Array, direction: int) -> Float32Array:
    """``differences`` of whole quads, one after the other."""
    pairs = values.reshape(len(values), -1, 2, direction)
    found = np.empty_like(pairs)
    np.subtract(pairs[:, :, 1:], pairs[:, :, :1], out=found[:, :, :1])
    found[:, :, 1] = found[:, :, 0]
    flat = found.reshape(values.shape)
    flush(flat)
    return flat


def _neighbours(lanes: Int32Array, direction: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """The place of each fragment's neighbour among ``lanes``, and whether it is there."""
    count = len(lanes)
    wanted = lanes ^ np.int32(direction)
    if _whole(lanes):
        return np.minimum(wanted, count - 1), wanted < count
    order = np.argsort(lanes)
    ordered = lanes[order]
    places = np.minimum(np.searchsorted(ordered, wanted), count - 1)
    return order[places], ordered[places] == wanted


def along(direction: int) -> Callable[..., None]:
    """The function of DDX or DDY: its operand's values, and the numbers of the lanes."""

    def derivative(out: Float32Array, work: Float32Array, values: Float32Array, lanes: Float32Array) -> None:
        out[...] = differences(values, lanes[0].view(np.int32), direction)

    return derivative
