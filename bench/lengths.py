"""Loading and translating long programs: time against length, which should grow no faster than the text."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator

from bench.timing import Row
from nvrender.glsl.translate import translate
from nvrender.languages.load import load
from nvrender.program.limits import Limits

LENGTHS = (1_000, 10_000)
_JUDGED = 10_000
#: What ``main`` measures too, where all the time is to be seen.
_LONGEST = 30_000
#: A quadratic pass would show as 10.
_GROWTH = 2
_LIMITS = Limits(
    instructions=1 << 20, temporaries=1 << 20, parameters=1 << 20, address_registers=1, if_depth=64
)
_TRANSFORM = "".join(
    f"DP4 result.position.{component}, state.matrix.mvp.row[{row}], vertex.position;\n"
    for row, component in enumerate("xyzw")
)
_STEPS = (
    "MAD r{0}, r{1}, c{0}, r{2};",
    "MUL r{0}.xyz, r{1}.yzxw, r{2};",
    "DP3 r{0}.x, r{1}, r{2};",
    "MAX r{0}, -r{1}, c{1};",
    "RSQ r{0}.w, r{1}.x;",
    "ADD r{0}.xy, r{1}, -r{2}.w;",
)


def _straight(count: int) -> Iterator[str]:
    for number in range(count):
        registers = (number % 8, (number + 3) % 8, (number + 5) % 8)
        yield _STEPS[number % len(_STEPS)].format(*registers)


def _whole(header: str, declarations: str, body: str) -> str:
    return f"{header}\n{declarations}\n{_TRANSFORM}{body}\nMOV result.color, r0;\nEND\n"


_EIGHT = "TEMP r0, r1, r2, r3, r4, r5, r6, r7;\n" + "".join(
    f"PARAM c{number} = program.local[{number}];\n" for number in range(8)
)


def arb(count: int) -> str:
    """Straight-line !!ARBvp1.0 over eight temporaries."""
    return _whole("!!ARBvp1.0", _EIGHT, "\n".join(_straight(count)))


def nv4(count: int) -> str:
    """Straight-line !!NVvp4.0: floats and integers by turns."""
    integers = ("ADD.S i0, i1, i2;", "MUL.S i1, i2, 3;", "XOR.S i2, i0, i1;", "SHR.U u0, u0, 2;")
    lines = []
    for number, line in enumerate(_straight(count)):
        lines.append(integers[number % 4] if number % 3 == 2 else line)
    return _whole("!!NVvp4.0", f"{_EIGHT}INT TEMP i0, i1, i2;\nUINT TEMP u0;", "\n".join(lines))


def declarations(count: int) -> str:
    """A temporary and a parameter of its own for every instruction."""
    names = "\n".join(
        f"TEMP t{number};\nPARAM p{number} = {{{number}.5, 1, 2, 3}};" for number in range(count)
    )
    body = "\n".join(f"ADD t{number}, p{number}, t{max(0, number - 1)};" for number in range(count))
    last = f"MOV r0, t{count - 1};"
    return _whole("!!ARBvp1.0", f"TEMP r0;\n{names}", f"{body}\n{last}")


def constants(count: int) -> str:
    """A constant of its own in every instruction."""
    body = "\n".join(f"MAD r0, r1, {{{number}.25, 2, {number}, 1}}, r0;" for number in range(count))
    return _whole("!!ARBvp1.0", _EIGHT, body)


def blocks(count: int) -> str:
    """IF and REP one after another, a condition code update in each."""
    piece = (
        "MOVC r0.x, r1.x;\nIF GT.x;\nMUL r0, r1, c0;\nELSE;\nADD r1, r0, c1;\nENDIF;\n"
        "REP 2;\nADDC r2.x, r2.x, -c2.x;\nBRK (LT.x);\nENDREP;"
    )
    return _whole("!!NVvp4.0", _EIGHT, "\n".join([piece] * (count // 10)))


def calls(count: int) -> str:
    """Subroutines of ten instructions, each called once and calling the next but one."""
    number = count // 11
    main = "\n".join(f"CAL s{index};" for index in range(0, number, 2))
    bodies = []
    for index in range(number):
        step = "\n".join(_straight(8))
        call = f"CAL s{index + 1};" if index % 2 == 0 and index + 1 < number else "MOV r1, r2;"
        bodies.append(f"s{index}:\n{step}\n{call}\nRET;")
    body = f"main:\n{main}\nMOV result.color, r0;\nRET;\n" + "\n".join(bodies)
    return f"!!NVvp4.0\n{_EIGHT}\n{body}\nEND\n"


def branches(count: int) -> str:
    """ARB text with NV_vertex_program2: forward branches over two instructions, a loop every twenty."""
    lines = []
    for index in range(count // 5):
        lines.append(
            f"ADDC r0.x, r1.x, c0.x;\nBRA skip{index} (LE.x);\nMUL r0, r1, c1;\nMAD r1, r0, c2, c3;\n"
            f"skip{index}: ADD r2, r2, r1;"
        )
    return _whole("!!ARBvp1.0\nOPTION NV_vertex_program2;", _EIGHT, "\n".join(lines))


PROGRAMS: dict[str, Callable[[int], str]] = {
    "ARB, a straight line": arb,
    "ARB, a TEMP and a PARAM for each instruction": declarations,
    "ARB, a constant for each instruction": constants,
    "ARB with NV_vertex_program2, BRA": branches,
    "NV4, floats and integers": nv4,
    "NV4, IF and REP": blocks,
    "NV4, CAL": calls,
}


def rows() -> Iterator[Row]:
    """Seconds at 10,000 instructions, and how the time for each instruction grows up to there."""
    for name, program in PROGRAMS.items():
        taken = {length: seconds(program(length), _repeats(length)) for length in LENGTHS}
        yield Row(f"load and translate {_JUDGED:,} instructions: {name}", taken[_JUDGED], "s", "< 3", taken)
        each = {length: found / length for length, found in taken.items()}
        longest = max(LENGTHS)
        yield Row(
            f"  time for each of {longest:,} instructions / for each of {min(LENGTHS):,}",
            each[longest] / each[min(LENGTHS)],
            "ratio",
            f"≤ {_GROWTH}",
        )


def seconds(text: str, repeats: int = 1, numerics: str = "fast") -> float:
    """Processor seconds to load and translate ``text``, the least of ``repeats``."""
    taken = []
    for _ in range(repeats):
        gc.collect()
        started = time.process_time()
        translate(load(text, limits=_LIMITS), "glsl330", numerics=numerics)
        taken.append(time.process_time() - started)
    return min(taken)


def _repeats(length: int) -> int:
    return 3 if length < 3_000 else 1


def main() -> None:
    """Every program and length as it is measured, load and translation apart."""
    for name, program in PROGRAMS.items():
        for length in (*LENGTHS, _LONGEST):
            started = time.process_time()
            loaded = load(program(length), limits=_LIMITS)
            between = time.process_time()
            translate(loaded, "glsl330", numerics="fast")
            ended = time.process_time()
            parts = f"{between - started:8.2f} s{ended - between:8.2f} s"
            print(f"{name:46}{length:>7}{parts}{(ended - started) / length * 1e6:8.0f} µs each", flush=True)


if __name__ == "__main__":
    main()
