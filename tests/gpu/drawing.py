"""Pictures of a few pixels for the pipeline's tests."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

from nvrender.check.load import load
from nvrender.gl.state import State
from nvrender.gpu.draw import Mesh, Target, Texture
from nvrender.gpu.pipeline import Pipeline
from nvrender.program import Program

#: Counter-clockwise, the whole frame.
SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)

PASS = "MOV o[HPOS],v[OPOS];"


def program(body: str, header: str = "!!VP1.0") -> Program:
    return load(f"{header} {body} END")


def needs(context: moderngl.Context, target: str | None) -> None:
    """Skip where the context is older than a GLSL target."""
    if target == "glsl430" and context.version_code < 430:
        pytest.skip(f"this context has OpenGL {context.version_code}")


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
    textures: Mapping[int, tuple[Any, ...]] | None = None,
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
            unit: stack.enter_context(Texture(context, *arguments))
            for unit, arguments in (textures or {}).items()
        }
        if parameters is not None:
            pipeline.set_parameters(parameters)
        frame.clear(clear)
        pipeline.draw(mesh, frame, units)
        return frame.read()


def one_color(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    """The colour of a frame that has only one, 0 to 1."""
    assert (image == image[0, 0]).all(), "the frame has more than one colour"
    return image[0, 0] / 255.0


def close(found: npt.ArrayLike, expected: npt.ArrayLike) -> None:
    """Within one step of an 8-bit component."""
    difference = np.abs(np.asarray(found, np.float64) - np.asarray(expected, np.float64))
    assert (difference <= 1.001 / 255.0).all(), f"{found} is not {expected}"
