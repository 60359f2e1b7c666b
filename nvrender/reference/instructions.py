"""What an instruction means, in every language that has it."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.languages.common.families import ARB, ARBFP
from nvrender.ops.descriptions import DESCRIPTIONS
from nvrender.ops.types import DataType
from nvrender.program.opcodes import Opcode, ResultClass
from nvrender.program.profile import Profile
from nvrender.reference.entries import Computed, Explanation, Meaning, Spelling
from nvrender.reference.examples import example_of
from nvrender.reference.languages import Variant, variants
from nvrender.reference.precision import precision_of
from nvrender.reference.syntax import syntax_of

#: ARB_vertex_program 2.14.4, ARB_fragment_program 3.11.4.
_OPEN = "the ARB's specifications leave open what NaN and INF give; here they give what is said above"


def instruction_names() -> frozenset[str]:
    """Every instruction of every language."""
    return frozenset(name for variant in variants() for name in variant.profile.opcodes)


def explained_instruction(name: str, language: str = "", *, examples: bool = True) -> Explanation:
    """``name`` is one of ``instruction_names``; with ``language``, a label of a Variant, there alone."""
    found: dict[tuple[Computed, ...], dict[tuple[str, str, str], list[Variant]]] = {}
    seen: dict[str, tuple[str, str, str]] = {}
    for variant in variants():
        opcode = variant.profile.opcodes.get(name)
        if opcode is None or language not in ("", variant.label):
            continue
        written = _written(variant.profile, opcode)
        if variant.option and seen.get(variant.header) == written:
            continue
        if not variant.option:
            seen[variant.header] = written
        found.setdefault(tuple(_computed(opcode)), {}).setdefault(written, []).append(variant)
    return Explanation(
        name,
        "instruction",
        tuple(_meaning(name, computed, rows, examples) for computed, rows in found.items()),
    )


def _written(profile: Profile, opcode: Opcode) -> tuple[str, str, str]:
    """Syntax, section and precision."""
    has_value = opcode.result in (ResultClass.VECTOR, ResultClass.SCALAR)
    computes = any(row.formula for row in _computed(opcode))
    precision = precision_of(opcode) if has_value and computes and DataType.FLOAT in opcode.types else ""
    return syntax_of(profile, opcode), str(opcode.section), precision


def _meaning(
    name: str,
    computed: tuple[Computed, ...],
    rows: dict[tuple[str, str, str], list[Variant]],
    examples: bool,
) -> Meaning:
    first = next(iter(rows.values()))[0]
    opcode = first.profile.opcodes[name]
    families = {row.profile.opcodes[name].family for several in rows.values() for row in several}
    left_open = bool(families & {ARB, ARBFP}) and any(row.special for row in computed)
    return Meaning(
        tuple(Spelling(tuple(row.label for row in several), *written) for written, several in rows.items()),
        computed=computed,
        notes=(_OPEN,) if left_open else (),
        example=example_of(first, opcode) if examples else None,
    )


def _computed(opcode: Opcode) -> Iterator[Computed]:
    types = sorted(opcode.types or {opcode.default}, key=lambda type: type.value)
    rows: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for type in types:
        row = DESCRIPTIONS[opcode.operation_of(type)]
        rows.setdefault((row.text, row.formula, row.special), []).append(type.value)
    for (text, formula, special), letters in rows.items():
        yield Computed(", ".join(letters) if len(rows) > 1 else "", text, formula, special)
