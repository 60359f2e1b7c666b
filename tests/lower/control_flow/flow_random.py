"""Random control-flow skeletons as text for ``flow_skeletons.assemble``."""

from __future__ import annotations

from random import Random

TESTS = ("EQ", "NE", "LT", "GE", "LE", "GT")


def _condition(random: Random, always: float) -> str:
    draw = random.random()
    if draw < always:
        return ""
    if draw < always + 0.06:
        return random.choice(("(TR)", "(FL)"))
    return f"({random.choice(TESTS)})"


def anything(random: Random) -> str:
    """Branches, calls and returns to anywhere: fall-through into subroutines, recursion, irreducible."""
    length = random.randint(1, random.choice((6, 10, 16, 30)))
    labels = [f"l{n}" for n in range(random.randint(1, 6))]
    if random.random() < 0.4:
        labels[-1] = "main"
    places: dict[int, list[str]] = {}
    for label in labels:
        places.setdefault(random.randint(0, length), []).append(label)
    branches, calls, returns = random.choice(((0.3, 0.0, 0.05), (0.2, 0.15, 0.1), (0.1, 0.3, 0.2)))
    always = random.choice((0.1, 0.4))
    parts = []
    for index in range(length):
        prefix = "".join(f"{label}:" for label in places.get(index, ()))
        draw = random.random()
        if draw < branches:
            what = f"BRA {random.choice(labels)}{_condition(random, always)}"
        elif draw < branches + calls:
            what = f"CAL {random.choice(labels)}{_condition(random, always)}"
        elif draw < branches + calls + returns:
            what = f"RET{_condition(random, always)}"
        else:
            what = f"e{index}"
        parts.append(prefix + what)
    return ";".join(parts) + ";" + "".join(f"{label}:" for label in places.get(length, ()))


def branches(random: Random) -> str:
    """Nothing but events and conditional branches, close together; half of them forward only."""
    length = random.randint(8, 30)
    forward = random.random() < 0.5
    parts = []
    for index in range(length):
        place = random.randint(index + 1 if forward else 0, length)
        draw = random.random()
        parts.append(f"l{index}:" + (f"BRA l{place}({random.choice(TESTS)})" if draw < 0.4 else f"e{index}"))
    return ";".join(parts) + f";l{length}:"


def tangled(random: Random) -> str:
    """Loops in loops, left and continued at any level, that rejoin anywhere behind."""
    depth = random.randint(2, 4)
    count = iter(range(10**6))
    parts = [f"t{level}:e{next(count)}" for level in range(depth)]
    for level in reversed(range(depth)):
        for _ in range(random.randint(0, 4)):
            target = f"{random.choice('tx')}{random.randint(0, level)}"
            prefix = f"m{next(count)}:"
            parts.append(prefix + random.choice((f"BRA {target}(GT)", f"e{next(count)}")))
        parts.append(f"BRA t{level}(NE)")
        parts.append(f"x{level}:e{next(count)}")
        parts += [f"e{next(count)}"] * random.choice((0, 12))
    return ";".join(parts)


def written(random: Random) -> str:
    """What a programmer writes: ifs, loops, breaks and continues (some of outer loops), returns, calls."""
    count = iter(range(10**6))
    parts: list[str] = []

    def event() -> None:
        parts.append(f"e{next(count)}")

    def test() -> str:
        return f"({random.choice(TESTS)})"

    def statements(depth: int, loops: list[tuple[str, str]], functions: list[str]) -> None:
        for _ in range(random.randint(1, 3)):
            draw = random.random()
            n = next(count)
            if draw < 0.35 or depth > 3:
                event()
            elif draw < 0.5:  # if
                parts.append(f"BRA n{n}{test()}")
                statements(depth + 1, loops, functions)
                parts.append(f"n{n}:")
            elif draw < 0.62:  # if else
                parts.append(f"BRA n{n}{test()}")
                statements(depth + 1, loops, functions)
                parts.extend((f"BRA j{n}", f"n{n}:"))
                statements(depth + 1, loops, functions)
                parts.append(f"j{n}:")
            elif draw < 0.72:  # while
                parts.append(f"t{n}:")
                event()
                parts.append(f"BRA x{n}{test()}")
                statements(depth + 1, [*loops, (f"t{n}", f"x{n}")], functions)
                parts.extend((f"BRA t{n}", f"x{n}:"))
            elif draw < 0.8:  # do while
                parts.append(f"t{n}:")
                event()
                statements(depth + 1, [*loops, (f"t{n}", f"x{n}")], functions)
                parts.extend((f"BRA t{n}{test()}", f"x{n}:"))
            elif draw < 0.9 and loops:
                loop = loops[-1] if random.random() < 0.8 else random.choice(loops)
                parts.append(f"BRA {random.choice(loop)}{test()}")
            elif draw < 0.94 or not functions:
                parts.append(f"RET{test()}")
            else:
                parts.append(f"CAL {random.choice(functions)}{random.choice(('', test()))}")

    functions: list[str] = []
    for n in range(random.randint(0, 2)):
        parts.append(f"f{n}:")
        statements(1, [], functions)
        event()
        parts.append("RET")
        functions.append(f"f{n}")
    parts.append("main:")
    statements(0, [], functions)
    event()
    text = ""
    for part in parts:
        text += part + ("" if part.endswith(":") else ";")
    return text
