"""What a program declares before its statements: primitives, patches, work groups (arb.directives)."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from nvrender.languages.arb.grammar.modifiers import ModifierReader
from nvrender.languages.common.advice import shown
from nvrender.languages.common.leniency import Leniency
from nvrender.languages.common.nodes import DirectiveNode
from nvrender.languages.common.tokens import HUGE, is_integer
from nvrender.program.directive_rows import Directive
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Source


class DirectiveReader(ModifierReader):
    """Reads directives."""

    __slots__ = ("missing_directive",)

    #: The error of a directive that is not there, for the end of the program.
    missing_directive: ProgramError | None

    def __init__(self, source: Source, profile: Profile, leniency: Leniency) -> None:
        super().__init__(source, profile, leniency)
        self.missing_directive = None

    def directives(self) -> Iterator[DirectiveNode]:
        """Each directive of the stage, before all else.

        Without a mandatory one generation 4 raises here; later ``missing_directive`` is kept for the end.
        """
        rows = {row.keyword: row for row in self.language.directives}
        if not rows:
            return
        seen: set[str] = set()
        self.window()
        while self.token in rows and self.texts[self.index + 1] != ":":
            keyword = self.token
            if keyword in seen:
                raise self.error(f"a second {keyword}", section=self.sections.directives)
            seen.add(keyword)
            yield self._directive(rows[keyword])
            self.window()
        missing = [row.keyword for row in rows.values() if row.mandatory and row.keyword not in seen]
        if not missing:
            return
        stage = self.profile.stage.value
        needed = [row.keyword for row in rows.values() if row.mandatory]
        last = f" and {needed[-1]}" if len(needed) > 1 else ""
        hint = f"a {stage} program begins with {', '.join(needed[:-1]) or needed[-1]}{last}"
        section = self.sections.directives
        if not self.language.sized:
            raise self.error(f"{missing[0]} is missing before {shown(self.token)}", hint, section)
        self.missing_directive = ProgramError(
            self.source, len(self.source.data), f"{missing[0]} is missing", hint, section
        )

    def _directive(self, row: Directive) -> DirectiveNode:
        begin = self.starts[self.index]
        section = self.sections.directives
        self.index += 1
        word, vertices = self.token, 0
        numbers: tuple[int, ...] = ()
        if row.words is not None:
            if word not in row.words:
                what = "primitive" if row.keyword.startswith("PRIMITIVE") else "word"
                hint = f"{what}s are {', '.join(row.words)}"
                raise self.error(f"{shown(word)} is no {what} of {row.keyword}", hint, section)
            vertices = row.words[word]
            self.index += 1
        elif row.limits:
            word, numbers = "", self._numbers(row, section)
        else:
            word = ""
        self._note(row.keyword, word, vertices, numbers)
        self.expect(";", f"after {row.keyword}")
        return DirectiveNode(row.keyword, word, vertices, numbers, self.span(begin))

    def _note(self, keyword: str, word: str, vertices: int, numbers: tuple[int, ...]) -> None:
        """What a directive says about the vertices that bindings name."""
        if keyword == "PRIMITIVE_IN":
            self.patches = word == "PATCHES"
            self.vertices["vertex"] = vertices or self.limits.patch_vertices
        elif keyword == "VERTICES_OUT" and "vertex.out" in self.vertices:
            self.vertices["vertex.out"] = numbers[0]

    def _numbers(self, row: Directive, section: str) -> tuple[int, ...]:
        """One number for each limit, the first at least; commas may part them (NV_compute_program5)."""
        numbers: list[int] = []
        first = self.index
        for name in row.limits:
            if numbers and not self.take(",") and not is_integer(self.token):
                break
            start = self.index
            what = "how many vertices at most" if row.keyword == "VERTICES_OUT" else "a number"
            number = self.integer(f"{what} after {row.keyword}" if what == "a number" else what, section)
            field, _, place = name.partition(".")
            limit = getattr(self.limits, field)
            most: int = limit[int(place)] if place else limit
            if not row.least <= number <= most:
                self.index = start
                seen = f", not {number}" if number < HUGE else ""
                raise self.error(f"{row.keyword} is {row.least} to {most}{seen}", section=section)
            numbers.append(number)
        if is_integer(self.token):
            message = (
                f"{row.keyword} has {len(row.limits)} number{'s' if len(row.limits) > 1 else ''} at most"
            )
            raise self.error(message, section=section)
        if row.keyword == "GROUP_SIZE" and prod(numbers) > self.limits.group_invocations:
            self.index = first
            message = f"a work group has at most {self.limits.group_invocations} invocations"
            raise self.error(f"{message}, not {prod(numbers)}", section=section)
        return tuple(numbers)
