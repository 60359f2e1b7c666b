"""What a program reads and writes, as plain data for ``--json`` and manifests."""

from __future__ import annotations

from math import isfinite
from typing import Any

from nvrender.languages.cg import CgConstant, CgUniform, metadata
from nvrender.languages.common.numbers import word_value
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.program import BindingKind, Program, RegisterFile


def describe(program: Program) -> dict[str, Any]:
    """Profile, options, instruction count, attributes, parameters and results of a program.

    ``bindings`` are what the parameters of a declared-name program are bound to, ``named_parameters`` what an
    !!FP1.0 program declares and what each holds at first, ``cg`` the compiler's
    metadata if there is any.
    """
    program = program.as_written
    names = {row.index: row.mnemonic for row in ATTRIBUTES} | {
        row.index: row.name for row in program.attributes
    }
    position = {0} if program.position_invariant else set()
    attributes = sorted(program.reads(RegisterFile.ATTRIBUTE) | position)
    parameters = sorted(program.reads(RegisterFile.PARAMETER))
    description: dict[str, Any] = {
        "profile": program.profile.name,
        "options": sorted(program.options),
        "instructions": len(program.instructions),
        "attributes": [{"index": index, "name": names[index]} for index in attributes],
        "parameters": {"absolute": parameters, "relative": program.has_relative_parameters},
        "results": list(program.results),
        "written_parameters": sorted(program.writes(RegisterFile.PARAMETER)),
    }
    if program.profile.declares_names:
        description["bindings"] = [
            binding.name for binding in program.parameters if binding.kind is not BindingKind.CONSTANT
        ]
        named = [binding for binding in program.parameters if binding.kind is BindingKind.NAMED]
        if named:
            description["named_parameters"] = [
                {"name": binding.name, "initial": _numbers(tuple(map(word_value, binding.words)))}
                for binding in named
            ]
        description["buffers"] = [{"index": row.bank, "words": row.words} for row in program.buffers]
    if (listed := describe_cg(program)) is not None:
        description["cg"] = listed
    return description


def describe_cg(program: Program) -> dict[str, Any] | None:
    """The Cg metadata as plain data: uniforms by name with shape and registers, varyings, constants."""
    data = metadata(program)
    if data is None:
        return None
    varyings = {
        direction: [
            {"name": row.name, "type": row.type, "semantic": row.semantic, "resource": row.resource}
            for row in data.variables
            if row.direction == direction
        ]
        for direction in ("in", "out")
    }
    return {
        "profile": data.profile,
        "program": data.program,
        "uniforms": [_uniform(row) for row in data.uniforms],
        "inputs": varyings["in"],
        "outputs": varyings["out"],
        "constants": [_constant(row) for row in data.constants],
    }


def _uniform(row: CgUniform) -> dict[str, Any]:
    return {
        "name": row.name,
        "type": row.type,
        "shape": None if row.shape is None else list(row.shape),
        "semantic": row.semantic,
        "registers": [variable.resource for _, variable in row.parts if variable.resource],
        "referenced": row.referenced,
        "default": _numbers(row.default),
    }


def _constant(row: CgConstant) -> dict[str, Any]:
    place = row.register
    return {"register": f"{place.array}[{place.first}]", "values": _numbers(row.values)}


def _numbers(values: tuple[float, ...]) -> list[float | str]:
    """JSON has no infinity: a number too large is given as text."""
    return [value if isfinite(value) else str(value) for value in values]
