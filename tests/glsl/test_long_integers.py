"""64 bits in each target: what is asked for, what stands in its place, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from nvrender.glsl.targets import USUAL, best_target, target_named
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.load import load
from nvrender.source import TargetError

INTEGERS = "GL_ARB_gpu_shader_int64"
BODY = "LONG TEMP l; PK64.U l, vertex.attrib[0]; {} UP64.U result.attrib[0], l;"
#: (instructions of 64 bits, whether native integers compute them).
CASES = [
    ("ADD.U64 l, l, 1;", True),
    ("DIV.S64 l, l, l.y;", True),
    ("FLR.S64 l, vertex.attrib[1];", True),
    ("", False),
    ("CVT.S64.F32 l, vertex.attrib[1];", False),
    ("CVT.S64.F32 l, l;", False),
    ("CVT.F64.S64 l, l; CVT.F32.F64 l, l; CVT.F16.F64 l, l;", False),
    ("UP64 l, l;", False),
    ("I2F.U64 l, l;", True),
    ("REP.F64 l.x; BRK; ENDREP;", False),
    ("REP.S64 l.x; BRK; ENDREP;", False),
]


def _program(body: str) -> str:
    return f"!!NVvp5.0 {BODY.format(body)} END"


@pytest.mark.parametrize(("body", "native"), CASES)
def test_the_extension_is_asked_for_only_where_it_is_used(
    body: str, native: bool, compiles: Callable[[Translation], None]
) -> None:
    """ARB_gpu_shader_int64; NV_gpu_program5 2.X.4.1."""
    for target in USUAL.values():
        translation = translate(load(_program(body)), target, interface="feedback")
        asked = native and target.version > 330
        assert (f"#extension {INTEGERS} : require" in translation.source) is asked
        assert any(word in translation.source for word in ("int64_t", "packUint2x32")) is asked
        compiles(translation)


@pytest.mark.parametrize(("body", "native"), CASES)
def test_pairs_of_words_stand_for_integers(
    body: str, native: bool, compiles: Callable[[Translation], None]
) -> None:
    """NV_gpu_program5 2.X.4.1, where ARB_gpu_shader_int64 is missing."""
    for name in ("glsl430", "glsl450"):
        target = replace(target_named(name), lacks=frozenset({INTEGERS}))
        translation = translate(load(_program(body)), target, interface="compute")
        assert translation.target == name
        assert "int64" not in translation.source
        compiles(translation)


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("ADD.F64 l, l, 1;", "1:52: ADD.F64 l, l, 1"),
        ("PK64 l, l;", "1:52: PK64 l, l"),
        ("MOV.F l, vertex.attrib[1];", "1:52: MOV.F l, vertex.attrib"),
        ("MOV result.position, l;", "1:52: MOV result.position, l"),
    ],
)
def test_doubles_need_a_later_target(body: str, place: str, compiles: Callable[[Translation], None]) -> None:
    """GL_NV_gpu_program_fp64; GLSL 4.00 4.1."""
    program = load(_program(body))
    with pytest.raises(TargetError) as raised:
        translate(program, "glsl330", interface="feedback")
    assert str(raised.value).startswith(f"<text>:{place}")
    assert str(raised.value).endswith("needs doubles, which glsl330 has not; glsl430 has")
    compiles(translate(program, "glsl430", interface="feedback"))


def test_the_best_target_of_a_version() -> None:
    """OpenGL 3.3, 4.1, 4.3 to 4.6."""
    found = {version: best_target(version).name for version in (330, 410, 430, 440, 450, 460)}
    assert found == {
        330: "glsl330", 410: "glsl330", 430: "glsl430", 440: "glsl430", 450: "glsl450", 460: "glsl450",
    }  # fmt: skip


def test_glsl450_is_what_its_name_says(compiles: Callable[[Translation], None]) -> None:
    """GLSL 4.50."""
    program = load("!!NVvp5.0 MOV result.position, vertex.position; END")
    translation = translate(program, "glsl450")
    assert translation.target == "glsl450"
    assert translation.source.startswith("#version 450\n")
    compiles(translation)
    with pytest.raises(TargetError, match="unknown target 'glsl999'; targets are glsl120, glsl150, glsl330"):
        translate(program, "glsl999")
