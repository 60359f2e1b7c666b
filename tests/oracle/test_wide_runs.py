"""Runs of doubles as one step do what their instructions do one by one (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.oracle.machine import jumps, prepare, wide_runs
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.machine.operands import Step
from nvrender.oracle.machine.wide_words import parted

HEAD = "!!NVvp5.0\nLONG TEMP a, b, d[3]; TEMP i; INT TEMP turns;\n"
LOAD = "PK64.U a, vertex.attrib[1];\nPK64.U b, vertex.attrib[2];\n"
TELL = "UP64.F result.attrib[3], a;\nUP64.F result.attrib[4], b;\nUP64.F result.attrib[5], d[1];\n"
LOOP = """MOV.S turns, 0;
REP.S 3;
{body}
ADD.S turns.x, turns.x, 1;
ENDREP;
MOV.S result.attrib[6], turns;
"""
#: Zeros, denormals, what becomes one, infinities, quiet and signaling NaN, each of both signs.
EDGES = (0, 1, 0xFFFFFFFFFFFFF, 1 << 52, 0x0180000000000000, 0x3FF0000000000000, 0x4010000000000001,
         0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 0x7FF0000000000001, 0x7FF8000000000000)  # fmt: skip


def _edges() -> dict[str, npt.NDArray[np.uint32]]:
    """Every pair of EDGES, as words of attributes."""
    words = np.array([*EDGES, *(edge | 1 << 63 for edge in EDGES)], np.uint64)
    one, two = (each.reshape(-1) for each in np.meshgrid(words, words))
    return {
        "vertex.attrib[1]": np.stack([one, two], axis=1).view(np.uint32),
        "vertex.attrib[2]": np.stack([two, one[::-1]], axis=1).view(np.uint32),
    }


def _apart(first: int, steps: Sequence[Step], layout: Layout) -> tuple[Step, ...]:
    return tuple(steps)


def _words(text: str) -> list[Any]:
    given = _edges()
    found = nvrender.run(text, given, count=len(given["vertex.attrib[1]"]), backend="oracle")
    return [found[name].view(np.uint32) for name in sorted(found)]


@pytest.mark.parametrize(
    "body",
    [
        "MUL.F64 a, a, b;\nADD.F64 b.xy, a.yxxy, -b;\nMAD.F64 a, b.yxyx, 2, a;",
        "ADD.F64 a.xy, a.yxxy, b;\nSUB.F64 a.y, |a.x|, -b.y;\nMOV.F64 b.x, -|a.y|;",
        "MOV.F64 d[1], -a;\nMAX.F64 a.x, a.x, b.x;\nMIN.F64 b.y, -a.y, b.x;\nABS.F64 a.y, d[1].x;",
        "RCP.F64 a.x, b.x;\nRSQ.F64 b.x, b.x;\nFLR.F64 d[1].x, b.y;\nFRC.F64 d[1].y, a.y;\nSSG.F64 b.y, b.y;",
        "CMP.F64 a, a, b, a.yxyx;\nSUB.F64.CC b.x, a.x, b.y;\nBRK (LT.x);\nDIV.F64 b.y, a.x, a.y;",
        "MUL.F64.SAT a, a, b;\nMOV.U64 b.x, a.y;\nADD.F64 a.x, b.x, a.x;\nMUL.F64 a.y (NE.x), a.x, a.y;",
        "MUL.F64 a, { 0.5, 3, 0, 0 }, a;\nMUL.F64 i.x, a.x, a.y;\nMAD.F64 b, a, i.x, { 2 };",
    ],
)
def test_a_run_leaves_the_words_that_its_instructions_leave(
    body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in (f"{HEAD}{LOAD}{body}\n{TELL}END", f"{HEAD}{LOAD}{LOOP.format(body=body)}{TELL}END"):
        if "BRK" in body and "REP" not in text:
            continue
        together = _words(text)
        with monkeypatch.context() as patch:
            patch.setattr(jumps, "gathered", _apart)
            patch.setattr(prepare, "gathered", _apart)
            apart = _words(text + " ")
        for one, other in zip(together, apart, strict=True):
            np.testing.assert_array_equal(one, other)


def test_words_are_parted_once_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three turns of forty products: nothing but the two components that are left is written."""
    calls = []

    def counted(*arguments: Any) -> None:
        calls.append(1)
        parted(*arguments)

    monkeypatch.setattr(wide_runs, "parted", counted)
    body = "MUL.F64 a.xy, a.yxyx, b;\n" * 20
    _words(f"{HEAD}{LOAD}{LOOP.format(body=body)}{TELL}END")
    assert len(calls) == 3 * 2
