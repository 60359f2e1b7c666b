"""The kinds of variables, and the casts that are left."""

from __future__ import annotations

from nvrender.ir.text.reader import read
from nvrender.ir.text.writer import write
from nvrender.ir.types import Kind
from nvrender.ir.verify import verify
from nvrender.passes.kinds import kinds, typed

_HEAD = """\
shader
temporary a: uintx4
temporary b: uintx4
temporary c: uintx4
temporary d: floatx4
input v: uintx4
parameter p: uintx4 [3]
output o: floatx4
output r: uintx4
address A: intx4
"""


def shader(body: str) -> str:
    return f"{_HEAD}\nfunction main {{\n{body}}}\n"


def body_of(text: str) -> str:
    return write(verify(typed(read(shader(text))))).split("{\n", 1)[1][:-2]


def test_what_is_computed_as_floats_is_floats() -> None:
    assert body_of(
        "  a.x = as:uint(fadd(as:float(v.x), as:float(a.y)))\n  o.x = as:float(a.x)\n"
    ) == "  a.x = fadd(v.x, a.y)\n  o.x = a.x\n"  # fmt: skip


def test_copies_take_the_kind_of_what_they_copy() -> None:
    found = kinds(read(shader("  a.x = v.x\n  b.x = a.x\n  c.x = as:uint(iadd(as:int(b.x), as:int(b.y)))\n")))
    assert {found[name] for name in "abcv"} == {Kind.INT}
    assert (found["d"], found["p"]) == (Kind.FLOAT, Kind.FLOAT)  # of nothing


def test_a_mov_of_a_type_tells_it() -> None:
    assert body_of("  r.x = as:uint(mov(as:int(a.x)))\n  b.x = mov(v.x)\n") == "  r.x = a.x\n  b.x = v.x\n"
    found = kinds(read(shader("  r.x = as:uint(mov(as:int(a.x)))\n  b.x = mov(v.x)\n")))
    assert [found[name] for name in "rabv"] == [Kind.INT, Kind.INT, Kind.UINT, Kind.UINT]


def test_words_of_several_types_are_unsigned_as_soon_as_one_is_a_float() -> None:
    text = "  a.x = as:uint(ffloor(as:float(v.x)))\n  a.y = as:uint(iadd(as:int(v.x), 1))\n"
    assert body_of(text) == (
        "  a.x = as:uint(ffloor(as:float(v.x)))\n  a.y = as:uint(iadd(as:int(v.x), 1))\n"
    )
    found = kinds(read(shader("  a.x = as:uint(iadd(as:int(v.x), 1))\n  b.x = umin(a.x, a.y)\n")))
    assert [found[name] for name in "ab"] == [Kind.INT, Kind.UINT]


def test_declared_types_count_as_uses() -> None:
    found = kinds(read(shader("  d.x = as:float(umin(v.x, v.y))\n")))
    assert found["d"] is Kind.UINT and "o" not in found


def test_the_sign_of_unsigned_words_is_of_unsigned_words() -> None:
    found = kinds(read(shader("  b.x = umin(as:uint(ineg(as:int(v.x))), 1u)\n")))
    assert found["v"] is Kind.UINT


def test_zeros_outside_an_array_are_of_no_type() -> None:
    text = "  a.x = select(less(A.x, 2), p[A.x].x, 0u)\n  b.x = as:uint(fabs(as:float(a.x)))\n"
    assert body_of(text) == "  a.x = select(less(A.x, 2), p[A.x].x, 0.0)\n  b.x = fabs(a.x)\n"


def test_a_group_is_of_one_kind() -> None:
    text = read(shader("  a.x = as:uint(fabs(as:float(v.x)))\n"))
    assert kinds(text, [frozenset("ab")])["b"] is Kind.FLOAT
    text = read(shader("  a.x = as:uint(fabs(as:float(v.x)))\n  b.x = umin(c.x, 1u)\n"))
    assert [kinds(text, [frozenset("ab")])[name] for name in "ab"] == [Kind.UINT, Kind.UINT]


def test_integers_go_by_what_more_take_them_for() -> None:
    text = read(
        shader(
            "  a.x = as:uint(iadd(as:int(a.x), as:int(b.x)))\n  c.x = udiv(a.x, a.y)\n  c.y = idiv(1, 1)\n"
        ).replace("c.y = idiv(1, 1)", "c.y = as:uint(idiv(1, 1))")
    )
    assert (kinds(text)["a"], kinds(text, plain=True)["a"]) == (Kind.INT, Kind.UINT)
