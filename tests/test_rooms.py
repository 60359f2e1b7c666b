"""Which room imports which, downwards only and never in a circle; the bans; who knows mnemonics."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from batches import every

from nvrender.languages.profiles import OPCODES

PACKAGE = Path(__file__).parent.parent / "nvrender"

#: From the top down; a room imports from rooms below it.
ORDER = (
    "cli", "web", "editors", "notebook", "view", "regression", "api", "render", "run", "gpu",
    "software", "reference", "glsl", "arb", "llvm", "passes", "lint", "lower", "ir", "oracle", "scene", "gl",
    "languages", "sources", "program", "ops", "picture_files", "picture", "cache", "files", "memory",
    "numerics", "demos", "workflow", "source", "showing", "records", "json_schema",
)  # fmt: skip
#: The same within the object model.
API = (
    "__init__", "context", "queries", "lists", "draw", "state", "programs", "pixels", "framebuffers",
    "textures", "arrays", "feedback", "buffers", "command", "effects", "words", "objects", "formats",
    "errors", "enums", "arguments", "registry",
)  # fmt: skip
#: The verbs and the two outputs, at the same height, do not import each other.
LEVEL = {room: height for height, room in enumerate(ORDER)} | {
    "run": ORDER.index("render"),
    "arb": ORDER.index("glsl"),
    "llvm": ORDER.index("glsl"),
}
#: Rooms that need nothing beyond the standard library, but what evaluates operations over arrays.
PLAIN = (
    "records",
    "source",
    "numerics",
    "sources",
    "ops",
    "program",
    "languages",
    "ir",
    "lower",
    "passes",
    "glsl",
)
#: (room, what it must never import).
BANNED = (
    ("oracle", "lower"),
    ("oracle", "glsl"),
    ("glsl", "oracle"),
    ("arb", "oracle"),
    ("ir", "oracle"),
    ("lower", "oracle"),
    ("passes", "oracle"),
    ("llvm", "oracle"),
)
FILES = sorted(PACKAGE.rglob("*.py"))
MNEMONICS = frozenset(name for _, name in OPCODES)
#: Rooms that write GLSL: what is true of a text is data beside it, and nobody looks for it in the text.
TEXT_ROOMS = ("glsl", "passes", "gpu")
SEARCHES = frozenset(
    """
    partition rpartition replace startswith endswith removeprefix removesuffix split rsplit splitlines strip
    lstrip rstrip find rfind
    """.split()
)
#: Where strings are searched that are no GLSL.
SEARCHED = {
    "glsl/comments.py": "the program's comments",
    "glsl/given_names.py": "names of bindings",
    "glsl/names.py": "the program's names",
    "glsl/library.py": "the files of library/, a source",
    "glsl/literals.py": "the digits of a number",
    "glsl/lines.py": "ends of lines, which are counted",
    "glsl/registers/storage.py": "names of attributes",
    "gpu/native/": "assembly programs, and the words of drivers",
}
#: Words that are mnemonics and others' too, and where those stand.
HOMONYMS = (
    # Fog modes and texture environments (OpenGL 2.1, 3.8.13 and 3.10).
    ({"ADD", "EXP"}, ("gl/", "gpu/fixed/", "oracle/fixed/", "oracle/machine/fragments.py", "scene/forms/",
                      "software/environments.py")),
    # Blend equations and logical operations (OpenGL 2.1, 4.1.8 and 4.1.10).
    ({"AND", "MAX", "MIN", "OR", "XOR"},
     ("gl/state/", "gpu/pipeline/", "llvm/raster/", "oracle/frame/", "scene/forms/")),
    # Results and attributes TEX0 to TEX7.
    ({"TEX"}, ("gpu/fixed/conventional.py", "oracle/frame/attributes.py", "reference/bindings.py",
               "software/attributes.py")),
)  # fmt: skip


def room_of(path: Path) -> str:
    """The room a file is in: the folder, or the module's own name."""
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


@dataclass(frozen=True)
class Facts:
    """What a file holds: modules it imports, wherever in it, strings, each with its line.

    ``statements`` are modules and what is imported from them; ``for_types`` lines under TYPE_CHECKING;
    ``languages`` lines that compare a language.
    """

    imports: tuple[tuple[str, int], ...]
    statements: tuple[tuple[str, tuple[str, ...]], ...]
    for_types: frozenset[int]
    strings: tuple[tuple[str, int], ...]
    makes_programs: bool
    languages: tuple[int, ...]


def _is_of_languages(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in ("family", "grammar", "header", "language")


@cache
def facts(path: Path) -> Facts:
    """A file is parsed once for all tests."""
    found: list[tuple[str, int]] = []
    statements: list[tuple[str, tuple[str, ...]]] = []
    for_types, parts = set[int](), set[int]()
    constants: list[ast.Constant] = []
    makes_programs = False
    languages: list[int] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                found += ((alias.name, node.lineno) for alias in node.names)
                statements += ((alias.name, ()) for alias in node.names)
            case ast.ImportFrom():
                assert node.level == 0, f"{path}:{node.lineno}: a relative import"
                assert node.module is not None
                found.append((node.module, node.lineno))
                statements.append((node.module, tuple(alias.name for alias in node.names)))
                if node.module == "nvrender":
                    found += ((f"nvrender.{alias.name}", node.lineno) for alias in node.names)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                for_types |= {child.lineno for child in node.body}
            case ast.JoinedStr():
                parts |= set(map(id, node.values))
            case ast.Constant(value=str()) if id(node) not in parts:
                constants.append(node)
            case ast.Call(func=ast.Name(id="Program")):
                makes_programs = True
            case ast.Compare(left=left, comparators=others) if any(map(_is_of_languages, (left, *others))):
                languages.append(node.lineno)
    strings = tuple((str(node.value), node.lineno) for node in constants)
    return Facts(
        tuple(found), tuple(statements), frozenset(for_types), strings, makes_programs, (*languages,)
    )


def imports(path: Path) -> tuple[tuple[str, int], ...]:
    return facts(path).imports


def _name(path: Path) -> str:
    return path.relative_to(PACKAGE.parent).as_posix()


def test_every_file_is_in_a_known_room() -> None:
    rooms = {room_of(path) for path in FILES} - {"__init__", "__main__"}
    assert rooms <= set(ORDER), rooms - set(ORDER)


@every("path", FILES)
def test_imports_point_downwards(path: Path) -> None:
    here = room_of(path)
    if here in ("__init__", "__main__"):
        return
    for module, line in imports(path):
        parts = module.split(".")
        if parts[0] != "nvrender" or len(parts) == 1 or parts[1] not in ORDER:
            continue
        room = parts[1]
        place = f"{_name(path)}:{line} imports {module}"
        assert room == here or LEVEL[room] > LEVEL[here], f"{place}, which is not below {here}"
        assert (here, room) not in BANNED, place


def _imported_modules(path: Path, modules: dict[str, Path]) -> set[str]:
    """Modules of the package that a file imports, wherever in it and for types alone too."""
    found = set[str]()
    for module, names in facts(path).statements:
        inner = {f"{module}.{name}" for name in names}
        found |= inner & modules.keys() or {module}
    return found & modules.keys()


def _module(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_no_module_imports_itself_by_way_of_others() -> None:
    modules = {_module(path): path for path in FILES}
    graph = {name: _imported_modules(path, modules) - {name} for name, path in modules.items()}
    sorter = TopologicalSorter(graph)
    try:
        sorter.prepare()
    except CycleError as error:
        pytest.fail(f"a circle of imports: {' → '.join(error.args[1])}")


def _mnemonics(path: Path) -> Iterator[tuple[str, int]]:
    """Every mnemonic a file names, alone or in a list of them, and the line."""
    for text, line in facts(path).strings:
        words = text.split()
        if MNEMONICS.issuperset(words):
            yield from ((word, line) for word in words)


@every("path", [path for path in FILES if room_of(path) in ("glsl", "llvm", "passes", "ir")])
def test_instructions_are_lowered(path: Path) -> None:
    """Behind lowering nobody reads them: what is asked of a program is asked of its shader."""
    names = {name for module, names in facts(path).statements if "program" in module for name in names}
    assert names.isdisjoint({"Instruction", "Opcode", "instructions", "opcodes"}), _name(path)
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    read = [node.lineno for node in nodes if isinstance(node, ast.Attribute) and node.attr == "instructions"]
    assert not read, f"{_name(path)} reads instructions in line {read[0]}"


@every("path", [path for path in FILES if room_of(path) not in ("ops", "languages")])
def test_operations_are_named_not_mnemonics(path: Path) -> None:
    """What an instruction means is a row of ``ops``; its mnemonic is its language's affair."""
    place = path.relative_to(PACKAGE).as_posix()
    known = set().union(*(words for words, places in HOMONYMS if place.startswith(places)))
    found = [f"{word} in line {line}" for word, line in _mnemonics(path) if word not in known]
    assert not found, f"{_name(path)} names {', '.join(found)}"


def _searches(path: Path) -> Iterator[str]:
    """Where a file searches strings."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Constant())):
                pass
            case ast.Call(func=ast.Attribute(attr=name)) if name in SEARCHES:
                yield f"{name} in line {node.lineno}"
            case ast.Import(names=names) if any(alias.name == "re" for alias in names):
                yield f"re in line {node.lineno}"


@every("path", [path for path in FILES if room_of(path) in TEXT_ROOMS])
def test_texts_are_not_searched(path: Path) -> None:
    place = path.relative_to(PACKAGE).as_posix()
    found = [] if place.startswith(tuple(SEARCHED)) else list(_searches(path))
    assert not found, f"{_name(path)} searches strings: {', '.join(found)}"


@every("path", FILES)
def test_languages_are_told_apart_by_what_they_allow(path: Path) -> None:
    """Not by their names, but where they are read, lowered, warned of, explained and typed."""
    if room_of(path) in ("languages", "lower", "lint", "reference", "editors"):
        return
    assert not facts(path).languages


def test_programs_are_made_and_normalised_in_one_place() -> None:
    """Everything after ``load`` gets programs in their normal form."""
    used = {_name(path) for path in FILES for module, _ in imports(path) if "normal_form" in module}
    assert used == {"nvrender/languages/load.py"}
    makers = {_name(path) for path in FILES if facts(path).makes_programs}
    assert {maker.split("/")[1] for maker in makers} == {"languages"}


def test_imports_of_the_object_model_point_downwards() -> None:
    for path in FILES:
        if room_of(path) != "api":
            continue
        here = path.relative_to(PACKAGE / "api").parts[0].removesuffix(".py")
        for module, line in imports(path):
            parts = module.split(".")
            if parts[:2] == ["nvrender", "api"] and len(parts) > 2 and parts[2] != here:
                place = f"{_name(path)}:{line} imports {module}, which is not below"
                assert API.index(parts[2]) > API.index(here), place


@every("path", FILES)
def test_gl_is_imported_in_gpu_only(path: Path) -> None:
    if room_of(path) == "gpu":
        return
    found = [
        line for module, line in imports(path) if module.split(".")[0] in ("moderngl", "glcontext", "OpenGL")
    ]
    assert not set(found) - facts(path).for_types, f"{_name(path)} imports GL in line {found[0]}"


@every("path", [path for path in FILES if room_of(path) in PLAIN and "evaluation" not in path.parts])
def test_plain_rooms_need_the_standard_library_only(path: Path) -> None:
    for module, line in imports(path):
        first = module.split(".")[0]
        for_types = first == "typing_extensions" and line in facts(path).for_types  # of type checkers
        allowed = first == "nvrender" or first in sys.stdlib_module_names or for_types
        assert allowed, f"{_name(path)}:{line} imports {module}"


@pytest.mark.parametrize(
    "statement",
    ["import nvrender", "import nvrender; nvrender.load", "import nvrender.cli.main"],
    ids=["import nvrender", "load", "the command line"],
)
def test_nothing_heavy_is_imported_at_start(statement: str) -> None:
    heavy = "numpy moderngl glfw trimesh PIL pyrr msgspec rich".split()
    script = f"{statement}\nimport sys\nprint([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
