"""A program alone as a scene that shows what it does."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from nvrender.gl.textures.texture import Texture
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.render import checked_size
from nvrender.scene.check.check import check_scene
from nvrender.scene.forms.scene import SceneForm
from nvrender.scene.model import Scene
from nvrender.scene.moment.parameters import KEYS
from nvrender.scene.textures.facts import facts_of
from nvrender.source import InputError

_SIZE = (256, 256)


def scene_of(
    program: Program,
    parameters: Mapping[Any, Any],
    size: Any = None,
    textures: Mapping[int, Texture] | None = None,
) -> Scene:
    """``program`` over a sphere with MODELVIEW_PROJECTION in c[0]…c[3]; of a fragment over the whole picture.

    The fixed function is around it. ``parameters`` are those of a draw (docs/scenes.md), ``size`` is that of
    the picture, 256 × 256 for None, ``textures`` are by unit. InputError for vertex state programs, which
    draw nothing, for parameters that the program does not take, and for textures that it does not read.
    """
    if not isinstance(parameters, Mapping):
        raise InputError(f"parameters of a picture are a mapping by name, not a {type(parameters).__name__}")
    stage = program.profile.stage
    if stage not in KEYS:
        raise InputError(
            f"{program.source.name} is a {stage.value} program and draws nothing; check its numbers"
        )
    width, height = size = _SIZE if size is None else checked_size(size)
    name = program.source.name
    flat = stage is Stage.FRAGMENT
    # The square is as wide as it is high.
    placed = {"transform": [{"scale": [width / height, 1.0, 1.0]}]} if flat else {}
    data: dict[str, Any] = {
        "size": size,
        "background": {"colors": [[0.25, 0.25, 0.25]]},
        "camera": {"eye": [0.0, 0.0, 5.0], **({"height": 2.0} if flat else {"fov": 30.0})},
        "meshes": {"mesh": {"kind": "square" if flat else "sphere"}},
        "draw": [{"mesh": "mesh", stage.value: name, KEYS[stage]: _plain(parameters), **placed}],
    }
    given = {_texture_name(program, unit): texture for unit, texture in (textures or {}).items()}
    if missing := sorted(_units(program) - set(textures or {})):
        unit = missing[0]
        needed = f"textures={{{unit}: a path or an nvrender.Texture}}"
        raise InputError(f"{name} reads texture[{unit}]; give {needed}")
    data["draw"][0]["textures"] = {
        unit: {"texture": key} for unit, key in zip(textures or {}, given, strict=True)
    }
    if stage is Stage.VERTEX and not program.profile.declares_names:
        data["tracking"] = [{"address": 0, "matrix": "MODELVIEW_PROJECTION"}]
    try:
        form = msgspec.convert(data, SceneForm, str_keys=True)
    except msgspec.ValidationError as error:
        raise InputError(f"parameters of {name}: {error}") from None
    facts = {key: facts_of(texture) for key, texture in given.items()}
    scene = Scene(form, Path(), name, {name: program}, facts, given)
    check_scene(scene)
    return scene


def _units(program: Program) -> set[int]:
    return {unit for row in program.instructions if row.texture is not None for unit in row.texture.numbers}


def _texture_name(program: Program, unit: Any) -> str:
    read = _units(program)
    if unit not in read or isinstance(unit, bool):
        units = ", ".join(f"texture[{each}]" for each in sorted(read)) or "none"
        raise InputError(f"textures: {program.source.name} reads {units}, and not texture[{unit!r}]")
    return f"texture[{unit}]"


def _plain(parameters: Mapping[Any, Any]) -> dict[str, Any]:
    return {
        str(key): value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value
        for key, value in parameters.items()
    }
