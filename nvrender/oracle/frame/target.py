"""A scene's target on the oracle: a frame that passes draw into, and the textures it is read as."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.texture import Texture
from nvrender.memory import check_memory
from nvrender.oracle.frame.frame import FORMATS, Frame
from nvrender.oracle.machine.prepare import forget
from nvrender.scene.forms.passes import FACES, TargetForm, sampling

#: Of depth and stencil value.
_BYTES_BESIDE = 4 + 1


class SceneTarget:
    """What passes draw into: ``begin``, draws into the frame it gives, ``end``; ``texture`` to read.

    Raises InputError where there is not as much memory.
    """

    def __init__(self, name: str, form: TargetForm, size: tuple[int, int]) -> None:
        self._form = form
        self._size = size
        self._layers = FACES if form.target == "CUBE" else form.layers or 1
        outputs = 0 if form.format == "DEPTH" else form.outputs
        format = "RGBA8" if form.format == "DEPTH" else form.format
        texel = 4 * outputs * np.dtype(FORMATS[format]).itemsize + _BYTES_BESIDE
        pixels = size[0] * size[1] * self._layers
        check_memory(
            texel * pixels, f"targets.{name}: {size[0]} × {size[1]} pixels and its layers", "make it smaller"
        )
        self._frame = Frame(size, outputs=outputs, format=format, layers=self._layers)
        #: What is read: the frame, or while it is read and drawn at once what was in it before.
        self._shown = self._frame
        self._textures: dict[int | str, Texture] = {}

    def begin(self, clear: Sequence[float] | None, layer: int | None, feedback: bool) -> Frame:
        """The frame to draw in, of one ``layer`` or of all.

        Its depths are cleared, and its colours to ``clear``; None leaves them. With ``feedback`` what is read
        until ``end`` is what was there before.
        """
        if feedback:
            self._shown = self._frame.copied()
        else:
            self._forget()
        frame = self._frame if layer is None else self._frame.layer(layer)
        frame.clear(clear)
        return frame

    def end(self) -> None:
        """What was drawn is what is read from now on."""
        self._shown = self._frame
        self._forget()

    def texture(self, output: int | str) -> Texture:
        """A colour, or "depth"; smaller levels are made where the filter has some."""
        if output not in self._textures:
            self._textures[output] = self._texture(output)
        return self._textures[output]

    def _texture(self, output: int | str) -> Texture:
        form, shown = self._form, self._shown
        width, height = self._size
        depth = not isinstance(output, int)
        texels: npt.NDArray[Any] = shown.depths() if depth else shown.colors[int(output)]
        shape = (self._layers, height, width, -1) if form.layered else (height, width, -1)
        fields = sampling(form, output)
        return Texture.from_array(
            texels.reshape(shape),
            form.target,
            "DEPTH" if depth else "RGBA",
            mipmaps="MIPMAP" in fields["min_filter"],
            **fields,
        )

    def _forget(self) -> None:
        for texture in self._textures.values():
            forget(texture)
        self._textures = {}
