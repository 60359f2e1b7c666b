"""Ports to plain ARB assembly by the driver's own assembler, which takes them and agrees with the oracle."""

from __future__ import annotations

import warnings

import pytest
from arb.ports import entries, textures

from nvrender.arb.translate import assemble
from nvrender.gpu.native.context import compatibility
from nvrender.regression.comparison.programs import compare_program
from nvrender.regression.comparison.sample_states import sample_state
from nvrender.regression.comparison.samples import samples
from nvrender.source import ContextError, TargetError

#: One program of the scripts in so many; those of shaders/ all.
_SHARE = 100
#: Constants that are denormal, which llvmpipe flushes.
_DENORMAL = ("constants that as floats are denormal",)


def test_the_driver_agrees() -> None:
    """Within the precision of the ARB's languages, which is OpenGL's (OpenGL 1.5, 2.1.1)."""
    try:
        with compatibility() as native:
            if not {"GL_ARB_vertex_program", "GL_ARB_fragment_program"} <= native.extensions:
                pytest.skip(f"{native.renderer} has no ARB_vertex_program or no ARB_fragment_program")
    except ContextError as error:
        pytest.skip(f"no compatibility context: {str(error).splitlines()[0]}")
    failed, done = [], 0
    for entry in entries(share=_SHARE):
        if entry.name.endswith(_DENORMAL):
            continue
        try:
            port = assemble(entry.program).program
        except TargetError:
            continue
        if port is entry.program:
            continue
        attributes, parameters = samples(port, 32, seed=1, special=False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = compare_program(
                entry.name, port, attributes, parameters, sample_state(port).with_(window_height=64),
                backend="native", numerics="fast", textures=textures(port),
            )  # fmt: skip
        done += 1
        failed += [found.text()] * bool(found.mismatches)
    assert not failed, "\n".join(failed)
    assert done > 40
