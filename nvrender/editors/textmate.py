"""The TextMate grammar, which VS Code, Sublime Text, JetBrains' editors and others colour by."""

from __future__ import annotations

import json
from typing import Any

from nvrender.editors import vocabulary as words

NAME = "nvasm"
#: What files of programs are called.
EXTENSIONS = ("vp", "vsp", "tcp", "tep", "gp", "fp", "cp")


def textmate() -> dict[str, Any]:
    """The grammar as data."""
    either = words.either
    modified = rf"(?:\.{either(words.modifiers())}\b)*"
    patterns = (
        ("comment.line.number-sign", words.COMMENT),
        ("keyword.control.header", words.HEADER),
        ("entity.name.function.label", words.LABEL),
        ("storage.type", rf"\b{either(words.declarations())}\b"),
        ("keyword.operator.instruction", rf"\b{either(words.instructions())}{words.SUFFIXES}\b{modified}"),
        ("constant.language", rf"\b{either(words.constants())}\b(?!\s*\[)"),
        ("keyword.control.condition", rf"(?<=[(\s]){either(words.conditions())}(?=[.);\s])"),
        ("support.variable.binding", rf"\b{either(words.bindings())}(?:\.[a-z]\w*|\[[^\]]*\])*"),
        ("variable.language.register", words.REGISTER),
        ("variable.other.swizzle", words.SWIZZLE),
        ("constant.numeric", words.NUMBER),
    )
    return {
        "name": "NVIDIA and ARB assembly",
        "scopeName": f"source.{NAME}",
        "fileTypes": list(EXTENSIONS),
        "firstLineMatch": f"^{words.HEADER}",
        "patterns": [{"name": f"{scope}.{NAME}", "match": pattern} for scope, pattern in patterns],
    }


def textmate_text() -> str:
    """The grammar as the file of it."""
    return json.dumps(textmate(), indent=2) + "\n"
