"""Analyses on shaders small enough to see what is right; on the corpus a wrong one changes results."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest

from nvrender.ir import visit
from nvrender.ir.analysis.assignment import assignments, exposed
from nvrender.ir.analysis.divergence import varying
from nvrender.ir.analysis.liveness import live_after
from nvrender.ir.analysis.ranges import most_turns, values
from nvrender.ir.analysis.uses import in_vain, overwrites, reads, slots, writes
from nvrender.ir.evaluation.shader import Evaluation
from nvrender.ir.nodes import Assign, Loop, Role, Shader, Statement
from nvrender.ir.text.reader import read
from nvrender.ir.text.writer import statement_head

from .corpus import quick, results
from .machine import evaluated

_HEAD = """\
shader
input v: floatx4
parameter c: floatx4
output o: floatx4
temporary a: floatx2
temporary b: floatx2
local p: bool
local n: int
local row: float [4]
"""


def shader(main: str, *functions: str, limit: str = "") -> Shader:
    """``main``'s statements, and functions that it calls."""
    text = _HEAD.replace("shader", f"shader{limit}")
    return read(text + "".join(f"function {each}\n" for each in functions) + f"function main {{\n{main}\n}}")


def named(slots: object) -> str:
    """Slots as a.x, in order."""
    assert isinstance(slots, frozenset)
    return " ".join(sorted(f"{name}.{'xyzw'[component]}" for name, component in slots))


def test_reads_and_writes() -> None:
    one, other, third = shader(
        "a.yx = fadd(v.xx, row[n.x].xx) when less(b.xy, c.zw)  row[n.x].x = 1.0  a.x = 1.0 when true"
    ).functions[-1].body  # fmt: skip
    assert named(reads(one)) == "b.x b.y c.w c.z n.x row.x v.x"
    assert (named(writes(one)), named(overwrites(one))) == ("a.x a.y", "")
    assert (named(writes(other)), named(overwrites(other))) == ("row.x", "")
    assert named(overwrites(third)) == "a.x"


@pytest.mark.parametrize(
    ("main", "expected"),
    [
        ("a.x = 1.0 o.xy = a.xy", "a.y"),
        ("a.x = 1.0 when p.x o.x = a.x", "a.x p.x"),
        ("a.x = a.x", "a.x"),
        ("a.x = 1.0 when p.x o.x = a.x when p.x", "p.x"),
        ("a.x = 1.0 when p.x o.x = a.y when p.x", "a.y p.x"),
        ("a.xy = b.xy when p.x o.xy = a.yx when p.x", "a.x a.y b.x b.y p.x"),
        ("if true { a.x = 1.0 } else { a.xy = b.xy } o.xy = a.xy", "a.y b.x b.y"),
        ("if true { a.x = 1.0 } else { return } o.x = a.x", ""),
        ("if true { a.x = 1.0 } else { terminate } o.x = a.x", ""),
        ("row[0].x = 1.0 o.x = row[0].x", "row.x"),
        ("switch 1 { case 1 { a.x = 1.0 } } o.x = a.x", "a.x"),
        ("loop { a.x = 1.0 if p.x { break } a.y = 1.0 } o.xy = a.xy", "a.y p.x"),
        ("loop { if p.x { continue } a.x = 1.0 } continuing { o.x = a.x }", "a.x p.x"),
        ("loop { a.x = 1.0 if p.x { continue } } continuing { o.x = a.x }", "p.x"),
        ("loop turns 2 { a.x = 1.0 break } o.x = a.x", "a.x"),
        ("loop watched { a.x = 1.0 break } o.x = a.x", "a.x"),
        ("loop { a.x = 1.0 break } o.x = a.x", ""),
        ("loop { o.x = a.x a.x = 1.0 }", "a.x"),
        ("loop { a.x = 1.0 loop { break } break } o.x = a.x", ""),
        ("call sets o.xy = a.xy call uses", "a.y b.x b.y"),
        ("call ends o.x = a.x", ""),
    ],
)  # fmt: skip
def test_what_is_read_before_every_path_has_written_it(main: str, expected: str) -> None:
    functions = (
        "sets { if true { a.x = 1.0 return } a.x = 2.0 b.y = 1.0 }",
        "uses { o.xy = b.xy b.y = 1.0 }",
        "ends { terminate }",
    )
    found = exposed(shader(main, *functions))
    assert named(found - slots_of("v c")) == expected


def slots_of(names: str) -> frozenset[tuple[str, int]]:
    variables = read(_HEAD).variables
    return frozenset[tuple[str, int]]().union(*(slots(var) for var in variables if var.name in names.split()))


def test_the_summary_of_a_function() -> None:
    text = "f { executed 1 a.x = b.y if p.x { return } a.y = 1.0 }"
    found = assignments(shader("call f", text, limit=" limit 9"))["f"]
    assert (named(found.exposed), named(found.written), found.ends) == ("b.y p.x", "a.x", True)
    assert assignments(shader("call f", "f { terminate }"))["f"].written is None


@pytest.mark.parametrize(
    ("main", "expected"),
    [
        ("o.xyz = v.xyz", "o.w"),
        ("o = 1.0 when true", ""),
        ("o = 1.0 when p.x", "o.w o.x o.y o.z"),
        ("if p.x { return } o = 1.0", "o.w o.x o.y o.z"),
        ("if p.x { o.x = 1.0 terminate } o = 1.0", "o.w o.y o.z"),
        ("o.x = 1.0 call ends o = 1.0", "o.w o.y o.z"),
        ("o.xy = v.xy EmitVertex() o = 1.0", "o.w o.z"),
        ("executed 1 o = 1.0 executed 1", ""),
        ("executed 1 o.xyz = v.xyz if p.x { executed 1 } o.w = 1.0", "o.w"),
        ("o.xyz = v.xyz call f o.w = 1.0", "o.w"),
    ],
)
def test_what_is_seen_before_every_path_has_written_it(main: str, expected: str) -> None:
    text = main.replace("o = 1.0", "o.xyzw = (1.0, 1.0, 1.0, 1.0)")
    found = exposed(
        shader(text, "ends { if p.x { terminate } }", "f { executed 1 }", limit=" limit 9"), slots_of("o")
    )
    assert named(found - slots_of("v p")) == expected


@pytest.mark.parametrize(
    ("main", "expected"),
    [
        ("a.x = 1.0 a.x = 2.0 o.x = a.x", "a.x = 1.0"),
        ("a.x = 1.0 a.x = 2.0 when p.x o.x = a.x", ""),
        ("o.x = 1.0 if p.x { return } o.x = 2.0", ""),
        ("o.x = 1.0 if p.x { terminate } o.x = 2.0", ""),
        ("o.x = 1.0 o.x = 2.0", "o.x = 1.0"),
        ("o.x = 1.0 Discard(p.x) o.x = 2.0", "o.x = 1.0"),
        ("a.xy = v.xy", "a.xy = v.xy"),
        ("a.x = 1.0 if p.x { o.x = a.x }", ""),
        ("a.x = 1.0 switch n.x { case 0 { a.x = 2.0 } } o.x = a.x", ""),
        ("a.x = 1.0 loop { o.x = a.x if p.x { break } a.x = 2.0 }", ""),
        ("a.x = 1.0 loop { a.x = 2.0 break } o.x = a.x", "a.x = 1.0"),
        ("a.x = 1.0 loop turns 3 { a.x = 2.0 } o.x = a.x", ""),
        ("loop turns 2 { a.x = 1.0 if p.x { continue } a.x = 2.0 } continuing { o.x = a.x }", ""),
        ("row[0].x = 1.0 row[0].x = 2.0 o.x = row[n.x].x", ""),
        ("a.x = 1.0 b.x = 1.0 b.y = 1.0 call uses o.x = a.x", "b.y = 1.0"),
        ("a.x = 1.0 call sets o.x = a.x", "a.x = 1.0"),
        ("o.x = 1.0 call ends o.x = 2.0", ""),
        ("o.x = 1.0 call emits o.x = 2.0", ""),
        (
            "a.x = v.x b.x = a.x loop turns 3 { b.y = fadd(b.y, b.x) }",
            "a.x = v.x; b.x = a.x; b.y = fadd(b.y, b.x)",
        ),
    ],
)
def test_what_is_written_in_vain(main: str, expected: str) -> None:
    functions = (
        "sets { a.x = 2.0 }",
        "uses { o.y = b.x }",
        "ends { if p.x { terminate } }",
        "emits { EmitVertex() }",
    )
    used = tuple(each for each in functions if f"call {each.split()[0]}" in main)
    found = shader(main, *used)
    after = live_after(found)
    dead = [
        statement_head(row)
        for function in found.functions
        for row in visit.statements(function.body)
        if isinstance(row, Assign) and writes(row).isdisjoint(after[id(row)])
    ]
    assert "; ".join(dead) == expected


def test_what_is_live_is_a_set() -> None:
    first, *_ = (found := shader("a.x = 1.0 o.xy = a.xy")).functions[-1].body
    live = live_after(found)[id(first)]
    expected = {("a", 0), ("a", 1), ("o", 2), ("o", 3), *(("c", component) for component in range(4))}
    assert live == expected == set(live)
    assert len(live) == len(expected)
    assert live & {("a", 0), ("b", 0)} == {("a", 0)}
    assert ("b", 0) not in live


def test_results_are_live_where_a_limit_may_end_the_invocation() -> None:
    first, *_ = (found := shader("o.x = 1.0 executed 1 o.x = 2.0", limit=" limit 5")).functions[-1].body
    assert ("o", 0) in live_after(found)[id(first)]
    first, *_ = (found := shader("o.x = 1.0 executed 1 o.x = 2.0")).functions[-1].body
    assert ("o", 0) not in live_after(found)[id(first)]


@pytest.mark.parametrize(
    ("main", "expected"),
    [
        ("a.x = v.x b.xy = c.xy", "a.x"),
        ("a.xy = {c.x, v.x} b.x = a.x", "a.x a.y b.x"),
        ("b.x = a.x a.x = v.x", "a.x b.x"),
        ("a.x = c.x when less(v.x, 0.0)", "a.x"),
        ("if less(v.x, 0.0) { a.x = 1.0 } else { b.x = 1.0 } b.y = 1.0", "a.x b.x"),
        ("row[itrunc(v.x)].x = 1.0 a.x = row[0].x", "a.x row.x"),
        ("loop { a.x = 1.0 if less(v.x, 0.0) { break } b.x = 1.0 } b.y = 1.0", "a.x b.x"),
        ("loop turns itrunc(v.x) { a.x = 1.0 } b.x = 1.0", "a.x"),
        ("loop turns itrunc(c.x) { a.x = 1.0 } b.x = 1.0", ""),
        ("a.x = 1.0 if less(v.x, 0.0) { return } b.x = 1.0", "b.x"),
        ("loop { a.x = 1.0 if less(v.x, 0.0) { return } b.x = 1.0 } b.y = 1.0", "a.x b.x b.y"),
        ("a.x = 1.0 if less(v.x, 0.0) { call f } b.x = 1.0", "a.y"),
        ("a.x = 1.0 if less(v.x, 0.0) { terminate } b.x = 1.0", "a.x b.x"),
        ("loop watched { if less(v.x, 0.0) { break } } loop watched { b.x = 1.0 if p.x { break } }", "b.x"),
        ("loop watched { if less(c.x, 0.0) { break } } loop watched { b.x = 1.0 if p.x { break } }", ""),
        ('a.x = Interpolate("centroid", v.x)', "a.x"),
        ('o.xyzw = Sample("sample", Texture(0, "2D"), [c.xy], floatx4) a.xy = o.xy b.x = v.x', "b.x"),
    ],
)  # fmt: skip
def test_what_may_differ_between_invocations(main: str, expected: str) -> None:
    found = varying(shader(main, *(("f { a.y = 1.0 }",) if "call f" in main else ())))
    assert named(found - slots_of("v")) == expected


def test_an_invocation_that_a_limit_may_end_makes_all_differ() -> None:
    assert ("a", 0) in varying(shader("a.x = 1.0", limit=" limit 5"))
    assert ("c", 0) in varying(shader("c.x = 1.0"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5", (5, 5)),
        ("-5", (-5, -5)),
        ("iadd(3, imin(n.x, 4))", (-(1 << 31) + 3, 7)),
        ("iadd(n.x, 1)", (-(1 << 31), (1 << 31) - 1)),
        ("imax(n.x, 2)", (2, (1 << 31) - 1)),
        ("and(n.x, 7)", (0, 7)),
        ("and(n.x, -8)", (-(1 << 31), (1 << 31) - 1)),
        ("select(p.x, 3, -1)", (-1, 3)),
        ("({1, 9, and(n.x, 1)}).z", (0, 1)),
        ("address_floor(v.x)", (-512, 511)),
        ("ifloor(-2.5)", (-3, -3)),
        ("ifloor(1.0e+20)", ((1 << 31) - 1,) * 2),
        ("ifloor(float:7fc00000)", (0, 0)),
        ("as:int(and(as:uint(n.x), 3u))", (0, 3)),
        ("as:int(3000000000u)", (-(1 << 31), (1 << 31) - 1)),
    ],
)
def test_ranges(text: str, expected: tuple[int, int]) -> None:
    (statement,) = shader(f"n.x = {text}").functions[-1].body
    assert isinstance(statement, Assign)
    assert values(statement.value) == expected


@pytest.mark.parametrize(
    ("turns", "expected"),
    [(" turns 4", 4), (" turns -4", 0), (" turns imin(n.x, 9)", 9), (" turns n.x", None), ("", None)],
)
def test_trip_counts(turns: str, expected: int | None) -> None:
    (statement,) = shader(f"loop{turns} {{ }}").functions[-1].body
    assert isinstance(statement, Loop)
    assert most_turns(statement) == expected


# --- the corpus

_PARTS = 16


def poisoned(shader: Shader) -> Shader:
    """Everything but results holds garbage at first that definite assignment says is not read."""
    read_first = exposed(shader)
    initial = dict(shader.initial)
    for var in shader.variables:
        if var.role in (Role.TEMPORARY, Role.LOCAL, Role.CODE, Role.ADDRESS):
            words = shader.initial.get(var.name, (0,) * var.type.width)
            garbage = 1 if var.type.bits == 1 else 0x7FC12345
            initial[var.name] = tuple(
                word if (var.name, component) in read_first else garbage
                for component, word in enumerate(words)
            )
    return replace(shader, initial=initial)


def without_dead_writes(shader: Shader) -> Shader:
    """No variable is written in vain."""
    after = live_after(shader)
    dead = {
        id(row)
        for function in shader.functions
        for row in visit.statements(function.body)
        if in_vain(row, after[id(row)])
    }

    def kept(statement: Statement) -> Iterator[Statement]:
        if id(statement) not in dead:
            yield statement

    functions = tuple(replace(row, body=visit.rewritten(row.body, kept)) for row in shader.functions)
    return replace(shader, functions=functions)


@contextmanager
def uniform_checked() -> Iterator[None]:
    """Whatever is evaluated holds alike in all lanes what divergence says does not differ."""

    def run(evaluation: Evaluation) -> None:
        plain(evaluation)
        if not evaluation.lanes:
            return
        differing = varying(evaluation.shader)
        for var in evaluation.shader.variables:
            for name, component in slots(var) - differing:
                words = evaluation.values[name][..., component, :].copy().view(np.uint8)
                lanes = words.reshape(*words.shape[:-1], evaluation.lanes, -1)
                assert (lanes == lanes[..., :1, :]).all(), f"{name}.{component}"

    plain = Evaluation.run
    with patch.object(Evaluation, "run", run):
        yield


@pytest.mark.parametrize("part", (2,))
def test_the_corpus_computes_the_same(part: int) -> None:
    for entry in quick(part, _PARTS):
        with evaluated(), uniform_checked():
            expected = results(entry)
        for passes in (poisoned, without_dead_writes):
            with evaluated(passes):
                assert results(entry) == expected, f"{entry.name}: {passes.__name__}"
