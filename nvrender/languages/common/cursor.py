"""A place in the tokens of a program: expectations, numbers, suffixes, errors."""

from __future__ import annotations

from abc import ABC

from nvrender.languages.common.advice import Advice, shown
from nvrender.languages.common.leniency import Leniency
from nvrender.languages.common.lexer import Lexer
from nvrender.languages.common.tokens import is_number, is_word
from nvrender.languages.common.words import RGBA, SCALARS, SWIZZLES, WRITE_MASKS
from nvrender.program import COMPONENTS, IDENTITY_SWIZZLE, Mask, Swizzle
from nvrender.program.language import Language
from nvrender.program.profile import Profile
from nvrender.program.sections import Sections
from nvrender.source import ProgramError, Source, Span

_LETTERS = frozenset(COMPONENTS)
_SIGNS = frozenset("+-")
_COMPONENT = "expected a component x, y, z or w"
_SWIZZLE, _MASK = "wrong-swizzle", "wrong-mask"


class Cursor(ABC):
    """The current token and what reads only the next few.

    ``texts`` and ``starts`` are the lexer's; ``index`` is the current token. Errors are returned, for
    the caller to raise.
    """

    __slots__ = (
        "components",
        "index",
        "language",
        "leniency",
        "lexer",
        "masks",
        "profile",
        "sections",
        "source",
        "starts",
        "swizzles",
        "texts",
    )

    profile: Profile
    language: Language
    sections: Sections

    def __init__(self, source: Source, lexer: Lexer, profile: Profile, leniency: Leniency) -> None:
        self.source = source
        self.leniency = leniency
        self.lexer = lexer
        self.texts = lexer.texts
        self.starts = lexer.starts
        self.index = 0
        self.use(profile)

    def use(self, profile: Profile) -> None:
        """Reads on by the grammar of ``profile``."""
        self.profile = profile
        self.language = profile.language
        self.sections = self.language.sections
        self.swizzles = SWIZZLES[self.language.rgba]
        self.components = SCALARS[self.language.rgba]
        self.masks = WRITE_MASKS[self.language.rgba]

    @property
    def token(self) -> str:
        return self.texts[self.index]

    def window(self) -> None:
        """Makes sure that enough tokens follow; called once a statement and once a list element."""
        if self.index >= self.lexer.limit:
            self.index = self.lexer.refill(self.index)

    def error(
        self, message: str, hint: str = "", section: str = "", offset: int = 0, rule: str = ""
    ) -> ProgramError:
        """An error at ``offset`` bytes into the current token; ``rule`` if it is not the section's."""
        return self.error_at(self.starts[self.index] + offset, message, hint, section, rule)

    def error_at(
        self, start: int, message: str, hint: str = "", section: str = "", rule: str = ""
    ) -> ProgramError:
        return ProgramError(self.source, start, message, hint, section or self.sections.grammar, rule)

    def advise(self, advice: Advice) -> ProgramError:
        """The error an Advice describes, at the current token."""
        return self.error(advice.message, advice.hint, advice.section, rule=advice.rule)

    def expect(self, token: str, place: str) -> None:
        """Steps over ``token`` or raises."""
        if self.texts[self.index] != token:
            raise self.error(f"expected `{token}` {place}, found {shown(self.token)}")
        self.index += 1

    def take(self, token: str) -> bool:
        """Steps over ``token`` if it is there."""
        if self.texts[self.index] != token:
            return False
        self.index += 1
        return True

    def span(self, begin: int) -> Span:
        """From byte ``begin`` to the end of the token before the current one."""
        last = self.index - 1
        return Span(begin, self.starts[last] + len(self.texts[last]))

    def sign(self) -> bool:
        """An optional sign; True for minus."""
        token = self.texts[self.index]
        if token not in _SIGNS:
            return False
        self.index += 1
        return token == "-"

    def end(self) -> None:
        """Steps over END, which nothing follows."""
        self.index += 1
        self.window()
        if self.token:
            hint = "only white space and comments may follow END"
            self.leniency.tolerate(self.error(f"{shown(self.token)} after END", hint), "stops at END")

    def missing_end(self, number: str) -> str:
        """Why a statement seems to lack its ``;``: a new line, or a number with a suffix, of which ``number``
        tells; or "".
        """
        if not self.index:
            return ""
        before = self.texts[self.index - 1]
        end, start = self.starts[self.index - 1] + len(before), self.starts[self.index]
        if is_number(before) and is_word(self.token) and end == start:
            return number
        if "\n" not in self.source.text[end:start]:
            return ""
        line, column = self.source.line_and_column(end)
        return f"the statement lacks its `;` at line {line}, column {column}"

    # Suffixes

    def swizzle(self) -> Swizzle:
        """An optional ``.`` and one component or four (swizzleSuffix)."""
        texts, index = self.texts, self.index
        if texts[index] != ".":
            return IDENTITY_SWIZZLE
        found = self.swizzles.get(texts[index + 1])
        if found is None or (self.language.lettered and texts[index + 2][:1] in _LETTERS):
            self.index = index + 1
            return self._lettered_swizzle() if self.language.lettered else self._no_swizzle()
        self.index = index + 2
        return found

    def component(self, what: str, hint: str = "write a suffix .x, .y, .z or .w") -> Swizzle:
        """``.`` and exactly one component (scalarSuffix)."""
        if self.texts[self.index] != ".":
            message = f"{what} needs a component, found {shown(self.token)}"
            raise self.error(message, hint, self.sections.operands, rule=_SWIZZLE)
        self.index += 1
        word = self.token
        if word not in self.components:
            if self.language.lettered:
                raise self._no_component(what)
            raise self._bad_suffix(f"{what} has exactly one component")
        self.index += 1
        return self.components[word]

    def write_mask(self) -> Mask:
        """Components in order, after the ``.`` (optWriteMask)."""
        found = self.masks.get(self.texts[self.index])
        if self.language.lettered and (found is None or self.texts[self.index + 1][:1] in _LETTERS):
            return self._lettered_mask()
        if found is None:
            raise self._no_mask()
        self.index += 1
        return found

    # Suffixes whose components are words

    def _no_swizzle(self) -> Swizzle:
        raise self._bad_suffix("a swizzle has one component or four")

    def _bad_suffix(self, rule: str) -> ProgramError:
        word = self.token
        section = self.sections.operands
        if is_word(word) and set(word) <= set(COMPONENTS + RGBA):
            if not self.language.rgba and not set(word) <= set(COMPONENTS):
                hint = "write x, y, z and w"
                message = f"{self.profile.header} has no components r, g, b, a"
                return self.error(message, hint, section, rule=_SWIZZLE)
            if not set(word) <= set(COMPONENTS) and not set(word) <= set(RGBA):
                message = f"{shown(word)} mixes xyzw and rgba components"
                return self.error(message, section=section, rule=_SWIZZLE)
            hint = (
                f"write .{word + word[-1] * (4 - len(word))}" if 1 < len(word) < 4 and "four" in rule else ""
            )
            return self.error(f"{rule}; found {shown(word)}", hint, section, rule=_SWIZZLE)
        letters = "x, y, z or w" + (" or r, g, b or a" if self.language.rgba else "")
        message = f"expected components {letters}, found {shown(word)}"
        return self.error(message, section=section, rule=_SWIZZLE)

    def _no_mask(self) -> ProgramError:
        word = self.token
        if not is_word(word) or not set(word) <= set(COMPONENTS + RGBA):
            return self._bad_suffix("")
        hint = "a write mask has x y z w in this order, each once"
        hint += ", or r g b a" if self.language.rgba else ""
        message = f"{shown(word)} is no write mask"
        return self.error(message, hint, self.sections.destinations, rule=_MASK)

    # Suffixes whose components are tokens each, which white space may precede

    def _letters(self, ordered: bool) -> tuple[str, int]:
        """At most four components, and the byte within the current token where they end, 0 if before it.

        With ``ordered`` they ascend from x to w.
        """
        found = ""
        lowest = 0
        while self.token:
            for offset, letter in enumerate(self.token):
                place = COMPONENTS.find(letter)
                if place < lowest or len(found) == 4:
                    return found, offset
                found += letter
                lowest = place + 1 if ordered else 0
            self.index += 1
        return found, 0

    def _lettered_swizzle(self) -> Swizzle:
        letters, offset = self._letters(ordered=False)
        if len(letters) in (1, 4) and not offset:
            return self.swizzles[letters]
        message = _COMPONENT
        if len(letters) in (2, 3):
            message = f"a swizzle has one component or four, not {len(letters)};"
        elif len(letters) == 4:
            message = "a swizzle has at most four components;"
        raise self._unlettered(message, offset, self.sections.operands, _SWIZZLE)

    def _no_component(self, what: str) -> ProgramError:
        found = self.token[:1] in _LETTERS
        message = f"{what} has exactly one component;" if found else _COMPONENT
        return self._unlettered(message, int(found), self.sections.operands, _SWIZZLE)

    def _lettered_mask(self) -> Mask:
        letters, offset = self._letters(ordered=True)
        if letters and not offset:
            return self.masks[letters]
        section = self.sections.destinations
        if letters and (letter := self.token[offset]) in COMPONENTS:
            message = f"`{letter}` after `.{letters}`: a write mask has x y z w in this order, each once"
            raise self.error(message, section=section, offset=offset, rule=_MASK)
        raise self._unlettered(_COMPONENT, offset, section, _MASK)

    def _unlettered(self, message: str, offset: int, section: str, rule: str) -> ProgramError:
        comma = "" if message.endswith(";") else ","
        found = shown(self.token[offset:])
        return self.error(f"{message}{comma} found {found}", section=section, offset=offset, rule=rule)
