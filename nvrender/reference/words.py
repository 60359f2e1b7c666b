"""What words mean that are neither instructions nor bindings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from nvrender.glsl.targets import TARGETS as GLSL_TARGETS
from nvrender.languages.profiles import PROFILES, UNPUBLISHED_HEADERS
from nvrender.ops.texture_targets import TARGETS, TextureTarget
from nvrender.program.directive_rows import Directive
from nvrender.program.language import Language
from nvrender.program.profile import Profile
from nvrender.program.rules import RULES
from nvrender.program.sections import RULES as SUBJECTS
from nvrender.reference.entries import Explanation, Meaning, Spelling
from nvrender.reference.languages import Variant, variants
from nvrender.reference.word_texts import CONDITIONS, DECLARATIONS, DIRECTIVES, OPTIONS


def explained_word(name: str) -> Iterator[Explanation]:
    """Everything that ``name`` is, among headers, options, declarations, conditions, targets and rules."""
    for kind, (rows, meanings) in _KINDS.items():
        if name in rows:
            yield Explanation(name, kind, tuple(meanings(name)))


def words() -> frozenset[str]:
    """All of them."""
    return frozenset(name for rows, _ in _KINDS.values() for name in rows)


def _spelled(rows: Iterable[tuple[str, str, str]]) -> tuple[Spelling, ...]:
    """Labels of languages with syntax and section, alike ones together."""
    found: dict[tuple[str, str], list[str]] = {}
    for label, syntax, section in rows:
        found.setdefault((syntax, section), []).append(label)
    return tuple(Spelling(tuple(labels), *written) for written, labels in found.items())


def _option(name: str) -> Iterator[Meaning]:
    having = [row for row in PROFILES.values() if name in row.options]
    rows = ((row.header, f"OPTION {name};", row.language.sections.options) for row in having)
    yield Meaning(_spelled(rows), OPTIONS[name], notes=tuple(_added(name)))


def _added(name: str) -> Iterator[str]:
    """What an option adds to a language, from the tables."""
    for variant in variants():
        if variant.option != name:
            continue
        opcodes = variant.profile.opcodes.keys() - PROFILES[variant.header].opcodes.keys()
        before, after = PROFILES[variant.header].language, variant.profile.language
        targets = [row for row in after.texture_targets if row not in before.texture_targets]
        found = [
            ("instructions", sorted(opcodes)),
            ("declarations", sorted(after.declarations - before.declarations)),
            ("texture targets", targets),
            ("bindings", sorted(_patterns(after) - _patterns(before))),
        ]
        said = "; ".join(f"{what} {', '.join(names)}" for what, names in found if names)
        if said:
            yield f"{variant.header} has with it {said}"


def _patterns(language: Language) -> set[str]:
    return {row.pattern for row in (*language.attributes, *language.results, *language.parameters)}


def _declaration(name: str) -> Iterator[Meaning]:
    yield Meaning(_spelled(_declaring(name)), DECLARATIONS[name])


def _declaring(name: str) -> Iterator[tuple[str, str, str]]:
    seen: set[str] = set()
    for row in variants():
        language = row.profile.language
        if row.header in seen:
            continue
        if name == "END" or (name == "OPTION" and row.profile.options):
            syntax = "END" if name == "END" else "OPTION name;"
            section = language.sections.grammar if name == "END" else language.sections.options
        elif name in language.declarations or name in language.modifiers:
            syntax, section = _declared(name, language), language.sections.variables
        else:
            continue
        seen.add(row.header)
        yield row.label, syntax, section


def _declared(name: str, language: Language) -> str:
    """How a declaration, or one with this modifier, is written."""
    if name in language.modifiers:
        return f"{name} {'|'.join(sorted(language.modifiers[name]))} name …;"
    array = f" {name} name[n] = {{ … }};" if name in language.arrays else ""
    forms = {
        "TEMP": f"TEMP name, …;{' TEMP name[n];' if array else ''}",
        "ADDRESS": "ADDRESS name, …;",
        "DECLARE": "DECLARE name = {x, y, z, w};",
        "DEFINE": "DEFINE name = {x, y, z, w};",
        "SUBROUTINETYPE": "SUBROUTINETYPE name { label, … };",
        "SUBROUTINE": "SUBROUTINE type name = program.subroutine[n];",
    }
    return forms.get(name, f"{name} name = …;{array}")


def _directive(name: str) -> Iterator[Meaning]:
    rows = (
        (row.header, _directed(one), row.language.sections.directives)
        for row in PROFILES.values()
        for one in row.language.directives
        if one.keyword == name
    )
    yield Meaning(_spelled(rows), DIRECTIVES[name])


def _directed(row: Directive) -> str:
    words = "|".join(row.words) if row.words else ", ".join("xyz"[: len(row.limits)]) or ""
    return f"{row.keyword} {words}".strip() + ";" + ("" if row.mandatory else "  (may be left out)")


def _condition(name: str) -> Iterator[Meaning]:
    having = [row for row in variants() if name in row.profile.language.tests]
    rows = (
        (row.label, f"({name}[.swizzle])", row.profile.language.sections.conditions) for row in _first(having)
    )
    yield Meaning(_spelled(rows), CONDITIONS[name])


def _texture(name: str) -> Iterator[Meaning]:
    having = [row for row in variants() if name in row.profile.language.texture_targets]
    rows = ((row.label, name, row.profile.language.sections.texture) for row in _first(having))
    yield Meaning(_spelled(rows), _textured(TARGETS[name]))


def _textured(row: TextureTarget) -> str:
    """What of the coordinates a target takes."""
    parts = [f"{row.texture}, coordinates in {row.coordinates}"]
    if row.layer:
        parts.append(f"the layer in {row.layer}")
    if row.reference:
        parts.append(f"the depth to compare with in {row.reference}")
    if not row.sampled:
        parts.append("single samples alone" if row.multisample else "fetches alone")
    return ", ".join(parts)


def _first(rows: Iterable[Variant]) -> Iterator[Variant]:
    """Of each header the variant that needs least."""
    seen: set[str] = set()
    for row in rows:
        if row.header not in seen:
            seen.add(row.header)
            yield row


def _header(name: str) -> Iterator[Meaning]:
    row: Profile = PROFILES[name]
    opcodes = ", ".join(sorted(row.opcodes))
    notes = [f"bound as {row.target}", f"instructions {opcodes}"]
    if row.options:
        notes.append(f"options {', '.join(sorted(row.options))}")
    yield Meaning(
        (Spelling((name,), name, row.section),), f"begins a {row.stage.value} program", notes=tuple(notes)
    )


def _unpublished(name: str) -> Iterator[Meaning]:
    row = UNPUBLISHED_HEADERS[name]
    yield Meaning((), f"no published text describes it; with --lenient it is read as {row.mending}")


def _target(name: str) -> Iterator[Meaning]:
    having = [row for row in PROFILES.values() if row.target == name]
    stages = ", ".join(dict.fromkeys(row.stage.value for row in having))
    yield Meaning(
        _spelled((row.header, name, row.section) for row in having), f"what {stages} programs are bound as"
    )


def _glsl(name: str) -> Iterator[Meaning]:
    row = GLSL_TARGETS[name]
    version = f"#version {row.version}{' es' if row.embedded and row.version > 100 else ''}"
    yield Meaning((), f"a target of translations: {version}", notes=("nvrender port --target " + name,))


def _rule(name: str) -> Iterator[Meaning]:
    row = RULES[name]
    subjects = [subject for subject, rule in SUBJECTS.items() if rule == name]
    rows = (
        (profile.header, "", section)
        for profile in PROFILES.values()
        for subject in subjects
        if (section := str(getattr(profile.language.sections, subject)))
    )
    how = (
        "a warning of nvrender check; --ignore leaves it out"
        if row.warning
        else "an error: the program does not load"
    )
    yield Meaning(_spelled(rows), row.text, notes=(how,))


#: Kind of word → the words, and what each means.
_KINDS: dict[str, tuple[Collection[str], Callable[[str], Iterator[Meaning]]]] = {
    "header": (PROFILES, _header),
    "unpublished header": (UNPUBLISHED_HEADERS, _unpublished),
    "option": (OPTIONS, _option),
    "declaration": (DECLARATIONS, _declaration),
    "directive": (DIRECTIVES, _directive),
    "condition": (CONDITIONS, _condition),
    "texture target": (TARGETS, _texture),
    "program target": ({row.target for row in PROFILES.values()}, _target),
    "GLSL target": (GLSL_TARGETS, _glsl),
    "rule": (RULES, _rule),
}
