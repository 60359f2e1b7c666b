"""Names of attributes, parameters and buffers as a caller writes them, made the bindings' one name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from nvrender.languages.arb.grammar.bindings import Node, tree
from nvrender.program.binding_rows import BindingRow
from nvrender.program.profile import Profile
from nvrender.records import Keeping, once
from nvrender.source import InputError

_STEP = re.compile(r"(?:^|\.)([a-z]+)(?:\[([0-9]{1,9})(?:\.\.([0-9]{1,9}))?\])?")
_BUFFER = re.compile(r"program\.buffer\[([0-9]{1,9})\]")
_ARRAYS = re.compile(r"(program\.(?:env|local))")


@dataclass(frozen=True, slots=True)
class Name(Keeping):
    """A binding's row and numbers; ``last`` ends a range."""

    row: BindingRow
    numbers: tuple[int, ...]
    last: int | None = None

    @property
    def whole_matrix(self) -> bool:
        """A ``state.matrix`` binding without a row: all four."""
        return self.row.name.startswith("state.matrix.") and not self.row.name.endswith(".row[{}]")

    @once
    def registers(self, rows: int) -> tuple[str, ...]:
        """The one name of every parameter that ``rows`` rows under this name are for."""
        if self.whole_matrix:
            stem = self.row.name.format(*self.numbers)
            return tuple(f"{stem}.row[{row}]" for row in range(4))
        count = rows if self.last is None else self.last - self.numbers[-1] + 1
        return tuple(
            self.row.name.format(*self.numbers[:-1], *(number + offset for number in self.numbers[-1:]))
            for offset in range(count)
        )


@once
def parse(profile: Profile, root: str, key: str) -> Name:
    """The binding ``key`` writes, below ``root``; InputError if there is none.

    "vertex" and "fragment" may be left out.
    """
    language = profile.language
    text = key.replace(" ", "")
    if root in ("vertex", "fragment") and not text.startswith((f"{root}.", "primitive.")):
        text = f"{root}.{text}"
    if root == "parameter" and _ARRAYS.fullmatch(text):
        text += "[0]"
    node = Node(words=tree(language).words)
    numbers: list[int] = []
    last: int | None = None
    place = 0
    for match in _STEP.finditer(text):
        word, number, end = match.groups()
        if match.start() != place or last is not None or word not in node.words:
            raise _unknown(profile, root, key)
        place, node = match.end(), node.words[word]
        if (number is None and node.limit and not node.optional) or (number is not None and not node.limit):
            raise _unknown(profile, root, key)
        if node.limit:
            first = int(number or 0)
            last = None if end is None else int(end)
            _check_range(profile, node, key, first, last)
            numbers.append(first)
    if place != len(text) or node.row is None or (last is not None and not node.row.array):
        raise _unknown(profile, root, key)
    return Name(node.row, tuple(numbers), last)


def buffer_number(profile: Profile, key: Any) -> int | None:
    """The binding point of ``program.buffer[n]``; None if ``key`` is something else."""
    if not isinstance(key, str) or not key.replace(" ", "").startswith("program.buffer"):
        return None
    limits, language = profile.limits, profile.language
    assert limits is not None
    match = _BUFFER.fullmatch(key.replace(" ", ""))
    if "BUFFER" not in language.declarations:
        raise InputError(f"parameters has the key {key!r}; {profile.header} programs have no buffers")
    if not match or int(match[1]) >= limits.buffer_bindings:
        last = limits.buffer_bindings - 1
        raise InputError(
            f"parameters has the key {key!r}; buffers are program.buffer[0] to program.buffer[{last}], "
            f"each given whole"
        )
    return int(match[1])


def _check_range(profile: Profile, node: Node, key: str, first: int, last: int | None) -> None:
    limit = int(node.limit) if node.limit.isdigit() else int(getattr(profile.limits, node.limit))
    if max(first, last or 0) >= limit:
        raise InputError(
            f"{key!r}: the number must be below {limit} in {profile.name} programs"
            if limit
            else f"{key!r} does not exist in {profile.name} programs"
        )
    if node.row is not None and first % node.row.multiple:
        raise InputError(f"{key!r}: the number is a multiple of {node.row.multiple}")
    if last is not None and last < first:
        raise InputError(f"{key!r}: the range descends")


def _attributes(profile: Profile) -> list[str]:
    """What a fragment program may bind, as a caller may write it."""
    names = [row.name.removeprefix("fragment.").replace("{}", "n") for row in profile.language.attributes]
    return list(dict.fromkeys(names))


def _unknown(profile: Profile, root: str, key: str) -> InputError:
    if root == "vertex":
        return InputError(
            f"there is no attribute {key!r} in {profile.name} programs: an attribute is a number 0 to 15, "
            f"position, normal, color, color.secondary, fogcoord, texcoord[n] or attrib[n]"
        )
    if root == "fragment":
        return InputError(
            f"there is no attribute {key!r} in {profile.name} programs: an attribute is "
            f"{', '.join(_attributes(profile))}"
        )
    return InputError(
        f"parameters has the key {key!r}; keys of {profile.name} programs are program.env[n], "
        f"program.local[n], state bindings such as state.matrix.mvp, buffers where the language has them, "
        f"and the uniforms of Cg metadata"
    )
