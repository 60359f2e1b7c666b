"""How many programs a second become GLSL, in one process."""

from __future__ import annotations

import time
from collections.abc import Iterator

from bench.shaders import ROOT
from bench.timing import Row
from nvrender.cli.main import collected_rarely
from nvrender.cli.port.translations import Options
from nvrender.languages.load import load

_PROGRAMS = 600
_SUFFIXES = (".vp", ".fp", ".gp", ".tcp", ".tep", ".cp")


def rows() -> Iterator[Row]:
    """The demo scenes' programs, over and over, loaded and translated as ``nvrender port`` does."""
    files = sorted(path for path in (ROOT / "shaders").iterdir() if path.suffix in _SUFFIXES)
    texts = [(path.name, path.read_bytes()) for path in files]
    for name, text in texts:  # modules are imported
        Options().port(load(text, name=name), "glsl450")
    done = 0
    with collected_rarely():
        started = time.process_time()
        while done < _PROGRAMS:
            name, text = texts[done % len(texts)]
            Options().port(load(text, name=name), "glsl450")
            done += 1
        taken = time.process_time() - started
    yield Row(f"port of {_PROGRAMS} programs to glsl450, one process", done / taken, "programs/s", "≥ 435")
