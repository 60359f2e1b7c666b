"""Memory and compute programs compiled for the processor against the oracle."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fuzz.campaign import campaign

import nvrender
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
