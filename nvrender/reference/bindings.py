"""What attributes, results and parameters hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from nvrender.languages.arb.sections import section_of
from nvrender.languages.fp1 import bindings as fp1
from nvrender.languages.vp.bindings import ATTRIBUTES as VP_ATTRIBUTES
from nvrender.program.binding_rows import BindingRow
from nvrender.program.profile import Stage
from nvrender.reference.binding_texts import ATTRIBUTES, REGISTER_NAMES, STATE, VARYINGS, BindingText
from nvrender.reference.entries import Explanation, Meaning, Spelling
from nvrender.reference.languages import Variant, variants

_NUMBERS = re.compile(r"\[[^\[\]]*\]")
_FACES = re.compile(r"\.(front|back)(?=\.|$)")
#: What an attribute or a result is of.
_OF = re.compile(r"^(vertex\.|primitive\.)?(in\.|out\.)?")
_LIMIT = re.compile(r"\[([a-z_]+)(\??)\]")
_PLAIN = re.compile(r"\[(\d+)\]")


_ATTRIBUTE = BindingText("x, y, z, w", "an attribute of the vertex")


class Bound(NamedTuple):
    """A binding of a language, as it is written, and what is said of it."""

    variant: Variant
    syntax: str
    section: str
    text: BindingText
    #: A header whose programs read it, its pattern, and whether it is of several rows; "" of no state.
    state: tuple[str, str, bool] = ("", "", False)


def plain(name: str) -> str:
    """A binding without its numbers; registers that the languages number keep them."""
    if name[:2] in ("c[", "p["):
        return f"{name[0]}[]"
    if name[:2] in ("f[", "o[", "v["):
        return name
    return _NUMBERS.sub("", name)


@cache
def bindings() -> dict[str, tuple[Bound, ...]]:
    """Bindings without numbers, every spelling → what they are in each language."""
    found: dict[str, list[Bound]] = {}
    for variant in variants():
        for name, row in _bound(variant):
            rows = found.setdefault(name, [])
            same = [one for one in rows if one.variant.header == variant.header and one[1:] == row[1:]]
            if not same:
                rows.append(row)
    return {name: tuple(rows) for name, rows in found.items()}


def explained_binding(name: str, language: str = "") -> Explanation:
    """``name`` is, without numbers, one of ``bindings``."""
    meanings: dict[tuple[BindingText, tuple[str, str, bool]], dict[tuple[str, str], list[str]]] = {}
    for row in bindings()[plain(name)]:
        if language in ("", row.variant.label):
            written = meanings.setdefault((row.text, row.state), {})
            written.setdefault((row.syntax, row.section), []).append(row.variant.label)
    found = []
    for (text, state), rows in meanings.items():
        spellings = tuple(Spelling(tuple(labels), *written) for written, labels in rows.items())
        said = f"({text.components}): {text.text}" if text.components else text.text
        commands = ", ".join(f"gl{word}" for word in text.command.split(", "))
        set_by = (f"set by {commands}",) if text.command else ()
        found.append(Meaning(spellings, said, state=_state_read(*state) if state[0] else "", notes=set_by))
    return Explanation(plain(name), "binding", tuple(found))


def _bound(variant: Variant) -> Iterator[tuple[str, Bound]]:
    profile = variant.profile
    sections = profile.language.sections
    if profile.grammar == "vp":
        yield from _vp(variant)
        return
    if profile.grammar == "fp1":
        yield from _fp1(variant)
        return
    language = profile.language
    for rows, word in (
        (language.attributes, "attribute"),
        (language.results, "result"),
        (language.parameters, "state"),
    ):
        for row in rows:
            name = plain(row.pattern)
            text = _text(row, profile.stage)
            reads = name.startswith("state.") and not name.startswith("state.thread")
            state = (_reader(name), row.pattern, row.array) if reads else ("", "", False)
            yield name, Bound(variant, _syntax(row), section_of(sections, word), text, state)


def _syntax(row: BindingRow) -> str:
    """``vertex[m].texcoord[n]``, ``[n]`` in brackets of its own where it may be left out."""
    pattern = _LIMIT.sub(lambda match: "[[n]]" if match[2] else "[n]", row.pattern)
    pattern = _PLAIN.sub("[n]", pattern)
    root, dot, rest = pattern.partition(".")
    return f"{root}[m]{dot}{rest}" if row.vertices else pattern


def _text(row: BindingRow, stage: Stage) -> BindingText:
    name = plain(row.pattern)
    faceless = _FACES.sub("", name)
    if name.startswith(("state.", "program.")):
        base = re.sub(r"(\.(inverse|transpose|invtrans))?(\.row)?$", "", faceless)
        base = re.sub(r"^(state\.texgen\.\w+)\.\w$", r"\1", base)
        text = STATE[base]
        words = {"inverse": "the inverse", "transpose": "the transpose", "invtrans": "the inverse transpose"}
        changed = next((said for word, said in words.items() if f".{word}" in name), "")
        side = ", of back faces" if ".back" in name else ""
        return text._replace(text=text.text + side + (f", of {changed}" if changed else ""))
    canonical = plain(row.name)
    last = canonical.rpartition(".")[2]
    for key in (canonical, name, last):
        if key in ATTRIBUTES:
            return ATTRIBUTES[key]
    if stage is Stage.VERTEX and name.startswith("vertex."):
        return _ATTRIBUTE._replace(command=_command(row.index))
    item = _OF.sub("", canonical)
    patch = item.rpartition("patch.")[2]
    return next(VARYINGS[key] for key in (item, patch, item.split(".")[0]) if key in VARYINGS)


def _command(index: int) -> str:
    """The command that sets a vertex attribute, "" where it has none of its own."""
    return VP_ATTRIBUTES[index].alias.rstrip("0123456789")


def _vp(variant: Variant) -> Iterator[tuple[str, Bound]]:
    profile = variant.profile
    sections = profile.language.sections
    for row in VP_ATTRIBUTES[: profile.attributes]:
        names = [f"v[{row.index}]"]
        if row.mnemonic and profile.attribute_mnemonics:
            names.append(f"v[{row.mnemonic}]")
        text = _ATTRIBUTE._replace(command=_command(row.index) or "VertexAttrib4fNV")
        for name in names:
            yield name, Bound(variant, "|".join(names), sections.attributes, text)
    for result in profile.results:
        yield f"o[{result}]", Bound(variant, f"o[{result}]", sections.results, _register(result))
    text = BindingText("x, y, z, w", "a parameter that all programs share", "ProgramParameter4fNV")
    yield "c[]", Bound(variant, "c[n]", sections.parameters, text)


def _fp1(variant: Variant) -> Iterator[tuple[str, Bound]]:
    language = variant.profile.language
    numbers = fp1.attributes_of(language)
    by_index = {row.index: plain(row.name) for row in language.attributes}
    for name, index in numbers.items():
        key = by_index.get(index, "fragment.texcoord")
        yield f"f[{name}]", Bound(variant, f"f[{name}]", language.sections.attributes, ATTRIBUTES[key])
    for result in fp1.RESULTS:
        yield f"o[{result}]", Bound(variant, f"o[{result}]", language.sections.results, _register(result))
    text = BindingText("x, y, z, w", "a parameter of the program's own", "ProgramLocalParameter4fNV")
    yield "p[]", Bound(variant, "p[n]", language.sections.parameters, text)


def _register(result: str) -> BindingText:
    if result[:3] in ("TEX", "CLP"):
        return VARYINGS["texcoord" if result[:3] == "TEX" else "clip"]
    return VARYINGS[REGISTER_NAMES[result]]


class _Recorder:
    """A state that notes which of its fields are read."""

    def __init__(self, state: Any) -> None:
        self._state = state
        self.read: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name not in self.read:
            self.read.append(name)
        return getattr(self._state, name)


def _reader(name: str) -> str:
    """A header whose programs read this state."""
    fragment = name.startswith(("state.texenv", "state.depth"))
    return "!!ARBfp1.0" if fragment else "!!ARBvp1.0"


@cache
def _state_read(header: str, pattern: str, array: bool) -> str:
    """The fields of ``nvrender.State`` that the binding's value comes from."""
    from nvrender.gl.inputs.bindings import state_value
    from nvrender.gl.state.state import State
    from nvrender.languages.load import load

    binding = _LIMIT.sub("[0]", _PLAIN.sub("[0]", pattern))
    if array and ".row" not in binding:
        binding += ".row[0]"
    text = f"{header}\nTEMP t;\nPARAM p = {binding};\nMOV t, p;\nEND\n"
    recorder = _Recorder(State())
    state_value(load(text, limits={"palette_matrices": 1}).parameters[0], recorder)  # type: ignore[arg-type]
    return ", ".join(recorder.read)
