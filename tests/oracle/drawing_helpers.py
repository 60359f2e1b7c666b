"""Pictures of a few pixels drawn by the oracle."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.state import State
from nvrender.gl.textures.texture import Texture
from nvrender.languages.load import load
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame

#: Counter-clockwise, the whole frame.
SQUARE = [(-1, -1), (1, -1), (1, 1), (-1, 1)]


def oracle_picture(
    body: str,
    attributes: Mapping[int, Any] | None = None,
    *,
    primitive: str = "QUADS",
    state: State | None = None,
    size: tuple[int, int] = (4, 4),
    samples: int = 1,
    clear: Sequence[float] = (0.0, 0.0, 0.0, 0.0),
    textures: Mapping[int, Texture] | None = None,
    times: int = 1,
) -> npt.NDArray[np.uint8]:
    """(H, W, 4), bottom row first, after drawing with a VP2.0 program that passes the position on.

    Numbers in braces become program parameters, missing ones 0, 0, 1.
    """
    parameters: dict[int, list[float]] = {}

    def parameter(found: re.Match[str]) -> str:
        parameters[len(parameters)] = [float(word) for word in found[1].split(",")]
        return f"c[{len(parameters) - 1}]"

    program = load(f"!!VP2.0 MOV o[HPOS], v[OPOS]; {re.sub(r'{(.*?)}', parameter, body)} END")
    frame = Frame(size, samples)
    frame.clear(clear)
    arrays = {key: np.array(value, np.float32) for key, value in (attributes or {0: SQUARE}).items()}
    for _ in range(times):
        draw(
            frame,
            Stages(program, parameters),
            Primitives(primitive, arrays),
            state or State(),
            textures or {},
        )
    return frame.picture()[::-1]


def window(points: Sequence[tuple[float, float]], size: tuple[int, int]) -> list[tuple[float, float]]:
    """Clip coordinates of window coordinates."""
    return [(2 * x / size[0] - 1, 2 * y / size[1] - 1) for x, y in points]


def drawn_frame(
    vertex: str | None,
    fragment: str | None = None,
    attributes: Mapping[int, Any] | None = None,
    *,
    geometry: str | None = None,
    primitive: str = "QUADS",
    indices: Sequence[int] | None = None,
    state: State | None = None,
    size: tuple[int, int] = (4, 4),
    samples: int = 1,
    outputs: int = 1,
    format: str = "RGBA8",
    layers: int = 1,
    parameters: Mapping[str, Any] | None = None,
    textures: Mapping[int, Texture] | None = None,
    instances: int = 1,
) -> Frame:
    """The frame, black and empty before, after one draw with programs of any language.

    ``parameters`` by stage.
    """
    frame = Frame(size, samples, outputs, format=format, layers=layers)
    frame.clear((0.0, 0.0, 0.0, 0.0))
    given = parameters or {}
    arrays = {key: np.array(value) for key, value in (attributes or {0: SQUARE}).items()}
    stages = Stages(
        None if vertex is None else load(vertex),
        given.get("vertex"),
        None if geometry is None else load(geometry),
        given.get("geometry"),
        None if fragment is None else load(fragment),
        given.get("fragment"),
    )
    primitives = Primitives(
        primitive,
        {key: value.astype(np.float32) if value.dtype == float else value for key, value in arrays.items()},
        None if indices is None else np.array(indices),
        instances,
    )
    draw(frame, stages, primitives, state or State(), textures or {})
    return frame


def rows(frame: Frame, output: int = 0, layer: int = 0) -> npt.NDArray[Any]:
    """(H, W, 4) of one layer of a frame with one sample a pixel, bottom row first, as it is stored."""
    width, height = frame.size
    return frame.colors[output].reshape(frame.layers, height, width, 4)[layer]
