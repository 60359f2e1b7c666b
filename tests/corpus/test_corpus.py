"""The corpus: texts of our own in the manner of engines, of the Cg compiler for each profile, and of people.

What they translate to is held by the tests of the whole corpus (``digest.corpus``): each target's validator
takes it (tests/targets), pairs link (tests/cli), plain ARB assembly agrees with the oracle (tests/arb) and by
the driver's assembler (tests/gpu/test_native_ports.py), and every pass keeps the numbers (tests/passes).
"""

from __future__ import annotations

from collections import Counter
from statistics import median

from digest.corpus import Entry, manners, shaders

import nvrender
from nvrender.glsl.kinds import STAGE_INTERFACES
from nvrender.languages.cg import metadata
from nvrender.passes.lengths import COLUMNS

#: Language → how the profiles are called whose programs begin with it.
_PROFILES = {
    "VP1.1": "vp20", "ARBvp1.0": "arbvp1", "VP2.0": "vp30", "ARBvp1.0 with NV_vertex_program3": "vp40",
    "NVvp4.0": "gp4vp", "NVvp5.0": "gp5vp", "NVgp4.0": "gp4gp",
    "FP1.0": "fp30", "ARBfp1.0": "arbfp1", "FP2.0": "fp40",
    "ARBfp1.0 with NV_fragment_program2": "fp40", "NVfp4.0": "gp4fp", "NVfp5.0": "gp5fp",
}  # fmt: skip


def _entries() -> list[Entry]:
    return [Entry(path.parent.name, path) for path in manners()]


def test_the_corpus_is_there() -> None:
    """Every program loads, none is there twice, and every manner has its share."""
    found = _entries()
    assert len(found) >= 150
    assert len({entry.path.read_bytes() for entry in found}) == len(found)
    folders = Counter(entry.name.partition("_")[0] for entry in found if entry.program.instructions)
    assert folders.total() == len(found)
    assert min(folders[manner] for manner in ("engine", "cg", "hand")) >= 45


def test_cg_s_profiles_are_there() -> None:
    """Each profile's programs are in its language, and metadata that is read."""
    seen = Counter[str]()
    for entry in _entries():
        if not entry.name.startswith("cg_"):
            continue
        data = metadata(entry.program)
        assert data is not None and data.variables, entry.path.name
        profile = _PROFILES[entry.program.profile.name]
        assert data.profile == profile == entry.path.name.partition("_")[0], entry.path.name
        seen[profile] += 1
    assert set(seen) == set(_PROFILES.values())


def test_fast_translations_are_hardly_longer_than_their_programs() -> None:
    """Short programs, whose inputs and outputs GLSL declares in lines of their own; long ones are shorter."""
    ratios = {}
    for path in (*manners(), *shaders()):
        program = nvrender.load(path)
        if program.profile.name != "VSP1.0":
            interface = STAGE_INTERFACES[program.profile.stage][0]
            made = nvrender.translate(program, "glsl450", interface=interface, numerics="fast")
            ratios[path] = made.source.count("\n") / path.read_bytes().count(b"\n")
    assert len(ratios) >= 240
    assert median(ratios.values()) <= 1.2


def test_lines_of_fast_translations_have_room() -> None:
    """What is joined fits into a line, but for what is one expression: a matrix that is made of its rows."""
    long = []
    for path in (*manners(), *shaders()):
        program = nvrender.load(path)
        if program.profile.name != "VSP1.0":
            interface = STAGE_INTERFACES[program.profile.stage][0]
            source = nvrender.translate(program, "glsl450", interface=interface, numerics="fast").source
            codes = (line for line in source.splitlines() if "//" not in line)
            long += [line.strip() for line in codes if len(line) > COLUMNS and "mat4(" not in line]
    assert len(long) <= 12, long
    assert sum(len(line) > COLUMNS + 12 for line in long) <= 3, long
