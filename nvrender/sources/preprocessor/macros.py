"""Macros and their expansion (ISO C 6.10.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nvrender.source import ProgramError, Source
from nvrender.sources.preprocessor.tokens import Token, tokens, wrong

_SECTION = "ISO C 6.10.3"
_VARIADIC = "__VA_ARGS__"
#: Macros within macros, and tokens that those of a program may become in all.
_DEEPEST = 200
_MOST_TOKENS = 2**18


@dataclass(frozen=True)
class Macro:
    """What a name stands for; ``parameters`` are None of one that takes no parentheses."""

    name: str
    body: tuple[Token, ...]
    parameters: tuple[str, ...] | None = None

    @property
    def spelling(self) -> list[object]:
        """What two definitions that are the same have in common."""
        return [self.parameters, *(token.text for token in self.body)]


def definition(source: Source, row: list[Token], at: int) -> Macro:
    """The macro that the tokens behind ``#define`` define; the directive stands at byte ``at``."""
    if not row or not row[0].is_name:
        found = f"`{row[0].text[:40]}`" if row else "nothing"
        message = f"a macro needs a name, found {found}"
        raise wrong(source, row[0].at if row and row[0].at >= 0 else at, message, section=_SECTION)
    name = row[0].text
    if name == "defined":
        raise wrong(source, row[0].at, "`defined` cannot be a macro", section=_SECTION)
    parameters, rest = None, row[1:]
    if rest and rest[0].text == "(" and not rest[0].space:
        parameters, rest = _parameters(source, name, rest[1:], at)
    for place, token in enumerate(rest):
        if token.text == "##" and place in (0, len(rest) - 1):
            raise wrong(source, token.at, "`##` joins two tokens", section=_SECTION)
    return Macro(name, tuple(token._replace(at=-1) for token in rest), parameters)


def _parameters(source: Source, name: str, row: list[Token], at: int) -> tuple[tuple[str, ...], list[Token]]:
    names: list[str] = []
    for place, token in enumerate(row):
        if place % 2 == 0 and token.text == ")" and not names:
            return (), row[place + 1 :]
        if place % 2 == 0 and (token.is_name or token.text == "...") and token.text not in names:
            names.append(_VARIADIC if token.text == "..." else token.text)
        elif place % 2 and token.text == ")":
            return tuple(names), row[place + 1 :]
        elif not place % 2 or token.text != "," or names[-1] == _VARIADIC:
            break
    raise wrong(source, at, f"the parameters of {name} are no names with commas between", section=_SECTION)


class Expander:
    """Expands macros; counts what they become."""

    def __init__(self, macros: Mapping[str, Macro]) -> None:
        self._macros = macros
        self._left = _MOST_TOKENS

    def takes(self, token: Token, following: Token | None) -> bool:
        """True for the name of a macro, of one with parameters before its ``(``."""
        macro = self._macros.get(token.text) if token.is_name else None
        if macro is None or macro.name in token.hidden:
            return False
        return macro.parameters is None or (following is not None and following.text == "(")

    def expand(self, source: Source, row: list[Token], at: int, depth: int = 0) -> list[Token]:
        """What ``row`` becomes; errors are at byte ``at``."""
        if depth > _DEEPEST:
            raise self._deep(source, at)
        done: list[Token] = []
        todo = row[::-1]
        while todo:
            token = todo.pop()
            self._left -= 1
            if self._left < 0:
                message = f"macros make more than {_MOST_TOKENS} tokens of this"
                raise wrong(source, at, message, section=_SECTION)
            if not self.takes(token, todo[-1] if todo else None):
                done.append(token)
                continue
            macro = self._macros[token.text]
            if len(token.hidden) >= _DEEPEST:
                raise self._deep(source, at)
            hidden = token.hidden | {macro.name}
            body: list[Token] = list(macro.body)
            if macro.parameters is not None:
                given, close = _arguments(source, macro, todo, at)
                hidden = (token.hidden & close.hidden) | {macro.name}
                body = self._substituted(source, macro, given, at, depth)
            for place, part in enumerate(reversed(_joined(body))):
                first = place == len(body) - 1
                space = token.space if first else part.space
                todo.append(part._replace(hidden=part.hidden | hidden, space=space))
        return done

    def _deep(self, source: Source, at: int) -> ProgramError:
        return wrong(source, at, f"macros nest deeper than {_DEEPEST}", section=_SECTION)

    def _substituted(
        self, source: Source, macro: Macro, given: list[list[Token]], at: int, depth: int
    ) -> list[Token]:
        assert macro.parameters is not None
        values = dict(zip(macro.parameters, given, strict=True))
        expanded: dict[str, list[Token]] = {}
        result: list[Token] = []
        for place, token in enumerate(macro.body):
            if not token.is_name or token.text not in values:
                result.append(token)
                continue
            beside = macro.body[max(place - 1, 0) : place + 2]
            if any(other.text == "##" for other in beside):
                value = values[token.text] or [Token("")]
            else:
                if token.text not in expanded:
                    expanded[token.text] = self.expand(source, values[token.text], at, depth + 1)
                value = expanded[token.text]
            self._left -= len(value)
            if self._left < 0:
                message = f"macros make more than {_MOST_TOKENS} tokens of this"
                raise wrong(source, at, message, section=_SECTION)
            result += [value[0]._replace(space=token.space), *value[1:]] if value else []
        return result


def _arguments(source: Source, macro: Macro, todo: list[Token], at: int) -> tuple[list[list[Token]], Token]:
    """The arguments of a macro, whose ``(`` is the next token, and the ``)``."""
    assert macro.parameters is not None
    todo.pop()
    given: list[list[Token]] = [[]]
    depth = 0
    while True:
        if not todo:
            raise wrong(source, at, f"the arguments of {macro.name} lack their `)`", section=_SECTION)
        token = todo.pop()
        if token.text == ")" and not depth:
            break
        depth += (token.text == "(") - (token.text == ")")
        variadic = macro.parameters[-1:] == (_VARIADIC,) and len(given) == len(macro.parameters)
        if token.text == "," and not depth and not variadic:
            given.append([])
        else:
            given[-1].append(token)
    if not macro.parameters and given == [[]]:
        given = []
    if macro.parameters[-1:] == (_VARIADIC,) and len(given) == len(macro.parameters) - 1:
        given.append([])
    if len(given) != len(macro.parameters):
        message = f"{macro.name} takes {len(macro.parameters)} arguments, not {len(given)}"
        raise wrong(source, at, message, section=_SECTION)
    return given, token


def _joined(body: list[Token]) -> list[Token]:
    """A body with what ``##`` joins made one token."""
    if not any(token.text == "##" for token in body):
        return body
    result: list[Token] = []
    joins = False
    for token in body:
        if token.text == "##" and token.at < 0 and result:
            joins = True
        elif joins:
            text = result[-1].text + token.text
            made = list(tokens(text, placed=False)) or [Token("")]
            result[-1:] = [made[0]._replace(space=result[-1].space), *made[1:]]
            joins = False
        else:
            result.append(token)
    return [token for token in result if token.text]
