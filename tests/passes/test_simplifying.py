"""Passes that leave less to read: what goes, what stays, and that translations are no longer for them."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import pytest
from digest.corpus import REPOSITORY, Entry, corpus
from digest.translations import variants
from ir.corpus import evaluated_checked, evaluations, results

from nvrender.glsl.emit import program as declared
from nvrender.glsl.targets import TARGETS, target_named
from nvrender.glsl.translate import translate
from nvrender.ir.nodes import Shader
from nvrender.ir.text.reader import read
from nvrender.ir.verify import verify
from nvrender.passes import copies, dead_code
from nvrender.passes.condition_codes import numbers
from nvrender.passes.constant_folding import folded
from nvrender.passes.copies import propagated
from nvrender.passes.dead_code import without_dead_code
from nvrender.run import run
from nvrender.source import TargetError

_HEAD = """\
shader
input v: floatx4
parameter c: floatx4
output o: floatx4
temporary a: floatx4
temporary b: floatx4
local n: int
"""


def shader(body: str) -> Shader:
    return verify(read(f"{_HEAD}function main {{\n{body}\n}}"))


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("a.x = v.x b.x = a.x o.x = v.y", "o.x = v.y"),
        ("a.xy = v.xy o.x = a.y", "a.xy = v.xy o.x = a.y"),
        ("a.x = v.x a.x = v.y when less(v.x, 0.0) o.x = a.x", ""),
        ("if less(v.x, 0.0) { a.x = v.x } o.x = v.x", "o.x = v.x"),
        ("if less(v.x, 0.0) { a.x = v.x } else { o.x = v.y }", "if less(v.x, 0.0) { } else { o.x = v.y }"),
        ("n.x = 0 loop turns 3 { a.x = fadd(a.x, v.x) n.x = iadd(n.x, 1) } o.x = v.x",
         "loop turns 3 { } o.x = v.x"),
        ("loop { o.x = a.x if less(v.x, 0.0) { break } b.x = v.x a.x = b.x }", ""),
    ],
)  # fmt: skip
def test_dead_code_goes(body: str, left: str) -> None:
    found = verify(without_dead_code(shader(body)))
    assert found.functions == shader(left or body).functions


def test_variables_go_with_what_named_them() -> None:
    found = without_dead_code(replace(shader("a.x = v.x o.x = b.x"), initial={"a": (1, 1, 1, 1)}))
    assert [row.name for row in found.variables] == ["v", "c", "o", "b"]
    assert not found.initial


_SHADERS = {path.name: Entry(path.name, path) for path in sorted((REPOSITORY / "shaders").iterdir())}


def _sizes(entry: Entry) -> list[tuple[int, int]]:
    """How many lines and bytes each plain translation has."""
    found = []
    for variant in variants(entry):
        target, interface, numerics = variant.split(".")
        if numerics == "fast" and target in TARGETS:
            try:
                source = translate(
                    entry.program, target_named(target), interface=interface, numerics="fast"
                ).source
            except TargetError:
                continue
            found.append((source.count("\n"), len(source)))
    return found


@pytest.mark.parametrize("name", _SHADERS)
def test_no_translation_is_longer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what each instruction becomes by itself, before it is joined to others."""
    monkeypatch.setattr(declared, "readable", lambda shader, **others: numbers(shader))
    entry = _SHADERS[name]
    with patch.object(declared, "idiomatic", lambda shader: shader):
        before = _sizes(entry)
    after = _sizes(entry)
    assert len(after) == len(before)
    for (lines, size), (most_lines, most) in zip(after, before, strict=True):
        assert lines <= most_lines
        assert size <= most


def test_a_fault_of_a_pass_shows_in_what_is_evaluated() -> None:
    """As tests.passes.test_passes compares it: here what is written under a condition counts as written."""

    def faulty(node: object, live: object) -> bool:
        return getattr(node, "when", None) is not None

    name = "spec/vp2/ARA.toml: condition code"
    entry = next(entry for entry in corpus() if entry.name == name)
    assert evaluations(entry, without_dead_code) == results(entry)
    with patch.object(dead_code, "in_vain", faulty):
        assert evaluations(entry, without_dead_code) != results(entry)


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("a.xyzw = v.wzyx o.x = fmul(a.x, c.x)", "o.x = fmul(v.w, c.x)"),
        ("a.xyzw = v.wzyx b.xy = a.xz o.xy = b.yx", "o.xy = v.yw"),
        ("a.x = v.x o.x = fmul(a.x, a.x)", ""),
        ("a.x = v.x o.x = a.x o.y = a.x", ""),
        ("a.x = v.x when less(v.x, 0.0) o.x = a.x", ""),
        ("b.x = a.x a.x = v.x o.x = b.x", ""),
        ("a.x = v.x a.y = v.y o.xy = a.xy", ""),
        ("if less(v.x, 0.0) { a.x = v.x } o.x = a.x", ""),
        ("a.x = v.x if less(v.x, 0.0) { o.x = a.x }", "if less(v.x, 0.0) { o.x = v.x }"),
        ("a.x = v.x loop turns 3 { o.x = a.x }", "loop turns 3 { o.x = v.x }"),
        ("a.x = v.x loop turns 3 { o.x = a.x a.x = c.x }", ""),
        ("b.y = v.y a.x = b.y loop turns 3 { o.x = a.x b.y = c.x o.y = b.y }",
         "a.x = v.y loop turns 3 { o.x = a.x o.y = c.x }"),
        ("a.x = v.x switch n.x { case 0 { a.x = c.x } } o.x = a.x", ""),
    ],
)  # fmt: skip
def test_copies_that_are_read_once_go(body: str, left: str) -> None:
    found = verify(without_dead_code(propagated(shader(body))))
    assert found.functions == without_dead_code(shader(left or body)).functions


@pytest.mark.parametrize(
    ("value", "left"),
    [
        ("fadd(fmul(2.0, 3.0), v.x)", "fadd(6.0, v.x)"),
        ("fadd(fneg(fabs(-2.0)), fmad(0.5, 3.0, 1.0))", "0.5"),
        ("fmul((1.0, 2.0, 3.0, 4.0), (0.1, 0.1, 0.1, 0.1))", "(0.1, 0.2, 0.3, 0.4)"),
        ("fmin(0.0, 1.5)", ""),  # GLSL leaves the sign of a zero open
        ("fmul(1.0e30, 1.0e30)", ""),  # no number
        ("fmul(1.0e-30, 1.0e-30)", ""),  # none that is normal
        ("fadd(1.0e-40, 1.0)", ""),  # denormals count as 0 in some languages
        ("frcp(3.0)", ""),  # as precise as the language says
    ],
)
def test_operations_on_constants_go(value: str, left: str) -> None:
    target = "o.xyzw" if value.count(",") > 4 else "o.x"
    found = verify(folded(shader(f"{target} = {value}")))
    assert found == shader(f"{target} = {left or value}")


def test_integers_of_constants_wrap() -> None:
    found = folded(shader("n.x = iadd(imul(65536, 32768), isub(2147483647, -1))"))
    assert found == shader("n.x = 0")


def test_what_functions_read_and_write_is_no_copy_s_only_reader() -> None:
    def called(body: str) -> Shader:
        functions = "function sets {\n  a.x = c.x\n}\nfunction reads {\n  o.y = a.x\n}\n"
        return verify(read(f"{_HEAD}{functions}function main {{\n{body}\n}}"))

    for body in (
        "b.x = a.x call sets o.x = b.x",
        "a.x = v.x call reads o.x = a.x",
        "a.x = v.x call sets o.x = a.x",
    ):
        assert propagated(called(body)) == called(body)
    found = propagated(called("b.x = v.x call sets o.x = b.x")).functions[-1]
    assert found == called("b.x = v.x call sets o.x = v.x").functions[-1]


def test_a_fault_of_copies_shows_in_what_is_evaluated() -> None:
    """Here nothing is forgotten that is written."""
    text = """!!NVvp4.0
        TEMP a, b;
        ADD a, vertex.attrib[1], 0;
        MOV b, a;
        ADD a, vertex.attrib[2], 0;
        ADD result.position, a, b;
        END"""
    given = {1: [[1, 2, 3, 4]], 2: [[10, 20, 30, 40]]}

    def position() -> list[float]:
        with evaluated_checked(propagated):
            found = run(text, given, backend="oracle")
        return list(found["position"][0])

    assert position() == [11, 22, 33, 44]
    with patch.object(copies, "_forget", lambda state, slots: None):
        assert position() == [20, 40, 60, 80]
