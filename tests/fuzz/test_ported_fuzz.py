"""Random programs of NVIDIA's languages against their ports to plain ARB assembly."""

from __future__ import annotations

import pytest

from nvrender.languages.load import load

from .campaign import campaign
from .families import FAMILIES, PORTED
from .ported import Words


@pytest.mark.parametrize("family", PORTED)
def test_ports_compute_the_same(family: str) -> None:
    tally = Words()
    failed = [
        f"seed {outcome.sample.seed}: {outcome.mismatch.message}"
        for outcome in campaign(f"ported-{family}", 7100, 4, tally=tally)
        if outcome.mismatch is not None
    ]
    assert not failed, "\n".join(failed)
    assert tally.words > 500
    assert tally.open < tally.words / 10


def test_what_is_left_of_a_program_is_of_its_language() -> None:
    """Ports are of condition codes, tests and typed instructions, not of what ARB programs have anyway."""
    for family, name in (("nv4", "NVvp4.0"), ("fp2", "FP2.0"), ("vp", "VP")):
        program = load(FAMILIES[f"ported-{family}"].generate(7103).text)
        assert program.profile.name.startswith(name)
        assert len(program.instructions) > 8
