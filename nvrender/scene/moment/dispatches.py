"""Compute passes of a scene at a moment: program, parameters and work groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from nvrender.gl.state.state import State
from nvrender.gl.textures.images import ImageKey
from nvrender.ops.memory_access import Space
from nvrender.program import Program
from nvrender.program.subroutines import with_subroutines
from nvrender.scene.forms.memory import GroupsForm
from nvrender.scene.forms.scene import PassForm
from nvrender.scene.model import Scene
from nvrender.scene.moment.matrices import ModelView, Moment, frozen
from nvrender.scene.moment.memory import BufferKey
from nvrender.scene.moment.parameters import ParameterValues, buffer_words, entry, program_paths
from nvrender.scene.moment.values import Known, rows_of
from nvrender.scene.textures.uses import TextureUse, texture_use
from nvrender.source import InputError, SceneError

Three = tuple[int, int, int]


@dataclass(frozen=True)
class Filled:
    """These buffers hold again what they held at first."""

    keys: tuple[BufferKey | ImageKey, ...]


@dataclass(frozen=True)
class Dispatch:
    """A compute program; ``groups`` of it, or as many as three U32 at byte ``offset`` of a buffer say."""

    name: str
    program: Program
    parameters: ParameterValues
    textures: Mapping[int, TextureUse]
    state: State
    groups: Three
    source: BufferKey | None = None
    offset: int = 0


def dispatch(scene: Scene, index: int, now: Moment, size: tuple[int, int]) -> Dispatch:
    """The pass ``index``, which has a compute program, beside a picture of ``size``."""
    form = scene.form.passes[index]
    program = program_of(scene, index)
    known = known_at(scene, form, now)
    groups, given = form.groups, form.groups if isinstance(form.groups, GroupsForm) else None
    source: BufferKey | None = None
    counts: Three = (1, 1, 1)
    if not isinstance(groups, GroupsForm):
        counts = (*groups, 1, 1)[:3]  # type: ignore[assignment]
    elif groups.cover is not None:
        across, along = (-(-pixels // side) for pixels, side in zip(size, groups.cover, strict=True))
        counts = across, along, 1
    else:
        source = groups.memory if groups.memory is not None else groups.storage
    return Dispatch(
        form.name,
        program,
        compute_parameters(program, form, known),
        {unit: texture_use(scene, entry) for unit, entry in form.textures.items()},
        known.state,
        counts,
        source,
        0 if given is None else given.offset,
    )


def program_of(scene: Scene, index: int) -> Program:
    """The compute program of a pass, calling the subroutines it names; SceneError for others."""
    form = scene.form.passes[index]
    try:
        return with_subroutines(scene.programs[form.compute or ""], form.subroutines or None)
    except InputError as error:
        raise SceneError(f"passes[{index}].{error}") from None


def known_at(scene: Scene, form: PassForm, now: Moment) -> Known:
    """What the values of a compute pass may refer to: the world, seen by the pass's camera."""
    view = now.views[form.name]
    state = State(modelview=frozen(view.view), projection=frozen(view.projection))
    return Known(scene.form, ModelView(view, np.eye(4)), state, now)


def compute_parameters(program: Program, form: PassForm, known: Known) -> ParameterValues:
    """Parameters and buffers of a compute pass as nvrender.run takes them."""
    found: ParameterValues = {}
    for key, value in form.parameters.items():
        found |= entry(program, key, rows_of(value, known))
    for bank, contents in form.buffers.items():
        found[f"program.buffer[{bank}]"] = buffer_words(program, bank, contents, known)
    return found


def changes_memory(program: Program) -> bool:
    """True if what the program does to memory may be seen by others."""
    return any(
        row.opcode.row.writes_memory and (row.atomic is not None or row.opcode.space is not Space.SHARED)
        for row in program.instructions
    )


def pass_programs(scene: Scene, name: str) -> list[Program]:
    """The programs of a pass."""
    paths = [one.compute for one in scene.form.passes if one.name == name]
    for draw in scene.form.draw:
        if draw.pass_name == name:
            paths += program_paths(draw).values()
    return [scene.programs[path] for path in paths if path is not None]
