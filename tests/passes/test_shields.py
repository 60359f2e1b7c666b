"""What is kept from compilers, and which numbers need no conversion to fixed point."""

from __future__ import annotations

import pytest

from nvrender.ir.analysis.raw_words import raw_words
from nvrender.ir.text.reader import read
from nvrender.ir.text.writer import write
from nvrender.ir.verify import verify
from nvrender.passes.fixed_point import in_range
from nvrender.passes.shields import Surroundings, known_values, shielded

_HEAD = """\
shader
temporary a: floatx4
temporary b: floatx4
temporary c: floatx4
temporary i: intx4
temporary j: intx4
input v: floatx4
output o: floatx4
address A: intx4
parameter p: floatx4 [3]
"""


_ALONE = Surroundings()


def behind(text: str, around: Surroundings = _ALONE) -> str:
    shader = read(f"{_HEAD}\n{text}")
    return write(verify(shielded(shader, known_values(shader, around.zeros), around)))


def shields(body: str, around: Surroundings = _ALONE) -> str:
    return behind(f"function main {{\n{body}}}\n", around).split("main {\n", 1)[1][:-2]


def last(body: str, around: Surroundings = _ALONE) -> str:
    return shields(body, around).splitlines()[-1].strip()


def stays(body: str) -> bool:
    return shields(body) == body


def test_what_is_computed_of_constants_alone_is_hidden() -> None:
    assert last("  a.x = fadd(0.5, 0.25)\n") == "a.x = fadd(fopaque(0.5), fopaque(0.25))"
    assert stays("  a.x = fadd(v.x, 0.25)\n")


def test_what_is_copied_is_known_and_what_is_computed_is_not() -> None:
    head = "  b.xy = (0.5, 2.0)\n  c.y = b.x\n"
    assert last(f"{head}  a.x = fmul(c.y, b.y)\n") == "a.x = fmul(fopaque(c.y), fopaque(b.y))"
    assert stays(f"{head}  a.x = fmul(c.x, b.y)\n")  # c.x begins as a hidden zero
    assert stays(f"{head}  c.y = fmul(v.x, b.y)\n  a.x = fmul(c.y, b.y)\n")


def test_steps_that_are_no_zero_stay_in_sight() -> None:
    """1 - 0.25 of a blend."""
    assert stays("  a.x = flrp(0.25, v.x, v.y)\n")
    assert last("  a.x = flrp(1.0, v.x, v.y)\n") == "a.x = flrp(fopaque(1.0), v.x, v.y)"


@pytest.mark.parametrize(
    "body",
    ["  i.x = isub(j.x, j.x)\n", "  i.x = iand(v_i, 0)\n", "  i.x = 0\n", "  i.x = imul(j.y, 0)\n"],
    ids=["difference", "mask", "zero", "product"],
)
def test_zeros_that_integers_leave_are_hidden(body: str) -> None:
    body = body.replace("iand(v_i, 0)", "and(j.x, 0)")
    assert last(f"{body}  a.x = fadd(as:float(i.x), v.x)\n") == "a.x = fadd(fopaque(as:float(i.x)), v.x)"


def test_integers_begin_as_a_plain_zero() -> None:
    assert last("  a.x = fmul(as:float(j.x), v.x)\n  j.x = 1\n").startswith("j.x")
    found = shields("  i.x = iadd(j.x, 1)\n  a.x = fmul(v.y, as:float(i.y))\n")
    assert found.splitlines()[-1].strip() == "a.x = fmul(v.y, as:float(i.y))"  # i is read as floats too
    assert last("  i.x = iadd(j.y, 1)\n  a.x = fadd(as:float(i.x), 0.5)\n").count("fopaque") == 2


def test_answers_of_comparisons_are_hidden_in_registers_that_are_read() -> None:
    assert last("  a.xy = flt(v.xy, v.zw)\n") == "a.xy = fopaque(flt(v.xy, v.zw))"
    assert last("  a.x = i2f(j.x)\n") == "a.x = fopaque(i2f(j.x))"
    assert stays("  o.xy = flt(v.xy, v.zw)\n")


def test_zeros_of_the_text_are_hidden_zeros() -> None:
    assert last("  a.xy = (0.0, 1.0)\n") == "a.xy = fhidden((0.0, 1.0))"
    assert stays("  a.x = flt(v.x, 0.0)\n") is False  # its answer is hidden, its operand not
    assert last("  a.x = flt(v.x, 0.0)\n") == "a.x = fopaque(flt(v.x, 0.0))"


def test_branches_join_what_is_known() -> None:
    body = "  if less(v.x, v.y) {\n    b.x = 0.5\n  } else {\n    b.x = v.x\n  }\n  a.x = fmul(b.x, 2.0)\n"
    assert last(body) == "a.x = fmul(fopaque(b.x), fopaque(2.0))"


def test_loops_bring_zeros_back() -> None:
    body = "  loop turns 3 {\n    a.x = fadd(as:float(i.x), v.x)\n    i.x = isub(j.y, j.y)\n  }\n"
    assert "a.x = fadd(fopaque(as:float(i.x)), v.x)" in shields(f"  i.x = as:int(v.y)\n{body}")


def test_functions_know_what_their_callers_left() -> None:
    function = "function f {\n  a.x = fadd(as:float(i.x), v.x)\n}\n"
    found = behind(f"{function}\nfunction main {{\n  i.x = 0\n  call f\n}}\n")
    assert "a.x = fadd(fopaque(as:float(i.x)), v.x)" in found


def test_magnitudes_whose_sign_is_asked_are_taken_by_bits() -> None:
    """quirks.OPPOSITES."""
    bits = "as:float(and(as:uint(v.x), 2147483647u))"
    assert last("  o.x = fmax(fabs(v.x), v.y)\n") == f"o.x = fmax({bits}, v.y)"
    assert last("  o.x = fsaturate(fabs(v.x))\n") == f"o.x = fsaturate({bits})"
    assert last("  o.x = fneg(fabs(v.x))\n") == "o.x = as:float(or(as:uint(v.x), 2147483648u))"
    assert stays("  o.x = fmul(fabs(v.x), v.y)\n")


def test_kills_take_magnitudes_by_bits() -> None:
    found = last("  Discard(less(fneg(fabs(v.x)), 0.0))\n")
    assert "less(as:float(or(as:uint(v.x), 2147483648u)), 0.0)" in found


def test_magnitudes_of_what_is_known_are_hidden() -> None:
    head = "  b.xy = (0.5, 2.0)\n"
    assert last(f"{head}  a.x = fmul(b.y, fabs(b.x))\n") == "a.x = fmul(fopaque(b.y), fabs(fopaque(b.x)))"
    negative = "as:float(or(as:uint(fopaque(b.x)), 2147483648u))"
    assert last(f"{head}  a.x = fmul(b.y, fneg(fabs(b.x)))\n") == f"a.x = fmul(fopaque(b.y), {negative})"


def test_coordinates_that_are_known_are_hidden() -> None:
    lookup = '  a.xyzw = Sample("sample", Texture(0, "2D"), [{}], floatx4)\n'
    assert "[fdiv(fopaque(b.xy), fopaque(b.zz))]" in last(
        "  b.xyz = (0.5, 0.25, 2.0)\n" + lookup.format("fdiv(b.xy, b.zz)")
    )
    assert stays(lookup.format("fdiv(v.xy, v.zz)"))
    assert "[fopaque(as:float(i.xy))]" in last(
        "  i.xy = isub(i.xy, i.xy)\n" + lookup.format("as:float(i.xy)")
    )


def test_attributes_elsewhere_may_have_zeros() -> None:
    around = Surroundings(zeros=frozenset({("v", 1)}))
    assert last('  a.x = Interpolate("centroid", v.y)\n', around).startswith("a.x = fopaque(Interpolate(")
    assert last('  a.x = Interpolate("centroid", v.x)\n', around).startswith("a.x = Interpolate(")


def test_denormals_are_flushed_where_words_are_read_as_floats() -> None:
    around = Surroundings(flush=True, may_be_words=lambda load: True)
    assert last("  o.x = fadd(v.x, v.y)\n", around) == "o.x = fadd(fflush(v.x), fflush(v.y))"
    assert last("  o.x = v.x\n", around) == "o.x = v.x"
    assert last("  o.x = fcmp(v.x, v.y, v.z)\n", around) == "o.x = fcmp(fflush(v.x), v.y, v.z)"


def test_inputs_may_have_zeros() -> None:
    around = Surroundings(zeros=frozenset({("v", 1)}))
    assert last("  a.x = fadd(v.y, p[0].x)\n", around) == "a.x = fadd(fopaque(v.y), p[0].x)"
    assert last("  a.x = fadd(v.x, p[0].x)\n", around) == "a.x = fadd(v.x, p[0].x)"


def test_what_the_next_stage_reads_is_no_constant() -> None:
    """A linker carries constants on (quirks.FOLDING)."""
    around = Surroundings(handed=frozenset({"o"}))
    assert last("  o.xy = (0.0, 0.5)\n", around) == "o.xy = fopaque((0.0, 0.5))"
    assert last("  a.x = 0.5\n  o.x = a.x\n", around) == "o.x = fopaque(a.x)"
    assert last("  o.xyzw = flight(v.xyzw)\n", around) == "o.xyzw = fopaque(flight(v.xyzw))"
    assert last("  o.x = fadd(v.x, 0.5)\n", around) == "o.x = fadd(v.x, 0.5)"
    assert last("  o.x = v.x\n", around) == "o.x = v.x"


def test_arrays_whose_index_may_be_known() -> None:
    text = "  A.x = {}\n  a.x = p[A.x].x\n"
    heads = [read(f"{_HEAD}\nfunction main {{\n{text.format(value)}}}\n") for value in ("2", "ifloor(v.x)")]
    assert [known_values(shader).indexed for shader in heads] == [{"p"}, set()]


def test_numbers_within_fixed_point_are_not_converted() -> None:
    """NV_fragment_program 3.11.4.2."""

    def found(body: str, *, exact: bool = True) -> str:
        text = write(in_range(read(f"{_HEAD}\nfunction main {{\n{body}}}\n"), exact=exact))
        return text.split("{\n", 1)[1][:-2]

    half = "  a.x = ffixed(fadd(ffixed(v.x), {}))\n"
    for number in ("0.5", "-1.5", "1.9990234"):
        assert found(half.format(f"ffixed({number})")) == half.format(number)
    for number in ("2.0", "1.9990236", "-2.25"):
        assert found(half.format(f"ffixed({number})")) == half.format(f"ffixed({number})")
    sums = "  a.x = ffixed(fadd(ffixed(v.x), ffixed(v.y)))\n"
    products = "  b.x = ffixed(fmul({}, ffixed(fneg(a.x))))\n"
    assert found(sums + products.format("ffixed(a.x)")) == sums + products.format("a.x")
    assert found("  a.x = ffixed(ffixed(v.x))\n") == "  a.x = ffixed(v.x)\n"
    clamped = "  a.x = fsaturate(ffixed(fadd(ffixed(v.x), ffixed(v.y))))\n"
    assert found(clamped) == clamped
    assert found(clamped, exact=False) == "  a.x = fsaturate(fadd(ffixed(v.x), ffixed(v.y)))\n"


def test_words_that_are_passed_on_may_be_no_floats() -> None:
    body = "  a.x = v.x\n  b.x = fadd(v.y, 1.0)\n  c.x = fmax(a.x, b.x)\n  o.x = fadd(c.x, p[A.x].x)\n"
    shader = read(f"{_HEAD}\nfunction main {{\n{body}}}\n")
    found = raw_words(shader, {})
    assert (found.moved, found.passed) == ({"v", "a", "b"}, {"a", "c"})
    body = "  b.x = i2f(i.x)\n  a.x = as:float(mov(i.x))\n  o.x = a.x\n"
    found = raw_words(read(f"{_HEAD}\nfunction main {{\n{body}}}\n"), {})
    assert (found.moved, found.passed) == ({"a"}, {"a", "o"})
