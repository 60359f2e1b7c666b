"""One frame of a scene as a list of draws: program, mesh, parameters, state. No GL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from nvrender.gl import state as gl
from nvrender.gl.state import State
from nvrender.isa.bindings import ATTRIBUTES
from nvrender.program import Program
from nvrender.scene import forms
from nvrender.scene.animation import bone_rows, eye_and_target, number, transform, vector
from nvrender.scene.matrices import Float64Array, frozen, inverse, look_at, mirror, perspective
from nvrender.scene.meshes import build
from nvrender.scene.model import Scene
from nvrender.scene.shapes import MeshData
from nvrender.source import SceneError

ParameterValues = dict[int, np.ndarray[tuple[int, ...], np.dtype[np.float32]]]


@dataclass(frozen=True)
class Draw:
    """One draw. ``parameters`` maps registers to (4,) rows; tracked matrices are left to ``state``.

    Draws of equal ``key`` differ in numbers only. ``state_programs`` are vertex state programs and
    their v[0], to be run before the draw.
    """

    name: str
    key: str
    program: Program
    mesh_name: str
    mesh: MeshData
    parameters: ParameterValues
    state: State
    textures: dict[int, str]
    state_programs: tuple[tuple[Program, tuple[float, ...]], ...] = ()


@dataclass(frozen=True)
class _View:
    """Camera and mirror of a pass: ``reflection`` is the mirror's matrix, or the identity."""

    time: float
    size: tuple[int, int]
    projection: Float64Array
    view: Float64Array
    eye: tuple[float, ...]
    reflection: Float64Array


def draws(scene: Scene, frame: int, size: tuple[int, int]) -> Iterator[Draw]:
    """The draws of a frame in order, reflections first; ``size`` is the picture's in pixels."""
    time = frame / scene.animation.fps
    camera = scene.form.camera
    eye, target = eye_and_target(camera, time)
    fov = number(camera.fov, time)
    if not 0.0 < fov < 180.0:
        raise SceneError(f"{scene.name}: camera.fov: is {fov:g} in frame {frame}; expected 0 to 180 degrees")
    if not np.cross(np.subtract(target, eye), camera.up).any():
        raise SceneError(
            f"{scene.name}: camera: in frame {frame} the eye is at the target, or looks along up"
        )
    projection = perspective(fov, size[0] / size[1], camera.near, camera.far)
    view = look_at(eye, target, camera.up)
    plain = _View(time, size, projection, view, eye, np.eye(4))
    mirrored = _View(time, size, projection, view, eye, mirror(scene.form.reflection.height))
    for number_of, draw in enumerate(scene.form.draw):
        if draw.reflected:
            yield from _copies(scene, draw, mirrored, f"{number_of} reflected")
    for number_of, draw in enumerate(scene.form.draw):
        yield from _copies(scene, draw, plain, f"{number_of}")


def _copies(scene: Scene, draw: forms.DrawForm, view: _View, key: str) -> Iterator[Draw]:
    chains = _chain_parameters(scene.form, view.time)
    for index, copy in enumerate(draw.copies or (forms.Copy(),)):
        yield _draw(scene, draw, copy, view, chains, (key, index))


def _draw(
    scene: Scene,
    draw: forms.DrawForm,
    copy: forms.Copy,
    view: _View,
    chains: ParameterValues,
    place: tuple[str, int],
) -> Draw:
    form, (key, index) = scene.form, place
    # What overflows float32 is infinite there, as in a GL call.
    with np.errstate(all="ignore"):
        steps = [*copy.transform, *draw.transform]
        model = view.reflection @ transform(steps, form.lights, view.time)
        tables = [form.parameters, _material(form, draw.material), draw.parameters,
                  _material(form, copy.material), copy.parameters]  # fmt: skip
        merged = {register: value for table in tables for register, value in table.items()}
        parameters = dict(chains) if scene.programs[draw.vertex].has_relative_parameters else {}
        for register, value in merged.items():
            rows = _rows(value, scene, model, view)
            parameters.update({register + offset: row for offset, row in enumerate(rows)})
        return Draw(
            name=(draw.name or draw.mesh) + (f"[{index}]" if draw.copies else ""),
            key=key,
            program=scene.programs[draw.vertex],
            mesh_name=draw.mesh,
            mesh=build(form.meshes[draw.mesh], scene.directory),
            parameters=parameters,
            state=_state(scene, draw, model, view),
            textures={unit: entry.texture for unit, entry in draw.textures.items()},
            state_programs=tuple(
                (scene.programs[entry.program], tuple(_rows(entry.input, scene, model, view)[0].tolist()))
                for entry in draw.state_programs
            ),
        )


def _material(form: forms.SceneForm, name: str) -> forms.Parameters:
    return form.materials[name] if name else {}


def _chain_parameters(form: forms.SceneForm, time: float) -> ParameterValues:
    return {
        chain.address + offset: row
        for chain in form.chains
        for offset, row in enumerate(bone_rows(chain, time).astype(np.float32))
    }


def _rows(
    value: forms.Value, scene: Scene, model: Float64Array, view: _View
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """A value as (n, 4) float32, filled up with 0, 0, 1."""
    if isinstance(value, forms.Named):
        return np.array([_named(value, scene, model, view)], np.float32)
    vectors = [row for row in value if isinstance(row, tuple)] or [_scalars(value)]
    rows = np.tile(np.array([0.0, 0.0, 0.0, 1.0]), (len(vectors), 1))
    for row, components in zip(rows, vectors, strict=True):
        row[: len(components)] = vector(components, view.time)
    return rows.astype(np.float32)


def _scalars(value: tuple[forms.Number | tuple[forms.Number, ...], ...]) -> tuple[forms.Number, ...]:
    return tuple(component for component in value if not isinstance(component, tuple))


def _named(value: forms.Named, scene: Scene, model: Float64Array, view: _View) -> Float64Array:
    if value.viewport is not None:
        width, height = view.size
        found = np.array([width, height, 1.0 / width, 1.0 / height])
    elif value.color is not None:
        scale = number(value.scale, view.time)
        found = np.array([*(scale * component for component in scene.form.lights[value.color].color), 1.0])
    elif value.eye is not None:
        found = _in_space(np.array([*view.eye, 1.0]), value.eye, model, view)
    elif value.direction is not None:
        found = _unit(_in_space(np.array([*value.direction, 0.0]), value.space, model, view))
    else:
        light = scene.form.lights[value.light or ""]
        if light.position is not None:
            place = view.reflection @ np.array([*vector(light.position, view.time), 1.0])
            found = _in_space(place, value.space, model, view)
        else:
            way = view.reflection @ np.array([*vector(light.direction or (), view.time), 0.0])
            found = _unit(_in_space(way, value.space, model, view))
    if value.w is not None:
        found[3] = number(value.w, view.time)
    return found


def _in_space(point: Float64Array, space: str, model: Float64Array, view: _View) -> Float64Array:
    if space == "eye":
        return np.asarray(view.view @ point)
    return np.asarray(inverse(model) @ point) if space == "object" else point.copy()


def _unit(way: Float64Array) -> Float64Array:
    return np.array([*(way[:3] / (np.linalg.norm(way[:3]) or 1.0)), 0.0])


def _state(scene: Scene, draw: forms.DrawForm, model: Float64Array, view: _View) -> State:
    matrices = {"MATRIX0": model, "MATRIX1": view.view}
    for name, steps in draw.matrices.items():
        matrices[name] = transform(steps, scene.form.lights, view.time)
    tracking = scene.form.tracking if draw.tracking is None else draw.tracking
    current = [row.initial for row in ATTRIBUTES]
    for index, values in draw.attributes.items():
        current[index] = _filled(values, (0.0, 0.0, 0.0, 1.0))
    state = State(
        modelview=frozen(view.view @ model),
        projection=frozen(view.projection),
        texture=_matrices(matrices, "TEXTURE", gl.TEXTURE_UNITS),
        program=_matrices(matrices, "MATRIX", gl.TRACKING_MATRICES),
        tracking=tuple(gl.Tracking(entry.address, entry.matrix, entry.transform) for entry in tracking),
        current_attributes=tuple(current),
        texture_units=_units(scene, draw),
        depth=gl.Depth(enabled=True, function="LESS"),
    )
    state = _overlaid(_overlaid(state, scene.form.state), draw.state)
    if np.linalg.det(view.reflection) < 0:
        state = state.with_(front_face="CW" if state.front_face == "CCW" else "CCW")
    return state


def _matrices(given: dict[str, Float64Array], prefix: str, count: int) -> tuple[gl.Matrix, ...]:
    return tuple(
        frozen(given[name]) if (name := f"{prefix}{i}") in given else gl.IDENTITY for i in range(count)
    )


def _units(scene: Scene, draw: forms.DrawForm) -> tuple[gl.TextureUnit, ...]:
    units = [gl.TextureUnit()] * gl.TEXTURE_UNITS
    for index, entry in draw.textures.items():
        units[index] = gl.TextureUnit(
            enabled=True,
            mode=entry.mode,
            color=_filled(entry.color, (0.0, 0.0, 0.0, 0.0)),
            base_format=scene.base_formats[entry.texture],
            coord_replace=entry.sprite,
        )
    return tuple(units)


def _filled(values: tuple[float, ...], fill: gl.Vector4) -> gl.Vector4:
    filled = (*values, *fill[len(values) :])
    return filled[0], filled[1], filled[2], filled[3]


def _overlaid(state: State, form: forms.StateForm) -> State:
    """``state`` with what ``form`` says differently."""
    changes: dict[str, object] = {}
    if form.cull is not None:
        changes["cull_face"] = form.cull
    if form.front_face is not None:
        changes["front_face"] = form.front_face
    if form.two_side is not None:
        changes["vertex_program_two_side"] = form.two_side
    if form.flat is not None:
        changes["flat_shading"] = form.flat
    if form.point_size is not None:
        program = form.point_size == "program"
        changes["vertex_program_point_size"] = program
        changes["point_size"] = 1.0 if isinstance(form.point_size, str) else float(form.point_size)
    if form.clip_planes is not None:
        changes["clip_planes"] = tuple(plane in form.clip_planes for plane in range(gl.CLIP_PLANES))
    return state.with_(**changes, **_tests(form))


def _tests(form: forms.StateForm) -> dict[str, object]:
    changes: dict[str, object] = {}
    if (fog := form.fog) is not None:
        color = _filled(fog.color, (0.0, 0.0, 0.0, 1.0))
        changes["fog"] = gl.Fog(True, fog.mode, fog.density, fog.start, fog.end, color)
    if (blend := form.blend) is not None:
        changes["blend"] = gl.Blend(True, blend.source, blend.destination)
    if (depth := form.depth) is not None:
        changes["depth"] = gl.Depth(depth.test, depth.function, depth.write)
    if (alpha := form.alpha_test) is not None:
        changes["alpha_test"] = gl.AlphaTest(True, alpha.function, alpha.reference)
    return changes
