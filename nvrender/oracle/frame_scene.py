"""A scene's draws on the oracle: what stays the same from frame to frame is kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nvrender.gl.state import State
from nvrender.gl.textures import Texture
from nvrender.oracle.frame import Frame, UInt8Array
from nvrender.oracle.frame_draw import draw
from nvrender.program import Program
from nvrender.scene.background import background
from nvrender.scene.evaluate import Draw
from nvrender.scene.model import Scene
from nvrender.scene.textures import made
from nvrender.source import InputError


class Stage:
    """Draws frames of one scene at one size, with ``samples`` a pixel; ``behind`` draws the background."""

    def __init__(self, scene: Scene, size: tuple[int, int], samples: int, behind: Program) -> None:
        self._scene = scene
        self._behind = behind
        self._frame = Frame(size, samples)
        self._background = background(scene.form.background, size)
        self._textures: dict[str, Texture] = {}

    def picture(self, draws: Iterable[tuple[Draw, Any]]) -> UInt8Array:
        """(H, W, 4), top row first, of draws and the parameters of their programs."""
        frame = self._frame
        frame.clear((0.0, 0.0, 0.0, 1.0), 1.0)
        attributes, indices = self._background
        draw(frame, self._behind, attributes, indices, "TRIANGLES", None, State(), {})
        for one, parameters in draws:
            if one.program is None or one.fragment is not None or one.geometry is not None:
                raise InputError(f"draw {one.name}: frames of the oracle have vertex programs alone")
            draw(
                frame,
                one.program,
                one.mesh.attributes,
                one.mesh.indices,
                one.mesh.primitive,
                parameters,
                one.state.with_(tracking=()),
                {unit: self._texture(use.name) for unit, use in one.textures.items()},
                instances=one.instances,
            )
        return frame.picture()

    def _texture(self, name: str) -> Texture:
        if name not in self._textures:
            form, base_format = self._scene.form.textures[name], self._scene.base_formats[name]
            self._textures[name] = made(form, self._scene.directory, base_format)
        return self._textures[name]
