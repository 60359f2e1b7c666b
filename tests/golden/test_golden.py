"""Translations that people read, one or more of each language, stage and interface, reviewed as a diff.

``tests/digest`` holds every translation; a file here is one to look at. A new one begins as an empty file,
``shader.target.interface.numerics.glsl`` or ``shader.arb.vp``, that ``--update`` fills.
"""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

from nvrender.arb.translate import assemble
from nvrender.cli.port.manifest import form
from nvrender.glsl.translate import translate
from nvrender.languages.load import load
from nvrender.numerics import NUMERICS
from nvrender.program.profile import Stage

HERE = Path(__file__).parent
SHADERS = HERE.parents[1] / "shaders"
GOLDENS = sorted(HERE.glob("*.glsl"))
ASSEMBLIES = sorted((*HERE.glob("*.arb.vp"), *HERE.glob("*.arb.fp")))
#: What the file of a shader ends with, by interface; transform feedback captures both kinds.
_SUFFIXES = {
    "vertex": (".vp",), "compute": (".vp", ".vsp"), "feedback": (".vp", ".vsp", ".gp"), "fragment": (".fp",),
    "geometry": (".gp",), "control": (".tcp",), "evaluation": (".tep",), "groups": (".cp",),
}  # fmt: skip


def _shader(name: str, interface: str) -> Path:
    paths = (folder / f"{name}{suffix}" for folder in (SHADERS, HERE) for suffix in _SUFFIXES[interface])
    return next(path for path in paths if path.is_file())


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.name)
def test_translation_is_as_reviewed(golden: Path, pytestconfig: pytest.Config) -> None:
    name, target, interface, numerics = golden.stem.split(".")
    source = translate(load(_shader(name, interface)), target, interface=interface, numerics=numerics).source
    if pytestconfig.getoption("--update", default=False):
        golden.write_text(source, encoding="ascii")
    assert source == golden.read_text(encoding="ascii"), "review, then: pytest tests/golden --update"


@pytest.mark.parametrize("golden", ASSEMBLIES, ids=lambda golden: golden.name)
def test_assembly_is_as_reviewed(golden: Path, pytestconfig: pytest.Config) -> None:
    interface = {".vp": "vertex", ".fp": "fragment"}[golden.suffix]
    source = assemble(load(_shader(golden.name.partition(".")[0], interface))).source
    if pytestconfig.getoption("--update", default=False):
        golden.write_text(source, encoding="ascii")
    assert source == golden.read_text(encoding="ascii"), "review, then: pytest tests/golden --update"


def test_every_language_stage_and_numerics_has_a_translation_to_read() -> None:
    forms = [golden.stem.split(".") for golden in GOLDENS]
    profiles = {load(_shader(name, interface)).profile for name, _, interface, _ in forms}
    assert {profile.family.name for profile in profiles} == {
        "vp1", "vp2", "arb", "arbfp", "fp1", "fp2", "nv4", "nv5",
    }  # fmt: skip
    assert {profile.stage for profile in profiles} == set(Stage)
    assert {numerics for *_, numerics in forms} == set(NUMERICS)


def test_the_schema_of_manifests_is_that_of_their_format(pytestconfig: pytest.Config) -> None:
    text = json.dumps(form.schema(), indent=2) + "\n"
    if pytestconfig.getoption("--update", default=False):
        Path(str(resources.files(form.__package__) / form.SCHEMA)).write_text(text, encoding="ascii")
    assert form.shipped_schema() == form.schema(), "review, then: pytest tests/golden --update"
