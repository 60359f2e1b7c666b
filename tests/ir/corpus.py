"""The programs of the corpus on the evaluator, each shader verified, and written and read, on its way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from digest.corpus import Entry, corpus
from digest.results import words

from nvrender.ir.nodes import Shader
from nvrender.ir.text.reader import read
from nvrender.ir.text.writer import write
from nvrender.ir.verify import verify
from nvrender.lower.operands import NotLowered
from nvrender.source import NvrenderError

from .machine import Passes, evaluated

#: Whose loops take tens of thousands of turns, each of them seconds on the evaluator.
LONG = frozenset(
    (
        "corpus/cg_vertex/vp30_loop.vp",
        "corpus/hand_vertex/counted.vp",
        "shaders/lights.vp",
        "shaders/veil_visits.cp",
        "shaders/water.vp",
        "spec/arb/BRA.toml: backwards, and through labels that nothing names",
        "spec/arbfp/RET.toml: 65,536 instructions",
        "spec/execution/branches.toml: a value from before the last turn, read after the loop",
        "spec/execution/branches.toml: main may be branched to",
        "spec/execution/branches.toml: nested loops",
        "spec/execution/branches.toml: two loops that cross",
        "spec/execution/limits.toml: 65536 branches",
        "spec/execution/limits.toml: a branch to itself",
        "spec/execution/limits.toml: some vertices stop at the limit, others end",
        "spec/execution/limits.toml: the last instruction that counts",
        "spec/execution/nv4/flow.toml: loops without a count take 65,535 turns together",
        "spec/execution/position_invariant.toml: HPOS also after 65536 instructions",
        "spec/fp2/flow.toml: RET: 65,536 instructions",
        "spec/nv4/REP.toml: signed and unsigned counts",
    )
)


def quick(part: int, parts: int) -> Iterator[Entry]:
    """One of so many ``parts`` of the corpus, without what is ``LONG``."""
    return (entry for entry in corpus(part, parts) if entry.name not in LONG)


def _same(shader: Shader) -> Shader:
    return shader


def results(entry: Entry) -> dict[str, bytes]:
    """What a run gives; how many instructions it took only where their number is limited."""
    found = dict(words(entry))
    if entry.program.profile.execution_limit is None:
        found.pop("executed", None)
    return found


def evaluations(entry: Entry, passes: Passes = _same) -> dict[str, bytes]:
    """The same of the evaluator behind ``passes``, "error" of what is not lowered or does not run on it."""
    with evaluated_checked(passes) as shaders:
        try:
            found = results(entry)
        except NotLowered as error:
            found = {"error": str(error).encode()}
    return found if shaders or "error" in found else {"error": b"not evaluated"}


@contextmanager
def evaluated_checked(passes: Passes = _same) -> Iterator[list[Shader]]:
    """As ``evaluated``, what ``passes`` give ``checked``; the shaders that were."""
    shaders: list[Shader] = []

    def run(shader: Shader) -> Shader:
        shaders.append(shader)
        return checked(passes(shader))

    with evaluated(run):
        yield shaders


def checked(shader: Shader) -> Shader:
    """``shader`` as it is read from its text, once it is verified."""
    try:
        found = read(write(verify(shader)))
    except NvrenderError as error:  # which a run is let have
        raise AssertionError(str(error)) from None
    assert found == shader
    return found
