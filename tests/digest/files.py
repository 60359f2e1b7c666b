"""The committed digest: a line a program, a short hash for each of its translations and results."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import results, translations
from .corpus import Entry, corpus

PATH = Path(__file__).parent / "digest.txt"
_DIGITS = 7

#: Program → translation or result → hash.
Hashes = Mapping[str, Mapping[str, str]]


def made(part: int = 0, parts: int = 1) -> dict[str, dict[str, str]]:
    """The digest of this tree, or of one of several parts of its programs."""
    return {entry.name: hashes(entry, list(translations.variants(entry))) for entry in corpus(part, parts)}


def differing(part: int, parts: int, share: int) -> list[Change]:
    """What differs from the committed digest in a ``share``-th of each program's translations, or in one."""
    committed, found = read(), list[Change]()
    for entry in corpus(part, parts):
        variants = list(translations.variants(entry))
        chosen = variants[zlib.crc32(entry.name.encode()) % min(share, len(variants)) :: share]
        rows = committed.get(entry.name, {}).items()
        before = {key: row for key, row in rows if key in chosen or key not in variants}
        found += changes({entry.name: before}, {entry.name: hashes(entry, chosen)})
    return found


def hashes(entry: Entry, variants: Sequence[str]) -> dict[str, str]:
    """Those of one program; of what a target cannot express "!" and the hash of why."""
    found = {}
    for variant in variants:
        text = translations.text(entry, variant)
        refused = "!" * text.startswith("! ")
        found[variant] = f"{refused}{hash_of(text.encode('utf-8', 'surrogateescape'))}"
    return found | {name: hash_of(words) for name, words in results.words(entry)}


def hash_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


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


def read() -> dict[str, dict[str, str]]:
    """The committed digest."""
    found = {}
    for line in PATH.read_text(encoding="utf-8").splitlines():
        name, _, rest = line.rpartition(" | ")
        found[name] = dict(word.rsplit("=", 1) for word in rest.split("; "))
    return found


def write(rows: Hashes) -> None:
    """Commits it to the file."""
    lines = [
        f"{name} | {'; '.join(f'{variant}={value}' for variant, value in row.items())}\n"
        for name, row in sorted(rows.items())
    ]
    PATH.write_text("".join(lines), encoding="utf-8")
