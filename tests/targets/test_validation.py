"""glslang's validator takes every shader of the targets that drivers here are not held to."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

import pytest
from digest.corpus import Entry, corpus
from glslang import MISSING, STAGES, errors_of

import nvrender
from nvrender.glsl.kinds import STAGE_INTERFACES
from nvrender.glsl.targets import TARGETS, Target

#: Of so many programs of the conformance scripts one; ``PYTHONPATH=tests python -m targets`` takes all.
SHARE = 60
OTHERS = [name for name, row in TARGETS.items() if not row.usual]
#: Those that run over arrays need GLSL 4.30.
_PIPELINE = frozenset({"vertex", "feedback", "fragment", "geometry", "control", "evaluation", "groups"})


@cache
def entries(share: int = SHARE) -> tuple[Entry, ...]:
    """Programs of the corpus, all of the demo scenes' among them."""
    return tuple(entry for number, entry in enumerate(corpus()) if number % share == 0 or entry.case is None)


def shaders(target: Target, share: int = SHARE) -> tuple[dict[str, tuple[str, str]], list[str]]:
    """The translations by name, and why there is none of others.

    Numerics, and whether there are built-ins, take turns from program to program, unless all are asked for.
    """
    found, refused = {}, list[str]()
    numerics = ["fast"] if target.bit_casts is None else ["fast", "exact"]
    ways = list(product(numerics, [False, True][: 1 + target.built_ins]))
    for number, entry in enumerate(entries(share)):
        interfaces = [row for row in STAGE_INTERFACES[entry.program.profile.stage] if row in _PIPELINE]
        for turn, interface in enumerate(interfaces, number):
            for kind, built_ins in ways if share == 1 else (ways[turn % len(ways)],):
                try:
                    made = nvrender.translate(
                        entry.program, target, interface=interface, numerics=kind, built_ins=built_ins
                    )
                except nvrender.TargetError as error:
                    refused.append(str(error))
                    continue
                stage = "geom" if entry.program.geometry is not None else STAGES[interface]
                name = f"{entry.name} {interface} {kind}{' built-ins' * built_ins}"
                found[name] = stage, made.source
    return found, refused


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize("name", OTHERS)
def test_what_is_translated_is_valid(name: str, tmp_path: Path) -> None:
    """And what is not is told with its place, and which target has it."""
    target = TARGETS[name]
    found, refused = shaders(target)
    assert len(found) > 120
    for message in refused:
        assert f"{name} has not" in message or f"{name} is not" in message or "makes no vertices" in message
    assert not errors_of(found, tmp_path, strict=not target.general)


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_the_validator_finds_faults(tmp_path: Path) -> None:
    """Each is told of the shader that has it, and loops are looked at as GLSL ES 1.00 has them."""
    head = "#version 100\nprecision mediump float;\nvoid main() { float a = 0.0; "
    texts = {
        "right": "gl_FragColor = vec4(a); }\n",
        "loop": "while (a < 9.0) a += 1.0; gl_FragColor = vec4(a); }\n",
        "wrong": "gl_FragColor = a; }\n",
    }
    rows = {name: ("frag", head + text) for name, text in texts.items()}
    assert list(errors_of(rows, tmp_path)) == ["wrong"]
    found = errors_of(rows, tmp_path, strict=True)
    assert list(found) == ["loop", "wrong"]
    assert "while loops not available" in found["loop"]
