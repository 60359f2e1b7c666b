"""What the page has before anyone types: meshes, textures, and the values of GL's state."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from nvrender.gl.inputs.vertices import parameter_array
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Texture
from nvrender.languages.load import load
from nvrender.scene.forms import meshes as forms
from nvrender.scene.meshes.arrays import with_tangents
from nvrender.scene.meshes.meshes import build
from nvrender.scene.meshes.shapes import MeshData
from nvrender.web.export.store import Store
from nvrender.web.export.textures import texture_facts

_MESHES: dict[str, forms.Mesh] = {
    "sphere": forms.Sphere(segments=64, rings=32),
    "cube": forms.Cube(size=(1.5, 1.5, 1.5), cells=8),
    "torus": forms.Torus(segments=96, sides=32, radius=0.9),
    "quad": forms.Square(),
    "teapot": forms.Teapot(detail=2),
}
_SIZE = 64
_COLORS = ("ambient", "diffuse", "specular")
_FACES = ("front", "back")
_LIGHT = (*_COLORS, "position", "attenuation", "spot.direction", "half")
_BINDINGS = (
    *(f"state.light[{light}].{item}" for light in range(2) for item in _LIGHT),
    *(f"state.material.{face}.{item}" for face in _FACES for item in (*_COLORS, "emission", "shininess")),
    *(f"state.lightprod[{light}].{face}.{item}" for light in range(2) for face in _FACES for item in _COLORS),
    "state.lightmodel.ambient", "state.lightmodel.front.scenecolor", "state.lightmodel.back.scenecolor",
    "state.fog.color", "state.fog.params", "state.point.size", "state.point.attenuation",
)  # fmt: skip


def mesh_facts(store: Store) -> dict[str, Any]:
    """Meshes by name, about as large as a sphere of radius 1, with tangents."""
    return {name: _mesh(with_tangents(build(form, Path())), store) for name, form in _MESHES.items()}


def _mesh(mesh: MeshData, store: Store) -> dict[str, Any]:
    assert mesh.indices is not None
    attributes = {
        number: np.ascontiguousarray(array, np.float32) for number, array in mesh.attributes.items()
    }
    points = attributes[0]
    middle = (points.min(0) + points.max(0)) / 2
    reach = float(np.linalg.norm(points - middle, axis=1).max())
    attributes[0] = ((points - middle) * np.float32(1.15 / reach)).astype(np.float32)
    return {
        "attributes": [
            [number, array.shape[1], store.place(array.tobytes())] for number, array in attributes.items()
        ],
        "vertices": mesh.vertices,
        "indices": [store.place(mesh.indices.astype(np.uint32).tobytes()), mesh.indices.size],
        "primitive": mesh.primitive,
    }


def texture_sorts(store: Store) -> dict[str, Any]:
    """Textures by target, made by formulas: what programs read on every unit."""
    rows, columns = np.mgrid[0:_SIZE, 0:_SIZE]
    squares = ((rows // 8 + columns // 8) % 2)[..., None]
    checks = np.where(squares == 1, [236, 228, 208, 255], [60, 100, 150, 255]).astype(np.uint8)
    face = checks[: _SIZE // 2, : _SIZE // 2]
    tints = np.array([[255, 200, 180], [200, 255, 200], [180, 210, 255]] * 2)[:, None, None, :] / 255.0
    faces = np.repeat(face[None], 6, 0).copy()
    faces[..., :3] = (faces[..., :3] * tints).astype(np.uint8)
    volume = np.repeat(checks[None, ::4, ::4], 16, 0).copy()
    volume[::2, ..., :3] = 255 - volume[::2, ..., :3]
    made = {
        "2D": Texture.from_array(checks, mipmaps=True),
        "CUBE": Texture.from_array(faces, "CUBE", mipmaps=True),
        "3D": Texture.from_array(volume, "3D", mipmaps=True),
        "ARRAY2D": Texture.from_array(faces, "ARRAY2D", mipmaps=True),
    }
    return {target: texture_facts(texture, store) for target, texture in made.items()}


def state_values() -> dict[str, list[float]]:
    """What the bindings of GL's state are at first, with a light to the upper right before the eye."""
    state = State()
    lamp = state.lights[0]
    lamp = replace(lamp, position=(0.5, 0.7, 1.0, 0.0))
    state = state.with_(lights=(lamp, *state.lights[1:]))
    lines = "".join(f"PARAM p{number} = {name};\n" for number, name in enumerate(_BINDINGS))
    sums = "".join(f"ADD r, r, p{number};\n" for number in range(len(_BINDINGS)))
    text = f"!!ARBvp1.0\n{lines}TEMP r;\nMOV r, p0;\n{sums}MOV result.position, r;\nEND\n"
    program = load(text.encode(), name="state")
    rows = parameter_array(program, {}, state)
    return {
        binding.name: [float(value) for value in row]
        for binding, row in zip(program.parameters, rows, strict=True)
    }
