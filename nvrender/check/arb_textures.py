"""Texture image units and targets (NV_gpu_program4 2.X.4.4, NV_vertex_program3 2.14.3.7)."""

from __future__ import annotations

from nvrender.isa.limits import Limits
from nvrender.isa.rows import Lookup, Opcode
from nvrender.isa.textures import TARGETS, TextureTarget
from nvrender.program import TextureAccess
from nvrender.source import ProgramError, Source
from nvrender.syntax.arb_nodes import TextureNode


class TextureChecker:
    """Remembers the target of each image unit; ``unit`` is what messages call one."""

    def __init__(
        self, source: Source, limits: Limits, section: str, header: str, unit: str = "texture[{}]"
    ) -> None:
        self._source = source
        self._limits = limits
        self._section = section
        self._header = header
        self._unit = unit
        self._targets: dict[int, str] = {}

    def _fail(self, start: int, message: str, hint: str = "", section: str = "") -> ProgramError:
        return ProgramError(self._source, start, message, hint, section or self._section)

    def access(self, node: TextureNode, opcode: Opcode) -> TextureAccess:
        """One access; raises ProgramError for a target its instruction or its unit does not have."""
        target = TARGETS[node.target]
        if not accepts(target, opcode.texture):
            raise self._fail(node.target_start, f"{opcode.name} cannot use target {node.target}")
        known = self._targets.setdefault(node.unit, node.target)
        if known != node.target:
            message = f"{self._unit.format(node.unit)} is accessed as {known} and as {node.target}"
            raise self._fail(node.target_start, message, "use another image unit")
        most = self._limits.vertex_texture_image_units
        if most is not None and len(self._targets) > most:
            units = "unit" if most == 1 else "units"
            message = f"a {self._header} program uses at most {most} texture image {units}"
            raise self._fail(node.unit_start, message)
        if any(node.offset[target.offsets :]):
            if not target.offsets:
                message = f"target {node.target} has no texel offsets"
            else:
                first = "first component" if target.offsets == 1 else "first two components"
                message = f"target {node.target}: only the {first} of a texel offset may be other than 0"
            raise self._fail(node.offset_start, message)
        return TextureAccess(node.unit, node.target, node.offset, node.span)


def accepts(target: TextureTarget, lookup: Lookup | None) -> bool:
    """Whether an access of this kind may name the target."""
    match lookup:
        case Lookup.SAMPLE:
            return target.sampled
        case Lookup.SAMPLE_WITH_W:
            return target.projected
        case Lookup.FETCH:
            return target.fetched
        case Lookup.FETCH_SAMPLE:
            return target.name == "RENDERBUFFER"
        case _:
            return True
