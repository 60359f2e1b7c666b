"""Memory reached before a geometry program of PATCHES, on both sides (NV_gpu_program5 2.X.4.5)."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import moderngl
import numpy as np
import pytest

import nvrender
from nvrender.gl.inputs.global_memory import Left, Memory, Stores
from nvrender.gl.patches import Patch
from nvrender.gl.textures.images import Image
from nvrender.gpu.draw import MemoryBuffer, Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.oracle.frame.capture import capture
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame
from nvrender.oracle.memory.spaces import Held
from nvrender.source import InputError

OPTION = "OPTION NV_shader_storage_buffer;"
STORAGES = "STORAGE w[] = { program.storage[0] };"
VERTEX = f"!!NVvp5.0 {OPTION} TEMP t; {STORAGES} %s MOV result.position, vertex.position; END"
CONTROL = f"""!!NVtcp5.0 {OPTION} VERTICES_OUT 3; TEMP t; INT TEMP i; {STORAGES} ATTRIB p = vertex.position;
MOV.S i.x, primitive.invocation.x; MOV result.position, p[i.x]; %s END"""
GEOMETRY = f"""!!NVgp5.0 {OPTION} PRIMITIVE_IN PATCHES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;
TEMP t, u; {STORAGES} %s
MOV result.color, 1; MOV result.position, vertex[0].position; EMIT; MOV result.position, vertex[1].position;
EMIT; MOV result.position, vertex[2].position; EMIT; END"""
CORNERS = np.array([[-1, -1, 0, 1], [1, -1, 0, 1], [0, 1, 0, 1]] * 2, np.float32)
WORDS = 24


def both(
    context: moderngl.Context,
    programs: dict[str, Any],
    images: dict[int, Image] | None = None,
    memory: Memory | None = None,
    parameters: Any = None,
    *,
    captures: bool = False,
) -> tuple[Left, Left]:
    """What is left after two instances of two patches are drawn, or two patches captured: GPU, oracle."""
    given: dict[str, Any] = {name: nvrender.load(text) for name, text in programs.items()}
    storage, patch = {0: np.zeros(WORDS, np.uint32)}, Patch(3)
    held = Held(Stores(memory or Memory({}), storage, images or {}))
    stages = Stages(**given, memory=held, tess_control_parameters=parameters)
    with ExitStack() as stack:
        buffer = stack.enter_context(MemoryBuffer(context, memory, storage, images))
        pipeline = stack.enter_context(Pipeline(context, **given))
        mesh = stack.enter_context(Mesh(context, {0: CORNERS}, primitive="PATCHES"))
        target = stack.enter_context(Target(context, (16, 16)))
        pipeline.set_memory(buffer)
        if parameters is not None:
            pipeline.set_parameters(parameters, "tessellation control")
        if captures:
            found = pipeline.capture(mesh, patch=patch)
            known = capture(stages, Primitives("PATCHES", {0: CORNERS}, patch=patch), nvrender.State(), {})
            for name in known:
                np.testing.assert_array_equal(found[name].view(np.uint32), known[name].view(np.uint32))
            return buffer.left(), held.left()
        target.clear((0.0, 0.0, 0.0, 1.0))
        pipeline.draw(mesh, target, instances=2, patch=patch)
        seen = target.read()
        left = buffer.left()
    frame = Frame((16, 16))
    frame.clear((0.0, 0.0, 0.0, 1.0))
    draw(frame, stages, Primitives("PATCHES", {0: CORNERS}, None, 2, patch), nvrender.State(), {})
    assert (np.abs(seen.astype(int) - frame.picture()).max(axis=2) > 2).mean() < 0.01 and seen[8, 8, 0] == 255
    return left, held.left()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("ATOMB.ADD.U32 t, {1}, w[0];", [12]),
        ("SHL.S i.y, i.x, 2; STB.S32 i, w[i.y];", [0, 1, 2]),
        # Every thread has written before one reads (NV_tessellation_program5 2.X.5).
        (
            "SHL.S i.y, i.x, 2; ADD.S i.z, i.x, 5; STB.S32 i.z, w[i.y];"
            "ADD.S i.y, i.y, 4; MOD.S i.y, i.y, 12; LDB.S32 t.x, w[i.y];"
            "SHL.S i.y, i.x, 2; ADD.S i.y, i.y, 16; STB.S32 t.x, w[i.y];",
            [5, 6, 7, 0, 6, 7, 5],
        ),
        ("MOV.S.CC i.w, i.x; IF EQ.w; ATOMB.ADD.U32 t, {1}, w[4]; ELSE; ATOMB.ADD.U32 t, {9}, w[4]; ENDIF;",
         [0, 4 * 1 + 8 * 9]),
        ("REP.S i.x; ATOMB.ADD.U32 t, {1}, w[8]; ENDREP;", [0, 0, 4 * 3]),
    ],
)  # fmt: skip
def test_control_programs(context: moderngl.Context, body: str, expected: list[int]) -> None:
    """Once for each thread of each patch of each instance, threads in lockstep."""
    programs = {"vertex": VERTEX % "", "tess_control": CONTROL % body, "geometry": GEOMETRY % ""}
    seen, known = both(context, programs)
    assert known.storage[0].tolist() == [*expected, *[0] * (WORDS - len(expected))]
    np.testing.assert_array_equal(seen.storage[0], known.storage[0])


def test_each_stage_finds_what_those_before_left(context: moderngl.Context) -> None:
    """NV_gpu_program5 2.X.4.5: the stages of a draw depend on each other by what is handed on."""
    programs = {
        "vertex": VERTEX % "ATOMB.ADD.U32 t, {1}, w[0];",
        "tess_control": CONTROL % "LDB.U32 t.x, w[0]; ATOMB.MAX.U32 t, t.x, w[4]; STB.U32 {7}, w[8];",
        "geometry": GEOMETRY % "LDB.U32 t.x, w[8]; ATOMB.ADD.U32 u, t.x, w[12];",
    }
    seen, known = both(context, programs)
    assert known.storage[0][:4].tolist() == [12, 12, 7, 4 * 7]
    np.testing.assert_array_equal(seen.storage[0], known.storage[0])


def test_vertex_programs_nobody_reads_anything_of(context: moderngl.Context) -> None:
    """EXT_shader_image_load_store 2.14.X: at least once for each vertex."""
    control = "I2F i, primitive.id.x; MOV result.position, i;"
    programs = {
        "vertex": VERTEX % "ATOMB.ADD.U32 t, {1}, w[0];",
        "tess_control": f"!!NVtcp5.0 VERTICES_OUT 1; TEMP i; {control} END",
        "geometry": "!!NVgp5.0 PRIMITIVE_IN PATCHES; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; "
        "MOV result.position, vertex[0].position; EMIT; END",
    }
    seen, known = both(context, programs, captures=True)
    assert known.storage[0][0] == seen.storage[0][0] == 6
    del programs["tess_control"]
    programs["geometry"] = programs["geometry"].replace("vertex[0].position", "1")
    seen, known = both(context, programs, captures=True)
    assert known.storage[0][0] == seen.storage[0][0] == 6


def test_images_and_global_memory_of_control_programs(context: moderngl.Context) -> None:
    """EXT_shader_image_load_store 2.X.8; an access outside of memory is counted (docs/semantics.md)."""
    memory = Memory({"counts": np.zeros(4, np.uint32)})
    parameters = {"program.local[0]": np.array([memory.address("counts"), 0, 64, 0], np.uint32)}
    body = """MOV.S i.y, primitive.id.x; ATOMIM.ADD.U32 t, {3}, i, image[0], 2D;
        ATOM.ADD.U32 t.x, 1, program.local[0].x; STORE.U32 {1, 0, 0, 0}, program.local[0].z;"""
    images = {0: Image(np.zeros((2, 3), np.uint32), "R32UI")}
    programs = {"tess_control": CONTROL % body, "geometry": GEOMETRY % ""}
    seen, known = both(context, programs, images, memory, parameters)
    assert known.images[0].tolist() == [[6, 6, 6]] * 2
    assert known.memory["counts"].tolist() == [12, 0, 0, 0] and known.faults == 12
    np.testing.assert_array_equal(seen.images[0], known.images[0])
    np.testing.assert_array_equal(seen.memory["counts"], known.memory["counts"])
    assert seen.faults == known.faults


def test_captures_of_many_results_do_it_once(context: moderngl.Context) -> None:
    """Control and vertex programs run before the passes that read results back."""
    rows = "".join(f"MOV result.attrib[{n}], {n};" for n in range(16)) + "".join(
        f"MOV result.texcoord[{n}], vertex[{n % 3}].position;" for n in range(8)
    )
    programs = {
        "vertex": VERTEX % "ATOMB.ADD.U32 t, {1}, w[0];",
        "tess_control": CONTROL % "ATOMB.ADD.U32 t, {1}, w[4];",
        "geometry": GEOMETRY % rows,
    }
    seen, known = both(context, programs, captures=True)
    assert known.storage[0][:2].tolist() == [6, 6]
    np.testing.assert_array_equal(seen.storage[0], known.storage[0])


def test_without_memory_the_instruction_is_named(context: moderngl.Context) -> None:
    control = nvrender.load(CONTROL % "\nATOMB.ADD.U32 t, {1}, w[0];")
    geometry = nvrender.load(GEOMETRY % "")
    with ExitStack() as stack:
        pipeline = stack.enter_context(Pipeline(context, None, geometry=geometry, tess_control=control))
        mesh = stack.enter_context(Mesh(context, {0: CORNERS}, primitive="PATCHES"))
        target = stack.enter_context(Target(context, (4, 4)))
        with pytest.raises(InputError, match=r":3:1: ATOMB reaches memory, and this pipeline was given none"):
            pipeline.draw(mesh, target, patch=Patch(3))
