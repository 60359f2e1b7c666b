"""Which textures and targets a draw reads, and what kind of images they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nvrender.gl.state.fragments import BASE_FORMATS
from nvrender.scene.forms.scene import DrawForm, Unit
from nvrender.scene.model import Scene
from nvrender.scene.moment.parameters import program_paths

#: Targets of textures that the fixed function reads (OpenGL 1.5, 3.8.15), and those whose depths it reads.
_FIXED_TARGETS = ("1D", "2D", "3D", "CUBE", "RECT")
_DEPTH_TARGETS = ("1D", "2D", "RECT")


@dataclass(frozen=True)
class TextureUse:
    """The texture or target ``name``; of a target the number of one of its colours, or "depth"."""

    name: str
    output: int | Literal["depth"] = 0


def texture_use(scene: Scene, unit: Unit) -> TextureUse:
    """What a unit of a draw reads; of a DEPTH target always its depth."""
    target = scene.form.targets.get(unit.texture)
    if target is not None and target.format == "DEPTH":
        return TextureUse(unit.texture, "depth")
    return TextureUse(unit.texture, unit.output)


def image_kind(scene: Scene, unit: Unit) -> tuple[str, str]:
    """Target and base format, as nvrender.Texture has them, of what a unit reads."""
    target = scene.form.targets.get(unit.texture)
    if target is None:
        facts = scene.textures[unit.texture]
        return facts.target, facts.base_format
    return target.target, "DEPTH" if texture_use(scene, unit).output == "depth" else "RGBA"


def environment_kind(scene: Scene, unit: Unit) -> tuple[str, str] | None:
    """Target and base format as a texture environment has them; None of what it does not read.

    Depths are luminance, or what comparing r with them gives (OpenGL 1.5, 3.8.14).
    """
    target, base_format = image_kind(scene, unit)
    if base_format == "DEPTH" and target in _DEPTH_TARGETS:
        return ("SHADOW" if unit.compare else "") + target, "LUMINANCE"
    fits = target in _FIXED_TARGETS and base_format in BASE_FORMATS and not unit.compare
    return (target, base_format) if fits else None


def units_read(scene: Scene, draw: DrawForm) -> dict[int, set[str]]:
    """Unit → the targets (ops.texture_targets.TARGETS) the draw's programs read it as."""
    found: dict[int, set[str]] = {}
    for path in program_paths(draw).values():
        for instruction in scene.programs[path].instructions:
            access = instruction.texture
            if access is not None:
                for unit in access.numbers:
                    found.setdefault(unit, set()).add(access.target)
    return found
