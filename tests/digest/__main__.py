"""``python -m tests.digest``: what changed of every translation and of every result of the oracle.

Prints what differs from the committed digests, by category; ``--update`` writes them anew, ``--write DIR``
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
from .files import Digest, changes, made, read, write
from .translations import text, variants

_MOST = 20


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.digest", description=__doc__)
    parser.add_argument("digests", nargs="*", type=Digest, metavar="DIGEST", help="translations, results")
    parser.add_argument("--update", action="store_true", help="write the digests anew")
    parser.add_argument("--write", metavar="DIR", type=Path, help="write the text of every translation")
    arguments = parser.parse_args()
    if arguments.write is not None:
        _write_texts(arguments.write)
        return 0
    chosen = arguments.digests or list(Digest)
    parts = os.cpu_count() or 1
    found: dict[Digest, dict[str, dict[str, str]]] = {digest: {} for digest in chosen}
    with ProcessPoolExecutor(parts) as pool:
        for rows in pool.map(partial(made, chosen, parts=parts), range(parts)):
            for digest, programs in rows.items():
                found[digest] |= programs
    if arguments.update:
        for digest, rows in found.items():
            write(digest, rows)
        return 0
    changed = False
    for digest, rows in found.items():
        differing = changes(read(digest), rows)
        changed = changed or bool(differing)
        print(
            f"{digest.value}: {sum(map(len, rows.values()))} of {len(rows)} programs, "
            f"{len(differing)} changed"
        )
        for category, number in Counter(row.category for row in differing).most_common():
            print(f"  {number:6} {category}")
        for row in differing[:_MOST]:
            print(f"    {row.program}: {row.variant}")
    return 1 if changed else 0


def _write_texts(folder: Path) -> None:
    for entry in corpus():
        name = entry.name.replace("/", "_")[:180]
        for variant in variants(entry):
            path = folder / variant / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text(entry, variant), encoding="utf-8", errors="surrogateescape")


if __name__ == "__main__":
    sys.exit(main())
