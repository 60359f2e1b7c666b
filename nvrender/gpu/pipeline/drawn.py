"""What can be drawn, and what of a draw decides the text of a pipeline's shaders."""

from __future__ import annotations

from typing import NamedTuple

import moderngl

from nvrender.gl.patches import INITIAL, Patch, check_chain, check_patch
from nvrender.gpu.pipeline.linked import check_mode, check_numbers, split_of
from nvrender.gpu.pipeline.mesh import Mesh
from nvrender.gpu.pipeline.stage_texts import Programs
from nvrender.languages.arb.geometry_bindings import PATCHES
from nvrender.program.declared import geometry_of, tessellation_of
from nvrender.source import InputError

#: What GL counts instances by: a signed word.
_INSTANCES = 2**31 - 1
#: How many colours fragment programs have names for.
_COLORS = 8


class Drawn(NamedTuple):
    """What of a draw decides the text of the shaders."""

    #: True if points are rasterized, which alone have sprite coordinates.
    points: bool = False
    #: How many colour buffers the fragment stage fills.
    colors: int = 1
    #: How many primitives of the draw ``primitive.id`` counts as one, None for all.
    split: int | None = 1


def drawn_with(programs: Programs, mode: int, primitive: str, framebuffer: moderngl.Framebuffer) -> Drawn:
    """What drawing ``primitive`` in this moderngl mode into ``framebuffer`` decides; "" for others' arrays.

    InputError unless the programs take such primitives.
    """
    geometry, evaluation = programs.geometry, programs.evaluation
    points = mode == moderngl.POINTS
    check_chain(
        PATCHES if mode == moderngl.PATCHES else primitive or "other primitives",
        programs.control, evaluation, geometry,
    )  # fmt: skip
    if evaluation is None and geometry is not None:
        check_mode(geometry, mode)
    if geometry is not None:
        points = geometry_of(geometry).output == "POINTS"
    elif evaluation is not None:
        points = tessellation_of(evaluation).points
    buffers = framebuffer.color_attachments
    split: int | None = 1
    if programs.fragment is not None and geometry is None:
        split = split_of(programs.fragment, primitive)
    return Drawn(points, min(len(buffers), _COLORS) if buffers else 1, split)


def check_draw(programs: Programs, mesh: object, target: object, instances: object, patch: object) -> Patch:
    """What patches are; InputError unless these are a mesh, a target, a count, and of PATCHES a patch.

    None is the framebuffer in use, and the patches GL has at first. InputError too where a geometry program
    would read other numbers of primitives than the mesh is given in.
    """
    if not isinstance(mesh, Mesh):
        raise InputError(f"mesh is of type {type(mesh).__name__}; give a nvrender.gpu.draw.Mesh")
    if target is not None and not hasattr(target, "framebuffer"):
        raise InputError(f"target is of type {type(target).__name__}; give a nvrender.gpu.draw.Target")
    if not isinstance(instances, int) or not 0 < instances <= _INSTANCES:
        raise InputError(f"instances is {instances!r}; it must be a whole number from 1 to {_INSTANCES}")
    if patch is not None:
        check_patch(patch)
        if mesh.primitive != PATCHES:
            raise InputError(f"patch is given, and the mesh is of {mesh.primitive}; give it as PATCHES")
    if programs.geometry is not None and programs.evaluation is None:
        check_numbers(programs.geometry, mesh.primitive)
    return patch if isinstance(patch, Patch) else INITIAL
