"""The back end llvm beside the oracle, on one core, over arrays that fit a cache; compiling; frames."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial
from itertools import repeat
from typing import Any
from unittest.mock import patch

from bench.oracle import PROGRAMS, inputs
from bench.shaders import ROOT
from bench.timing import Action, Row, geometric_mean, medians, ratios
from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.request import Request
from nvrender.languages.load import load
from nvrender.llvm import calls, vertices
from nvrender.oracle.machine.machine import execute as execute_on_oracle
from nvrender.oracle.machine.resources import Resources
from nvrender.program import Program
from nvrender.render import frames
from nvrender.scene.load import load_scene

_VERTICES = 4096
_REPEATS = 15
#: Runs beside one of the oracle's, so that both take about as long.
_CALLS = 12
#: Frames: a fragment program, many passes, much geometry, blended fixed function, and points.
_SCENES, _SIZE, _FRAMES = ("coast", "neon", "canyon", "vases", "galaxy"), (640, 360), 3
_LENGTHS = (20, 60, 120, 200)
_BRANCHING = ("lights", "waves")
_STRAIGHT_BARS = {"exact": "≥ 6", "fast": "≥ 10"}
_OPCODES = {"MUL": 2, "ADD": 2, "MAD": 3, "DP3": 2, "DP4": 2, "MAX": 2, "MIN": 2, "SLT": 2, "FRC": 1}


def straight(length: int) -> str:
    """A program of floats without branches, in which every instruction counts."""
    source = random.Random(length)
    lines = [
        "!!VP2.0",
        *(f"MOV R{row}, v[{name}];" for row, name in enumerate(("OPOS", "COL0", "NRML", "TEX0"))),
    ]
    for number in range(length - 8):
        opcode, count = source.choice(list(_OPCODES.items()))
        operands = [f"R{source.randrange(8)}.{''.join(source.choices('xyzw', k=4))}" for _ in range(count)]
        if source.random() < 0.4:
            operands[-1] = f"c[{source.randrange(30)}]"
        lines.append(f"{opcode} R{number % 8}{source.choice(('', '.xyz', '.x'))}, {', '.join(operands)};")
    lines += ["MOV o[HPOS], R0;", "MOV o[COL0], R1;", "ADD o[TEX0], R2, R3;", "ADD o[TEX1], R4, R5;", "END"]
    return "\n".join(lines)


def _measured(program: Program) -> dict[str, float]:
    """Multiples of the oracle's speed for each kind of numerics; milliseconds to compile an instruction."""
    attributes, parameters = inputs(program, _VERTICES)
    sources = {index: AttributeSource(str(index), array, False) for index, array in attributes.items()}
    found, actions = {}, {}
    for numerics in _STRAIGHT_BARS:
        request = Request(program, parameters, program.results, numerics=numerics)
        started = time.process_time()
        calls.compiled_program(program, numerics == "exact", request.watchdog)
        found[f"compile {numerics}"] = 1e3 * (time.process_time() - started) / len(program.instructions)
        actions[numerics] = _action(request, sources)
    resources = Resources(parameters)

    def oracle() -> Any:
        return execute_on_oracle(program, attributes, resources, _VERTICES)

    # No threads share the work.
    with patch.object(calls, "SHARED", 1 << 40):
        speeds = ratios(oracle, actions, _REPEATS, clock=time.process_time)
    return found | {name: _CALLS * speed for name, speed in speeds.items()}


def _action(request: Request, sources: dict[int, AttributeSource]) -> Any:
    def run() -> None:
        for _ in range(_CALLS):
            vertices.execute(request, sources, _VERTICES)

    return run


def frame_rows() -> Iterator[Row]:
    """Frames of demo scenes beside the oracle's and OpenGL's, processor time, in turns."""
    for name in _SCENES:
        scene = load_scene(ROOT / "scenes" / f"{name}.toml")
        drawn = {
            backend: frames(scene, _SIZE, repeat(scene.animation.poster), backend=backend)
            for backend in ("llvm", "oracle", "gpu")
        }
        actions: dict[str, Action] = {backend: partial(next, pictures) for backend, pictures in drawn.items()}
        taken = medians(actions, _FRAMES, warm_up=1, clock=time.process_time)
        details = {backend: round(1e3 * seconds) for backend, seconds in taken.items()}
        ratio = taken["oracle"] / taken["llvm"]
        yield Row(f"llvm / oracle, frames of {name}", ratio, "ratio", "≥ 10", details)
        yield Row(f"llvm / OpenGL, frames of {name}", taken["gpu"] / taken["llvm"], "ratio", "≥ 0.2", details)


def rows() -> Iterator[Row]:
    """Programs of so many instructions, programs with branches, compiling, and frames."""
    calls.compiled_program(load(PROGRAMS["transform"]), True, None)  # the first one sets LLVM up
    lines = {f"{length} instructions": straight(length) for length in _LENGTHS}
    found = {name: _measured(load(text)) for name, text in lines.items()}
    branching = {name: _measured(load(PROGRAMS[name])) for name in _BRANCHING}
    for numerics, bar in _STRAIGHT_BARS.items():
        for name, row in found.items():
            yield Row(f"llvm {numerics} / oracle, straight, {name}", row[numerics], "ratio", bar)
        for name, row in branching.items():
            yield Row(f"llvm {numerics} / oracle, branches: {name}", row[numerics], "ratio", "≥ 4")
        compiling = {name: row[f"compile {numerics}"] for name, row in found.items()}
        mean = geometric_mean(compiling.values())
        yield Row(f"llvm {numerics}: compiling", mean, "ms an instruction", "≤ 3", compiling)
    yield from frame_rows()


if __name__ == "__main__":
    for each in rows():
        print(f"{each.name}: {each.figure:.2f} {each.unit} {each.bar}", each.details or "", flush=True)
