"""Shaders that break a rule are named, the others pass."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nvrender.ir.nodes import Apply, Bitcast, Const, Function, Load, Swizzle
from nvrender.ir.text.reader import read
from nvrender.ir.types import BOOL, FLOAT, UINT, Type
from nvrender.ir.verify import InvalidShader, verify

_LOOKUP = '(Sample(operation = "sample_level", texture = Texture(unit = 0, target = "'
_READ = "Read(memory = Memory(space = "
_SHARED = "Memory(space = SHARED, address = n.x)"
_2D = 'target = "2D"'
_PAIR = "storage = Storage(type = FLOAT, bits = 16, count = 2)"
_LONG = "storage = Storage(type = UNSIGNED, bits = 64), change = ADD"
_HEAD = """\
shader
local a: floatx2
local b: bool
local n: int
local u: uint
local row: float [4]
local wide: uint64
input v: floatx4
input vertex: float vertices 3
output result: float
function sub {
}
function main {
"""


@pytest.mark.parametrize(
    "line",
    [
        "a.yx = fadd(a.xy, (1.0, 2.0)) when less(a.xx, a.yy)",
        "a.xy = fadd(a.xy, (1.0, 2.0)) when b.x",
        "a.x = row[u.x].x",
        "row[2].x = fdot2(a.xy, a.xx)",
        "loop { if b.x { break } continue } call sub",
        "wide.x = as:uint64({u.x, u.x})",
        "b.x = holds_any(less(a.xy, a.yx))",
        "a.x = Load(var = vertex, components = [0], vertex = n.x)",
        "EmitVertex(stream = n.x) EndPrimitive()",
        "a.xy = fsine_cosine(a.x).xy",
        "if all(b.x) { u.x = ballot(b.x) }",
        "Discard(condition = b.x)",
        f'a.xy = {_LOOKUP}2D", offset = (1, -1)), operands = [a.xy, n.x], type = floatx4)).xy',
        f'a.x = {_LOOKUP}ARRAY1D"), operands = [a.xy, n.x], type = floatx4)).x',
        f"a.xy = {_READ}STORAGE, address = n.x, unit = 1), {_PAIR}, type = floatx2)",
        f"a.xy = {_READ}GLOBAL, address = wide.x), {_PAIR}, type = floatx2)",
        f"Store(memory = {_SHARED}, {_PAIR}, value = a.xy)",
        f"Atomic(var = wide, memory = {_SHARED}, {_LONG}, value = {{wide.x, wide.x}})",
        "Barrier(waits = true)",
        'a.xy = Interpolate("centroid", v.xw)',
        'a.x = Interpolate("at_offset", v.x, place = a.xy)',
        "n.x = Convert(a.x, Storage(FLOAT, 32), Storage(SIGNED, 16), TOWARD_ZERO, none, int)",
    ],
)
def test_what_breaks_no_rule_passes(line: str) -> None:
    verify(read(f"{_HEAD}{line}\n}}"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"a.xy = {_READ}STORAGE, address = wide.x), {_PAIR}, type = floatx2)", "the memory int is wanted"),
        (f"a.xy = {_READ}IMAGE, address = n.x, {_2D}), {_PAIR}, type = floatx4)", "memory intx2 is wanted"),
        (f"a.xy = {_READ}SHARED), {_PAIR}, type = floatx2)", "an access without an address"),
        (f"a.x = Read(memory = {_SHARED}, {_PAIR}, type = float)", "what is loaded is floatx2"),
        (f"a.xy = fabs(Read(memory = {_SHARED}, {_PAIR}, type = floatx2))", "not the whole value"),
        (f"Store(memory = {_SHARED}, {_PAIR}, value = a.x)", "the value is float"),
        (f"Atomic(var = u, memory = {_SHARED}, {_LONG}, value = (1uL, 1uL))", "u is uint"),
        ("a.z = 1.0", "in a.z = 1.0: a is floatx2"),
        ("a.x = vertex.x", "vertex is of several vertices"),
        ("a.x = Load(var = result, components = [0], vertex = u.x)", "the vertex is uint"),
        ("a.x = Load(var = b, components = [0], vertex = 0)", "b is not of several vertices"),
        ("EmitVertex(stream = u.x)", "the stream is no scalar int"),
        ("a.xx = a.xy", "a component is written twice"),
        ("a.x = a.xy", "the value is floatx2, not float"),
        ("a.x = n.x", "the value is int, not float"),
        ("a.x = 1.0 when n.x", "a condition of type int"),
        ("row[0].y = 1.0", "row is float"),
        ("row.x = 1.0", "row is an array"),
        ("a[0].x = 1.0", "a is an array"),
        ("row[a.x].x = 1.0", "the element is float"),
        ("row[row[n.x].y].x = 1.0", "row[n.x].y: row is float"),
        ("a.x = fadd(a.x, n.x)", "fadd(a.x, n.x): operand 1 is int, not float"),
        ("a.x = fadd:int(a.x, a.x)", "the result is int, not float"),
        ("a.x = fadd(a.x, a.xy)", "operands of [1, 2] components"),
        ("a.x = fdot3(a.xy, a.xy)", "operands of [2, 2] components"),
        ("b.x = less(n.x, u.x)", "operand 1 is uint, not int"),
        ("a.xy = {a.x, n.x}", "parts of"),
        ("wide.x = as:uint64((1u, 2u, 3u, 4u))", "the value is uint64x2"),
        ("a.x = select(n.x, a.x, a.y)", "a condition of type int"),
        ("a.x = select(b.x, a.x, n.x)", "float or int"),
        ("if n.x { }", "the condition is no scalar bool"),
        ("loop turns u.x { }", "the turns are no scalar int"),
        ("switch a.x { case 0 { } }", "the value is no scalar integer"),
        ("switch n.x { case 0 { } case 0 { } }", "two cases of a number"),
        ('switch n.x { case 0 "a" { } case 1 { } }', "not every case has a name"),
        ("break", "stands in no loop's body"),
        ("loop { } continuing { continue }", "in continue: stands in no loop's body"),
        ("call main", "the function is not one of those before"),
        ("Discard(condition = n.x)", "the condition is no scalar bool"),
        ("u.x = ballot(n.x)", "operand 0 is int, not bool"),
        (f'a.x = {_LOOKUP}2D"), operands = [a.x, n.x], type = floatx4)).x', "coordinates of type float, not"),
        (f'a.x = {_LOOKUP}4D"), operands = [a.x, n.x], type = floatx4)).x', "no lookup of that name"),
        (f'a.x = {_LOOKUP}1D"), operands = [a.x, n.x], type = floatx2)).x', "a lookup of type floatx2"),
        (
            f'a.x = {_LOOKUP}1D", index = u.x), operands = [a.x, n.x], type = floatx4)).x',
            "of the texture int is wanted",
        ),
        ('a.x = Interpolate("centroid", a.x)', "a is no input"),
        ('a.x = Interpolate("at_offset", v.x, 1.0)', "the place is neither an offset nor a number"),
        ("n.x = Convert(a.xy, Storage(FLOAT, 32), Storage(SIGNED, 32), DOWN, none, int)", "floatx2 as int"),
        ("if b.x { loop { a.x = n.x } }", "in a.x = n.x: the value is int"),
    ],
)
def test_what_breaks_a_rule_is_named(line: str, message: str) -> None:
    with pytest.raises(InvalidShader) as error:
        verify(read(f"{_HEAD}{line}\n}}"))
    assert message in str(error.value)


def test_what_no_text_says_is_found_too() -> None:
    shader = read(f"{_HEAD}a.x = 1.0\n}}")
    a, main = shader.variables[0], shader.functions[-1]
    (statement,) = main.body

    def fails(message: str, **changes: object) -> None:
        with pytest.raises(InvalidShader, match=message):
            verify(replace(shader, **changes))  # type: ignore[arg-type]

    def of(value: object) -> tuple[Function, ...]:
        return (replace(main, body=(replace(statement, value=value),)),)  # type: ignore[arg-type]

    fails("no function", functions=())
    fails("two functions", functions=(main, main))
    fails("another has the name", variables=(*shader.variables, a))
    fails("a is not declared so", variables=(replace(a, binding=3), *shader.variables[1:]))
    fails("is no type", variables=(replace(a, type=Type(a.type.kind, 5)),))
    fails("length is negative", variables=(replace(a, length=-1),))
    fails("are not floatx2", initial={"a": (1,)})
    fails("there is no such variable", initial={"c": (1,)})
    fails("are not float", functions=of(Const(FLOAT, (1 << 32,))))
    fails(r"a.\(7\): a is floatx2", functions=of(Load(a, (7,))))
    fails("bool as uint", functions=of(Bitcast(Const(BOOL, (1,)), UINT)))
    fails(r"fnone:float\(0.0\): no operation", functions=of(Apply("fnone", (Const(FLOAT, (0,)),), FLOAT)))
    fails("the value is float", functions=of(Swizzle(Load(a, (0,)), (1,))))
