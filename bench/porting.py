"""``nvrender port`` of six hundred programs to one target, on one core and on two."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.timing import Row
from nvrender.regression.conformance.script import read

REPOSITORY = Path(__file__).parents[1]
PROGRAMS = 600
_HEADERS = (b"!!VP1", b"!!VP2", b"!!ARB", b"!!FP1", b"!!NVv", b"!!NVf")
_TARGETS = ("glsl330", "glsl120", "glsles300", "arb")


def rows() -> Iterator[Row]:
    """Programs in a second of processor time, and how much sooner two processes are done."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder / "in")
        for target in _TARGETS:
            alone, used = port(folder, target, 1)
            both, _ = port(folder, target, 2)
            yield Row(
                f"port {PROGRAMS} programs to {target}: programs a second", PROGRAMS / used, "1/s", "≥ 300"
            )
            yield Row("  time of one process / of two", alone / both, "ratio", "≥ 1.8")


def write(folder: Path) -> None:
    """The programs of shaders/, the corpus and the conformance scripts, as many as are measured."""
    folder.mkdir()
    roots = (REPOSITORY / "shaders", REPOSITORY / "tests" / "corpus")
    texts = [path.read_bytes() for root in roots for path in sorted(root.rglob("*.*p"))]
    texts += _of_scripts()[::4]
    distinct = list(dict.fromkeys(texts))[:PROGRAMS]
    assert len(distinct) == PROGRAMS
    for number, text in enumerate(distinct):
        suffix = "fp" if text[2:8].lower().find(b"fp") >= 0 else "vp"
        (folder / f"{number:03}.{suffix}").write_bytes(text)


def _of_scripts() -> list[bytes]:
    """The vertex and fragment programs of the conformance scripts that load."""
    found = list[bytes]()
    for path in sorted((REPOSITORY / "tests" / "spec").glob("[!el]*/*.toml")):
        found += [case.program for case in read(path) if case.position is None and not case.limits]
    return [text for text in found if text.startswith(_HEADERS)]


def port(folder: Path, target: str, jobs: int) -> tuple[float, float]:
    """Seconds by the clock, and of the processors."""
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "nvrender", "port", str(folder / "in"), "-o", str(out)]
    subprocess.run(
        [*command, "--target", target, "--jobs", str(jobs)],
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    taken, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
