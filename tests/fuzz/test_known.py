"""Random programs of known values: what is made of a family's, that they load, and no difference found."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from nvrender.languages.load import load

from . import ported
from .campaign import campaign
from .declared import DeclaredSample
from .declared_compare import both_zero, compare
from .declared_inputs import draw
from .families import FAMILIES, KNOWN
from .known import with_known
from .nv5_draws import DrawSample

#: (statement, what is somewhere among programs of the family).
_FOUND = {
    "vp": (r"SLT (R\d+), (v\[\w+\]), \2;", r"MUL (R\d+), (v\[\w+\]), \2;", r"DST R"),
    "arb": (r"MOV KT\d, \{ .*-0\.0", r"MUL (KT\d), \1, \1;", r"SGE KT\d, (\S+), \1\.yzwx;"),
    "nv4": (r"MOV\.U KT\d, \{ 0x", r"SUB\S*\.CC0 KB", r"IF EQ", r"AND\.U KT\d", r"MOV\.S?SAT KT"),
    "nv5": (r"CVT\S* KT\d", r"BF\w\.U KT\d"),
    "nv5-long": (r"\S+64 KL\d", r", -?\|?KL\d"),
    "nvfp4": (r"TEX\S* .*, KP", r"ADD\S* (KT\d), \1"),
    "fp2": (r"MOV R1\d, \{ ", r"IF (EQ|LE)\.x", r"TEX\w* .*, -?R20"),
}  # fmt: skip


def _stages(sample: Any) -> list[Any]:
    return [*sample.stages.values()] if isinstance(sample, DrawSample) else [sample]


@pytest.mark.parametrize("family", KNOWN)
def test_rewritten_programs_load_and_know_something(family: str) -> None:
    known = FAMILIES[f"known-{family}"].generate
    plain, samples = _stages(FAMILIES[family].generate(1)), _stages(known(1))
    assert samples == _stages(known(1))
    for before, sample in zip(plain, samples, strict=True):
        assert load(sample.text) and sample.text != before.text
        assert len(sample.units) > len(before.units)


@pytest.mark.parametrize("family", _FOUND)
def test_what_is_known_is_of_every_kind(family: str) -> None:
    texts = "\n".join(with_known(FAMILIES[family].generate, seed).text for seed in range(24))
    for pattern in _FOUND[family]:
        assert re.search(pattern, texts), pattern
    assert len(re.findall(r"[ -|](?:KT\d|KP|R1\d|R20)\b", texts)) > 60


def test_what_finds_an_invocations_own_stays() -> None:
    """Programs whose invocations stored in each other's place would leave open what is there."""
    for family in ("nv5-memory", "nv5-images"):
        for seed in range(6):
            plain = FAMILIES[family].generate(seed)
            texts = plain.text, with_known(FAMILIES[family].generate, seed).text
            one, other = (
                re.findall(r"^.*(?:\bown\d\.|\bA\.[xyz], |ADD.U M).*$", text, re.M) for text in texts
            )
            assert one == other


@pytest.mark.parametrize("family", KNOWN)
def test_no_difference_is_found(family: str) -> None:
    failed = [
        f"seed {outcome.sample.seed}, {outcome.mode}: {outcome.mismatch.message}"
        for outcome in campaign(f"known-{family}", 7200, 2)
        if outcome.mismatch is not None and not outcome.refused
    ]
    assert not failed, "\n".join(failed)


def test_a_clamp_may_keep_denormals_and_the_words_of_nans() -> None:
    """docs/semantics.md: whether a denormal is zero is open, and so are the bits of a NaN beside it."""
    sample = DeclaredSample(
        0,
        "nv5",
        ("!!NVvp5.0", "TEMP R;"),
        (("MOV.SSAT R, vertex.attrib[6];",), ("SHL result.attrib[3], R, -R.z;",)),
    )
    inputs = draw(sample, 1)
    inputs.attributes[6][:] = (9, 0x288B, 0xFFFFFFFE, 0xFFFFFFFC)
    assert compare(sample, inputs, "compute") is None


def test_ports_keep_integers_of_the_text() -> None:
    """Words that are no floats are numbers of their own in constants."""
    units = ("I2F.S result.attrib[1], { 1, 1, 1, -4 };",), ("MUL result.attrib[2], vertex.attrib[1], 2;",)
    sample = DeclaredSample(0, "nv4", ("!!NVvp4.0",), units)
    assert ported.compare(sample, draw(sample, 1), "arb") is None


def test_plain_numerics_may_choose_either_zero() -> None:
    """quirks.SELECTED_WORDS is kept from exact numerics alone; what is no zero is compared."""
    wanted, have = np.array([0, 1 << 31, 0, 1], np.uint32), np.array([1 << 31, 0, 1, 0], np.uint32)
    assert both_zero(wanted, have).tolist() == [True, True, False, False]
