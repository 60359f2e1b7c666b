"""What must hold between the tables of a scene: names, places of parameters, and values GL takes."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.gl.inputs.vertices import attributes_read
from nvrender.languages.arb.vertex_bindings import VERTEX_INSTANCE
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.program import Program
from nvrender.scene.check.memory import check_memory
from nvrender.scene.check.parameters import check_copy, check_shared
from nvrender.scene.check.targets import check_targets
from nvrender.scene.check.units import check_units
from nvrender.scene.check.values import COMPONENTS, MATRICES, SETTABLE, check_name, check_value
from nvrender.scene.forms.base import MAX_COPIES, Number
from nvrender.scene.forms.memory import FromMemory
from nvrender.scene.forms.scene import Copy, DrawForm, MeshPart, SceneForm, Transform
from nvrender.scene.forms.state import Tracked
from nvrender.scene.meshes.meshes import build
from nvrender.scene.model import Scene
from nvrender.scene.moment.animation import BONE_ROWS
from nvrender.scene.moment.evaluate import passes
from nvrender.scene.moment.gl_state import current_attribute
from nvrender.scene.moment.parameters import programs_of
from nvrender.scene.textures.made import made
from nvrender.source import InputError, SceneError

LAST_PARAMETER = 255


def check_scene(scene: Scene) -> None:
    """SceneError with the key, unless every draw can be made of the scene's first frame."""
    form = scene.form
    _check_chains(form)
    if (count := sum(len(draw.copies) for draw in form.draw)) > MAX_COPIES:
        raise SceneError(f"draw: has {count} copies in all; at most {MAX_COPIES} are drawn")
    check_targets(scene)
    check_memory(scene)
    for index, draw in enumerate(form.draw):
        _check_draw(scene, index)
        check_units(scene, index)
        seen = set()
        for copy, one in enumerate(draw.copies or (Copy(),)):
            # Where a copy stands does not matter here.
            said = repr(
                (
                    one.material,
                    one.parameters,
                    one.fragment_parameters,
                    one.geometry_parameters,
                    one.tess_control_parameters,
                    one.tess_evaluation_parameters,
                    one.buffers,
                    one.fragment_buffers,
                    one.geometry_buffers,
                    one.tess_control_buffers,
                    one.tess_evaluation_buffers,
                    one.state,
                )
            )
            if said not in seen:
                check_copy(scene, index, copy)
            seen.add(said)
    check_shared(scene)


def _check_chains(form: SceneForm) -> None:
    names: set[str] = set()
    for index, chain in enumerate(form.chains):
        if chain.name and chain.name in names:
            raise SceneError(f"chains[{index}].name: there is a chain {chain.name!r} before this one")
        names.add(chain.name)
        if chain.address is None:
            continue
        if (last := chain.address + chain.bones * BONE_ROWS - 1) > LAST_PARAMETER:
            raise SceneError(
                f"chains[{index}]: its bones would fill c[{chain.address}] to c[{last}]; c[255] is the last"
            )


def _check_draw(scene: Scene, index: int) -> None:
    """What does not depend on the copy."""
    form, draw, key = scene.form, scene.form.draw[index], f"draw[{index}]"
    check_name(draw.mesh, form.meshes, f"{key}.mesh", "mesh")
    if draw.material:
        check_name(draw.material, form.materials, f"{key}.material", "material")
    for number, copy in enumerate(draw.copies):
        if copy.material:
            check_name(copy.material, form.materials, f"{key}.copies[{number}].material", "material")
    for matrix in draw.matrices:
        if matrix not in SETTABLE:
            names = ", ".join(SETTABLE)
            raise SceneError(f"{key}.matrices.{matrix}: matrices that can be set are {names}")
    for name, values in draw.attributes.items():
        _check_current(scene, draw, name, values, f"{key}.attributes.{name}")
    try:
        programs_of(scene, draw)
    except InputError as error:
        raise SceneError(f"{key}.{error}") from None
    program = None if draw.vertex is None else scene.programs[draw.vertex]
    if draw.instances > 1 and (program is None or VERTEX_INSTANCE not in attributes_read(program)):
        what = draw.vertex or "the conventional vertex stage"
        raise SceneError(f"{key}.instances: {what} reads no vertex.instance: all would look the same")
    for number, state_program in enumerate(draw.state_programs):
        check_value(form, state_program.input, f"{key}.state_programs[{number}].input")
    _check_registers(form, draw, program, key)
    for place, steps in _transforms(form, index):
        for number, step in enumerate(steps):
            if step.to_light is not None:
                check_name(step.to_light, form.lights, f"{place}[{number}].to_light", "light")


def _check_registers(form: SceneForm, draw: DrawForm, program: Program | None, key: str) -> None:
    """Tracking and state programs, which fill the registers of VP programs."""
    if program is not None and not program.profile.declares_names:
        tracking = form.tracking if draw.tracking is None else draw.tracking
        limit = program.profile.parameters
        _check_tracking(tracking, limit, "tracking" if draw.tracking is None else f"{key}.tracking")
        return
    for name, given in (("tracking", draw.tracking), ("state_programs", draw.state_programs)):
        if given:
            lacks = (
                "the draw has no vertex program to read"
                if program is None
                else f"{program.profile.header} programs do not have; "
                "give { matrix = … } or other values under parameters"
            )
            raise SceneError(f"{key}.{name}: fills c[…], which {lacks}")


def _check_current(
    scene: Scene, draw: DrawForm, name: str, values: tuple[Number, ...] | MeshPart, key: str
) -> None:
    if not isinstance(values, str) and not 1 <= len(values) <= COMPONENTS:
        raise SceneError(f"{key}: expected 1 to 4 numbers, got {len(values)}")
    try:
        if current_attribute(scene, draw, name) < len(ATTRIBUTES):
            return
    except InputError as error:
        raise SceneError(f"{key}: {error}") from None
    what = "array of a mesh" if isinstance(values, str) else "current value"
    raise SceneError(f"{key}: {name} has no {what}")


def _transforms(form: SceneForm, index: int) -> Iterator[tuple[str, Transform]]:
    draw, key = form.draw[index], f"draw[{index}]"
    yield f"{key}.transform", draw.transform
    for number, copy in enumerate(draw.copies):
        yield f"{key}.copies[{number}].transform", copy.transform
    for name, steps in draw.matrices.items():
        yield f"{key}.matrices.{name}", steps


def _check_tracking(tracking: tuple[Tracked, ...], limit: int, key: str) -> None:
    for index, tracks in enumerate(tracking):
        if tracks.address % 4 or tracks.address + 4 > limit:
            raise SceneError(
                f"{key}[{index}].address: expected a multiple of 4 up to {limit - 4}, got {tracks.address}"
            )
        if tracks.matrix not in MATRICES:
            raise SceneError(f"{key}[{index}].matrix: {tracks.matrix!r} is not one of {', '.join(MATRICES)}")


def try_scene(scene: Scene) -> None:
    """Read every file, make every texture, evaluate the first, the poster and the last frame.

    SceneError or InputError for what drawing the scene would stumble over.
    """
    for name in scene.form.textures:
        made(scene, name)
    for frame in sorted({0, scene.animation.poster, scene.animation.frames - 1}):
        for _ in passes(scene, frame, scene.size):
            pass
    for name, mesh in scene.form.meshes.items():
        if isinstance(mesh, FromMemory):
            continue
        build(mesh, scene.directory, f"meshes.{name}.path")
