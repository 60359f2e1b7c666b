"""One frame of a scene as a list of draws: program, mesh, parameters, state. No GL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from nvrender.gl.state import State
from nvrender.program import Program
from nvrender.scene import forms
from nvrender.scene.animation import eye_and_target, number, transform
from nvrender.scene.gl_state import draw_state
from nvrender.scene.matrices import look_at, mirror, perspective
from nvrender.scene.meshes import build
from nvrender.scene.model import Scene
from nvrender.scene.parameters import ParameterValues, parameter_values
from nvrender.scene.shapes import MeshData
from nvrender.scene.values import Known, rows_of
from nvrender.scene.view import Place, View
from nvrender.source import SceneError


@dataclass(frozen=True)
class Draw:
    """One draw. ``parameters`` are what nvrender.run takes; tracked matrices are left to ``state``.

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
    instances: int = 1
    state_programs: tuple[tuple[Program, tuple[float, ...]], ...] = ()


def draws(scene: Scene, frame: int, size: tuple[int, int]) -> Iterator[Draw]:
    """The draws of a frame in order, reflections first; ``size`` is the picture's in pixels."""
    # What overflows is infinite, as in a GL call.
    with np.errstate(all="ignore"):
        plain = _seen(scene, frame, size)
        mirrored = replace(plain, reflection=mirror(scene.form.reflection.height))
    try:
        for index, draw in enumerate(scene.form.draw):
            if draw.reflected:
                yield from _copies(scene, index, mirrored, f"{index} reflected")
        for index in range(len(scene.form.draw)):
            yield from _copies(scene, index, plain, f"{index}")
    except SceneError as error:
        raise SceneError(f"{scene.name}: {error}") from None


def _seen(scene: Scene, frame: int, size: tuple[int, int]) -> View:
    """What the camera sees in a frame; SceneError where it can see nothing."""
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
    return View(frame, time, size, projection, look_at(eye, target, camera.up), eye, np.eye(4))


def placed(scene: Scene, index: int, copy: int, view: View) -> Known:
    """Where a copy of a draw stands, and its state."""
    draw = scene.form.draw[index]
    copies = draw.copies or (forms.Copy(),)
    steps = [*copies[copy].transform, *draw.transform]
    place = Place(view, view.reflection @ transform(steps, scene.form.lights, view.time))
    return Known(scene.form, place, draw_state(scene, index, copy, place))


def _copies(scene: Scene, index: int, view: View, key: str) -> Iterator[Draw]:
    for copy in range(max(1, len(scene.form.draw[index].copies))):
        with np.errstate(all="ignore"):
            made = _draw(scene, index, copy, view, key)
        yield made


def _draw(scene: Scene, index: int, copy: int, view: View, key: str) -> Draw:
    draw = scene.form.draw[index]
    known = placed(scene, index, copy, view)
    program = scene.programs[draw.vertex]
    return Draw(
        name=(draw.name or draw.mesh) + (f"[{copy}]" if draw.copies else ""),
        key=key,
        program=program,
        mesh_name=draw.mesh,
        mesh=build(scene.form.meshes[draw.mesh], scene.directory),
        parameters=parameter_values(program, index, copy, known),
        state=known.state,
        textures={unit: entry.texture for unit, entry in draw.textures.items()},
        instances=draw.instances,
        state_programs=tuple(
            (scene.programs[entry.program], tuple(rows_of(entry.input, known).filled()[0].tolist()))
            for entry in draw.state_programs
        ),
    )
