"""Invocations that run together do to memory what they do one after the other (NV_gpu_program5 2.X.4.5)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

import nvrender
from nvrender.gl.inputs.global_memory import Memory
from nvrender.oracle.machine import machine
from nvrender.oracle.machine.prepare import Code, prepare
from nvrender.oracle.memory import work_groups
from nvrender.oracle.memory.order import Conflict, Journal, Trial

WORDS = 6
OPERATIONS = ("ADD", "EXCH", "MIN", "MAX", "IWRAP", "DWRAP", "AND", "OR", "XOR", "CSWAP")


def statement(random: Random, depth: int = 0) -> str:
    """One that loads, stores or changes one of a few words, or a loop or branch of such."""
    place = f"ADD.U p.x, {65536 + 4 * random.randrange(WORDS)}, 0;\n"
    if random.random() < 0.5:
        place = (
            f"MUL.U p.x, v.{random.choice('xy')}, 4;\nMOD.U p.x, p.x, {4 * WORDS};\nADD.U p.x, p.x, 65536;\n"
        )
        place += "AND.U p.x, p.x, 131068;\n"
    match random.randrange(5 if depth < 2 else 3):
        case 0:
            return place + "LOAD.U32 v.y, p.x;\nMOD.U v.y, v.y, 64;\n"
        case 1:
            size = random.choice(["U32", "U8", "U16"])
            return place + f"STORE.{size} v.{random.choice('xyz')}, p.x;\n"
        case 2:
            return place + f"ATOM.{random.choice(OPERATIONS)}.U32 v.z, v.xyzz, p.x;\n"
        case 3:
            inner = "".join(statement(random, depth + 1) for _ in range(2))
            return f"MOD.U.CC t.x, v.{random.choice('xyz')}, 3;\nIF NE.x;\n{inner}ENDIF;\n"
        case _:
            inner = "".join(statement(random, depth + 1) for _ in range(2))
            return f"MOD.S t.x, v.x, 3;\nREP.S t.x;\n{inner}ENDREP;\n"


def untried(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on invocations run one by one."""

    def one_by_one(*arguments: object) -> Code:
        return replace(prepare(*arguments), tried=False)  # type: ignore[arg-type]

    monkeypatch.setattr(machine, "prepare", one_by_one)
    monkeypatch.setattr(work_groups, "prepare", one_by_one)


def both(
    monkeypatch: pytest.MonkeyPatch, program: str, memory: Memory, **arguments: object
) -> list[nvrender.Results]:
    found = [nvrender.run(program, memory=memory, **arguments)]  # type: ignore[arg-type]
    with monkeypatch.context() as patch:
        untried(patch)
        found.append(nvrender.run(program, memory=memory, **arguments))  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("seed", range(40))
def test_random_programs_that_get_in_each_other_s_way(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    random = Random(seed)
    body = "".join(statement(random) for _ in range(random.randrange(1, 6)))
    program = f"!!NVvp5.0\nTEMP v, p, t;\nMOV.U v, vertex.id.x;\n{body}MOV result.attrib[0], v;\nEND"
    memory = Memory({"a": np.arange(WORDS, dtype=np.uint32)})
    together, apart = both(monkeypatch, program, memory, count=random.choice([3, 40, 130]))
    assert together.memory["a"].tolist() == apart.memory["a"].tolist()
    assert np.array_equal(together["attrib[0]"].view(np.uint32), apart["attrib[0]"].view(np.uint32))
    assert together.faults == apart.faults


@pytest.mark.parametrize("seed", range(20))
def test_random_compute_programs(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Between two BARs too, and over the groups."""
    random = Random(seed)
    bodies = ["".join(statement(random) for _ in range(2)) for _ in range(2)]
    program = (
        "!!NVcp5.0\nGROUP_SIZE 24;\nTEMP v, p, t;\nMOV.U v, invocation.globalid.x;\n"
        + ("BAR;\n" if seed % 2 else "").join(bodies)
        + "END"
    )
    memory = Memory({"a": np.arange(WORDS, dtype=np.uint32)})
    together, apart = both(monkeypatch, program, memory, groups=(3, 2))
    assert together.memory["a"].tolist() == apart.memory["a"].tolist()
    assert together.executed.tolist() == apart.executed.tolist()


def test_lists_take_one_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """What appends to lists runs together: its places differ, or are each lane's in turn."""
    trials = []
    attempt = Trial.attempt

    def counted(trial: Trial) -> object:
        trials.append(trial)
        return attempt(trial)

    monkeypatch.setattr(Trial, "attempt", counted)
    program = (
        "!!NVvp5.0\nPARAM heads = program.local[0];\nTEMP node, place, next;\n"
        "ATOM.ADD.U32 node.x, {1}, 65536;\nMOD.U place.x, vertex.id.x, 16;\nSHL.U place.x, place.x, 2;\n"
        "ADD.U place.x, place.x, heads.x;\nATOM.EXCH.U32 next.x, node.x, place.x;\n"
        "SHL.U place.x, node.x, 2;\nADD.U place.x, place.x, 69632;\nSTORE.U32 next, place.x;\nEND"
    )
    memory = Memory({"count": [0], "next": np.zeros(500, np.uint32), "heads": np.full(16, -1, np.int32)})
    memory = Memory({name: memory.buffers[name].astype(np.uint32) for name in memory.buffers})
    results = nvrender.run(
        program, parameters={"program.local[0]": memory.words("heads")}, memory=memory, count=500
    )
    assert len(trials) == 1
    assert results.memory["heads"].tolist() == [*range(496, 500), *range(484, 496)]
    assert results.memory["next"][16:].tolist() == list(range(484))


def test_what_is_taken_back() -> None:
    data = np.arange(16, dtype=np.uint8)
    journal, trial = Journal(data), Trial()

    def write(place: int, lane: int, value: int) -> None:
        trial.note(journal, np.array([place]), 1, np.array([lane]), reads=False, writes=True)
        data[place] = value

    with pytest.raises(Conflict), trial.attempt():
        write(1, 3, 90)
        write(2, 4, 91)
        trial.faults += 5
        write(1, 4, 92)
        trial.note(journal, np.array([4]), 4, np.array([9]), reads=True, writes=False)
        write(7, 8, 93)
    assert data.tolist() == list(range(16)) and trial.faults == 0
    with trial.attempt():
        write(1, 0, 94)
        trial.note(journal, np.array([1]), 1, np.array([2]), reads=True, writes=False)
        write(1, 2, 95)
    assert data[1] == 95


@pytest.mark.parametrize("reads", [False, True])
def test_one_that_reads_what_a_later_one_wrote(reads: bool) -> None:
    data = np.zeros(8, np.uint8)
    journal = Journal(data)
    journal.note(np.array([4]), 4, np.array([5]), reads=reads, writes=not reads)
    with pytest.raises(Conflict):
        journal.note(np.array([4]), 4, np.array([4]), reads=not reads, writes=reads)
    journal.note(np.array([0]), 4, np.array([4]), reads=True, writes=True)
