"""Random programs of generation 5 that read parameter buffers, some over several binding points."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from nvrender import Memory
from nvrender.gl.inputs.global_memory import Stores
from nvrender.gpu.context.target import without
from nvrender.languages.load import load
from nvrender.ops.types import DataType
from nvrender.oracle.machine.machine import execute as execute_on_oracle
from nvrender.oracle.machine.resources import Resources

from . import declared_inputs
from .array_runs import LLVM, run_on_llvm
from .array_runs import run_on_gpu as execute_on_gpu
from .compare import Mismatch
from .declared import DeclaredSample
from .declared_compare import Tally, differences, with_chosen_subroutines
from .declared_inputs import DeclaredInputs, Words
from .memory_inputs import MemoryInputs
from .nv5 import LONG_STAGE, LongWriter

_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED

#: Variable → declaration, what its words mostly are, its type if it has one, buffers (0: one), elements.
_VARIABLES: dict[str, tuple[str, DataType, DataType | None, int, int]] = {
    "bv": ("BUFFER4 bv[] = { program.buffer[0..2] };", _F, None, 3, 6),
    "bp": ("BUFFER4 bp[] = { program.buffer[0..1][2..4] };", _F, None, 2, 3),
    "be": ("BUFFER4 be = program.buffer[1..2][1];", _F, None, 2, 0),
    "bf": ("FLOAT BUFFER4 bf[4] = { program.buffer[2][1..4] };", _F, _F, 0, 4),
    "bw": ("BUFFER bw[] = { program.buffer[3..5] };", _S, None, 3, 10),
    "bs": ("INT BUFFER bs[2][4] = { program.buffer[3..4][3..6] };", _S, _S, 2, 4),
    "bu": ("UINT BUFFER bu = program.buffer[4..5][2];", _U, _U, 2, 0),
    "bx": ("BUFFER bx[] = { program.buffer[6..7][0..7] };", _F, None, 2, 8),
    "by": ("CBUFFER by[] = { program.buffer[5..6] };", _U, None, 2, 40),
}
_READ = tuple(name for name in _VARIABLES if name != "by")
#: Binding point → how many words there are, fewer than some variable names; none of some.
_SIZES = (24, 18, 23, 10, 7, 9, 8, 3)
_FLOATS = (0, 1, 2, 6, 7)
STAGE = replace(
    LONG_STAGE,
    family="nv5-buffers",
    head=(*LONG_STAGE.head, *(declaration for declaration, *_ in _VARIABLES.values())),
)


def generate(seed: int) -> DeclaredSample:
    """The program of a seed: the same on every machine."""
    return BufferWriter(seed, STAGE).sample()


class BufferWriter(LongWriter):
    """A program many of whose operands are elements of buffers."""

    def statement(self) -> tuple[str, ...]:
        if not self.chance(0.05):
            return super().statement()
        target = self.writable(_U, False) + self.mask()
        return (f"LDC.U32 {target}, by[{self.index(2)}][{self.index(40)}];",)

    def readable(self, type: DataType, unchecked: bool) -> str:
        if not self.chance(0.4):
            return super().readable(type, unchecked)
        names = [
            name
            for name in _READ
            if (_VARIABLES[name][2] in (None, type) or unchecked)
            and (_VARIABLES[name][1] is not _F) == (type is not _F)
        ]
        name = self.pick(names)
        _, _, _, buffers, elements = _VARIABLES[name]
        return name + "".join(f"[{self.index(count)}]" for count in (buffers, elements) if count)


def draw(sample: DeclaredSample, count: int) -> MemoryInputs:
    """The inputs that go with a sample, for ``count`` vertices."""
    plain = declared_inputs.draw(replace(sample, family="nv5-long"), count)
    source = random.Random(f"buffers {sample.seed}")
    rate, crossed = source.choice((0.0, 0.05, 0.2)), source.choice((0.0, 0.02, 0.1))

    def words(bank: int) -> Words:
        found = []
        for _ in range(_SIZES[bank]):
            whole = (bank in _FLOATS) == (source.random() < crossed)
            drawn = declared_inputs.integer(source, rate) if whole else declared_inputs.real(source, rate, 8)
            found.append(drawn)
        return np.array(found, np.uint32)

    buffers = {bank: words(bank) for bank in range(len(_SIZES))}
    if source.random() < 0.3:
        buffers[source.randrange(len(_SIZES))] = np.zeros(0, np.uint32)
    stores = Stores(Memory({}), {})
    return MemoryInputs(
        plain.attributes, plain.local, plain.environment, sample.seed, stores, buffers, {}
    )  # fmt: skip


def compare(
    sample: DeclaredSample, inputs: DeclaredInputs, mode: str, tally: Tally | None = None
) -> Mismatch | None:
    """As for other families, with buffers; ``mode`` is compute, feedback, fast or words."""
    tally = Tally() if tally is None else tally
    assert isinstance(inputs, MemoryInputs)
    try:
        program = with_chosen_subroutines(load(sample.text), sample.seed)
        rows, arrays, buffers = inputs.rows(program), inputs.arrays(), inputs.buffers
        expected = execute_on_oracle(program, arrays, Resources(rows, buffers=buffers), inputs.count)
        if mode in LLVM:
            actual = run_on_llvm(program, arrays, rows, inputs.count, mode, buffers=buffers)
            return differences(program, inputs, expected, actual, mode, tally)
        way, numerics = (
            (mode, "exact") if mode == "feedback" else ("compute", "fast" if mode == "fast" else "exact")
        )
        lacking = ("GL_ARB_gpu_shader_int64",) if mode == "words" else ()
        with without(*lacking):
            actual = execute_on_gpu(
                program, arrays, rows, inputs.count, mode=way, numerics=numerics, buffers=buffers
            )
        return differences(program, inputs, expected, actual, mode, tally)
    except Exception as error:
        return Mismatch(type(error).__name__, str(error))
