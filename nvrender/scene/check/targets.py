"""Targets and passes: names, sizes, and what cannot be drawn, or not before it is read."""

from __future__ import annotations

from nvrender.scene.check.values import check_name
from nvrender.scene.forms.passes import TargetForm, layers
from nvrender.scene.forms.scene import PICTURE, PassForm, SceneForm
from nvrender.scene.model import Scene
from nvrender.scene.moment.cameras import target_sizes
from nvrender.source import SceneError


def check_targets(scene: Scene) -> None:
    """SceneError with the key, unless every target is drawn, and every pass draws into one there is."""
    form = scene.form
    names = {PICTURE}
    for index, one in enumerate(form.passes):
        key = f"passes[{index}]"
        if one.name in names:
            what = "is the scene's own" if one.name == PICTURE else "there is one before this"
            raise SceneError(f"{key}.name: a pass {one.name!r} {what}")
        names.add(one.name)
        if one.target is None:
            continue
        check_name(one.target, form.targets, f"{key}.target", "target")
        _check_pass(form.targets[one.target], one, key)
    target_sizes(scene, scene.size)
    for name, target in form.targets.items():
        _check_target(scene, name, target)
    _check_order(form)


def _check_target(scene: Scene, name: str, target: TargetForm) -> None:
    form, key = scene.form, f"targets.{name}"
    if name in form.textures:
        raise SceneError(f"{key}: there is a texture of this name; textures and targets share names")
    if all(one.target != name for one in form.passes):
        raise SceneError(f"{key}: no pass draws into it")
    if target.initial:
        check_name(target.initial, form.textures, f"{key}.initial", "texture")
        facts = scene.textures[target.initial]
        if facts.target != "2D":
            raise SceneError(
                f"{key}.initial: {target.initial!r} is a {facts.target} texture; a 2D one is needed"
            )


def _check_pass(target: TargetForm, one: PassForm, key: str) -> None:
    if one.layer is not None and not target.layered:
        raise SceneError(f"{key}.layer: the target {one.target!r} is {target.target} and has no layers")
    if one.layer is not None and one.layer >= layers(target):
        last = layers(target) - 1
        raise SceneError(f"{key}.layer: is {one.layer}; the target {one.target!r} has layers 0 to {last}")
    if one.background is not None:
        if target.format == "DEPTH" or target.outputs > 1:
            raise SceneError(f"{key}.background: the target {one.target!r} has not one color; give clear")
        if one.layer is None and target.layered:
            raise SceneError(f"{key}.background: is one layer's; give layer, or clear instead")


def _check_order(form: SceneForm) -> None:
    """Nothing is read before it is drawn, and nothing while it is drawn, unless it is kept."""
    reads: dict[str, dict[str, str]] = {}
    for index, draw in enumerate(form.draw):
        for unit, entry in draw.textures.items():
            if entry.texture in form.targets:
                place = f"draw[{index}].textures.{unit}.texture"
                reads.setdefault(draw.pass_name, {}).setdefault(entry.texture, place)
    for index, run in enumerate(form.passes):
        for unit, entry in run.textures.items():
            if entry.texture in form.targets:
                place = f"passes[{index}].textures.{unit}.texture"
                reads.setdefault(run.name, {}).setdefault(entry.texture, place)
    drawn = {name for name, target in form.targets.items() if target.keep}
    for one in form.passes:
        for name, place in reads.get(one.name, {}).items():
            if name == one.target and name not in drawn:
                raise SceneError(
                    f"{place}: the pass {one.name!r} draws into the target {name!r} that it reads; with "
                    f"keep = true it reads what was there before"
                )
            if name not in drawn:
                raise SceneError(
                    f"{place}: no pass before {one.name!r} draws into the target {name!r}; with keep = true "
                    f"it reads what the frame before left"
                )
        if one.target is not None:
            drawn.add(one.target)
