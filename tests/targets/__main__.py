"""``PYTHONPATH=tests python -m targets``: every program of the corpus × every further target, validated."""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from nvrender.glsl.targets import TARGETS

sys.path.insert(0, str(Path(__file__).parent))

from glslang import errors_of
from test_validation import OTHERS, shaders


def main() -> int:
    wrong = 0
    for name in sys.argv[1:] or OTHERS:
        started = time.perf_counter()
        found, refused = shaders(TARGETS[name], 1)
        with tempfile.TemporaryDirectory() as folder:
            errors = errors_of(found, Path(folder), strict=not TARGETS[name].general)
        wrong += len(errors)
        seconds = time.perf_counter() - started
        print(f"{name}: {len(found)} valid but {len(errors)}, {len(refused)} refused, {seconds:.0f} s")
        for shader, text in list(errors.items())[:5]:
            print(f"  {shader}\n{text}")
        reasons = Counter(message.partition(" needs ")[2].partition(",")[0] for message in refused)
        for reason, count in reasons.most_common(12):
            print(f"    {count:5} {reason}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
