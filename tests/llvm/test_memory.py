"""Memory and compute programs compiled for the processor against the oracle."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from fuzz import declared_inputs, nv5_images
from fuzz.campaign import campaign

import nvrender
from nvrender.llvm.calls import compiled_program
from nvrender.llvm.machine import host
from nvrender.source import TargetError

COMPUTE = """!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 8;
SHARED_MEMORY 32;
SHARED cells[] = { program.sharedmem };
STORAGE buffer[] = { program.storage[0] };
TEMP r, a;
MUL.U a.x, invocation.globalid.x, 4;
ATOMS.ADD.U32 r.x, invocation.localindex.x, cells[0];
ATOMB.IWRAP.U32 r.y, {5, 0, 0, 0}, buffer[128];
ADD.U r.x, r.x, r.y;
STB.U32 r.x, buffer[a.x];
STB.U32 r.x, buffer[4096];
END"""


def _left(results: Any) -> list[Any]:
    return [results.faults, *(array.tolist() for array in results.storage.values())]


def test_invocations_share_memory_and_run_in_order() -> None:
    """NV_compute_program5 2.X.3.2; NV_gpu_program5 2.X.8, ATOM; what is beyond the end is counted."""
    given: dict[str, Any] = {"groups": (2, 2), "storage": {0: np.arange(40, dtype=np.uint32)}}
    expected = nvrender.run(COMPUTE, **given)
    assert _left(nvrender.run(COMPUTE, **given, backend="llvm")) == _left(expected)
    assert expected.faults == 32


def test_barriers_that_wait_are_refused() -> None:
    with pytest.raises(TargetError, match="the back end llvm does not run barriers that wait"):
        nvrender.run("!!NVcp5.0\nGROUP_SIZE 8;\nBAR;\nEND", backend="llvm")


def test_random_programs() -> None:
    """Of vertices, loading, storing and changing; ``python -m tests.fuzz --backend llvm`` tries more."""
    outcomes = [row.mismatch for row in campaign("nv5-memory", 60, 2, ("llvm",))]
    assert [row.message for row in outcomes if row is not None] == []


def test_random_fragment_programs() -> None:
    """Also such as kill fragments, which change nothing any more (EXT_shader_image_load_store, issue 20)."""
    outcomes = [row.mismatch for row in campaign("nvfp5-memory", 24, 1, ("llvm",))]
    messages = [row.message for row in outcomes if row is not None and "does not run" not in row.message]
    assert messages == []


def test_random_programs_of_images() -> None:
    """EXT_shader_image_load_store 2.X.8, Tables X.3 and X.5; ARB_shader_image_size."""
    samples = [nv5_images.generate(seed) for seed in range(60)]
    known = [row for row in samples if not re.search(r"STOREIM\.[FSU][. ]", row.text)]
    found = [nv5_images.compare(row, declared_inputs.draw(row, 7), "llvm") for row in known]
    assert len(known) > 20 and [row.message for row in found if row is not None] == []


def test_killed_fragments_change_nothing() -> None:
    """EXT_shader_image_load_store, issue 20."""
    text = (
        "!!NVfp5.0\nOPTION NV_shader_storage_buffer;\nSTORAGE b[] = { program.storage[0] };\nTEMP r;\n"
        "MOV.S r.x, fragment.color.x;\nKIL fragment.color.y;\nSTB.U32 {7}, b[r.x];\n"
        "MOV result.color, 1;\nEND"
    )
    words = np.array([[0, 0], [4, 0], [8, 0], [12, 0]], np.int32)
    colors = words.view(np.float32).copy()
    colors[1::2, 1] = -1.0
    given: dict[str, Any] = {"attributes": {"fragment.color": colors}}
    for backend in ("oracle", "llvm"):
        left = nvrender.run(text, **given, storage={0: np.zeros(4, np.uint32)}, backend=backend)
        assert left.storage[0].tolist() == [7, 0, 7, 0], backend


@pytest.mark.parametrize(
    ("together", "text"),
    [
        (True, "LDB.U32 r, a[0];"),
        (True, "STB.U32 r, a[r.x];"),
        (True, "ATOMB.EXCH.U32 r, r.x, a[0];\nSTB.U32 r, b[0];"),
        (False, "STB.U32 r, a[0];\nLDB.U32 r, a[r.x];"),
        (False, "REP.S {4};\nATOMB.EXCH.U32 r, r.x, a[0];\nENDREP;"),
        (True, "REP.S {4};\nATOMB.ADD.U32 s, r.x, a[0];\nATOMB.ADD.S32 s, r.x, a[0];\nENDREP;"),
        (False, "REP.S {4};\nATOMB.ADD.U32 r, r.x, a[0];\nENDREP;"),
        (False, "ATOMB.ADD.U32 s, r.x, a[0];\nATOMB.OR.U32 s, r.x, a[0];"),
        (False, "ATOMB.MIN.U32 s, r.x, a[0];\nATOMB.MIN.S32 s, r.x, a[0];"),
        (False, "STB.U32 r, c[r.x][0];\nSTB.U32 r, a[0];"),
        (True, "STB.U32 r, a[0];\nSTORE.U32 r, r.x;"),
        (False, "STORE.U32 r, r.x;\nSTORE.U32 r, r.y;"),
    ],
)
def test_which_invocations_run_together(together: bool, text: str) -> None:
    """Where memory tells in which order they ran, one after the other (docs/semantics.md)."""
    storage = "STORAGE a[] = { program.storage[0] };\nSTORAGE b[] = { program.storage[1] };"
    chosen = "STORAGE c[] = { program.storage[0..3] };"
    program = nvrender.load(
        f"!!NVvp5.0\nOPTION NV_shader_storage_buffer;\n{storage}\n{chosen}\nTEMP r, s;\n"
        f"MOV.U r, vertex.id.x;\n{text}\nMOV result.position, r;\nEND"
    )
    assert (compiled_program(program, True, None).kernel.width == host().width) == together
    if "STORE." in text:  # a GPU address may be that of a storage buffer
        assert compiled_program(program, True, None, (), False).kernel.width == 1
