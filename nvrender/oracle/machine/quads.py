"""Differences between the fragments of a 2×2 quad, and thread groups.

NV_fragment_program_option 3.11.5.30-31. Quads of fragments surely are a group, every other thread is one by
itself: NV_gpu_program5 2.X.8, TGALL to TGEQ; NV_shader_thread_group 2.X.8, TGBALLOT and QSWZ0 to QSWZY. How
threads make groups is undefined (docs/semantics.md).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.texture import Textures
from nvrender.ops.evaluation.function import Function
from nvrender.ops.evaluation.numerics import BoolArray, Float32Array, Int32Array, flush
from nvrender.ops.rows import NEIGHBOURS, Form
from nvrender.ops.types import DataType
from nvrender.oracle.machine.computation import Computation
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.texture.detail import detail_matters
from nvrender.program import Instruction, Program
from nvrender.program.profile import Stage

#: The bit of a lane's number that tells neighbours apart: fragments 4k…4k+3 are a quad, x fastest.
ALONG_X, ALONG_Y = 1, 2
DERIVATIVES = {"fddx": ALONG_X, "fddy": ALONG_Y}
_F = DataType.FLOAT
#: Which thread of its quad each reads: one of the four, or its neighbour.
_SWIZZLES: dict[str, Callable[[Int32Array], Any]] = {
    **{f"quad_{number}": partial(np.full_like, fill_value=number) for number in range(4)},
    "quad_x": lambda threads: threads ^ 1,
    "quad_y": lambda threads: threads ^ 2,
}


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


class _Quads:
    """The quads that fragments with these numbers make, four to each; some may not be there."""

    def __init__(self, lanes: Int32Array) -> None:
        self.threads = lanes & 3
        self._quad = (lanes >> 2) - (lanes.min() >> 2)
        self.there = np.zeros((int(self._quad.max()) + 1, 4), np.bool_)
        self.there[self._quad, self.threads] = True

    def gathered(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """(k, n) or (k, 1) values as (k, n, 4): those of each fragment's quad, zeros where none is there."""
        room = np.zeros((len(values), *self.there.shape), values.dtype)
        room[:, self._quad, self.threads] = values
        return np.asarray(room[:, self._quad])

    @property
    def active(self) -> BoolArray:
        """(n, 4): which fragments of each one's quad are there."""
        return np.asarray(self.there[self._quad])


def _decided(name: str, held: BoolArray, active: BoolArray) -> npt.NDArray[Any]:
    """What a vote yields of (k, n, 4) operands that are not zero, among (n, 4) that are there."""
    if name == "ballot":
        return np.asarray((held << np.arange(4)).sum(axis=-1), np.uint32)
    everyone, anyone = (held | ~active).all(axis=-1), held.any(axis=-1)
    return np.asarray({"all": everyone, "any": anyone, "alike": everyone == anyone}[name])


def _vote(name: str, type: DataType, *, uniform: bool, threads: bool) -> Function:
    """A vote of quads, of fragments alone, or, without ``threads``, of other threads, whose number is 0."""

    def vote(
        out: Float32Array, work: Float32Array, a: Float32Array, numbers: Float32Array | None = None
    ) -> None:
        held = np.broadcast_to(np.not_equal(a if type is _F else a.view(np.int32), 0), out.shape)
        lanes = np.arange(out.shape[1], dtype=np.int32) * 4
        if threads and numbers is not None:
            lanes = numbers[0].view(np.int32)
            lanes = lanes if uniform else 4 * np.arange(len(lanes), dtype=np.int32) + (lanes & 3)
        quads = _Quads(lanes)
        found = _decided(name, quads.gathered(held), quads.active)
        if name == "ballot":
            np.copyto(out.view(np.uint32), found)
        elif type is _F:
            np.copyto(out, found)
        else:
            np.copyto(out.view(np.int32), np.where(found, -1, 0))

    return vote


def _swizzle(name: str, *, uniform: bool) -> Function:
    """a of another fragment of the quad, plus the own b if any; 0 where one of the quad is not there."""

    def swizzled(out: Float32Array, work: Float32Array, a: Float32Array, *rest: Float32Array) -> None:
        if not uniform:
            out[...] = 0.0
            return
        quads = _Quads(rest[-1][0].view(np.int32))
        wanted = _SWIZZLES[name](quads.threads)
        read = np.take_along_axis(quads.gathered(a), wanted[None, :, None], axis=-1)[..., 0]
        found = read + rest[0] if len(rest) > 1 else read
        np.copyto(out, np.where(quads.active.all(axis=-1), found, np.float32(0.0)))
        flush(out)

    return swizzled


def beside(instruction: Instruction, layout: Layout, ordinal: int) -> Computation:
    """What instruction ``ordinal``, which reads other threads, does in its program."""
    name = instruction.operation
    if name in DERIVATIVES:
        return Computation(Form.QUAD, (along(DERIVATIVES[name]),), in_place=False)
    fragments = layout.program.profile.stage is Stage.FRAGMENT
    uniform = fragments and ordinal in layout.uniform
    if name in _SWIZZLES:
        return Computation(Form.QUAD, (_swizzle(name, uniform=uniform),), in_place=False)
    vote = _vote(name, instruction.type, uniform=uniform, threads=fragments)
    return Computation(Form.QUAD if fragments else Form.VOTE, (vote,), in_place=False)
