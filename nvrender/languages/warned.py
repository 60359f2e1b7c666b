"""Warnings of a text that loads: of what was read leniently, of a preprocessor's lines."""

from __future__ import annotations

from nvrender.program import Program
from nvrender.source import ProgramWarning

#: What comments begin with that may be lines of a preprocessor.
_WORDS = ("if", "el", "end", "define", "undef", "include")


def warnings_of(program: Program) -> tuple[ProgramWarning, ...]:
    """Warnings of the text of a program, in order."""
    if not any(comment.text.lstrip(" \t").startswith(_WORDS) for comment in program.comments):
        return program.warned
    # Compiling what finds them takes longer than loading most programs.
    from nvrender.sources.preprocessor_lines import preprocessor_lines

    lines = preprocessor_lines(program.source)
    if lines is None:
        return program.warned
    others = f" and {lines.number - 1} like it are comments" if lines.number > 1 else " is a comment"
    warning = ProgramWarning(
        program.source,
        lines.start,
        f"`{lines.word}`{others} to {program.profile.header}: what they choose between is all read",
        "--preprocess reads such lines, with -D NAME=VALUE and -I DIR",
        program.profile.language.sections.grammar,
        "preprocessor-line",
    )
    return (warning, *program.warned)
