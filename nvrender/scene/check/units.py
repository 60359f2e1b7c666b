"""What the programs of a draw read and write, against its textures, its mesh and its pass."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nvrender.gl.inputs.primitives import MODES, POLYGONS
from nvrender.gl.patches import check_chain
from nvrender.gl.state.state import TEXTURE_UNITS
from nvrender.gl.textures.formats import BASE_FORMATS as COMPONENTS
from nvrender.gl.textures.formats import TARGET_AXES
from nvrender.gl.textures.texture import Texture
from nvrender.gl.textures.units import texture_units
from nvrender.languages.arb.geometry_bindings import PATCHES
from nvrender.program import Program
from nvrender.program.declared import geometry_of
from nvrender.scene.check.values import check_name, check_pass
from nvrender.scene.forms.memory import FromMemory
from nvrender.scene.forms.passes import TargetForm
from nvrender.scene.forms.scene import PICTURE, DrawForm, Unit
from nvrender.scene.meshes.assembly import drawn_as
from nvrender.scene.model import Scene
from nvrender.scene.moment.parameters import program_paths
from nvrender.scene.textures.uses import environment_kind, image_kind, units_read
from nvrender.source import InputError, SceneError


def check_units(scene: Scene, index: int) -> None:
    """SceneError with the key where a draw reads what is not there, or its pass cannot take what it makes."""
    form, draw, key = scene.form, scene.form.draw[index], f"draw[{index}]"
    check_pass(form, draw.pass_name, f"{key}.pass")
    if draw.pass_name not in (PICTURE, *form.drawn):
        raise SceneError(f"{key}.pass: {draw.pass_name!r} runs a compute program and draws nothing")
    check_read(
        scene, {path: scene.programs[path] for path in program_paths(draw).values()}, draw.textures, key
    )
    _check_one_way(scene, draw, key)
    _check_handles(scene, draw, key)
    _check_fixed(scene, draw, key)
    _check_geometry(scene, draw, key)
    for one in form.passes:
        if one.name == draw.pass_name and one.target is not None:
            _check_written(scene, draw, form.targets[one.target], one.layer is None, key)


def _check_output(target: TargetForm | None, entry: Unit, key: str) -> None:
    if entry.output == 0:
        return
    if target is None:
        raise SceneError(f"{key}: {entry.texture!r} is a texture; only targets have outputs")
    if target.format == "DEPTH" and entry.output != "depth":
        raise SceneError(f"{key}: is {entry.output}; the target {entry.texture!r} has its depth alone")
    if entry.output != "depth" and entry.output >= target.outputs:
        raise SceneError(
            f"{key}: is {entry.output}; the target {entry.texture!r} has outputs 0 to {target.outputs - 1}"
        )


def check_read(scene: Scene, programs: Mapping[str, Program], units: Mapping[int, Unit], key: str) -> None:
    """Every unit that programs, by path, read has a texture of the target and format they read it as."""
    form = scene.form
    for unit, entry in units.items():
        check_name(
            entry.texture, {**scene.textures, **form.targets}, f"{key}.textures.{unit}.texture", "texture"
        )
        _check_output(form.targets.get(entry.texture), entry, f"{key}.textures.{unit}.output")
    for path, program in programs.items():
        for unit in sorted(_units(program)):
            if unit not in units:
                what = "draw" if key.startswith("draw") else "pass"
                raise SceneError(
                    f"{key}.textures: {path} reads texture[{unit}], and the {what} has none there"
                )
            try:
                texture_units(program, {unit: _one_texel(*image_kind(scene, units[unit]))})
            except InputError as error:
                raise SceneError(f"{key}.textures.{unit}: {error}") from None


def _check_one_way(scene: Scene, draw: DrawForm, key: str) -> None:
    """Programs that are linked read a unit in one way."""
    for unit, targets in units_read(scene, draw).items():
        if len(targets) > 1:
            raise SceneError(
                f"{key}.textures.{unit}: the programs read it as {' and as '.join(sorted(targets))}; "
                f"programs that are linked must read a unit in one way"
            )


def _check_handles(scene: Scene, draw: DrawForm, key: str) -> None:
    """Handles are of textures, and some program reads what they name."""
    for place, name in enumerate(draw.handles):
        if name in scene.form.targets:
            raise SceneError(f"{key}.handles[{place}]: {name!r} is a target; handles are of textures")
        check_name(name, scene.form.textures, f"{key}.handles[{place}]", "texture")
    programs = [scene.programs[path] for path in program_paths(draw).values()]
    accesses = [row.texture for program in programs for row in program.instructions]
    if draw.handles and not any(access is not None and access.handle is not None for access in accesses):
        raise SceneError(f"{key}.handles: no program of the draw reads textures by handles")


def _units(program: Program) -> set[int]:
    accesses = [row.texture for row in program.instructions if row.texture is not None]
    return {unit for access in accesses for unit in access.numbers}


def _one_texel(target: str, base_format: str) -> Texture:
    shape = [6 if axis == "F" else 1 for axis in TARGET_AXES[target]]
    return Texture(target, (np.zeros((*shape, COMPONENTS[base_format]), np.uint8),), base_format)


def _check_fixed(scene: Scene, draw: DrawForm, key: str) -> None:
    """Without a fragment program, units no program reads are texture environments (OpenGL 1.5, 3.8.13)."""
    if draw.fragment is not None:
        return
    for unit in draw.textures.keys() - units_read(scene, draw).keys():
        place = f"{key}.textures.{unit}"
        if unit >= TEXTURE_UNITS:
            raise SceneError(
                f"{place}: no program of the draw reads it, and the fixed function has units 0 to "
                f"{TEXTURE_UNITS - 1}"
            )
        entry = draw.textures[unit]
        target, base_format = image_kind(scene, entry)
        if entry.compare and base_format != "DEPTH":
            raise SceneError(
                f"{place}.compare: {entry.texture!r} has no depths; give a DEPTH target, or output = 'depth'"
            )
        if environment_kind(scene, entry) is None:
            what = f"of target {target} and base format {base_format}"
            raise SceneError(
                f"{place}: is {what}, which the fixed function does not read; a fragment program can"
            )


def _check_geometry(scene: Scene, draw: DrawForm, key: str) -> None:
    """The mesh is of primitives the geometry program takes (NV_geometry_program4 2.14.6.1)."""
    try:
        mesh = scene.form.meshes[draw.mesh]
        if isinstance(mesh, FromMemory) and draw.primitive is not None:
            raise SceneError(f"is that of the mesh; give meshes.{draw.mesh}.primitive")
        primitive = mesh.primitive if isinstance(mesh, FromMemory) else drawn_as(mesh, draw.primitive)
    except SceneError as error:
        raise SceneError(f"{key}.primitive: {error}") from None
    programs = [
        None if path is None else scene.programs[path]
        for path in (draw.tess_control, draw.tess_evaluation, draw.geometry)
    ]
    try:
        check_chain(primitive, *programs)
    except InputError as error:
        raise SceneError(f"{key}: {error}") from None
    if draw.patch is not None and primitive != PATCHES:
        raise SceneError(
            f"{key}.patch: is for PATCHES, and the mesh is drawn as {primitive}; give primitive = 'PATCHES'"
        )
    if draw.tess_evaluation is not None:
        return
    if draw.geometry is None:
        if primitive.endswith("ADJACENCY"):
            raise SceneError(f"{key}.primitive: {primitive} are for geometry programs; the draw has none")
        return
    geometry = geometry_of(scene.programs[draw.geometry])
    taken = MODES.get(geometry.input, (geometry.input,))
    modes = [mode for mode in taken if mode not in POLYGONS]
    if primitive not in taken:
        raise SceneError(
            f"{key}.geometry: {draw.geometry} takes {geometry.input}, and the mesh is drawn as {primitive}; "
            f"primitive can be {' or '.join(modes)}"
        )


def _check_written(scene: Scene, draw: DrawForm, target: TargetForm, whole: bool, key: str) -> None:
    """A draw into several outputs has a fragment program, one into several layers says which."""
    if whole and target.layered:
        written = scene.programs[draw.geometry].results if draw.geometry is not None else ()
        if "layer" not in written:
            raise SceneError(
                f"{key}.pass: {draw.pass_name!r} draws into all layers, and no geometry program of this draw "
                f"writes result.layer; give the pass a layer"
            )
    if target.outputs > 1 and draw.fragment is None:
        raise SceneError(
            f"{key}.pass: the target of {draw.pass_name!r} has {target.outputs} outputs, which the fixed "
            f"function does not fill; give a fragment program"
        )
