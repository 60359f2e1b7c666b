"""An explanation as text for a terminal, and as Markdown for editors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import indent, wrap

from nvrender.reference.entries import Computed, Example, Explanation, Meaning, Spelling

_WIDTH = 100


def terminal_text(of: Explanation, width: int = _WIDTH) -> str:
    """Every meaning, one behind the other."""
    parts = [f"{of.name}: {of.kind}"]
    parts += ("\n".join(_lines(meaning, width)) for meaning in of.meanings)
    return "\n\n".join(parts)


def _lines(meaning: Meaning, width: int) -> Iterator[str]:
    texts = [meaning.text, *(text for row in meaning.computed for text in _computed(row))]
    if meaning.state:
        texts.append(f"reads nvrender.State: {meaning.state}")
    for text in (*texts, *meaning.notes):
        yield from wrap(text, width, subsequent_indent="  ")
    for row in meaning.spellings:
        yield from _spelling(row, width)
    if meaning.example is not None:
        yield from _example(meaning.example)


def _example(example: Example) -> Iterator[str]:
    yield "for example"
    yield indent(example.program.rstrip(), "  ")
    if example.refused:
        yield f"no GLSL: {example.refused}"
        return
    yield f"in fast numerics, {example.target}"
    yield indent(example.fast, "  ")
    if example.exact != example.fast:
        yield "in exact numerics"
        yield indent(example.exact, "  ")


def _spelling(row: Spelling, width: int) -> Iterator[str]:
    languages = ", ".join(row.languages)
    yield from wrap(languages, width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    cited = f"({row.section})" if row.section else ""
    if row.syntax or cited:
        yield f"    {row.syntax}  {cited}".rstrip() if row.syntax else f"    {cited}"
    if row.precision:
        yield f"    precision: {row.precision}"


def _computed(row: Computed) -> Iterator[str]:
    types = f"{row.types}: " if row.types else ""
    yield types + row.text + (f": {row.formula}" if row.formula else "")
    if row.special:
        yield f"special values: {'; '.join(row.special)}"


def markdown(of: Explanation) -> str:
    """What an editor shows where the pointer is: without examples of programs, GLSL alone."""
    blocks = [f"**{of.name}**, {of.kind}"]
    for meaning in of.meanings:
        for row in meaning.spellings:
            cited = f"  \n{row.section}" if row.section else ""
            blocks.append((f"`{row.syntax}`" if row.syntax else ", ".join(row.languages)) + cited)
        blocks += _paragraphs(meaning)
        if meaning.example is not None and meaning.example.fast:
            blocks.append(f"```glsl\n{meaning.example.fast}\n```")
    return "\n\n".join(filter(None, blocks))


def _paragraphs(meaning: Meaning) -> Iterable[str]:
    yield meaning.text
    for row in meaning.computed:
        formula = f": `{row.formula}`" if row.formula else ""
        yield (f"{row.types}: " if row.types else "") + row.text + formula
        if row.special:
            yield f"Special values: {'; '.join(row.special)}"
    yield from meaning.notes
    yield from (f"Precision: {row.precision}" for row in meaning.spellings if row.precision)
