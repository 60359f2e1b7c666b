"""The oracle's speed: million vertex-instructions a second, from a thousand vertices to ten million.

VP programs are the ones below; ARB and NV4 programs, integers among them, are those the other sections run.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.shaders import by_family, programs, work
from bench.timing import Row, geometric_mean
from nvrender.languages.load import load
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.program import Program, RegisterFile

_BAR_SIZE = 1_000_000
_DECLARED_SIZES = (1_000, _BAR_SIZE)
SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)

_TRANSFORM = """
DP4 o[HPOS].x, c[0], v[OPOS]; DP4 o[HPOS].y, c[1], v[OPOS];
DP4 o[HPOS].z, c[2], v[OPOS]; DP4 o[HPOS].w, c[3], v[OPOS];
"""

PROGRAMS = {
    "transform": f"!!VP1.0 {_TRANSFORM} MOV o[COL0], v[COL0]; MOV o[TEX0].xy, v[TEX0]; END",
    "lighting": f"""!!VP1.1 {_TRANSFORM}
DP3 R0.x, c[4], v[NRML]; DP3 R0.y, c[5], v[NRML]; DP3 R0.z, c[6], v[NRML];
DP3 R0.w, R0, R0; RSQ R0.w, R0.w; MUL R0.xyz, R0, R0.w;
DP3 R1.x, R0, c[8]; DP3 R1.y, R0, c[9]; MOV R1.w, c[10].x;
LIT R2, R1; MUL R3.xyz, R2.y, c[11]; MAD R3.xyz, R2.z, c[12], R3;
ADD o[COL0].xyz, R3, c[13]; MOV o[COL0].w, c[13].w; END""",
    "skinning": """!!VP2.0 ARL A0.xy, v[WGHT];
DP4 R0.x, c[A0.x+16], v[OPOS]; DP4 R0.y, c[A0.x+17], v[OPOS]; DP4 R0.z, c[A0.x+18], v[OPOS];
DP4 R1.x, c[A0.y+16], v[OPOS]; DP4 R1.y, c[A0.y+17], v[OPOS]; DP4 R1.z, c[A0.y+18], v[OPOS];
MUL R0.xyz, R0, v[WGHT].z; MAD R0.xyz, R1, v[WGHT].w, R0; MOV R0.w, c[7].w;
DP4 o[HPOS].x, c[0], R0; DP4 o[HPOS].y, c[1], R0; DP4 o[HPOS].z, c[2], R0; DP4 o[HPOS].w, c[3], R0;
MAX o[COL0], v[COL0], c[7].x; END""",
    "lights": f"""!!VP2.0 {_TRANSFORM}
MOV R4, c[7].x; ARLC A0.x, c[7].z; FLR R5.x, c[7].y;
next: ADD R0.xyz, c[A0.x+16], -v[OPOS]; DP3 R0.w, R0, R0; RSQ R1.x, |R0.w|; MUL R0.xyz, R0, R1.x;
DP3 R1.y, R0, v[NRML]; MAX R1.y, R1.y, c[7].x; MAD R4.xyz, R1.y, c[A0.x+17], R4;
ADDC R5.x, R5.x, -c[7].w; ARL A0.x, R5.x; ARA A0.xz, A0; BRA next(GT.x);
MOV o[COL0], R4; END""",
    "waves": """!!VP2.0 MOV R0, v[OPOS]; MUL R1.x, R0.x, c[7].y; SIN R1.y, R1.x; COS R1.z, R1.x;
SLT R1.w, R1.y, c[7].x; MADC R0.y, R1.y, c[7].z, R0.y; BRA low(LT.y);
MUL R2, v[COL0], R1.z; BRA done; low: ADD R2, v[COL0], R1.y; EX2 R2.w, R1.y; done: MOV o[COL0], R2;
DP4 o[HPOS].x, c[0], R0; DP4 o[HPOS].y, c[1], R0; DP4 o[HPOS].z, c[2], R0; DP4 o[HPOS].w, c[3], R0; END""",
}


def inputs(program: Program, count: int) -> tuple[dict[int, Any], Any]:
    random = np.random.default_rng(1)
    attributes = {
        index: random.uniform(-1.0, 1.0, (count, 4)).astype(np.float32)
        for index in sorted(program.reads(RegisterFile.ATTRIBUTE))
    }
    if 1 in attributes:  # WGHT: two bone addresses and two weights
        attributes[1][:, :2] = 3 * random.integers(0, 8, (count, 2))
    parameters = random.uniform(0.1, 1.0, (program.profile.parameters, 4)).astype(np.float32)
    parameters[7] = (0.0, 4.0, 0.1, 1.0)
    parameters[10] = 20.0
    return attributes, parameters


def measure(name: str, count: int, repeats: int = 3) -> float:
    """Million instructions really executed a second of processor time: the median of ``repeats`` runs.

    The oracle is one thread, so processor time is what one core takes whatever else the machine does.
    """
    if name in PROGRAMS:
        program = load(PROGRAMS[name])
        attributes, parameters = inputs(program, count)
    else:
        given = work(name, count)
        program, attributes, parameters = given.program, given.attributes, given.parameters
    seconds = []
    total = 0
    repeats = max(repeats, min(30, 100_000 // count))
    for _ in range(repeats + 1):
        started = time.process_time()
        results = execute(program, attributes, Resources(parameters), count)
        seconds.append(time.process_time() - started)
        assert results.executed is not None
        total = int(results.executed.sum(dtype=np.int64))
    return total / statistics.median(seconds[1:]) / 1e6


def rows() -> Iterator[Row]:
    """A geometric mean for each family and number of vertices."""
    declared = by_family([name for name, row in programs().items() if row.profile.declares_names])
    for family, names, sizes in (
        ("VP", list(PROGRAMS), SIZES),
        *((family, names, _DECLARED_SIZES) for family, names in declared.items()),
    ):
        for size in sizes:
            found = {name: measure(name, size) for name in names}
            yield Row(
                f"oracle, {len(names)} {family} programs, {size:,} vertices: geometric mean",
                geometric_mean(found.values()),
                "million vertex-instructions/s",
                "≥ 60" if size == _BAR_SIZE else "",
                found,
            )
