"""``PYTHONPATH=tests python -m ir.fuzz --family nv4 --count 500``: random programs on both of them."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from fuzz import compare, draw_compare, nv5_arrays
from fuzz.campaign import VERTICES, Outcome, record
from fuzz.compare import Mismatch
from fuzz.declared_compare import as_words, with_chosen_subroutines
from fuzz.families import FAMILIES
from fuzz.fragment_inputs import FragmentInputs
from fuzz.inputs import Inputs
from fuzz.memory_inputs import TURNS
from fuzz.nv5_draws import DrawSample
from fuzz.oracle_readings import words_of

from nvrender.languages.load import load
from nvrender.lower.operands import NotLowered
from nvrender.oracle.machine.fragments import finished
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.memory.spaces import Spaces
from nvrender.passes.pipeline import LOWERED, after_each, names

from .corpus import evaluated_checked

Found = Mapping[str, np.ndarray[Any, Any]]


def results(sample: Any, inputs: Any) -> Found:
    """What the oracle, or what is in its place, makes of a sample."""
    if isinstance(sample, DrawSample):
        programs = {
            name: with_chosen_subroutines(load(one.text), sample.seed) for name, one in sample.stages.items()
        }
        return draw_compare.on_oracle(programs, inputs)
    program = with_chosen_subroutines(load(sample.text), sample.seed)
    if isinstance(inputs, Inputs):
        return compare.on_oracle(program, inputs)
    if isinstance(inputs, nv5_arrays.ArrayInputs):
        return nv5_arrays.run(program, inputs, "oracle")
    given = {name: getattr(inputs, name) for name in ("buffers", "textures") if hasattr(inputs, name)}
    spaces = None
    if hasattr(inputs, "stores"):
        spaces = Spaces(inputs.stores, inputs.buffers)
        given["watchdog"] = TURNS
    arrays = inputs.arrays()
    found = execute(program, arrays, Resources(inputs.rows(program), spaces=spaces, **given), inputs.count)
    if isinstance(inputs, FragmentInputs):
        found = as_words(finished(program, found, arrays, inputs.state), program)
    return {**found, **({} if spaces is None else words_of(spaces.left()))}


def mismatch(sample: Any, inputs: Any, behind: str = LOWERED) -> Mismatch | None:
    """How the evaluator's results ``behind`` a pass are not those of the oracle.

    Raises NotLowered for what has no intermediate representation.
    """
    expected = results(sample, inputs)
    try:
        with evaluated_checked(lambda shader: dict(after_each(shader))[behind]) as shaders:
            found = results(sample, inputs)
    except NotLowered:
        raise
    except Exception as error:
        return Mismatch(type(error).__name__, str(error))
    if not shaders:
        raise NotLowered("not evaluated")
    for name, wanted in expected.items():
        have = found[name]
        different = wanted.view(np.uint32) != have.view(np.uint32)
        if wanted.dtype == np.float32:
            different &= ~(np.isnan(wanted) & np.isnan(have))
        if different.any():
            row = int(np.argwhere(different)[0][0])
            return Mismatch("value", f"{name}[{row}]: {wanted[row]} against {have[row]}", row)
    return None


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m ir.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="how many programs of each family")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first one")
    parser.add_argument("--family", choices=FAMILIES, help="only this one")
    parser.add_argument("--behind", choices=names(), default=LOWERED, help="what a pass leaves")
    parser.add_argument("--out", type=Path, default=Path("out/fuzz"), help="where failures go")
    options = parser.parse_args()
    failed = 0
    for family in (options.family,) if options.family else FAMILIES:
        counts = Counter[str]()
        for number in range(options.seed, options.seed + options.count):
            sample = FAMILIES[family].generate(number)
            inputs = FAMILIES[family].draw(sample, VERTICES)
            try:
                found = mismatch(sample, inputs, options.behind)
            except NotLowered as error:
                counts[f"not lowered: {error}"] += 1
                continue
            counts["same" if found is None else "different"] += 1
            if found is not None:
                failed += 1
                path = record(Outcome(family, sample, inputs, "evaluated", found), options.out)
                print(f"{family} seed {number}: {found.message}\n  {path}", flush=True)
        print(f"{family}: {', '.join(f'{count} {what}' for what, count in counts.most_common())}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
