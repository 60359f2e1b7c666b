"""How long a check of a picture takes beside drawing it: a full-size result against its stored baseline.

FLIP is measured of 3840 × 2160 pixels of which 160 × 120 differ: of the whole pictures, as flip-evaluator
does, and as checks do it, where pictures differ.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from bench.timing import Row, medians
from nvrender.regression.baselines.images import encoded, read
from nvrender.regression.baselines.origin import Origin
from nvrender.regression.comparison.pictures import compare_pictures, has_flip
from nvrender.render import frames

_SIZE = (1920, 1080)
_SCENE = "scenes/skin.toml"
_REPEATS = 9
_LARGE = (3840, 2160)
_CHANGED = (160, 120)
_LARGE_REPEATS = 3


def rows() -> Iterator[Row]:
    """Seconds of comparing two neighbouring frames, and of reading the baseline first; then FLIP."""
    result, stored = frames(_SCENE, _SIZE, range(2))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "baseline.png"
        path.write_bytes(encoded(stored, Origin()))
        actions = {
            "compared": lambda: compare_pictures(result, stored),
            "read and compared": lambda: compare_pictures(result, read(path)[0]),
        }
        for name, seconds in medians(actions, _REPEATS).items():
            yield Row(f"baseline of {_SIZE[0]} × {_SIZE[1]}: {name}", seconds, "s", "≤ 0.5")
    yield from _flip() if has_flip() else ()


def _flip() -> Iterator[Row]:
    import flip_evaluator

    (width, height), (across, down) = _LARGE, _CHANGED
    (stored,) = frames(_SCENE, _LARGE, range(1))
    result = stored.copy()
    top, left = (height - down) // 2, (width - across) // 2
    result[top : top + down, left : left + across, :3] ^= 31
    whole = [picture[:, :, :3].astype(np.float32) / np.float32(255) for picture in (stored, result)]
    actions = {
        "FLIP of the whole": lambda: flip_evaluator.evaluate(*whole, "LDR", applyMagma=False),
        "compared, with FLIP where they differ": lambda: compare_pictures(result, stored, flip=True),
        "compared without FLIP": lambda: compare_pictures(result, stored),
    }
    found = medians(actions, _LARGE_REPEATS, warm_up=1)
    for name, seconds in found.items():
        bar = "≤ 0.5" if "where" in name else ""
        yield Row(f"pictures of {width} × {height}: {name}", seconds, "s", bar)
    of_whole, of_part, _ = found.values()
    yield Row(f"pictures of {width} × {height}: FLIP of the whole / compared", of_whole / of_part, "times")
