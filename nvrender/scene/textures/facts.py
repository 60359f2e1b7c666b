"""What is known of a scene's textures before any is made: target, base format and size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from nvrender.gl.textures.formats import DEFAULT_FORMATS, MAG_FILTERS, RECT_WRAPS, TARGET_AXES
from nvrender.ops.texture_targets import CUBES
from nvrender.scene.files import texture_shape
from nvrender.scene.forms import textures as tf
from nvrender.scene.forms.scene import SceneForm
from nvrender.source import SceneError

if TYPE_CHECKING:
    from nvrender.gl.textures.texture import Texture

#: At most this many texels in the base level of a texture; a file has as many.
TEXELS = 64 * 2**20
#: No texture is made of one that is made of one … more often than this.
_DEEPEST = 16


@dataclass(frozen=True)
class Facts:
    """Target, base format, wrap and filter as nvrender.Texture has them; width and height of a picture."""

    target: str
    base_format: str
    size: tuple[int, int]
    wrap: str = "REPEAT"
    filter: str = "LINEAR_MIPMAP_LINEAR"


def texture_facts(form: SceneForm, directory: Path) -> dict[str, Facts]:
    """The facts of all textures; SceneError, with the key, for files and textures that do not fit."""
    found: dict[str, Facts] = {}
    for name in form.textures:
        _resolve(form, directory, name, f"textures.{name}", found, ())
    return found


def facts_of(texture: Texture) -> Facts:
    """Those of a texture that is made already; of several axes that are no width and height, 1."""
    shape = dict(zip(TARGET_AXES[texture.target], texture.levels[0].shape, strict=False))
    size = shape.get("W", 1), shape.get("H", 1)
    return Facts(texture.target, texture.base_format, size, texture.wrap_s, texture.min_filter)


def sources(form: tf.TextureKind) -> tuple[tuple[str, str], ...]:
    """The textures, or files, a texture is made of, and the keys that name them."""
    if isinstance(form, tf.Normals):
        return ((form.of, "of"),)
    names = (
        form.faces if isinstance(form, tf.CubeMap) else form.textures if isinstance(form, tf.Layers) else ()
    )
    key = "faces" if isinstance(form, tf.CubeMap) else "textures"
    return tuple((name, f"{key}[{index}]") for index, name in enumerate(names))


def _resolve(
    form: SceneForm, directory: Path, name: str, key: str, found: dict[str, Facts], above: tuple[str, ...]
) -> Facts:
    if name in above:
        raise SceneError(f"{key}: {' is made of '.join((*above[above.index(name) :], name))}")
    if len(above) > _DEEPEST:
        raise SceneError(f"{key}: more than {_DEEPEST} textures are made one of the other")
    if name not in found:
        texture = form.textures[name]
        parts = []
        for part, part_key in sources(texture):
            place = f"textures.{name}.{part_key}"
            if part in form.textures:
                parts.append((part, place, _resolve(form, directory, part, place, found, (*above, name))))
            elif isinstance(texture, tf.CubeMap):
                parts.append((part, place, _file(part, directory, place)))
            else:
                what = "is a target, which no texture is made of" if part in form.targets else "is no texture"
                raise SceneError(f"{place}: {part!r} {what}; textures are {', '.join(form.textures)}")
        found[name] = _sampled(
            texture, _facts(texture, directory, f"textures.{name}", parts), f"textures.{name}"
        )
    return found[name]


def _file(path: str, directory: Path, key: str) -> Facts:
    height, width, components = texture_shape(path, directory, key)
    return Facts("2D", DEFAULT_FORMATS[components], (width, height))


def _facts(form: tf.TextureKind, directory: Path, key: str, parts: list[tuple[str, str, Facts]]) -> Facts:
    cubes = isinstance(form, tf.Layers) and parts[0][2].target == "CUBE"
    wanted = "CUBE" if cubes else "2D"
    for name, place, part in parts:
        if part.target != wanted:
            raise SceneError(f"{place}: {name!r} is a {part.target} texture; a {wanted} one is needed")
    match form:
        case tf.Picture():
            return replace(_file(form.path, directory, f"{key}.path"), target=form.target)
        case tf.Normals():
            return Facts(form.target, "RGBA", parts[0][2].size)
        case tf.CubeMap() | tf.Layers():
            _alike(form, key, parts)
            target = "CUBE" if isinstance(form, tf.CubeMap) else "ARRAYCUBE" if cubes else "ARRAY2D"
            return Facts(target, parts[0][2].base_format, parts[0][2].size)
        case tf.Sky():
            return Facts("CUBE", "RGB", (form.size, form.size))
        case tf.Volume():
            return Facts("3D", "RGB", form.size[:2])
        case tf.Surroundings():
            return Facts("2D", "RGB", form.size)
        case _:
            return Facts(form.target, "RGB", form.size)


def _sampled(form: tf.TextureKind, facts: Facts, key: str) -> Facts:
    """With wrap mode and filter, which rectangles have fewer of (ARB_texture_rectangle)."""
    if facts.target == "1D" and min(facts.size) > 1:
        raise SceneError(
            f"{key}.target: a 1D texture is one texel wide or high; this one is {_by(facts.size)}"
        )
    rectangle = facts.target == "RECT"
    wrap = form.wrap or ("CLAMP_TO_EDGE" if facts.target in ("RECT", *CUBES) else "REPEAT")
    filter = form.filter or ("LINEAR" if rectangle else "LINEAR_MIPMAP_LINEAR")
    if rectangle and wrap not in RECT_WRAPS:
        raise SceneError(f"{key}.wrap: a RECT texture wraps by {', '.join(RECT_WRAPS)}, not {wrap}")
    if rectangle and filter not in MAG_FILTERS:
        raise SceneError(f"{key}.filter: a RECT texture has no levels; expected {' or '.join(MAG_FILTERS)}")
    return replace(facts, wrap=wrap, filter=filter)


def _alike(form: tf.CubeMap | tf.Layers, key: str, parts: list[tuple[str, str, Facts]]) -> None:
    """Faces are square; all parts have one size and format, and are not too large together."""
    first, _, whole = parts[0]
    width, height = whole.size
    for name, place, part in parts:
        if isinstance(form, tf.CubeMap) and part.size[0] != part.size[1]:
            raise SceneError(
                f"{place}: {name!r} is {_by(part.size)} pixels; the faces of a cube map are square"
            )
        if part.size != whole.size:
            raise SceneError(
                f"{place}: {name!r} is {_by(part.size)} pixels and {first!r} {_by(whole.size)}; "
                f"all must have one size"
            )
        if part.base_format != whole.base_format:
            raise SceneError(
                f"{place}: {name!r} is {part.base_format} and {first!r} {whole.base_format}; "
                f"all must have one format"
            )
    texels = width * height * len(parts) * (6 if whole.target == "CUBE" else 1)
    if texels > TEXELS:
        raise SceneError(f"{key}: has {texels} texels; at most {TEXELS} are taken")


def _by(size: tuple[int, int]) -> str:
    return f"{size[0]} × {size[1]}"
