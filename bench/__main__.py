"""``python -m bench``: one table on the terminal, the same rows as JSON."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from dataclasses import asdict
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import (
    api,
    baselines,
    compute,
    corpus,
    draws,
    frames,
    lengths,
    llvm,
    native,
    native_api,
    oracle,
    paths,
    pictures,
    porting,
    reports,
    scenes,
    sixty_thousand,
    start,
    translation,
    vertex,
    view,
)
from nvrender.gpu.context.context import headless
from nvrender.gpu.context.current import entered

SECTIONS = {
    "translation": translation,
    "lengths": lengths,
    "sixty thousand": sixty_thousand,
    "porting": porting,
    "start": start,
    "corpus": corpus,
    "vertex": vertex,
    "compute": compute,
    "scenes": scenes,
    "native": native,
    "paths": paths,
    "oracle": oracle,
    "llvm": llvm,
    "pictures": pictures,
    "baselines": baselines,
    "view": view,
    "report": reports,
    "draws": draws,
    "frames": frames,
    "api": api,
    "native api": native_api,
}

#: Columns where the table goes to a file or pipe.
_WIDTH = 160


def main() -> None:
    """Run the sections asked for, print the table, write the JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("sections", nargs="*", help=f"any of {', '.join(SECTIONS)}; all, if none is named")
    parser.add_argument("-o", "--output", type=Path, help="write the rows as JSON")
    arguments = parser.parse_args()
    if unknown := set(arguments.sections) - set(SECTIONS):
        parser.error(f"no section {sorted(unknown)[0]!r}; there are {', '.join(SECTIONS)}")
    os.environ["MESA_SHADER_CACHE_DISABLE"] = "true"  # compile times are what is measured
    context = headless()
    renderer = f"{context.info['GL_RENDERER']}, {context.info['GL_VERSION']}"
    table = Table(title=renderer)
    for column, justify in (("measure", "left"), ("figure", "right"), ("unit", "left"), ("bar", "left")):
        table.add_column(column, justify=justify)
    rows = []
    progress = Console(stderr=True)
    for name in arguments.sections or SECTIONS:
        table.add_section()
        started, before = time.perf_counter(), _processor_seconds()
        with entered(context):  # a section before may have left another current, or none
            for row in SECTIONS[name].rows():
                rows.append(row)
                table.add_row(row.name, f"{row.figure:.3g}", row.unit, row.bar)
                progress.print(f"  {row.name}: {row.figure:.3g} {row.unit}", highlight=False)
        processor = _processor_seconds() - before
        progress.print(f"{name}: {time.perf_counter() - started:.0f} s, processor {processor:.0f} s")
    Console(width=None if sys.stdout.isatty() else _WIDTH).print(table)
    if arguments.output:
        arguments.output.parent.mkdir(parents=True, exist_ok=True)
        document = {
            "date": date.today().isoformat(),
            "renderer": renderer,
            "machine": platform.machine(),
            "python": platform.python_version(),
            "rows": [asdict(row) for row in rows],
        }
        arguments.output.write_text(json.dumps(document, indent=2) + "\n")


def _processor_seconds() -> float:
    """What this process and those it waited for have used, whatever else the machine does."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    main()
