"""How long a check of a picture takes beside drawing it: a full-size result against its stored baseline."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.timing import Row, medians
from nvrender.regression.baselines.images import read, write
from nvrender.regression.baselines.origin import Origin
from nvrender.regression.comparison.pictures import compare_pictures
from nvrender.render import frames

_SIZE = (1920, 1080)
_SCENE = "scenes/skin.toml"
_REPEATS = 9


def rows() -> Iterator[Row]:
    """Seconds of comparing two neighbouring frames, and of reading the baseline first; FLIP is left out."""
    result, stored = frames(_SCENE, _SIZE, range(2))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "baseline.png"
        write(path, stored, Origin())
        actions = {
            "compared": lambda: compare_pictures(result, stored),
            "read and compared": lambda: compare_pictures(result, read(path)[0]),
        }
        for name, seconds in medians(actions, _REPEATS).items():
            yield Row(f"baseline of {_SIZE[0]} × {_SIZE[1]}: {name}", seconds, "s", "≤ 0.5")
