"""What is said of a word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Computed(NamedTuple):
    """What an instruction does with operands of these types, "" where it takes no others.

    ``formula`` and ``special`` are those of ``nvrender.ops.descriptions``.
    """

    types: str
    text: str
    formula: str
    special: tuple[str, ...]


class Example(NamedTuple):
    """A program, and the lines of GLSL that it becomes, functions behind them; or why it becomes none."""

    program: str
    fast: str
    exact: str
    target: str
    refused: str = ""


class Spelling(NamedTuple):
    """How some languages write a word, which are headers, with the option they need for it.

    ``section`` is where the specification says so, ``precision`` what the result of an instruction is owed.
    """

    languages: tuple[str, ...]
    syntax: str
    section: str = ""
    precision: str = ""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a word means where it is written so.

    ``computed`` is of instructions, ``state`` what of the GL's state a binding reads, ``example`` a program
    of the first language.
    """

    spellings: tuple[Spelling, ...]
    text: str = ""
    computed: tuple[Computed, ...] = ()
    state: str = ""
    notes: tuple[str, ...] = ()
    example: Example | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A word, what kind of word it is, and what it means, alike languages together."""

    name: str
    kind: str
    meanings: tuple[Meaning, ...]
