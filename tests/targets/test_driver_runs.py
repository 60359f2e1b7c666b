"""What drivers compute with translations for the further targets is what the oracle computes."""

from __future__ import annotations

import warnings
import zlib
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from digest.corpus import Entry, corpus
from driver_runs import run as run_on_driver
from drivers import driver

import nvrender
from nvrender.gl.state.state import State
from nvrender.glsl.targets import TARGETS
from nvrender.glsl.textures.samplers import samplers_of
from nvrender.ir.analysis.places import accesses
from nvrender.lower.program import lowered
from nvrender.ops.rows import NEIGHBOURS
from nvrender.program.profile import Stage
from nvrender.regression.comparison import programs
from nvrender.regression.comparison.samples import samples

_COUNT = 16
#: Of so many programs of the conformance scripts one.
_SHARE = 61
#: And of so many of the demo scenes.
_SCENES = 5
_GENUINE = programs.run
OTHERS = [name for name, row in TARGETS.items() if not row.usual]


def _sample(stage: Stage) -> Iterator[Entry]:
    """Programs without textures, neighbours, memory, and state that they do not bring."""
    for number, entry in enumerate(corpus()):
        if (
            number % (_SHARE if entry.case else _SCENES)
            or (program := entry.program).profile.stage is not stage
        ):
            continue
        alone = not accesses(lowered(program)) and not any(
            row.row.form in NEIGHBOURS for row in program.instructions
        )
        plain = not program.buffers and not program.subroutine_parameters and not samplers_of(program)
        if alone and plain and (entry.case is None or entry.case.state is None):
            yield entry


@pytest.mark.parametrize("embedded", [False, True])
@pytest.mark.parametrize("stage", ["vertex", "fragment"])
def test_results_are_the_oracles(stage: str, embedded: bool) -> None:
    """In fast numerics, within the precision that each instruction is owed."""
    ran, wrong = Counter[str](), []
    with driver(embedded=embedded) as gl:
        for entry in _sample(Stage(stage)):
            seed = zlib.crc32(entry.name.encode())
            inputs = samples(entry.program, _COUNT, seed=seed, special=False)
            if not _is_promised(entry, inputs):
                continue
            for name, made in _translations(entry, embedded):
                given = gl, entry.program, made, *inputs
                with patch.object(programs, "run", partial(_run, given)), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    found = programs.compare_program(
                        f"{name} {entry.name}", entry.program, *inputs, State(), numerics="fast"
                    )
                ran[name] += 1
                wrong += [found.text()] if found.mismatches else []
    assert not wrong, "\n".join(wrong)
    assert set(ran) == {name for name in OTHERS if TARGETS[name].embedded is embedded}
    assert min(ran.values()) > 6, ran


def _translations(entry: Entry, embedded: bool) -> Iterator[tuple[str, nvrender.Translation]]:
    fragment = entry.program.profile.stage is Stage.FRAGMENT
    for name in OTHERS:
        if TARGETS[name].embedded is not embedded:
            continue
        try:
            made = nvrender.translate(
                entry.program, name, interface="fragment" if fragment else "feedback", numerics="fast"
            )
        except nvrender.TargetError:
            continue
        if made.results and (not fragment or _is_drawn(made)):
            yield name, made


def _is_promised(entry: Entry, inputs: Any) -> bool:
    """True if fast numerics keep to the oracle's results here (docs/internals.md), as glsl330 has them."""
    found = programs.compare_program(entry.name, entry.program, *inputs, State(), numerics="fast")
    return not found.mismatches


def _run(driven: tuple[Any, ...], *given: Any, backend: str, **options: Any) -> nvrender.Results:
    """The oracle's results, and the driver's for every other back end."""
    return _GENUINE(*given, backend=backend, **options) if backend == "oracle" else run_on_driver(*driven)


def _is_drawn(translation: nvrender.Translation) -> bool:
    """True for a shader of varyings alone with one colour."""
    handed = {row.name for row in translation.varyings}
    return all(row.name in handed for row in translation.attributes) and len(translation.results) == 1
