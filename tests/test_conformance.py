"""Every conformance script, on the oracle and on a GPU, one way or the other; a test runs all its cases."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from digest.corpus import cases_of

from nvrender.gpu.context.target import without
from nvrender.regression.conformance.run import check
from nvrender.regression.conformance.script import Case
from nvrender.source import NvrenderError

HERE = Path(__file__).parent / "spec"
SCRIPTS = {path: cases_of(path) for path in sorted(HERE.rglob("*.toml"))}
#: Fragments are drawn, in one way only.
FRAGMENTS = (b"!!ARBfp1.0", b"!!FP1.0", b"!!FP2.0", b"!!NVfp4.0", b"!!NVfp5.0")


def _drawn(case: Case) -> bool:
    return case.runs and not case.backends and case.program.lstrip().startswith(FRAGMENTS)


def _either_way(case: Case) -> bool:
    return case.runs and not case.backends and not _drawn(case)


def _computed(case: Case) -> bool:
    """What feedback cannot promise: 64 bits, for one."""
    return case.runs and "compute" in case.backends


def _computed_64(case: Case) -> bool:
    return _computed(case) and b"64" in case.program


#: What runs either way does so in turns, since the statements of a translation are the same in both. Which of
#: two cases run in which way:
_IN_COMPUTE, _IN_FEEDBACK, _ALL = {0}, {1}, {0, 1}
#: Which cases, of them which ones, on which backend, with which extensions hidden. Without
#: ARB_gpu_shader_int64 integers of 64 bits are pairs of words (NV_gpu_program5 2.X.4.1).
WAYS: dict[str, tuple[Callable[[Case], bool], set[int], str, tuple[str, ...]]] = {
    "oracle": (lambda case: True, _ALL, "oracle", ()),
    "compute": (_either_way, _IN_COMPUTE, "compute", ()),
    "feedback": (_either_way, _IN_FEEDBACK, "feedback", ()),
    "compute alone": (_computed, _ALL, "compute", ()),
    "64 bits as words": (_computed_64, _ALL, "compute", ("GL_ARB_gpu_shader_int64",)),
    "drawn": (_drawn, _ALL, "gpu", ()),
}


def _taken(script: tuple[Case, ...], way: str) -> tuple[Case, ...]:
    takes, turns, _, _ = WAYS[way]
    return tuple(case for number, case in enumerate(filter(takes, script)) if number % 2 in turns)


RUNS = [
    pytest.param(cases, way, id=f"{path.relative_to(HERE).with_suffix('').as_posix()}, {way}")
    for path, script in SCRIPTS.items()
    for way in WAYS
    if (cases := _taken(script, way))
]


def _failures(case: Case, backend: str) -> list[str]:
    try:
        return [str(failure) for failure in check(case, backend)]
    except NvrenderError as error:
        return [f"{case.path}: {case.name}: {error!r}"]


@pytest.mark.parametrize(("cases", "way"), RUNS)
def test_cases_do_what_the_script_says(cases: tuple[Case, ...], way: str) -> None:
    _, _, backend, hidden = WAYS[way]
    with ExitStack() as stack:
        stack.enter_context(without(*hidden))
        failures = [failure for case in cases for failure in _failures(case, backend)]
    assert not failures, "\n".join(failures)
