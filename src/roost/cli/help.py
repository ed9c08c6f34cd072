"""The help for the command line, with commands in sections by purpose and examples for each command."""

from typing import Any

import typer
from typer.core import TyperGroup

_SECTIONS = {
    "Play": ("host", "play", "games", "rules", "mcp"),
    "Get better": ("card", "odds", "show", "puzzle", "review", "progress", "replay", "verify", "stats"),
    "Study and build": ("new", "simulate", "arena", "dataset", "benchmark", "solve", "train", "schema"),
    "Run a server": ("serve", "static", "admin", "doctor"),
}


_LONGEST = 200
"""Maximum length of a command's short help, in characters; no command needs more."""


class Sections(TyperGroup):
    """Lists the commands in sections; commands without a section come last."""

    def format_commands(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        placed = {name for names in _SECTIONS.values() for name in names}
        rest = [name for name in self.commands if name not in placed]
        for section, names in (*_SECTIONS.items(), ("More", rest)):
            commands = [(name, self.commands[name]) for name in names if name in self.commands]
            rows = [(name, command.get_short_help_str(_LONGEST)) for name, command in commands]
            if rows:
                with formatter.section(section):
                    formatter.write_dl(rows)


def examples(*lines: str) -> str:
    """Return the examples that end a command's help. Their first character stops Click from rewrapping them."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])
