"""Fast numerics give what the oracle gives where all numbers are finite and normal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nvrender

_ROWS: list[Any] = [
    [[1.5, -2.0, 3.0, 0.5]],
    [[-1.0, 4.0, -0.25, 2.0]],
]
_BUFFERS = {number: np.arange(number * 8, number * 8 + 8, dtype=np.float32) for number in range(3)}


@pytest.mark.parametrize(
    ("text", "given"),
    [
        pytest.param(
            "!!NVvp5.0 BUFFER4 b[] = { program.buffer[0..2][0..1] }; TEMP i; MOV.S i, vertex.attrib[1];"
            "MUL result.attrib[0], b[i.x][i.y], 2; END",
            {"attributes": {0: _ROWS[0], 1: np.array([[2, 1, 0, 0]], np.int32)}, "buffers": True},
            id="a copy chooses an element (NV_gpu_program5 2.X.4.4)",
        ),
        pytest.param(
            "!!ARBvp1.0 OPTION NV_vertex_program3; ADDRESS a; ARRC1 a.y, vertex.attrib[1];"
            "MOV result.texcoord[0], 4; MOV result.texcoord[0] (EQ1), 0; MOV result.texcoord[0] (GT1), 1;"
            "END",
            {},
            id="components of a code that nothing wrote are EQ (NV_vertex_program2 2.14.1.6)",
        ),
        pytest.param(
            "!!NVvp4.0 TEMP p, m; MOV m, 0; MOV.CC p, vertex.attrib[0]; MOV m (GT), 3;"
            "MOV result.attrib[0], m; END",
            {},
            id="a number where each component has its own condition (NV_gpu_program4 2.X.4.2)",
        ),
        pytest.param(
            "!!FP1.0 LITHC RC.xy, R0; MUL R0, R1, f[TEX3].y; SNE R2.xy (NE), f[TEX3].z, R0; "
            "MOV o[COLR], R2; END",
            {"attributes": {"TEX3": _ROWS[0]}},
            id="a code of which each component is another of one number (NV_fragment_program 3.11.4.3)",
        ),
        pytest.param(
            "!!NVfp4.0 RCC result.color, fragment.attrib[1].x; END",
            {"attributes": {"fragment.attrib[1]": [[3e38, 0, 0, 0], [-3e38, 0, 0, 0], [-2, 0, 0, 0]]}},
            id="RCC of what has a denormal reciprocal (NV_gpu_program4 2.X.8)",
        ),
        pytest.param(
            "!!VP2.0 MOV R0.y, v[0].x; MOV o[HPOS], R0; END",
            {},
            id="registers are 0 at first (NV_vertex_program2 2.14.1.4)",
        ),
        pytest.param(
            "!!NVvp5.0 LONG TEMP w; TEMP r; CVT.S64.F16.ROUND.CC r, vertex.attrib[0].zzwz;"
            "CVT.U64.U64.CC0 w.x, vertex.attrib[1]; MOV result.attrib[0], 1;"
            "IF GT0; MOV result.attrib[0], 2; ENDIF; END",
            {},
            id="a code of 64 bits that is written again in part (NV_gpu_program5 2.X.4.2)",
        ),
        pytest.param(
            "!!ARBvp1.0 OPTION NV_vertex_program2; TEMP t; MOV t, 0; RCC result.texcoord[0], -t.w; END",
            {},
            id="RCC of 0 is 2^64 in size (NV_vertex_program2_option 2.14.5.20)",
        ),
        pytest.param(
            "!!NVvp5.0 TEMP r, first; TEMP t[2]; FLOAT SHORT TEMP s; SUBROUTINETYPE Kind { c0, c1, c2 };"
            "SUBROUTINE Kind many[] = { program.subroutine[0..2] }; ADD.S.CC1 r, r, vertex.attrib[1];"
            "CALI many[0]; IF GE; TGANY.S t[1] (OF1), first; ENDIF; MOV result.attrib[0], t[1]; RET;"
            "c0 SUBROUTINENUM(0): MAX_SAT r (TR.zxxx), vertex.attrib[1].wxxz, -s; SGT.U.CC0 r, -r, r;"
            "c1 SUBROUTINENUM(1): c2 SUBROUTINENUM(2): END",
            {},
            id="a code set in vain beside cases that stay (NV_gpu_program5 2.X.4.2)",
        ),
        pytest.param(
            "!!NVvp5.0 TEMP r, q; RCP q, vertex.attrib[0].x; MUL q, q, vertex.attrib[0];"
            "ADD.S.CC1 r, vertex.attrib[1], vertex.attrib[1]; MOV result.attrib[0], q;"
            "MOV result.attrib[0] (OF1), 2; END",
            {"attributes": {0: _ROWS[0], 1: np.array([[0x7FFFFFFF, 1, -1, 0]], np.int32)}},
            id="of a code only the overflow is asked (NV_gpu_program4 2.X.4.3)",
        ),
        pytest.param(
            "!!NVvp5.0 LONG TEMP r; TEMP q; RCP q, vertex.attrib[0].x; MUL q, q, vertex.attrib[1];"
            "ADD.U64.CC1 r.x, -1, 5; MOV result.attrib[0], q; MOV result.attrib[0] (CF1.x), 2; END",
            {},
            id="of a code of 64 bits only the carry is asked (NV_gpu_program5 2.X.4.2)",
        ),
        pytest.param(
            "!!NVvp5.0 UINT TEMP u, v; INT TEMP i; TEMP a; TRUNC.U u, vertex.attrib[0];"
            "FLR.U v, vertex.attrib[0]; TRUNC.S i, vertex.attrib[0]; I2F.U a, u;"
            "MOV result.attrib[0], a; I2F.U a, v; MOV result.attrib[1], a; I2F.S a, i;"
            "MOV result.attrib[2], a; END",
            {},
            id="negative numbers are 0 without a sign (NV_gpu_program4 issue 41)",
        ),
    ],
)
def test_results(text: str, given: dict[str, Any]) -> None:
    attributes = given.get("attributes", dict(enumerate(_ROWS)))
    parameters = {f"program.buffer[{number}]": row for number, row in _BUFFERS.items()}
    values = parameters if "buffers" in given else None
    expected = nvrender.run(text, attributes, values)
    found = nvrender.run(text, attributes, values, backend="gpu", numerics="fast")
    for name in expected:
        one, other = (results[name].astype(np.float64) for results in (found, expected))
        np.testing.assert_allclose(np.abs(one), np.abs(other), rtol=1e-6, err_msg=name)
        of_zero = np.abs(other) == 2.0**64  # whose sign is open
        assert (of_zero | (np.sign(one) == np.sign(other))).all()


@pytest.mark.parametrize("sign", "US")
def test_integers_of_64_bits(sign: str) -> None:
    """NV_gpu_program5 2.X.4.1: carries go from the low word to the high one."""
    two = ("ADD", "SUB", "MUL", "AND", "OR", "XOR", "MAX", "MIN")
    lines = [f"{name}.{sign}64 r, a, b;" for name in two]
    lines += [
        f"MAD.{sign}64 r, a, b, a;",
        f"NOT.{sign}64 r, a;",
        f"SHL.{sign}64 r, a, 20;",
        f"MOV.{sign}64 r, -b;",
    ]
    body = "".join(f"{line} UP64.U result.attrib[{place}], r;" for place, line in enumerate(lines))
    text = f"!!NVvp5.0 LONG TEMP a, b, r; PK64.U a, vertex.attrib[0]; PK64.U b, vertex.attrib[1]; {body} END"
    words = np.random.default_rng(5).integers(0, 1 << 32, (2, 16, 4)).astype(np.uint32)
    attributes = dict(enumerate(words))
    expected = nvrender.run(text, attributes)
    found = nvrender.run(text, attributes, backend="gpu", numerics="fast")
    for name in expected:
        np.testing.assert_array_equal(
            found[name].view(np.uint32), expected[name].view(np.uint32), err_msg=name
        )


def test_a_negative_part_of_an_attribute_elsewhere_in_its_pixel_compiles() -> None:
    """NV_gpu_program5 2.X.8, IPAO."""
    text = (
        "!!NVfp5.0 TEMP r; MOV r, fragment.attrib[1]; IPAO r.xzw, -fragment.attrib[0], r;"
        "MOV result.color, r.xzzw; END"
    )
    source = nvrender.translate(nvrender.load(text), "glsl450", numerics="fast").source
    assert "-attrib_0_at_offset(ATTR1.xy).xzw" in source
