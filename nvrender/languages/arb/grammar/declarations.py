"""Declarations of the declared-name grammar (namingStatement)."""

from __future__ import annotations

from typing import NamedTuple

from nvrender.languages.arb.grammar.accesses import AccessReader
from nvrender.languages.common.advice import shown
from nvrender.languages.common.nodes import (
    BindingNode,
    DeclarationNode,
    Item,
    MemoryNode,
    Modifier,
    Name,
    UnitNode,
    VariableNode,
)
from nvrender.languages.common.tokens import is_number, is_word
from nvrender.source import ProgramError, Span

_BUFFERS = frozenset({"BUFFER", "BUFFER4", "CBUFFER"})
#: Keyword → the word behind ``program`` in what it binds.
_SPACES = {
    **dict.fromkeys(_BUFFERS, "buffer"),
    "STORAGE": "storage",
    "SHARED": "sharedmem",
    "SUBROUTINE": "subroutine",
}
#: Keyword → what begins a unit.
_UNITS = {"TEXTURE": "texture", "IMAGE": "image"}
_INTERPOLATIONS = frozenset({"FLAT", "CENTROID", "NOPERSPECTIVE", "SAMPLE"})
#: What is declared without a binding, several names at once.
UNBOUND = frozenset({"TEMP", "ADDRESS"})
_ROOTS = {
    "ATTRIB": "an attribute",
    "OUTPUT": "a result",
    "PARAM": "a program parameter",
    **{keyword: f"program.{space}[…]" for keyword, space in _SPACES.items()},
    **{keyword: f"{word}[…]" for keyword, word in _UNITS.items()},
}
#: The first words of a binding → the keyword that declares a name for it.
_BINDERS = {
    **dict.fromkeys(("vertex", "fragment", "primitive", "invocation"), "ATTRIB"),
    "result": "OUTPUT",
    **dict.fromkeys(("state", "program"), "PARAM"),
    "program.buffer": "BUFFER",
    "program.storage": "STORAGE",
    "program.sharedmem": "SHARED",
    "program.subroutine": "",
}


class _Declaration(NamedTuple):
    """What an ALIAS of a binding should have been: keyword, whether of an array, and the whole."""

    keyword: str
    array: bool
    text: str


class DeclarationReader(AccessReader):
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
        labels: tuple[Name, ...] = ()
        if keyword in UNBOUND:
            names = self._names(keyword)
        elif keyword == "ALIAS":
            names = (self._name(keyword),)
            self.expect("=", "and the variable it stands for")
            if self.token in self.roots:
                keyword, name = self._binder(names[0])
                names, listed = (name,), name.size is not None
                items = (self._item(keyword, listed),)
            else:
                old = self._established()
        elif keyword == "SUBROUTINETYPE":
            names, labels = self._subroutine_type()
        else:
            if keyword == "SUBROUTINE":
                old = self._type_name()
            names = (self._name(keyword),)
            items, listed = self._initializer(keyword, names[0])
            if self.restriction is not None and names[0].size:
                # With a number out of range the members cannot be counted.
                names = (names[0]._replace(size=0),)
        known = self.declared.get(old.name, "") if keyword == "ALIAS" and old else keyword
        for name in names:
            self.declared.setdefault(name.text, known)
        self.end_of_statement(f"the {keyword} declaration")
        return DeclarationNode(keyword, tuple(modifiers), names, items, listed, old, self.span(begin), labels)

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
        if {word, *before} >= {"CENTROID", "SAMPLE"}:
            self.restrict(self.error("CENTROID and SAMPLE exclude each other", section=section))
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
            elif keyword in UNBOUND:
                raise self.error("an array without bindings needs its size", section=self.sections.variables)
            self.expect("]", "to close the array size")
        banks = None
        if size is not None and self.token == "[" and keyword in _BUFFERS and self.language.sized:
            banks, size = size, 0
            self.index += 1
            if self.token != "]":
                size = self._size()
            self.expect("]", "to close the array size")
        return Name(text, size, Span(begin, begin + len(text)), banks)

    def _subroutine_type(self) -> tuple[tuple[Name, ...], tuple[Name, ...]]:
        """``T { label, … }``, which may be empty and may stand again (ARB_shader_subroutine 2.X.2)."""
        name = self._plain_name("the name of a subroutine type")
        self.expect("{", f"before the labels of {shown(name.text)}")
        labels = []
        if self.token != "}":
            labels.append(self._plain_name("a label"))
            while self.take(","):
                self.window()
                labels.append(self._plain_name("a label"))
        self.expect("}", f"to close the labels of {shown(name.text)}")
        return (name,), tuple(labels)

    def _plain_name(self, what: str) -> Name:
        begin = self.starts[self.index]
        text = self.name(what)
        return Name(text, None, Span(begin, begin + len(text)))

    def _type_name(self) -> VariableNode:
        """The type of a SUBROUTINE, which has been declared."""
        begin = self.starts[self.index]
        text = self.declared_name("a subroutine type", type=True)
        return VariableNode(text, (), Span(begin, begin + len(text)))

    def _size(self) -> int:
        start = self.starts[self.index]
        size = self.integer("an array size", self.sections.variables)
        most = self.limits.parameters
        if size < 1:
            message = "an array has at least one member"
            self.limit(self.error_at(start, message, section=self.sections.variables))
        if self.language.bounded and size > most:
            raise self.error_at(start, f"an array has at most {most} members", section=self.sections.limits)
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
        text = self.declared_name("a variable")
        return VariableNode(text, (), Span(begin, begin + len(text)))

    def _binder(self, name: Name) -> tuple[str, Name]:
        """The keyword, and the name perhaps with brackets, that declare what the ALIAS ``name`` is to be."""
        hint, found = "an ALIAS stands for a declared variable", self._declaration_of(name.text)
        if found is not None:
            hint += f"; write {found.text}"
        error = self.error(f"{self.token}.… is no variable", hint, self.sections.aliases)
        if found is None:
            raise error
        self.leniency.tolerate(error, "reads it as that")
        return found.keyword, name._replace(size=0) if found.array else name

    def _declaration_of(self, name: str) -> _Declaration | None:
        """The declaration of ``name`` as the binding that begins here, None where none can be."""
        first, restriction = self.index, self.restriction
        try:
            self.binding(lists=True)
            words = self.texts[first : self.index]
            whole = self.token == ";" and self.restriction is restriction
        except ProgramError:
            whole = False
        self.index, self.restriction = first, restriction
        keyword = _BINDERS.get(".".join(words[:3:2]), _BINDERS.get(words[0], "")) if whole else ""
        if keyword not in self.language.declarations:
            return None
        binding = "".join(words)
        array = ".." in words or keyword in _SPACES or ("matrix" in words and "row" not in words)
        text = f"{keyword} {name}[] = {{ {binding} }};" if array else f"{keyword} {name} = {binding};"
        return _Declaration(keyword, array, text)

    def _initializer(self, keyword: str, name: Name) -> tuple[tuple[Item, ...], bool]:
        """``= item`` or, of an array, ``= { item, … }``."""
        self.expect("=", f"and what {shown(name.text)} is bound to")
        if name.size is None:
            return (self._item(keyword, lists=False),), False
        section = self.section_of(keyword)
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

    def _item(self, keyword: str, lists: bool) -> Item:
        """One binding or constant, of the kind its declaration has."""
        token = self.token
        if keyword in _UNITS:
            return self._units(keyword, lists)
        if keyword == "PARAM" and not is_word(token):
            if token == "{":
                return self.vector_constant()
            if token in ("+", "-") or is_number(token):
                return self.scalar_constant(signed=True)
        if token not in self.roots:
            what = _ROOTS[keyword]
            section = self.section_of(keyword)
            raise self.error(f"expected {what}, found {shown(token)}", section=section)
        return self._bound(keyword, lists)

    def _units(self, keyword: str, lists: bool) -> UnitNode:
        """``texture[a]`` or ``image[a]``, in lists also ranges."""
        word, section = _UNITS[keyword], self.section_of(keyword)
        if self.token != word:
            raise self.error(f"expected {word}[n], found {shown(self.token)}", section=section)
        return self.units(word, section, lists)

    def _bound(self, keyword: str, lists: bool) -> BindingNode | MemoryNode:
        first = self.index
        root = self.token
        section = self.section_of(keyword)
        wanted = {"OUTPUT": ("result",), "PARAM": ("state", "program")}.get(keyword)
        if keyword in _SPACES:
            wanted = ("program",)
        is_attribute = root not in ("result", "state", "program")
        if (not is_attribute) if wanted is None else root not in wanted:
            what = _ROOTS[keyword]
            raise self.error(f"{keyword} binds {what}, not {root}.…", section=section)
        found = self.binding(lists)
        space = found.space if isinstance(found, MemoryNode) else None
        if space != _SPACES.get(keyword):
            self.index = first
            what = _ROOTS[keyword]
            raise self.error(f"{keyword} binds {what}", section=section)
        return found
