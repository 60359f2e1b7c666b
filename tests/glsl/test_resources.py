"""What a translation says it takes of a driver's limits is what its text declares."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from batches import every
from digest.corpus import Entry, corpus

import nvrender
from nvrender.glsl.kinds import STAGE_INTERFACES
from nvrender.glsl.link import Bindings, DrawState, Link
from nvrender.glsl.translation import Resources
from nvrender.languages.load import load
from nvrender.program import Program

_INPUT = re.compile(r"^(?:\w+ )*in [iu]?vec\d \w+(?:\[\])?;", re.MULTILINE)
_BLOCK = re.compile(r"^layout\(std140[^)]*\) uniform (\w+)", re.MULTILINE)
_STORAGE = re.compile(r"^layout\(std430[^)]*\) [\w ]*buffer (\w+)", re.MULTILINE)
_SAMPLER = re.compile(r"^(?:layout\([^)]*\) )?uniform [iu]?sampler\w+ \w+;", re.MULTILINE)
_VERTICES = re.compile(r"max_vertices = (\d+)")
#: Interfaces over arrays, whose buffers are not the program's.
_ARRAYS = ("compute", "pixels", "groups", "patches")


def declared(text: str) -> Resources:
    """What a text declares."""
    most = _VERTICES.search(text)
    return Resources(
        len(_INPUT.findall(text)),
        len(_BLOCK.findall(text)),
        len(_STORAGE.findall(text)),
        len(_SAMPLER.findall(text)),
        int(most[1]) if most else 0,
    )


def _check(program: Program, interface: str, link: Link) -> None:
    for numerics in ("exact", "fast"):
        try:
            found = nvrender.translate(program, "glsl450", interface=interface, numerics=numerics, link=link)
        except nvrender.TargetError:
            continue
        assert found.resources._replace(loops=0) == declared(found.source), f"{interface} {numerics}"


@every("entry", list(islice(corpus(), 0, None, 23)))
def test_of_the_corpus(entry: Entry) -> None:
    for interface in STAGE_INTERFACES[entry.program.profile.stage]:
        if interface not in _ARRAYS:
            _check(entry.program, interface, Link(bound=Bindings((), ())))


_TEXTURED = "!!ARBfp1.0 TEX result.color, fragment.texcoord, texture[0], 2D; END"
_RECORDS = """!!NVgp5.0 PRIMITIVE_IN PATCHES; PRIMITIVE_OUT POINTS; VERTICES_OUT 3;
    MOV result.position, vertex[0].position; MOV result.color, primitive.tessouter[0]; EMIT; END"""


@pytest.mark.parametrize(
    ("text", "state"),
    [
        (_TEXTURED, DrawState(sprites=frozenset({0}))),
        (_TEXTURED, DrawState(alpha_function="LESS")),
        (_TEXTURED, DrawState(alpha_function="NEVER")),
        (_RECORDS, DrawState()),
        ("!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, 1; END", DrawState(clip_planes=(1,))),
    ],
    ids=["sprites", "alpha test", "no fragment", "records", "position invariant"],
)
def test_of_the_state(text: str, state: DrawState) -> None:
    program = load(text)
    _check(program, STAGE_INTERFACES[program.profile.stage][0], Link(state=state))
