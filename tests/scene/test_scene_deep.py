"""The fractal scene needs its doubles."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scene_files import ROOT

from nvrender.render import render

SIZE = (48, 27)


def test_singles_would_break_it_into_blocks(tmp_path: Path) -> None:
    """NV_gpu_program5 2.X.4.1: the same with F32 for F64 has a handful of colours but for the vignette."""
    for name in ("scenes/deep.toml", "shaders/deep.vp", "shaders/deep.fp"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        text = (ROOT / name).read_text(encoding="utf-8")
        if name.endswith(".fp"):
            text = text.replace(".F64", ".F32").replace("LONG TEMP", "TEMP")
        path.write_text(text, encoding="utf-8")
    doubles = render(ROOT / "scenes" / "deep.toml", SIZE).astype(int)
    singles = render(tmp_path / "scenes" / "deep.toml", SIZE).astype(int)

    def roughness(picture: np.ndarray) -> float:  # type: ignore[type-arg]
        return float(np.abs(np.diff(picture, axis=1)).mean())

    assert roughness(doubles) > 10 * roughness(singles)
