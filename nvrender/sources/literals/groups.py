"""Literals that are one, and what they are assigned to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, field

from nvrender.sources.literals.macros import Macros
from nvrender.sources.literals.tokens import Hole, Kind, Token

#: What makes strings of literals and changes nothing of them.
_WRAPPERS = frozenset(
    b"string String QString QByteArray QLatin1String QStringLiteral _T TEXT str bytes".split()
)
_NAME = re.compile(rb"[A-Za-z_]\w*")
LONGEST_NAME = 100
#: Keys of a name, the innermost.
_DEEPEST = 16
_KEY_RUNS = 8


@dataclass(frozen=True)
class Language:
    """How literals are found: ``adjacent`` ones are one; keys lead to those of ``keyed`` languages.

    ``macros`` may stand for literals.
    """

    tokens: Callable[[bytes], Iterator[Token]]
    adjacent: bool = False
    keyed: bool = False
    macros: bool = False


@dataclass
class Group:
    """Literals that are one, what they are assigned to, and what else is joined to them.

    ``macro`` is the name of one whose definition they are. Of a stranger that C's preprocessor knows
    ``preprocessed`` is True.
    """

    name: str
    strings: list[Token] = field(default_factory=list)
    stranger: Token | None = None
    macro: bytes = b""
    preprocessed: bool = False

    @property
    def named(self) -> bool:
        """True for a macro that stands alone, which is where it is defined."""
        return len(self.strings) == 1 and self.strings[0].macro and self.stranger is None


class Groups:
    """Reads the tokens of a text one by one."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._data = b""
        self._group: Group | None = None
        #: Behind what joins strings, and behind the call that the group is the argument of.
        self._joined = self._called = False
        #: The last name or string, the one before a ``:``, what is being assigned to.
        self._last = self._declared = self._assigned = ""
        #: For each open bracket, whether it is a call's, and the name before it.
        self._open: list[tuple[bool, str]] = []
        self._keys: list[str] = []
        self._before = Kind.END
        self._macros = Macros()

    def of(self, data: bytes) -> Iterator[Group]:
        """Every literal of a text, with those it is one with."""
        self._data = data
        if self._language.macros:
            self._macros = Macros(data)
        for token in map(self._macros.expanded, self._language.tokens(data)):
            group = self._group
            if group is None or self._ends(group, token):
                if group is not None:
                    self._macros.read(group.strings, group.macro, token, whole=group.stranger is None)
                    yield group
                    self._left(group, token)
                elif token.kind is not Kind.STRING:
                    self._follow(token)
                if token.kind is Kind.STRING:
                    self._group = Group(self._name(), [token], macro=self._macros.being_defined)
            self._before = token.kind
        if self._group is not None:
            yield self._group

    @property
    def continued(self) -> Set[bytes]:
        """The macros that are parts of literals."""
        return self._macros.continued

    def _ends(self, group: Group, token: Token) -> bool:
        """True unless ``token`` is of the group, or between two literals of it."""
        kind = token.kind
        if self._called:
            if kind in (Kind.JOIN, Kind.STRING):
                group.stranger = token
            return True
        if kind is Kind.STRING:
            if not self._joined and not self._language.adjacent:
                return True
            group.strings.append(token)
            self._joined = False
            return False
        if kind is Kind.JOIN and not self._joined:
            self._joined = True
            return False
        bracket = self._data[token.start : token.end]
        if self._joined and bracket == b"(":
            self._open.append((False, ""))
            return False
        if not self._joined and bracket == b")" and self._open:
            self._called = self._open.pop()[0]
            return False
        named = kind is Kind.NAME and self._language.adjacent and self._before is Kind.STRING
        interrupted = kind in (Kind.DIRECTIVE, Kind.DEFINE)
        if self._joined or named or interrupted:
            group.stranger = token
            group.preprocessed = self._language.macros and not self._joined
        return True

    def _left(self, group: Group, token: Token) -> None:
        """Behind a group, which a ``:`` or ``]`` makes a key."""
        self._group = None
        self._joined = self._called = False
        if token.kind is Kind.STRING:
            return
        key = _text(group.strings[0]) if len(group.strings) == 1 else ""
        if token.kind is Kind.COLON:
            self._declared = self._last = key
            return
        self._follow(token)
        if self._data[token.start : token.end] == b"]":
            self._last = key

    def _name(self) -> str:
        if self._language.keyed:
            return ".".join([*filter(None, self._keys[-_DEEPEST:]), self._declared])
        return self._assigned or (self._declared if self._before is Kind.COLON else "")

    def _follow(self, token: Token) -> None:
        """Keeps track of what a literal would be assigned to."""
        kind, text = token.kind, self._data[token.start : token.end]
        if kind is Kind.NAME:
            self._last = text[:LONGEST_NAME].decode("latin-1")
        elif kind is Kind.DEFINE:
            names = _NAME.findall(text, 0, 2 * LONGEST_NAME)
            self._assigned = names[1].decode("latin-1")
        elif kind is Kind.ASSIGN:
            self._assigned, self._declared = self._declared or self._last, ""
        elif kind is Kind.COLON:
            self._declared = self._last
        elif kind is Kind.OPEN:
            self._opened(text)
        elif kind is Kind.CLOSE:
            name = self._open.pop()[1] if self._open else ""
            self._last = name
            if self._keys:
                self._declared = self._keys.pop()
        elif kind is Kind.END:
            self._assigned = self._declared = ""

    def _opened(self, bracket: bytes) -> None:
        call = bracket != b"(" or (
            self._before in (Kind.NAME, Kind.CLOSE, Kind.STRING) and self._last.encode() not in _WRAPPERS
        )
        self._open.append((call, self._last))
        if self._language.keyed:
            self._keys.append(self._declared)
        if bracket != b"(":
            self._declared = self._assigned = ""


def _text(token: Token) -> str:
    """What a literal says, as a name."""
    assert token.runs is not None
    try:
        value = b"".join(run.data for _, run in zip(range(_KEY_RUNS), token.runs(), strict=False))
    except Hole:
        return ""
    return value[:LONGEST_NAME].decode("utf-8", "replace")
