"""What a translation reads and writes, as plain data: the entries of ``port``'s manifests."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from nvrender.arb.translate import ARB, Assembly
from nvrender.cli.describe import describe
from nvrender.cli.diagnostics import warning_data
from nvrender.cli.uniforms import samplers, state
from nvrender.glsl.translation import Translation
from nvrender.program import Program
from nvrender.program.long_attributes import SECOND, long_attributes
from nvrender.program.profile import Stage
from nvrender.source import ProgramWarning

_EXTENSION = re.compile("^#extension (\\w+)", re.MULTILINE)
_VERTEX = (Stage.VERTEX, Stage.VERTEX_STATE)


def _buffers(translation: Translation) -> list[dict[str, Any]]:
    return [
        {
            "index": row.bank,
            "words": row.words,
            "block": row.block,
            "array": row.array,
            "type": row.type,
            "vectors": row.vectors,
        }
        for row in translation.buffers
    ]


def _images(translation: Translation) -> list[dict[str, Any]]:
    """The image variables: unit, type, and the format of their texels, "" of those that GL converts to."""
    return [
        {"unit": row.unit, "name": row.name, "type": row.type, "format": row.format}
        for row in translation.images
    ]


def _varyings(translation: Translation) -> list[dict[str, str]]:
    """What the stage before a geometry or fragment shader must write, with its type and qualifiers."""
    return [
        {"name": row.name, "type": f"{row.kind}vec4", "qualifiers": row.qualifiers}
        for row in translation.varyings
    ]


def _attributes(program: Program, translation: Translation) -> list[dict[str, Any]]:
    """The shader's inputs; of a LONG attribute one has the words of x and y, another those of z and w."""
    long = long_attributes(program)
    rows: list[dict[str, Any]] = []
    for row in translation.attributes:
        entry: dict[str, Any] = {"index": row.index, "name": row.name}
        if long and row.index % SECOND in long:
            halves = {False: "xy", True: "zw"}
            entry |= {"index": row.index % SECOND, "components": halves[row.index >= SECOND]}
        if program.profile.stage in _VERTEX:
            entry["location"] = row.location
        rows.append(entry)
    return rows


def entry(
    program: Program,
    translation: Translation | Assembly,
    warned: tuple[ProgramWarning, ...],
    file: str,
    output: str | None,
) -> dict[str, Any]:
    """A program and its translation; ``file`` and ``output`` are how the manifest names them.

    ``sha256`` is that of the text that is handed to GL.
    """
    return {
        "file": file,
        **({} if output is None else {"output": output}),
        **describe(program),
        "sha256": hashlib.sha256(program.source.data).hexdigest(),
        **warning_data(warned),
        **(
            {"arb": _assembly(translation)}
            if isinstance(translation, Assembly)
            else {"glsl": _glsl(program, translation)}
        ),
    }


def _assembly(port: Assembly) -> dict[str, Any]:
    """What a plain ARB program reads and writes, beside how the source calls it."""
    program = port.program
    textures = sorted({(row.texture.unit, row.texture.target) for row in program.instructions if row.texture})
    return {
        "target": ARB,
        "profile": program.profile.name,
        "options": sorted(program.options),
        "instructions": len(program.instructions),
        "attributes": [{"attribute": name, "binding": row} for name, row in port.attributes.items()],
        "parameters": [{"parameter": name, "binding": row} for name, row in port.parameters.items()],
        "textures": [{"unit": unit, "target": target} for unit, target in textures],
        "results": [{"result": name, "binding": row} for name, row in port.results.items()],
    }


def _glsl(program: Program, translation: Translation) -> dict[str, Any]:
    block = translation.parameters
    return {
        "target": translation.target,
        "interface": translation.interface,
        "numerics": translation.numerics,
        **({"extensions": extensions} if (extensions := _EXTENSION.findall(translation.source)) else {}),
        "attributes": _attributes(program, translation),
        "parameters": {
            "block": block.block,
            "array": block.array,
            "count": block.count,
            "members": [row._asdict() for row in block.members],
        },
        **({"buffers": buffers} if (buffers := _buffers(translation)) else {}),
        **({"samplers": textures} if (textures := samplers(translation)) else {}),
        **({"state": rest} if (rest := state(translation)) else {}),
        **({"images": images} if (images := _images(translation)) else {}),
        **({"varyings": varyings} if (varyings := _varyings(translation)) else {}),
        "results": [{"result": row.result, "name": row.name} for row in translation.results],
    }
