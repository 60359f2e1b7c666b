"""Memory is flat over many draws that nobody reads, and over pipelines that are made and dropped."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import moderngl
import pytest

from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load

_STATM = Path("/proc/self/statm")
_PAGE = 4096
#: What may come on top over all draws or pipelines; a draw once left 1.9 KB each time.
_MOST = 1 << 20
PROGRAM = load("!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, program.local[0]; END")
CORNERS = [[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]]

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="what a process has in memory is read from Linux"
)


def _pages() -> int:
    return int(_STATM.read_text().split()[1])


def _grown(action: Callable[[], None]) -> int:
    """Bytes the process has more behind an action, the least of several times: heaps grow in leaps."""
    action()
    found = []
    for _ in range(4):
        before = _pages()
        action()
        found.append(_pages() - before)
    return min(found) * _PAGE


@pytest.mark.parametrize("held", [False, True])
def test_draws_leave_nothing(held: bool, context: moderngl.Context) -> None:
    with (
        Mesh(context, {0: CORNERS}) as mesh,
        Target(context, (16, 16)) as target,
        Pipeline(context, PROGRAM) as pipeline,
    ):

        def draws() -> None:
            for step in range(10_000):
                pipeline.set_parameters({"program.local[0]": (step / 10_000, 0.0, 0.0, 1.0)})
                pipeline.draw(mesh, target)

        if held:
            with pipeline.session():
                assert _grown(draws) < _MOST
        else:
            assert _grown(draws) < _MOST


def test_pipelines_that_are_dropped_leave_nothing(context: moderngl.Context) -> None:
    with (
        Mesh(context, {0: CORNERS}) as mesh,
        Target(context, (16, 16)) as target,
        Pipeline(context, PROGRAM) as kept,  # shares what is linked
    ):
        kept.draw(mesh, target)

        def pipelines() -> None:
            with kept.session():
                for _ in range(250):
                    with Pipeline(context, PROGRAM) as pipeline:
                        pipeline.draw(mesh, target)

        assert _grown(pipelines) < _MOST
