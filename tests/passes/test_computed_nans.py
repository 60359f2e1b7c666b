"""Which operands of a total order may be NaNs that were computed."""

from __future__ import annotations

import numpy as np

from nvrender.ir.evaluation.shader import evaluate
from nvrender.ir.nodes import Shader
from nvrender.ir.text.reader import read
from nvrender.ir.text.writer import write
from nvrender.ir.verify import verify
from nvrender.passes.computed_nans import positive

_HEAD = """\
shader
temporary a: floatx4
temporary b: floatx4
parameter c: floatx4 [8]
address i: intx4
input v: floatx4
output o: floatx4

function main {
"""


def _shader(body: str) -> Shader:
    return verify(read(f"{_HEAD}{body}}}\n"))


def _last(body: str) -> str:
    return write(verify(positive(_shader(body)))).splitlines()[-2].strip()


def test_what_is_copied_keeps_its_sign() -> None:
    assert _last("  a.x = fneg(v.y)\n  o.x = flt_total(a.x, v.x)\n") == "o.x = flt_total(a.x, v.x)"
    found = _last("  a.x = fmul(v.x, v.y)\n  b.x = a.x\n  o.x = fge_total(fneg(b.x), a.x)\n")
    assert found == "o.x = fge_total(fneg(fnumber(b.x)), fnumber(a.x))"
    assert _last("  a.x = fmul(v.x, v.y)\n  a.x = v.x\n  o.x = flt_total(a.x, v.y)\n").count("fnumber") == 0


def test_components_are_told_apart() -> None:
    body = "  a.xy = v.xy\n  a.y = fadd(v.x, v.y)\n  o.xy = flt_total(a.xy, v.xy)\n"
    assert _last(body) == "o.xy = flt_total({a.x, fnumber(a.y)}, v.xy)"


def test_parameters_that_are_written_are_told_apart() -> None:
    """As in vertex state programs (NV_vertex_program 2.14.2)."""
    body = "  c[7].x = fmin_positive(v.x, c[3].x)\n  o.xy = flt_total({c[7].x, c[3].x}, v.xy)\n"
    assert _last(body) == "o.xy = flt_total({fnumber(c[7].x), c[3].x}, v.xy)"
    chosen = body.replace("c[7].x, c[3].x}, v.xy", "c[i.x].x, c[i.x].y}, v.xy")
    assert _last(chosen) == "o.xy = flt_total({fnumber(c[i.x].x), c[i.x].y}, v.xy)"


def test_a_number_has_one_nan() -> None:
    words = np.array([0xFFC00001, 0x80000000, 0x3F800000], np.uint32).view(np.float32)
    values = np.repeat(words[None], 4, axis=0)
    run = evaluate(_shader("  o.x = fnumber(v.x)\n"), {"v": values}, lanes=3)
    assert run.values["o"][0].view(np.uint32).tolist() == [0x7FC00000, 0x80000000, 0x3F800000]
