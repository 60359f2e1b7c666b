"""Thread groups: quads of fragments that surely are together, every other thread by itself.

NV_gpu_program5 2.X.8, TGALL to TGEQ; NV_shader_thread_group 2.X.8, TGBALLOT and QSWZ0 to QSWZY. How threads
make groups is undefined (docs/semantics.md).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.isa.opcodes import DataType
from nvrender.isa.profiles import Stage
from nvrender.oracle.layout import Layout
from nvrender.oracle.numerics import BoolArray, Float32Array, Int32Array, flush
from nvrender.oracle.ops import Function, Operation, Shape
from nvrender.program import Instruction

_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED
_TYPES = (_F, _S, _U)
#: Which thread of its quad each reads: one of the four, or its neighbour.
_SWIZZLES: dict[str, Callable[[Int32Array], Any]] = {
    **{f"QSWZ{number}": partial(np.full_like, fill_value=number) for number in range(4)},
    "QSWZX": lambda threads: threads ^ 1,
    "QSWZY": lambda threads: threads ^ 2,
}
VOTES = ("TGALL", "TGANY", "TGEQ", "TGBALLOT")


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
    if name == "TGBALLOT":
        return np.asarray((held << np.arange(4)).sum(axis=-1), np.uint32)
    everyone, anyone = (held | ~active).all(axis=-1), held.any(axis=-1)
    return np.asarray({"TGALL": everyone, "TGANY": anyone, "TGEQ": everyone == anyone}[name])


def _vote(name: str, type: DataType, *, together: bool, threads: bool) -> Function:
    """A vote of quads, of fragments alone, or, without ``threads``, of other threads, whose number is 0."""

    def vote(
        out: Float32Array, work: Float32Array, a: Float32Array, numbers: Float32Array | None = None
    ) -> None:
        held = np.broadcast_to(np.not_equal(a if type is _F else a.view(np.int32), 0), out.shape)
        lanes = np.arange(out.shape[1], dtype=np.int32) * 4
        if threads and numbers is not None:
            lanes = numbers[0].view(np.int32)
            lanes = lanes if together else 4 * np.arange(len(lanes), dtype=np.int32) + (lanes & 3)
        quads = _Quads(lanes)
        found = _decided(name, quads.gathered(held), quads.active)
        if name == "TGBALLOT":
            np.copyto(out.view(np.uint32), found)
        elif type is _F:
            np.copyto(out, found)
        else:
            np.copyto(out.view(np.int32), np.where(found, -1, 0))

    return vote


def _swizzle(name: str, *, together: bool) -> Function:
    """a of another fragment of the quad plus the own b; 0 where one of the quad is not there."""

    def swizzled(out: Float32Array, work: Float32Array, a: Float32Array, *rest: Float32Array) -> None:
        if not together:
            out[...] = 0.0
            return
        quads = _Quads(rest[-1][0].view(np.int32))
        b = rest[0] if len(rest) > 1 else np.float32(0.0)
        wanted = _SWIZZLES[name](quads.threads)
        read = np.take_along_axis(quads.gathered(a), wanted[None, :, None], axis=-1)[..., 0]
        np.copyto(out, np.where(quads.active.all(axis=-1), read + b, np.float32(0.0)))
        flush(out)

    return swizzled


def _operation(name: str, type: DataType, *, together: bool, threads: bool) -> Operation:
    if name in _SWIZZLES:
        return Operation(Shape.DERIVATIVE, (_swizzle(name, together=together),), in_place=False)
    shape = Shape.DERIVATIVE if threads else Shape.LANEWISE
    return Operation(shape, (_vote(name, type, together=together, threads=threads),), in_place=False)


def grouped(instruction: Instruction, layout: Layout, ordinal: int) -> Operation:
    """What instruction ``ordinal`` does in its program."""
    fragments = layout.program.profile.stage is Stage.FRAGMENT
    together = fragments and ordinal in layout.together
    return _operation(instruction.opcode.name, instruction.type, together=together, threads=fragments)


#: name → type → operation of threads alone; ``grouped`` tells what it is in a program.
VARIANTS: dict[str, dict[DataType, Operation]] = {
    **{
        name: {type: _operation(name, type, together=False, threads=False) for type in _TYPES}
        for name in VOTES
    },
    **{name: {_F: _operation(name, _F, together=False, threads=True)} for name in _SWIZZLES},
}
