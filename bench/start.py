"""What a person waits for at the prompt: processes from start to end."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

from bench.shaders import ROOT
from bench.timing import Row

_REPEATS = 7


def rows() -> Iterator[Row]:
    """Seconds a process takes, the least of several: what else the machine does only adds to it."""
    yield Row("import nvrender", _seconds("-c", "import nvrender"), "s")
    for name in ("lamps", "noise"):
        path = ROOT / "bench" / "programs" / f"{name}.vp"
        yield Row(f"nvrender check {path.name}", _seconds("-m", "nvrender", "check", str(path)), "s", "< 0.4")
    path = ROOT / "shaders" / "lighting.vp"
    seconds = _seconds("-m", "nvrender", "port", str(path))
    yield Row(f"nvrender port {path.name}", seconds, "s", "≤ 0.3")
    yield Row("  of a bare interpreter's start", seconds / _seconds("-c", "pass"), "times")


def _seconds(*arguments: str) -> float:
    taken = []
    for _ in range(_REPEATS):
        started = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        taken.append(time.perf_counter() - started)
    return min(taken)
