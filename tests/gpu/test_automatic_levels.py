"""Levels of detail of lookups outside of fragment programs (NV_gpu_program4 2.X.4.4; docs/semantics.md)."""

from __future__ import annotations

import numpy as np
import pytest
from every_opcode import STAGES

import nvrender
from nvrender.gl.textures.texture import Texture


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
@pytest.mark.parametrize("stage", [stage for stage in STAGES if stage != "fp"])
@pytest.mark.parametrize("bias", [0.0, 1.0])
def test_nothing_changes_but_by_biases(stage: str, backend: str, bias: float) -> None:
    """Level 0 has 1, level 1 has 10, level 2 has 100; TXB adds its own bias to the texture's."""
    levels = tuple(np.full((4 >> level, 4 >> level, 1), 10.0**level, np.float32) for level in range(3))
    texture = Texture(
        "2D", levels, base_format="INTENSITY", lod_bias=bias, min_filter="NEAREST_MIPMAP_NEAREST"
    )
    header, directives, given = STAGES[stage]
    text = f"""{header} {directives} PARAM c = {{ 0.5, 0.5, 0.5, 1.0 }}; TEMP t;
    TEX t, c, texture[0], 2D; STORE.F32 t, 65536; TXB t, c, texture[0], 2D; STORE.F32 t, 65540;
    TXP t, c, texture[0], 2D; STORE.F32 t, 65544; END"""
    memory = nvrender.Memory({"a": np.zeros(3, np.float32)})
    results = nvrender.run(text, textures={0: texture}, memory=memory, backend=backend, **given)
    assert results.memory["a"].tolist() == [10.0**bias, 10.0 ** (1 + bias), 10.0**bias]
