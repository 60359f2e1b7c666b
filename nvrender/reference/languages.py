"""Every language: each header, alone and with each of its options."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from nvrender.languages.arb.options import with_options
from nvrender.languages.profiles import PROFILES
from nvrender.program.profile import Profile


class Variant(NamedTuple):
    """A header's profile with one of its options, or with none."""

    header: str
    option: str
    profile: Profile

    @property
    def label(self) -> str:
        return f"{self.header} with {self.option}" if self.option else self.header


@cache
def variants() -> tuple[Variant, ...]:
    """In the order of headers; the options of a header behind it, those first that add more."""
    return tuple(_variants())


def _variants() -> Iterator[Variant]:
    for header, profile in PROFILES.items():
        yield Variant(header, "", profile)
        if profile.grammar == "arb":
            larger = [name for name, _ in reversed(profile.larger)]
            for option in (*larger, *sorted(profile.options - set(larger))):
                yield Variant(header, option, with_options(profile, frozenset({option})))
