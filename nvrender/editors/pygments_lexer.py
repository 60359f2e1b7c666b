"""Colours for Pygments, and so for Sphinx, MkDocs, LaTeX's minted and rich."""

from __future__ import annotations

import re

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, Whitespace

from nvrender.editors import vocabulary as words
from nvrender.editors.textmate import EXTENSIONS, NAME

_HEADER = re.compile(words.HEADER)
_either = words.either


class NvasmLexer(RegexLexer):  # type: ignore[misc]
    """Programs of every header, from ``!!VP1.0`` to ``!!NVcp5.0``."""

    name = "NVIDIA and ARB assembly"
    aliases = (NAME, "arbasm")
    filenames = tuple(f"*.{extension}" for extension in EXTENSIONS)
    flags = re.MULTILINE
    tokens = {  # noqa: RUF012, as Pygments has it
        "root": [
            (words.HEADER, Keyword.Namespace),
            (words.COMMENT, Comment.Single),
            (r"\s+", Whitespace),
            (words.LABEL, Name.Label),
            (rf"{_either(words.declarations())}\b", Keyword.Declaration),
            (rf"{_either(words.instructions())}{words.SUFFIXES}\b", Keyword),
            (rf"\.{_either(words.modifiers())}\b", Keyword.Type),
            (rf"{_either(words.constants())}\b", Name.Constant),
            (rf"{_either(words.conditions())}(?=[.);\s])", Keyword.Pseudo),
            (rf"{_either(words.bindings())}\b(?:\.[a-z]\w*)*", Name.Builtin),
            (words.REGISTER, Name.Variable.Global),
            (words.SWIZZLE, Name.Attribute),
            (words.NUMBER, Number),
            (r"[A-Za-z_$][\w$]*", Name),
            (r"[-+*/=|]", Operator),
            (r"[\[\](){},;:.]", Punctuation),
        ]
    }

    def analyse_text(text: str) -> float:
        """A header says it all."""
        return 1.0 if _HEADER.match(text) else 0.0
