"""What is recorded with a baseline: who drew it, and the texts it was made from."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

#: Longer texts are not kept in baselines: they are data.
_LONGEST_TEXT = 128 * 1024
#: Nor more than this in all: Pillow reads no text of more than 1 MiB in a PNG.
_LONGEST = 768 * 1024
#: Of a text that changed, at most so many places are told.
_PLACES = 3


@dataclass(frozen=True)
class Origin:
    """``renderer`` and ``version`` as GL gives them; ``texts`` are the scene and programs by name.

    ``processor`` is what a software renderer ran on (processors.py), "" of others.
    """

    renderer: str = ""
    version: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    processor: str = ""

    def text(self) -> str:
        """For people: renderer, version and processor."""
        parts = (self.renderer, self.version, self.processor and f"{self.processor} processor")
        return ", ".join(part for part in parts if part) or "no renderer recorded"

    def encoded(self) -> str:
        """As ``decoded`` reads it."""
        facts = {"renderer": self.renderer, "version": self.version, "texts": _kept(self.texts)}
        if self.processor:
            facts["processor"] = self.processor
        return json.dumps(facts, indent=1)


def decoded(text: str) -> Origin:
    """What ``encoded`` wrote; an empty Origin for anything else, as pictures by other programs have none."""
    try:
        data = json.loads(text)
        texts = {str(name): str(content) for name, content in dict(data["texts"]).items()}
        return Origin(str(data["renderer"]), str(data["version"]), texts, str(data.get("processor", "")))
    except (ValueError, KeyError, TypeError, RecursionError):
        return Origin()


def changes(before: Origin, after: Origin) -> list[str]:
    """A line for each place of scene and programs that changed since the baseline was made."""
    lines = []
    kept = _kept(after.texts)
    for name, text in after.texts.items():
        if name not in before.texts:
            if before.texts and name in kept:
                lines.append(f"{name} is new")
        elif before.texts[name] != text:
            found = list(_places(before.texts[name].splitlines(), text.splitlines()))
            lines += [f"{name}:{place}" for place in found[:_PLACES]]
            if len(found) > _PLACES:
                lines.append(f"{name}: and {len(found) - _PLACES} more places")
    lines += [f"{name} is not used any more" for name in before.texts if name not in after.texts]
    return lines


def _kept(texts: Mapping[str, str]) -> dict[str, str]:
    """The texts that a baseline has room for, the first ones first."""
    kept = {}
    room = _LONGEST
    for name, text in texts.items():
        size = len(json.dumps([name, text]))
        if len(text) <= _LONGEST_TEXT and size <= room:
            kept[name] = text
            room -= size
    return kept


def _places(before: list[str], after: list[str]) -> Iterator[str]:
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for kind, old, old_end, new, _ in matcher.get_opcodes():
        if kind == "equal":
            continue
        was = before[old].strip() if old < old_end else ""
        now = after[new].strip() if kind != "delete" else ""
        told = {"replace": f"was {was!r}, is {now!r}", "delete": f"lost {was!r}", "insert": f"has {now!r}"}
        yield f"{new + 1}: {told[kind]}"
