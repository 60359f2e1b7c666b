"""Flows do what programs do: the same events, at the same place in the count, to the same end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from flow_random import anything, branches, tangled, written
from flow_skeletons import assemble, execute, follow

from nvrender.languages.profiles import PROFILES
from nvrender.lower.control_flow import analyse
from nvrender.lower.control_flow.regions import Flow
from nvrender.program import Program
from nvrender.source import TargetError

LIMIT = 150


def flows(program: Program) -> list[Flow]:
    """The chosen form, the dispatched form, and the structured one if there is one."""
    forms = [analyse(program), analyse(program, structured=False)]
    assert not forms[1].functions
    try:
        forms.append(analyse(program, structured=True))
        assert not forms[2].dispatch
    except TargetError as error:
        assert "no structured form" in str(error)
        assert forms[0].dispatch
    return forms


def agree(text: str, random: Random, runs: int) -> list[Flow]:
    program = assemble(text)
    forms = flows(program)
    for _ in range(runs):
        bits = [random.random() < 0.5 for _ in range(61)]
        expected = execute(program, bits, LIMIT)
        for flow in forms:
            assert follow(flow, bits, LIMIT) == expected, text
            assert flow.counted or not expected[2] or expected[1] < PROFILES["!!VP2.0"].execution_limit
    return forms


#: Generator → between how many of 200 skeletons have a structured form.
GENERATORS: dict[Callable[[Random], str], tuple[int, int]] = {
    written: (200, 200),
    tangled: (200, 200),
    anything: (180, 200),
    branches: (80, 180),
}


@pytest.mark.parametrize("block", range(6))
@pytest.mark.parametrize("generate", GENERATORS)
def test_random_skeletons_run_alike(generate: Callable[[Random], str], block: int) -> None:
    """NV_vertex_program2 2.14.2.3."""
    structured = 0
    for seed in range(200):
        random = Random(1000 * block + seed)
        structured += len(agree(generate(random), random, 5)) > 2
    least, most = GENERATORS[generate]
    assert least <= structured <= most


def test_random_skeletons_need_every_kind_of_flag() -> None:
    kinds = set()
    for seed in range(200):
        program = assemble((tangled if seed % 2 else branches)(Random(seed)))
        for function in analyse(program).functions:
            kinds |= {flag.split("_")[0] for flag in function.flags}
    assert kinds == {"run", "leave", "again"}


HOSTILE = {
    "all branch to the end": ";".join(f"BRA end(GT);e{n}" for n in range(127)) + ";end:",
    "branches deep into a line": ";".join(f"BRA l{127 - n}(GT)" for n in range(128))
    + ";"
    + ";".join(f"l{n}:e{n}" for n in range(128)),
    "a long switch": ";".join(f"BRA l{n}(GT)" for n in range(85))
    + ";"
    + ";".join(f"l{n}:e{n};BRA end" for n in range(85))
    + ";end:",
    "every line a loop": ";".join(f"l{n}:BRA l{n}(GT)" for n in range(256)),
    "every line an if": ";".join(f"BRA l{n}(GT);e{n};l{n}:" for n in range(128)),
    "loops in loops": "".join(f"l{n}:e{n};" for n in range(120))
    + ";".join(f"BRA l{119 - n}(GT)" for n in range(120)),
    "calls to and fro": ";".join(
        f"l{n}:CAL l{(37 * n + 1) % 128}(GT);CAL l{(17 * n + 11) % 128}" for n in range(128)
    ),
    "calls into one line": ";".join(f"CAL f{n}" for n in range(85))
    + ";RET;"
    + ";".join(f"f{n}:e{n}" for n in range(170)),
    "calls that multiply": "CAL a;" * 60
    + "RET;a:"
    + "CAL b;" * 60
    + "RET;b:"
    + "CAL c;" * 60
    + "RET;c:"
    + "CAL d;" * 60
    + "RET;d:x;RET",
    "crossing loops": "".join(f"l{n}:BRA k{n}(GT);e{n};" for n in range(60))
    + ";".join(f"k{n}:BRA l{n}(LT);BRA l{59 - n}(GE)" for n in range(60)),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_skeletons_stay_small_and_run_alike(text: str) -> None:
    for flow in agree(text, Random(1), 4)[:2]:
        assert repr(flow).count("Block(") < 3000


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("a;RET;b", False),
        ("l:a;BRA l(FL)", False),
        ("l:a;BRA l(GT)", True),
        ("a;RET;l:BRA l", False),  # never reached
        ("CAL f;RET;f:a;BRA f(GT);RET", True),
        ("CAL f;RET;f:a;CAL f;RET", False),  # four deep and over
        ("CAL a;" * 15 + "RET;a:" + "CAL b;" * 15 + "RET;b:" + "CAL c;" * 15 + "RET;c:x;RET", False),
        ("CAL a;" * 40 + "RET;a:" + "CAL b;" * 40 + "RET;b:" + "CAL c;" * 42 + "RET;c:x;RET", True),
    ],
)
def test_counted_where_a_run_can_reach_the_limit(text: str, counted: bool) -> None:
    """65,536 executed instructions end the program (NV_vertex_program2 2.14.2.3)."""
    assert analyse(assemble(text)).counted is counted
    assert analyse(assemble(text), structured=False).counted is counted


def test_dispatched_where_calls_would_grow_too_large() -> None:
    calls = "CAL a;" * 30 + "RET;a:" + "CAL b;" * 30 + "RET;b:" + "e;" * 10 + "RET"
    program = assemble(calls)
    assert analyse(program).dispatch
    assert analyse(program, structured=True).functions
    assert analyse(assemble(calls.replace("CAL b;" * 30, "CAL b;"))).functions


def test_no_structured_form_names_the_loop() -> None:
    with pytest.raises(TargetError, match="the loop at 'm' is also entered elsewhere"):
        analyse(assemble("BRA m(GT);t:a;m:b;BRA t(LT);c"), structured=True)


def test_no_structured_form_too_deep() -> None:
    with pytest.raises(TargetError, match="nest too deep"):
        analyse(assemble(HOSTILE["loops in loops"]), structured=True)


def test_leaves_are_the_programs_own_instructions() -> None:
    program = assemble("a;BRA n(GT);b;n:c")
    ids = {id(instruction) for instruction in program.instructions}
    main = analyse(program).functions[-1]
    found = [one for region in main.body for one in getattr(region, "instructions", ())]
    assert found and all(id(one) in ids for one in found)


def test_straight_program_is_one_block() -> None:
    """NV_vertex_program 2.14.2: no branches, every instruction once."""
    program = replace(assemble("a;b;c"), profile=PROFILES["!!VP1.1"])
    flow = analyse(program)
    (function,) = flow.functions
    (block,) = function.body
    assert block.instructions == program.instructions and block.executed == 3
    assert not flow.counted and not function.may_terminate


def test_names_are_unique_and_stable() -> None:
    text = "f_1:CAL f;CAL f_1(GT);f:a;CAL f(GT);RET"
    names = [function.name for function in analyse(assemble(text)).functions]
    assert len(set(names)) == len(names)
    assert names == [function.name for function in analyse(assemble(text)).functions]
