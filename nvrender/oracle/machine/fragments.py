"""What only fragment programs do: killing fragments, and what becomes of their results at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from nvrender.gl.inputs.fragments import FOG_COORDINATE, POSITION, depth_register, fog_mode
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gl.state.fragments import Fog
from nvrender.gl.state.state import State
from nvrender.languages.arb.fragment_bindings import DEPTHS
from nvrender.ops.evaluation.numerics import ONE, SMALLEST_NORMAL, ZERO, BoolArray
from nvrender.ops.types import DataType
from nvrender.oracle.machine.commit import tester
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.machine.operands import Step, load, runs
from nvrender.program import Instruction, Program, RegisterFile

_COMPONENTS = (0, 1, 2, 3)


def begin_fragments(
    f: Float32Array, layout: Layout, attributes: Mapping[int, Float32Array], start: int
) -> None:
    """Fragments alive and numbered, their depth and samples what they are without (docs/semantics.md)."""
    count = f.shape[1]
    f[layout.fragment] = ZERO
    f[layout.fragment + 1].view(np.int32)[...] = np.arange(count)
    depth = layout.rows.get((RegisterFile.RESULT, depth_register(layout.program)))
    position = attributes.get(POSITION)
    results = layout.program.profile.results
    mask = results.index("samplemask") if "samplemask" in results else -1
    if (row := layout.rows.get((RegisterFile.RESULT, mask))) is not None:
        f[row].view(np.int32)[...] = -1
    if depth is not None and position is not None:
        f[depth + 2] = position[0, 2] if len(position) == 1 else position[start : start + count, 2]


#: (state rows, parameter table) → True for each lane that is to be killed.
Verdict = Callable[[Float32Array, Float32Array], "BoolArray | np.bool_ | bool"]


def kill_step(instruction: Instruction, layout: Layout) -> Step:
    """KIL: marks fragments; they run on as their neighbours' helpers (NV_fragment_program4 2.X.8, KIL)."""
    verdict = _tested(instruction, layout) if instruction.condition else _negative(instruction, layout)
    killed = layout.fragment

    def kill(f: Float32Array, c: Float32Array) -> None:
        row = f[killed].view(np.int32)
        row |= verdict(f, c)

    return kill


def _tested(instruction: Instruction, layout: Layout) -> Verdict:
    """True where any of the four components passes."""
    condition = instruction.condition
    assert condition is not None
    if condition.test in ("TR", "FL"):
        all_of_them = condition.test == "TR"
        return lambda f, c: all_of_them
    test = tester(condition.test, layout)
    first = layout.code(condition.register)
    rows = sorted({first + component for component in condition.swizzle})
    return lambda f, c: np.any(test(f[rows]), axis=0)


def _negative(instruction: Instruction, layout: Layout) -> Verdict:
    """True where a component is below 0, which no unsigned number is, nor −0, nor NaN."""
    operand = instruction.operands[0]
    if operand.type is DataType.UNSIGNED:
        return lambda f, c: False
    loaded = load(operand, 0, layout, _COMPONENTS, False)
    dtype = np.float32 if operand.type is DataType.FLOAT else np.int32
    fetches = [loaded.fetch(run) for run in runs(_COMPONENTS, loaded.rows)]

    def verdict(f: Float32Array, c: Float32Array) -> BoolArray:
        for step in loaded.steps:
            step(f, c)
        below = np.zeros(f.shape[1], np.bool_)
        for fetch in fetches:
            below |= (np.ascontiguousarray(fetch(f, c)).view(dtype) < 0).any(axis=0)
        return below

    return verdict


# --- after the program


def finished(
    program: Program, outcome: Results, attributes: Mapping[int, Float32Array], state: State
) -> Results:
    """The fragments a program leaves: fog applied, colours and depth clamped, killed ones all 0.

    ARB_fragment_program 3.11.4.4-5; docs/semantics.md. NaN stays NaN. Colours of NVfp4.0 programs without a
    fog option are what the program wrote.
    """
    mode = fog_mode(program)
    clamps = not program.profile.flags
    killed = outcome["killed"]
    found = dict(outcome)
    for name in program.results:
        array = found[name]
        if name in DEPTHS:  # a comparison counts magnitudes below 2^-126 as zero: -1e-40 is not less than 0
            np.copyto(array, np.copysign(ZERO, array), where=np.abs(array) < SMALLEST_NORMAL)
        if name in DEPTHS or clamps or (name == "color[0]" and mode):
            np.clip(array, ZERO, ONE, out=array)
        if name == "color[0]" and mode:
            _apply_fog(array, fog_factor(mode, attributes[FOG_COORDINATE][:, 0], state.fog), state.fog)
        array[killed] = ZERO
    return Results(found, outcome.executed)


def fog_factor(mode: str, coordinate: Float32Array, fog: Fog) -> Float32Array:
    """The fog factor f of each fragment, in [0, 1] (OpenGL 1.5 3.10); 0 for NaN (docs/semantics.md)."""
    with np.errstate(all="ignore"):
        distance = coordinate.astype(np.float64)
        if mode == "EXP":
            factor = np.exp(-fog.density * distance)
        elif mode == "EXP2":
            factor = np.exp(-((fog.density * distance) ** 2))
        elif fog.end == fog.start:
            factor = (distance < fog.end).astype(np.float64)
        else:
            factor = (fog.end - distance) / (fog.end - fog.start)
        sure = np.where(np.isnan(factor), 0.0, factor)
        clamped: Float32Array = np.clip(sure, 0.0, 1.0).astype(np.float32)
    return clamped


def _apply_fog(color: Float32Array, factor: Float32Array, fog: Fog) -> None:
    share = factor[:, None]
    far = np.clip(np.array(fog.color[:3], np.float32), ZERO, ONE)
    color[:, :3] = share * color[:, :3] + (ONE - share) * far
