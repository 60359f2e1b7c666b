"""Registers taken apart into the values they hold, those joined to where they are read, and updates."""

from __future__ import annotations

import pytest

from nvrender.ir.analysis.scopes import declared
from nvrender.ir.nodes import Assign, If, Loop, Role, Shader
from nvrender.ir.text.reader import read
from nvrender.ir.text.writer import write
from nvrender.ir.verify import verify
from nvrender.ir.visit import statements
from nvrender.passes.joining import joined
from nvrender.passes.updates import updated
from nvrender.passes.values import split
from nvrender.source import Span

_HEAD = """\
shader
input v: floatx4
input i: intx4 binding 1
parameter c: floatx4
parameter m: floatx4 [8] binding 8
output o: floatx4
temporary a: floatx4
temporary b: floatx4 binding 1
temporary k: intx4 binding 2
code CC0: floatx4
local n: int
"""


def shader(body: str, *functions: str, head: str = _HEAD) -> Shader:
    return verify(read(f"{head}{''.join(functions)}function main {{\n{body}\n}}"))


def lines(found: Shader) -> list[str]:
    """The statements of main."""
    text = write(verify(found)).partition("function main {\n")[2]
    return [line.strip() for line in text.splitlines()[:-1]]


def values(found: Shader) -> list[str]:
    """The variables that registers became, with their types."""
    return [f"{var.name}: {var.type}" for var in found.variables if var.value]


@pytest.mark.parametrize(
    ("body", "left", "variables"),
    [
        # One after the other.
        ("a.x = v.x o.x = a.x a.x = v.y o.y = a.x",
         ["a.x = v.x", "o.x = a.x", "a_2.x = v.y", "o.y = a_2.x"], ["a: float", "a_2: float"]),
        # As wide as it is read, what is dead not computed.
        ("a.xyzw = fadd(v.xyzw, c.xyzw) o.xy = a.yw",
         ["a.xy = fadd(v.yw, c.yw)", "o.xy = a.xy"], ["a: floatx2"]),
        ("a.x = v.x o.y = v.y", ["o.y = v.y"], []),
        # Components that are never together live apart.
        ("a.x = v.x a.w = v.w o.x = a.x o.w = a.w",
         ["a.x = v.x", "a_2.x = v.w", "o.x = a.x", "o.w = a_2.x"], ["a: float", "a_2: float"]),
        # Together where they are written, or read, together.
        ("a.xw = v.xw o.x = a.x o.w = a.w", ["a.xy = v.xw", "o.x = a.x", "o.w = a.y"], ["a: floatx2"]),
        ("a.x = v.x a.w = v.w o.xw = a.xw", ["a.x = v.x", "a.y = v.w", "o.xw = a.xy"], ["a: floatx2"]),
        # One number in all components, unless some are what the register held, or a condition keeps it.
        ("a.xyzw = v.xxxx o.xyzw = a.xyzw", ["a.x = v.x", "o.xyzw = a.xxxx"], ["a: float"]),
        ("a.y = v.x o.xyzw = a.xyzw", ["a.y = v.x", "o.xyzw = a.xyzw"], ["a: floatx4"]),
        ("a.xyzw = v.xxxx when less(v.xyzw, c.xyzw) o.xyzw = a.xyzw",
         ["a.xyzw = v.xxxx when less(v.xyzw, c.xyzw)", "o.xyzw = a.xyzw"], ["a: floatx4"]),
        # What is written under a condition is left where it does not hold.
        ("a.x = v.x a.x = v.y when less(v.x, 0.0) o.x = a.x",
         ["a.x = v.x", "a.x = v.y when less(v.x, 0.0)", "o.x = a.x"], ["a: float"]),
        # Ways that meet.
        ("if less(v.x, 0.0) { a.x = v.x } else { a.x = v.y } o.x = a.x a.x = v.z o.y = a.x",
         ["if less(v.x, 0.0) {", "a.x = v.x", "} else {", "a.x = v.y", "}", "o.x = a.x", "a_2.x = v.z",
          "o.y = a_2.x"], ["a: float", "a_2: float"]),
        # A value that lasts from turn to turn, and one that does not.
        ("a.x = 0.0 loop turns 3 { b.x = fmul(v.x, c.x) a.x = fadd(a.x, b.x) b.x = a.x o.y = b.x } o.x = a.x",
         ["a.x = 0.0", "loop turns 3 {", "b.x = fmul(v.x, c.x)", "a.x = fadd(a.x, b.x)", "b_2.x = a.x",
          "o.y = b_2.x", "}", "o.x = a.x"], ["a: float", "b: float", "b_2: float"]),
        # What a BRK takes along.
        ("loop { a.x = v.x if less(v.x, 0.0) { break } a.x = v.y if less(v.y, 0.0) { break } } o.x = a.x",
         ["loop {", "a.x = v.x", "if less(v.x, 0.0) {", "break", "}", "a.x = v.y", "if less(v.y, 0.0) {",
          "break", "}", "}", "o.x = a.x"], ["a: float"]),
        # A code, too.
        ("CC0.x = v.x a.x = v.y when less(CC0.x, 0.0) CC0.x = v.z a.x = v.w when less(CC0.x, 0.0) o.x = a.x",
         ["CC0.x = v.x", "a.x = v.y when less(CC0.x, 0.0)", "CC0_2.x = v.z",
          "a.x = v.w when less(CC0_2.x, 0.0)", "o.x = a.x"], ["a: float", "CC0: float", "CC0_2: float"]),
    ],
)  # fmt: skip
def test_registers_are_split(body: str, left: list[str], variables: list[str]) -> None:
    found = split(shader(body))
    assert lines(found) == left
    assert values(found) == variables


def test_what_functions_share_stays_a_register() -> None:
    sets = "function sets {\n  a.x = v.x\n}\n"
    found = split(shader("b.x = v.y call sets o.x = fadd(a.x, b.x) a.x = v.z o.y = a.x", sets))
    assert lines(found) == ["b.x = v.y", "call sets", "o.x = fadd(a.x, b.x)", "a_1.x = v.z", "o.y = a_1.x"]
    assert values(found) == ["a_1: float", "b: float"]
    assert "a.x = v.x" in write(found).partition("function main")[0]


def test_first_values_go_along() -> None:
    text = f"{_HEAD.replace('temporary a: floatx4', 'temporary a: floatx4 = (1.0, 2.0, 3.0, 4.0)')}"
    found = split(shader("o.x = a.w", head=text))
    assert found.initial == {"a": (0x40800000,)}
    assert lines(found) == ["o.x = a.x"]


def test_what_64_bits_are_computed_of_stays_a_register() -> None:
    found = split(shader("b.x = v.x b.x = resize:float(resize:float64(b.x)) o.x = b.x"))
    assert lines(found)[-1] == "o.x = b.x"
    assert [var.value for var in found.variables if var.name == "b"] == [0]


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("a.x = fmul(v.x, c.x) o.x = fadd(a.x, 1.0)", ["o.x = fadd(fmul(v.x, c.x), 1.0)"]),
        # Of a vector what is read of it.
        ("a.xy = fmul(v.xy, c.xy) o.xy = fadd(a.yx, 1.0)", ["o.xy = fadd(fmul(v.yx, c.yx), (1.0, 1.0))"]),
        # Never twice.
        ("a.x = fmul(v.x, c.x) o.x = fmul(a.x, a.x)", ["a.x = fmul(v.x, c.x)", "o.x = fmul(a.x, a.x)"]),
        ("a.xy = {fsin(v.x), fcos(v.y)} o.xyz = a.xyy",
         ["a.xy = {fsin(v.x), fcos(v.y)}", "o.xyz = a.xyy"]),
        ("a.x = fmul(v.x, c.x) o.yz = (flight({a.x, c.yzw})).yz",
         ["a.x = fmul(v.x, c.x)", "o.yz = flight({a.x, c.yzw}).yz"]),
        # Not past what changes an operand.
        ("b.x = v.y b.x = fadd(b.x, 1.0) when less(v.x, 0.0) a.x = fmul(b.x, c.x) "
         "b.x = 2.0 when less(v.y, 0.0) o.x = a.x o.y = b.x",
         ["b.x = v.y", "b.x = fadd(b.x, 1.0) when less(v.x, 0.0)", "a.x = fmul(b.x, c.x)",
          "b.x = 2.0 when less(v.y, 0.0)", "o.x = a.x", "o.y = b.x"]),
        # Into a condition, not into a branch.
        ("a.x = fmul(v.x, c.x) if less(a.x, 0.0) { o.x = v.x }",
         ["if less(fmul(v.x, c.x), 0.0) {", "o.x = v.x", "}"]),
        ("a.x = fmul(v.x, c.x) if less(v.x, 0.0) { o.x = a.x }",
         ["a.x = fmul(v.x, c.x)", "if less(v.x, 0.0) {", "o.x = a.x", "}"]),
        # What compares fragments stays where all of them are.
        ("a.x = fddx(v.x) Discard(less(v.x, 0.0)) o.x = a.x",
         ["a.x = fddx(v.x)", "Discard(less(v.x, 0.0))", "o.x = a.x"]),
        ("a.x = fsin(v.x) Discard(less(v.x, 0.0)) o.x = a.x", ["Discard(less(v.x, 0.0))", "o.x = fsin(v.x)"]),
        # Components that are written one by one.
        ("a.x = fsin(v.x) a.y = fcos(v.x) o.xy = fadd(a.xy, 1.0)",
         ["o.xy = fadd({fsin(v.x), fcos(v.x)}, (1.0, 1.0))"]),
        ("a.x = fmul(v.x, c.y) a.y = fmul(v.y, c.x) o.x = fdot2(a.xy, a.xy)",
         ["a.xy = fmul(v.xy, c.yx)", "o.x = fdot2(a.xy, a.xy)"]),
        ("o.xyz = fmul(v.xyz, c.xyz) o.w = 1.0", ["o.xyzw = {fmul(v.xyz, c.xyz), 1.0}"]),
        ("o.xz = fsin(v.x) o.yw = 1.0", ["o.xz = fsin(v.x)", "o.yw = (1.0, 1.0)"]),
        ("o.xyz = v.xyz a.x = o.y o.w = a.x o.x = a.x",
         ["o.xyz = v.xyz", "a.x = o.y", "o.w = a.x", "o.x = a.x"]),
        # A copy of what was given, however often it is read.
        ("a.x = v.y if less(a.x, 0.0) { o.x = fmul(a.x, a.x) } o.y = fsin(a.x)",
         ["if less(v.y, 0.0) {", "o.x = fmul(v.y, v.y)", "}", "o.y = fsin(v.y)"]),
        # A number too, and a vector of which one number is read at a time; not what chooses elements.
        ("a.x = 2.0 o.x = fmul(a.x, v.x) if less(v.x, a.x) { o.y = a.x }",
         ["o.x = fmul(2.0, v.x)", "if less(v.x, 2.0) {", "o.y = 2.0", "}"]),
        ("a.xy = (2.0, 3.0) o.x = fmul(a.x, v.x) o.yz = fadd(a.yy, v.yz)",
         ["o.x = fmul(2.0, v.x)", "o.yz = fadd((3.0, 3.0), v.yz)"]),
        ("a.xy = (2.0, 3.0) o.x = fmul(a.x, v.x) o.yz = fadd(a.xy, v.yz)",
         ["a.xy = (2.0, 3.0)", "o.x = fmul(a.x, v.x)", "o.yz = fadd(a.xy, v.yz)"]),
        ("k.x = 70 o.x = fmul(m[k.x].x, m[k.x].y)", ["k.x = 70", "o.x = fmul(m[k.x].x, m[k.x].y)"]),
        # A copy chooses elements too; what is computed does so by name.
        ("k.x = i.y o.xyzw = m[iadd(k.x, 1)].xyzw", ["o.xyzw = m[iadd(i.y, 1)].xyzw"]),
        ("k.x = imul(i.x, i.y) o.xyzw = m[k.x].xyzw", ["k.x = imul(i.x, i.y)", "o.xyzw = m[k.x].xyzw"]),
    ],
)  # fmt: skip
def test_what_is_read_once_is_joined(body: str, left: list[str]) -> None:
    text = body.replace("fadd(a.yx, 1.0)", "fadd(a.yx, (1.0, 1.0))").replace(
        "fadd(a.xy, 1.0)", "fadd(a.xy, (1.0, 1.0))"
    )
    text = text.replace("o.xz = fsin(v.x)", "o.xz = fsin(v.x).xx").replace("o.yw = 1.0", "o.yw = (1.0, 1.0)")
    wanted = [row.replace("o.xz = fsin(v.x)", "o.xz = fsin(v.x).xx") for row in left]
    assert lines(joined(split(shader(text)))) == wanted


@pytest.mark.parametrize(
    "between",
    [
        "o.xyzw = v.xyzw when greater(v.xyzw, (0.0, 0.0, 0.0, 0.0))",
        "o.xyzw = v.wzyx",
    ],
)
def test_parts_on_both_sides_of_a_write_of_the_whole_stay_apart(between: str) -> None:
    body = f"o.xyz = c.xyz\n{between}\no.w = c.y"
    assert lines(joined(shader(body))) == body.splitlines()


def test_lines_stay_readable() -> None:
    """Each of the sums is read once; they fill lines, and no line more than there is room."""
    body = "a.x = v.x " + "a.x = fadd(fmul(a.x, 0.123456), c.y) " * 12 + "o.x = a.x"
    found = lines(joined(split(shader(body))))
    assert 1 < len(found) < 8
    assert all(len(line) < 150 for line in found)  # text of the representation is longer than GLSL


def test_two_comments_are_not_put_in_one_line() -> None:
    text = "a.x = fmul(v.x, c.x) @1:2 b.x = fadd(a.x, 1.0) @3:4 o.x = fsin(b.x) @5:6"
    first, second, third = Span(1, 2), Span(3, 4), Span(5, 6)
    found = joined(split(shader(text)), remarked=frozenset({first}))
    assert len(lines(found)) == 1
    assert found.joined == {first: second, second: third}
    assert len(lines(joined(split(shader(text)), remarked=frozenset({first, third})))) == 2


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("a.x = fsin(v.x) b.x = fmul(a.x, a.x) a.x = fadd(a.x, b.x) o.x = fmul(a.x, a.x)",
         ["a.x = fsin(v.x)", "a.x = fadd(a.x, fmul(a.x, a.x))", "o.x = fmul(a.x, a.x)"]),
        # Not where the old value is read still, in another component, or from turn to turn.
        ("a.x = fsin(v.x) b.x = a.x a.x = fadd(a.x, 1.0) o.x = fmul(a.x, a.x) o.y = b.x",
         ["a.x = fsin(v.x)", "a_2.x = fadd(a.x, 1.0)", "o.x = fmul(a_2.x, a_2.x)", "o.y = a.x"]),
        ("a.xy = v.xy a.x = fsin(v.x) a.xy = fmul(a.yx, c.xy) o.xy = fmul(a.xy, a.xy)",
         ["a_2.xy = fmul({v.y, fsin(v.x)}, c.xy)", "o.xy = fmul(a_2.xy, a_2.xy)"]),
    ],
)  # fmt: skip
def test_updates_keep_their_variable(body: str, left: list[str]) -> None:
    assert lines(updated(joined(split(shader(body))))) == left


def test_a_value_of_the_turn_before_is_no_update() -> None:
    text = _HEAD.replace("code CC0", "temporary a_2: floatx4 value 2\ncode CC0")
    text = text.replace("temporary a: floatx4", "temporary a: floatx4 value 1")
    body = (
        "loop turns 3 { o.x = a.x a.xyzw = v.xyzw a_2.xyzw = fadd(a.xyzw, c.xyzw) o.y = fmul(a_2.x, a_2.x) }"
    )
    assert "a_2" in write(updated(shader(body, head=text)))
    assert "a_2" not in write(updated(shader(body.replace("o.x = a.x ", ""), head=text)))


# --- where they are declared


def places(body: str, first: frozenset[str] = frozenset()) -> dict[str, str]:
    """The values, each with the statement it is declared at: its class, and what it assigns."""
    found = split(shader(body))
    begin = declared(found, first)
    rows = [(node, begin.get(id(node), [])) for node in statements(found.functions[-1].body)]
    return {
        var.name: f"{node.__class__.__name__} {node.var.name if isinstance(node, Assign) else ''}".strip()
        for node, values in rows
        for var in values
    }


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("a.x = v.x o.x = fmul(a.x, a.x)", {"a": "Assign a"}),
        ("if less(v.x, 0.0) @1:2 { a.x = v.x o.x = a.x }", {"a": "Assign a"}),
        ("if less(v.x, 0.0) @1:2 { a.x = v.x } else { a.x = v.y } o.x = a.x", {"a": "If"}),
        ("loop turns 3 @1:2 { a.x = v.x o.x = a.x }", {"a": "Assign a"}),
        ("loop turns 3 @1:2 { o.x = a.x a.x = v.x }", {"a": "Loop"}),
        ("loop @3:4 { a.x = v.x if less(a.x, 0.0) @1:2 { break } } o.x = a.x", {"a": "Loop"}),
        ("switch n.x { case 0 { a.x = v.x o.x = a.x } }", {"a": "Switch"}),
        ("if less(v.x, 0.0) @1:2 { o.x = a.x }", {"a": "Assign o"}),
    ],
)  # fmt: skip
def test_values_are_declared_in_the_innermost_scope(body: str, found: dict[str, str]) -> None:
    assert places(body) == found


def test_first_values_are_declared_outside_of_loops() -> None:
    body = "loop turns 3 @1:2 { o.x = a.x when less(v.x, 0.0) }"
    assert places(body, frozenset({"a"})) == {"a": "Loop"}


def test_roles_stay() -> None:
    found = split(shader("CC0.x = v.x a.x = v.x when less(CC0.x, 0.0) o.x = a.x"))
    assert {var.role for var in found.variables if var.value} == {Role.TEMPORARY, Role.CODE}
    assert not any(isinstance(node, If | Loop) for node in statements(found.functions[-1].body))
