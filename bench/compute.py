"""A translated compute program against GLSL a person wrote: a million sparks move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import moderngl
import numpy as np
import numpy.typing as npt

from bench.shaders import ROOT
from bench.timing import Row, clock_of, ratios
from nvrender.gl.inputs.global_memory import Memory
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.vertices import parameter_array
from nvrender.gpu.arrays.work_groups import dispatch
from nvrender.gpu.context.context import headless
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.resources.memory_buffer import MemoryBuffer
from nvrender.languages.load import load

_SPARKS = 1 << 20
_REPEATS = 15
_STEP = (0.001, -3.6, 0.999, 0.42)
_BARS = {"fast": "≥ 0.9", "exact": ""}


def rows() -> Iterator[Row]:
    """Speed of the program of the scene "sparks" as a share of the hand-written shader's speed."""
    for kind, ratio in measured().items():
        yield Row(f"sparks: {kind} / hand-written GLSL, {_SPARKS} sparks", ratio, "ratio", _BARS[kind])


def measured() -> dict[str, float]:
    """The share of each kind of numerics."""
    context = headless()
    with ExitStack() as stack:
        stack.enter_context(state_guard(context))  # as around the frames of a scene
        written, results = _written(context, stack)
        translated = {kind: _translated(context, stack, kind) for kind in _BARS}
        written()
        expected = results()
        for kind, (run, left) in translated.items():
            run()
            if not np.allclose(left(), expected, atol=1e-5):
                raise SystemExit(f"bench/glsl/sparks_move.comp and the {kind} translation differ")
        clock = clock_of(context.info["GL_RENDERER"])
        return ratios(written, {kind: run for kind, (run, _) in translated.items()}, _REPEATS, clock=clock)


def sparks() -> npt.NDArray[np.float32]:
    """(2 n, 4): some fly, some are at the end of their lives, some bounce, one in eight is not there."""
    random = np.random.default_rng(7)
    found = random.uniform(0.05, 0.5, (2 * _SPARKS, 4)).astype(np.float32)
    found[0::16, 3] = 0.0
    found[1::2, 3] += 1.5
    found[1::2, 1] -= 0.3
    return found


Run = Callable[[], object]
Results = Callable[[], npt.NDArray[np.float32]]


def _written(context: moderngl.Context, stack: ExitStack) -> tuple[Run, Results]:
    shader = context.compute_shader((ROOT / "bench" / "glsl" / "sparks_move.comp").read_text())
    stack.callback(shader.release)
    first = sparks()
    sizes = (first, np.zeros(4, np.uint32), np.zeros(_SPARKS, np.uint32), np.zeros(_SPARKS + 1, np.uint32))
    buffers = [context.buffer(array) for array in sizes]
    for buffer in buffers:
        stack.callback(buffer.release)
    shader["step_"] = _STEP

    def run() -> None:
        buffers[1].write(bytes(16))
        buffers[3].write(bytes(4))
        for place, buffer in enumerate(buffers):
            buffer.bind_to_storage_buffer(place)
        shader.run(_SPARKS // 64)
        context.memory_barrier()
        context.finish()

    return run, lambda: np.frombuffer(buffers[0].read(), np.float32)


def _translated(context: moderngl.Context, stack: ExitStack, kind: str) -> tuple[Run, Results]:
    program = load(ROOT / "shaders" / "sparks_move.cp")
    counts = {"counters": 4, "free": _SPARKS, "living": _SPARKS + 1}
    zeros = {name: np.zeros(count, np.uint32) for name, count in counts.items()}
    memory = Memory({"sparks": sparks(), **zeros})
    buffer = stack.enter_context(MemoryBuffer(context, memory))
    given = {f"program.local[{place}]": memory.words(name) for place, name in enumerate(memory.buffers)}
    parameters = parameter_array(program, {**given, "program.local[4]": _STEP})

    request = Request(program, parameters, (), numerics=kind)

    def run() -> None:
        buffer.refill(["counters"])
        buffer.write("living", bytes(4))
        dispatch(context, request, (_SPARKS // 64, 1, 1), buffer)
        context.memory_barrier()
        context.finish()

    return run, lambda: np.frombuffer(buffer.read("sparks", 0, 32 * _SPARKS), np.float32)
