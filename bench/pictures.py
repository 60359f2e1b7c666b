"""Every scene's poster frame on the oracle, each drawn in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from bench.shaders import ROOT
from bench.timing import Row

_SIZE = (256, 256)
_SCRIPT = """
import sys, time
from nvrender.render import render
wall, processor = time.perf_counter(), time.process_time()
render(sys.argv[1], (int(sys.argv[2]), int(sys.argv[3])), backend="oracle")
print(time.perf_counter() - wall, time.process_time() - processor)
"""


def rows() -> Iterator[Row]:
    """Wall seconds of each scene from its file to its picture; nothing is warm but Python itself."""
    for name in sorted(path.stem for path in (ROOT / "scenes").glob("*.toml")):
        wall, processor = measure(name)
        label = f"oracle: {name}, {_SIZE[0]} × {_SIZE[1]}, first picture"
        yield Row(label, wall, "s", "≤ 2", {"seconds of processor time": processor})


def measure(name: str) -> tuple[float, float]:
    """Seconds that pass, and of processor time."""
    arguments = [str(ROOT / "scenes" / f"{name}.toml"), *map(str, _SIZE)]
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, *arguments], capture_output=True, text=True, check=True, cwd=ROOT
    )
    wall, processor = (float(word) for word in done.stdout.split())
    return wall, processor


def main() -> None:
    """The scenes named as arguments, or all: wall and processor seconds."""
    for name in sys.argv[1:] or sorted(path.stem for path in (ROOT / "scenes").glob("*.toml")):
        wall, processor = measure(name)
        print(f"{name:12} {wall:5.2f} {processor:5.2f}", flush=True)


if __name__ == "__main__":
    main()
