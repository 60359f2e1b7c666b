"""Compute passes and buffers of a scene: programs, parameters, and what reaches memory that is not there."""

from __future__ import annotations

import numpy as np

from nvrender.gl.inputs.global_memory import storage_bindings
from nvrender.gl.inputs.vertices import parameter_array
from nvrender.program import Program
from nvrender.program.memory import reaching
from nvrender.scene.check.parameters import check_buffer, check_parameter
from nvrender.scene.check.units import check_read
from nvrender.scene.check.values import check_contents, check_name, check_value
from nvrender.scene.forms.memory import BufferForm, FromMemory, GroupsForm
from nvrender.scene.forms.scene import SceneForm
from nvrender.scene.model import Scene
from nvrender.scene.moment.any_moment import any_moment
from nvrender.scene.moment.dispatches import compute_parameters, known_at, program_of
from nvrender.scene.moment.memory import COUNTS_BYTES, BufferKey, check_mesh, mesh_of, nbytes, place_of
from nvrender.scene.moment.parameters import PROGRAM_KEYS, entry, program_paths
from nvrender.scene.moment.values import rows_of
from nvrender.scene.textures.images import check_images, check_reached
from nvrender.source import InputError, SceneError


def check_memory(scene: Scene) -> None:
    """SceneError with the key for meshes, passes and programs that want other buffers than there are."""
    form = scene.form
    check_images(scene)
    for name, mesh in form.meshes.items():
        if isinstance(mesh, FromMemory):
            check_mesh(form, name, mesh)
            mesh_of(form, name, mesh, scene.size)
    for index, one in enumerate(form.passes):
        if one.compute is not None:
            _check_compute(scene, index)
    for index, draw in enumerate(form.draw):
        for stage, path in program_paths(draw).items():
            _check_reached(form, scene.programs[path], f"draw[{index}].{PROGRAM_KEYS[stage]}")


def _check_compute(scene: Scene, index: int) -> None:
    form, key = scene.form.passes[index], f"passes[{index}]"
    program = program_of(scene, index)
    _check_reached(scene.form, program, f"{key}.compute")
    if isinstance(form.groups, GroupsForm):
        _check_groups(scene, form.groups, f"{key}.groups")
    for name, value in form.parameters.items():
        check_value(scene.form, value, f"{key}.parameters.{name}")
    for bank, contents in form.buffers.items():
        check_contents(scene.form, contents, f"{key}.buffers.{bank}")
    check_read(scene, {form.compute or "": program}, form.textures, key)
    with np.errstate(all="ignore"):
        known = known_at(scene, form, any_moment(scene))
        for name, value in form.parameters.items():
            rows = rows_of(value, known)
            check_parameter(program, form.compute or "", name, rows, f"{key}.parameters")
            entry(program, name, rows)
        for bank, contents in form.buffers.items():
            check_buffer(program, bank, contents, known, f"{key}.buffers")
        try:
            parameter_array(program, compute_parameters(program, form, known), known.state)
        except InputError as error:
            raise SceneError(f"{key}.parameters: {error}") from None


def _check_groups(scene: Scene, groups: GroupsForm, key: str) -> None:
    if groups.cover is not None:
        return
    form = scene.form
    source: BufferKey = groups.memory if groups.memory is not None else groups.storage or 0
    if isinstance(source, str):
        check_name(source, form.memory, f"{key}.memory", "buffer in memory")
        buffer: BufferForm = form.memory[source]
    elif source not in form.storage:
        known = ", ".join(map(str, form.storage)) or "none"
        raise SceneError(f"{key}.storage: there is no buffer {source}; this scene has {known}")
    else:
        buffer = form.storage[source]
    size = nbytes(buffer, scene.size)
    if groups.offset + COUNTS_BYTES > size:
        raise SceneError(
            f"{key}.offset: three U32 from byte {groups.offset} end behind {place_of(source)}, which has "
            f"{size} bytes"
        )


def _check_reached(form: SceneForm, program: Program, key: str) -> None:
    """There is what the program reaches."""
    check_reached(form, program, key)
    found = reaching(program)
    if found is None:
        return
    line, column = program.source.line_and_column(found.span.start)
    what = f"{found.opcode.name} in line {line}, column {column}"
    for binding in sorted(storage_bindings(program)):
        if binding not in form.storage:
            raise SceneError(
                f"{key}: names program.storage[{binding}], and the scene has no such buffer; give [storage."
                f"{binding}]"
            )
    if not (form.memory or form.storage or program.compute):
        raise SceneError(f"{key}: {what} reaches memory, and the scene has none; give [memory.NAME]")
