"""``python -m tests.digest``: what changed of every translation and of every result of the oracle.

Prints what differs from the committed digest, by category; ``--update`` writes it anew, ``--write DIR``
the texts of all translations, to compare two trees with ``diff -r``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from .corpus import corpus
from .files import changes, made, read, write
from .translations import text, variants

_MOST = 20


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.digest", description=__doc__)
    parser.add_argument("--update", action="store_true", help="write the digest anew")
    parser.add_argument("--write", metavar="DIR", type=Path, help="write the text of every translation")
    arguments = parser.parse_args()
    if arguments.write is not None:
        _write_texts(arguments.write)
        return 0
    parts = os.cpu_count() or 1
    rows: dict[str, dict[str, str]] = {}
    with ProcessPoolExecutor(parts) as pool:
        for found in pool.map(partial(made, parts=parts), range(parts)):
            rows |= found
    if arguments.update:
        write(rows)
        return 0
    differing = changes(read(), rows)
    print(f"{sum(map(len, rows.values()))} of {len(rows)} programs, {len(differing)} changed")
    for category, number in Counter(row.category for row in differing).most_common():
        print(f"  {number:6} {category}")
    for row in differing[:_MOST]:
        print(f"    {row.program}: {row.variant}")
    return 1 if differing else 0


def _write_texts(folder: Path) -> None:
    for entry in corpus():
        name = entry.name.replace("/", "_")[:180]
        for variant in variants(entry):
            path = folder / variant / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text(entry, variant), encoding="utf-8", errors="surrogateescape")


if __name__ == "__main__":
    sys.exit(main())
