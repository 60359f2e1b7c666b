"""Keys and what they do: the table that window, help and documents share."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Binding:
    """``keys`` by glfw's names, as the ``shown`` text calls them; ``repeats`` while they are held."""

    action: str
    keys: tuple[str, ...]
    shown: str
    help: str
    repeats: bool = False


BINDINGS = (
    Binding("play", ("SPACE",), "Space", "pause, and go on"),
    Binding("next", ("RIGHT",), "→", "one frame on, paused", repeats=True),
    Binding("previous", ("LEFT",), "←", "one frame back, paused", repeats=True),
    Binding("first", ("HOME",), "Home", "the first frame"),
    Binding("poster", ("END",), "End", "the poster frame"),
    Binding("faster", ("UP",), "↑", "faster"),
    Binding("slower", ("DOWN",), "↓", "slower"),
    Binding("turn left", ("J",), "J", "go around to the left", repeats=True),
    Binding("turn right", ("L",), "L", "go around to the right", repeats=True),
    Binding("turn up", ("I",), "I", "go around upwards", repeats=True),
    Binding("turn down", ("K",), "K", "go around downwards", repeats=True),
    Binding("closer", ("EQUAL", "KP_ADD"), "+", "closer", repeats=True),
    Binding("farther", ("MINUS", "KP_SUBTRACT"), "-", "farther away", repeats=True),
    Binding("reset camera", ("R",), "R", "the scene's own camera again"),
    Binding("panel", ("P",), "P", "the panel, where imgui-bundle is installed"),
    Binding("help", ("H", "F1"), "H, F1", "this help"),
    Binding("glsl", ("G",), "G", "the GLSL of each draw"),
    Binding("trace", ("T",), "T", "what the vertex under the pointer executes"),
    Binding("compare", ("C",), "C", "the oracle's picture beside the GPU's"),
    Binding("choose next", ("RIGHT_BRACKET",), "]", "choose the next parameter", repeats=True),
    Binding("choose previous", ("LEFT_BRACKET",), "[", "choose the parameter before", repeats=True),
    Binding("increase", ("PERIOD",), ".", "increase the chosen parameter", repeats=True),
    Binding("decrease", ("COMMA",), ",", "decrease the chosen parameter", repeats=True),
    Binding("reset parameters", ("BACKSPACE",), "Backspace", "all parameters as in the file"),
    Binding("page down", ("PAGE_DOWN",), "Page Down", "on in a long text", repeats=True),
    Binding("page up", ("PAGE_UP",), "Page Up", "back in a long text", repeats=True),
    Binding("screenshot", ("S",), "S", "save the picture as PNG"),
    Binding("record", ("V",), "V", "record, and end the recording"),
    Binding("reload", ("F5",), "F5", "read all files again"),
    Binding("close", ("ESCAPE",), "Esc", "close what is over the picture"),
    Binding("quit", ("Q",), "Q", "close the window"),
)

#: What the mouse does, for help and documents.
MOUSE = (
    ("drag", "go around the target"),
    ("right or middle drag, Shift and drag", "move along"),
    ("wheel", "closer and farther away"),
)

_ACTIONS = {key: binding for binding in BINDINGS for key in binding.keys}


def action_of(key: str, *, repeated: bool = False) -> str | None:
    """The action of a key by glfw's name; None for one that does nothing, or nothing while it is held."""
    binding = _ACTIONS.get(key)
    if binding is None or (repeated and not binding.repeats):
        return None
    return binding.action


def help_lines() -> list[str]:
    """Keys and mouse as a table."""
    rows = [(binding.shown, binding.help) for binding in BINDINGS] + list(MOUSE)
    narrow = max(len(shown) for shown, _ in rows[: len(BINDINGS)])
    return [f"{shown:<{narrow}}  {text}" for shown, text in rows]
