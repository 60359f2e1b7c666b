"""Programs of generation 5 with 60,000 instructions: seconds and memory to load and translate them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator

from bench.timing import Row

LENGTH = 60_000
_SECONDS, _MEGABYTES = "< 20", "< 1000"
_HEAD = "!!NVvp5.0\nTEMP r0, r1, r2, r3, r4, r5, r6, r7; INT TEMP i0, i1, i2; UINT TEMP u0, u1;\n"
_LONG = "LONG TEMP d0, d1, d2; LONG TEMP w0, w1, w2;\n"
_LAST = "MOV result.position, r0;\nMOV result.attrib[0], r1;\nEND\n"
_STEPS = (
    "MAD r{0}, r{1}, program.local[{0}], r{2};",
    "BFE.U u0, {{8, 4, 0, 0}}, u1;",
    "CVT.S16.F32.FLR.SAT i{3}, r{1};",
    "MUL.F32.CC r{0}.xyz, r{1}.yzxw, r{2};",
    "ADD.S i0, i1, i2;",
    "DP3 r{0}.x, r{1}, r{2};",
    "MOV r{0} (GT.x), -r{2};",
    "BTC.U u1, u0;",
    "RSQ r{0}.w, |r{1}.x|;",
    "XOR.S i{3}, i0, i2;",
)
_WIDE_STEPS = (
    "ADD.F64 d{3}, d0, d1;",
    "MUL.S64 w{3}, w0, 3;",
    "CVT.S64.F64.FLR w{3}, d{3};",
    "MAD.F64 d0, d1, d2, d{3};",
    "SHR.U64 w0, w1, 5;",
    "MOV.F64 d{3}, r{1};",
)


def _steps(count: int, first: int = 0, steps: tuple[str, ...] = _STEPS) -> list[str]:
    return [
        steps[number % len(steps)].format(number % 8, (number + 3) % 8, (number + 5) % 8, number % 3)
        for number in range(first, first + count)
    ]


def _text(lines: list[str], head: str = _HEAD) -> str:
    return head + "\n".join(lines) + "\n" + _LAST


def straight() -> str:
    """No flow: floats, integers, bit fields, conversions."""
    return _text(_steps(LENGTH - 2))


def wide() -> str:
    """No flow: 64 bits in every second instruction."""
    lines = [
        line
        for pair in zip(_steps(LENGTH // 2 - 1), _steps(LENGTH // 2 - 1, steps=_WIDE_STEPS), strict=True)
        for line in pair
    ]
    return _text(lines, _HEAD + _LONG)


def nested() -> str:
    """IF and REP, as deep as limits allow, one nest after the other."""
    lines: list[str] = []
    while len(lines) < LENGTH - 80:
        nest = ["MOV.CC r0.x, r1.x;", "REP.S i0.x;", "IF GT.x;", "REP 2;", *["IF LE.y;"] * 10]
        ends = [*["ENDIF;"] * 10, "ENDREP;", "ELSE;", *_steps(5), "ENDIF;", "BRK (LT.x);", "ENDREP;"]
        lines += [*nest, *_steps(16, len(lines)), *ends]
    return _text(lines)


def declared() -> str:
    """A variable and a parameter of its own for each instruction, and arrays chosen from at run time."""
    count = LENGTH - 4
    names = "".join(f"TEMP t{number};\n" for number in range(count // 4))
    arrays = "PARAM p[] = { program.local[0..63] };\nTEMP a[64];\n"
    lines = [
        f"ADD t{number % (count // 4)}, p[{number % 64}], t{(number + 1) % (count // 4)};"
        if number % 3
        else f"MOV a[i0.x + {number % 64}], t{number % (count // 4)};"
        for number in range(count)
    ]
    return _text(lines, _HEAD + arrays + names)


def subroutines() -> str:
    """A thousand subroutines, each called from several places, some chosen by CALI."""
    size, number = 50, LENGTH // 60
    chosen = 64
    types = f"SUBROUTINETYPE Kind {{ {', '.join(f's{k}' for k in range(chosen))} }};\n"
    parameters = "SUBROUTINE Kind many[] = { program.subroutine[0..3] };\n"
    main = ["main:", *(f"CAL s{k};" for k in range(number)), *("CALI many[i0.x];" for _ in range(4))]
    bodies: list[str] = []
    for k in range(number):
        name = f"s{k} SUBROUTINENUM({k}):" if k < chosen else f"s{k}:"
        call = [f"CAL s{k + chosen} (GT.x);"] if k % 2 and k + chosen < number else []
        bodies += [name, *_steps(size, k), *call, "RET (LT.x);", *_steps(4, k)]
    ending = ["MOV result.position, r0;", "MOV result.attrib[0], r1;", "RET;"]
    return _HEAD + types + parameters + "\n".join([*main, *ending, *bodies]) + "\nEND\n"


PROGRAMS: dict[str, Callable[[], str]] = {
    "a straight line": straight,
    "64 bits": wide,
    "nested IF and REP": nested,
    "many variables": declared,
    "a thousand subroutines": subroutines,
}


def rows() -> Iterator[Row]:
    """Each program in a process of its own, whose peak of memory it is."""
    for name in PROGRAMS:
        done = subprocess.run(
            [sys.executable, "-m", "bench.sixty_thousand", name], capture_output=True, text=True, check=True
        )
        found = json.loads(done.stdout)
        label = f"{found['instructions']:,} instructions, {name}"
        taken = {key: found[key] for key in ("load", "translate")}
        yield Row(f"load and translate {label}", sum(taken.values()), "s", _SECONDS, taken)
        yield Row("  peak of memory", found["megabytes"], "MB", _MEGABYTES)


def main() -> None:
    """One program, measured here: processor seconds and the peak of this process."""
    import resource
    import time

    from nvrender.glsl.translate import translate
    from nvrender.languages.load import load
    from nvrender.program.limits import Limits

    text = PROGRAMS[sys.argv[1]]()
    started = time.process_time()
    program = load(text, limits=Limits(instructions=1 << 16, temporaries=1 << 16, if_depth=64))
    loaded = time.process_time()
    translation = translate(program, "glsl430", numerics="exact")
    ended = time.process_time()
    found = {
        "instructions": sum(not one.implicit for one in program.instructions),
        "load": loaded - started,
        "translate": ended - loaded,
        "lines": translation.source.count("\n"),
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
