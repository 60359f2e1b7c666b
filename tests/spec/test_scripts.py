"""Every conformance script, on the oracle and on both ways a GPU runs a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from nvrender.gpu.context.target import without
from nvrender.regression.conformance.run import check
from nvrender.regression.conformance.script import Case, read

HERE = Path(__file__).parent
SCRIPTS = sorted(HERE.rglob("*.toml"))
CASES = [case for script in SCRIPTS for case in read(script)]
RUNS = [case for case in CASES if case.runs]
#: Fragments are drawn, in one way only.
FRAGMENTS = (b"!!ARBfp1.0", b"!!FP1.0", b"!!NVfp4.0", b"!!NVfp5.0")
DRAWN = [case for case in RUNS if not case.backends and case.program.lstrip().startswith(FRAGMENTS)]
ON_GPU = [case for case in RUNS if not case.backends and not case.program.lstrip().startswith(FRAGMENTS)]


#: What feedback cannot promise: 64 bits, for one.
COMPUTED = [case for case in RUNS if "compute" in case.backends]


def _name(case: Case) -> str:
    script = Path(case.path).relative_to(HERE).with_suffix("")
    return f"{script.as_posix()}: {case.name} ({case.section})"


def _assert_passes(case: Case, backend: str) -> None:
    failures = check(case, backend)
    assert not failures, "\n".join(map(str, failures))


@pytest.mark.parametrize("case", [case for case in CASES if not case.runs], ids=_name)
def test_loads_or_not(case: Case) -> None:
    _assert_passes(case, "oracle")


@pytest.mark.parametrize("case", RUNS, ids=_name)
def test_oracle(case: Case) -> None:
    _assert_passes(case, "oracle")


@pytest.mark.parametrize("backend", ["compute", "feedback"])
@pytest.mark.parametrize("case", ON_GPU, ids=_name)
def test_gpu(case: Case, backend: str) -> None:
    _assert_passes(case, backend)


@pytest.mark.parametrize("case", COMPUTED, ids=_name)
def test_compute_alone(case: Case) -> None:
    _assert_passes(case, "compute")


@pytest.mark.parametrize("case", [case for case in COMPUTED if b"64" in case.program], ids=_name)
def test_integers_of_64_bits_as_words(case: Case) -> None:
    """What contexts without ARB_gpu_shader_int64 do (NV_gpu_program5 2.X.4.1)."""
    with without("GL_ARB_gpu_shader_int64"):
        _assert_passes(case, "compute")


@pytest.mark.parametrize("case", DRAWN, ids=_name)
def test_gpu_draws_fragments(case: Case) -> None:
    _assert_passes(case, "gpu")
