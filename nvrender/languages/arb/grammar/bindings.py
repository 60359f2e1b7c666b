"""Bindings: the words of ``vertex.…``, ``result.…``, ``state.…`` and ``program.…`` as one tree.

A binding takes all the words it can before a mask or swizzle (NV_gpu_program4 issue 42).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial

from nvrender.languages.arb.grammar.cursor import ArbCursor, close
from nvrender.languages.arb.options import headers_with
from nvrender.languages.common.advice import shown
from nvrender.languages.common.leniency import LARGEST_OFFSET
from nvrender.languages.common.nodes import BindingNode, IndexNode, MemoryNode
from nvrender.languages.common.tokens import HUGE, is_word
from nvrender.program import COMPONENTS
from nvrender.program.binding_rows import BindingRow
from nvrender.program.language import Language
from nvrender.program.profile import Profile, Stage
from nvrender.source import ProgramError

_NUMBER = re.compile(r"\[[0-9]*\]")
#: Keyword of a declaration → the word behind ``program``, and how many of them there are.
_MEMORY = {
    "BUFFER": ("buffer", "buffer_bindings"),
    "STORAGE": ("storage", "storage_bindings"),
    "SHARED": ("sharedmem", ""),
    "SUBROUTINE": ("subroutine", "subroutine_parameters"),
}
_STEP = re.compile(r"([a-z]+)(?:\[(\w+)(\?)?\])?")


@dataclass(slots=True)
class Node:
    """What may follow a word: a number below ``limit`` ("" where none may), more words, or the end.

    ``memory``: the word is that of a MemoryNode.
    """

    words: dict[str, Node] = field(default_factory=dict)
    row: BindingRow | None = None
    limit: str = ""
    optional: bool = False
    memory: bool = False


@cache
def tree(language: Language) -> Node:
    """The bindings of a language, from their first word on."""
    top = Node()
    for row in (*language.attributes, *language.results, *language.parameters):
        node = top
        for match in _STEP.finditer(row.pattern):
            word, limit, optional = match.groups()
            node = node.words.setdefault(word, Node())
            node.limit = limit or node.limit
            node.optional = bool(optional)
        node.row = row
    program = top.words.setdefault("program", Node())
    for keyword, (word, limit) in _MEMORY.items():
        if keyword in language.declarations:
            program.words[word] = Node(limit=limit, memory=True)
    return top


class BindingReader(ArbCursor):
    """Reads bindings."""

    __slots__ = ("patches", "roots", "vertices")

    #: How many vertices the input primitive has, or the patch the program is of; of the output patch under
    #: ``vertex.out``.
    vertices: dict[str, int]
    #: True where the input primitives are patches.
    patches: bool

    def use(self, profile: Profile) -> None:
        """Reads on by the grammar of ``profile``; ``roots`` are the words that begin its bindings."""
        super().use(profile)
        self.roots = tree(self.language).words
        self.vertices = dict.fromkeys(self.language.vertex_prefixes, self.limits.patch_vertices)
        self.patches = True

    def binding(self, lists: bool = False, relative: bool = False) -> BindingNode | MemoryNode:
        """A binding; in ``lists`` of array members it may be a range, ``relative`` in instructions."""
        first = self.index
        root = self.texts[first]
        node = self.roots[root]
        self.index += 1
        path = root
        numbers: list[int] = []
        last: int | None = None
        moving: IndexNode | None = None
        vertex: int | None = None
        while True:
            if path in self.vertices and self.token == "[" and vertex is None:
                vertex = self._vertex(path)
            if node.memory:
                return self._memory(node, first, path, lists)
            if node.limit:
                if self.token == "[":
                    number, last, moving = self._bracket(node, path, lists, relative, self.starts[first])
                    numbers.append(number)
                    path += f"[{number}]"
                elif node.optional:
                    if not self._limit(node):
                        raise self._unavailable(path, self.starts[first])
                    numbers.append(0)
                else:
                    message = f"{path} needs a number in brackets, found {shown(self.token)}"
                    raise self.error(message, section=self.section_of(root))
            elif self.token == "[":
                hint = "OPTION ARB_draw_buffers; allows it" if path == "result.color" and self._draws else ""
                raise self.error(f"{path} takes no index", hint, self.section_of(root))
            following = self.texts[self.index + 1]
            if self.token != "." or following not in node.words or last is not None or moving is not None:
                break
            path += f".{following}"
            self.index += 2
            node = node.words[following]
        if node.row is None:
            raise self._incomplete(node, path, root)
        found = BindingNode(node.row, tuple(numbers), last, moving, self.span(self.starts[first]), vertex)
        self._check_primitive(found, path)
        return found

    def _check_primitive(self, found: BindingNode, path: str) -> None:
        """What is no vertex's has no vertex number, and levels are of patches (NV_gpu_program5 2.X.3.2)."""
        section = self.sections.attributes
        if found.vertex is not None and not found.row.vertices:
            self.restrict(self.error_at(found.span.start, f"{path} is of no one vertex", section=section))
        if found.row.patch and not self.patches:
            message, hint = f"{path} is of patches alone", "PRIMITIVE_IN PATCHES; has them"
            self.restrict(self.error_at(found.span.start, message, hint, section))

    def _vertex(self, path: str) -> int:
        """``[m]`` behind ``vertex``: a vertex of the input primitive (NV_geometry_program4 2.X.3.2)."""
        section = self.sections.attributes
        self.index += 1
        if is_word(self.token):
            hint = "declare an ATTRIB of it without a vertex number and index that"
            raise self.error("the number of a vertex is a constant here", hint, section)
        start = self.starts[self.index]
        number = self.integer("the number of a vertex", section)
        count = self.vertices[path]
        if number >= count:
            seen = number if number < HUGE else "…"
            primitive = "patch" if self.patches else "primitive"
            kind = "output" if path == "vertex.out" else "input"
            message = f"{path}[{seen}] does not exist: the {kind} {primitive} has {path}[0] to [{count - 1}]"
            self.restrict(self.error_at(start, message, section=section))
            number = 0
        self.expect("]", f"to close {path}[")
        return number

    @property
    def _draws(self) -> bool:
        return "ARB_draw_buffers" in self.profile.options

    def _bracket(
        self, node: Node, path: str, lists: bool, relative: bool, start: int
    ) -> tuple[int, int | None, IndexNode | None]:
        """``[n]``, ``[n..o]`` or ``[A.x+n]`` after ``path``: number, end of the range, relative index.

        The binding starts at byte ``start``.
        """
        section = self.section_of(path.split(".")[0])
        self.index += 1
        word = self.token
        if is_word(word):
            if path not in self.language.relative_bindings or not relative:
                hint = self._relative_hint(path)
                raise self.error(f"{path} cannot be indexed by a variable", hint, section)
            index = self.relative_index()
            self.expect("]", f"to close {path}[")
            return 0, None, index
        number = self._below(node, path, section, start)
        last = None
        if self.token == "..":
            if node.row is None or not node.row.array:
                raise self.error(f"{path} has no ranges", section=section)
            if not lists:
                hint = "ranges stand in the braces of array declarations"
                raise self.error(f"a range of {path} where one is meant", hint, section)
            last = self.range_end(number, partial(self._below, node, path, section, start), section, start)
        self.expect("]", f"to close {path}[")
        return number, last, None

    def _relative_hint(self, path: str) -> str:
        if self.language.loop_register:
            return "fragment.texcoord alone is indexed by A0.x, inside LOOP"
        if self.language.address_components:
            headers = "OPTION NV_vertex_program3;"
            return f"{headers} allows it" if path in ("vertex.attrib", "vertex.texcoord") else ""
        return "declare an array of it and index that"

    def _below(self, node: Node, path: str, section: str, start: int) -> int:
        """A number the binding has; 0 if another stands there, which ``limit`` takes note of."""
        place = self.starts[self.index]
        number = self.integer(f"a number after {path}[", section)
        limit = self._limit(node)
        multiple = node.row.multiple if node.row is not None else 1
        if number < limit and not number % multiple:
            return number
        if not limit:
            raise self._unavailable(path, place)
        if number < limit:
            message = f"the number of {path} is a multiple of {multiple}"
        else:
            seen = number if number < HUGE else "such a number"
            message = f"{path}[{seen}] does not exist: {self.profile.header} has {path}[0] to [{limit - 1}]"
        self.limit(self.error_at(place, message, section=section), start)
        return 0

    def _limit(self, node: Node) -> int:
        """How many numbers a binding has, 0 where what it is of is not supported."""
        return int(node.limit) if node.limit.isdigit() else int(getattr(self.limits, node.limit))

    def _unavailable(self, path: str, place: int) -> ProgramError:
        hint = "write vertex.attrib[1] for the first four" if path == "vertex.weight" else ""
        return self.error_at(place, f"{path} is not available", hint, self.section_of(path.split(".")[0]))

    def relative_index(self) -> IndexNode:
        """``name.x``, ``name.x+n`` or ``name.x-n`` (arrayMemRel)."""
        begin = self.index
        if self.language.loop_register and self.token == self.language.loop_register:
            word = self.token
            self.index += 1
        else:
            word = self.declared_name("an index variable")
        if self.token == "[":
            raise self.error("an index variable is no array element", section=self.sections.arrays)
        component = self.component(f"the index {shown(word)}")[0]
        letters = self.language.address_components
        if letters and COMPONENTS[component] not in letters:
            self.index -= 1
            raise self.only_x()
        offset = 0
        if self.token in ("+", "-"):
            negative = self.token == "-"
            self.index += 1
            offset = self._offset_within(negative)
        start = self.starts[begin]
        return IndexNode(offset, self.span(start), word, component, start)

    def only_x(self) -> ProgramError:
        """Another component of an address register, or none (ARB_vertex_program 2.14.2, addrComponent)."""
        if self.language.loop_register:
            message = f"{self.language.loop_register} has only component x"
            return self.error(message, section=self.sections.addresses)
        message = f"{self.profile.header} has only component x of address registers"
        return self.error(message, f"OPTION {self.language.next_option}; has all four", self.sections.arrays)

    def _offset_within(self, negative: bool) -> int:
        """The number behind the sign of a relative index, within the grammar's range if it states one."""
        place, section = self.starts[self.index], self.sections.arrays
        number = self.integer("a number after the sign", section)
        number = -number if negative else number
        low, high = self.language.relative_offset or (-HUGE, HUGE)
        if not low <= number <= high:
            seen = number if abs(number) < HUGE else "such an offset"
            message = f"offset {seen} is outside {low} to {high}"
            error = self.error_at(place, message, "let ARL load the rest of it", section)
            if self.language.loop_register or abs(number) > LARGEST_OFFSET:
                raise error
            self.leniency.tolerate(error, "takes it")
        return number

    def _memory(self, node: Node, first: int, path: str, lists: bool) -> MemoryNode:
        """``program.buffer[a]`` or ``[a..b]`` with ``[c]`` or ``[c..d]`` (NV_gpu_program5 2.X.3.6)."""
        space = path.partition(".")[2]
        section = self.section_of(space)
        begin = self.starts[first]
        bank, last_bank = 0, None
        if node.limit:
            if not self.take("["):
                message = f"{path} needs a number in brackets, found {shown(self.token)}"
                raise self.error(message, section=section)
            number = partial(self._below, node, path, section, begin)
            bank = number()
            if self.token == ".." and self.language.sized and (lists or space != "subroutine"):
                last_bank = self.range_end(bank, number, section, begin)
            self.expect("]", f"to close {path}[")
        element = last = None
        if space != "subroutine" and self.take("["):
            number = partial(self.integer, "the number of an element", section)
            last = element = number()
            if self.token == "..":
                if not lists:
                    hint = "ranges stand in the braces of array declarations"
                    raise self.error("a range of elements where one is meant", hint, section)
                last = self.range_end(element, number, section, begin)
            self.expect("]", "to close the element's bracket")
        return MemoryNode(bank, element, last, self.span(begin), last_bank, space)

    def range_end(self, first: int, number: Callable[[], int], section: str, begin: int) -> int:
        """``..n``, the end of a range that begins at ``first``, in a construct from byte ``begin`` on."""
        self.index += 1
        place, kept = self.starts[self.index], self.restriction
        last = number()
        if last < first and self.restriction is kept:
            message = f"the range {first}..{last} descends"
            self.restrict(self.error_at(place, message, section=section), begin)
        return max(last, first)

    def _incomplete(self, node: Node, path: str, root: str) -> ProgramError:
        """An unknown word, or an end where more words must follow."""
        section = self.section_of(root)
        known = ", ".join(sorted(node.words))
        if self.token != ".":
            message = f"{path} is incomplete, found {shown(self.token)}"
            return self.error(message, f"it goes on with .{known.replace(', ', ', .')}", section)
        self.index += 1
        word = self.token
        hint = close(word, node.words) if is_word(word) else ""
        if other := _elsewhere(f"{path}.{word}", self.profile.stage):
            hint = f"{other} has it"
        return self.error(f"{path} has no {shown(word)}", hint or f"it has {known}", section)


def _elsewhere(path: str, stage: Stage) -> str:
    """Headers whose bindings begin like ``path``; of this stage if there are any."""
    words = _NUMBER.sub("", path).split(".")

    def has(profile: Profile, language: Language) -> bool:
        node: Node | None = tree(language)
        for word in words:
            node = node.words.get(word) if node is not None else None
        return node is not None

    here, elsewhere = headers_with(stage, has)
    return here or elsewhere
