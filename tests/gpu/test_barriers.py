"""BARs that some invocations may miss: groups meet, or say that they do not (NV_compute_program5 2.X.8)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.glsl.translate import translate
from nvrender.languages.load import load
from nvrender.source import InputError

HEAD = """!!NVcp5.0
GROUP_SIZE 16;
SHARED_MEMORY 256;
SHARED s[] = { program.sharedmem };
UINT TEMP t, u, i;
MUL.U i, invocation.localindex.x, 4;
"""
BACKENDS = pytest.mark.parametrize("backend", ["oracle", "gpu"])
#: Doubles a number in shared memory until it is no less than 100; every invocation reads it and decides.
SHARED_LOOP = """
SEQ.U.CC t.x, i.x, 0; IF NE.x; STS.U32 {3}, s[0]; ENDIF;
BAR;
REP;
LDS.U32 t, s[0];
SGE.U.CC u.x, t.x, 100; BRK (NE.x);
BAR;
SEQ.U.CC u.x, i.x, 60; IF NE.x; ADD.U t, t, t; STS.U32 t, s[0]; ENDIF;
BAR;
ENDREP;
MUL.U u, invocation.globalid.x, 4; ADD.U u, u, 65536; STORE.U32 t, u.x;
"""


def run(body: str, groups: int = 1, **arguments: Any) -> nvrender.Results:
    memory = nvrender.Memory({"a": np.zeros(16 * groups, np.uint32)})
    return nvrender.run(f"{HEAD}{body}\nEND", memory=memory, groups=groups, **arguments)


@BACKENDS
def test_loops_that_shared_memory_ends(backend: str) -> None:
    """All leave at once, though no analysis tells so: they wait at one place and go on."""
    assert run(SHARED_LOOP, groups=3, backend=backend).memory["a"].tolist() == [192] * 48


@BACKENDS
def test_subroutines_in_which_all_wait(backend: str) -> None:
    """The stack of calls is kept where invocations wait; what they call is chosen by memory."""
    body = """main: STS.U32 invocation.localindex, s[i.x]; LDS.U32 u, s[0]; BAR;
    SGE.U.CC u.x, i.x, u.x; CAL twice (NE.x);
    MUL.U u, invocation.globalid.x, 4; ADD.U u, u, 65536; STORE.U32 t, u.x; RET;
    twice: CAL shift; CAL shift; RET;
    shift: ADD.U u, i, 4; AND.U u, u, 63; LDS.U32 t, s[u.x]; BAR; STS.U32 t, s[i.x]; BAR; RET;"""
    body = body.replace("main: ", "", 1)
    wanted = (np.arange(16) + 2) % 16
    assert run(body, backend=backend).memory["a"].tolist() == wanted.tolist()


@BACKENDS
@pytest.mark.parametrize(
    ("body", "line", "here", "group"),
    [
        # In one group of three.
        (
            "SEQ.U t.x, invocation.groupid.x, 1; SLT.U t.y, i.x, 20; AND.U.CC t.x, t.x, t.y;\n"
            "IF NE.x;\nBAR;\nENDIF;",
            9, 5, 1,
        ),
        # At different BARs, the first of them named.
        (
            "SEQ.U.CC t.y, invocation.groupid.x, 2; RET (EQ.y);\nSLT.U.CC t.x, i.x, 8;\n"
            "IF NE.x;\nBAR;\nELSE;\nBAR;\nENDIF;",
            10, 2, 2,
        ),
        # Not all leave a loop at once.
        ("SEQ.U.CC t.y, invocation.groupid.x, 0; RET (EQ.y);\nREP.U i.x;\nBAR;\nENDREP;", 9, 15, 0),
    ],
)  # fmt: skip
def test_groups_that_do_not_meet_are_named(backend: str, body: str, line: int, here: int, group: int) -> None:
    named = rf"work group \({group}, 0, 0\) wait at this BAR, which all must reach, or none"
    with pytest.raises(InputError, match=rf"<text>:{line}:1: {here} of the 16 invocations of {named}"):
        run(body, groups=3, backend=backend)


def test_barriers_all_reach_stay_where_they_are() -> None:
    """Where the text tells that all come by, the shader has the program's own structure."""
    plain = load(f"""{HEAD} REP.U 4; STS.U32 i, s[i.x]; BAR; SEQ.U.CC t.x, invocation.groupid.x, 0;
    IF NE.x; BAR; ENDIF; ENDREP; RET; END""")
    text = translate(plain, "glsl430").source
    assert "switch" not in text and text.count("barrier();") == 3  # one behind the zeros of shared memory
    parted = translate(load(f"{HEAD}{SHARED_LOOP} END"), "glsl430")
    assert parted.waits and "switch (block)" in parted.source and not translate(plain, "glsl430").waits
