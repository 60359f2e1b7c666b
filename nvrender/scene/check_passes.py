"""Targets, passes and what draws read of them: names, and what cannot be drawn or read."""

from __future__ import annotations

from nvrender.scene.check_values import check_name, check_pass
from nvrender.scene.forms import PICTURE
from nvrender.scene.model import Scene
from nvrender.source import SceneError


def check_passes(scene: Scene) -> None:
    """SceneError with the key, unless every target is drawn, and every pass draws into one there is."""
    form = scene.form
    names = {PICTURE}
    for index, one in enumerate(form.passes):
        key = f"passes[{index}]"
        if one.name in names:
            what = "is the scene's own" if one.name == PICTURE else "there is one before this"
            raise SceneError(f"{key}.name: a pass {one.name!r} {what}")
        names.add(one.name)
        check_name(one.target, form.targets, f"{key}.target", "target")
    for name in form.targets:
        if name in form.textures:
            raise SceneError(
                f"targets.{name}: there is a texture of this name; textures and targets share names"
            )


def check_units(scene: Scene, index: int) -> None:
    """The pass a draw belongs to and the textures it reads."""
    form, draw, key = scene.form, scene.form.draw[index], f"draw[{index}]"
    check_pass(form, draw.pass_name, f"{key}.pass")
    for unit, entry in draw.textures.items():
        check_name(
            entry.texture, {**form.textures, **form.targets}, f"{key}.textures.{unit}.texture", "texture"
        )
