"""Declarations of memory and of units: BUFFER and its kin, STORAGE, SHARED, TEXTURE, IMAGE.

NV_gpu_program4 2.X.3.6, NV_gpu_program5 2.X.3.6 and 2.X.3.8, NV_shader_storage_buffer_object and
NV_compute_program5 2.X.3.Y, EXT_shader_image_load_store 2.X.3.X.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from nvrender.languages.arb.rules.rules import Context, Rules
from nvrender.languages.arb.sections import section_of
from nvrender.languages.common.advice import shown
from nvrender.languages.common.nodes import DeclarationNode, MemoryNode, Name, UnitNode
from nvrender.program import Buffer, RegisterFile
from nvrender.source import ProgramError

FILES = {
    "BUFFER": RegisterFile.BUFFER,
    "BUFFER4": RegisterFile.BUFFER,
    "CBUFFER": RegisterFile.BUFFER,
    "STORAGE": RegisterFile.STORAGE,
    "SHARED": RegisterFile.SHARED,
}
UNITS = {"TEXTURE": RegisterFile.TEXTURE, "IMAGE": RegisterFile.IMAGE}
#: Elements in four words of a parameter buffer.
_ELEMENTS = {"BUFFER": 4, "BUFFER4": 1, "CBUFFER": 16}


@dataclass(frozen=True, slots=True)
class Allocation:
    """First register, number of registers, first binding point and, of a range of them, their number."""

    index: int
    count: int
    bank: int = 0
    banks: int = 0


class Memory(Rules):
    """Finds the place of each declared variable, and keeps which parameter buffers there are."""

    cited = "buffers"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._buffers: dict[int, Buffer] = {}
        #: Bytes of shared memory, None where none is declared (NV_compute_program5 2.X.7.Y).
        self.shared: int | None = None

    @property
    def buffers(self) -> tuple[Buffer, ...]:
        """The parameter buffers in order."""
        return tuple(row for _, row in sorted(self._buffers.items()))

    def place(self, node: DeclarationNode, name: Name) -> Allocation:
        """Where a variable of memory or of units lies."""
        return self._units(node, name) if node.keyword in UNITS else self._memory(node, name)

    def _units(self, node: DeclarationNode, name: Name) -> Allocation:
        section = section_of(self.sections, node.keyword)
        first = count = 0
        for item in node.items:
            assert isinstance(item, UnitNode)
            if count and item.first != first + count:
                message = f"the members of {shown(name.text)} are units that follow each other"
                raise self.fail(item.span, message, section=section)
            first = first if count else item.first
            count += item.last - item.first + 1
        self.check_size(name, count, section)
        return Allocation(first, count)

    def _memory(self, node: DeclarationNode, name: Name) -> Allocation:
        section = section_of(self.sections, node.keyword)
        what = {"STORAGE": "storage buffer", "SHARED": "shared memory"}.get(node.keyword, "buffer")
        inside = "" if node.keyword == "SHARED" else f" in one {what}"
        allocation = Allocation(0, 0)
        for item in node.items:
            assert isinstance(item, MemoryNode)
            if item.first is None and not node.listed:
                message = f"{node.keyword} without an array binds one element"
                whole = f"program.{item.space}" + ("" if item.space == "sharedmem" else f"[{item.bank}]")
                raise self.fail(item.span, message, f"write {whole}[n], or declare an array", section)
            size = name.size if name.size and len(node.items) == 1 else None
            start, more = self._elements(item, node.keyword, size)
            banks = 0 if item.last_bank is None else item.last_bank - item.bank + 1
            same = item.bank == allocation.bank and banks == allocation.banks
            if allocation.count and (not same or start != allocation.index + allocation.count):
                message = f"the members of a {what} array follow each other" + inside
                raise self.fail(item.span, message, section=section)
            allocation = Allocation(
                allocation.index if allocation.count else start, allocation.count + more, item.bank, banks
            )
        self.check_size(name, allocation.count, section)
        self._check_banks(name, allocation, section)
        return allocation

    def _check_banks(self, name: Name, allocation: Allocation, section: str) -> None:
        """The first of two array sizes is the number of binding points."""
        if name.banks is None:
            return
        if not allocation.banks:
            message = f"{shown(name.text)} has two array sizes, but one binding point"
            raise self.fail(name.span, message, "bind a range program.buffer[a..b]", section)
        if name.banks and name.banks != allocation.banks:
            message = f"{shown(name.text)} has {name.banks} buffers, but {allocation.banks} are bound"
            raise self.fail(name.span, message, section=section)

    def check_size(self, name: Name, count: int, section: str) -> None:
        """Raises where an array has another size than what is bound to it."""
        if name.size and name.size != count:
            message = f"{shown(name.text)} has {name.size} members, but {count} are bound"
            raise self.fail(name.span, message, section=section)

    def _elements(self, node: MemoryNode, keyword: str, size: int | None) -> tuple[int, int]:
        """First element and number of elements of one binding in a list."""
        section = section_of(self.sections, keyword)
        if keyword == "STORAGE":
            limit, whole = self.limits.storage_size, self.limits.storage_size
        elif keyword == "SHARED":
            limit = self.limits.shared_memory
            whole = limit if self.shared is None else self.shared
        else:
            limit = whole = self.limits.buffer_size * _ELEMENTS[keyword]
            self._bind(node, keyword)
        if node.first is None or node.last is None:
            count = whole if size is None else size
            if count > limit:
                raise self._too_large(node, limit, section)
            return 0, count
        if node.last >= limit:
            raise self._too_large(node, limit, section)
        return node.first, node.last - node.first + 1

    def _too_large(self, node: MemoryNode, limit: int, section: str) -> ProgramError:
        what = {"storage": "storage buffer", "sharedmem": "shared memory"}.get(node.space, "buffer")
        article = "" if node.space == "sharedmem" else "a "
        return self.fail(node.span, f"{article}{what} has at most {limit} elements", section=section)

    def _bind(self, node: MemoryNode, keyword: str) -> None:
        """Notes the buffers a variable is bound to; those of bytes go with the others."""
        last = node.bank if node.last_bank is None else node.last_bank
        for bank in range(node.bank, last + 1):
            known = self._buffers.get(bank)
            if keyword == "CBUFFER":
                self._buffers[bank] = replace(known or Buffer(bank, 0), bytes=True)
                continue
            words = 4 if keyword == "BUFFER4" else 1
            if known is not None and known.words not in (0, words):
                message = f"program.buffer[{bank}] is bound to both BUFFER and BUFFER4 variables"
                raise self.fail(node.span, message, section=self.sections.buffers)
            self._buffers[bank] = Buffer(bank, words, known is not None and known.bytes)
