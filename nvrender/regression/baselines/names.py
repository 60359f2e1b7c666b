"""What baselines are called: names of tests and of renderers as file names that every system takes."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from nvrender.source import InputError

IMAGE = ".png"
NUMBERS = ".npz"
DIGEST = ".digest"

#: Besides letters and digits, which no system gives a meaning.
_PLAIN = "-_,=+@"
_LONGEST = 120
_LONGEST_CHECK = 60
#: What a renderer's name says about versions and buses stands in brackets or behind a slash.
_DETAILS = re.compile(r"\(.*?\)|/.*")
#: A second, third, … accepted baseline has its number before the suffix.
_FILE = re.compile(r"(?P<name>.+?)(?:\.(?:[2-9]|[1-9][0-9]+))?(?P<suffix>\.png|\.npz|\.digest)", re.DOTALL)
#: Names Windows keeps for devices.
_DEVICES = {"con", "prn", "aux", "nul"} | {f"{kind}{digit}" for kind in ("com", "lpt") for digit in range(10)}


def test_name(node: str) -> str:
    """The baseline name of the test with this pytest node id: ``test_lake.TestNight.test_moon[3-soft]``.

    What a file name may not hold is ``_``, with a digest of what stood there behind it, so that different
    tests never share a name.
    """
    path, _, rest = node.partition("::")
    head, bracket, parameters = rest.partition("[")
    module = path.replace("\\", "/").rpartition("/")[2].removesuffix(".py")
    name = ".".join([_plain(module, "."), *(_plain(part) for part in head.split("::"))])
    if bracket:
        name += f"[{_plain(parameters.removesuffix(']'), '.')}]"
    if len(name.encode()) > _LONGEST:
        kept = name.encode()[: _LONGEST - 8].decode(errors="ignore")
        name = f"{kept}~{_digest(name)}"
    return name


test_name.__test__ = False  # type: ignore[attr-defined]


def check_name(test: str, name: str | None) -> str:
    """The name of one check of a test, which is the test's own for None. InputError for other names."""
    if name is None:
        return test
    if not isinstance(name, str) or not name or name != _plain(name) or len(name) > _LONGEST_CHECK:
        raise InputError(
            f"name is {name!r}; it must be 1 to {_LONGEST_CHECK} letters, digits or any of {_PLAIN}, and "
            f"becomes part of a file's name"
        )
    return f"{test}-{name}"


def file_name(stem: str, number: int, suffix: str) -> str:
    """The file of the accepted baseline ``number``, from 1."""
    return f"{stem}{suffix}" if number == 1 else f"{stem}.{number}{suffix}"


def stem_of(file: str) -> str | None:
    """The name a baseline's file belongs to, with its suffix; None for other files."""
    match = _FILE.fullmatch(file)
    return None if match is None else match["name"] + match["suffix"]


def owners(stem: str) -> list[str]:
    """The tests that a name may be of, each without the name of its check: the whole one first."""
    name = stem.removesuffix(IMAGE).removesuffix(NUMBERS).removesuffix(DIGEST)
    return [name, *(name[: match.start()] for match in re.finditer("-", name))]


def renderer_folder(renderer: str) -> str:
    """The folder for what a renderer draws: ``llvmpipe``, ``nvidia-geforce-rtx-3080``, ``oracle``.

    Of GL's own name versions and buses are left out. InputError where nothing is left.
    """
    words = re.findall(r"[a-z0-9]+", _DETAILS.sub(" ", renderer).lower())
    folder = "-".join(words)[:_LONGEST_CHECK]
    if not folder:
        raise InputError(f"renderer is {renderer!r}; a name with letters or digits is needed")
    return f"{folder}-renderer" if folder in _DEVICES else folder


def _plain(text: str, allowed: str = "") -> str:
    normal = unicodedata.normalize("NFC", text)
    kept = "".join(
        letter if letter.isalnum() or letter in _PLAIN or letter in allowed else "_" for letter in normal
    )
    return kept if kept == text and not kept.endswith(".") else f"{kept.rstrip('.')}~{_digest(text)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]
