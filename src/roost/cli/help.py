"""The help of the command line: the commands in sections, by what people come for, and the examples of each command."""

from typing import Any

import typer
from typer.core import TyperGroup

_SECTIONS = {
    "Play": ("host", "play", "games", "rules"),
    "Get better": ("card", "odds", "show", "puzzle", "review", "progress", "replay", "verify", "stats"),
    "Study and build": ("new", "simulate", "arena", "dataset", "benchmark", "solve", "train", "schema"),
    "Run a server": ("serve", "admin", "doctor"),
}


_LONGEST = 200
"""Characters of a sentence about a command: none is cut short."""


class Sections(TyperGroup):
    """The commands in sections. One that is in none of them comes at the end."""

    def format_commands(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """Write a list for each section."""
        placed = {name for names in _SECTIONS.values() for name in names}
        others = [name for name in self.commands if name not in placed]
        for section, names in (*_SECTIONS.items(), ("More", others)):
            commands = [(name, self.commands[name]) for name in names if name in self.commands]
            rows = [(name, command.get_short_help_str(_LONGEST)) for name, command in commands]
            if rows:
                with formatter.section(section):
                    formatter.write_dl(rows)


def examples(*lines: str) -> str:
    """The end of a command's help. The first character keeps its lines as they are."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])
