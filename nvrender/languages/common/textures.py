"""Texture image units and targets (NV_gpu_program4 2.X.4.4, NV_vertex_program3 2.14.3.7)."""

from __future__ import annotations

from nvrender.languages.common.nodes import AnyOperand, TextureNode
from nvrender.ops.texture_targets import TARGETS, TextureTarget
from nvrender.program.limits import Limits
from nvrender.program.opcodes import Lookup, Opcode
from nvrender.source import ProgramError, Source


class TextureChecker:
    """Remembers the target of each image unit; ``unit`` is what messages call one.

    ``second``: a second coordinate operand holds what does not fit the first (NV_gpu_program5 2.X.2).
    """

    def __init__(
        self,
        source: Source,
        limits: Limits,
        section: str,
        header: str,
        unit: str = "texture[{}]",
        second: bool = False,
    ) -> None:
        self._source = source
        self._limits = limits
        self._section = section
        self._header = header
        self._unit = unit
        self._second = second
        self._targets: dict[int, str] = {}

    def _fail(self, start: int, message: str, hint: str = "", section: str = "") -> ProgramError:
        return ProgramError(self._source, start, message, hint, section or self._section)

    def access(
        self, node: TextureNode, opcode: Opcode, units: range, operands: tuple[AnyOperand, ...] = ()
    ) -> None:
        """One access of any of ``units``; raises ProgramError for what its instruction, target or unit does
        not bear.
        """
        target = TARGETS[node.target]
        self._check_target(node, opcode, operands)
        for unit in units:
            known = self._targets.setdefault(unit, node.target)
            if known != node.target:
                message = f"{self._unit.format(unit)} is accessed as {known} and as {node.target}"
                raise self._fail(node.target_start, message, "use another image unit")
        most = self._limits.vertex_texture_image_units
        if most is not None and len(self._targets) > most:
            some = "unit" if most == 1 else "units"
            message = f"a {self._header} program uses at most {most} texture image {some}"
            raise self._fail(node.unit_start, message)
        if any(node.offset[target.offsets :]):
            if not target.offsets:
                message = f"target {node.target} has no texel offsets"
            else:
                first = "first component" if target.offsets == 1 else "first two components"
                message = f"target {node.target}: only the {first} of a texel offset may be other than 0"
            raise self._fail(node.offset_start, message)
        if self._second:
            self._check_moved(node, opcode, target)

    def _check_target(self, node: TextureNode, opcode: Opcode, operands: tuple[AnyOperand, ...]) -> None:
        """Whether an instruction may name the target, with the operands it has."""
        target = TARGETS[node.target]
        needed = self._second and opcode.name in target.second
        if not (accepts(target, opcode.texture) or needed) or opcode.name in target.refused:
            raise self._fail(node.target_start, f"{opcode.name} cannot use target {node.target}")
        if len(opcode.operands) != 1 or not self._second:
            return
        given = len(operands) == 2
        if needed and not given:
            message = f"{opcode.name} with target {node.target} needs a second coordinate operand"
            raise self._fail(node.target_start, message, "its x is what the first has no room for")
        if given and not needed:
            message = f"{opcode.name} with target {node.target} takes one coordinate operand"
            raise self._fail(operands[1].span.start, message)

    def _check_moved(self, node: TextureNode, opcode: Opcode, target: TextureTarget) -> None:
        """Texel offsets of TXGO, and those that are no constants (NV_gpu_program5 2.X.4.4)."""
        if opcode.texture is Lookup.GATHER_OFFSETS and any(node.offset):
            raise self._fail(node.offset_start, f"the offsets of {opcode.name} are its operands")
        if node.moved is None:
            return
        if opcode.texture is Lookup.GATHER_OFFSETS or len(opcode.operands) > 1:
            raise self._fail(node.offset_start, f"{opcode.name} takes no texel offset from a register")
        if target.texture.startswith("TEXTURE_CUBE"):
            raise self._fail(node.offset_start, f"target {node.target} has no texel offsets")


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
            return target.multisample
        case Lookup.GATHER:
            return target.gathered
        case Lookup.GATHER_OFFSETS:
            return target.gathered and target.offsets == 2
        case _:
            return True
