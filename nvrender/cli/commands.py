"""The subcommands of ``nvrender``, imported when used."""

from __future__ import annotations

from importlib import import_module

import click

#: command → one line of help; each lives in the module of its name, or in the folder.
COMMANDS = {
    "check": "Load programs and scenes, and report what is wrong with them.",
    "extract": "List or write the programs in string literals of C, Lua, Python or JSON.",
    "port": "Translate a program, or a folder of them, to GLSL.",
    "run": "Run a program over arrays.",
    "diff": "Compare GPU and oracle on a scene or a program, or two pictures.",
    "trace": "Show every instruction one vertex or fragment executes.",
    "render": "Render a scene to pictures or an animation.",
    "view": "Show a scene in a window, with an orbiting camera and hot reload.",
    "report": "Tell what a report of comparisons found, or show it to approve results.",
    "baselines": "List baselines of tests, remove unused ones, or approve results.",
    "gallery": "Draw every scene of a folder for a page that shows them.",
    "explain": "Tell what an instruction, a binding or another word means.",
    "fmt": "Lay programs out anew, comments kept.",
    "lsp": "Serve the Language Server Protocol, for editors.",
    "schema": "Write the JSON Schema of scene files, or a grammar that colours programs.",
    "export": "Write a scene as a page that animates in WebGL 2.",
    "playground": "Write a page in which programs are checked, translated and drawn.",
    "spec": "Run conformance scripts on oracle and GPU.",
    "demo": "Render a demo scene, or list them all.",
    "new": "Begin a scene of your own: files that render at once.",
    "farm": "Run port, diff, gallery, spec or the fuzzers on many processes or machines.",
    "doctor": "Tell what OpenGL is here and what to install.",
    "cache": "Tell of the translations that are kept, or clear them.",
}
#: Those that have a folder, and are its module ``command``.
_FOLDERS = frozenset({"diff", "farm", "port", "trace"})


def command_named(name: str) -> click.Command:
    """One of COMMANDS."""
    module = f"{name}.command" if name in _FOLDERS else name
    command: click.Command = import_module(f"nvrender.cli.{module}").command
    return command
