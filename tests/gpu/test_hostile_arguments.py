"""Arguments of the wrong kind, and what was released: one message, nothing of what is below."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import moderngl
import numpy as np
import pytest

import nvrender
from nvrender.gpu.pipeline.mesh import Mesh
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.gpu.pipeline.target import Target
from nvrender.source import InputError

VERTEX = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n"
CORNERS = np.zeros((3, 4), np.float32)


@pytest.mark.parametrize(("attributes", "said"), [
    (None, "attributes are a mapping by number or name, not a NoneType"),
    ([1], "attributes are a mapping by number or name, not a list"),
    ({0: [[1, 2], [3]]}, "attribute 0 is no array: "),
    ({0: "abc"}, "attribute 0 is <U3"),
])  # fmt: skip
def test_meshes(context: moderngl.Context, attributes: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        Mesh(context, attributes)
    with Mesh(context, {0: CORNERS}) as mesh, pytest.raises(InputError, match=said):
        mesh.write(attributes)


@pytest.mark.parametrize(("size", "samples", "said"), [
    ("64", 0, r"a target's size is \(width, height\), not '64'"),
    (64, 0, r"a target's size is \(width, height\), not 64"),
    ((64.5, 64), 0, r"a target's size is \(width, height\), not \(64.5, 64\)"),
    ((8, 8), "4", "samples are a number, not '4'"),
])  # fmt: skip
def test_targets(context: moderngl.Context, size: Any, samples: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        Target(context, size, samples)


@pytest.mark.parametrize("color", ["red", (1.0, 2.0), (1.0, None, 1.0), 5])
def test_colours(context: moderngl.Context, color: Any) -> None:
    with Target(context, (4, 4)) as target:
        with pytest.raises(InputError, match="a colour has 3 or 4 numbers, not "):
            target.clear(color)
        target.clear((1.0, 0.0, 1.0))
        assert target.read()[0, 0].tolist() == [255, 0, 255, 255]


def test_what_was_released(context: moderngl.Context) -> None:
    mesh, target = Mesh(context, {0: CORNERS}), Target(context, (4, 4))
    mesh.release()
    with Pipeline(context, nvrender.load(VERTEX)) as pipeline:
        with pytest.raises(InputError, match="this mesh has been released"):
            pipeline.draw(mesh, target)
        target.release()
        with Mesh(context, {0: CORNERS}) as other, pytest.raises(InputError, match="this target has been"):
            pipeline.draw(other, target)
    for use in (target.read, target.clear):
        with pytest.raises(InputError, match="this target has been released"):
            use()


@pytest.mark.parametrize(("call", "said"), [
    (lambda: nvrender.explain(None), "explain takes a word, not a NoneType"),
    (lambda: nvrender.load_scene({"draw": 1}), "a scene is loaded from a path, not from a dict"),
    (lambda: nvrender.trace(VERTEX, vertex="0"), "vertex is '0'; it must be the number of a row"),
    (lambda: nvrender.trace(VERTEX, state=nvrender.State(depth=1)), "state.depth is 1; it must be"),
])  # fmt: skip
def test_verbs(call: Callable[[], object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        call()


def test_progress_that_nobody_can_call() -> None:
    with pytest.raises(InputError, match="progress is a function of how many are done"):
        nvrender.run(VERTEX, {0: CORNERS}, progress=5)  # type: ignore[arg-type]
