"""Passes that leave less to read: what goes, what stays, and that translations are no longer for them."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import pytest
from digest.corpus import REPOSITORY, Entry, corpus
from digest.translations import variants
from ir.corpus import evaluations, results

from nvrender.glsl.declared import program as declared
from nvrender.glsl.targets import target_named
from nvrender.glsl.translate import translate
from nvrender.ir.nodes import Shader
from nvrender.ir.text.reader import read
from nvrender.ir.verify import verify
from nvrender.passes import dead_code
from nvrender.passes.dead_code import without_dead_code
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
        if numerics == "fast":
            try:
                source = translate(
                    entry.program, target_named(target), interface=interface, numerics="fast"
                ).source
            except TargetError:
                continue
            found.append((source.count("\n"), len(source)))
    return found


@pytest.mark.parametrize("name", _SHADERS)
def test_no_translation_is_longer(name: str) -> None:
    entry = _SHADERS[name]
    with patch.object(declared, "simplified", lambda shader: shader):
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
