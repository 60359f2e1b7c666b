"""Programs of draws that reach memory (NV_gpu_program5 2.X.4.5; NV_shader_buffer_store 2.14.X)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import moderngl
import numpy as np
import pytest
from both_sides import SIDES
from drawing import SQUARE

from nvrender.gl.inputs.global_memory import Left, Memory, stores_of
from nvrender.gl.state import Depth, State
from nvrender.glsl.translation import Resources
from nvrender.gpu.context.limits import check_limits
from nvrender.gpu.draw import MemoryBuffer, Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame
from nvrender.oracle.memory.spaces import Held
from nvrender.program import Program
from nvrender.program.limits import WATCHDOG_TURNS, Limits
from nvrender.program.subroutines import with_subroutines
from nvrender.source import InputError, TargetError

VERTEX = """!!NVvp5.0
TEMP place;
MOV result.position, vertex.position;
SHL.U place.x, vertex.id.x, 4;
ADD.U place.x, place.x, 65536;
STORE.F32X4 vertex.position, place.x;
END"""
COUNTING = """!!NVfp5.0
TEMP old;
ATOM.ADD.U32 old, {1}, 69632;
MOV result.color, 1;
END"""
GEOMETRY = """!!NVgp5.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
TEMP old, place;
ATOM.ADD.U32 old, {1}, 73728;
SHL.U place.x, primitive.id.x, 2;
ADD.U place.x, place.x, 73732;
STORE.U32 {7}, place.x;
MOV result.position, vertex[0].position;
EMIT;
MOV result.position, vertex[1].position;
EMIT;
MOV result.position, vertex[2].position;
EMIT;
END"""


def memory() -> Memory:
    """The positions of four vertices, a count of fragments, one of primitives with what they are."""
    return Memory({"corners": np.zeros((4, 4), np.float32), "fragments": np.zeros(1, np.uint32),
                   "primitives": np.zeros(4, np.uint32)})  # fmt: skip


def plain(body: str) -> Program:
    return load(f"!!NVvp5.0\n{body}\nMOV result.position, vertex.position;\nEND")


@dataclass
class Side:
    """Draws of the whole frame's square on one side, over memory that they share."""

    name: str
    context: moderngl.Context
    memory: MemoryBuffer | Held | None = None

    def give(self, memory: Memory | None = None, storage: Any = None) -> None:
        self.release()
        if self.name == "gpu":
            self.memory = MemoryBuffer(self.context, memory, storage)
        else:
            self.memory = Held(stores_of(memory, storage, Limits()))

    def release(self) -> None:
        if isinstance(self.memory, MemoryBuffer):
            self.memory.release()
        self.memory = None

    def left(self) -> Left:
        assert self.memory is not None
        return self.memory.left()

    def draw(
        self,
        vertex: Program | None,
        fragment: Program | None,
        geometry: Program | None = None,
        *,
        state: State | None = None,
        size: tuple[int, int] = (32, 32),
        indices: Any = None,
        instances: int = 1,
        samples: int = 0,
        fragment_parameters: Any = None,
    ) -> None:
        """A fan of two triangles."""
        if self.name == "oracle":
            assert not isinstance(self.memory, MemoryBuffer)
            stages = Stages(
                vertex,
                geometry=geometry,
                fragment=fragment,
                memory=self.memory,
                fragment_parameters=fragment_parameters,
            )
            primitives = Primitives("TRIANGLE_FAN", {0: SQUARE}, indices, instances)
            draw(Frame(size, max(samples, 1)), stages, primitives, state or State(), {})
            return
        assert not isinstance(self.memory, Held)
        with (
            Pipeline(self.context, vertex, fragment, geometry=geometry, state=state) as pipeline,
            Mesh(self.context, {0: SQUARE}, indices, primitive="TRIANGLE_FAN") as mesh,
            Target(self.context, size, samples) as target,
        ):
            target.clear((0.0, 0.0, 0.0, 0.0))
            pipeline.set_memory(self.memory)
            if fragment_parameters is not None:
                pipeline.set_parameters(fragment_parameters, "fragment")
            pipeline.draw(mesh, target, instances=instances)


@pytest.fixture(params=SIDES)
def side(request: pytest.FixtureRequest, context: moderngl.Context) -> Iterator[Side]:
    made = Side(request.param, context)
    made.give(memory())
    yield made
    made.release()


@pytest.fixture
def buffer(context: moderngl.Context) -> Iterator[MemoryBuffer]:
    with MemoryBuffer(context, memory()) as made:
        yield made


@pytest.mark.parametrize("size", [(32, 32), (31, 17), (1, 1)])
def test_every_stage_reaches_the_same_memory(side: Side, size: tuple[int, int]) -> None:
    side.draw(load(VERTEX), load(COUNTING), load(GEOMETRY), size=size)
    left = side.left()
    assert (left.memory["corners"][:, :2] == SQUARE).all()
    assert left.memory["fragments"][0] == size[0] * size[1]
    assert left.memory["primitives"].tolist() == [2, 7, 7, 0]
    assert left.faults == 0


def test_stages_that_cache_memory_each_in_its_way(side: Side) -> None:
    """NV_gpu_program5 2.X.4.1: COH and VOL are each program's own; linked shaders have one block."""
    fragment = load("!!NVfp5.0\nLONG TEMP old;\nATOM.ADD.U64 old.x, {1}, 69632;\nMOV result.color, 1;\nEND")
    side.give(Memory({"corners": np.zeros((4, 4), np.float32), "fragments": np.zeros(1, np.uint64)}))
    for modifier in ("", ".COH", ".VOL"):
        side.draw(load(VERTEX.replace("STORE", f"STORE{modifier}")), fragment, size=(8, 8))
    left = side.left()
    assert left.memory["fragments"][0] == 3 * 64 and (left.memory["corners"][:, :2] == SQUARE).all()


def test_draws_find_what_those_before_left(side: Side) -> None:
    """Other pipelines too; and the arrays that were given stay as they are."""
    for number in range(1, 4):
        side.draw(plain(""), load(COUNTING))
        assert side.left().memory["fragments"][0] == 1024 * number
    assert not memory().buffers["fragments"].any()


def test_a_vertex_program_reads_what_a_fragment_program_wrote(side: Side) -> None:
    """NV_shader_buffer_store 2.14.X: between draws a memory barrier."""
    side.give(Memory({"a": np.zeros(4, np.uint32)}))
    side.draw(plain(""), load("!!NVfp5.0\nSTORE.U32 {5}, 65536;\nMOV result.color, 0;\nEND"))
    side.draw(plain("TEMP r;\nLOAD.U32 r, 65536;\nSTORE.U32 r, 65540;"), None)
    assert side.left().memory["a"].tolist() == [5, 5, 0, 0]


def test_fragments_outside_the_scissor_box_do_nothing(side: Side) -> None:
    """OpenGL 1.5, 4.1.2: that test is before the fragment program."""
    side.draw(plain(""), load(COUNTING), state=State(scissor=(3, 4, 5, 6)))
    assert side.left().memory["fragments"][0] == 30


def test_fragments_that_fail_the_depth_test_have_written(side: Side) -> None:
    """NV_gpu_program5 2.X.6.Y: without early fragment tests they come after the program."""
    side.draw(plain(""), load(COUNTING), state=State(depth=Depth(True, function="NEVER")))
    assert side.left().memory["fragments"][0] == 1024


@pytest.mark.parametrize("function, written", [("NEVER", 0), ("LESS", 1024)])
def test_fragments_that_fail_early_do_nothing(side: Side, function: str, written: int) -> None:
    """EXT_shader_image_load_store 3.X: with early fragment tests they do not reach the program."""
    early = COUNTING.replace("!!NVfp5.0", "!!NVfp5.0\nOPTION NV_early_fragment_tests;")
    side.draw(plain(""), load(early), state=State(depth=Depth(True, function=function)))
    assert side.left().memory["fragments"][0] == written


def test_killed_fragments_do_nothing_more(side: Side) -> None:
    """EXT_shader_image_load_store, issue 20: also where they run on for their neighbours."""
    fragment = load(
        "!!NVfp5.0\nTEMP r, d;\nSUB r, 8.0, fragment.position.x;\nKIL r.x;\nDDX d, fragment.position;\n"
        "ATOM.ADD.U32 r, {1}, 69632;\nMOV result.color, d;\nEND"
    )
    side.draw(plain(""), fragment)
    assert side.left().memory["fragments"][0] == 8 * 32


def test_invalid_accesses_are_counted(side: Side) -> None:
    fragment = load("!!NVfp5.0\nTEMP r;\nLOAD.U32 r, 3;\nSTORE.U32 {1}, 65536000;\nMOV result.color, r;\nEND")
    side.draw(plain(""), fragment, size=(4, 4))
    assert side.left().faults == 2 * 16


STORAGE = """!!NVfp5.0
OPTION NV_shader_storage_buffer;
STORAGE counts[] = { program.storage[3] };
TEMP r;
CVT.U32.F32.FLR r.x, fragment.position.x;
SHL.U r.x, r.x, 2;
ATOMB.ADD.U32 r.y, {1}, counts[r.x];
MOV result.color, 1;
END"""


def test_storage_buffers(side: Side) -> None:
    """NV_shader_storage_buffer_object 2.X.8; beyond the end nothing is written."""
    side.give(storage={3: np.zeros(30, np.int32)})
    side.draw(plain(""), load(STORAGE))
    left = side.left()
    assert (left.storage[3] == 32).all() and left.faults == 2 * 32


def test_memory_that_lacks_a_binding(side: Side) -> None:
    message = r"^program\.storage\[3\] is used by the program but not given; give storage=\{3: …\}$"
    with pytest.raises(InputError, match=message):
        side.draw(plain(""), load(STORAGE))


def test_a_pipeline_without_memory_says_what_needs_it(side: Side) -> None:
    side.release()
    with pytest.raises(
        InputError, match=r"^<text>:3:1: ATOM reaches memory, and this (draw|pipeline) was given"
    ):
        side.draw(plain(""), load(COUNTING))


def test_vertices_that_complete_no_primitive(side: Side) -> None:
    """EXT_shader_image_load_store 2.14.X: once at least; a GPU may leave them out (docs/semantics.md)."""
    side.draw(load(VERTEX), load(COUNTING), indices=np.array([0, 1]))
    left = side.left()
    assert left.memory["fragments"][0] == 0
    ran = (left.memory["corners"][:2, :2] == SQUARE[:2]).all()
    assert ran or (side.name == "gpu" and not left.memory["corners"].any())


@pytest.mark.parametrize("samples", [0, 4])
def test_vertices_that_are_drawn_and_no_others(side: Side, samples: int) -> None:
    """Of each instance; unlike pixels, samples have no program of their own."""
    side.give(Memory({"a": np.zeros(12, np.uint32), "fragments": np.zeros(1, np.uint32)}))
    body = "TEMP p;\nMAD.U p.x, vertex.instance.x, 4, vertex.id.x;\nMAD.U p.x, p.x, 4, 65536;\n"
    vertex = plain(f"{body}STORE.U32 {{1}}, p.x;")
    side.draw(vertex, load(COUNTING), indices=[0, 1, 3], instances=3, samples=samples, size=(16, 16))
    left = side.left()
    assert left.memory["a"].tolist() == [1, 1, 0, 1] * 3
    covered = sum(16 - row for row in range(16)) - (0 if samples else 16)
    assert left.memory["fragments"][0] in (3 * covered, 3 * (covered + 16))


def test_a_target_without_storage_buffers(context: moderngl.Context) -> None:
    message = r"^<text>:3:1: ATOM needs storage buffers, which glsl330 has not; glsl430 has$"
    with pytest.raises(TargetError, match=message):
        Pipeline(context, plain(""), load(COUNTING), target="glsl330")


def test_stages_without_storage_buffers() -> None:
    """OpenGL 4.3, table 23.55: vertex shaders need not have any."""
    reaching, others = Resources(storage_buffers=1), Resources()
    info = {"GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS": 0, "GL_MAX_FRAGMENT_SHADER_STORAGE_BLOCKS": 8}
    check_limits(info, {"vertex": others, "fragment": reaching})
    message = r"^storage buffers of the vertex shader are 1, and this context has room for 0 \(GL_MAX_VERTEX"
    with pytest.raises(TargetError, match=message):
        check_limits(info, {"vertex": reaching, "fragment": others})


def test_captures_reach_memory(context: moderngl.Context, buffer: MemoryBuffer) -> None:
    """Once, and never in as many passes as results would take."""
    with (
        Pipeline(context, load(VERTEX), geometry=load(GEOMETRY)) as pipeline,
        Mesh(context, {0: SQUARE}, primitive="TRIANGLE_FAN") as mesh,
    ):
        pipeline.set_memory(buffer)
        pipeline.capture(mesh)
        assert buffer.left().memory["primitives"].tolist() == [2, 7, 7, 0]
    results = "".join(f"MOV result.attrib[{number}], 1;\n" for number in range(16))
    many = load(f"!!NVvp5.0\nTEMP r;\nATOM.ADD.U32 r, {{1}}, 69632;\nMOV result.position, 1;\n{results}END")
    with (
        Pipeline(context, many) as pipeline,
        Mesh(context, {0: SQUARE}, primitive="TRIANGLE_FAN") as mesh,
    ):
        pipeline.set_memory(buffer)
        message = r"^<text>:3:1: ATOM in a program whose results take 2 passes to read back, each of which"
        with pytest.raises(TargetError, match=message):
            pipeline.capture(mesh)
        pipeline.capture(mesh, results=["position", "attrib[3]"])


def test_memory_that_is_taken_away(context: moderngl.Context, buffer: MemoryBuffer) -> None:
    with Pipeline(context, plain(""), load(COUNTING)) as pipeline, Mesh(context, {0: SQUARE}) as mesh:
        pipeline.set_memory(buffer)
        pipeline.set_memory(None)
        with Target(context, (4, 4)) as target, pytest.raises(InputError, match="was given none"):
            pipeline.draw(mesh, target)


NUMBERING = """!!NVfp5.0
OPTION NV_shader_storage_buffer;
STORAGE order[] = { program.storage[0] };
TEMP place, old;
FLR.S place, fragment.position;
MAD.S place.x, place.y, 4, place.x;
SHL.U place.x, place.x, 2;
ATOM.ADD.U32 old, {1}, 69632;
STB.U32 old, order[place.x];
MOV result.color, 1;
END"""


def test_the_oracle_takes_fragments_in_turn(context: moderngl.Context) -> None:
    """A primitive after the other, of each its quads row by row; the GPU in any order (docs/semantics.md)."""
    side = Side("oracle", context)
    side.give(memory(), {0: np.zeros((4, 4), np.uint32)})
    side.draw(plain(""), load(NUMBERING), size=(4, 4))
    left = side.left()
    assert left.memory["fragments"][0] == 16
    assert left.storage[0].tolist() == [[0, 1, 3, 4], [10, 2, 5, 6], [11, 12, 7, 8], [13, 14, 15, 9]]


#: A counter that nobody lives to see at its end.
ENDLESS = (
    "MOV.U r.x, 0;\nREP;\nADD.U r.x, r.x, 1;\nSTORE.U32 r, 69632;\nSEQ.U.CC r.y, r.x, 2000000000;\n"
    "BRK (NE.y);\nENDREP;\n"
)


@pytest.mark.parametrize("stage", ["vertex", "fragment"])
def test_loops_without_end_are_ended_in_draws(context: moderngl.Context, stage: str) -> None:
    """After as many turns as the watchdog allows a program that runs over arrays (docs/semantics.md)."""
    side = Side("gpu", context)
    side.give(memory())
    vertex = plain(f"TEMP r;\n{ENDLESS}" if stage == "vertex" else "")
    fragment = load(f"!!NVfp5.0\nTEMP r;\n{ENDLESS if stage == 'fragment' else ''}MOV result.color, 1;\nEND")
    side.draw(vertex, fragment, size=(1, 1), indices=[0, 1, 2])
    assert side.left().memory["fragments"][0] == WATCHDOG_TURNS
    side.release()


def test_a_lock_that_nobody_gives_back(context: moderngl.Context) -> None:
    """Each fragment waits for it until its turns are over."""
    waiting = (
        "!!NVfp5.0\nTEMP r;\nREP;\nATOM.CSWAP.U32 r.x, {0, 1}, 69632;\nSEQ.U.CC r.y, r.x, 2;\nBRK (NE.y);\n"
        "ENDREP;\nATOM.ADD.U32 r, {1}, 73728;\nMOV result.color, 1;\nEND"
    )
    side = Side("gpu", context)
    side.give(memory())
    side.draw(plain(""), load(waiting), size=(2, 2))
    left = side.left()
    assert left.memory["fragments"][0] == 1 and left.memory["primitives"][0] == 4
    side.release()


MIXED = """!!NVfp5.0
OPTION NV_shader_storage_buffer;
SUBROUTINETYPE Way { up, down };
SUBROUTINE Way ways[2] = { program.subroutine[0..1] };
STORAGE banks[] = { program.storage[4..5] };
CBUFFER table[] = { program.buffer[2] };
LONG TEMP wide;
TEMP place, r, n;
main:
FLR.S place, fragment.position;
AND.S place.z, place.x, 1;
# Which buffer, and which subroutine, is chosen at run time
SHL.S place.w, place.y, 2;
ATOMB.ADD.U32 r.x, {3}, banks[place.z][place.w];
CALI ways[place.z];
# Sixty-four bits: a carry for every fragment
ATOM.ADD.U64 wide.x, {4294967295}, 73728;
# As many turns as the column
MOV.S n.x, 0;
REP.S place.x;
ADD.S.CC n.x, n.x, 1;
SUB.S.CC n.y, n.x, 3;
BRK (EQ.y);
LDC.U32 r.y, table[4];
ATOM.ADD.U32 r, {1}, 69632;
ENDREP;
MOV result.color, 1;
RET;
up SUBROUTINENUM(0):
ATOM.MAX.U32 r, place.x, 73744;
RET;
down SUBROUTINENUM(1):
ATOM.OR.U32 r, place.y, 73748;
RET;
END"""


def test_memory_with_all_the_rest(side: Side) -> None:
    """Indirect calls, buffers chosen by an index, 64 bits and loops that end early (NV_gpu_program5)."""
    wide = np.zeros(6, np.uint32)
    side.give(
        Memory({"corners": np.zeros(4, np.float32), "fragments": np.zeros(1, np.uint32), "wide": wide}),
        {4: np.zeros(8, np.uint32), 5: np.zeros(8, np.uint32)},
    )
    fragment = load(MIXED)
    parameters = {"program.buffer[2]": np.arange(4, dtype=np.uint32)}
    chosen = with_subroutines(fragment, {"ways[0]": "up", "ways[1]": "down"})
    side.draw(plain(""), chosen, size=(8, 8), fragment_parameters=parameters)
    left = side.left()
    assert left.storage[4].tolist() == left.storage[5].tolist() == [12] * 8
    assert left.memory["wide"][:2].view(np.uint64)[0] == 64 * 4294967295
    assert left.memory["wide"][4:].tolist() == [6, 7]
    assert left.memory["fragments"][0] == 8 * (0 + 1 + 2 * 6) and left.faults == 0
