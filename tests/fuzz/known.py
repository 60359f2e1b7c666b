"""Random programs of whose operands a compiler knows something: the samples of a family, rewritten.

In place of attributes, parameters, coordinates and registers stand constants of every kind, what lies in a
range, what a branch tells, counters of loops, and what another operand of the instruction is. A change stays
where the program still loads.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from nvrender.languages.load import load
from nvrender.source import NvrenderError

from .declared import DeclaredSample, Unit
from .generator import Sample
from .known_values import long_values, places, values
from .nv5_draws import DrawSample

AnySample = Sample | DeclaredSample

_RATE, _SAME, _BRANCHES, _TRIES = 0.35, 0.15, 0.12, 6
_COUNT = 4
_NAMED = re.compile(r"!!(VP|VSP|FP)\d")
_MAIN: Unit = ("main:",)
#: What is no statement that computes, or more than one in a line.
_FLOW = re.compile(r"(BRA|CALI?|RET|REP|LOOP|BRK|CONT|IF|ELSE|END\w+|KIL|EMIT\w*|BAR)\b|.*:$|.*;.*;|}")
_LOOKUP = re.compile(r"\btexture\[|\btx\[|,\s*TEX\d+|\bhandle\(")
#: What looks at neighbours, or at other invocations.
_SHARED = re.compile(r"DD[XY]|QSWZ|IPA|TG|KIL|\bmine\b|image\[|AT?OM|ST|LOAD")
_OPENS = re.compile(r"(REP|LOOP)\b")
_OPERAND = re.compile(r"(\s*[-+]?\|?[-+]?)([A-Za-z].*?)((?:\.[xyzwrgba]{1,4})?\|?;?)")
#: Registers by which invocations find what is their own, or count.
_OWN = re.compile(r"(own\d|wild|chosen|[AHLMT]|A\d|me|turned|counter)\b(?!\[)")
#: What later stages rely on: where a vertex lies, coordinates of lookups, counts of loops.
_HANDED = re.compile(r"\S+ result\.(position|primid|texcoord\[[057]\]|attrib\[15\]|patch\.tess)")
#: Registers of what is approximate, which decides nothing.
_ROUGH = re.compile(r"[Gg]\d|R8|H9")
_INPUT = re.compile(r"\b(?:vertex(?:\[\d\])?|fragment)\.(?:attrib|texcoord)\[\d+\]|\b[vf]\[[A-Z0-9]+\]")
_FLAT = re.compile(r"FLAT ATTRIB (flat\d)")
#: What asks whether {v} is {k}, and what opens the block where it is.
_TESTS: tuple[tuple[Unit, str], ...] = (
    (("SUB.CC0 {b}, {v}, {k};",), "IF EQ0.x;"),
    (("SUB.S.CC0 {b}, {v}, {k};",), "IF EQ0;"),
    (("MOV.CC1 {b}, {v};",), "IF EQ1.x;"),
    (("SUBC {b}, {v}, {k};",), "IF EQ.x;"),
    (("MOVC {b}, {v};",), "IF LE.x;"),
)


def with_known(generate: Callable[[int], Any], seed: int) -> Any:
    """The sample of a seed, rewritten: the same on every machine; of a draw the programs of all stages."""
    sample = generate(seed)
    if isinstance(sample, DrawSample):
        stages = {name: _Rewriter(row, drawn=True).rewritten() for name, row in sample.stages.items()}
        return replace(sample, stages=stages)
    return _Rewriter(sample).rewritten()


def loads(text: str) -> bool:
    """Whether a program loads."""
    try:
        load(text)
    except NvrenderError:
        return False
    return True


class _Rewriter:
    def __init__(self, sample: AnySample, *, drawn: bool = False) -> None:
        self.sample = sample
        name = sample.family if isinstance(sample, DeclaredSample) else "vp"
        self.random = random.Random(f"known {name} {sample.seed}")
        self.pick = self.random.choice
        self.tame = self.chance(0.35)
        #: What is interpolated is approximate.
        inputs = _FLAT if drawn and sample.text.startswith("!!NVfp") else _INPUT
        self.inputs = sorted(set(inputs.findall(sample.text)))
        #: Registers that are known, of coordinates, of 64 bits, and for what is tested.
        self.known: list[str] = []
        self.places: list[str] = []
        self.long: list[str] = []
        self.tested: list[str] = []

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def rewritten(self) -> Any:
        self.declare()
        start = self.begin()
        for number in reversed(range(start, len(self.sample.units))):
            self.rewrite(number)
            self.count(number)
            self.branch(number)
        return self.sample

    def keep(self, start: int, end: int, *units: Unit) -> bool:
        """Puts units in place of those from ``start`` to ``end`` if the program still loads."""
        before = self.sample.units
        changed = replace(self.sample, units=(*before[:start], *units, *before[end:]))
        if not loads(changed.text):
            return False
        self.sample = changed
        return True

    # What is known

    def declare(self) -> None:
        """Names for what is known: of registers that no statement names, or declared."""
        text = self.sample.text
        if isinstance(self.sample, DeclaredSample) and not _NAMED.match(text):
            self.known, self.places, self.tested = [f"KT{n}" for n in range(_COUNT)], ["KP"], ["KB"]
            head = (*self.sample.head, f"TEMP {', '.join((*self.known, 'KP', 'KB'))};")
            if "LONG TEMP" in text:
                self.long = ["KL0", "KL1"]
                head = (*head, "LONG TEMP KL0, KL1;")
            self.sample = replace(self.sample, head=head)
            return
        last = 12 if re.match(r"!!V(P1|SP)", text) else 16
        free = [f"R{n}" for n in range(last) if not re.search(rf"\bR{n}\b", text)]
        self.known = free[:_COUNT]
        if "FP" in text[:4]:  # whose registers H are halves of others
            self.known, self.places, self.tested = ["R12", "R13", "R14", "R15"], ["R20"], ["R21"]

    def begin(self) -> int:
        """Gives the registers their values; the first unit behind."""
        start = self.sample.units.index(_MAIN) + 1 if _MAIN in self.sample.units else 0
        found = start
        for register in (*self.known, *self.long, *self.places):
            for _ in range(_TRIES):
                if self.keep(found, found, unit := self.value(register)):
                    found += 1
                    break
            if register in self.places and isinstance(self.sample, DeclaredSample):
                self.sample = replace(self.sample, kept=(*self.sample.kept, *unit))
        return found

    def value(self, register: str) -> Unit:
        if register in self.places:
            return places(self.random, register)
        if register in self.long:
            return long_values(self.random, register, self.pick(self.known), tame=self.tame)
        given = self.pick(self.inputs) if self.inputs else self.pick(self.known)
        return values(self.random, self.sample.text, register, given, tame=self.tame)

    # Where it is read

    def rewrite(self, number: int) -> None:
        """Other operands for the first statement of a unit."""
        unit = self.sample.units[number]
        kept = self.sample.kept if isinstance(self.sample, DeclaredSample) else ()
        if any(_FLOW.match(line) or _HANDED.match(line) or line in kept for line in unit):
            return
        names = self.places if any(map(_LOOKUP.search, unit)) else self.known
        parts = _parts(unit[0])
        if len(parts) < 2 or (_is_own(parts[0]) and len(unit) == 1):
            return
        for place in range(1, len(parts)):
            if (changed := self.other(parts, place, names)) is None:
                continue
            line = ",".join((*parts[:place], changed, *parts[place + 1 :]))
            if self.keep(number, number + 1, (line, *unit[1:])):
                parts[place] = changed

    def other(self, parts: Sequence[str], place: int, names: Sequence[str]) -> str | None:
        """What may stand in place of an operand."""
        found = _OPERAND.fullmatch(parts[place])
        if found is None or _OWN.match(found[2]):
            return None
        if self.chance(_RATE) and names:
            wide = self.long and names is self.known and self.chance(0.3)
            return f"{found[1]}{self.pick(self.long if wide else names)}{found[3]}"
        if place > 1 and self.chance(_SAME) and names is self.known:
            same = _OPERAND.fullmatch(parts[self.random.randrange(1, place)])
            return f"{found[1]}{same[2]}{found[3]}" if same and not _OWN.match(same[2]) else None
        return None

    def count(self, number: int) -> None:
        """A register that counts the turns of a loop."""
        if self.known and _OPENS.match(self.sample.units[number][0]):
            line = self.pick(("ADD {0}, {0}, 1.0;", "ADD.S {0}, {0}, 1;", "ADD {0}, {0}, {1};"))
            register, other = self.pick(self.known), self.pick(self.known)
            self.keep(number + 1, number + 1, (line.format(register, other),))

    def branch(self, number: int) -> None:
        """A statement where a test has told what an operand of it is."""
        unit = self.sample.units[number]
        if not self.tested or not self.chance(_BRANCHES) or len(unit) > 1 or _FLOW.match(unit[0]):
            return
        parts = _parts(unit[0])
        operands = [found for part in parts[1:] if (found := _OPERAND.fullmatch(part))]
        operands = [found for found in operands if not _ROUGH.match(found[2])]
        if not operands or _is_own(parts[0]) or _LOOKUP.search(unit[0]) or _SHARED.match(unit[0]):
            return
        register = self.pick(operands)[2]
        names = {"b": self.tested[0], "v": register, "k": self.pick(self.known)}
        for test, opener in self.random.sample(_TESTS, len(_TESTS)):
            lines = [(line.format(**names),) for line in test]
            if self.keep(number, number + 1, *lines, (opener,), unit, ("ENDIF;",)):
                return


def _is_own(start: str) -> bool:
    """Whether what stands before the first operand writes a register by which invocations find their own."""
    return _OWN.match(start.split(" ", 1)[-1]) is not None


def _parts(line: str) -> list[str]:
    """A statement cut at its commas, but for those within brackets."""
    parts, depth = [""], 0
    for letter in line:
        depth += (letter in "[{(") - (letter in "]})")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
