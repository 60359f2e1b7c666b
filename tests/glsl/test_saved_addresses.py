"""PUSHA and POPA in GLSL: with a stack only where paths disagree (NV_vertex_program3 2.14.5.43-44)."""

from __future__ import annotations

import random

import numpy as np
import pytest
from fuzz.array_runs import run_on_gpu as run

from nvrender.glsl.translate import translate
from nvrender.languages.load import load
from nvrender.lower.control_flow import analyse
from nvrender.lower.control_flow.forms import flow_of
from nvrender.lower.control_flow.saved import saved_places
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.program import Program
from nvrender.source import TargetError

_HEAD = (
    "!!ARBvp1.0\nOPTION NV_vertex_program3;\nPARAM c[8] = { program.env[0..7] };\nADDRESS a, b;\nTEMP r, n;\n"
)
_COUNT = 32


def _agree(program: Program, mode: str, seed: int = 0) -> None:
    generator = np.random.default_rng(seed)
    attributes = {
        1: generator.integers(-1, 9, (_COUNT, 4)).astype(np.float32),
        2: generator.integers(-2, 3, (_COUNT, 4)).astype(np.float32),
    }
    attributes = {row.index: attributes[row.index] for row in program.attributes}
    rows = [row.words for row in program.parameters]
    parameters = np.array(rows or np.zeros((0, 4)), np.uint32).view(np.float32).copy()
    for number, binding in enumerate(program.parameters):
        if binding.name.startswith("program.env"):
            parameters[number] = (10 * number + 1, 10 * number + 2, 10 * number + 3, 10 * number + 4)
    wanted = execute(program, attributes, Resources(parameters), _COUNT)
    have = run(program, attributes, parameters, _COUNT, mode=mode)
    for name in wanted:
        np.testing.assert_array_equal(
            have[name], wanted[name], err_msg=f"{program.source.data.decode()} {name}"
        )


NESTED = (
    _HEAD
    + """main: ARL a, vertex.attrib[1]; MOVC r, vertex.attrib[2]; PUSHA a; # keep it
ARL b, vertex.attrib[2]; PUSHA b; CAL twice (GT.x); POPA a; MOV result.texcoord[2], c[a.y]; POPA b;
MOV result.texcoord[0], c[b.x]; MOV result.texcoord[1], c[a.x]; MOV result.position, r; RET;
twice: PUSHA a; ARL a, r.x; ADD r, r, c[a.y]; BRA skip (LT.y); ADD r, r, 1; skip: POPA a; RET; END"""
)


@pytest.mark.parametrize("mode", ["compute", "feedback"])
def test_paths_that_agree_need_no_stack(mode: str) -> None:
    program = load(NESTED)
    assert not flow_of(program).dispatch
    text = translate(program).source
    assert "ivec4 saved, saved_2;\n" in text
    assert "    saved = a;  // keep it\n" in text
    assert "    b = saved;\n" in text
    assert "stack" not in text
    _agree(program, mode)


#: Each ends abnormally, in some vertices or in all.
ABNORMAL = [
    "POPA a;",
    "PUSHA a; CAL l; BRA m; l: RET; m: POPA b; POPA b;",
    "PUSHA a; POPA b; PUSHA b; PUSHA b; PUSHA b; PUSHA b; MOV result.texcoord[1], c[b.x]; PUSHA b;",
    "PUSHA a; PUSHA a; PUSHA a; PUSHA a; CAL l; l:",
    "CAL l; l: POPA a;",
    "CAL l; BRA m; l: PUSHA a; RET (EQ.x); POPA b; RET; m: MOV result.texcoord[1], c[b.x];",
    "BRA l (GE.x); PUSHA a; l: POPA b; MOV result.texcoord[1], c[b.x];",
    "l: PUSHA a; ADDC r.x, r.x, 1; BRA l (LE.x); POPA b; POPA b; MOV result.texcoord[1], c[b.x];",
]


@pytest.mark.parametrize("mode", ["compute", "feedback"])
@pytest.mark.parametrize("body", ABNORMAL)
def test_misused_stacks_end_the_program(body: str, mode: str) -> None:
    """The vertex keeps the results it has (docs/semantics.md)."""
    text = (
        f"{_HEAD} ARL a, vertex.attrib[1]; MOVC r, vertex.attrib[2]; MOV result.texcoord[0], 1; {body} "
        "MOV result.texcoord[0], c[a.x]; MOV result.position, r; END"
    )
    program = load(text)
    assert saved_places(program) is None
    assert flow_of(program).dispatch
    with pytest.raises(TargetError, match="PUSHA and POPA need a stack at run time"):
        analyse(program, structured=True)
    _agree(program, mode)


def test_leaving_saved_registers_behind_in_main_is_regular() -> None:
    """Reaching the end ends the program whatever the stack holds, and so does RET in main."""
    for end in ("", "RET;", "RET (GT.x); ADD r, r, 1;"):
        program = load(
            f"{_HEAD} ARL a, r.x; MOVC r, vertex.attrib[2]; PUSHA a; {end} MOV result.position, r; END"
        )
        assert saved_places(program) == {2: 0}
        _agree(program, "compute")


def _random_program(seed: int) -> str:
    """Saves, restores, calls, branches and returns anywhere; a counter ends loops."""
    pick = random.Random(seed)
    labels = [f"l{number}" for number in range(4)]
    lines = []
    for number in range(pick.randint(8, 24)):
        if pick.random() < 0.25 and labels:
            lines.append(f"{labels.pop(0)}:")
        test = pick.choice(["", " (GT.x)", " (LE.y)", " (EQ.z)"])
        lines.append(
            pick.choice(
                [
                    f"PUSHA {pick.choice('ab')};",
                    f"PUSHA {pick.choice('ab')};",
                    f"POPA {pick.choice('ab')};",
                    f"POPA {pick.choice('ab')};",
                    f"ARL {pick.choice('ab')}, r{pick.choice(['', '.yzwx'])};",
                    f"ADD r, r.yzwx, c[{pick.choice('ab')}.{pick.choice('xyzw')} + {pick.randint(0, 3)}];",
                    f"FRC r, r; MULC r, r, 9; ADDC r, r, {-number % 5 - 4}.0;",
                    f"MOV result.texcoord[{pick.randint(0, 2)}], r;",
                    f"CAL l{pick.randint(0, 3)}{test};",
                    f"RET{test};",
                    "ADDC n.x, n.x, 1; SUBC n.y, n.x, 12; RET (GT.y); MOVC n.zw, r; "
                    f"BRA l{pick.randint(0, 3)}{test};",
                ]
            )
        )
    lines += [f"{label}:" for label in labels]
    return (
        f"{_HEAD} ARL a, vertex.attrib[1]; ARL b, vertex.attrib[2]; MOVC r, vertex.attrib[2]; "
        f"{' '.join(lines)} MOV result.position, r; END"
    )


def test_random_stacks_agree() -> None:
    shapes = set()
    for seed in range(24):
        program = load(_random_program(seed))
        shapes.add(bool(flow_of(program).dispatch))
        _agree(program, "compute" if seed % 4 else "feedback", seed)
    assert shapes == {True, False}
