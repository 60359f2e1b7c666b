"""The rules that programs are checked by: a stable id of each, for lists, filters and other programs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """What a rule is about; a ``warning`` lets a program load."""

    name: str
    text: str
    warning: bool = False


#: Of what a section says, the rule is that of the subject (``nvrender.program.sections``); of what several
#: subjects have in common, one that the check names.
RULES = {
    rule.name: rule
    for rule in (
        Rule("header", "the program begins with no header that is read here, or with something before it"),
        Rule("syntax", "the grammar has something else in this place"),
        Rule("missing-semicolon", "a statement is not ended"),
        Rule("missing-end", "the program is not ended"),
        Rule("unknown-instruction", "a word is no instruction or declaration of the language"),
        Rule("needs-header", "another header of the family has what this one lacks"),
        Rule("operand-count", "an instruction takes more operands, or fewer"),
        Rule("reserved-name", "a word of the language is no name"),
        Rule("undeclared-name", "a name is not declared, or not yet"),
        Rule("declared-twice", "a name or label is declared already"),
        Rule("undefined-label", "a label is nowhere in the program"),
        Rule("wrong-swizzle", "a suffix of an operand is no swizzle, or not one component"),
        Rule("wrong-mask", "a suffix of a destination is no write mask"),
        Rule("distinct-registers", "an instruction reads two registers of a kind that it reads one of"),
        Rule("block", "blocks of IF, REP and LOOP do not fit together, or what belongs into one is outside"),
        Rule("missing-result", "a program writes none of the results that it must"),
        Rule("too-many-instructions", "the program has more instructions than its header allows"),
        Rule("limit", "the program uses more of something than there is"),
        Rule("option", "an OPTION that there is not, or in the wrong place"),
        Rule("directive", "what is said of primitives, patches or work groups before the first statement"),
        Rule("position-invariant", "what a program may not do that leaves the position to the GL"),
        Rule("declaration", "what a variable is declared as"),
        Rule("attribute", "attributes, and which of them go together"),
        Rule("parameter", "program parameters and constants"),
        Rule("temporary", "temporary registers"),
        Rule("result", "results, and which of them go together"),
        Rule("address-register", "address registers and what indexes by them"),
        Rule("alias", "what an ALIAS stands for"),
        Rule("array", "indices of arrays"),
        Rule("operand", "what an instruction reads"),
        Rule("destination", "what an instruction writes"),
        Rule("condition", "conditions and their masks"),
        Rule("flow", "labels, branches and calls"),
        Rule("instruction", "what the section of an instruction demands of it"),
        Rule("instruction-suffix", "suffixes and modifiers of an instruction"),
        Rule("data-type", "types and sizes of variables"),
        Rule("interpolation", "how fragment attributes are interpolated"),
        Rule("texture-access", "texture image units, targets and offsets"),
        Rule("texture-variable", "TEXTURE variables"),
        Rule("image", "images and IMAGE variables"),
        Rule("buffer", "BUFFER variables"),
        Rule("storage-buffer", "STORAGE variables"),
        Rule("shared-memory", "SHARED variables"),
        Rule("subroutine", "subroutine types, variables and calls"),
        Rule("read-before-write", "a register may be read before it is written", warning=True),
        Rule("unwritten-result", "no position, no colour and no depth, or not all of it", warning=True),
        Rule("unused-name", "a name is declared and never used", warning=True),
        Rule("unused-value", "what an instruction writes is never used", warning=True),
        Rule("shadowing-name", "a name hides a word of the language, or is one elsewhere", warning=True),
        Rule("lenient", "what drivers took and the specification forbids, read on request", warning=True),
        Rule(
            "preprocessor-line", "a line of a preprocessor, which is a comment, or its #warning", warning=True
        ),
        Rule("unwritten-varying", "no other stage writes what a fragment program reads", warning=True),
        Rule("missing-array", "a program of a scene reads what the mesh has no array of", warning=True),
        Rule("beyond-limits", "a port takes more than drivers need have, or than one has", warning=True),
        Rule("preprocessor", "what is wrong with lines of a preprocessor"),
        Rule("template-hole", "a place that is filled before the text goes to GL"),
        Rule("unreadable", "a file that cannot be read, or holds no program"),
        Rule("scene", "a scene that cannot be drawn"),
        Rule("target", "the target of a translation cannot express the program"),
    )
}
