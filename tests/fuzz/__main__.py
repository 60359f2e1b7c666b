"""``python -m tests.fuzz --family nv4 --count 2000 --seed 1``: random programs on oracle and GPU."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from nvrender.cli.farm.options import shard
from nvrender.cli.farm.work import Parts

from .campaign import campaign, record, shrunk, told
from .declared_compare import Tally
from .families import FAMILIES
from .parts import fuzz_in_parts


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="how many programs of each family")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first one")
    parser.add_argument("--family", choices=FAMILIES, help="only this one")
    parser.add_argument(
        "--backend",
        choices=("compute", "feedback", "pixels", "fast", "words", "llvm", "llvm-fast"),
        help="only this way: on the GPU, or by the back end llvm",
    )
    parser.add_argument("--native", action="store_true", help="the driver's own assembler too (arb, arbfp)")
    parser.add_argument("--out", type=Path, default=Path("out/fuzz"), help="where failures go")
    parser.add_argument("--stop-after", type=int, default=20, help="give up after so many mismatches")
    parser.add_argument("--shard", type=shard, metavar="I/N", help="only the I-th of N parts, as JSON")
    parser.add_argument("--merge", type=Path, action="append", help="join parts, or all in a folder")
    options = parser.parse_args(arguments)
    parts = Parts(*(options.shard or (1, 0)), tuple(options.merge or ()))
    wanted: list[tuple[str, tuple[str, ...]]] = []
    for family in (options.family,) if options.family else FAMILIES:
        row = FAMILIES[family]
        rounds = [(options.backend,)] if options.backend else [row.modes]
        if options.native:
            if "native" not in row.others:
                parser.error(
                    f"the driver does not run family {family}; --native goes with --family arb or arbfp"
                )
            rounds.append(("native",))
        if options.backend and options.backend not in (*row.modes, *row.others):
            parser.error(f"family {family} does not run in mode {options.backend}")
        wanted += [(family, modes) for modes in rounds]
    if parts.divided:
        return fuzz_in_parts(wanted, options.seed, options.count, options.out, parts)
    failed = sum([_round(family, modes, options) for family, modes in wanted])
    return 1 if failed else 0


def _round(family: str, modes: tuple[str, ...], options: argparse.Namespace) -> int:
    """One family in one or several modes; how many mismatches."""
    mismatches = done = refused = 0
    tally = Tally()
    started = shown = time.monotonic()
    for outcome in campaign(family, options.seed, options.count, modes, tally):
        done += 1
        if outcome.refused:
            refused += 1
        elif outcome.mismatch is not None:
            mismatches += 1
            small = shrunk(outcome)
            path = record(small, options.out)
            message = small.mismatch.message if small.mismatch else outcome.mismatch.message
            print(f"{family} seed {outcome.sample.seed}, {outcome.mode}: {message}\n  {path}", flush=True)
            if mismatches >= options.stop_after:
                print(f"stopped after {mismatches} mismatches")
                break
        if time.monotonic() - shown > 5:
            shown = time.monotonic()
            rate = done / (shown - started)
            print(
                f"{family}: {done} of {options.count} programs, {mismatches} mismatches, {rate:.0f} a second",
                flush=True,
            )
    print(f"{family}, {' and '.join(modes)}: {told(done, mismatches, refused)}")
    if tally.words:
        print(
            f"  {tally.words} words compared; {tally.open} left open by precision, NaN or denormals, "
            f"worst deviation {tally.deviation:.3g}"
        )
    return mismatches


if __name__ == "__main__":
    sys.exit(main())
