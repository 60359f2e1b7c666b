"""What a shader reads besides attributes, parameters and buffers: textures, GL's state, memory."""

from __future__ import annotations

import re
from typing import Any

from nvrender.glsl.translation import Translation

_BLOCK = re.compile(r"^layout\([^)]*\) uniform (\w+) \{\n(.*?)^\}(?: \w+)?;", re.MULTILINE | re.DOTALL)
_MEMBER = re.compile(r"^    (\w+) (\w+)(?:\[(\w+)\])?;", re.MULTILINE)
_LOOSE = re.compile(r"^(?:layout\([^)]*\) )?uniform (\w+) (\w+)(?:\[(\w+)\])?(?: = .*)?;", re.MULTILINE)


def samplers(translation: Translation) -> list[dict[str, Any]]:
    """The textures it reads: image unit, or handle, what the sampler is called, its type and the target."""
    rows = []
    for row in translation.samplers:
        entry: dict[str, Any] = {"type": row.type, "target": row.target}
        if not row.named:
            entry = {"handle" if row.handle else "unit": row.key, "name": row.name} | entry
        rows.append(entry)
    return rows


def state(translation: Translation) -> list[dict[str, Any]]:
    """The uniform blocks of GL's state and of memory, with their members, and uniforms in no block.

    FixedFunction is what position-invariant programs and clip planes need, FragmentState what fog and the
    alpha test do, MemoryLayout where buffers lie.
    """
    listed = {translation.parameters.block, *(row.block for row in translation.buffers)}
    rows: list[dict[str, Any]] = [
        {"block": name, "members": [_member(*member) for member in _MEMBER.findall(text)]}
        for name, text in _BLOCK.findall(translation.source)
        if name not in listed
    ]
    textures = {row.name for row in translation.samplers} | {row.name for row in translation.images}
    return rows + [_member(*row) for row in _LOOSE.findall(translation.source) if row[1] not in textures]


def _member(type: str, name: str, count: str) -> dict[str, Any]:
    return {"name": name, "type": type, **({"count": int(count)} if count.isdigit() else {})}
