"""The committed digests: a line a program, a short hash for each of its translations or results."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from . import results, translations
from .corpus import Entry, corpus

#: Program → variant → hash.
Hashes = Mapping[str, Mapping[str, str]]
_DIGITS = 7


class Digest(Enum):
    """What there is a digest of."""

    TRANSLATIONS = "translations"
    RESULTS = "results"

    @property
    def path(self) -> Path:
        return Path(__file__).parent / f"{self.value}.txt"

    def of(self, entry: Entry) -> dict[str, str]:
        """The hashes of one program."""
        return _translations(entry) if self is Digest.TRANSLATIONS else _results(entry)


def made(digests: Sequence[Digest], part: int = 0, parts: int = 1) -> dict[Digest, dict[str, dict[str, str]]]:
    """The digests of this tree, or of one of several parts of its programs."""
    found: dict[Digest, dict[str, dict[str, str]]] = {digest: {} for digest in digests}
    for entry in corpus(part, parts):
        for digest in digests:
            found[digest][entry.name] = digest.of(entry)
    return found


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


def _translations(entry: Entry) -> dict[str, str]:
    """Of what a target cannot express "!" and the hash of why."""
    found = {}
    for variant in translations.variants(entry):
        text = translations.text(entry, variant)
        found[variant] = (
            f"{'!' if text.startswith('! ') else ''}{_hash(text.encode('utf-8', 'surrogateescape'))}"
        )
    return found


def _results(entry: Entry) -> dict[str, str]:
    return {name: _hash(words) for name, words in results.words(entry)}


@dataclass(frozen=True)
class Change:
    """A translation or a result that is not what it was."""

    program: str
    variant: str
    category: str


def changes(before: Hashes, now: Hashes) -> list[Change]:
    """What differs, with "new", "gone" or "changed" and what kind of program and variant it is."""
    found = []
    for name in dict.fromkeys((*before, *now)):
        old, new = before.get(name, {}), now.get(name, {})
        for variant in dict.fromkeys((*old, *new)):
            if (had := old.get(variant)) != (has := new.get(variant)):
                what = "new" if had is None else "gone" if has is None else "changed"
                group = "/".join(name.split("/")[:2]) if name.startswith("spec/") else "shaders"
                found.append(Change(name, variant, f"{what}: {group}, {variant}"))
    return found


def read(digest: Digest) -> dict[str, dict[str, str]]:
    """The committed digest."""
    found = {}
    for line in digest.path.read_text(encoding="utf-8").splitlines():
        name, _, rest = line.rpartition(" | ")
        found[name] = dict(word.rsplit("=", 1) for word in rest.split("; ") if word)
    return found


def write(digest: Digest, rows: Hashes) -> None:
    """Commits it to the file."""
    lines = [
        f"{name} | {'; '.join(f'{variant}={value}' for variant, value in row.items())}\n"
        for name, row in sorted(rows.items())
    ]
    digest.path.write_text("".join(lines), encoding="utf-8")
