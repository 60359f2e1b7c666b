"""Declarations of the declared-name grammar (namingStatement)."""

from __future__ import annotations

from nvrender.source import Span
from nvrender.syntax.advice import shown
from nvrender.syntax.arb_cursor import is_number, is_word
from nvrender.syntax.arb_nodes import (
    BindingNode,
    BufferNode,
    DeclarationNode,
    Item,
    Modifier,
    Name,
    VariableNode,
)
from nvrender.syntax.arb_operands import OperandReader

_BUFFERS = frozenset({"BUFFER", "BUFFER4"})
_INTERPOLATIONS = frozenset({"FLAT", "CENTROID", "NOPERSPECTIVE"})
_UNBOUND = frozenset({"TEMP", "ADDRESS"})
_ROOTS = {"ATTRIB": "an attribute", "OUTPUT": "a result", "PARAM": "a program parameter"}


class DeclarationReader(OperandReader):
    """Reads declarations."""

    __slots__ = ()

    def declaration(self) -> DeclarationNode:
        """From the first modifier or keyword to the ``;``."""
        begin = self.starts[self.index]
        modifiers: list[Modifier] = []
        while self.token in self.language.modifiers:
            if not self._repeated(modifiers):
                modifiers.append(Modifier(self.token, self.starts[self.index]))
            self.index += 1
            self.window()
        keyword = self.token
        if keyword not in self.language.declarations:
            words = ", ".join(sorted(self.language.declarations))
            message = f"expected a declaration after {modifiers[-1].word}, found {shown(keyword)}"
            raise self.error(message, f"declarations begin with {words}", self.sections.types)
        self._check_modifiers(keyword, modifiers)
        self.index += 1
        names: tuple[Name, ...] = ()
        items: tuple[Item, ...] = ()
        listed = False
        old = None
        if keyword in _UNBOUND:
            names = self._names(keyword)
        elif keyword == "ALIAS":
            names = (self._name(keyword),)
            self.expect("=", "and the variable it stands for")
            old = self._established()
        else:
            names = (self._name(keyword),)
            items, listed = self._initializer(keyword, names[0])
            if self.restriction is not None and names[0].size:
                # With a number out of range the members cannot be counted.
                names = (names[0]._replace(size=0),)
        self.declared.update(dict.fromkeys(name.text for name in names))
        self.end_of_statement(f"the {keyword} declaration")
        return DeclarationNode(keyword, tuple(modifiers), names, items, listed, old, self.span(begin))

    def _repeated(self, modifiers: list[Modifier]) -> bool:
        """Each kind of modifier stands at most once (NV_gpu_program4 2.X.3.1); the grammar allows more."""
        word = self.token
        kinds = (("FLOAT", "INT", "UINT"), ("SHORT", "LONG"))
        for kind, what in zip(kinds, ("data type", "size"), strict=True):
            if word in kind and any(modifier.word in kind for modifier in modifiers):
                self.restrict(self.error(f"a variable has one {what} at most", section=self.sections.types))
                return True
        before = {modifier.word for modifier in modifiers}
        section = self.sections.interpolation
        if word in _INTERPOLATIONS and word in before:
            self.restrict(self.error(f"{word} stands once at most", section=section))
            return True
        if (word == "FLAT" and before & _INTERPOLATIONS) or (word in _INTERPOLATIONS and "FLAT" in before):
            self.restrict(self.error("FLAT goes with no other interpolation modifier", section=section))
            return True
        return False

    def _check_modifiers(self, keyword: str, modifiers: list[Modifier]) -> None:
        """The grammar has them before every declaration but ALIAS (<namingStatement>)."""
        for modifier in modifiers:
            allowed = self.language.modifiers[modifier.word]
            if keyword not in allowed:
                hint = f"it stands before {', '.join(sorted(allowed))}"
                message = f"{modifier.word} is no modifier of {keyword}"
                error = self.error_at(modifier.start, message, hint, self.sections.types)
                if keyword == "ALIAS":
                    raise error
                self.restrict(error)

    def _name(self, keyword: str) -> Name:
        begin = self.starts[self.index]
        text = self.name("the name of a variable")
        size: int | None = None
        if self.token == "[":
            if keyword not in self.language.arrays:
                message = f"{keyword} declares no arrays in {self.profile.name}"
                raise self.error(message, "!!NVvp4.0 has them", self.sections.variables)
            self.index += 1
            size = 0
            if self.token != "]":
                size = self._size()
            elif keyword in _UNBOUND:
                message = "an array without bindings needs its size"
                raise self.error(message, section=self.sections.variables)
            self.expect("]", "to close the array size")
        return Name(text, size, Span(begin, begin + len(text)))

    def _size(self) -> int:
        start = self.starts[self.index]
        size = self.integer("an array size", self.sections.variables)
        most = self.limits.parameters
        if size < 1:
            message = "an array has at least one member"
            self.limit(self.error_at(start, message, section=self.sections.variables))
        if self.language.bounded and size > most:
            message = f"an array has at most {most} members"
            raise self.error_at(start, message, section=self.sections.limits)
        return size

    def _names(self, keyword: str) -> tuple[Name, ...]:
        names = [self._name(keyword)]
        while self.take(","):
            self.window()
            names.append(self._name(keyword))
        return tuple(names)

    def _established(self) -> VariableNode:
        """What an ALIAS stands for: a name, whatever it is."""
        begin = self.starts[self.index]
        word = self.token
        if word in self.roots:
            hint = "an ALIAS stands for a declared variable"
            raise self.error(f"{word}.… is no variable", hint, self.sections.aliases)
        text = self.declared_name("a variable")
        return VariableNode(text, (), Span(begin, begin + len(text)))

    def _initializer(self, keyword: str, name: Name) -> tuple[tuple[Item, ...], bool]:
        """``= item`` or, of an array, ``= { item, … }``."""
        self.expect("=", f"and what {shown(name.text)} is bound to")
        if name.size is None:
            return (self._item(keyword, lists=False),), False
        section = self._subject(keyword)
        if self.token != "{":
            message = f"expected `{{` before the members of {shown(name.text)}, found {shown(self.token)}"
            raise self.error(message, "write { … }", section)
        self.index += 1
        if self.token == "}":
            raise self.error("an array has at least one member", section=section)
        items = [self._item(keyword, lists=True)]
        while self.take(","):
            self.window()
            items.append(self._item(keyword, lists=True))
        self.expect("}", f"to close the members of {shown(name.text)}")
        return tuple(items), True

    def _subject(self, keyword: str) -> str:
        sections = self.sections
        if keyword in _BUFFERS:
            return sections.buffers
        by_keyword = {"ATTRIB": sections.attributes, "OUTPUT": sections.results}
        return by_keyword.get(keyword, sections.parameters)

    def _item(self, keyword: str, lists: bool) -> Item:
        """One binding or constant, of the kind its declaration has."""
        token = self.token
        if keyword == "PARAM" and not is_word(token):
            if token == "{":
                return self.vector_constant()
            if token in ("+", "-") or is_number(token):
                return self.scalar_constant(signed=True)
        if token not in self.roots:
            what = _ROOTS.get(keyword, "program.buffer[…]")
            section = self._subject(keyword)
            raise self.error(f"expected {what}, found {shown(token)}", section=section)
        return self._bound(keyword, lists)

    def _bound(self, keyword: str, lists: bool) -> BindingNode | BufferNode:
        first = self.index
        root = self.token
        section = self._subject(keyword)
        wanted = {"OUTPUT": ("result",), "PARAM": ("state", "program")}.get(keyword)
        if keyword in _BUFFERS:
            wanted = ("program",)
        is_attribute = root not in ("result", "state", "program")
        if (not is_attribute) if wanted is None else root not in wanted:
            what = _ROOTS.get(keyword, "program.buffer[…]")
            raise self.error(f"{keyword} binds {what}, not {root}.…", section=section)
        found = self.binding(lists)
        if isinstance(found, BufferNode) != (keyword in _BUFFERS):
            self.index = first
            what = _ROOTS.get(keyword, "program.buffer[…]")
            raise self.error(f"{keyword} binds {what}", section=section)
        return found
