"""The frames of a scene as lists of draws, their meshes, textures, shaders and uniform blocks each once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nvrender.gl.state.state import State
from nvrender.gpu.pipeline.vertex_arrays import current_values
from nvrender.scene.forms.passes import Background
from nvrender.scene.meshes.background import background
from nvrender.scene.meshes.shapes import MeshData
from nvrender.scene.model import Scene
from nvrender.scene.moment.backdrop import background_program
from nvrender.scene.moment.evaluate import Draw, Pass, Step, steps
from nvrender.scene.textures.made import made
from nvrender.scene.textures.uses import TextureUse
from nvrender.source import InputError, TargetError, named
from nvrender.web.export.shaders import Shaders
from nvrender.web.export.states import state_facts
from nvrender.web.export.store import Store
from nvrender.web.export.textures import target_facts, texture_facts


class Recorder:
    """Takes frames one after the other; ``script`` is what a page needs to show them."""

    def __init__(self, scene: Scene, size: tuple[int, int]) -> None:
        self._scene, self._size = scene, size
        self._store = Store()
        self._shaders: dict[tuple[str, int], Shaders] = {}
        self._numbers: dict[Any, int] = {}
        self._tables: dict[str, list[Any]] = {"programs": [], "meshes": [], "states": [], "textures": []}
        self._targets: dict[str, dict[str, Any]] = {}
        self._frames: list[list[dict[str, Any]]] = []

    def take(self, last: int | None, frame: int) -> None:
        """The steps of a frame where ``last`` was taken before; TargetError for what WebGL 2 cannot draw."""
        self._frames.append([self._pass(one) for one in steps(self._scene, last, frame, self._size)])

    def script(self, first: int) -> bytes:
        """The page's data, as a script."""
        kept = any(form.keep for form in self._scene.form.targets.values())
        facts = {
            "title": self._scene.title,
            "size": list(self._size),
            "fps": self._scene.animation.fps,
            "first": first,
            "kept": kept,
            **self._tables,
            "targets": self._targets,
            "frames": self._frames,
        }
        return self._store.script("scene", facts)

    def _pass(self, one: Step) -> dict[str, Any]:
        if not isinstance(one, Pass):
            raise TargetError(f"{named(self._scene.name)}: WebGL 2 has no compute programs and no memory")
        colors = 1
        if one.target is not None:
            form = self._scene.form.targets[one.target]
            if form.layered and one.layer is None:
                raise TargetError(
                    f"{named(self._scene.name)}: pass {one.name!r}: WebGL 2 draws into a layer at a time"
                )
            self._targets.setdefault(one.target, target_facts(one.target, form, one.size))
            colors = self._targets[one.target]["outputs"]
        draws = [self._background(one.background, one.size)] if one.background is not None else []
        try:
            draws += [self._draw(draw, colors) for draw in one.draws]
        except (TargetError, InputError) as error:
            raise type(error)(f"{named(self._scene.name)}: {error}") from None
        return {
            "target": one.target,
            "layer": one.layer,
            "clear": None if one.clear is None else list(one.clear),
            "feedback": one.feedback,
            "draws": draws,
        }

    def _background(self, form: Background, size: tuple[int, int]) -> dict[str, Any]:
        name = f"background {size}"
        attributes, indices = background(form, size)
        mesh = MeshData(dict(attributes), indices)
        behind = Draw(name, name, background_program(), name, mesh, {}, State(), {})
        return self._draw(behind, 1)

    def _draw(self, draw: Draw, colors: int) -> dict[str, Any]:
        try:
            key = draw.key + ("" if draw.program is None else draw.program.source.name), colors
            if key not in self._shaders:
                self._shaders[key] = Shaders(draw, colors)
            shaders = self._shaders[key]
            return {
                "program": self._number("programs", shaders.texts, shaders.facts),
                "mesh": self._number("meshes", draw.mesh_name, lambda: self._mesh(draw.mesh)),
                "state": self._number("states", draw.state, lambda: state_facts(draw.state)),
                "blocks": [
                    [name, self._store.place(data), len(data)] for name, data in shaders.blocks(draw).items()
                ],
                "textures": [[unit, *self._texture(use)] for unit, use in draw.textures.items()],
                "current": self._store.place(current_values(draw.program, draw.state).tobytes()),
                "instances": draw.instances,
            }
        except (TargetError, InputError) as error:
            raise type(error)(f"draw {draw.name!r}: {error}") from None

    def _number(self, table: str, key: object, facts: Callable[[], Any]) -> int:
        """The place in ``table`` of what ``key`` names."""
        if (table, key) not in self._numbers:
            made = facts()
            if made not in self._tables[table]:
                self._tables[table].append(made)
            self._numbers[table, key] = self._tables[table].index(made)
        return self._numbers[table, key]

    def _texture(self, use: TextureUse) -> Sequence[Any]:
        """A number of a texture, or a target and which of its images."""
        if use.name in self._scene.form.targets:
            return use.name, use.output
        texture = self._number(
            "textures", use.name, lambda: texture_facts(made(self._scene, use.name), self._store)
        )
        return (texture,)

    def _mesh(self, mesh: MeshData) -> dict[str, Any]:
        """Where its arrays are, of floats or of signed integers."""
        attributes = []
        for number, array in mesh.attributes.items():
            whole = array.dtype == np.int32
            rows = np.ascontiguousarray(array, np.int32 if whole else np.float32)
            place = self._store.place(rows.tobytes())
            attributes.append([number, rows.shape[1], place, "INT" if whole else "FLOAT"])
        order, primitive = mesh.indices, mesh.primitive
        indices = (
            None if order is None else [self._store.place(order.astype(np.uint32).tobytes()), order.size]
        )
        return {
            "attributes": attributes, "vertices": mesh.vertices, "indices": indices, "primitive": primitive
        }  # fmt: skip
