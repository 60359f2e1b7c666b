"""Flow of NV_fragment_program2 and NVfp4.0 fragment programs: the GPU against the oracle."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from test_fragment_arrays import agree

from nvrender.glsl.translate import translate
from nvrender.languages.load import load
from nvrender.run import run

_OPTION = "!!ARBfp1.0 OPTION NV_fragment_program2; TEMP r, s;"
#: Name → text: each sees its fragments take several ways.
PROGRAMS = {
    "if": "MOVC s, fragment.color; IF GT.x; MOV r, 0.25; IF LT.y; ADD r, r, s.w; ENDIF; ELSE;"
    "MOV r, 0.5; ENDIF;"
    "MOV result.color, r;",
    "rep": "MOV r, 0; REP 5; ADDC r, r, fragment.color; BRK (GT.x); ENDREP; MUL result.color, r, 0.125;",
    "rep by parameter": "MOV r, 0; REP program.local[0].y; ADD r, r, 0.0625; ENDREP; MOV result.color, r;",
    "no turn": "MOV r, 0.5; REP 0; ADD r, r, 0.25; ENDREP; REP -2; ADD r, r, 0.25; ENDREP;"
    "MOV result.color, r;",
    "no more than 255 turns": "MOV r, 0; REP 1000; ADD r, r, 0.00390625; ENDREP; MOV result.color, r;",
    "loop": "MOV r, 0; LOOP {4, 1, 2}; MAD r, fragment.texcoord[A0.x], 0.25, r; ENDLOOP;"
    "MOV result.color, r;",
    "loop by parameter": "MOV r, 0; LOOP program.local[0]; MAD r, fragment.texcoord[A0.x + 1], 0.25, r;"
    "ENDLOOP;"
    "MOV result.color, r;",
    "index below 0": "MOV r, 0; LOOP {5, 2.5, -1.5}; MAD r, fragment.texcoord[A0.x], 0.125, r; ENDLOOP;"
    "MOV result.color, r;",
    "index past the end": "MOV r, 0; LOOP {5, 5, 1}; MAD r, fragment.texcoord[A0.x + 1], 0.125, r; ENDLOOP;"
    "MOV result.color, r;",
    "nested loops": "MOV r, 0; LOOP {3, 0, 1}; MAD r, fragment.texcoord[A0.x], 0.125, r;"
    "LOOP {2, 6, -1}; MAD r, fragment.texcoord[A0.x], -0.0625, r; ENDLOOP;"
    "MAD r, fragment.texcoord[A0.x + 2],"
    "0.125, r; ENDLOOP; MOV result.color, r;",
    "calls": "MOV r, 0.125; MOVC s, fragment.color; CAL f (GT.x); CAL g; MOV result.color, r; RET;"
    "f: ADD r, r, 0.25; g: MUL r, r, 0.75; RET (LT.y); ADD r, r, 0.25; RET;",
    "falls off the end": "MOV result.color, 0.25; CAL f; MOV result.color, 0.75; RET;"
    "f: MOV result.color, 0.5;",
    "overflow of the stack": "MOV result.color, 0.125; MOV r, 0; CAL f; MOV result.color, 1; RET;"
    "f: ADD r, r, 0.125; MOV result.color, r; CAL f; MOV result.color, 0; RET;",
    "overflow where a branch calls": "MOVC s, fragment.color; MOV r, 0; CAL f; MOV result.color, r; RET;"
    "f: ADD r, r, 0.125; MOV result.color.x, r; CAL f (GT.x); RET;",
    "loops nest too deeply over calls": "MOV r, 0; MOV result.color, 0; REP 2; CAL f;"
    "MOV result.color, r; ENDREP;"
    "MOV result.color, 1; RET; f: ADD r, r, 0.0625; REP 2; ADD r, r, 0.0625; MOV result.color, r;"
    "CAL f; ENDREP;"
    "RET;",
    "return from a loop": "MOV r, 0; CAL f; MOV result.color, r; RET; f: REP 6; ADDC r, r, fragment.color;"
    "RET (GT.x); ENDREP; RET;",
    "return from main": "MOVC r, fragment.color; MOV result.color, 0.25; RET (GT.x);"
    "MOV result.color, 0.5;",
    "main behind a subroutine": "f: ADD r, r, 0.25; RET; main: MOV r, 0; CAL f; CAL f;"
    "MOV result.color, r;",
    "65,536 instructions": "MOV r, 0; MOV s, 0; REP 255; REP 255; ADD r, r, 1; ENDREP; MUL result.color, r,"
    "0.0000152587890625; ENDREP; MOV result.color, 0;",
    "65,536 instructions and KIL": "MOVC s, fragment.color; REP 255; REP 255; ADD r, r, 1; BRK (GT.y);"
    "ENDREP;"
    "ENDREP; MOV result.color, 0.5; KIL -1;",
    "kil in a loop": "MOV r, fragment.color; REP 4; SUB r, r, 0.5; KIL r.x; ENDREP; MOV result.color, r;",
    "derivatives after a branch": "MOVC s, fragment.color; IF GT.x; MUL s, s, 2; ENDIF; DDX r, s;"
    "MUL result.color, r, 0.125;",
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_flow_agrees(name: str) -> None:
    """NV_fragment_program2 3.11.4.X, 3.11.X.1-10."""
    generator = np.random.default_rng(sum(map(ord, name)))
    attributes = {f"texcoord[{unit}]": generator.random((32, 4)).astype(np.float32) for unit in range(8)} | {
        "color": generator.normal(size=(32, 4)).astype(np.float32)
    }
    program = load(f"{_OPTION} {PROGRAMS[name]} END")
    for local in ((3.7, 1.0, 1.5, 0.0), (2.0, 4.5, -1.0, 0.0), (-1.0, 300.0, 0.0, 0.0)):
        agree(program, attributes, parameters={"program.local[0]": local})


def test_flow_of_generation_4_agrees() -> None:
    """NV_gpu_program4 2.X.5; NV_fragment_program4."""
    text = (
        "!!NVfp4.0 TEMP r, s; INT TEMP i; main: MOV r, 0; MOV.CC s, fragment.color; MOV.S i, 3; REP.S i.x;"
        "ADD r, r, 0.125; CONT (GT.x); CAL f; BRK (LT.y); ENDREP; IF GE.w; ADD r, r, 0.25; ENDIF;"
        "MOV result.color, r; RET; f: MUL r, r, 0.75; KIL s.z; RET;"
    )
    attributes = {"color": np.random.default_rng(4).normal(size=(64, 4)).astype(np.float32)}
    agree(load(f"{text} END"), attributes)


def test_a_depth_stands_beside_the_stack_of_calls() -> None:
    """NV_gpu_program4 2.X.4.4 and 2.X.6.5: blocks that are dispatched, and result.depth."""
    text = (
        "!!NVfp5.0 TEMP r; main: MOV.CC r, fragment.color; CAL f; MOV result.depth.z, r.x;"
        "f: ADD r, r, 0.125; CAL f (GT.y); REP fragment.texcoord[0].x; ADD r, r, 0.125; ENDREP;"
        "CAL f (LT.z); END"
    )
    program = load(text)
    assert "stack[stack_depth++]" in translate(program, numerics="exact").source
    attributes = {"color": np.random.default_rng(4).normal(size=(64, 4)).astype(np.float32)}
    agree(program, attributes)


def test_a_loop_reads_as_one_would_write_it() -> None:
    """NV_fragment_program2 3.11.X.8."""
    source = translate(load(f"{_OPTION} {PROGRAMS['loop']} END"), numerics="fast").source
    assert "for (int count = 4, A0 = 1; count > 0; --count, A0 += 2) {" in source
    assert "r += fragment_texcoord[A0] * 0.25;" in source
    assert "executed" not in source
    source = translate(load(f"{_OPTION} {PROGRAMS['loop by parameter']} END"), numerics="fast").source
    assert (
        "for (int count = min(int(floor(program.local_0.x)), 255), "
        "A0 = max(int(floor(program.local_0.y)), 0), step = int(floor(program.local_0.z)); "
        "count > 0; --count, A0 = max(A0 + step, 0)) {" in source
    )


def test_the_limit_counts_only_where_it_can_be_reached() -> None:
    """NV_fragment_program2 3.11.4.X: MAX_PROGRAM_EXEC_INSTRUCTIONS_NV."""
    for name, counted in (("rep", False), ("65,536 instructions", True)):
        source = translate(load(f"{_OPTION} {PROGRAMS[name]} END")).source
        assert ("executed < 65536" in source) is counted
    found = run(load(f"{_OPTION} {PROGRAMS['65,536 instructions']} END"), count=1, backend="gpu")
    assert found["color[0]"][0, 0] > 0


def test_the_spotlights_agree() -> None:
    """A program of shaders/ without textures: a loop, calls, facing."""
    generator = np.random.default_rng(8)
    attributes = {f"texcoord[{unit}]": generator.normal(size=(64, 4)) for unit in range(8)}
    attributes["facing"] = np.where(np.arange(64) % 3, 1.0, -1.0)[:, None]
    program = load(Path(__file__).parent.parent.parent / "shaders" / "spotlights.fp")
    parameters = {
        "program.local[0]": (5, 1, 1),
        "program.local[1]": (0, 0.5),
        "program.local[2]": (0.3, 0.2, 0.1),
    }
    agree(program, attributes, parameters=parameters)
