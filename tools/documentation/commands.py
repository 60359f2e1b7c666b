"""The page of every command and option, as click knows them."""

from __future__ import annotations

import inspect

import click

from documentation.markdown import cell, code, prose, table
from nvrender.cli.main import main

_HEAD = """# Commands and options

Every command with its arguments and options, as `nvrender COMMAND --help` tells them. [The command
line](../cli.md) has each with an example of what it prints. Options of [the pytest
plugin](../regression.md#options) are pytest's.
"""


def page() -> str:
    """Markdown."""
    context = click.Context(main, info_name="nvrender")
    parts = [_HEAD]
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        parts.append(_section(command, click.Context(command, parent=context, info_name=name)))
    return "\n".join(parts)


def _section(command: click.Command, context: click.Context, heading: str = "##") -> str:
    usage = " ".join(command.collect_usage_pieces(context))
    parts = [f"{heading} {context.info_name}\n", f"```text\n{context.command_path} {usage}\n```\n"]
    parts.append(f"{prose(inspect.cleandoc(command.help or ''))}\n")
    records = [
        record for option in command.get_params(context) if (record := option.get_help_record(context))
    ]
    parts.append(table(("Option", ""), [(code(names), cell(text)) for names, text in records]))
    if isinstance(command, click.Group):
        for name, part in command.commands.items():
            parts.append(_section(part, click.Context(part, parent=context, info_name=name), f"{heading}#"))
    return "\n".join(parts)
