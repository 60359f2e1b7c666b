"""Whether a loaded scene can be drawn, as far as that can be said without drawing."""

from __future__ import annotations

from nvrender.scene.forms.memory import FromMemory
from nvrender.scene.meshes.meshes import build
from nvrender.scene.model import Scene
from nvrender.scene.moment.evaluate import passes
from nvrender.scene.textures.made import made


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
