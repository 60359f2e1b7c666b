"""The translation of every shader in ``shaders/`` and of some here, held still and reviewed as a diff."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from nvrender.glsl.requirements import target_of
from nvrender.glsl.translate import translate
from nvrender.languages.load import load
from nvrender.program.memory import reaching_outside
from nvrender.program.profile import Stage

HERE = Path(__file__).parent
SHADERS = sorted(
    path
    for kind in ("*.[vgfc]p", "*.t[ce]p")
    for folder in (HERE.parent.parent / "shaders", HERE)
    for path in folder.glob(kind)
)


def _forms(shader: Path) -> Iterator[tuple[str, str, str]]:
    """Target, interface and numerics of each golden file of a shader."""
    program = load(shader)
    stage = program.profile.stage
    if program.geometry is not None:
        target = "glsl430" if program.geometry.invocations > 1 else "glsl330"
        yield target, "geometry", "exact"
        yield target, "geometry", "fast"
        yield target, "feedback", "exact"
        return
    if stage in (Stage.TESSELLATION_CONTROL, Stage.TESSELLATION_EVALUATION):
        yield "glsl430", stage.value.removeprefix("tessellation "), "exact"
        return
    if stage is Stage.COMPUTE:
        yield "glsl430", "groups", "exact"
        return
    if stage is Stage.FRAGMENT and reaching_outside(load(shader)) is not None:
        yield "glsl430", "fragment", "exact"
        return
    if stage is Stage.FRAGMENT:
        target = target_of(program, "glsl330").name
        yield target, "fragment", "exact"
        yield target, "fragment", "fast"
        return
    draws = stage is Stage.VERTEX
    yield "glsl330", "vertex" if draws else "feedback", "exact"
    yield "glsl330", "vertex" if draws else "feedback", "fast"
    yield "glsl430", "compute", "exact"


CASES = [(shader, form) for shader in SHADERS for form in _forms(shader)]


def _golden(shader: Path, form: tuple[str, str, str]) -> Path:
    return HERE / f"{shader.stem}.{'.'.join(form)}.glsl"


@pytest.mark.parametrize(("shader", "form"), CASES, ids=[_golden(*case).name for case in CASES])
def test_translation_is_as_reviewed(
    shader: Path, form: tuple[str, str, str], pytestconfig: pytest.Config
) -> None:
    target, interface, numerics = form
    source = translate(load(shader), target, interface=interface, numerics=numerics).source
    golden = _golden(shader, form)
    if pytestconfig.getoption("--update", default=False):
        golden.write_text(source, encoding="ascii")
    assert golden.is_file(), "no golden file; review and write it with: pytest tests/golden --update"
    assert source == golden.read_text(encoding="ascii"), "review, then: pytest tests/golden --update"


def test_every_golden_file_belongs_to_a_shader() -> None:
    assert {path.name for path in HERE.glob("*.glsl")} == {_golden(*case).name for case in CASES}
