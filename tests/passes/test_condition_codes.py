"""Codes that are numbers, the comparisons that test them, and flags only where they are read."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from nvrender.ir.evaluation.shader import evaluate
from nvrender.ir.nodes import Shader
from nvrender.ir.text.reader import read
from nvrender.ir.text.writer import write
from nvrender.ir.verify import verify
from nvrender.ops.conditions import FLAG_PASSES
from nvrender.passes.condition_codes import numbers

_HEAD = """\
shader
input f: float
input i: int
input j: int
output o: uint
output r: intx4
local sums: uint
code CC0: uintx4
"""


def mask(test: str) -> int:
    return sum(1 << code for code, holds in enumerate(FLAG_PASSES[test]) if holds)


def shader(body: str) -> Shader:
    return verify(read(f"{_HEAD}\nfunction main {{\n{body}}}\n"))


def body_of(body: str) -> str:
    return write(verify(numbers(shader(body)))).split("{\n", 1)[1][:-2]


def comparison(test: str, of: str = "iflags(i.x)") -> str:
    return body_of(f"  CC0.x = {of}\n  o.x = 1u when has_flags(CC0.x, {mask(test)}u)\n").splitlines()[-1]


@pytest.mark.parametrize(
    ("test", "of", "expected"),
    [
        ("GT", "iflags(i.x)", "greater(CC0.x, 0)"),
        ("LE", "fflags(f.x)", "less_equal(CC0.x, 0.0)"),
        ("NAN", "fflags(f.x)", "not_equal(CC0.x, CC0.x)"),
        ("NAN", "iflags(i.x)", "false"),
        ("SF", "iflags(i.x)", "less(CC0.x, 0)"),
        ("OF", "iflags(i.x)", "false"),
    ],
)
def test_a_test_is_a_comparison(test: str, of: str, expected: str) -> None:
    assert comparison(test, of) == f"  o.x = 1u when {expected}"


def test_a_test_that_always_holds_is_none() -> None:
    assert comparison("BLE") == "  o.x = 1u"


def test_a_code_is_of_the_type_that_sets_it() -> None:
    assert "code CC0: intx4" in write(numbers(shader("  CC0.x = iflags(i.x)\n  CC0.y = uflags(1u)\n")))
    assert body_of("  CC0.x = iflags(i.x)\n  CC0.y = fflags(f.x)\n") == "  CC0.x = i2f(i.x)\n  CC0.y = f.x\n"


_SUM = "  sums.x = sum_flags(as:uint(i.x), as:uint(j.x))\n  CC0.x = or(iflags(iadd(i.x, j.x)), sums.x)"


def test_flags_are_kept_only_where_a_test_reads_them() -> None:
    assert body_of(f"{_SUM}\n  o.x = 1u when has_flags(CC0.x, {mask('LT')}u)\n") == (
        "  CC0_overflow.x = sum_overflow(i.x, j.x)\n"
        "  CC0.x = iadd(i.x, j.x)\n"
        "  o.x = 1u when holds_one(less(CC0.x, 0), CC0_overflow.x)\n"
    )
    other = f"{_SUM}\n  CC0.y = iflags(1)\n  o.x = 1u when has_flags(CC0.y, {mask('LT')}u)\n"
    assert body_of(other) == "  CC0.x = iadd(i.x, j.x)\n  CC0.y = 1\n  o.x = 1u when less(CC0.y, 0)\n"


def test_the_condition_under_which_flags_are_written_is_the_old_one() -> None:
    test = f"has_flags(CC0.x, {mask('CF')}u)"
    assert body_of(f"{_SUM} when {test}\n") == (
        "  carry_1.x = sum_carry(i.x, j.x)\n"
        "  passed_2.x = CC0_carry.x\n"
        "  CC0.x = iadd(i.x, j.x) when passed_2.x\n"
        "  CC0_carry.x = carry_1.x when passed_2.x\n"
    )


@pytest.mark.parametrize("test", [test for test in FLAG_PASSES if test not in ("TR", "FL")])
@pytest.mark.parametrize(
    "of", [_SUM, _SUM.replace("sum_", "difference_").replace("iadd", "isub"), "  CC0.x = fflags(f.x)"]
)
def test_every_test_holds_where_it_did(of: str, test: str) -> None:
    text = f"  CC0.x = fflags(f.x)\n{of}\n  o.x = 1u when has_flags(CC0.x, {mask(test)}u)\n"
    found = shader(text if "fflags" in of else text.split("\n", 1)[1])
    edges = [0, 1, -1, 2**31 - 1, -(2**31), 5]
    pairs = np.array(list(product(edges, edges)), np.int32).T
    floats = np.resize(np.array([0, -0.0, 1, -1, np.inf, -np.inf, np.nan], np.float32), (1, pairs.shape[1]))
    inputs = {"i": pairs[:1], "j": pairs[1:], "f": floats}
    runs = [evaluate(row, inputs, pairs.shape[1]).values["o"] for row in (found, numbers(found))]
    assert (runs[0] == runs[1]).all()
