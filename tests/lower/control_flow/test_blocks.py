"""IF, REP and subroutine blocks as regions (NV_gpu_program4 2.X.5)."""

from __future__ import annotations

import pytest

from nvrender.languages.load import load
from nvrender.lower.control_flow import analyse
from nvrender.lower.control_flow.regions import (
    Block,
    Break,
    Call,
    Continue,
    Function,
    If,
    Loop,
    Region,
    Return,
)


def _functions(text: str) -> dict[str, Function]:
    return {function.name: function for function in analyse(load(f"!!NVvp4.0 TEMP r; {text} END")).functions}


def _outline(regions: tuple[Region, ...]) -> list[object]:
    """Region names and instruction counts, nested."""
    lines: list[object] = []
    for region in regions:
        match region:
            case Block():
                lines.append(len(region.instructions))
            case If():
                lines.append(["if", _outline(region.then), _outline(region.otherwise)])
            case Loop():
                kind = "endless" if region.count is None else "counted"
                assert region.repeats
                lines.append([kind, _outline(region.body)])
            case Call():
                lines.append(region.function)
            case Break() | Continue() | Return():
                lines.append(type(region).__name__)
            case _:
                raise AssertionError(region)
    return lines


@pytest.mark.parametrize(
    "text, outline",
    [
        pytest.param(
            "MOV r, r; IF GT.x; MOV r, r; ELSE; MOV r, r; MOV r, r; ENDIF; MOV r, r;",
            [1, ["if", [1], [2]], 1],
            id="2.X.5: IF, ELSE",
        ),
        pytest.param("IF TR; MOV r, r; ELSE; RET; ENDIF; MOV r, r;", [1, 1], id="2.X.4.3: TR"),
        pytest.param("IF FL; MOV r, r; ENDIF; MOV r, r;", [1], id="2.X.4.3: FL"),
        pytest.param(
            "REP 3; MOV r, r; CONT (EQ.x); BRK (NE.x); MOV r, r; ENDREP;",
            [["counted", [1, ["if", ["Continue"], []], ["if", ["Break"], []], 1]]],
            id="2.X.8, CONT and BRK",
        ),
        pytest.param(
            "REP; REP r; BRK; MOV r, r; ENDREP; RET (LT.x); BRK; ENDREP; MOV r, r;",
            [["endless", [["counted", ["Break"]], ["if", ["Return"], []], "Break"]], 1],
            id="2.X.8, REP without a count",
        ),
        pytest.param("MOV r, r; RET; MOV r, r;", [1], id="2.X.8, RET in main"),
    ],
)
def test_blocks_become_regions(text: str, outline: list[object]) -> None:
    assert _outline(_functions(text)["main"].body) == outline


def test_labels_end_subroutines() -> None:
    functions = _functions("f: MOV r, r; g: MOV r, r; MOV r, r; main: CAL f; CAL g (GT.x); CAL f;")
    assert _outline(functions["f"].body) == [1]
    assert _outline(functions["g"].body) == [2]
    assert _outline(functions["main"].body) == ["f", ["if", ["g"], []], "f"]


def test_calls_beyond_the_stack_do_nothing() -> None:
    """NV_gpu_program4 issue 38: four calls may be pending, the fifth is skipped."""
    functions = _functions("main: CAL f; MOV r, r; RET; f: MOV r, r; CAL f;")
    assert _outline(functions["main"].body) == ["f_1", 1]
    assert [_outline(functions[f"f_{depth}"].body) for depth in (1, 2, 3, 4)] == [
        [1, "f_2"],
        [1, "f_3"],
        [1, "f_4"],
        [1],
    ]
    assert [function.depth for function in functions.values()] == [4, 3, 2, 1, 0]


def test_what_stands_behind_a_subroutine_is_not_part_of_it() -> None:
    """2.X.5: of a main that ends with RET, the calls of the next subroutine are not its own."""
    assert list(_functions("main: CAL f; RET; g: MOV r, r; RET; f: MOV r, r; RET; h: CAL g; RET;")) == [
        "f",
        "main",
    ]


@pytest.mark.parametrize(
    "start",
    [
        pytest.param("!!NVvp4.0 TEMP r; main: CAL f0; RET;", id="NVvp4.0"),
        pytest.param(
            "!!ARBvp1.0 OPTION NV_vertex_program2; OPTION ARB_position_invariant; TEMP r; CAL f0; RET;",
            id="NV_vertex_program2",
        ),
    ],
)
def test_thousands_of_subroutines_call_each_other(start: str) -> None:
    """2.X.5: four calls run, however many would follow."""
    count = 3000
    chain = " ".join(f"f{n}: MOV r.x, r.y; CAL f{(n + 1) % count}; RET;" for n in range(count))
    functions = analyse(load(f"{start} {chain} END")).functions
    assert [(function.label, function.depth) for function in functions] == [
        *(("f3", 4), ("f2", 3), ("f1", 2), ("f0", 1), ("main", 0)),
    ]


@pytest.mark.parametrize(
    ("text", "dispatched"),
    [
        ("REP.S r.x; ADD r.y, r, 1; ENDREP; " * 12, False),
        ("REP.S r.x; ADD r.y, r, 1; ENDREP; " * 13, True),
        ("REP; ADD r.y, r, 1; BRK; ENDREP; " * 13, True),
        ("REP.S {3}; ADD r.y, r, 1; ENDREP; " * 13, False),
        ("main: CAL s; CAL s; CAL s; RET; s: " + "REP.S r.x; ENDREP; " * 5, True),
        ("main: CAL s; CAL s; RET; s: " + "REP.S r.x; ENDREP; " * 5, False),
    ],
    ids=["twelve", "thirteen", "thirteen without a count", "thirteen unrolled", "in calls", "few in calls"],
)
def test_more_loops_than_compilers_bear_are_dispatched(text: str, dispatched: bool) -> None:
    """LLVM takes exponential time for loops one behind the other; a dispatched program has one."""
    flow = analyse(load(f"!!NVvp4.0 TEMP r; {text} END"))
    assert bool(flow.dispatch) is dispatched


@pytest.mark.parametrize(
    ("access", "dispatched"),
    [("ATOM.EXCH.U64 w, w, 65536", True), ("ATOM.ADD.U32 r, r, 65536", False), ("STORE.U8 r, 65536", True)],
)
def test_accesses_that_are_tried_again_count_as_loops_in_calls(access: str, dispatched: bool) -> None:
    text = f"TEMP r; LONG TEMP w; main: {'CAL s; ' * 13} RET; s: {access}; RET;"
    assert bool(analyse(load(f"!!NVvp5.0 {text} END")).dispatch) is dispatched
    once = f"TEMP r; LONG TEMP w; {access + '; '} END"
    assert not analyse(load(f"!!NVvp5.0 {once}")).dispatch
