"""Pictures of a few pixels for the pipeline's tests."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

from nvrender.gl.state import State
from nvrender.gl.textures.texture import Texture
from nvrender.glsl.targets import TARGETS
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.gpu.resources.textures import TextureObject
from nvrender.languages.load import load
from nvrender.program import Program

#: Counter-clockwise, the whole frame.
SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)

#: The square, and two attributes for vertex programs to hand on.
PROGRAM_ATTRIBUTES = {
    0: SQUARE,
    3: np.tile(np.float32([0.25, 0.5, 0.125, 0.5]), (4, 1)),
    9: np.tile(np.float32([0.5, 0.25, 0.125, 0.25]), (4, 1)),
}
#: What functions of depth and alpha tests compare, the fragment's value first.
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "NEVER": lambda a, b: False,
    "LESS": operator.lt,
    "EQUAL": operator.eq,
    "LEQUAL": operator.le,
    "GREATER": operator.gt,
    "NOTEQUAL": operator.ne,
    "GEQUAL": operator.ge,
    "ALWAYS": lambda a, b: True,
}

PASS = "MOV o[HPOS],v[OPOS];"


def program(body: str, header: str = "!!VP1.0") -> Program:
    return load(f"{header} {body} END")


def needs(context: moderngl.Context, target: str | None) -> None:
    """Skip where the context is older than a GLSL target."""
    if target is not None and context.version_code < TARGETS[target].version:
        pytest.skip(f"this context has OpenGL {context.version_code}")


def image(
    pixels: npt.ArrayLike,
    base_format: str | None = None,
    wrap: str | tuple[str, str] = "REPEAT",
    filter: str | tuple[str, str] = "LINEAR_MIPMAP_LINEAR",
) -> Texture:
    """A 2D texture of pixels given top row first, with all levels."""
    wraps = (wrap, wrap) if isinstance(wrap, str) else wrap
    filters = (filter, filter.partition("_")[0]) if isinstance(filter, str) else filter
    rows = np.asarray(pixels)[::-1]
    made = Texture.from_array(rows, "2D", base_format, mipmaps=True, wrap_s=wraps[0], wrap_t=wraps[1])
    return made.with_(min_filter=filters[0], mag_filter=filters[1])


def picture(
    context: moderngl.Context,
    vertex: Program | str | None,
    attributes: Mapping[Any, Any] | None = None,
    *,
    primitive: str = "QUADS",
    state: State | None = None,
    parameters: Any = None,
    size: tuple[int, int] = (4, 4),
    clear: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0),
    textures: Mapping[int, tuple[Any, ...] | Texture | TextureObject] | None = None,
    samples: int = 0,
    target: str | None = None,
) -> npt.NDArray[np.uint8]:
    """The frame after one draw; a text is the body of a VP1.0 program that passes the position on."""
    needs(context, target)
    if isinstance(vertex, str):
        vertex = program(PASS + vertex)
    with ExitStack() as stack:
        frame = stack.enter_context(Target(context, size, samples))
        mesh = stack.enter_context(Mesh(context, attributes or {0: SQUARE}, primitive=primitive))
        pipeline = stack.enter_context(Pipeline(context, vertex, state=state, target=target))
        units = {
            unit: image(*given) if isinstance(given, tuple) else given
            for unit, given in (textures or {}).items()
        }
        if parameters is not None:
            pipeline.set_parameters(parameters)
        frame.clear(clear)
        pipeline.draw(mesh, frame, units)
        return frame.read()


def programs_picture(
    context: moderngl.Context,
    vertex: str | None,
    fragment: str,
    attributes: dict[Any, Any] | None = None,
    *,
    state: State | None = None,
    parameters: Any = None,
    vertex_parameters: Any = None,
    textures: dict[int, Any] | None = None,
    size: tuple[int, int] = (4, 4),
    target: str | None = None,
    primitive: str = "QUADS",
) -> npt.NDArray[np.uint8]:
    """The frame after one draw with the texts of a vertex and a fragment program."""
    with ExitStack() as stack:
        frame = stack.enter_context(Target(context, size))
        mesh = stack.enter_context(Mesh(context, attributes or PROGRAM_ATTRIBUTES, primitive=primitive))
        pipeline = stack.enter_context(
            Pipeline(
                context, None if vertex is None else load(vertex), load(fragment), state=state, target=target
            )
        )
        if parameters is not None:
            pipeline.set_parameters(parameters, "fragment")
        if vertex_parameters is not None:
            pipeline.set_parameters(vertex_parameters)
        frame.clear((0.0, 0.0, 0.0, 0.0))
        pipeline.draw(mesh, frame, textures)
        return frame.read()


def one_color(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    """The colour of a frame that has only one, 0 to 1."""
    assert (image == image[0, 0]).all(), "the frame has more than one colour"
    return image[0, 0] / 255.0


def close(found: npt.ArrayLike, expected: npt.ArrayLike) -> None:
    """Within one step of an 8-bit component."""
    difference = np.abs(np.asarray(found, np.float64) - np.asarray(expected, np.float64))
    assert (difference <= 1.001 / 255.0).all(), f"{found} is not {expected}"
