"""What the cameras of a scene see in a frame, and how large what they draw into is."""

from __future__ import annotations

import numpy as np

from nvrender.scene.forms.base import MAX_SIZE
from nvrender.scene.forms.passes import Camera, TargetForm, layers
from nvrender.scene.forms.scene import PICTURE
from nvrender.scene.model import Scene
from nvrender.scene.moment.animation import eye_and_target, number
from nvrender.scene.moment.matrices import Moment, View, look_at, look_to_face, orthographic, perspective
from nvrender.scene.moment.memory import buffer_addresses
from nvrender.source import SceneError

_SQUARE = 90.0
#: Format → bytes of a texel's color.
_TEXEL_BYTES = {"RGBA8": 4, "RGBA16F": 8, "RGBA32F": 16, "DEPTH": 0}
_DEPTH_BYTES = 4
_MOST_BYTES = 4 * 2**30


def moment(scene: Scene, frame: int, size: tuple[int, int]) -> Moment:
    """All cameras in a frame of a picture of ``size``; SceneError where one can see nothing."""
    time = frame / scene.animation.fps
    sizes = target_sizes(scene, size)
    views = {PICTURE: _view(scene.form.camera, "camera", frame, time, size)}
    usual = {size: views[PICTURE]}
    for index, form in enumerate(scene.form.passes):
        own = size if form.target is None else sizes[form.target]
        if form.camera:
            views[form.name] = _view(form.camera, f"passes[{index}].camera", frame, time, own)
            continue
        if own not in usual:
            usual[own] = _view(scene.form.camera, "camera", frame, time, own)
        views[form.name] = usual[own]
    return Moment(views, sizes, buffer_addresses(scene.form, size))


def target_sizes(scene: Scene, size: tuple[int, int]) -> dict[str, tuple[int, int]]:
    """Width and height of every target beside a picture of ``size``; SceneError where all are too large."""
    sizes = {}
    total = 0
    for name, form in scene.form.targets.items():
        width, height = sizes[name] = form.size or _scaled(form, size, name)
        texels = width * height * layers(form) * (2 if form.keep else 1)
        needed = texels * (_TEXEL_BYTES[form.format] * form.outputs + _DEPTH_BYTES)
        total += needed
        if total > _MOST_BYTES:
            takes = f"takes {needed >> 20} MiB" + f", with those before it {total >> 20}" * (total > needed)
            raise SceneError(f"targets.{name}: {takes}; at most {_MOST_BYTES >> 20} are taken")
    return sizes


def _scaled(form: TargetForm, size: tuple[int, int], name: str) -> tuple[int, int]:
    scale = 1.0 if form.scale is None else form.scale
    width, height = (max(1.0, pixels * scale) for pixels in size)
    if max(width, height) > MAX_SIZE:
        raise SceneError(
            f"targets.{name}.scale: makes {width:.0f} × {height:.0f} pixels of a picture of {size[0]} × "
            f"{size[1]}; both must be from 1 to {MAX_SIZE}"
        )
    return round(width), round(height)


def _view(camera: Camera, key: str, frame: int, time: float, size: tuple[int, int]) -> View:
    eye, target = eye_and_target(camera, time)
    planes = camera.near, camera.far
    if camera.face is not None:
        view, projection = look_to_face(eye, camera.face), perspective(_SQUARE, size[0] / size[1], *planes)
        return View(frame, time, size, projection, view, eye, np.eye(4), planes)
    if not np.cross(np.subtract(target, eye), camera.up).any():
        raise SceneError(f"{key}: in frame {frame} the eye is at the target, or looks along up")
    if camera.height is None:
        fov = number(camera.fov, time)
        if not 0.0 < fov < 2 * _SQUARE:
            raise SceneError(f"{key}.fov: is {fov:g} in frame {frame}; expected 0 to 180 degrees")
        projection = perspective(fov, size[0] / size[1], *planes)
    else:
        height = number(camera.height, time)
        if not height > 0.0:
            raise SceneError(f"{key}.height: is {height:g} in frame {frame}; expected a number above 0")
        projection = orthographic(height, size[0] / size[1], *planes)
    return View(frame, time, size, projection, look_at(eye, target, camera.up), eye, np.eye(4), planes)


def turned(view: View, face: int) -> View:
    """The same camera, looking to face 0 to 5 of a cube map around its eye."""
    seen = look_to_face(view.eye, face)
    return View(
        view.frame, view.time, view.size, perspective(_SQUARE, 1.0, *view.planes), seen, view.eye, np.eye(4),
        view.planes,
    )  # fmt: skip
