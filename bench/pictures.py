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
clocks = time.perf_counter, time.process_time, time.thread_time
before = [clock() for clock in clocks]
render(sys.argv[1], (int(sys.argv[2]), int(sys.argv[3])), backend="oracle")
print(*(clock() - start for clock, start in zip(clocks, before)))
"""


def rows() -> Iterator[Row]:
    """Wall seconds of each scene from its file to its picture; nothing is warm but Python itself."""
    for name in sorted(path.stem for path in (ROOT / "scenes").glob("*.toml")):
        wall, processor, alone = measure(name)
        label = f"oracle: {name}, {_SIZE[0]} × {_SIZE[1]}, first picture"
        details = {
            "seconds of processor time": processor,
            "at most with two cores free": alone + (processor - alone) / 2,
        }
        yield Row(label, wall, "s", "≤ 2", details)


def measure(name: str) -> tuple[float, float, float]:
    """Seconds that pass, of processor time, and of that in the main thread, which no other core takes."""
    arguments = [str(ROOT / "scenes" / f"{name}.toml"), *map(str, _SIZE)]
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, *arguments], capture_output=True, text=True, check=True, cwd=ROOT
    )
    wall, processor, alone = (float(word) for word in done.stdout.split())
    return wall, processor, alone


def main() -> None:
    """The scenes named as arguments, or all: seconds that pass, of processor time, of the main thread's."""
    for name in sys.argv[1:] or sorted(path.stem for path in (ROOT / "scenes").glob("*.toml")):
        print(f"{name:12}", *(f"{seconds:5.2f}" for seconds in measure(name)), flush=True)


if __name__ == "__main__":
    main()
