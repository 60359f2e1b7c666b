"""``python -m tests.fuzz --count 2000 --seed 1``: random programs on oracle and GPU."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from .campaign import MODES, campaign, record, shrunk


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="how many programs")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first one")
    parser.add_argument("--backend", choices=MODES, help="only this way on the GPU")
    parser.add_argument("--out", type=Path, default=Path("out/fuzz"), help="where failures go")
    parser.add_argument("--stop-after", type=int, default=20, help="give up after so many mismatches")
    options = parser.parse_args()
    modes = (options.backend,) if options.backend else MODES
    mismatches = done = 0
    started = shown = time.monotonic()
    for outcome in campaign(options.seed, options.count, modes):
        done += 1
        if outcome.mismatch is not None:
            mismatches += 1
            small = shrunk(outcome)
            path = record(small, options.out)
            message = small.mismatch.message if small.mismatch else outcome.mismatch.message
            print(f"seed {outcome.sample.seed}, {outcome.mode}: {message}\n  {path}", flush=True)
            if mismatches >= options.stop_after:
                print(f"stopped after {mismatches} mismatches")
                break
        if time.monotonic() - shown > 5:
            shown = time.monotonic()
            rate = done / (shown - started)
            print(
                f"{done} of {options.count} programs, {mismatches} mismatches, {rate:.0f} a second",
                flush=True,
            )
    print(f"{done} programs: {mismatches} mismatches")
    return 1 if mismatches else 0


if __name__ == "__main__":
    sys.exit(main())
