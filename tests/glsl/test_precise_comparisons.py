"""Comparisons of floats in exact numerics, which compilers take to have no NaN unless they are precise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nvrender.glsl import library
from nvrender.glsl.translate import translate
from nvrender.languages.load import load

SHADERS = Path(__file__).parents[2] / "shaders"
#: A comparison of a float with 0 in the head of a statement.
_BARE = re.compile(r"^\s*(?:if|while|\} while) \(.*[<>=!]=? -?0\.0", re.MULTILINE)


@pytest.mark.parametrize("name", ["agate.vp", "ember.fp", "faces.gp", "floor.vp", "spotlights.fp"])
def test_conditions_are_precise(name: str) -> None:
    """GLSL 4.60 4.12; quirks.OPPOSITES."""
    program = load(SHADERS / name)
    exact = translate(program, "glsl430", numerics="exact").source
    assert not _BARE.search(exact), _BARE.search(exact)
    assert re.search(r"precise bool r = a [<>=!]+ b;|precise bvec\d r = \w+\(a, b\);", exact)
    assert "precise" not in translate(program, "glsl430", numerics="fast").source


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "!!NVvp4.0\nMAX.F result.position.x, vertex.position.x, vertex.position.y;\nEND",
            "mix(b, a, nv_flush(a) > nv_flush(b))",
        ),
        ("!!ARBvp1.0\nADD result.position.x, vertex.position.x, vertex.position.y;\nEND", "a + b"),
        ("!!ARBvp1.0\nXPD result.position.xyz, vertex.position, vertex.normal;\nEND", "a + b"),
    ],
)
def test_values_of_functions_are_precise(text: str, shown: str) -> None:
    """A maximum and sums of a target with denormals: no argument of a function is computed in the call."""
    source = translate(load(text), "glsl430", numerics="exact", interface="compute").source
    assert re.search(rf"precise \w+ \w+ = {re.escape(shown)};", source)
    assert not re.search(r"nv_flush\([^()]*[^(] [-+] ", source)


#: Conditions of library functions that are bare, and why a NaN that they lose does not show.
_HARMLESS = {
    "nv_reduced: a < 0.0": "it is asked of numbers beyond 4096 alone",
    "nv_sin: quadrant >= 2.0": "the negative of NaN is NaN",
}


#: A float compared with a number where `?:` or `if` chooses.
_CHOOSES = re.compile(
    r"^(?!\s*precise ).*?([\w()]+ [<>]=? (?:-?\d+\.\d|uintBitsToFloat)[^?{]*?)(?: \?|\) \{)", re.MULTILINE
)


def test_functions_of_exact_numerics_choose_by_what_is_precise() -> None:
    """GLSL 4.60 4.12: neither conditions of `?:` nor of `if` are precise, so NaN may count as less."""
    bare = set[str]()
    for name, function in library.functions().items():
        for text in function.definitions:
            if name.startswith("nv_") and "isnan(" not in text:
                bare |= {f"{name}: {condition}" for condition in _CHOOSES.findall(text)}
    assert bare == set(_HARMLESS)
