"""The programs that commands are given: files, those in files of several, standard input."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nvrender.cli.messages.terminal import show_error
from nvrender.languages.load import load
from nvrender.program import Program
from nvrender.source import InputError, ProgramError, Source, named
from nvrender.sources.files import address, read_file, read_standard_input
from nvrender.sources.programs import chosen, listed, programs

if TYPE_CHECKING:
    from nvrender.scene.model import Scene
    from nvrender.sources.preprocessor.preprocess import Definitions

#: The languages whose literals are read, and what has programs as they are (nvrender.sources.extract).
_LANGUAGES = ("c", "lua", "python", "json", "text")
#: The language is that of the file's name.
BY_NAME = "by name"
_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(frozen=True)
class Reading:
    """How texts become programs: ``literals`` is the language whose literals hold them, "" where files do.

    With ``definitions`` a preprocessor reads them first; ``lenient`` is that of ``nvrender.load``.
    """

    lenient: bool = False
    literals: str = ""
    definitions: Definitions | None = None

    def load(self, source: Source) -> Program:
        """The program of a text."""
        return load(source, lenient=self.lenient)

    def sources_of(self, file: str) -> tuple[Source, ...]:
        """Every program of a file, as text."""
        path, label = address(file)
        _check_program(path)
        source = _read(path)
        folder = None if path == "-" else Path(path).parent
        if (found := self._literals(source, path, label)) is not None:
            return tuple(self._preprocessed(text, folder) for text in found)
        if self.definitions is not None:
            from nvrender.sources.preprocessor.preprocess import preprocessed

            source = preprocessed(source, self.definitions, folder)
        return (chosen(source, label),) if label else programs(source)

    def _literals(self, source: Source, path: str, label: str) -> tuple[Source, ...] | None:
        """The programs in the literals of a file; None where it holds them itself."""
        if not self.literals and not label and source.data.startswith(b"!!"):
            return None
        from nvrender.sources.extract import check_literals, extracted, language_of, one_of

        if not self.literals and not label:
            check_literals(source, path)
            return None
        language = self.literals if self.literals not in ("", BY_NAME) else language_of(path)
        found = extracted(source, language) if language else ()
        if found:
            return (one_of(source, found, label),) if label else found
        if not self.literals or source.data.startswith(b"!!"):
            return None
        if language:
            raise InputError(f"{source.name}: {nothing_in(language, 'it')}")
        raise InputError(f"{source.name}: is of which language? Say --extract-as {'|'.join(_LANGUAGES)}")

    def _preprocessed(self, source: Source, folder: Path | None) -> Source:
        """One of several texts; an error is of it alone."""
        if self.definitions is None or source.faults:
            return source
        from nvrender.sources.preprocessor.preprocess import preprocessed

        try:
            return preprocessed(source, self.definitions, folder)
        except ProgramError as error:
            return Source(source.data, source.name, source.pieces, (error,))


def nothing_in(literals: str, what: str) -> str:
    """What is said where ``what`` has nothing to extract."""
    return (
        "holds no program from a header to its END"
        if literals == "text"
        else f"no literal of {what} holds a program"
    )


def load_file(file: str, reading: Reading | None = None) -> Program:
    """The program in a file, or on standard input for ``-``, with its warnings shown; a scene is none."""
    reading = reading or Reading()
    program = reading.load(only_one(reading.sources_of(file)))
    for warning in program.warned:
        show_error(warning)
    return program


def scene_reader(reading: Reading) -> Callable[[str | os.PathLike[str]], Scene]:
    """What loads scenes whose programs are read so, with their warnings shown."""
    from nvrender.scene.load import load_scene

    def program(file: Path) -> Program:
        return load_file(str(file), reading)

    return load_scene if reading == Reading() else partial(load_scene, read=program)


def only_one(sources: tuple[Source, ...]) -> Source:
    """The one of them; InputError where there are several."""
    if len(sources) == 1:
        return sources[0]
    file = sources[0].name.rpartition("#")[0]
    raise InputError(f"{file}: holds {len(sources)} programs; name one: {listed(sources)}")


def reading_options(command: _Command) -> _Command:
    """Gives a command the options of a Reading, which it takes as ``reading``."""

    @wraps(command)
    def with_reading(
        *args: Any,
        lenient: bool,
        preprocess: bool,
        defines: tuple[str, ...],
        includes: tuple[Path, ...],
        extract: bool = False,
        language: str | None = None,
        **others: Any,
    ) -> Any:
        definitions = None
        if preprocess or defines or includes:
            from nvrender.sources.preprocessor.preprocess import Definitions

            definitions = Definitions(defines, includes)
        literals = language or (BY_NAME if extract else "")
        return command(*args, reading=Reading(lenient, literals, definitions), **others)

    options = (
        click.option(
            "--lenient", is_flag=True, help="Read what drivers took though it is forbidden, and warn of it."
        ),
        click.option(
            "--preprocess", is_flag=True, help="Read #if, #define, #include … as a C preprocessor does."
        ),
        click.option(
            "-D",
            "defines",
            multiple=True,
            metavar="NAME[=VALUE]",
            help="Define a macro, as 1 or VALUE; implies --preprocess.",
        ),
        click.option(
            "-I",
            "includes",
            multiple=True,
            metavar="DIR",
            type=click.Path(exists=True, file_okay=False, path_type=Path),
            help="A folder of included files; implies --preprocess.",
        ),
    )
    for option in reversed(options):
        with_reading = option(with_reading)
    return with_reading  # type: ignore[return-value]


extract_as_option = click.option(
    "--extract-as",
    "language",
    type=click.Choice(_LANGUAGES),
    help="The programs in string literals of any file, as of that language; text: wherever they stand in it.",
)


def extract_options(command: _Command) -> _Command:
    """Gives a command that has ``reading_options`` those of programs in literals."""
    command = extract_as_option(command)
    return click.option(
        "--extract",
        is_flag=True,
        help="The programs in string literals of C, C++, Lua, Python and JSON files: file.c#variable.",
    )(command)


def _check_program(file: str) -> None:
    if file.endswith(".toml") and os.path.isfile(file):
        raise InputError(
            f"{named(file)}: is no program; render, view, diff and check take scenes, spec "
            "takes conformance scripts"
        )


def _read(path: str) -> Source:
    return read_standard_input() if path == "-" else read_file(Path(path))
