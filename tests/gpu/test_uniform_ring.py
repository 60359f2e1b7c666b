"""Uniform blocks that are others at each draw lie in a ring, whose places are taken again."""

from __future__ import annotations

import ctypes

import moderngl
import pytest
from drawing import close, one_color

from nvrender.gpu.context.use import use_of
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.gpu.resources import uniform_ring
from nvrender.gpu.resources.uniform_ring import UniformRing
from nvrender.languages.load import load

PROGRAM = load("!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, program.local[0]; END")
CORNERS = [[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ring that is full behind few draws."""
    for name, value in (("_SIZE", 1 << 10), ("_PART", 1 << 8), ("MOST", 1 << 6)):
        monkeypatch.setattr(uniform_ring, name, value)


@pytest.mark.parametrize("held", [False, True])
def test_what_stays_the_same_is_there_when_the_ring_has_turned(
    context: moderngl.Context, held: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[bytes] = []
    write = UniformRing.write

    def counted(ring: UniformRing, data: bytes) -> int:
        written.append(data)
        return write(ring, data)

    monkeypatch.setattr(UniformRing, "write", counted)
    with (
        Mesh(context, {0: CORNERS}) as mesh,
        Target(context, (2, 2)) as one,
        Target(context, (2, 2)) as other,
        Pipeline(context, PROGRAM) as still,
        Pipeline(context, PROGRAM) as moving,
    ):

        def draws() -> None:
            for step in range(300):
                still.set_parameters({"program.local[0]": (0.25 if step > 3 else step / 4, 0.5, 0.75, 1.0)})
                moving.set_parameters({"program.local[0]": (step / 300, 0.0, 1.0, 0.0)})
                still.draw(mesh, one)
                moving.draw(mesh, other)

        if held:
            with still.session():
                draws()
        else:
            draws()
        close(one_color(one.read()), [0.25, 0.5, 0.75, 1.0])
        close(one_color(other.read()), [299 / 300, 0.0, 1.0, 0.0])
    assert 4 * uniform_ring._SIZE < 300 * 16
    # Of what stays the same a content a part is written again, and no more.
    assert 300 < len(written) < 400


def test_a_callers_part_of_a_buffer_is_bound_again(context: moderngl.Context) -> None:
    own = context.buffer(reserve=1024)
    with (
        Mesh(context, {0: CORNERS}) as mesh,
        Target(context, (2, 2)) as target,
        Pipeline(context, PROGRAM) as pipeline,
    ):
        point = pipeline.program["ProgramParameters"].binding
        own.bind_to_uniform_block(point, 256, 512)
        found = _bound(context, point)
        for step in range(40):
            pipeline.set_parameters({"program.local[0]": (step / 40, 0.0, 0.0, 1.0)})
            pipeline.draw(mesh, target)
            assert _bound(context, point) == found == [own.glo, 256, 512]
    own.release()


def _bound(context: moderngl.Context, point: int) -> list[int]:
    """UNIFORM_BUFFER_BINDING, _START and _SIZE."""
    gl = use_of(context).commands.named("glGetInteger64i_v")
    found = []
    for name in (0x8A28, 0x8A29, 0x8A2A):
        number = (ctypes.c_int64 * 1)()
        gl(name, point, number)
        found.append(number[0])
    return found
