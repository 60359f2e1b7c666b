"""Texture and image accesses of the declared-name grammar (NV_gpu_program4 and NV_gpu_program5 2.X.4.4)."""

from __future__ import annotations

from functools import partial

from nvrender.languages.arb.grammar.cursor import close
from nvrender.languages.arb.grammar.operands import OperandReader
from nvrender.languages.common.advice import shown
from nvrender.languages.common.nodes import AnyOperand, OperandNode, TextureNode, UnitNode, VariableNode
from nvrender.languages.common.tokens import HUGE, is_word
from nvrender.ops.memory_access import Space
from nvrender.ops.texture_targets import IMAGES, TARGETS
from nvrender.program.opcodes import Lookup, Opcode
from nvrender.source import ProgramError

_IMAGES = tuple(sorted(IMAGES))
_UNITS = {"texture": "texture_image_units", "image": "image_units"}
_GATHERS = (Lookup.GATHER, Lookup.GATHER_OFFSETS)


class AccessReader(OperandReader):
    """Reads image units, targets and texel offsets."""

    __slots__ = ()

    def access_ahead(self) -> bool:
        """True where a texture or an image is named, and no operand."""
        token = self.token
        if token == "texture" or not self.language.sized:
            return True
        if token == "handle" and self.texts[self.index + 1] == "(":
            return True
        return token == "image" or self.declared.get(token) in ("TEXTURE", "IMAGE")

    def texture(self, opcode: Opcode) -> TextureNode:
        """``texture[n], target`` and perhaps a texel offset (texAccess)."""
        section = self.sections.texture
        begin = self.starts[self.index]
        unit, unit_start = self._unit(opcode, "texture")
        component = None
        if self.token == "." and self.language.sized:
            if opcode.texture not in _GATHERS:
                self.restrict(self.error(f"{opcode.name} selects no component", section=section))
            component = self.component("the texture")[0]
        target, target_start = self._target(self.language.texture_targets, section, "texture image unit")
        offset, moved, offset_start = (0, 0, 0), None, self.starts[self.index]
        moving = self.language.sized and self.token == "offset"
        if self.token == "," or moving:
            self.index += not moving
            if not self.language.texel_offsets:
                raise self.error(f"{self.profile.header} has no texel offsets", section=section)
            offset_start = self.starts[self.index]
            if self.language.sized and self.token == "offset":
                moved = self._moved(opcode)
            else:
                offset = self._offset()
        return TextureNode(
            unit, target, offset, unit_start, target_start, offset_start, self.span(begin), component, moved
        )

    def image(self, opcode: Opcode) -> TextureNode:
        """``image[n], target`` (imageAccess)."""
        begin = self.starts[self.index]
        unit, unit_start = self._unit(opcode, "image")
        target, target_start = self._target(_IMAGES, self.sections.images, "image unit")
        end = self.starts[self.index]
        return TextureNode(
            unit, target, (0, 0, 0), unit_start, target_start, end, self.span(begin), image=True
        )

    def image_store(self, opcode: Opcode) -> tuple[TextureNode, tuple[AnyOperand, ...]]:
        """``image, data, coordinates, target`` (STOREIMop_instruction)."""
        begin = self.starts[self.index]
        unit, unit_start = self._unit(opcode, "image")
        operands: list[AnyOperand] = []
        for _ in opcode.operands:
            self.expect(",", f"before operand {len(operands) + 1} of {opcode.name}")
            operands.append(self.operand(opcode))
        target, target_start = self._target(_IMAGES, self.sections.images, "coordinates")
        end = self.starts[self.index]
        node = TextureNode(
            unit, target, (0, 0, 0), unit_start, target_start, end, self.span(begin), image=True
        )
        return node, tuple(operands)

    # Units

    def _unit(self, opcode: Opcode, kind: str) -> tuple[int | VariableNode | AnyOperand, int]:
        """The unit of an access, and the byte where its number or name begins."""
        section = self._access_section(opcode)
        begin = self.starts[self.index]
        token = self.token
        if token == kind:
            return self._numbered(kind, section)
        if self.language.sized and token == "handle" and self.texts[self.index + 1] == "(":
            return self._handle(opcode, section), begin
        declared = self.declared.get(token)
        if declared == kind.upper():
            return self.variable(), begin
        message = f"expected {kind}[n], the image unit of {opcode.name}, found {shown(token)}"
        if token in _UNITS or declared in ("TEXTURE", "IMAGE"):
            found = _article(declared.lower() if declared else token)
            message = f"{opcode.name} accesses {_article(kind)}, {shown(token)} is {found}"
        raise self.error(message, section=section)

    def _access_section(self, opcode: Opcode) -> str:
        return self.sections.images if opcode.space is Space.IMAGE else self.sections.texture

    def _numbered(self, kind: str, section: str) -> tuple[int, int]:
        """``texture``, which is ``texture[0]``, ``texture[n]`` or ``image[n]``."""
        begin = self.starts[self.index]
        self.index += 1
        unit, unit_start = 0, begin
        if kind == "image" and self.token != "[":
            raise self.error(f"image needs a number in brackets, found {shown(self.token)}", section=section)
        if self.take("["):
            unit_start = self.starts[self.index]
            if is_word(self.token):
                hint = f"declare {_article(kind.upper())} array and index that" if self.language.sized else ""
                raise self.error("an image unit is a number", hint, section=section)
            unit = self._number(kind, section, begin)
            if self.token == "..":
                hint = "ranges stand in the braces of array declarations"
                raise self.error("a range of units where one is meant", hint, section)
            self.expect("]", f"to close {kind}[")
        return unit, unit_start

    def _number(self, kind: str, section: str, begin: int) -> int:
        """The number of a unit; 0 if there is none of that number, which ``limit`` takes note of."""
        start = self.starts[self.index]
        what = "a texture image unit" if kind == "texture" else "an image unit"
        unit = self.integer(f"the number of {what}", section)
        units: int = getattr(self.limits, _UNITS[kind])
        if unit < units:
            return unit
        seen = unit if unit < HUGE else "…"
        message = f"{kind}[{seen}] does not exist: there are {kind}[0] to {kind}[{units - 1}]"
        self.limit(self.error_at(start, message, section=section), begin)
        return 0

    def units(self, kind: str, section: str, lists: bool) -> UnitNode:
        """``texture[a]`` or ``texture[a..b]`` of a declaration (textureUseDM, imageUseDM)."""
        begin = self.starts[self.index]
        self.expect(kind, f"to begin {kind}[n]")
        self.expect("[", f"after {kind}")
        first = last = self._number(kind, section, begin)
        if self.token == "..":
            if not lists:
                hint = "ranges stand in the braces of array declarations"
                raise self.error("a range of units where one is meant", hint, section)
            last = self.range_end(first, partial(self._number, kind, section, begin), section, begin)
        self.expect("]", f"to close {kind}[")
        return UnitNode(first, last, self.span(begin))

    def _handle(self, opcode: Opcode, section: str) -> AnyOperand:
        """``handle(name.x)`` (NV_bindless_texture 2.X.2)."""
        begin = self.starts[self.index]
        if not self.language.handles:
            hint = "OPTION NV_bindless_texture; has them"
            raise self.error(f"{self.profile.header} has no handles", hint, "NV_bindless_texture 2.X.5.Y")
        self.index += 2
        source = self.variable()
        swizzle = self.component(f"the handle of {opcode.name}")
        self.expect(")", "to close handle(")
        return OperandNode(source, swizzle, False, False, False, self.span(begin))

    # Targets and offsets

    def _target(self, known: tuple[str, ...], section: str, place: str) -> tuple[str, int]:
        """``, target`` and the byte where it begins."""
        self.expect(",", f"and a target after the {place}")
        target, start = self.token, self.starts[self.index]
        if target not in known:
            raise self._bad_target(target, known, section)
        self.index += 1
        return target, start

    def _bad_target(self, target: str, targets: tuple[str, ...], section: str) -> ProgramError:
        known = ", ".join(targets)
        if target in TARGETS:
            return self.error(f"target {target} is not available here", f"targets are {known}", section)
        hint = close(target, frozenset(targets)) or f"targets are {known}"
        return self.error(f"unknown texture target {shown(target)}", hint, section)

    def _moved(self, opcode: Opcode) -> AnyOperand:
        """``offset(vector)`` (NV_gpu_program5 2.X.2, texOffset)."""
        self.index += 1
        self.expect("(", "after offset")
        moved = self.operand(opcode)
        self.expect(")", "to close offset(")
        return moved

    def _offset(self) -> tuple[int, int, int]:
        """``(i, j, k)`` with one to three numbers (texOffset)."""
        section = self.sections.texture
        self.expect("(", "to begin the texel offset")
        numbers: list[int] = []
        low, high = self.limits.texel_offsets
        while True:
            start = self.starts[self.index]
            negative = self.sign()
            value = self.integer("a number in the texel offset", section)
            value = -value if negative else value
            if not low <= value <= high:
                seen = value if abs(value) < HUGE else "such an offset"
                message = f"texel offset {seen} is outside {low} to {high}"
                self.restrict(self.error_at(start, message, section=section))
            numbers.append(value)
            if not self.take(","):
                break
            if len(numbers) == 3:
                raise self.error("a texel offset has one to three numbers", section=section)
        self.expect(")", "to close the texel offset")
        x, y, z = (*numbers, 0, 0)[:3]
        return x, y, z


def _article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiouAEIOU' else 'a'} {word}"
