"""Accesses of arrays that stay within them: what the analysis says of each is what no run leaves."""

from __future__ import annotations

import pytest

from nvrender.glsl.translate import translate
from nvrender.ir import visit
from nvrender.ir.analysis.induction import place, within_arrays
from nvrender.ir.analysis.uses import all_statements
from nvrender.ir.nodes import Assign, Load
from nvrender.languages.load import load

from .test_analysis import shader


def found(main: str, *functions: str) -> str:
    """For each access of ``row``, an array of 4, in order: + where it stays within, - where it may not."""
    made = shader(main, *functions)
    inside = within_arrays(made)
    told = []
    for node in all_statements(made):
        for row in (*visit.expressions(node), node):
            if isinstance(row, Load | Assign) and row.var.name == "row":
                told.append("+" if place(row) in inside else "-")
    return "".join(told)


@pytest.mark.parametrize(
    ("main", "expected"),
    [
        ("n.x = 0 loop turns 4 { a.x = row[n.x].x n.x = iadd(n.x, 1) }", "+"),
        ("n.x = 0 loop turns 5 { a.x = row[n.x].x n.x = iadd(n.x, 1) }", "-"),
        ("n.x = 1 loop turns 4 { a.x = row[n.x].x n.x = iadd(n.x, 1) }", "-"),
        ("n.x = -1 loop turns 5 { a.x = row[n.x].x n.x = iadd(n.x, 1) }", "-"),
        ("n.x = -1 loop turns 4 { n.x = iadd(n.x, 1) a.x = row[n.x].x }", "+"),
        ("n.x = 0 loop turns 4 { n.x = iadd(n.x, 1) a.x = row[n.x].x }", "-"),
        ("n.x = 0 loop turns 2 { a.x = row[iadd(n.x, 1)].x n.x = iadd(2, n.x) }", "+"),
        ("n.x = 0 loop turns 2 { a.x = row[iadd(n.x, 2)].x n.x = iadd(n.x, 2) }", "-"),
        ("n.x = 3 loop turns 4 { row[n.x].x = 1.0 n.x = iadd(n.x, -1) }", "+"),
        ("n.x = 3 loop turns 5 { row[n.x].x = 1.0 n.x = iadd(n.x, -1) }", "-"),
        # What comes behind a Continue may not have counted; the condition of a count does not matter.
        ("n.x = 0 loop turns 4 { if p.x { continue } n.x = iadd(n.x, 1) } "
         "continuing { a.x = row[n.x].x }", "-"),
        ("n.x = 0 loop turns 3 { if p.x { continue } n.x = iadd(n.x, 1) } "
         "continuing { a.x = row[n.x].x }", "+"),
        ("n.x = 0 loop turns 4 { a.x = row[n.x].x if p.x { break } } continuing { n.x = iadd(n.x, 1) }", "+"),
        ("n.x = 0 loop turns 3 { if p.x { n.x = iadd(n.x, 1) } a.x = row[n.x].x }", "+"),
        ("n.x = 0 loop turns 4 { if p.x { n.x = iadd(n.x, 1) } a.x = row[n.x].x }", "-"),
        # Counted in an inner loop, or twice, or by a number that nobody knows.
        ("n.x = 0 loop turns 2 { a.x = row[n.x].x loop turns 2 { n.x = iadd(n.x, 1) } }", "-"),
        ("n.x = 0 loop turns 2 { a.x = row[n.x].x n.x = iadd(n.x, 1) n.x = iadd(n.x, 1) }", "-"),
        ("n.x = 0 loop turns 2 { a.x = row[n.x].x n.x = iadd(n.x, itrunc(v.x)) }", "-"),
        ("n.x = 0 loop turns 4 { loop turns 9 { a.x = row[n.x].x } n.x = iadd(n.x, 1) }", "+"),
        ("loop turns 9 { n.x = 0 loop turns 4 { a.x = row[n.x].x n.x = iadd(n.x, 1) } }", "+"),
        # As often as a parameter says, or for ever.
        ("n.x = 0 loop turns itrunc(c.x) { a.x = row[n.x].x n.x = iadd(n.x, 1) }", "-"),
        ("n.x = 0 loop { a.x = row[n.x].x n.x = iadd(n.x, 1) }", "-"),
        # What it begins with is not known.
        ("n.x = itrunc(v.x) loop turns 2 { a.x = row[n.x].x n.x = iadd(n.x, 1) }", "-"),
        ("n.x = 0 if p.x { n.x = 9 } loop turns 2 { a.x = row[n.x].x n.x = iadd(n.x, 1) }", "-"),
        ("n.x = 0 n.x = 1 when p.x loop turns 2 { a.x = row[n.x].x n.x = iadd(n.x, 1) }", "-"),
        ("n.x = 0 a.x = row[n.x].x loop turns 2 { n.x = iadd(n.x, 1) } a.y = row[n.x].x", "--"),
        # Without any loop.
        ("a.x = row[and(n.x, 3)].x a.y = row[and(n.x, 7)].x", "+-"),
    ],
)  # fmt: skip
def test_induction_variables(main: str, expected: str) -> None:
    assert found(main) == expected


def test_functions_may_count_too() -> None:
    counts = "counts {\nn.x = iadd(n.x, 1)\n}"
    assert found("n.x = 0 loop turns 2 { a.x = row[n.x].x call counts n.x = iadd(n.x, 1) }", counts) == "-"


@pytest.mark.parametrize(("turns", "checked"), [(4, False), (5, True)])
def test_elements_inside_are_not_checked(turns: int, checked: bool) -> None:
    """Reads outside of an array are 0 (docs/semantics.md); those inside are read as they stand."""
    program = load(
        "!!NVvp4.0 PARAM rows[4] = { program.local[0..3] }; INT TEMP n; TEMP sum; MOV sum, 0; MOV.S n.x, 0;"
        f"REP.S {turns}; ADD sum, sum, rows[n.x]; ADD.S n.x, n.x, 1; ENDREP; MOV result.position, sum; END"
    )
    for numerics in ("exact", "fast"):
        source = translate(program, numerics=numerics).source
        assert ("rows_at(" in source) is checked, source
        assert ("program.rows[n" in source) is not checked, source
