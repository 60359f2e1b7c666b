"""How often invocations are tried together (NV_gpu_program5 2.X.4.5: one after the other, as it seems)."""

from __future__ import annotations

import numpy as np
import pytest

import nvrender
from nvrender.gl.inputs.global_memory import Memory
from nvrender.gl.textures.images import Image
from nvrender.oracle.memory.order import Trial

LANES = 64
#: The address of a lane's own word.
OWN = "!!NVvp5.0\nTEMP p, q, v;\nSHL.U p.x, vertex.id.x, 2;\nADD.U p.x, p.x, 65536;\n"


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> list[Trial]:
    """Every trial that was begun."""
    found: list[Trial] = []
    attempt = Trial.attempt

    def counted(trial: Trial) -> object:
        found.append(trial)
        return attempt(trial)

    monkeypatch.setattr(Trial, "attempt", counted)
    return found


def _left(program: str) -> list[int]:
    memory = Memory({"a": np.zeros(LANES, np.uint32)})
    return [int(word) for word in nvrender.run(program, memory=memory, count=LANES).memory["a"]]


def test_those_that_always_meet_are_tried_three_times(trials: list[Trial]) -> None:
    """Each needs what the one before it leaves: a chain, which is the same one by one."""
    program = (
        f"{OWN}SUB.U q.x, p.x, 4;\nMAX.U q.x, q.x, 65536;\nLOAD.U32 v, q.x;\nADD.U v, v, 1;\n"
        "STORE.U32 v, p.x;\nEND"
    )
    assert _left(program) == list(range(1, LANES + 1))
    assert len(trials) == 3


@pytest.mark.parametrize(
    "found",
    [
        "LOADIM.U32 v, q, image[0], 1D;",
        "ATOMIM.OR.U32 v, {0}, q, image[0], 1D;",
        "LOADIM.U32 v, q, image[1], 1D;",
    ],
)
@pytest.mark.parametrize("kept", ["STOREIM.U32 image[0], v, p, 1D;", "STOREIM.U image[0], v, p, 1D;",
                                  "ATOMIM.EXCH.U32 t, v, p, image[0], 1D;"])  # fmt: skip
def test_chains_over_texels(found: str, kept: str) -> None:
    """The same of images: who comes to a texel before one it follows begins again."""
    program = (
        "!!NVvp5.0\nTEMP p, q, v, t;\nMOV.U p, 0;\nMOV.U p.x, vertex.id.x;\nSUB.S q, p, 1;\n"
        f"MAX.S q, q, 0;\n{found}\nADD.U v, v, 1;\n{kept}\nEND"
    )
    image = Image(np.zeros(20, np.uint32), "R32UI", "1D")
    images = {0: image, 1: image.with_()}
    assert nvrender.run(program, count=20, images=images).images[0].tolist() == list(range(1, 21))


def test_those_that_meet_once_are_tried_again(trials: list[Trial]) -> None:
    """Lane 1 waits for lane 0: after both, all the others run in few trials, twice as many each time."""
    program = (
        f"{OWN}SEQ.U q.x, vertex.id.x, 1;\nAND.U q.x, q.x, 4;\nSUB.U q.x, p.x, q.x;\nLOAD.U32 v, q.x;\n"
        "ADD.U v, v, 7;\nSTORE.U32 v, p.x;\nEND"
    )
    assert _left(program) == [7, 14, *[7] * (LANES - 2)]
    assert 4 <= len(trials) <= 9


def test_all_may_load_one_texel(trials: list[Trial]) -> None:
    """Loads do not mind the order: who loads a texel again later does not come too late."""
    load = "LOADIM.U32 v, p, image[0], 1D;\n"
    program = (
        f"!!NVvp5.0\nTEMP p, v;\nMOV.U p, 0;\n{load}{load}MOV.U p.x, vertex.id.x;\n"
        "STOREIM.U32 image[1], v, p, 1D;\nEND"
    )
    images = {unit: Image(np.full(size, 5, np.uint32), "R32UI", "1D") for unit, size in ((0, 1), (1, 40))}
    assert nvrender.run(program, count=40, images=images).images[1].tolist() == [5] * 40
    assert len(trials) == 1


def test_stores_of_texels_come_in_order(trials: list[Trial]) -> None:
    """A formatted store that ought to come before another one is a reason to try fewer."""
    program = (
        "!!NVvp5.0\nTEMP p, v;\nMOV.U p, 0;\nI2F.U v, vertex.id.x;\nMUL v, v, 0.0625;\n"
        "STOREIM.F image[0], v, p, 1D;\nLOADIM.F32 v, p, image[0], 1D;\nMOV result.attrib[0], v;\n"
        "ADD v, v, 1;\nSTOREIM.F image[0], v, p, 1D;\nEND"
    )
    image = Image(np.zeros(1, np.float32), "R32F", "1D")
    results = nvrender.run(program, count=9, images={0: image})
    assert results["attrib[0]"][:, 0].tolist() == [lane / 16 for lane in range(9)]
    assert results.images[0].tolist() == [1.5]
    assert trials
