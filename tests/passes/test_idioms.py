"""Idioms: what becomes a word of GLSL, what nearly does, and that the numbers stay within the precision."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from unittest.mock import patch

import numpy as np
import pytest
from digest.corpus import REPOSITORY, Entry, corpus
from ir.corpus import evaluated_checked

import nvrender
from nvrender.gl.inputs.vertices import attribute_arrays, buffer_arrays, parameter_array
from nvrender.ir.analysis.values import Values
from nvrender.ir.nodes import Shader
from nvrender.ir.text.reader import read
from nvrender.ir.verify import verify
from nvrender.lower.program import lowered
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.tolerance.tolerance import compare, envelope
from nvrender.passes.dead_code import without_dead_code
from nvrender.passes.idioms import lengths as lengths_module
from nvrender.passes.idioms import matrices as matrices_module
from nvrender.passes.idioms import reflections as reflections_module
from nvrender.passes.idioms.lengths import lengths
from nvrender.passes.idioms.matching import Seen
from nvrender.passes.idioms.matrices import matrices
from nvrender.passes.idioms.negations import negations
from nvrender.passes.idioms.quotients import quotients
from nvrender.passes.idioms.ranges import ranges
from nvrender.passes.idioms.reflections import reflections
from nvrender.passes.pipeline import IDIOMS, simplified, through
from nvrender.program import Program
from nvrender.program.memory import reaching_outside
from nvrender.program.profile import Stage
from nvrender.regression.comparison.sample_states import sample_state
from nvrender.regression.comparison.samples import samples

#: Programs of more instructions take seconds.
_LONGEST = 120
_HEAD = """\
shader
input v: floatx4
input w: floatx4 binding 1
parameter c0: floatx4
parameter c1: floatx4 binding 1
parameter c2: floatx4 binding 2
parameter c3: floatx4 binding 3
parameter c4: floatx4 binding 4
parameter m: floatx4 [8] binding 8
output o: floatx4
output p: floatx4 binding 1
temporary a: floatx4
temporary b: floatx4
temporary d: floatx4
temporary i: int
"""
_ROWS4 = "o.x = fdot4(c0, v) o.y = fdot4(c1, v) o.z = fdot4(c2, v) o.w = fdot4(c3, v)"
_COLUMNS4 = "a = fmul(v.xxxx, c0) a = fmad(v.yyyy, c1, a) a = fmad(v.zzzz, c2, a) o = fmad(v.wwww, c3, a)"


def shader(body: str) -> Shader:
    """A shader whose main is ``body``, in which a whole register needs no components."""
    text = re.sub(r"(?<![.\w])(v|w|c\d|o|p|a|b|d)\b(?![.\[])", r"\1.xyzw", body)
    return verify(read(f"{_HEAD}function main {{\n{text}\n}}"))


def check(run: Callable[[Shader], Shader], body: str, left: str) -> None:
    found = verify(without_dead_code(run(shader(body))))
    assert found.functions == without_dead_code(shader(left or body)).functions


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("a.w = fdot3(v.xyz, v.xyz) a.w = frsq(a.w) o.xyz = fmul(v.xyz, a.www)",
         "o.xyz = fnormalize(v.xyz).xyz"),
        ("a.w = fdot3(v.xyz, v.xyz) a.w = frsq_absolute(a.w) o.yz = fmul(a.ww, fneg(v.zx))",
         "o.yz = fneg(fnormalize(v.xyz).zx)"),
        ("o.xyz = fmul(v.xyz, frsq(fdot3(fneg(v.xyz), fneg(v.xyz))).xxx)", "o.xyz = fnormalize(v.xyz).xyz"),
        ("b.x = fdot3_zero(v.xyz, v.xyz) a.w = frsq_absolute_positive(b.x) a = fmul_zero(v, a.wwww) "
         "o.x = fdot3(a.xyz, w.xyz)", "a.xyz = fnormalize(v.xyz).xyz o.x = fdot3(a.xyz, w.xyz)"),
        # Another vector, a vector that has changed, a component that it has not, a root that is read again.
        ("a.w = fdot3(v.xyz, w.xyz) a.w = frsq(a.w) o.xyz = fmul(v.xyz, a.www)", ""),
        ("a = v b.w = fdot3(a.xyz, a.xyz) b.w = frsq(b.w) a.x = w.x o.xyz = fmul(a.xyz, b.www)", ""),
        ("a.w = fdot3(v.xyz, v.xyz) a.w = frsq(a.w) o = fmul(v, a.wwww)", ""),
        ("a.w = fdot3(v.xyz, v.xyz) a.w = frsq(a.w) o.xyz = fmul(v.xyz, a.www) o.w = a.w", ""),
        ("a.w = fdot3(v.xyz, v.xyz) a.w = fadd(a.w, 0.5) a.w = frsq(a.w) o.xyz = fmul(v.xyz, a.www)", ""),
        ("a.w = fdot4(v, v) a.w = frsq(a.w) o.xyz = fmul(v.xyz, a.www)", ""),
        # What one path alone has written, and what a loop goes on writing.
        ("a.w = v.w if less(v.x, 0.0) { a.w = frsq(fdot3(v.xyz, v.xyz)) } o.xyz = fmul(v.xyz, a.www)", ""),
        ("a.w = frsq(fdot3(v.xyz, v.xyz)) loop turns 2 { o.xyz = fmul(v.xyz, a.www) a.w = w.w }", ""),
        ("a.w = frsq(fdot3(v.xyz, v.xyz)) when less(v.x, 0.0) o.xyz = fmul(v.xyz, a.www)", ""),
        ("if less(v.x, 0.0) { a.w = frsq(fdot3(v.xyz, v.xyz)) o.xyz = fmul(v.xyz, a.www) }",
         "if less(v.x, 0.0) { o.xyz = fnormalize(v.xyz).xyz }"),
        # Lengths and roots.
        ("a.x = fdot3(v.xyz, v.xyz) b.x = frsq(a.x) o.x = frcp(b.x)", "o.x = flength(v.xyz)"),
        ("a.x = fdot3(v.xyz, v.xyz) b.x = frsq_absolute(a.x) o.x = fmul(b.x, a.x)", "o.x = flength(v.xyz)"),
        ("b.x = frsq(v.x) o.x = frcp(b.x)", "o.x = fsqrt(v.x)"),
        ("b.x = frsq_absolute(v.x) o.x = frcp(b.x)", "o.x = fsqrt(fabs(v.x))"),
        ("b.x = frsq(v.x) o.x = fmul(v.x, b.x)", "o.x = fsqrt(v.x)"),
        ("b.x = frsq_absolute(v.x) o.x = fmul(v.x, b.x)", ""),  # negative where v.x is
        ("b.x = frsq(v.x) o.x = fmul(v.y, b.x)", ""),
        ("b.x = frsq(v.x) o.x = frcp(b.x) o.y = b.x", ""),
        # RSQ of |x|.
        ("o.x = frsq_absolute(fdot3(v.xyz, v.xyz))", "o.x = frsq(fdot3(v.xyz, v.xyz))"),
        ("a.x = fmad(v.x, v.x, 0.25) o.x = frsq_absolute(a.x)", "a.x = fmad(v.x, v.x, 0.25) o.x = frsq(a.x)"),
        ("o.x = frsq_absolute(fmax(v.x, 0.5))", "o.x = frsq(fmax(v.x, 0.5))"),
        ("o.x = frsq_absolute(fmad(v.x, v.x, -0.25))", ""),
        ("o.x = frsq_absolute(fmax(v.x, -0.5))", ""),
        ("o.x = frsq_absolute(fmul(v.x, w.x))", ""),
    ],
)  # fmt: skip
def test_lengths(body: str, left: str) -> None:
    check(lengths, body, left)


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("a.x = frcp(w.x) o.xyz = fmul(v.xyz, a.xxx)", "o.xyz = fdiv(v.xyz, w.xxx)"),
        ("a.x = frcp(w.x) o.x = fmad(a.x, v.y, v.z)", "o.x = fadd(fdiv(v.y, w.x), v.z)"),
        ("a.x = frcp_clamped(w.x) o.x = fmul(v.x, a.x)", ""),
        ("a.x = frcp(w.x) o.x = fmul(v.x, a.x) o.y = a.x", ""),
        ("a.xy = w.xy a.z = frcp(a.x) a.x = v.x o.x = fmul(v.x, a.z)", ""),
        ("a.xy = w.xy a.x = frcp(a.x) a.y = frcp(a.y) o.xy = fmul(v.xy, a.xy)", ""),  # two divisors
        ("a.x = flog2(v.x) a.x = fmul(a.x, c0.y) o.x = fexp2(a.x)", "o.x = fpow(v.x, c0.y)"),
        ("o.x = fexp2(fmul(c0.y, flog2(v.x)))", "o.x = fpow(v.x, c0.y)"),
        ("o.x = fexp2(fadd(c0.y, flog2(v.x)))", ""),
        ("a.x = v.x b.x = flog2(a.x) a.x = w.x o.x = fexp2(fmul(b.x, c0.y))", ""),
    ],
)  # fmt: skip
def test_quotients_and_powers(body: str, left: str) -> None:
    check(quotients, body, left)


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("a.xy = fmax(v.xy, (0.0, 0.0)) o.xy = fmin(a.xy, (1.0, 1.0))", "o.xy = fsaturate(v.xy)"),
        ("a.x = fmin(v.x, 0.5) o.x = fmax(-0.25, a.x)", "o.x = fclamp(v.x, -0.25, 0.5)"),
        ("a.xy = fmin(v.xy, (0.5, 1.0)) o.xy = fmax(a.xy, (0.0, 0.75))",
         "o.xy = fclamp(v.xy, (0.0, 0.75), (0.5, 1.0))"),
        ("a.x = fmax(v.x, 0.5) o.x = fmin(a.x, 0.25)", ""),  # undefined in GLSL
        ("a.x = fmax(v.x, c0.x) o.x = fmin(a.x, c0.y)", ""),  # nobody says which is less
        ("a.x = fmax(v.x, 0.0) o.x = fmin(a.x, 1.0) o.y = a.x", ""),
        ("a.x = fmax(v.x, 0.0) o.x = fmax(a.x, 1.0)", ""),
        ("o.x = fmax(v.x, fneg(v.x))", "o.x = fabs(v.x)"),
        ("o.x = fmax(fneg(v.x), v.x)", "o.x = fabs(v.x)"),
        ("o.x = fmax(v.x, fneg(v.y))", ""),
        ("o.x = fmin(v.x, fneg(v.x))", ""),
        # Unsigned integers.
        ("o.xy = u2f(utrunc(v.xy))", "o.xy = u2f(utrunc(fmax(v.xy, (0.0, 0.0))))"),
        ("a.x = fmul(v.x, v.x) o.x = u2f(ufloor(a.x))", ""),
        ("o.x = u2f(uceil(fabs(v.x)))", ""),
        ("o.x = i2f(itrunc(v.x))", ""),
        # What is decided.
        ("o.xy = fge(v.xy, v.xy)", "o.xy = (1.0, 1.0)"),
        ("o.xy = flt(fneg(v.xy), fneg(v.xy))", "o.xy = (0.0, 0.0)"),
        ("o.x = feq(v.x, v.x)", ""),  # whether it is NaN
        ("o.x = fge(v.x, v.y)", ""),
        ("o.x = fge(v.x, fneg(v.x))", ""),
        # Blends.
        ("a.x = fsaturate(v.w) b.xyz = fsub(v.xyz, w.xyz) o.xyz = fmad(a.xxx, b.xyz, w.xyz)",
         "a.x = fsaturate(v.w) o.xyz = flrp(a.xxx, v.xyz, w.xyz)"),
        ("b.xyz = fadd(fneg(w.xyz), v.xyz) o.xyz = fmad(b.xyz, (0.5, 0.5, 0.5), w.xyz)",
         "o.xyz = flrp((0.5, 0.5, 0.5), v.xyz, w.xyz)"),
        ("b.xyz = fsub(v.xyz, w.xyz) o.xyz = fmad(c0.xxx, b.xyz, w.xyz)", ""),  # of any size
        ("b.xyz = fsub(v.xyz, w.xyz) o.xyz = fmad((0.5, 0.5, 0.5), b.xyz, v.xyz)", ""),
        ("b.xyz = fsub(v.xyz, w.xyz) o.xyz = fmad((1.5, 0.5, 0.5), b.xyz, w.xyz)", ""),
        ("b.x = fsub(v.x, w.x) o.x = fmad(0.5, b.x, w.x) o.y = b.x", ""),
        ("a.x = fsub(1.0, c0.x) a.yzw = fmul(a.xxx, w.xyz) o.xyz = fmad(c0.xxx, v.xyz, a.yzw)",
         "o.xyz = flrp(c0.xxx, v.xyz, w.xyz)"),
        ("a.x = fsub(1.0, c0.y) a.yzw = fmul(a.xxx, w.xyz) o.xyz = fmad(c0.xxx, v.xyz, a.yzw)", ""),
        ("a.x = fsub(2.0, c0.x) a.yzw = fmul(a.xxx, w.xyz) o.xyz = fmad(c0.xxx, v.xyz, a.yzw)", ""),
    ],
)  # fmt: skip
def test_ranges(body: str, left: str) -> None:
    check(ranges, body, left)


_DOT = "a.w = fdot3(v.xyz, w.xyz)"


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (f"{_DOT} a.w = fadd(a.w, a.w) o.xyz = fmad(v.xyz, a.www, fneg(w.xyz))",
         "o.xyz = freflection(fneg(w.xyz), v.xyz).xyz"),
        (f"{_DOT} b.xyz = fmul(v.xyz, a.www) o.xyz = fmad(b.xyz, (2.0, 2.0, 2.0), fneg(w.xyz))",
         "o.xyz = freflection(fneg(w.xyz), v.xyz).xyz"),
        (f"{_DOT} b.xyz = fadd(v.xyz, v.xyz) b.xyz = fmul(b.xyz, a.www) o.xyz = fsub(b.xyz, w.xyz)",
         "o.xyz = freflection(fneg(w.xyz), v.xyz).xyz"),
        (f"{_DOT} a.w = fmul(a.w, -2.0) o.xyz = fmad(a.www, w.xyz, v.xyz)",
         "o.xyz = freflection(v.xyz, w.xyz).xyz"),
        (f"{_DOT} a.w = fmul(2.0, a.w) b.xyz = fmul(a.www, w.xyz) o.xyz = fsub(v.xyz, b.xyz)",
         "o.xyz = freflection(v.xyz, w.xyz).xyz"),
        (f"{_DOT} a.w = fmul(a.w, -2.0) o.xy = fmad(a.ww, w.xy, v.xy)",
         "o.xy = freflection(v.xyz, w.xyz).xy"),
        # Once, three times, added, of a third vector, of other components.
        (f"{_DOT} o.xyz = fmad(v.xyz, a.www, fneg(w.xyz))", ""),
        (f"{_DOT} a.w = fmul(a.w, 3.0) o.xyz = fmad(v.xyz, a.www, fneg(w.xyz))", ""),
        (f"{_DOT} a.w = fadd(a.w, a.w) o.xyz = fmad(v.xyz, a.www, w.xyz)", ""),
        (f"{_DOT} a.w = fadd(a.w, a.w) o.xyz = fmad(v.xyz, a.www, fneg(c0.xyz))", ""),
        (f"{_DOT} a.w = fadd(a.w, a.w) o.xyz = fmad(v.xyz, a.www, fneg(w.yzx))", ""),
        (f"{_DOT} a.w = fadd(a.w, a.w) o.xyz = fmad(v.yzx, a.www, fneg(w.xyz))", ""),
        ("o.xyz = freflect(v.xyz, w.xyz).xyz",
         "o.xyz = freflection(fneg(w.xyz), fnormalize(v.xyz).xyz).xyz"),
        ("a.xyz = fnormalize(v.xyz).xyz o.xyz = freflect(a.xyz, w.xyz).xyz",
         "a.xyz = fnormalize(v.xyz).xyz o.xyz = freflection(fneg(w.xyz), a.xyz).xyz"),
    ],
)  # fmt: skip
def test_reflections(body: str, left: str) -> None:
    check(reflections, body, left)


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("o.x = fneg(fsub(v.x, v.y))", "o.x = fsub(v.y, v.x)"),
        ("o.x = fmul(fneg(v.x), fneg(v.y))", "o.x = fmul(v.x, v.y)"),
        ("o.x = fmad(fneg(v.x), fneg(v.y), v.z)", "o.x = fmad(v.x, v.y, v.z)"),
        ("o.x = fmad(fneg(v.x), v.y, v.z)", "o.x = fsub(v.z, fmul(v.x, v.y))"),
        ("o.x = fmad_zero(v.x, -2.0, v.z)", "o.x = fsub(v.z, fmul_zero(v.x, 2.0))"),
        ("o.x = fmad(fneg(v.x), v.y, fneg(v.z))", ""),
        ("o.xy = fmad(v.xy, (-2.0, 2.0), v.zw)", ""),
        ("o.x = fneg(fadd(v.x, v.y))", ""),
        ("o.x = fmul(fneg(v.x), v.y)", ""),
    ],
)
def test_signs(body: str, left: str) -> None:
    check(negations, body, left)


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (_ROWS4, "o = frows4(v, c0, c1, c2, c3)"),
        ("o.z = fdot4(v, c2) o.x = fdot4(v, c0) p = w o.y = fdot4(v, c1) o.w = fdot4(v, c3)",
         "o = frows4(v, c0, c1, c2, c3) p = w"),
        ("a.x = fdot4(c1, v) a.y = fdot4(c2, v) a.z = fdot4(c3, v) o.xyz = a.xyz o.w = fdot4(c4, v)",
         "a.xyz = frows3x4(v, c1, c2, c3).xyz o.xyz = a.xyz o.w = fdot4(c4, v)"),
        ("a.x = fdot3(c1.xyz, v.xyz) a.y = fdot3(c2.xyz, v.xyz) a.z = fdot3(c3.xyz, v.xyz) o.xyz = a.xyz",
         "a.xyz = frows3(v.xyz, c1.xyz, c2.xyz, c3.xyz).xyz o.xyz = a.xyz"),
        ("o.x = fdot_homogeneous(v.xyz, c0) o.y = fdot_homogeneous(v.xyz, c1) "
         "o.z = fdot_homogeneous(v.xyz, c2)",
         "o.xyz = frows3x4({v.xyz, 1.0}, c0, c1, c2).xyz"),
        ("o.x = fdot4(m[1].xyzw, v) o.y = fdot4(m[2].xyzw, v) o.z = fdot4(m[3].xyzw, v)",
         "o.xyz = frows3x4(v, m[1].xyzw, m[2].xyzw, m[3].xyzw).xyz"),
        ("o.x = fdot4(m[i.x].xyzw, v) o.y = fdot4(m[iadd(i.x, 1)].xyzw, v) "
         "o.z = fdot4(m[iadd(i.x, 2)].xyzw, v)",
         "o.xyz = frows3x4(v, m[i.x].xyzw, m[iadd(i.x, 1)].xyzw, m[iadd(i.x, 2)].xyzw).xyz"),
        ("o.x = fdot4(m[i.x].xyzw, v) o.y = fdot4(m[iadd(i.x, 1)].xyzw, v) i.x = ifloor(w.x) "
         "o.z = fdot4(m[iadd(i.x, 2)].xyzw, v)", ""),
        ("o.x = fdot4(m[i.x].xyzw, v) o.y = fdot4(m[1].xyzw, v) o.z = fdot4(m[2].xyzw, v)", ""),
        # Rows in another order, of two vectors, too few, shuffled, of no parameters.
        (_ROWS4.replace("c1", "c4"), ""),
        (_ROWS4.replace("c2, v)", "c2, w)"), ""),
        ("o.x = fdot4(c0, v) o.y = fdot4(c1, v)", ""),
        (_ROWS4.replace("c2", "c2.yxzw"), ""),
        (_ROWS4.replace("(c", "(w, c").replace(", v)", ")"), "o = frows4(w, c0, c1, c2, c3)"),
        # A parameter times a matrix, whichever operand it is.
        ("o.x = fdot4(c4, c0) o.y = fdot4(c1, c4) o.z = fdot4(c2, c4) o.w = fdot4(c4, c3)",
         "o = frows4(c4, c0, c1, c2, c3)"),
        ("o.x = fdot4(c0, c1) o.y = fdot4(c1, c1) o.z = fdot4(c2, c1)",
         "o.xyz = frows3x4(c1, c0, c1, c2).xyz"),
        ("o.x = fdot4(c0, c2) o.y = fdot4(c1, c3) o.z = fdot4(c2, c4)", ""),
        ("a = v a.x = fdot4(c0, a) a.y = fdot4(c1, a) a.z = fdot4(c2, a) o = a", ""),  # a.x is new already
        ("o.x = fdot4(c0, a) o.y = fdot4(c1, a) a.y = v.y o.z = fdot4(c2, a)", ""),
        ("o.x = fdot4(c0, v) o.y = fdot4(c1, v) p.x = o.z o.z = fdot4(c2, v)", ""),
        ("o.x = fdot4(c0, v) o.y = fdot4(c1, v) if less(v.x, 0.0) { p.x = v.x } o.z = fdot4(c2, v)", ""),
        ("o.x = fdot4(c0, v) o.y = fdot4(c1, v) o.z = fdot4(c2, v) when less(v.x, 0.0)", ""),
        ("if less(v.x, 0.0) { " + _ROWS4 + " }", "if less(v.x, 0.0) { o = frows4(v, c0, c1, c2, c3) }"),
        # Columns.
        (_COLUMNS4, "o = fcolumns4(v, c0, c1, c2, c3)"),
        ("a = fmul(c1, v.yyyy) a = fmad(c0, v.xxxx, a) a = fmad(v.zzzz, c2, a) o = fadd(a, c3)",
         "o = fcolumns4({v.xyz, 1.0}, c0, c1, c2, c3)"),
        ("a.xyz = fmad(v.xxx, c0.xyz, c3.xyz) a.xyz = fmad(v.yyy, c1.xyz, a.xyz) "
         "o.xyz = fmad(v.zzz, c2.xyz, a.xyz)", "o.xyz = fcolumns4({v.xyz, 1.0}, c0, c1, c2, c3).xyz"),
        ("a.xyz = fmul(v.xxx, c0.xyz) a.xyz = fmad(v.yyy, c1.xyz, a.xyz) o.xyz = fmad(v.zzz, c2.xyz, a.xyz)",
         "o.xyz = fcolumns3(v.xyz, c0.xyz, c1.xyz, c2.xyz).xyz"),
        (_COLUMNS4.replace("v.yyyy", "v.zzzz"), ""),
        (_COLUMNS4.replace("v.yyyy", "w.yyyy"), ""),
        (_COLUMNS4.replace("c1", "c4"), ""),
        (_COLUMNS4.replace("c1", "c1.yxzw"), ""),
        (_COLUMNS4 + " p = a", ""),  # the sum of three is read, too
        ("a = v " + _COLUMNS4.replace("v.", "a.").replace("a = fm", "b = fm").replace("a)", "b)")
         .replace("o =", "a.x = w.x o ="), ""),
    ],
)  # fmt: skip
def test_matrices(body: str, left: str) -> None:
    check(matrices, body, left)


# --- programs


def _behind(shader: Shader) -> Shader:
    return through(IDIOMS, simplified(shader))


def _differences(program: Program, seed: int) -> list[str]:
    """The results of plain inputs that lie farther off behind the idioms than the precision allows."""
    attributes, parameters = samples(program, 12, seed=seed, special=False)
    state = sample_state(program, seed=seed).with_(window_height=64)
    arrays, count = attribute_arrays(program, attributes, state, None)
    resources = Resources(parameter_array(program, parameters, state), buffer_arrays(program, parameters))
    tolerance = envelope(program, arrays, resources, count, fast=True)
    expected = nvrender.run(program, attributes, parameters, state=state)
    with evaluated_checked(_behind) as shaders:
        found = nvrender.run(program, attributes, parameters, state=state)
    assert shaders
    floats = [{name: rows for name, rows in run.items() if rows.ndim == 2} for run in (expected, found)]
    zero = {name: np.zeros_like(rows) for name, rows in floats[0].items()}
    rows = compare(*floats, zero | {name: row for name, row in tolerance.items() if name in zero})
    return [name for name, row in rows.items() if not row]


def _changed(entry: Entry) -> Program | None:
    """A program that idioms change and whose inputs can be made up."""
    program = entry.program
    if program.profile.stage not in (Stage.VERTEX, Stage.FRAGMENT) or reaching_outside(program) is not None:
        return None
    if len(program.instructions) > _LONGEST or program.labels:
        return None
    shader = simplified(lowered(program))
    return None if through(IDIOMS[:-1], shader) is shader else program


def test_programs_agree_within_the_precision_of_their_opcodes() -> None:
    """Those of the scenes, and a share of the scripts' (OpenGL 1.5, 2.1.1; NV_vertex_program2 2.14.3)."""
    shaders = [Entry(path.name, path) for path in sorted((REPOSITORY / "shaders").iterdir())]
    tried, different = 0, []
    for entry in [*shaders, *corpus(1, 24)]:
        if (program := _changed(entry)) is not None:
            tried += 1
            found = _differences(program, zlib.crc32(entry.name.encode()))
            different += [f"{entry.name}: {name}" for name in found]
    assert not different
    assert tried > 40


@pytest.mark.parametrize(
    ("module", "name", "fault"),
    [
        (reflections_module, "negated", lambda node: node),
        (lengths_module, "_square", lambda site, seen: Seen(site.through(seen).node.operands[0], seen.place)),
        (matrices_module, "_BY_ROWS", {(3, 3): "frows3", (4, 3): "frows3x4", (4, 4): "fcolumns4"}),
        (Values, "stays", lambda values, node, one, other: True),
    ],
)
def test_a_fault_of_a_pass_shows_in_the_results(module: object, name: str, fault: object) -> None:
    program = nvrender.load(_PROGRAM)
    assert not _differences(program, 1)
    with patch.object(module, name, fault):
        assert _differences(program, 1)


_PROGRAM = """!!ARBvp1.0
    PARAM m[4] = { program.local[0..3] };
    TEMP a, n, r;
    DP4 result.position.x, m[0], vertex.position;
    DP4 result.position.y, m[1], vertex.position;
    DP4 result.position.z, m[2], vertex.position;
    DP4 result.position.w, m[3], vertex.position;
    DP3 n.w, vertex.normal, vertex.normal;
    RSQ n.w, n.w;
    MUL n.xyz, vertex.normal, n.w;
    DP3 r.w, n, vertex.color;
    MUL r.w, r.w, 2;
    MAD r.xyz, n, r.w, -vertex.color;
    MOV result.texcoord[0], r;
    DP3 a.w, n, r;
    RSQ a.w, a.w;
    MOV a.xyz, r;
    DP3 n.w, a, a;
    RSQ n.w, n.w;
    MOV a.x, vertex.color.w;
    MUL result.texcoord[1].xyz, a, n.w;
    MUL result.texcoord[2].xyz, n, a.w;
    END"""
