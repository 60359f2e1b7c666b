"""Compute programs: their groups, barriers that not all reach, loops without end (NV_compute_program5)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.gl.inputs.work_groups import work_groups
from nvrender.source import InputError, TargetError

HEAD = "!!NVcp5.0\nGROUP_SIZE 8;\nSHARED_MEMORY 32;\nSHARED s[] = { program.sharedmem };\nTEMP t;\n"
COUNT = "!!NVcp5.0\nGROUP_SIZE 2;\nTEMP t;\nATOM.ADD.U32 t, {1}, 65536;\nEND"
BACKENDS = pytest.mark.parametrize("backend", ["oracle", "gpu"])


def _run(body: str, **arguments: Any) -> nvrender.Results:
    memory = nvrender.Memory({"a": np.zeros(8, np.uint32)})
    return nvrender.run(f"{HEAD}{body}\nEND", memory=memory, **arguments)


@pytest.mark.parametrize(
    ("groups", "found"),
    [
        (None, (1, 1, 1)),
        (3, (3, 1, 1)),
        ((2,), (2, 1, 1)),
        ([2, 0], (2, 0, 1)),
        (np.int64(65535), (65535, 1, 1)),
    ],
)
def test_numbers_of_groups(groups: Any, found: tuple[int, int, int]) -> None:
    assert work_groups(groups) == found


@pytest.mark.parametrize("groups", [(), (1, 2, 3, 4), -1, 65536, (1, 2.5), "3", (True, 1), {1}])
def test_what_is_no_number_of_groups(groups: Any) -> None:
    with pytest.raises(InputError, match="groups"):
        nvrender.run(COUNT, groups=groups)


@BACKENDS
def test_groups_count(backend: str) -> None:
    memory = nvrender.Memory({"a": [0]})
    results = nvrender.run(COUNT, groups=(3, 2, 2), memory=memory, backend=backend)
    assert results.memory["a"].tolist() == [24] and len(results) == 0


@pytest.mark.parametrize("given", [{"attributes": {0: [1.0]}}, {"count": 2}])
def test_attributes_and_counts_are_not_for_compute_programs(given: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="takes neither attributes nor a count"):
        nvrender.run(COUNT, **given)


def test_groups_are_for_compute_programs() -> None:
    with pytest.raises(InputError, match="groups is for compute programs"):
        nvrender.run("!!NVvp5.0\nMOV result.position, vertex.position;\nEND", groups=2)


def test_executed_instructions_are_counted_by_invocation() -> None:
    results = _run("SLT.U.CC t.x, invocation.localindex.x, 2;\nIF NE.x;\nMOV t, 1;\nENDIF;", groups=2)
    assert results.executed is not None
    assert results.executed.tolist() == [4, 4, 2, 2, 2, 2, 2, 2] * 2


@pytest.mark.parametrize(
    ("body", "here"),
    [
        ("SLT.U.CC t.x, invocation.localindex.x, 3;\nIF NE.x;\n@BAR;\nENDIF;", 3),
        ("SLT.U.CC t.x, invocation.localindex.x, 3;\nRET (NE.x);\n@BAR;", 5),
        ("SLT.U.CC t.x, invocation.localindex.x, 3;\nIF NE.x;\n@BAR;\nELSE;\nBAR;\nENDIF;", 3),
        ("BAR;\nREP.S invocation.localindex;\n@BAR;\nENDREP;", 7),
        ("SLT.U.CC t.x, invocation.localindex.x, 1;\nCAL f (NE.x);\nRET;\nf: @BAR;\nRET;", 1),
        (
            "SUBROUTINETYPE T { f };\nSUBROUTINE T v = program.subroutine[0];\n"
            "main: SLT.U.CC t.x, invocation.localindex.x, 5;\nCALI v (NE.x);\nRET;\n"
            "f SUBROUTINENUM(0): @BAR;\nRET;",
            5,
        ),
    ],
)
@BACKENDS
def test_a_barrier_that_only_some_reach_is_named(body: str, here: int, backend: str) -> None:
    """NV_compute_program5 2.X.8, BAR."""
    head, _, _ = f"{HEAD}{body}".partition("@")
    line, column = head.count("\n") + 1, len(head) - head.rfind("\n")
    place = rf"<text>:{line}:{column}: {here} of the 8 invocations of work group \(0, 0, 0\) wait at this BAR"
    with pytest.raises(InputError, match=place):
        _run(body.replace("@", ""), backend=backend)


@BACKENDS
def test_a_barrier_in_a_subroutine_and_under_a_condition_that_all_share(backend: str) -> None:
    body = (
        "STS.U32 invocation.localindex, s[4];\nSLT.U.CC t.x, invocation.groupid.x, 2;\nCAL f (NE.x);\n"
        "LDS.U32 t, s[0];\nSEQ.U.CC t.y, invocation.localindex.x, 7;\nIF NE.y;\n"
        "ATOM.ADD.U32 t, t, 65536;\nENDIF;\n"
        "RET;\nf: BAR;\nATOMS.ADD.U32 t, {1}, s[0];\nBAR;\nRET;"
    )
    assert _run(body, groups=3, backend=backend).memory["a"][0] == 16


@BACKENDS
def test_loops_without_end_are_ended(backend: str) -> None:
    """The watchdog of docs/semantics.md; turns before BAR and behind it count together."""
    loop = "REP.S {2000000000};\nATOM.ADD.U32 t, {1}, %d;\nENDREP;\n"
    body = f"{loop % 65536}BAR;\n{loop % 65540}"
    left = _run(body, backend=backend, watchdog=100).memory["a"]
    assert left[0] == 800 and left[1] == 0


def test_compute_programs_need_a_target_with_compute_shaders() -> None:
    program = nvrender.load(COUNT)
    with pytest.raises(TargetError, match="glsl430 has"):
        nvrender.translate(program)
    assert "local_size_x = 2" in nvrender.translate(program, "glsl430").source
    with pytest.raises(TargetError, match="is for vertex programs"):
        nvrender.translate(program, "glsl430", interface="compute")


def test_programs_that_reach_memory_need_a_target_with_storage_buffers() -> None:
    """The place of the first instruction that does."""
    program = nvrender.load("!!NVvp5.0\nTEMP t;\nMOV t, 1;\nSTORE.U32 t, 65536;\nEND")
    with pytest.raises(TargetError, match=r"<text>:4:1: STORE needs storage buffers, which glsl330 has not"):
        nvrender.translate(program)


@BACKENDS
def test_all_shared_memory_there_may_be(backend: str) -> None:
    text = HEAD.replace("SHARED_MEMORY 32", "SHARED_MEMORY 32768")
    body = "STS.U32 {7}, s[32764];\nBAR;\nLDS.U32 t, s[32764];\nSTORE.U32 t, 65536;\nEND"
    memory = nvrender.Memory({"a": [0]})
    assert nvrender.run(text + body, memory=memory, backend=backend).memory["a"][0] == 7


def test_groups_run_in_ascending_order_on_the_oracle() -> None:
    """x fastest, then y (docs/semantics.md); in a group by local index."""
    text = (
        "!!NVcp5.0\nGROUP_SIZE 2;\nTEMP t, i;\nMAD.U i.x, invocation.groupid.z, 2, invocation.groupid.y;\n"
        "MAD.U i.x, i.x, 3, invocation.groupid.x;\nMAD.U i.x, i.x, 2, invocation.localindex.x;\n"
        "MAD.U i.x, i.x, 4, 69632;\n%s\nATOM.ADD.U32 t, {1}, 65536;\nSTORE.U32 t, i.x;\nEND"
    )
    for barrier in ("", "BAR;"):
        memory = nvrender.Memory({"count": [0], "order": np.zeros(24, np.uint32)})
        results = nvrender.run(text % barrier, groups=(3, 2, 2), memory=memory, backend="oracle")
        assert results.memory["order"].tolist() == list(range(24))


@BACKENDS
def test_a_last_word_of_shared_memory_that_is_not_whole(backend: str) -> None:
    """NV_compute_program5 2.X.7.Y: bytes, of which the last word may have one to three."""
    text = HEAD.replace("SHARED_MEMORY 32", "SHARED_MEMORY 9")
    body = "STS.U8 {7}, s[8];\nBAR;\nLDS.U8 t, s[8];\nSTORE.U32 t, 65536;\nEND"
    memory = nvrender.Memory({"a": [0]})
    assert nvrender.run(text + body, memory=memory, backend=backend).memory["a"][0] == 7
    assert "[3];" in nvrender.translate(nvrender.load(text + body), "glsl430").source


def test_barriers_as_glsl_has_them() -> None:
    """NV_compute_program5 2.X.8, BAR and MEMBAR: shared memory is ordered where invocations meet."""
    for body, wanted in (
        ("BAR;", "memoryBarrierShared();\n    barrier();"),
        ("MEMBAR;", "\n    memoryBarrier();"),
        ("MEMBAR.CTA;", "\n    groupMemoryBarrier();"),
    ):
        text = nvrender.translate(nvrender.load(f"{HEAD}STS.U32 t, s[0];\n{body}\nEND"), "glsl430").source
        assert wanted in text.partition("nv_shared_memory[word] = 0u;")[2].partition("barrier();")[2], text
