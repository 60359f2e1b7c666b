"""IPAC, IPAO and IPAS: attributes elsewhere in their pixel (NV_gpu_program5 2.X.8).

Of an attribute that one of them reads a fragment has A, what it is at the centre, and how it changes to the
right, R, and up, U. So far from the centre it is A + (x R + y U) / (W + x Wr + y Wu), with W = 1/w where it
has perspective, which is what equation 3.6 of OpenGL 1.5, 3.5.1 gives; without, the divisor is 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from nvrender.gl.inputs.fragments import POSITION
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES
from nvrender.ops.evaluation.numerics import ZERO, Float32Array, flush
from nvrender.oracle.machine.layout import CENTER, PLACES, RIGHT, UP, WEIGHTS, Layout
from nvrender.oracle.machine.operands import Loaded, Step, load, modifier
from nvrender.oracle.raster.triangles import SAMPLES, SUBPIXELS
from nvrender.program import Instruction, Program, covered
from nvrender.program.profile import Stage

_NAMES = FRAGMENT_5_ATTRIBUTES
#: NV_gpu_program5, new implementation dependent state: MIN_ and MAX_FRAGMENT_INTERPOLATION_OFFSET_NV.
_FURTHEST = np.float32(0.5)
#: Attributes that are the fragment's own, wherever it is looked at (docs/semantics.md).
_FIXED = frozenset(
    _NAMES.index(name) for name in _NAMES if "sample" in name or "thread" in name or name.endswith("id")
)


def interpolated(program: Program) -> frozenset[int]:
    """The attributes that IPAC, IPAO and IPAS read."""
    found: set[int] = set()
    for instruction in program.instructions:
        if instruction.opcode.interpolates:
            found.update(covered(instruction.operands[0].register))
    return frozenset(found)


def moves(index: int) -> bool:
    """Whether an attribute is another elsewhere in the pixel."""
    return index not in _FIXED


def is_derived(program: Program, number: int) -> bool:
    """True for a number that stands for no attribute, but for how one changes."""
    return program.profile.stage is Stage.FRAGMENT and number >= RIGHT


def of_quads(
    program: Program, attributes: Mapping[int, Float32Array], number: int, start: int, stop: int
) -> Float32Array:
    """(stop − start, 4) rows of ``number`` for fragments over arrays, which have no primitive.

    An attribute changes as it does within the quad, of whose fragments each four are one, and without
    perspective; not at all where the neighbour is missing. There is one sample (docs/semantics.md).
    """
    count = stop - start
    found = np.zeros((count, 4), np.float32)
    if number in (WEIGHTS, PLACES):
        found[:, 0 if number == WEIGHTS else 2] = 1.0
        return found
    if number >= CENTER:
        array = attributes[number - CENTER].view(np.float32)
        return np.broadcast_to(array if len(array) == 1 else array[start:stop], (count, 4))
    index, direction = (number - RIGHT, 1) if number < UP else (number - UP, 2)
    array = attributes[index].view(np.float32)
    flat = any(row.index == index and "FLAT" in row.interpolation for row in program.attributes)
    if len(array) == 1 or flat or not moves(index):
        return found
    lanes = np.arange(start, stop)
    beside = lanes ^ direction
    there = beside < len(array)
    own, other = array[start:stop][there], array[beside[there]]
    upper = (lanes[there] & direction != 0)[:, None]
    with np.errstate(all="ignore"):
        found[there] = np.where(upper, own - other, other - own)
    flush(found)
    return found


def interpolation_steps(
    instruction: Instruction, layout: Layout, enabled: tuple[int, ...], first: int
) -> list[Step]:
    """Steps that leave the enabled components in the rows from ``first`` on."""
    place = layout.work
    operand = instruction.operands[0]
    plain = replace(operand, absolute=False, negate=False)
    steps = _place(instruction, layout, place)
    loaded: list[Loaded] = []
    for position, further in enumerate((CENTER, RIGHT, UP)):
        register = replace(plain.register, index=plain.register.index + further)
        loaded.append(load(replace(plain, register=register), position, layout, enabled, False))
        steps += loaded[-1].steps
    steps.append(_moved(loaded, layout, enabled, first, perspective=_has_perspective(instruction, layout)))
    change = modifier(operand)  # "applied after the attribute values are interpolated" (issue 8)
    if change is not None:
        rows = [slice(first + component, first + component + 1) for component in enabled]

        def modify(f: Float32Array, c: Float32Array) -> None:
            for row in rows:
                change(f[row], f[row])

        steps.append(modify)
    return steps


def _has_perspective(instruction: Instruction, layout: Layout) -> bool:
    index = instruction.operands[0].register.index
    plain = any(
        "NOPERSPECTIVE" in row.interpolation for row in layout.program.attributes if row.index == index
    )
    return not plain and index != POSITION


def _place(instruction: Instruction, layout: Layout, place: int) -> list[Step]:
    """Steps that write how far from the centre, in pixels, into two rows."""
    own = layout.derived(PLACES)
    if instruction.operation == "centroid":

        def inside(f: Float32Array, c: Float32Array) -> None:
            f[place : place + 2] = f[own : own + 2]

        return [inside]
    loaded = load(instruction.operands[1], 0, layout, (0, 1), False)
    across, along = loaded.fetch((0,)), loaded.fetch((1,))

    def offset(f: Float32Array, c: Float32Array) -> None:
        for row, fetch in ((place, across), (place + 1, along)):
            value = fetch(f, c)[0]
            f[row] = np.where(value >= -_FURTHEST, np.minimum(value, _FURTHEST), -_FURTHEST)

    def sample(f: Float32Array, c: Float32Array) -> None:
        number = np.broadcast_to(across(f, c)[0].view(np.uint32), f.shape[1:])
        places = np.array(SAMPLES[int(f[own + 2, 0])]) / SUBPIXELS - 0.5
        there = number < len(places)
        chosen = places.astype(np.float32)[np.where(there, number, 0)]
        for component in (0, 1):
            f[place + component] = np.where(there, chosen[:, component], ZERO)

    return [*loaded.steps, offset if instruction.operation == "at_offset" else sample]


def _moved(
    loaded: list[Loaded], layout: Layout, enabled: tuple[int, ...], first: int, *, perspective: bool
) -> Step:
    place, weights = layout.work, layout.derived(WEIGHTS)
    fetches = [(component, [one.fetch((component,)) for one in loaded]) for component in enabled]

    def interpolate(f: Float32Array, c: Float32Array) -> None:
        x, y = f[place].copy(), f[place + 1].copy()
        divisor = _sum(f[weights], (x, f[weights + 1]), (y, f[weights + 2])) if perspective else None
        for component, fetch in fetches:
            own, right, up = (each(f, c)[0] for each in fetch)
            change = _sum(None, (x, right), (y, up))
            if divisor is not None:
                change = change / divisor
            moved = own + change
            flush(moved)
            # Words stay as they are where nothing changes.
            f[first + component] = np.where(change == 0.0, own, moved)

    return interpolate


def _sum(base: Float32Array | None, *terms: tuple[Float32Array, Float32Array]) -> Float32Array:
    """The base and products; nothing where the first factor is 0, whatever the second is."""
    total: Float32Array = np.zeros_like(terms[0][0]) if base is None else base
    for distance, slope in terms:
        total = total + np.where(distance == 0.0, ZERO, distance * slope)
    return total
