"""The writes of a control program that the other threads of a patch see.

Threads of a patch run in lockstep (NV_tessellation_program5 2.X.5): lanes at one instruction read before any
writes, and what they write is there for the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from nvrender.ops.evaluation.numerics import Float32Array
from nvrender.oracle.machine.commit import commit
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.patches.access import place_of, slot_width
from nvrender.oracle.patches.layout import names_of, read_back
from nvrender.program import Instruction, RegisterFile, covered
from nvrender.program.profile import Stage

_Step = Callable[[Float32Array, Float32Array], None]


def shared_write(
    instruction: Instruction, layout: Layout, enabled: Sequence[int], parts: Sequence[_Step]
) -> list[_Step]:
    """``parts`` of a control program's instruction, and, where it writes a result, that the others see it.

    ``parts`` end in what writes the ``enabled`` components of the destination, under its masks. Of several
    lanes that write one value of the patch the highest counts (docs/semantics.md).
    """
    moves, enabled, of_patch = seen(instruction, layout, enabled)
    if not moves or not enabled:
        return list(parts)
    if not of_patch:
        return [*parts, own(layout, moves, enabled)]
    writes = commit(replace(instruction, condition_code=None), layout, enabled, layout.out)
    return [_common(layout, moves, enabled, writes, parts)]


def seen(
    instruction: Instruction, layout: Layout, enabled: Sequence[int]
) -> tuple[list[tuple[int, int]], Sequence[int], bool]:
    """(first row, slot) of each result written that others see, its components, whether the patch has it."""
    destination, program = instruction.destination, layout.program
    if program.profile.stage is not Stage.TESSELLATION_CONTROL or destination is None:
        return [], enabled, False
    if destination.register.file is not RegisterFile.RESULT or not layout.slots:
        return [], enabled, False
    names = names_of(program)
    results = program.profile.results
    moves = []
    for index in covered(destination.register):
        attribute = names.index(read_back(results[index]))
        if attribute in layout.slots:
            moves.append((layout.rows[RegisterFile.RESULT, index], layout.slots[attribute]))
    name = results[destination.register.index]
    if name.startswith("patch.tess"):
        enabled = [component for component in enabled if component == 0]  # a level is a number
    return moves, enabled, name.startswith("patch.")


def own(layout: Layout, moves: Sequence[tuple[int, int]], enabled: Sequence[int]) -> _Step:
    """Results of the lane's own vertex, which no other lane writes."""

    def step(f: Float32Array, c: Float32Array) -> None:
        lane, width = place_of(layout, f)[0], slot_width(layout, c)
        for row, slot in moves:
            for component in enabled:
                c[component, layout.columns + slot * width + lane] = f[row + component]

    return step


def _common(
    layout: Layout,
    moves: Sequence[tuple[int, int]],
    enabled: Sequence[int],
    writes: Sequence[_Step],
    parts: Sequence[_Step],
) -> _Step:
    """Results of the patch: written with ones over zeros first, which tells where ``parts`` will write.

    First, since an instruction may set the condition code it is under.
    """
    places = [row + component for row, _ in moves for component in enabled]
    scratch = [layout.out + component for component in enabled]

    def step(f: Float32Array, c: Float32Array) -> None:
        lane, patch, _ = place_of(layout, f)
        ascending = np.argsort(lane)
        kept, held = f[places].copy(), f[scratch].copy()
        f[places], f[scratch] = 0.0, 1.0
        for part in writes:
            part(f, c)
        written = f[places] != 0.0
        f[places], f[scratch] = kept, held
        for part in parts:
            part(f, c)
        width = slot_width(layout, c)
        targets = ((slot, component) for _, slot in moves for component in enabled)
        for (slot, component), value, mask in zip(targets, f[places], written, strict=True):
            chosen = ascending[mask[ascending]]
            columns = layout.columns + slot * width + patch[chosen]
            c[component, columns] = value[chosen]  # of equal columns the last is kept

    return step
