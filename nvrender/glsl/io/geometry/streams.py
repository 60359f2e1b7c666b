"""Vertex streams of a geometry shader beyond the first, for transform feedback (ARB_transform_feedback3).

GLSL's streams have outputs of their own: what a program emits to stream 2 is in ``stream2_COL0`` and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nvrender.glsl.io.interface import COLORS, Result
from nvrender.glsl.registers.variables import RESULT_NAMES
from nvrender.ir.analysis.places import nodes_of
from nvrender.ir.nodes import Const, EmitVertex
from nvrender.languages.arb.geometry_bindings import GEOMETRY_RESULTS
from nvrender.lower.program import lowered
from nvrender.program import Program
from nvrender.program.declared import geometry_of

_MOST = 4
#: Names their outputs have.
STREAM_NAMES = frozenset(
    f"stream{number}_{RESULT_NAMES[name]}" for number in range(1, _MOST) for name in GEOMETRY_RESULTS
)


def further_streams(program: Program) -> tuple[int, ...]:
    """The streams behind the first that some EMITS may choose."""
    chosen = (row.stream for row, _ in nodes_of(lowered(program), EmitVertex) if row.stream is not None)
    streams = [{row.words[0]} if isinstance(row, Const) else range(_MOST) for row in chosen]
    return tuple(sorted(set().union(*streams) & set(range(1, geometry_of(program).streams))))


def stream_declarations(
    streams: Iterable[int], results: Iterable[Result], kinds: Mapping[str, str], precise: str
) -> list[str]:
    """The outputs of further streams; ``kinds`` are those of the results' words."""
    return [
        f"layout(stream = {number}) {'flat ' if kinds[row.name] else precise}out "
        f"{kinds[row.name]}vec4 {_output(number, row)};"
        for number in streams
        for row in results
    ]


def emitting(number: int, results: Iterable[Result], values: Mapping[str, str]) -> list[str]:
    """Statements that emit a vertex to a further stream; ``values`` are the results' variables.

    Colours are clamped (NV_transform_feedback 2.X).
    """
    lines = []
    for row in results:
        value = values[row.name]
        if row.name in COLORS:
            value = f"clamp({value}, 0.0, 1.0)"
        lines.append(f"{_output(number, row)} = {value};")
    return [*lines, f"EmitStreamVertex({number});"]


def switched(cases: Mapping[int, list[str]]) -> list[str]:
    """A switch over ``stream``."""
    lines = ["switch (stream) {"]
    for number, statements in cases.items():
        lines += [f"case {number}:", *(f"    {line}" for line in statements), "    break;"]
    return [*lines, "}"]


def _output(number: int, row: Result) -> str:
    return f"stream{number}_{RESULT_NAMES[row.result]}"
