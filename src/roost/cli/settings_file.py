"""The file of settings that a server shares with the commands for its host."""

import sys
from collections.abc import MutableMapping, Sequence
from pathlib import Path

from roost.core.errors import RoostError

VARIABLE = "ROOST_SETTINGS"
"""Environment variable that names another file; empty for none."""
_DEFAULT = "/etc/roost.conf"
_READERS = ("serve", "admin", "doctor")


def read_settings_file(arguments: Sequence[str], environment: MutableMapping[str, str]) -> Path | None:
    """Add the settings of the file to the environment for a command that concerns a server. Return the file.

    Variables that are already set have precedence. ``None`` means that there is no file, or no need for it.
    """
    path = Path(environment.get(VARIABLE, _DEFAULT) or ".")
    if not set(_READERS).intersection(arguments[:1]) or not path.is_file():
        return None
    try:
        text = path.read_text(encoding="utf-8")
    except PermissionError:  # under systemd, which has already read the file
        print(f"roost: {path} cannot be read, so its settings are not used", file=sys.stderr)
        return None
    for number, line in enumerate(text.splitlines(), 1):
        name, equals, value = line.strip().partition("=")
        if not name or name.startswith(("#", ";")):
            continue
        if not equals or not name.startswith(("ROOST_", "NUMBA_")):
            # The line itself is not shown, because it may hold a password.
            raise RoostError(f"{path}, line {number} does not have the form ROOST_NAME=value", input=str(path))
        environment.setdefault(name, value.strip("'\""))
    print(f"roost: settings of {path}", file=sys.stderr)
    return path
